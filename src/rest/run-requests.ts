import { actorOf } from '../audit/event';
import { isUnchanged } from '../keys/key-store';
import { cancelRun } from '../runs/end-run';
import type { RunCreation } from '../runs/create-run';
import { type Full, LINE_LIMITS } from '../runs/line';
import { pushRuns } from '../runs/push-run';
import { isOver, type Run, type RunKind, type RunKindName, type RunRecord } from '../runs/run-kind';
import { Problem } from './problem';
import type { AuthorizedRequest } from './route';

/** Shared by the operations on jobs, scans and redactions. */

/** The polling interval, in seconds. */
export function pollingHeaders({ record }: Run): Readonly<Record<string, string>> {
  return isOver(record) ? {} : { 'Retry-After': '5' };
}

/**
 * @returns the run that the request creates, after its event is pushed
 * @throws Problem 409
 */
export async function startCreated<R extends RunRecord>(
  request: AuthorizedRequest,
  kind: RunKindName,
  creation: RunCreation<R>,
): Promise<{ readonly run: Run<R>; readonly isNew: boolean }> {
  switch (creation.outcome) {
    case 'reused':
      throw new Problem('IDEMPOTENCY_KEY_REUSED', {
        detail: 'Use a new Idempotency-Key for a new request. Nothing was changed.',
      });
    case 'owner-full':
    case 'site-full':
      throw tooManyRuns(kind, creation.outcome);
    case 'contended':
      throw new Problem('EDIT_CONFLICT', {
        detail: `Other ${kind}s were made at the same moment. Nothing was done; send the request again.`,
        headers: { 'Retry-After': '1' },
      });
    case 'created':
    case 'existing': {
      const { run, outcome } = creation;
      const { requestId } = request.exchange;
      if (run.record.state === 'queued') await pushRuns({ ...request, requestId }, kind, [run.runId]);
      return { run, isNew: outcome === 'created' };
    }
  }
}

function tooManyRuns(kind: RunKindName, full: Full): Problem {
  const detail =
    full === 'owner-full'
      ? `This API key has ${LINE_LIMITS.openOfOwner} open ${kind}s, which is the most for one key. Wait until one ends.`
      : `The site has ${LINE_LIMITS.open} open ${kind}s, which is the most for a site. Wait until one ends.`;
  return new Problem('TOO_MANY_JOBS', { detail, headers: { 'Retry-After': '60' } });
}

/**
 * Cancels a run on behalf of the key.
 * @throws Problem 409
 */
export async function cancelAsKey<R extends RunRecord, B>(
  request: AuthorizedRequest,
  kind: RunKind<R, B>,
  runId: string,
): Promise<Run<R>> {
  const { storage, random, log, now, key } = request;
  const { requestId } = request.exchange;
  const stillValid = [isUnchanged(key)];
  const context = { storage, random, log, now, stillValid };
  const cancelled = await cancelRun(context, kind, runId, { actor: actorOf(key), requestId });
  if (cancelled?.run === undefined) {
    throw new Problem('EDIT_CONFLICT', {
      detail: `The ${kind.name} was not cancelled, because it, or the key, changed at every attempt. Send the request again.`,
      headers: { 'Retry-After': '1' },
    });
  }
  await pushRuns({ ...request, requestId }, kind.name, cancelled.started);
  return cancelled.run;
}
