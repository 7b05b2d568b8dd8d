import * as z from 'zod';
import { APP, type Confluence, HostError, route } from '../platform/confluence';
import { confluenceId } from '../platform/confluence-id';
import type { Context } from '../platform/context';
import type { Row } from '../platform/storage';
import { storedDocument } from '../platform/stored-document';

/**
 * The number of pages of each space that Confluence reports to the app, counted each night. Confluence cannot count by space, so
 * this takes one search for each space.
 */

/** They fit into one row. For the other spaces of a larger site, only the number of known pages is known. */
const MAX_SPACES = 5_000;
const SPACES_AT_ONCE = 25;
const MINUTE_MS = 60_000;

const count = z.int().min(0);
const reported = z.strictObject({
  /** When the current or last pass over all spaces began, in minutes since 1970. */
  since: count,
  /** By space id: the pages, and when they were counted, in minutes since 1970. */
  spaces: z.record(z.string(), z.tuple([count, count])),
});

export const REPORTED_ROW = storedDocument(reported, { entity: 'count', key: 'reported', unreadable: 'absent' });

export interface ReportedPages {
  readonly count: number;
  readonly at: string;
}

/** By space id. A corrupt row counts as empty, and its spaces are counted again in the next night. */
export function parseReported(row: Row): ReadonlyMap<string, ReportedPages> {
  const spaces = REPORTED_ROW.parse(row)?.spaces ?? {};
  return new Map(
    Object.entries(spaces).map(([spaceId, [pages, minutes]]) => [
      spaceId,
      { count: pages, at: new Date(minutes * MINUTE_MS).toISOString() },
    ]),
  );
}

/** The pages that a search as the app finds. undefined: Confluence did not answer. @throws HostError */
export async function countReportedPages(confluence: Confluence, cql: string): Promise<number | undefined> {
  const query = new URLSearchParams({ cql, limit: '1', excerpt: 'none' });
  const { body } = await confluence.get(APP, route`/wiki/rest/api/search?${query}`);
  return z.object({ totalSize: count }).safeParse(body).data?.totalSize;
}

const spacesBody = z.object({
  results: z.array(z.object({ id: confluenceId, key: z.string() })),
  _links: z.object({ next: z.string().optional() }).optional(),
});

interface ReportContext extends Pick<Context, 'storage' | 'confluence'> {
  readonly now: Date;
}

/**
 * Counts the pages of the next 25 spaces. At the end of the list, spaces that no longer exist are removed.
 * @param after the cursor of the list; empty: from the beginning
 * @returns the next cursor; undefined at the end of the list
 * @throws HostError, StorageUnavailableError
 */
export async function countPagesOfSpaces(
  { storage, confluence, now }: ReportContext,
  after: string,
): Promise<{ readonly spaces: number; readonly next: string | undefined }> {
  const query = new URLSearchParams({
    limit: String(SPACES_AT_ONCE),
    sort: 'id',
    ...(after === '' ? {} : { cursor: after }),
  });
  const { status, body } = await confluence.get(APP, route`/wiki/api/v2/spaces?${query}`);
  const list = spacesBody.safeParse(body).data;
  if (list === undefined) throw new HostError('failure', `Confluence returned ${status} for a list of spaces`);
  const minutes = Math.floor(now.getTime() / MINUTE_MS);
  const { revision, value: known = { since: minutes, spaces: {} } } = await REPORTED_ROW.read(storage);
  const since = after === '' ? minutes : known.since;
  const counted = new Map(Object.entries(known.spaces));
  for (const { id, key } of list.results) {
    const pages = await countReportedPages(confluence, `type = page and space = "${key}"`);
    if (pages !== undefined && (counted.has(id) || counted.size < MAX_SPACES)) counted.set(id, [pages, minutes]);
  }
  const link = list._links?.next;
  const next = link === undefined ? undefined : (new URL(link, 'https://site').searchParams.get('cursor') ?? undefined);
  const kept = [...counted].filter(([, [, at]]) => next !== undefined || at >= since);
  // Only one nightly check runs. A lost write is repeated by the next night.
  await REPORTED_ROW.save(storage, revision, { since, spaces: Object.fromEntries(kept) });
  return { spaces: list.results.length, next };
}
