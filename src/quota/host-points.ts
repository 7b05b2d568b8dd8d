import { type Confluence, ImpersonationRefusedError } from '../platform/confluence';
import { together } from '../platform/together';

/** What the app's calls to Confluence cost, in the points that Atlassian counts: 1 a call, and for what a read answers, more. */

const CALL = 1;
const PAGE = 1;
const PERSON = 2;

/** What Confluence charges for a call that answers a page. */
export const POINTS_OF_A_PAGE = CALL + PAGE;

/** For one that answers a person. */
export const POINTS_OF_A_PERSON = CALL + PERSON;

/**
 * What a page that is redacted costs, about: it is read for editing, written, and read back with what is said of it. A version
 * that is deleted costs as much.
 */
export const POINTS_OF_A_REDACTED_PAGE = 12;

/** For a list of so many pages. */
export function pointsOfPages(count: number): number {
  return CALL + PAGE * count;
}

/** So many are paid at a time where a request needs more than was expected: what the second way to ask for a page takes more. */
const BLOCK = 5;

/**
 * Confluence, with every call paid for.
 * @param prepaid what was counted with the request
 * @param pay counts more, beside the call that needs it; rejects where there is no more, and then so does the call
 */
export function metered(confluence: Confluence, prepaid: number, pay: (points: number) => Promise<void>): Confluence {
  let left = prepaid;
  const spend = async (points: number): Promise<void> => {
    left -= points;
    if (left >= 0) return;
    const more = Math.max(-left, BLOCK);
    left += more;
    await pay(more);
  };
  const paid = async <T>(points: number, call: () => Promise<T>): Promise<T> => {
    try {
      const [, answer] = await together([spend(points), call()]);
      return answer;
    } catch (error) {
      // It never reached Confluence.
      if (error instanceof ImpersonationRefusedError) left += points;
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

/** What a read costs at most: a list as if it were full, or all that it asks for were there. */
export function pointsOfRead(path: string): number {
  const { pathname, searchParams } = new URL(path, 'https://confluence.invalid');
  if (pathname === '/wiki/rest/api/user') return POINTS_OF_A_PERSON;
  const limit = Number(searchParams.get('limit'));
  const most = Number.isInteger(limit) ? Math.max(1, limit) : 1;
  return pointsOfPages(Math.min(most, searchParams.get('id')?.split(',').length ?? most));
}
