import * as z from 'zod';
import type { Candidate, Found } from '../classification/visible-list';
import type { Position } from '../platform/rows-by-time';
import type { Exchange } from './exchange';

/** Paginated lists in the format of Confluence's API: `results`, and `_links.next` while more entries exist. */

export function pageOf<T extends z.ZodType>(item: T) {
  return z.strictObject({
    results: z.array(item),
    _links: z.strictObject({
      next: z
        .string()
        .optional()
        .meta({ description: 'The address of the next page, as in the `Link` header. Absent on the last page.' }),
    }),
  });
}

export const PAGE_HEADERS = { Link: 'The next page: `<address>; rel="next"`. Absent on the last page.' };

interface ListAnswer<T> {
  readonly status: 200;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly results: readonly T[]; readonly _links: { readonly next?: string } };
}

/**
 * A page of a list. The next page has the same path and query, except for the cursor.
 * @param parameter the parameter of the cursor
 * @param notAgain a parameter that cannot be combined with a cursor
 */
export function listAnswer<T>(
  exchange: Exchange,
  results: readonly T[],
  cursor: string | undefined,
  parameter = 'cursor',
  notAgain?: string,
): ListAnswer<T> {
  if (cursor === undefined) return { status: 200, headers: {}, body: { results, _links: {} } };
  const { next, headers } = nextLink(exchange, cursor, parameter, notAgain);
  return { status: 200, headers, body: { results, _links: { next } } };
}

/** A part of a list that is read as a whole, the lowest position first. */
export function partOf<C extends Candidate>(
  all: readonly C[],
  place: Position | undefined,
  count: number,
): Found<C, Position | undefined> {
  const isAfter = ({ time, key }: Position, other: Position) =>
    time > other.time || (time === other.time && key > other.key);
  const left = all
    .filter(({ at }) => place === undefined || isAfter(at, place))
    .sort((a, b) => (isAfter(a.at, b.at) ? 1 : -1));
  const items = left.slice(0, count);
  return { items, next: items.at(-1)?.at ?? place, hasMore: left.length > count };
}

/** The next page, as a path and as a header. Parameters as in `listAnswer`. */
export function nextLink(
  { basePath, path, query }: Exchange,
  cursor: string,
  parameter = 'cursor',
  notAgain?: string,
): { readonly next: string; readonly headers: Readonly<Record<string, string>> } {
  const parameters = new URLSearchParams(
    [...query].flatMap(([name, values]) => values.map((value): [string, string] => [name, value])),
  );
  if (notAgain !== undefined) parameters.delete(notAgain);
  parameters.set(parameter, cursor);
  const next = `${path}?${parameters.toString()}`;
  return { next, headers: { Link: `<${basePath}${next}>; rel="next"` } };
}
