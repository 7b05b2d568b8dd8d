import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Call } from './endpoint';
import { badRequest } from './refusal';

const cursorShape = z.strictObject({ query: z.string(), after: z.string(), offset: z.int().positive() });
type Cursor = z.infer<typeof cursorShape>;

/** The start of the next page. Opaque to the client, bound to its query. */
function encode(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

function decode(text: string, query: string): Cursor {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    value = undefined;
  }
  const cursor = cursorShape.safeParse(value);
  if (!cursor.success || cursor.data.query !== query) {
    throw badRequest(`Provided value {${text}} for 'cursor' is not a valid cursor`, 'INVALID_REQUEST_PARAMETER');
  }
  return cursor.data;
}

/**
 * Identifies a query apart from its position, page size and the format of bodies, which select no items. Whether Confluence
 * also accepts a cursor with another format is not documented.
 */
function fingerprint(url: URL): string {
  const parameters = new URLSearchParams(url.searchParams);
  parameters.delete('cursor');
  parameters.delete('limit');
  parameters.delete('body-format');
  parameters.sort();
  return createHash('sha256').update(`${url.pathname}?${parameters.toString()}`).digest('base64url').slice(0, 16);
}

export interface Slice<T> {
  readonly items: readonly T[];
  readonly limit: number;
  /** The same URL with the next cursor, relative to the site's origin; undefined on the last page. */
  readonly next: string | undefined;
}

export interface Limits {
  readonly usual: number;
  readonly most: number;
  /** Larger parts are cut, not refused. Default: `most`. */
  readonly atMost?: number;
}

/**
 * One page of a list. The cursor names the last returned item, so that items deleted between two requests
 * do not make the reader skip others. If that item itself is deleted, its position is used instead.
 */
export function slice<T>(
  call: Call,
  all: readonly T[],
  keyOf: (item: T) => string,
  limits: Limits = { usual: 25, most: 250 },
  begin: (start: number, limit: number) => number = (start) => start,
): Slice<T> {
  const wanted = call.integer('limit', { least: 1, most: limits.most }) ?? limits.usual;
  const limit = Math.min(wanted, limits.atMost ?? limits.most);
  const query = fingerprint(call.url);
  const text = call.query('cursor');
  let start = 0;
  if (text !== undefined) {
    const cursor = decode(text, query);
    const last = all.findIndex((item) => keyOf(item) === cursor.after);
    start = last === -1 ? Math.min(cursor.offset - 1, all.length) : last + 1;
  }
  start = begin(start, limit);
  const items = all.slice(start, start + limit);
  const last = items.at(-1);
  if (last === undefined || start + limit >= all.length) return { items, limit, next: undefined };
  const parameters = new URLSearchParams(call.url.searchParams);
  parameters.set('limit', String(limit));
  parameters.set('cursor', encode({ query, after: keyOf(last), offset: start + limit }));
  return { items, limit, next: `${call.url.pathname}?${parameters.toString()}` };
}

/** The answer of every v2 list: `results`, `_links`, and the `Link` header. */
export function v2List<T>(
  call: Call,
  all: readonly T[],
  keyOf: (item: T) => string,
  render: (item: T) => unknown,
  limits?: Limits,
): Response {
  const { items, next } = slice(call, all, keyOf, limits);
  const base = `${call.baseUrl}/wiki`;
  const links = [...(next === undefined ? [] : [`<${next}>; rel="next"`]), `<${base}>; rel="base"`];
  return Response.json(
    { results: items.map(render), _links: { ...(next === undefined ? {} : { next }), base } },
    { headers: { Link: links.join(', ') } },
  );
}

/** The `start`/`limit` paging of v1 lists. */
export function v1List<T>(
  call: Call,
  all: readonly T[],
  render: (item: T) => unknown,
  limits: Limits,
): Record<string, unknown> {
  const limit = call.integer('limit', { least: 0, most: limits.most }) ?? limits.usual;
  const start = call.integer('start', { least: 0, most: 2 ** 31 - 1 }) ?? 0;
  const items = all.slice(start, start + limit);
  const path = call.url.pathname.replace(/^\/wiki/, '');
  const parameters = new URLSearchParams(call.url.searchParams);
  parameters.set('start', String(start + limit));
  parameters.set('limit', String(limit));
  const more = limit > 0 && start + limit < all.length;
  return {
    results: items.map(render),
    start,
    limit,
    size: items.length,
    _links: {
      ...(more ? { next: `${path}?${parameters.toString()}` } : {}),
      base: `${call.baseUrl}/wiki`,
      context: '/wiki',
      self: `${call.baseUrl}${call.url.pathname}${call.url.search}`,
    },
  };
}
