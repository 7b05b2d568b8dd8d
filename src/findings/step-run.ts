import { type AuditActor, auditRow, SYSTEM } from '../audit/event';
import type { RowWrite } from '../platform/storage';
import { HostError } from '../platform/confluence';
import { listContentsAsApp, type PageContent, searchAsApp } from './page-content';
import { hasRemarks } from './page-remarks';
import type { ScanOutcome } from './record-scan';
import { expiryOfScan, isScanOver, type ScanCounts, type ScanRun } from './run-model';
import { commitRun, nextRun, readOpenScans, readScanRun } from './run-store';
import { scanPage, type ScanContext } from './scan-page';
import { scanPages } from './scan-pages';

/**
 * Takes a scan of many pages one step further. A step begins where the stored scan is, and what it has counted is stored with
 * where it is then: so it does not matter how often, beside what, or how far a step is run. Looking at a page
 * twice changes nothing.
 */

export type RunStep =
  /** There is nothing left to do here. */
  { readonly outcome: 'over' } | { readonly outcome: 'more'; readonly delaySeconds: number };

/**
 * With what stands on them, they have to fit into the memory of an invocation, and into its time: what was said beside a
 * page takes three calls or more.
 */
const PAGES_OF_A_STEP = { alone: 50, withRemarks: 25 };
/** So many steps follow each other at once; then Confluence's points are for those who wait for an answer. */
const QUICK_STEPS = 10;
const STEP_DELAY_SECONDS = 30;
/** Longer than a step waits for anything. */
const LOST_AFTER_MS = 20 * 60_000;

const OVER: RunStep = { outcome: 'over' };

/** @throws StorageUnavailableError, CorruptRecordError, HostError: then the step is to be run again */
export async function stepRun(context: ScanContext, scanId: string): Promise<RunStep> {
  const { storage, clock } = context;
  const { run } = await readScanRun(storage, scanId);
  if (run === undefined || isScanOver(run)) return OVER;
  if (clock() >= expiryOfScan(run)) return end(context, run, 'HOST_TIMEOUT');
  const at = clock().toISOString();
  const limit = PAGES_OF_A_STEP[hasRemarks(context.inspector.targets) ? 'withRemarks' : 'alone'];
  const found = await findPages(context, run, limit);
  if (found === 'not-understood') return end(context, run, 'INVALID_CQL');
  const outcomes = [...(await scanPages(context, found.contents, at))];
  for (const pageId of found.missing) outcomes.push(await scanPage(context, pageId, { isGone: false }));
  if (outcomes.some(({ outcome }) => outcome === 'contended'))
    throw new HostError('failure', 'others looked at the same page at every attempt');
  const { steps, counts } = run.record.data;
  const progress = { counts: addUp(counts, outcomes), steps: steps + 1, cursor: found.cursor };
  if (found.cursor === undefined) return end(context, run, undefined, progress);
  const change = { ...progress, touchedAt: at, startedAt: run.record.data.startedAt ?? at };
  const open = await readOpenScans(storage);
  // Where others have come further, they go on.
  if ((await commitRun(storage, run, nextRun(run, change, 'running'), open)) === 'conflict') return OVER;
  return { outcome: 'more', delaySeconds: steps + 1 < QUICK_STEPS ? 0 : STEP_DELAY_SECONDS };
}

interface Found {
  readonly contents: readonly PageContent[];
  /** Those that the app does not see. */
  readonly missing: readonly string[];
  readonly cursor: string | undefined;
}

async function findPages(
  { confluence }: ScanContext,
  { record }: ScanRun,
  atOnce: number,
): Promise<Found | 'not-understood'> {
  const { order, cursor } = record.data;
  const limit = String(atOnce);
  const onwards = cursor === undefined ? {} : { cursor };
  const named = async (pageIds: readonly string[], next: string | undefined): Promise<Found> => {
    if (pageIds.length === 0) return { contents: [], missing: [], cursor: next };
    const { contents } = await listContentsAsApp(confluence, { id: pageIds.join(','), limit });
    const isSeen = new Set(contents.map(({ page }) => page.pageId));
    return { contents, missing: pageIds.filter((pageId) => !isSeen.has(pageId)), cursor: next };
  };
  switch (order.of) {
    case 'site':
      return { missing: [], ...(await listContentsAsApp(confluence, { limit, ...onwards })) };
    case 'space':
      return {
        missing: [],
        ...(await listContentsAsApp(confluence, { limit, 'space-id': order.spaceId, ...onwards })),
      };
    case 'query': {
      const search = await searchAsApp(confluence, order.cql, atOnce, cursor);
      return search === 'not-understood' ? search : named(search.pageIds, search.cursor);
    }
    case 'pages': {
      const from = Number(cursor ?? 0);
      const to = from + atOnce;
      return named(order.pageIds.slice(from, to), to < order.pageIds.length ? String(to) : undefined);
    }
  }
}

function addUp(before: ScanCounts, outcomes: readonly ScanOutcome[]): ScanCounts {
  const counts = { ...before, reasons: { ...before.reasons } };
  for (const outcome of outcomes) {
    counts.pages += 1;
    if (outcome.outcome !== 'written') continue;
    const { sight, changes } = outcome;
    const reasons = sight.kind === 'inspected' ? sight.reasons : sight.kind === 'gone' ? [] : [sight.reason];
    if (sight.kind !== 'inspected') counts.notInspected += 1;
    else if (reasons.length === 0) counts.complete += 1;
    else counts.partial += 1;
    for (const reason of reasons) counts.reasons[reason] = (counts.reasons[reason] ?? 0) + 1;
    counts.found += changes.filter(({ expected }) => expected === undefined).length;
    counts.resolved += changes.filter(({ record }) => record.status === 'resolved').length;
  }
  return counts;
}

/** @param stoppedBy a problem's code; undefined = it has come to its end */
async function end(
  context: ScanContext,
  run: ScanRun,
  stoppedBy: string | undefined,
  progress: Parameters<typeof nextRun>[1] = {},
): Promise<RunStep> {
  const { storage, clock } = context;
  const at = clock().toISOString();
  const { startedAt = at } = run.record.data;
  const change = {
    ...progress,
    ...(stoppedBy === undefined ? {} : { stoppedBy }),
    startedAt,
    finishedAt: at,
    touchedAt: at,
  };
  const after = nextRun(run, change, stoppedBy === undefined ? 'finished' : 'failed');
  const committed = await commitRun(storage, run, after, await readOpenScans(storage), endRow(context, after));
  // Whoever was faster may have left something to do.
  return committed === 'committed' ? OVER : { outcome: 'more', delaySeconds: 0 };
}

function endRow({ random, clock }: ScanContext, { scanId, record }: ScanRun): RowWrite {
  const { createdBy, keyId, counts, stoppedBy } = record.data;
  const { reasons: _reasons, ...numbers } = counts;
  const actor: AuditActor =
    keyId === undefined ? { type: 'system', accountId: SYSTEM } : { type: 'apikey', accountId: createdBy, keyId };
  return auditRow({
    id: random.uuid(),
    type: 'job.finished',
    time: clock(),
    subject: `scan:${scanId}`,
    actor,
    requestId: scanId,
    after: { state: record.state, ...numbers, ...(stoppedBy === undefined ? {} : { code: stoppedBy }) },
  });
}

/**
 * Scans that nothing drives any more, because their event was lost, or its chain has become too long for the platform. Being told counts
 * as having moved.
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function findLostRuns({
  storage,
  clock,
}: Pick<ScanContext, 'storage' | 'clock'>): Promise<readonly string[]> {
  const open = await readOpenScans(storage);
  const lost: string[] = [];
  for (const scanId of open.scanIds) {
    const { run } = await readScanRun(storage, scanId);
    const now = clock();
    if (run === undefined || now.getTime() - Date.parse(run.record.data.touchedAt) < LOST_AFTER_MS) continue;
    const touched = nextRun(run, { touchedAt: now.toISOString() });
    if ((await commitRun(storage, run, touched, open)) === 'committed') lost.push(scanId);
  }
  return lost;
}
