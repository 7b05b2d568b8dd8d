import { type Full, LINE_LIMITS, type Started } from '../runs/line';
import { pushRuns, type RunKind } from '../runs/push-run';
import type { AdminRequest } from './operation';
import { Refusal } from './result';

/** Shared by jobs, scans and redactions of the admin area. */

/** Where this fails, the watch pushes them within minutes. */
export function pushStarted({ queue, log, requestId }: AdminRequest, kind: RunKind, ids: Started): Promise<void> {
  return pushRuns({ push: queue, log, requestId }, kind, ids);
}

const TOO_MANY = { job: 'TOO_MANY_JOBS', scan: 'TOO_MANY_SCANS', redaction: 'TOO_MANY_REDACTIONS' } as const;

export function tooManyRuns(kind: RunKind, full: Full): Refusal {
  const { openOfOwner, open } = LINE_LIMITS;
  const whose = full === 'owner-full' ? `You have ${openOfOwner}` : `The site has ${open}`;
  return new Refusal({
    code: TOO_MANY[kind],
    message: `${whose} open ${kind}s, which is the most. Wait until one ends, or cancel one.`,
  });
}
