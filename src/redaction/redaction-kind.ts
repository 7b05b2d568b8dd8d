import { actorOf } from '../audit/event';
import { LINE_ONLY, nextRun, type Run, type RunKind } from '../runs/run-kind';
import {
  type Failure,
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
    // A page that was started may already be edited: the redaction ends after it.
    return mustFinish(run) ? nextRun(run, { cancelledAt: at }) : endedRedaction(run, 'cancelled', at);
  },
  isCancelling: ({ record }) => record.data.cancelledAt !== undefined,
  mustFinish,
  isAudited: ({ data }) => !data.dryRun,
  finishedBy: ({ data: { createdBy, keyId } }) => actorOf({ createdBy, keyId }),
  auditDetails: ({ state, data: { pages, stoppedBy } }, type) => {
    if (type === 'job.cancelled') return { state };
    return {
      state,
      pages: pages.length,
      findings: pages.reduce((sum, { findingIds }) => sum + findingIds.length, 0),
      failed: pages.reduce((sum, { result }) => sum + (result?.failed.length ?? 0), 0),
      ...(stoppedBy === undefined ? {} : { code: stoppedBy }),
    };
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
  const change = { pages, touchedAt: at, finishedAt: at, ...(stoppedBy === undefined ? {} : { stoppedBy }) };
  return nextRun(run, change, state);
}

export function allFailed({ findingIds }: RedactionPage, reason: Failure): PageResult {
  return { isSeen: false, places: [], failed: findingIds.map((findingId) => ({ findingId, reason })) };
}
