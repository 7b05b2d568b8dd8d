import { twoThirdsOf } from './counters';
import { POINTS_OF_A_PAGE } from './host-points';
import { type Kind, mostOf, type Policy, POLICIES, type Quotas } from './policies';

/** How long changes of many pages take at least, by the quotas alone. Pure, so that docs/limits.md and the API say the same. */

export interface Estimate {
  readonly seconds: number;
  /** The quota that limits the work. */
  readonly limitedBy: Policy;
}

/**
 * For a key or a person without other work, from the beginning of a window of each quota, while other kinds of work use what they can
 * always use. Requests and steps themselves take time, too.
 * @param kind requests: one page each or in bulk, as fast as the quotas allow; work: a job
 */
export function estimateChanges(pages: number, quotas: Quotas, kind: Extract<Kind, 'requests' | 'work'>): Estimate {
  const perMinute = kind === 'work' ? twoThirdsOf(quotas['key-write']) : quotas['key-write'];
  const [minute, hour] = [POLICIES['key-write'].windowSeconds, POLICIES.host.windowSeconds];
  const byPoints = Math.max(1, Math.floor(mostOf(kind, quotas.host) / POINTS_OF_A_PAGE));
  const byWrites = (perMinute * hour) / minute;
  const perHour = Math.min(byPoints, byWrites);
  const fullHours = Math.max(1, Math.ceil(pages / perHour)) - 1;
  const rest = pages - fullHours * perHour;
  const waitForWrites = (Math.max(1, Math.ceil(rest / perMinute)) - 1) * minute;
  // Half of the points of an hour are there at its beginning, and the other half comes evenly until its end.
  const waitForPoints = Math.max(0, Math.ceil(((2 * rest) / byPoints - 1) * hour));
  const isByPoints = fullHours > 0 ? byPoints < byWrites : waitForPoints > waitForWrites;
  return {
    seconds: fullHours * hour + Math.max(waitForWrites, waitForPoints),
    limitedBy: isByPoints ? 'host' : 'key-write',
  };
}
