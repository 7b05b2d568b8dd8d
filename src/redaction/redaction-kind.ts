import { auditDetails, scopeOf } from '../audit/details';
import { finalState } from '../runs/shown-state';
import { LINE_ONLY, nextRun, type Run, type RunKind } from '../runs/run-kind';
import {
  type Failure,
  type History,
  isPageDone,
  type PageResult,
  type RedactionPage,
  redactionRecord,
  type RedactionRecord,
} from './run-model';

const KEPT_MS = 30 * 86_400_000;

/** Redactions, as `src/runs` stores and drives them. */
export const REDACTIONS: RunKind<RedactionRecord> = {
  name: 'redaction',
  rowPrefix: 'redaction:',
  schema: redactionRecord,
  keepDays: 40,
  // Thirty days after its creation.
  expiryOf: ({ record }) => new Date(Date.parse(record.createdAt) + KEPT_MS),
  line: LINE_ONLY,
  endEarly: (run, ending, now) => {
    const at = now.toISOString();
    if (ending !== 'cancelled') return endedRedaction(run, 'failed', at, ending.stoppedBy);
    // It is unknown when a paused redaction could complete its page.
    if (run.record.data.paused !== undefined) return endedRedaction(abandonPages(run), 'cancelled', at);
    // A page that was started may already be edited, so the redaction ends after it.
    return mustFinish(run) ? nextRun(run, { cancelledAt: at }) : endedRedaction(run, 'cancelled', at);
  },
  withPause: (run, paused, at) => nextRun(run, { paused, touchedAt: at }),
  isCanceling: ({ record }) => record.data.cancelledAt !== undefined,
  mustFinish,
  isAudited: ({ data }) => !data.dryRun,
  auditDetails: ({ state, data: { pages, stoppedBy, cleanHistory } }, type) => {
    const findings = pages.reduce((sum, { findingIds }) => sum + findingIds.length, 0);
    const failed = pages.reduce((sum, { result }) => sum + (result?.failed.length ?? 0), 0);
    const ended = state === 'finished' ? finalState(findings, failed) : state;
    return auditDetails({
      state: type === 'job.created' ? undefined : ended,
      ...scopeOf(pages.map(({ pageId }) => pageId)),
      findings,
      ...(type === 'job.finished' ? { failed, code: stoppedBy } : {}),
      cleanHistory,
    });
  },
};

function mustFinish(run: Run<RedactionRecord>): boolean {
  return run.record.data.pages.some((page) => page.isBegun && !isPageDone(run, page));
}

/** Returns the ended redaction; pages that it did not reach have failed. @param stoppedBy a problem's code */
export function endedRedaction(
  run: Run<RedactionRecord>,
  state: Extract<RedactionRecord['state'], 'finished' | 'failed' | 'cancelled'>,
  at: string,
  stoppedBy?: string,
): Run<RedactionRecord> {
  const pages = run.record.data.pages.map((page) => ({
    ...page,
    result: page.result ?? allFailed(page, 'stopped'),
  }));
  return nextRun(run, { pages, paused: undefined, touchedAt: at, finishedAt: at, stoppedBy }, state);
}

/** The page after it failed, or after the cleaning of its older versions failed. */
export function failedPage(page: RedactionPage, reason: 'not-possible' | 'unavailable'): RedactionPage {
  if (page.result === undefined) return { ...page, result: allFailed(page, reason) };
  const exposed = reason === 'not-possible' ? 'not-allowed' : reason;
  return { ...page, history: { ...(page.history ?? FIRST_HISTORY), isOver: true, exposed } };
}

/** The redaction without the pages that it started and did not complete, because their values may have been removed. */
export function abandonPages(run: Run<RedactionRecord>): Run<RedactionRecord> {
  const { record } = run;
  const pages = record.data.pages.map((page) =>
    page.isBegun && !isPageDone(run, page) ? failedPage(page, 'unavailable') : page,
  );
  return { ...run, record: { ...record, data: { ...record.data, pages } } };
}

/** No older version has been read yet. */
export const FIRST_HISTORY: History = { at: 0, deleted: [], isOver: false };

function allFailed({ findingIds }: RedactionPage, reason: Failure): PageResult {
  return { isSeen: false, places: [], failed: findingIds.map((findingId) => ({ findingId, reason })) };
}
