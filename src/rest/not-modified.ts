import { readAnswers } from '../capabilities/answers';
import { openStorage } from '../people/open-storage';
import type { Clock } from '../platform/clock';
import { Deadline } from '../platform/deadline';

/**
 * The platform may replace a 304 by an empty 200, so the app sends one only where the site check saw a client receive it
 * (docs/adr/0118). A process remembers the answer, so that callers without a key cannot make it read storage at will.
 */

const REMEMBERED_MS = 5 * 60_000;
/** A process rarely serves more than one site. */
const MAX_REMEMBERED = 1_000;
const LIMIT_MS = 1_000;

/** True if a client of the site receives a 304. Never throws: without an answer of storage, it is false. */
export type Passes304 = (installationId: string) => Promise<boolean>;

export function createPasses304(clock: Clock): Passes304 {
  const remembered = new Map<string, { readonly passes: boolean; readonly until: number }>();
  return async (installationId) => {
    const now = clock().getTime();
    const known = remembered.get(installationId);
    if (known !== undefined && known.until > now) return known.passes;
    try {
      const answers = await readAnswers(openStorage(new Deadline(LIMIT_MS), clock));
      const passes = answers.get('web-304')?.state === 'works';
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(installationId, { passes, until: now + REMEMBERED_MS });
      return passes;
    } catch {
      return false;
    }
  };
}
