import { SYSTEM } from '../../audit/event';
import { ofContent } from '../../classification/content-type';
import { pointsPerHour } from '../../quota/counters';
import { readQuotas } from '../../quota/limiter';
import type { SiteQuotas } from '../../quota/site-quotas';
import { HostError } from '../../platform/confluence';
import { commitStep } from '../../runs/end-run';
import { nextRun } from '../../runs/run-kind';
import { checkRunKey } from '../../runs/run-owner';
import { writeItems } from '../../runs/run-items';
import type { Step } from '../../runs/push-run';
import { CONTINUE, ENDED, pause, type StepContext, type StepResult, stepRun, stop } from '../../runs/step-run';
import { addCountedPages, readCountedPages, remembersPages, type StepOfScan } from './counted-pages';
import { delayAfter } from './estimate-end';
import { type ScanReason, stateAfter } from '../model';
import type { PageOutcome } from '../scan/record-scan';
import type { PageResult, ScanCounts, ScanRun } from './run-model';
import { type Done, runPhase } from './run-phases';
import { type PastScans, SCANS } from './scan-kind';
import { type Attempt, LAST_ATTEMPT, needsFewerPages } from '../scan/page-content';
import type { FilesOutcome } from '../scan/scan-files';
import type { ScanContext } from '../scan/scan-page';
import { readPageResults, SCAN_RESULTS } from './scan-run-store';
import type { FindingChange } from '../scan/reconcile-scan';

/** Runs the next step of a scan of many pages. Scanning a page twice changes nothing. */

export interface ScanRunContext extends Omit<ScanContext, 'confluence'>, StepContext {
  readonly quotas: SiteQuotas | 'off';
}

/** @throws StorageUnavailableError, CorruptRecordError: run the step again later */
export function stepScan(context: ScanRunContext, scanId: string, attempt: Attempt): Promise<Step> {
  return stepRun(context, SCANS, scanId, async (run, confluence, { extra }) => {
    const stoppedBy = await findEndOfKey(context, run);
    if (stoppedBy !== undefined) return stop(context, SCANS, run, stoppedBy);
    return stepFurther({ ...context, confluence, attempt }, run, extra);
  });
}

/** @returns the code of a problem if the key of the scan was revoked or has expired */
async function findEndOfKey({ storage, clock }: ScanRunContext, { record }: ScanRun): Promise<string | undefined> {
  const { keyId } = record.data;
  if (keyId === undefined) return undefined;
  const key = checkRunKey(record, keyId, await storage.read('api-key', keyId), clock());
  return typeof key === 'string' ? key : undefined;
}

async function stepFurther(
  context: ScanRunContext & Pick<ScanContext, 'confluence'> & { readonly attempt: Attempt },
  run: ScanRun,
  past: PastScans,
): Promise<StepResult> {
  const { storage, clock } = context;
  const { steps, counts, startedAt } = run.record.data;
  const begunAt = clock().toISOString();
  const counted = await readCountedPages(storage, run);
  const done = await runSmallerPhase({ ...context, counted }, run, past);
  if ('stoppedBy' in done) return stop(context, SCANS, run, done.stoppedBy);
  if ('pausedBy' in done) return pause(context, SCANS, run, done.pausedBy);
  if (done.scanned.some(({ outcome }) => outcome.outcome === 'contended'))
    throw new HostError('failure', 'others scanned the same page at every attempt');
  const points = pointsPerHour(await readQuotas(context), run.record.data.createdBy === SYSTEM ? 'app' : 'owner');
  const results =
    run.record.data.order.of === 'pages'
      ? withFiles([...(await readPageResults(storage, run)), ...visibleOf(done).map(resultOf)], done.files ?? [])
      : [];
  const isLast = done.cursor === undefined;
  const { plan = run.record.data.plan } = done;
  const { total } = 'total' in done ? done : run.record.data;
  const touchedAt = clock().toISOString();
  const change = {
    counts: addUp(counts, done, (pageId) => remembersPages(run) && !counted.has(pageId)),
    ...(plan === undefined ? {} : { plan }),
    total,
    points,
    steps: steps + 1,
    cursor: done.cursor,
    startedAt: startedAt ?? begunAt,
    touchedAt,
    ...(isLast ? { finishedAt: touchedAt } : {}),
  };
  const after = nextRun(run, change, isLast ? 'finished' : 'running');
  const writes = [
    ...writeItems(SCAN_RESULTS, run.runId, 0, results),
    ...addCountedPages(after, counted, [
      ...idsOf(done.scanned),
      ...done.upToDate,
      ...done.stillUnseen,
      ...(done.files ?? []).map(({ pageId }) => pageId),
    ]),
  ];
  const started = await commitStep(context, SCANS, run, after, writes);
  // Another step wrote first. If this was the last step, work may remain.
  if (started === 'conflict') return isLast ? CONTINUE : ENDED;
  if (isLast) return { outcome: 'ended', started };
  return { outcome: 'continue', delaySeconds: delayAfter(steps + 1, points) };
}

/** Repeats what fails with fewer pages, because their content may be what takes too long. @throws as runPhase */
async function runSmallerPhase(context: StepOfScan, run: ScanRun, past: PastScans): ReturnType<typeof runPhase> {
  try {
    return await runPhase(context, run, past);
  } catch (error) {
    const { failedBefore } = context.attempt;
    if (failedBefore >= LAST_ATTEMPT || !needsFewerPages(error)) throw error;
    const attempt = { failedBefore: failedBefore + 1, ranOutOfMemory: false };
    return runSmallerPhase({ ...context, attempt }, run, past);
  }
}

const idsOf = (scanned: readonly PageOutcome[]) => scanned.map(({ pageId }) => pageId);

function visibleOf({ scanned, isVisible }: Done): readonly PageOutcome[] {
  return scanned.filter(({ pageId }) => isVisible(pageId));
}

/**
 * Counts only pages that the person who requested the scan sees.
 * @param isUncounted true if no earlier step has counted the page
 */
function addUp(before: ScanCounts, done: Done, isUncounted: (pageId: string) => boolean): ScanCounts {
  const scanned = visibleOf(done);
  const stillUnseen = done.stillUnseen.filter(done.isVisible).length;
  const upToDate = done.upToDate.filter(done.isVisible).length;
  const counts = { ...before, reasons: { ...before.reasons } };
  const count = (reason: ScanReason, pages = 1) => {
    counts.reasons[reason] = (counts.reasons[reason] ?? 0) + pages;
  };
  counts.pages += upToDate + stillUnseen;
  counts.upToDate += upToDate;
  counts.notInspected += stillUnseen;
  if (stillUnseen > 0) count('not-visible', stillUnseen);
  for (const { state, reasons = [], found = 0, reopened = 0, resolved = 0 } of scanned.map(resultOf)) {
    counts.found += found;
    counts.reopened += reopened;
    counts.resolved += resolved;
    if (done.counted === 'later') continue;
    counts.pages += 1;
    if (state === 'complete') counts.complete += 1;
    if (state === 'partial') counts.partial += 1;
    if (state === 'not-inspected') counts.notInspected += 1;
    for (const reason of reasons) count(reason);
  }
  const countedNow = new Set([...idsOf(done.scanned), ...done.upToDate]);
  for (const { pageId, before: known, after, changes } of done.files ?? []) {
    if (!done.isVisible(pageId)) continue;
    const { found = 0, reopened = 0, resolved = 0 } = numbersOf(changes);
    counts.found += found;
    counts.reopened += reopened;
    counts.resolved += resolved;
    const isNew = isUncounted(pageId) && !countedNow.has(pageId);
    if (isNew) counts.pages += 1;
    // The page was counted with the state that it had before its files were scanned.
    for (const [{ state, data }, by] of isNew
      ? ([[after, 1]] as const)
      : ([
          [known, -1],
          [after, 1],
        ] as const)) {
      if (state !== 'complete' && state !== 'partial') continue;
      counts[state] = Math.max(0, counts[state] + by);
      for (const reason of data.reasons) counts.reasons[reason] = Math.max(0, (counts.reasons[reason] ?? 0) + by);
    }
  }
  const reasons = Object.entries(counts.reasons).filter(([, pages]) => pages > 0);
  return { ...counts, reasons: Object.fromEntries(reasons) };
}

/** The results of pages after their files were scanned. */
function withFiles(results: readonly PageResult[], files: readonly FilesOutcome[]): readonly PageResult[] {
  return results.map((result) => {
    const ofPage = files.filter(({ pageId }) => pageId === result.pageId);
    const last = ofPage.at(-1);
    if (last === undefined || (result.state !== 'complete' && result.state !== 'partial')) return result;
    const { reasons: _reasons, found = 0, reopened = 0, resolved = 0, ...page } = result;
    const more = numbersOf(ofPage.flatMap(({ changes }) => changes));
    const numbers = {
      found: found + (more.found ?? 0),
      reopened: reopened + (more.reopened ?? 0),
      resolved: resolved + (more.resolved ?? 0),
    };
    const { reasons } = last.after.data;
    return {
      ...page,
      state: stateAfter(reasons),
      ...(reasons.length === 0 ? {} : { reasons: [...reasons] }),
      ...Object.fromEntries(Object.entries(numbers).filter(([, number]) => number > 0)),
    };
  });
}

function resultOf({ pageId, outcome }: PageOutcome): PageResult {
  switch (outcome.outcome) {
    case 'nothing':
    case 'contended':
      return { pageId, state: 'skipped' };
    case 'unreadable':
      return { pageId, state: 'not-inspected', reasons: ['unreadable-record'] };
    case 'known': {
      const { state, data } = outcome.record;
      const { reasons } = data;
      return {
        pageId,
        state: state === 'complete' || state === 'partial' ? state : 'not-inspected',
        ...(reasons.length === 0 ? {} : { reasons: [...reasons] }),
      };
    }
    case 'written': {
      const { observation, changes, record } = outcome;
      const content = { pageId, ...ofContent(record.data.contentType) };
      if (observation.kind !== 'inspected')
        return { ...content, state: 'not-inspected', reasons: 'reason' in observation ? [observation.reason] : [] };
      const { reasons } = record.data;
      return {
        ...content,
        state: stateAfter(reasons),
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
