import { type AuditActor, auditRow, SYSTEM } from '../audit/event';
import type { RowWrite } from '../platform/storage';
import { HostError } from '../platform/confluence';
import { CorruptRecordError } from '../platform/corrupt-record';
import type { BackgroundPoints } from '../quota/charge-or-wait';
import { isWaiting, type Started } from '../runs/line';
import type { ScanReason } from './model';
import type { LookedAt } from './record-scan';
import { expiryOfScan, isScanOver, type PageResult, type ScanCounts, type ScanRun } from './run-model';
import { type Done, runPhase } from './run-phases';
import { commitRun, nextRun, readOpenScans, readPageResults, readScanRun } from './run-store';
import type { ScanContext } from './scan-page';
import type { FindingChange } from './settle-scan';

/**
 * Takes a scan of many pages one step further. A step begins where the stored scan is, and what it has counted is stored with
 * where it is then: so it does not matter how often, beside what, or how far a step is run. Looking at a page
 * twice changes nothing.
 */

export type RunStep =
  /** Nothing is left to do here. `started`: the scans whose turn has come with the end of this one; each needs an event. */
  { readonly outcome: 'over'; readonly started: Started } | { readonly outcome: 'more'; readonly delaySeconds: number };

/** So many steps follow each other at once; then Confluence's points are for those who wait for an answer. */
const QUICK_STEPS = 10;
const STEP_DELAY_SECONDS = 30;

const OVER: RunStep = { outcome: 'over', started: [] };

export interface ScanRunContext extends ScanContext {
  /** Points of Confluence: of the key or the person that started the scan; of the app, where it started it itself. */
  readonly openPoints: (ownerId: string | undefined) => BackgroundPoints;
}

/** @throws StorageUnavailableError, CorruptRecordError, HostError: then the step is to be run again */
export async function stepRun(context: ScanRunContext, scanId: string): Promise<RunStep> {
  const { storage, confluence, clock, openPoints } = context;
  const { run, open: before } = await readScanRun(storage, scanId);
  // One that waits gets another event when its turn has come.
  if (run === undefined || isScanOver(run) || isWaiting(before.line, scanId)) return OVER;
  if (clock() >= expiryOfScan(run)) return end(context, run, 'HOST_TIMEOUT');
  const { keyId, createdBy } = run.record.data;
  const points = openPoints(keyId ?? (createdBy === SYSTEM ? undefined : createdBy));
  try {
    return await stepFurther({ ...context, confluence: points.meter(confluence) }, run, before.remarksUntil);
  } catch (error) {
    if (!(error instanceof CorruptRecordError)) throw error;
    // The next attempt would read the same: the scan would keep its place for a month.
    return await end(context, run, 'INTERNAL_ERROR');
  } finally {
    await points.close();
  }
}

async function stepFurther(context: ScanContext, run: ScanRun, remarksUntil: string | undefined): Promise<RunStep> {
  const { storage, clock } = context;
  const at = clock().toISOString();
  const { steps, counts } = run.record.data;
  const done = await runPhase(context, run, remarksUntil);
  if ('stoppedBy' in done) return end(context, run, done.stoppedBy);
  if (done.looked.some(({ outcome }) => outcome.outcome === 'contended'))
    throw new HostError('failure', 'others looked at the same page at every attempt');
  const progress = { counts: addUp(counts, done), steps: steps + 1, cursor: done.cursor };
  const results =
    run.record.data.order.of === 'pages'
      ? [...(await readPageResults(storage, run)), ...seenOf(done).map(resultOf)]
      : undefined;
  if (done.cursor === undefined) return end(context, run, undefined, progress, results);
  const change = { ...progress, touchedAt: at, startedAt: run.record.data.startedAt ?? at };
  const open = await readOpenScans(storage);
  // Where others have come further, they go on.
  if ((await commitRun(storage, run, nextRun(run, change, 'running'), open, { results })) === 'conflict') return OVER;
  return { outcome: 'more', delaySeconds: steps + 1 < QUICK_STEPS ? 0 : STEP_DELAY_SECONDS };
}

function seenOf({ looked, isVisible }: Done): readonly LookedAt[] {
  return looked.filter(({ pageId }) => isVisible(pageId));
}

/** Pages that the person who asked for the scan sees, and no others. */
function addUp(before: ScanCounts, done: Done): ScanCounts {
  const looked = seenOf(done);
  const stillUnseen = done.stillUnseen.filter(done.isVisible).length;
  const upToDate = done.wereUpToDate
    ? -Math.min(looked.length, before.upToDate)
    : done.upToDate.filter(done.isVisible).length;
  const counts = { ...before, reasons: { ...before.reasons } };
  const count = (reason: ScanReason, pages = 1) => {
    counts.reasons[reason] = (counts.reasons[reason] ?? 0) + pages;
  };
  counts.pages += upToDate + stillUnseen;
  counts.upToDate += upToDate;
  counts.notInspected += stillUnseen;
  if (stillUnseen > 0) count('not-visible', stillUnseen);
  for (const { state, reasons = [], found = 0, reopened = 0, resolved = 0 } of looked.map(resultOf)) {
    counts.pages += 1;
    if (state === 'complete') counts.complete += 1;
    if (state === 'partial') counts.partial += 1;
    if (state === 'not-inspected') counts.notInspected += 1;
    for (const reason of reasons) count(reason);
    counts.found += found;
    counts.reopened += reopened;
    counts.resolved += resolved;
  }
  return counts;
}

function resultOf({ pageId, outcome }: LookedAt): PageResult {
  switch (outcome.outcome) {
    case 'nothing':
    case 'contended':
      return { pageId, state: 'skipped' };
    case 'unreadable':
      return { pageId, state: 'not-inspected', reasons: ['unreadable-record'] };
    case 'written': {
      const { sight, changes } = outcome;
      if (sight.kind !== 'inspected')
        return { pageId, state: 'not-inspected', reasons: sight.kind === 'gone' ? [] : [sight.reason] };
      const { reasons } = sight;
      return {
        pageId,
        state: reasons.length === 0 ? 'complete' : 'partial',
        ...(reasons.length === 0 ? {} : { reasons: [...reasons] }),
        ...numbersOf(changes),
      };
    }
  }
}

function numbersOf(changes: readonly FindingChange[]): Pick<PageResult, 'found' | 'reopened' | 'resolved'> {
  const found = changes.filter(({ before }) => before === undefined).length;
  const resolved = changes.filter(({ record }) => record.status === 'resolved').length;
  const isBack = ({ before, record }: FindingChange) =>
    before !== undefined && before.status !== 'open' && record.status === 'open';
  const reopened = changes.filter(isBack).length;
  return {
    ...(found === 0 ? {} : { found }),
    ...(reopened === 0 ? {} : { reopened }),
    ...(resolved === 0 ? {} : { resolved }),
  };
}

/** @param stoppedBy a problem's code; undefined = it has come to its end */
async function end(
  context: ScanContext,
  run: ScanRun,
  stoppedBy: string | undefined,
  progress: Parameters<typeof nextRun>[1] = {},
  results?: readonly PageResult[],
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
  const open = await readOpenScans(storage);
  const started = await commitRun(storage, run, after, open, { auditRow: endRow(context, after), results });
  // Whoever was faster may have left something to do.
  return started === 'conflict' ? { outcome: 'more', delaySeconds: 0 } : { outcome: 'over', started };
}

/** Without counts: those are for the person who asked, and other admins read the audit log too. */
function endRow({ random, clock }: ScanContext, { scanId, record }: ScanRun): RowWrite {
  const { createdBy, keyId, stoppedBy } = record.data;
  const actor: AuditActor =
    keyId === undefined ? { type: 'system', accountId: SYSTEM } : { type: 'apikey', accountId: createdBy, keyId };
  return auditRow({
    id: random.uuid(),
    type: 'job.finished',
    time: clock(),
    subject: `scan:${scanId}`,
    actor,
    requestId: scanId,
    after: { state: record.state, ...(stoppedBy === undefined ? {} : { code: stoppedBy }) },
  });
}
