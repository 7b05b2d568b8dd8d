import * as z from 'zod';
import { awaitAll } from '../platform/await-all';
import { recentKeys } from '../platform/recent-rows';
import { EARLIEST, listNewestFirst, listOldestFirst, periodOf, type Position } from '../platform/rows-by-time';
import type { Revision, Row, RowWrite, Storage } from '../platform/storage';
import { type Commit, storedRecord, storedRows } from '../platform/stored-rows';
import { instant } from '../platform/instant';
import { nextStep, type WalkRow } from '../walks/walk';

/** The erasures of people's data, in entity `erasure`, row key = the code of the person's pseudonym. */

const count = z.int().min(0);

const walk = z.strictObject({
  ...nextStep,
  /** Counted from 1. */
  pass: count,
  passStartedAt: instant,
  /** The position of the pass: the number of finished entities, and the last row. */
  entity: count,
  time: z.string(),
  key: z.string(),
  /** The rows that this pass found. */
  found: count,
  /** When rows were last found. The erasure ends after a pass that starts a day later and finds none. */
  lastFoundAt: instant,
  /** The start of the next pass. Set between two passes. */
  nextAt: instant.optional(),
});

const erasureRecord = storedRecord({
  /** `requested`: waits for the confirmation of a second admin. */
  state: z.enum(['requested', 'running', 'done', 'withdrawn']),
  requestedAt: instant,
  data: z.strictObject({
    /** `closed`: Atlassian reported that the account is closed. */
    cause: z.enum(['closed', 'admins']),
    /** Until the erasure is done or withdrawn. */
    accountId: z.string().optional(),
    requestedBy: z.string().optional(),
    confirmedBy: z.string().optional(),
    /** A request without a confirmation ends then. */
    expiresAt: instant.optional(),
    startedAt: instant.optional(),
    endedAt: instant.optional(),
    walk: walk.optional(),
    /** The rows that were changed or deleted so far. */
    rows: count,
  }),
});

export type ErasureRecord = z.infer<typeof erasureRecord>;
export type ErasureWalk = z.infer<typeof walk>;

export interface Erasure {
  /** The code of the pseudonym. */
  readonly erasureId: string;
  readonly record: ErasureRecord;
}

const ENTITY = 'erasure';
const ROWS = storedRows(ENTITY, erasureRecord);
const MAX_LISTED = 100;
/** Later than every stored time. */
const END_OF_TIME = '9999-12-31T23:59:59.999Z';
/** A withdrawn or expired request is forgotten. */
const KEEP_REQUEST_DAYS = 30;

export const erasureName = ROWS.name;

/** @throws CorruptRecordError */
export function parseErasure(erasureId: string, row: Row): Erasure | undefined {
  const { record } = ROWS.parse(erasureId, row);
  return record && { erasureId, record };
}

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readErasure(storage: Pick<Storage, 'read'>, erasureId: string): Promise<Erasure | undefined> {
  return parseErasure(erasureId, await storage.read(ENTITY, erasureId));
}

/**
 * The newest erasures, at most 100, as they are now. The query lags, so it only finds candidates. Unreadable rows are
 * omitted.
 * @throws StorageUnavailableError
 */
export async function listErasures(
  storage: Pick<Storage, 'list' | 'readMany' | 'readValue'>,
  now: Date,
): Promise<readonly Erasure[]> {
  const { from, to } = periodOf(now);
  const list = listNewestFirst(storage, {
    entity: ENTITY,
    time: 'requestedAt',
    schema: z.unknown(),
    sources: [{ index: 'by-date', from: EARLIEST }],
    from,
    to,
    after: undefined,
    limit: MAX_LISTED,
    pick: (erasureId) => erasureId,
  });
  const [recent, { items }] = await awaitAll([recentKeys(storage, ENTITY), list] as const);
  const ids = [...new Set([...recent, ...items])];
  const rows = await storage.readMany(ids.map(erasureName));
  const erasures = ids.flatMap((erasureId, index) => {
    const record = ROWS.find(rows[index]);
    return record === undefined ? [] : [{ erasureId, record }];
  });
  return erasures.toSorted((a, b) => (a.record.requestedAt < b.record.requestedAt ? 1 : -1)).slice(0, MAX_LISTED);
}

/** All erasures in a state, oldest first. Eventually consistent. Unreadable rows are omitted. @throws StorageUnavailableError */
export async function listErasuresIn(
  storage: Pick<Storage, 'list'>,
  state: ErasureRecord['state'],
): Promise<readonly Erasure[]> {
  const found: Erasure[] = [];
  let after: Position = { time: EARLIEST, key: '' };
  for (let hasMore = true; hasMore;) {
    const part = await listOldestFirst(storage, {
      entity: ENTITY,
      time: 'requestedAt',
      schema: erasureRecord,
      index: 'by-state',
      partition: state,
      after,
      to: END_OF_TIME,
      limit: MAX_LISTED,
      pick: (erasureId, record) => ({ erasureId, record }),
    });
    found.push(...part.items);
    ({ next: after, hasMore } = part);
  }
  return found;
}

export type StoredErasure = Pick<ErasureRecord, 'state' | 'requestedAt' | 'data'>;

/** The write of an erasure, if it is unchanged since it was read. */
export function erasureWrite(
  erasureId: string,
  expected: Revision,
  { state, requestedAt, data }: StoredErasure,
): RowWrite {
  const keepDays = state === 'requested' || state === 'withdrawn' ? KEEP_REQUEST_DAYS : undefined;
  return ROWS.write(erasureId, expected, { state, requestedAt, data }, keepDays);
}

/** The same. Creates an absent row first. @throws StorageUnavailableError, and what `commit` throws */
export async function saveErasure(
  storage: Storage,
  erasureId: string,
  revision: Revision,
  erasure: StoredErasure,
  commit: Commit = (write) => storage.commit([write], []),
): ReturnType<Commit> {
  if (revision === 'absent') await storage.placehold(ENTITY, erasureId);
  return commit(erasureWrite(erasureId, revision === 'absent' ? 0 : revision, erasure));
}

/** The row of an erasure that was started. */
export function erasureRow(erasureId: string): WalkRow<ErasureRecord | undefined> {
  return {
    read: async (storage) => {
      const record = (await readErasure(storage, erasureId))?.record;
      return { revision: record?.rev ?? 'absent', value: record };
    },
    save: async (storage, revision, record, commit) =>
      record === undefined ? 'committed' : saveErasure(storage, erasureId, revision, record, commit),
  };
}

/** True for a request that a second admin can confirm. */
export function isWaiting({ record: { state, data } }: Erasure, now: Date): boolean {
  return state === 'requested' && data.expiresAt !== undefined && now.toISOString() < data.expiresAt;
}
