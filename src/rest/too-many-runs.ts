import { type Full, LINE_LIMITS } from '../runs/line';
import type { RunKind } from '../runs/push-run';
import { Problem } from './problem';

/** Long work that finds no place in the line. */
export function tooManyRuns(kind: RunKind, full: Full): Problem {
  const detail =
    full === 'owner-full'
      ? `This API key has ${LINE_LIMITS.openOfOwner} open ${kind}s, which is the most for one key. Wait until one ends.`
      : `The site has ${LINE_LIMITS.open} open ${kind}s, which is the most for a site. Wait until one ends.`;
  return new Problem('TOO_MANY_JOBS', { detail, headers: { 'Retry-After': '60' } });
}
