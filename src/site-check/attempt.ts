import type { NewAnswer, ProbeName } from '../capabilities/answers';
import { HostError, ImpersonationRefusedError } from '../platform/confluence';
import { type Deadline, TimeoutError } from '../platform/deadline';

/** A probe returns an answer for each of its names, or throws. */
type Probe = () => Promise<readonly NewAnswer[]>;

/**
 * Runs a probe within a time limit. It never throws, because a failure becomes the answer for every name of the probe.
 */
export async function attempt(
  deadline: Deadline,
  limitMs: number,
  names: readonly ProbeName[],
  probe: Probe,
): Promise<readonly NewAnswer[]> {
  try {
    return await deadline.run(limitMs, probe);
  } catch (error) {
    return names.map((name) => ({ probe: name, ...answerOfFailure(error) }));
  }
}

/** A refusal is an answer. Other failures, for example a timeout, prove nothing. */
function answerOfFailure(error: unknown): Pick<NewAnswer, 'state' | 'detail'> {
  if (error instanceof ImpersonationRefusedError) return { state: 'fails', detail: 'refused' };
  if (error instanceof TimeoutError) return { state: 'not-tried', detail: 'timeout' };
  if (error instanceof HostError) {
    const { kind, status } = error;
    if (status === 401) return { state: 'fails', detail: 'status-401' };
    if (kind === 'refused') return { state: 'fails', detail: kind };
    return { state: 'not-tried', detail: status === undefined ? kind : `status-${status}` };
  }
  return { state: 'not-tried', detail: 'no-answer' };
}
