import * as z from 'zod';
import { ACCOUNT_IDS_IN, mentions, type RowsOfIndex } from '../people/account-ids';
import { listByKey } from '../platform/rows-by-key';
import { FIRST, LAST, listOldestFirst } from '../platform/rows-by-time';
import type { EntityName, Storage } from '../platform/storage';

/** Finds the rows that hold the account id of one person, in parts, for the export and the erasure. */

/** The entities in the order of the search. Keys are first, because an erasure revokes them before everything else. */
export const SEARCHED: readonly EntityName[] = [
  'api-key',
  'config',
  'job',
  'level-proposal',
  'mention',
  'rate-limit',
  'idempotency',
  'erasure',
  'page-level',
  'level-change',
  'detection',
  'audit',
];

export interface SearchPosition {
  /** The number of entities that are done. */
  readonly entity: number;
  /** The last row: the value by which an index sorts it, and its key. Empty: none. */
  readonly time: string;
  readonly key: string;
}

export const SEARCH_START: SearchPosition = { entity: 0, time: '', key: '' };

export interface FoundRow {
  readonly entity: EntityName;
  readonly key: string;
  readonly value: unknown;
}

export interface SearchPart {
  readonly rows: readonly FoundRow[];
  /** Undefined: every row was searched. */
  readonly next: SearchPosition | undefined;
}

const READ_AT_ONCE = 100;

/**
 * Searches about a hundred rows. Eventually consistent, so rows of the last seconds may be missing. @throws
 * StorageUnavailableError
 */
export async function findRows(
  storage: Pick<Storage, 'list'>,
  accountId: string,
  position: SearchPosition,
): Promise<SearchPart> {
  const entity = SEARCHED[position.entity];
  if (entity === undefined) return { rows: [], next: undefined };
  const where: RowsOfIndex | 'anywhere' | 'none' = ACCOUNT_IDS_IN[entity];
  const { rows, next } =
    typeof where === 'object'
      ? await readIndex(storage, { entity, accountId, position, where })
      : await readKeys(storage, entity, position);
  const found = rows.filter((row) => mentions(row, accountId)).map((row) => ({ entity, ...row }));
  const end = position.entity + 1 < SEARCHED.length ? { ...SEARCH_START, entity: position.entity + 1 } : undefined;
  return { rows: found, next: next ?? end };
}

interface RowsRead {
  readonly rows: readonly { readonly key: string; readonly value: unknown }[];
  /** Undefined: the entity is done. */
  readonly next: SearchPosition | undefined;
}

async function readKeys(
  storage: Pick<Storage, 'list'>,
  entity: EntityName,
  position: SearchPosition,
): Promise<RowsRead> {
  const { rows, next } = await listByKey(storage, entity, position.key);
  return { rows, next: next === undefined ? undefined : { ...position, key: next } };
}

interface IndexRead {
  readonly entity: EntityName;
  readonly accountId: string;
  readonly position: SearchPosition;
  readonly where: RowsOfIndex;
}

async function readIndex(
  storage: Pick<Storage, 'list'>,
  { entity, accountId, position, where }: IndexRead,
): Promise<RowsRead> {
  const { items, next, hasMore } = await listOldestFirst(storage, {
    entity,
    index: where.index,
    partition: where.partition ?? accountId,
    after: { time: position.time === '' ? FIRST : position.time, key: position.key },
    to: LAST,
    limit: READ_AT_ONCE,
    time: where.range,
    schema: z.unknown(),
    pick: (key, value) => ({ key, value }),
  });
  return { rows: items, next: hasMore ? { ...position, ...next } : undefined };
}
