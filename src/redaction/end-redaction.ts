import { type AuditActor, auditRow } from '../audit/event';
import type { Random } from '../platform/random';
import type { RowWrite, Storage } from '../platform/storage';
import type { Started } from '../runs/line';
import {
  type Failure,
  isPageDone,
  isRedactionOver,
  type PageResult,
  type RedactionPage,
  type RedactionRecord,
  type RedactionRun,
} from './run-model';
import { commitRedaction, nextRedaction, readRedaction } from './run-store';

/** Ends a redaction: it finished, failed or was cancelled. */

const MAX_ATTEMPTS = 5;

/** Returns the ended redaction; pages that it did not reach have failed. @param stoppedBy a problem's code */
export function endedRedaction(
  run: RedactionRun,
  state: Extract<RedactionRecord['state'], 'finished' | 'failed' | 'cancelled'>,
  at: string,
  stoppedBy?: string,
): RedactionRun {
  const pages = run.record.data.pages.map((page) => ({
    ...page,
    result: page.result ?? allFailed(page, 'stopped'),
  }));
  const change = { pages, touchedAt: at, finishedAt: at, ...(stoppedBy === undefined ? {} : { stoppedBy }) };
  return nextRedaction(run, change, state);
}

export function allFailed({ findingIds }: RedactionPage, reason: Failure): PageResult {
  return { isSeen: false, places: [], failed: findingIds.map((findingId) => ({ findingId, reason })) };
}

interface CancelContext {
  readonly storage: Storage;
  readonly random: Random;
  readonly now: Date;
}

/**
 * Cancels the pages that have not begun. A page that has begun may be edited already, so it is finished first, and then the
 * redaction ends. A redaction that ended stays as it is.
 * @returns the redaction, and the redactions that start because it ended, which the caller pushes; undefined where others
 *   changed it at every attempt, or it does not exist
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function cancelRedaction(
  { storage, random, now }: CancelContext,
  redactionId: string,
  actor: AuditActor,
  requestId: string,
): Promise<{ readonly run: RedactionRun; readonly started: Started } | undefined> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const { run } = await readRedaction(storage, redactionId);
    if (run === undefined) return undefined;
    if (isRedactionOver(run) || run.record.data.cancelledAt !== undefined) return { run, started: [] };
    const at = now.toISOString();
    const after = cancelled(run, at);
    const started = await commitRedaction(storage, run, after, cancelRow(random, after, actor, requestId, now));
    if (started !== 'conflict') return { run: after, started };
  }
  return undefined;
}

function cancelled(run: RedactionRun, at: string): RedactionRun {
  const { pages } = run.record.data;
  const isUnderWork = pages.some((page) => page.isBegun && !isPageDone(run, page));
  return isUnderWork ? nextRedaction(run, { cancelledAt: at }) : endedRedaction(run, 'cancelled', at);
}

function cancelRow(
  random: Random,
  { redactionId, record }: RedactionRun,
  actor: AuditActor,
  requestId: string,
  now: Date,
): RowWrite {
  return auditRow({
    id: random.uuid(),
    type: 'job.cancelled',
    time: now,
    subject: `redaction:${redactionId}`,
    actor,
    requestId,
    after: { state: record.state },
  });
}
