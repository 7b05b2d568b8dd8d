import * as z from 'zod';
import { instant } from '../platform/instant';
import { listOldestFirst, type ListedRows, type FollowedRows, type Position } from '../platform/rows-by-time';
import { partsOf } from '../platform/parts';
import { MAX_OPERATIONS, type Revision, type RowRemoval, type RowWrite, type Storage } from '../platform/storage';
import { storedDocument } from '../platform/stored-document';
import { storedRecord, storedRows, type StoredRow } from '../platform/stored-rows';
import { OVER_REASONS, UNKNOWN_REASONS, VERDICTS, type Verdict } from './audience';

/**
 * The measured audiences: entity `governance` (docs/adr/0128). No row has an account id, the name of a group or a title. A page has a row
 * only if its space alone does not keep the rule of its level.
 */

const count = z.int().min(0);
const known = z.boolean().optional();
const bounds = z.strictObject({ atLeast: count, atMost: count.optional() });

/** As `Principals`, without the sizes of the groups, which have rows of their own. */
const principals = {
  groupIds: z.array(z.string()),
  people: count,
  guests: count,
  apps: count,
  uncertain: count.optional(),
  distinct: count.optional(),
};

const MODELS = ['permissions', 'roles', 'both'] as const;

/** Questions that a site can refuse to the app. */
export const MISSING = ['roles', 'permissions', 'groups', 'people', 'restrictions'] as const;
export type Missing = (typeof MISSING)[number];

const spacePrincipals = z.strictObject({
  ...principals,
  anonymous: known,
  loggedIn: known,
  allLicensed: z.boolean(),
  hasOtherClass: z.boolean(),
});

const spaceRecord = storedRecord({
  kind: z.literal('space'),
  dueAt: z.string(),
  data: z.strictObject({
    /** Omitted: not read yet, or Confluence refused it. */
    principals: spacePrincipals.optional(),
    model: z.enum(MODELS).optional(),
    /** False: only anonymous access was asked. */
    isComplete: z.boolean(),
    /** True: Confluence did not answer, or refused to. */
    isUnread: z.boolean().optional(),
    /** A data security policy closes its pages to the app. */
    isClosed: z.boolean().optional(),
    /** The codes of the rules that it alone kept when its pages were last judged. */
    keptRules: z.array(z.string()).optional(),
    checkedAt: instant.optional(),
  }),
});

const groupRecord = storedRecord({
  kind: z.literal('group'),
  dueAt: z.string(),
  /** Without a size: Confluence did not return it. */
  data: z.strictObject({
    size: count.optional(),
    checkedAt: instant,
    /** When a space or a restriction named it last. */
    usedAt: instant,
  }),
});

const gateRecord = storedRecord({
  kind: z.literal('gate'),
  data: z.strictObject({ ...principals, checkedAt: instant }),
});

const pageRecord = storedRecord({
  kind: z.literal('page'),
  list: z.enum(VERDICTS),
  spaceList: z.string(),
  /** The page whose restriction decides. Omitted: the space does. */
  gateId: z.string().optional(),
  sort: z.string(),
  dueAt: z.string(),
  data: z.strictObject({
    levelId: z.uuid(),
    reasons: z.array(z.enum([...OVER_REASONS, ...UNKNOWN_REASONS])),
    /** Why there is nothing to judge. Omitted: the page was measured. */
    unmeasured: z.enum(['not-measured-yet', 'hidden-from-app', 'closed-space', 'access-not-read']).optional(),
    /** Where each view restriction is, and the key of its gate. */
    gates: z.array(z.strictObject({ pageId: z.string(), gate: z.string() })),
    /** True: a page above it could not be read. */
    lacksAncestor: z.boolean().optional(),
    anonymous: known,
    loggedIn: known,
    people: bounds.optional(),
    guests: bounds.optional(),
    apps: count.optional(),
    checkedAt: instant.optional(),
    overSince: instant.optional(),
    /** The last verdict of which the audit log knows, and the code of its rule, see `verdict-events.ts`. */
    recorded: z.strictObject({ verdict: z.enum(['over', 'within']), rule: z.string() }).optional(),
  }),
});

export type SpaceData = z.infer<typeof spaceRecord>['data'];
export type StoredPrincipals = NonNullable<SpaceData['principals']>;
export type GateData = z.infer<typeof gateRecord>['data'];
export type PageRecord = z.infer<typeof pageRecord>;
export type PageData = PageRecord['data'];

const ENTITY = 'governance';
export const SPACE_ROWS = storedRows(ENTITY, spaceRecord);
export const GROUP_ROWS = storedRows(ENTITY, groupRecord);
export const GATE_ROWS = storedRows(ENTITY, gateRecord);
export const PAGE_ROWS = storedRows(ENTITY, pageRecord);

export const spaceKey = (spaceId: string) => `space:${spaceId}`;
export const groupKey = (groupId: string) => `group:${groupId}`;
export const gateKey = (mac: string) => `gate:${mac}`;
export const pageKey = (pageId: string) => `page:${pageId}`;
const idIn = (key: string) => key.slice(key.indexOf(':') + 1);

/** Rows of groups and gates that nothing measures again disappear. */
export const KEPT_DAYS = 30;

/** The people of the site, and what it refuses to say. Entity `config`. */
const site = z.strictObject({
  mode: z.enum(['PRE_ROLES', 'ROLES_TRANSITION', 'ROLES']).optional(),
  licensed: count.optional(),
  guests: count.optional(),
  checkedAt: instant,
  missing: z.array(z.enum(MISSING)),
});
export type SiteData = z.infer<typeof site>;
export const SITE_ROW = storedDocument(site, { key: 'exposure-site', unreadable: 'absent' });

/** Earlier than every time: rows that are due at once, in the order of their ranks. */
export function dueAtOnce(rank: number): string {
  return new Date(Date.UTC(2000, 0, 1) + rank).toISOString();
}

/** The ranks of work: what an event or a person marked, anonymous access of new spaces, their rest, and new pages, by level. */
export const RANKS = { marked: 0, anonymous: 1_000, spaces: 2_000, pages: 3_000 } as const;

export type StoredPage = StoredRow<PageRecord>;

/** Rows that cannot be read count as absent: the next measurement replaces them. */
export async function readPageRows(
  storage: Pick<Storage, 'readMany'>,
  pageIds: readonly string[],
): Promise<ReadonlyMap<string, StoredPage>> {
  const rows = await storage.readMany(pageIds.map((pageId) => PAGE_ROWS.name(pageKey(pageId))));
  return new Map(
    pageIds.map((pageId, index) => {
      const { revision = 'absent', value } = rows[index] ?? {};
      return [pageId, { revision, record: PAGE_ROWS.find({ value }) }];
    }),
  );
}

/** As `readPageRows`, by id. */
export async function readRows<R>(
  storage: Pick<Storage, 'readMany'>,
  rows: { readonly find: (row: { value: unknown }) => R | undefined; readonly name: typeof PAGE_ROWS.name },
  keyOf: (id: string) => string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly revision: Revision; readonly record: R | undefined }>> {
  const unique = [...new Set(ids)];
  const read = await storage.readMany(unique.map((id) => rows.name(keyOf(id))));
  return new Map(
    unique.map((id, index) => {
      const { revision = 'absent', value } = read[index] ?? {};
      return [id, { revision, record: rows.find({ value }) }];
    }),
  );
}

export interface ListedExposure {
  readonly pageId: string;
  readonly record: PageRecord;
  readonly at: Position;
}

interface ExposureQuestion {
  readonly verdict?: Verdict | undefined;
  readonly spaceId?: string | undefined;
  readonly isWanted: (record: PageRecord) => boolean;
  readonly after: Position | undefined;
  readonly limit: number;
}

/** Before every row in the orders of this entity. */
export const BEFORE_ALL: Position = { time: '0', key: '' };
const AFTER_ALL = '~';

/** The pages with a row, most risk first. Eventually consistent. @throws StorageUnavailableError */
export async function listPageRows(
  storage: Pick<Storage, 'list'>,
  { verdict, spaceId, isWanted, after = BEFORE_ALL, limit }: ExposureQuestion,
): Promise<ListedRows<ListedExposure>> {
  const [index, partition] = spaceId === undefined ? ['by-list', verdict ?? 'over'] : ['by-space', spaceId];
  const { items, next, hasMore } = await listOldestFirst(storage, {
    ...{ entity: ENTITY, index, partition, after, to: AFTER_ALL, limit, time: 'sort', schema: pageRecord },
    pick: (key, record, at): ListedExposure | undefined =>
      (verdict === undefined || record.list === verdict) && isWanted(record)
        ? { pageId: idIn(key), record, at }
        : undefined,
  });
  return { items, next: hasMore ? next : undefined };
}

/** The pages whose verdict a view restriction of this page decides. @throws StorageUnavailableError */
export async function listPagesBehind(storage: Pick<Storage, 'list'>, pageId: string, limit: number) {
  const { items } = await listOldestFirst(storage, {
    ...{ entity: ENTITY, index: 'by-gate', partition: pageId, after: BEFORE_ALL, to: AFTER_ALL, limit, time: 'sort' },
    schema: pageRecord,
    pick: (key) => idIn(key),
  });
  return items;
}

/** The ids of rows by the time at which they are due, the earliest first. @throws StorageUnavailableError */
export function listDue(
  storage: Pick<Storage, 'list'>,
  kind: 'space' | 'group' | 'page',
  { after = BEFORE_ALL, to, limit }: { readonly after?: Position; readonly to: string; readonly limit: number },
): Promise<FollowedRows<string>> {
  return listOldestFirst(storage, {
    ...{ entity: ENTITY, index: 'by-due', partition: kind, after, to, limit, time: 'dueAt', schema: z.unknown() },
    pick: (key) => idIn(key),
  });
}

/**
 * A row that another write changed in the meantime stays, and is judged again.
 * @param events by the key of a row: written with it, or not at all
 * @throws StorageUnavailableError
 */
export async function commitEach(
  storage: Pick<Storage, 'commit'>,
  writes: readonly RowWrite[],
  removals: readonly RowRemoval[] = [],
  events: ReadonlyMap<string, RowWrite> = new Map(),
): Promise<void> {
  // A condition on an absent row is not known to hold (docs/adr/0005). The only writer of new rows is the walk.
  const all = [
    ...writes.map(({ expected, ...write }) => ({
      write: expected === 'absent' || expected === undefined ? write : { ...write, expected },
    })),
    ...removals.map((removal) => ({ removal })),
  ];
  const commit = (part: readonly (typeof all)[number][]) => {
    const rows = part.flatMap((one) => ('write' in one ? [one.write] : []));
    const removed = part.flatMap((one) => ('removal' in one ? [one.removal] : []));
    return storage.commit(
      [...rows, ...[...rows, ...removed].flatMap(({ key }) => events.get(key) ?? [])],
      [],
      [],
      removed,
    );
  };
  for (const some of partsOf(all, events.size === 0 ? MAX_OPERATIONS : Math.floor(MAX_OPERATIONS / 2)))
    if ((await commit(some)) === 'conflict') for (const one of some) await commit([one]);
}

export function pageRemoval(pageId: string, { revision }: StoredPage): RowRemoval {
  return {
    ...PAGE_ROWS.name(pageKey(pageId)),
    ...(revision === 'absent' || revision === -1 ? {} : { expected: revision }),
  };
}
