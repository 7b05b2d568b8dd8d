import * as z from 'zod';
import {
  type Confluence,
  ConsentNeededError,
  type HostFile,
  type HostResponse,
  ImpersonationRefusedError,
  type UnpaidConfluence,
} from '../platform/confluence';
import { awaitAll } from '../platform/await-all';

/** The cost of calls to Confluence in Atlassian's points: 1 per call, plus points for what a read returns. */

const CALL = 1;
const PAGE = 1;
const PERSON = 2;

/** The cost of a call that returns a page. */
export const POINTS_OF_A_PAGE = CALL + PAGE;

/** The cost of the file of an attachment. */
export const POINTS_OF_A_DOWNLOAD = CALL + PAGE;

/** The cost of a call that returns a person. */
export const POINTS_OF_A_PERSON = CALL + PERSON;

/** The cost of a call that returns that many people. */
export function pointsOfPeople(count: number): number {
  return CALL + PERSON * count;
}

/** The cost of a call that returns that many pages. */
export function pointsOfPages(count: number): number {
  return CALL + PAGE * count;
}

/** The source of points for calls. */
export interface PointBudget {
  /** Resolves when it is known whether there are points. Default: at once. */
  readonly ready?: () => Promise<void>;
  /** Pays for a call. Throws at once if there are known to be too few points. */
  spend(points: number): Promise<void>;
  /**
   * True: also the points of list items that do not exist. Not for keys, whose limits hide pages that Confluence returns: the return of
   * points takes a call, and would distinguish an absent page from a hidden one.
   */
  readonly returnsItems?: boolean;
  /** Called when a paid call has ended. @param points the points that it did not use. Less than 0: the next call pays for it */
  restore(points: number): void;
}

/**
 * Uses prepaid points first, then charges more.
 * @param source `check` throws if there are known to be too few points; `pay` charges points and rejects if there are too few.
 * Concurrent calls are paid together.
 */
export function openPointBudget(
  prepaid: number,
  { check, pay }: { readonly check: (points: number) => void; readonly pay: (points: number) => Promise<void> },
): PointBudget & { readonly left: () => number } {
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

/** Confluence for a site without quotas. */
export function unmetered(unpaid: UnpaidConfluence): Confluence {
  return unpaid.openUnpaid();
}

/**
 * Charges every call to Confluence.
 * @param when concurrently: calls run while their points are charged, and their results wait for the charge; before: calls run after
 * the charge
 */
export function metered(unpaid: UnpaidConfluence, budget: PointBudget, when: 'concurrently' | 'before'): Confluence {
  const confluence = unpaid.openUnpaid();
  const paid = async <T extends HostResponse | HostFile>(
    points: number,
    call: () => Promise<T>,
    path = '',
  ): Promise<T> => {
    await budget.ready?.();
    const spent = budget.spend(points);
    if (when === 'before') await spent;
    let unused = 0;
    try {
      const answer = when === 'before' ? await call() : (await awaitAll([spent, call()]))[1];
      if (budget.returnsItems === true && 'body' in answer) unused = points - pointsOfResponse(answer, path, points);
      return answer;
    } catch (error) {
      // The call was not sent to Confluence.
      if (error instanceof ImpersonationRefusedError || error instanceof ConsentNeededError) unused = points;
      throw error;
    } finally {
      budget.restore(unused);
    }
  };
  return {
    get: (actor, path) => paid(pointsOfRead(path.value), () => confluence.get(actor, path), path.value),
    download: (actor, path, maxBytes) => paid(POINTS_OF_A_DOWNLOAD, () => confluence.download(actor, path, maxBytes)),
    post: (actor, path, body) => paid(CALL, () => confluence.post(actor, path, body)),
    put: (actor, path, body) => paid(CALL, () => confluence.put(actor, path, body)),
    delete: (actor, path) => paid(CALL, () => confluence.delete(actor, path)),
  };
}

const list = z.object({ results: z.array(z.unknown()) });

function pointsOfResponse({ body }: HostResponse, path: string, otherwise: number): number {
  const { data } = list.safeParse(body);
  if (data === undefined) return otherwise;
  const { length } = data.results;
  if (PEOPLE.test(path)) return pointsOfPeople(length);
  return pointsOfPages(length) + (RESTRICTIONS.test(path) ? nestedPoints(data.results) : 0);
}

/** Lists of people, groups and permissions. */
const PEOPLE =
  /^\/wiki\/(?:rest\/api\/(?:search\/)?user\b|rest\/api\/group\b|api\/v2\/spaces\/\d+\/(?:permissions|role-assignments)\b|api\/v2\/space-roles\b)/;
/** Pages with those whom their restrictions name. */
const RESTRICTIONS = /^\/wiki\/rest\/api\/content\/search\b.*\bexpand=[^&]*restrictions/;
/** The ancestors, people and groups of a page that are charged before it is read. Most pages have fewer. */
const NESTED_OF_A_PAGE = 8;

/** Ancestors, and those whom a restriction names. Atlassian does not say if ancestors count. */
function nestedPoints(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + nestedPoints(one), 0);
  return Object.entries(value).reduce((sum, [name, inner]) => {
    if (name === 'ancestors' && Array.isArray(inner)) return sum + PAGE * inner.length + nestedPoints(inner);
    const named = name === 'user' || name === 'group' ? list.safeParse(inner).data : undefined;
    return sum + (named === undefined ? nestedPoints(inner) : PERSON * named.results.length);
  }, 0);
}

/** The maximum cost of a read, for a full list, or if everything requested exists. */
export function pointsOfRead(path: string): number {
  const { pathname, searchParams } = new URL(path, 'https://confluence.invalid');
  const limit = Number(searchParams.get('limit'));
  const most = Number.isInteger(limit) ? Math.max(1, limit) : 1;
  if (RESTRICTIONS.test(path)) return pointsOfPages(most * (1 + NESTED_OF_A_PAGE));
  if (PEOPLE.test(pathname)) return pointsOfPeople(Math.max(most, searchParams.getAll('accountId').length));
  return pointsOfPages(Math.min(most, searchParams.get('id')?.split(',').length ?? most));
}
