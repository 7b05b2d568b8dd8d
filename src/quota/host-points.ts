import * as z from 'zod';
import { type Confluence, type HostAnswer, ImpersonationRefusedError } from '../platform/confluence';
import { together } from '../platform/together';

/** What the app's calls to Confluence cost, in the points that Atlassian counts: 1 a call, and for what a read answers, more. */

const CALL = 1;
const PAGE = 1;
const PERSON = 2;

/** What Confluence charges for a call that answers a page. */
export const POINTS_OF_A_PAGE = CALL + PAGE;

/** For one that answers a person. */
export const POINTS_OF_A_PERSON = CALL + PERSON;

/** For a list of so many pages. */
export function pointsOfPages(count: number): number {
  return CALL + PAGE * count;
}

/** Where the points of calls come from. */
export interface Purse {
  /** Pays for a call. Throws at once where it is known that there are not so many points. */
  spend(points: number): Promise<void>;
  /** The points of a call that never reached Confluence. */
  restore(points: number): void;
}

/**
 * Points that were paid before, and more as calls need them.
 * @param source `check` throws where it is known that there are not so many points; `pay` counts them, and rejects where there
 * are not. Calls of one moment are paid for together.
 */
export function openPurse(
  prepaid: number,
  { check, pay }: { readonly check: (points: number) => void; readonly pay: (points: number) => Promise<void> },
): Purse & { readonly left: () => number } {
  let left = prepaid;
  let due = 0;
  let paying: Promise<void> | undefined;
  return {
    left: () => left,
    restore: (points) => (left += points),
    spend: (points) => {
      const missing = Math.max(0, points - left);
      if (missing > 0) check(due + missing);
      left -= points - missing;
      if (missing === 0) return Promise.resolve();
      due += missing;
      paying ??= Promise.resolve().then(() => {
        const sum = due;
        [due, paying] = [0, undefined];
        return pay(sum);
      });
      return paying;
    },
  };
}

/**
 * Confluence, with every call paid for.
 * @param when beside: the call is made while its points are counted, and its answer waits for that; before: it is made once
 * they are counted, and what a list answers less than it was asked for is restored
 */
export function metered(confluence: Confluence, purse: Purse, when: 'beside' | 'before'): Confluence {
  const paid = async (points: number, call: () => Promise<HostAnswer>): Promise<HostAnswer> => {
    const spent = purse.spend(points);
    try {
      if (when === 'beside') return (await together([spent, call()]))[1];
      await spent;
      const answer = await call();
      purse.restore(Math.max(0, points - pointsOfAnswer(answer, points)));
      return answer;
    } catch (error) {
      if (error instanceof ImpersonationRefusedError) purse.restore(points);
      throw error;
    }
  };
  return {
    get: (actor, path) => paid(pointsOfRead(path.value), () => confluence.get(actor, path)),
    post: (actor, path, body) => paid(CALL, () => confluence.post(actor, path, body)),
    put: (actor, path, body) => paid(CALL, () => confluence.put(actor, path, body)),
    delete: (actor, path) => paid(CALL, () => confluence.delete(actor, path)),
  };
}

const list = z.object({ results: z.array(z.unknown()) });

function pointsOfAnswer({ body }: HostAnswer, otherwise: number): number {
  const { data } = list.safeParse(body);
  return data === undefined ? otherwise : pointsOfPages(data.results.length);
}

/** What a read costs at most: a list as if it were full, or all that it asks for were there. */
export function pointsOfRead(path: string): number {
  const { pathname, searchParams } = new URL(path, 'https://confluence.invalid');
  if (pathname === '/wiki/rest/api/user') return POINTS_OF_A_PERSON;
  const limit = Number(searchParams.get('limit'));
  const most = Number.isInteger(limit) ? Math.max(1, limit) : 1;
  return pointsOfPages(Math.min(most, searchParams.get('id')?.split(',').length ?? most));
}
