import * as z from 'zod';
import { isWithinLimit, type KeyRights } from '../access/decide';
import { UNCLASSIFIED } from '../access/scope';
import { type ListedContent, typesOf } from './content-type';
import { parsePageLevel } from './page-level-store';
import { type Actor, type Confluence, HostError, ImpersonationRefusedError, route } from '../platform/confluence';
import type { Storage } from '../platform/storage';
import { ABSENT_ROW } from '../platform/storage';

/**
 * Finds pages, and blog posts if they are wanted, with a person's search. Returns only those that the person currently sees, within
 * the limits of a key.
 */

export type SearchStep =
  | {
      readonly outcome: 'found';
      readonly pageIds: readonly string[];
      /** The position where the search continues; undefined = there are no more pages. */
      readonly cursor: string | undefined;
    }
  /** Confluence rejects the query. */
  | { readonly outcome: 'not-understood' }
  /**
   * The platform does not let the app search for this person; a search as the app would find pages that the person
   * cannot see.
   */
  | { readonly outcome: 'not-possible' };

type Limits = Pick<KeyRights, 'levelLimit' | 'spaceLimit'>;

export const NO_LIMITS: Limits = { levelLimit: [], spaceLimit: [] };

export interface Search extends ListedContent {
  /** The person who searches: the creator of a key, or an admin. */
  readonly creatorId: string;
  readonly cql: string;
  readonly cursor: string | undefined;
  readonly limit: number;
  readonly rights: Limits;
}

const searchBody = z.object({
  results: z.array(
    z.object({
      content: z
        .object({
          id: z.string(),
          type: z.string(),
          status: z.string(),
          space: z.object({ id: z.int() }).optional(),
        })
        .nullish(),
    }),
  ),
  _links: z.object({ next: z.string().optional() }),
});

/** Reads one part of the results. @throws HostError, StorageUnavailableError, CorruptRecordError */
export async function searchPages(confluence: Confluence, storage: Storage, search: Search): Promise<SearchStep> {
  const { creatorId, cql, cursor, limit, rights, contentType = 'page' } = search;
  const creator: Actor = { kind: 'person', accountId: creatorId };
  const asked =
    cursor === undefined
      ? confluence.get(
          creator,
          route`/wiki/rest/api/search?cql=${cql}&limit=${limit}&expand=content.space&excerpt=none`,
        )
      : confluence.get(
          creator,
          route`/wiki/rest/api/search?cql=${cql}&limit=${limit}&expand=content.space&excerpt=none&cursor=${cursor}`,
        );
  const answer = await asked.catch((error: unknown) => {
    if (error instanceof ImpersonationRefusedError) return 'refused' as const;
    throw error;
  });
  if (answer === 'refused') return { outcome: 'not-possible' };
  if (answer.status === 400) return { outcome: 'not-understood' };
  if (answer.status !== 200) throw new HostError('failure', `Confluence returned ${answer.status} for a search`);
  const parsed = searchBody.safeParse(answer.body);
  if (!parsed.success) throw new HostError('failure', 'Confluence returned an undocumented search response');
  const found = parsed.data.results.flatMap(({ content }) => {
    const isWanted = typesOf(contentType).some((type) => type === content?.type);
    const isPublished = content?.status === 'current' || content?.status === 'archived';
    if (!isWanted || !isPublished || !/^[1-9][0-9]{0,18}$/.test(content.id)) return [];
    return [{ pageId: content.id, spaceId: String(content.space?.id ?? '') }];
  });
  const pages = await keepInLimits(storage, rights, found);
  return { outcome: 'found', pageIds: pages.map(({ pageId }) => pageId), cursor: cursorIn(parsed.data._links.next) };
}

/** The pages inside the limits of a key. Without its space, the app cannot know whether a page is within the limit. */
export async function keepInLimits<T extends { readonly pageId: string; readonly spaceId: string }>(
  storage: Storage,
  rights: Limits,
  pages: readonly T[],
): Promise<readonly T[]> {
  const inSpaces = pages.filter(({ spaceId }) => isWithinLimit(rights.spaceLimit, spaceId));
  if (rights.levelLimit.length === 0) return inSpaces;
  const rows = await storage.readMany(inSpaces.map(({ pageId }) => ({ entity: 'page-level', key: pageId })));
  return inSpaces.filter(({ pageId }, index) => {
    const row = rows[index] ?? ABSENT_ROW;
    const levelId = parsePageLevel(pageId, row).record?.levelId ?? UNCLASSIFIED;
    return isWithinLimit(rights.levelLimit, levelId);
  });
}

/**
 * A position in a search that is repeated until it finds nothing new: the number of pages found before this pass, and
 * Confluence's cursor. Confluence promises no consistent parts, so a pass of several parts can miss pages.
 */
const PLACE = /^([0-9]+):(.{0,4096})$/s;

/** @param place undefined = the start */
export function searchCursorOf(place: string | undefined): string | undefined {
  const [, , cursor = ''] = PLACE.exec(place ?? '') ?? [];
  return cursor === '' ? undefined : cursor;
}

/**
 * @param place of the part that was read
 * @param found the number of pages found so far, each once
 * @param cursor where Confluence continues; undefined = the end of the pass
 * @returns undefined if the pass had one part only, or found nothing new
 */
export function nextSearchPlace(
  place: string | undefined,
  found: number,
  cursor: string | undefined,
): string | undefined {
  const [, before = '0'] = PLACE.exec(place ?? '') ?? [];
  if (cursor !== undefined) return `${before}:${cursor}`;
  return searchCursorOf(place) === undefined || found <= Number(before) ? undefined : `${found}:`;
}

function cursorIn(next: string | undefined): string | undefined {
  if (next === undefined) return undefined;
  const cursor = new URL(next, 'https://confluence.invalid').searchParams.get('cursor');
  if (cursor === null || cursor === '' || cursor.length > 4_096)
    throw new HostError('failure', 'Confluence returned a search without its cursor');
  return cursor;
}
