import { readAnswers } from '../capabilities/answers';
import { openStorage } from '../people/open-storage';
import type { Clock } from '../platform/clock';
import { Deadline } from '../platform/deadline';

/**
 * The platform may replace a 304 by an empty 200, so the app sends one only where the site check saw a client receive it
 * (docs/adr/0118). A process remembers the answer, so that callers without a key cannot make it read storage at will.
 */

const REMEMBERED_MS = 5 * 60_000;
const LIMIT_MS = 1_000;

/**
 * @returns a function that returns true if a client of the site receives a 304. It never throws: without an answer of storage, it
 *   returns false
 */
export function createPasses304(clock: Clock): (installationId: string) => Promise<boolean> {
  // The answer of the latest site, because a process rarely serves more than one.
  let known: { readonly installationId: string; readonly passes: boolean; readonly until: number } | undefined;
  return async (installationId) => {
    const now = clock().getTime();
    if (known?.installationId === installationId && known.until > now) return known.passes;
    try {
      const answers = await readAnswers(openStorage(new Deadline(LIMIT_MS), clock));
      const passes = answers.get('web-304')?.state === 'works';
      known = { installationId, passes, until: now + REMEMBERED_MS };
      return passes;
    } catch {
      return false;
    }
  };
}
