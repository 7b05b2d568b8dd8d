import * as z from 'zod';
import { APP, type Confluence, HostError, route } from '../platform/confluence';
import { confluenceId, joinIds } from '../platform/confluence-id';
import type { Context } from '../platform/context';
import { instant } from '../platform/instant';
import { NEWER_ROW, type Row } from '../platform/storage';
import { storedDocument } from '../platform/stored-document';

/**
 * The spaces that a data security policy closes to the app. The app finds nothing there, neither as itself nor for a
 * person. The row is only for people, because every call to Confluence finds out by itself.
 */

const MAX_SPACES = 250;
/** Lists of 250 spaces. */
const MAX_LISTS = 20;

const closedSpaces = z.strictObject({
  checkedAt: instant,
  spaceIds: z.array(z.string()).max(MAX_SPACES),
  /** Closed spaces that are not in `spaceIds`. */
  more: z.int().min(0),
});

/** Names of spaces are not stored. */
export const CLOSED_SPACES_ROW = storedDocument(closedSpaces, { key: 'closed-spaces', unreadable: 'absent' });

/** The response of `/data-policies/metadata`. */
export const policyMetadata = z.object({ anyContentBlocked: z.boolean() });
const listBody = z.object({
  results: z.array(
    z.object({
      id: confluenceId,
      key: z.string(),
      name: z.string(),
      dataPolicy: z.object({ anyContentBlocked: z.boolean() }).optional(),
    }),
  ),
  _links: z.object({ next: z.string().optional() }).optional(),
});

export interface ClosedSpace {
  readonly spaceId: string;
  readonly key: string;
  readonly name: string;
}

export interface ClosedSpaces {
  readonly spaces: readonly ClosedSpace[];
  /** Closed spaces that are not listed. */
  readonly more: number;
}

interface RenewContext extends Pick<Context, 'storage' | 'confluence'> {
  readonly now: Date;
}

/** One call to Confluence without such a policy. @throws HostError, StorageUnavailableError; try again the next day */
export async function renewClosedSpaces({ storage, confluence, now }: RenewContext): Promise<void> {
  const { status, body } = await confluence.get(APP, route`/wiki/api/v2/data-policies/metadata`);
  const metadata = status === 200 ? policyMetadata.safeParse(body).data : undefined;
  if (metadata === undefined) throw new HostError('failure', `Confluence returned ${status} for the data policies`);
  const closed = metadata.anyContentBlocked ? await listClosed(confluence) : [];
  const { revision } = await CLOSED_SPACES_ROW.read(storage);
  if (revision === NEWER_ROW) return;
  const value = {
    checkedAt: now.toISOString(),
    spaceIds: closed.slice(0, MAX_SPACES),
    more: Math.max(0, closed.length - MAX_SPACES),
  };
  // The last writer wins, because every writer has just asked.
  const { expected: _expected, ...write } = CLOSED_SPACES_ROW.write(revision, value);
  await storage.commit([write], []);
}

async function listClosed(confluence: Confluence): Promise<readonly string[]> {
  const closed: string[] = [];
  let query = 'limit=250';
  for (let lists = 0; lists < MAX_LISTS; lists += 1) {
    const { spaces, cursor } = await listPolicies(confluence, new URLSearchParams(query));
    closed.push(...spaces.filter(({ isClosed }) => isClosed).map(({ spaceId }) => spaceId));
    if (cursor === undefined) break;
    query = `limit=250&cursor=${encodeURIComponent(cursor)}`;
  }
  return closed;
}

async function listPolicies(confluence: Confluence, query: URLSearchParams) {
  const { status, body } = await confluence.get(APP, route`/wiki/api/v2/data-policies/spaces?${query}`);
  const list = status === 200 ? listBody.safeParse(body).data : undefined;
  if (list === undefined)
    throw new HostError('failure', `Confluence returned ${status} for the data policies of spaces`);
  const next = list._links?.next;
  return {
    spaces: list.results.map(({ id, key, name, dataPolicy }) => ({
      spaceId: id,
      key,
      name,
      isClosed: dataPolicy?.anyContentBlocked === true,
    })),
    cursor: next === undefined ? undefined : (new URL(next, 'https://site').searchParams.get('cursor') ?? undefined),
  };
}

/**
 * The closed spaces with their names, for the site admins who manage these policies. One call, and none without a
 * closed space.
 * @returns undefined if no space is closed
 * @throws HostError
 */
export async function describeClosedSpaces(confluence: Confluence, row: Row): Promise<ClosedSpaces | undefined> {
  const value = CLOSED_SPACES_ROW.parse(row);
  if (value === undefined || value.spaceIds.length === 0) return undefined;
  const query = new URLSearchParams({ ids: joinIds(value.spaceIds), limit: String(MAX_SPACES) });
  const { spaces } = await listPolicies(confluence, query);
  const named = spaces.filter(({ isClosed }) => isClosed).map(({ spaceId, key, name }) => ({ spaceId, key, name }));
  return named.length === 0 ? undefined : { spaces: named, more: value.more };
}
