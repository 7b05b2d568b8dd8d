import type { Context } from '../platform/context';
import { awaitAll } from '../platform/await-all';
import { retryOnConflict } from '../platform/retry-on-conflict';
import { type RowCheck, type RowWrite, type Storage, StorageUnavailableError } from '../platform/storage';
import type { ApiKey } from './model';

/**
 * Copies of the revision of a key, its lanes. Every write with the key depends on one of them, so that concurrent writes rarely
 * touch the same row. A change of the key is answered when all lanes have its revision, so no write that was decided
 * before is committed after the answer (docs/adr/0097).
 *
 * The revision of a lane only increases. A lane that is behind or absent is raised by the next write that conflicts with it.
 */

/** A new key, its lanes and the audit rows of a rotation fit into one transaction. */
const LANES = 20;
const ENTITY = 'rate-limit';
/** As long as a key can live. */
const KEPT_DAYS = 365;

/** The lanes of a key that is being created. */
export function newLanes(keyId: string, { rev }: { readonly rev: number }): readonly RowWrite[] {
  return Array.from({ length: LANES }, (_, lane) => laneWrite(keyId, lane, rev));
}

/**
 * The condition for a write: the key is unchanged since it was read.
 * @param attempt from 1. The first attempt reads nothing, because the lanes are usually up to date
 * @param lane numbers the writes that one invocation makes at the same time. Default: random
 * @throws StorageUnavailableError
 */
export async function unchangedKey(
  { storage, random }: Pick<Context, 'random'> & { readonly storage: LaneStorage },
  { keyId, record }: ApiKey,
  attempt: number,
  lane?: number,
): Promise<RowCheck> {
  const chosen = (attempt === 1 ? lane : undefined) ?? random.bytes(1)[0] ?? 0;
  if (attempt > 1) await raiseLane(storage, keyId, chosen % LANES, record.rev);
  return { entity: ENTITY, key: laneName(keyId, chosen % LANES), expected: record.rev };
}

/**
 * Must end before a change of a key is answered.
 * @throws StorageUnavailableError; the key is changed, and repeating the operation raises the other lanes
 */
export async function raiseLanes(storage: LaneStorage, keyId: string, key: { readonly rev: number }): Promise<void> {
  const names = Array.from({ length: LANES }, (_, lane) => ({ entity: ENTITY, key: laneName(keyId, lane) }) as const);
  const rows = await storage.readMany(names);
  const behind = rows.flatMap(({ revision }, lane) =>
    revision !== 'absent' && revision >= key.rev ? [] : [{ lane, revision }],
  );
  if (behind.length === 0) return;
  // Usually no write is in flight, and one transaction raises all.
  const writes = behind.flatMap(({ lane, revision }) =>
    revision === 'absent' ? [] : [{ ...laneWrite(keyId, lane, key.rev), expected: revision }],
  );
  if (writes.length === behind.length && (await storage.commit(writes, [])) === 'committed') return;
  await awaitAll(behind.map(({ lane }) => raiseLane(storage, keyId, lane, key.rev)));
}

type LaneStorage = Pick<Storage, 'read' | 'readMany' | 'commit' | 'placehold'>;

async function raiseLane(storage: LaneStorage, keyId: string, lane: number, revision: number): Promise<void> {
  const key = laneName(keyId, lane);
  const outcome = await retryOnConflict(async () => {
    const { revision: current } = await storage.read(ENTITY, key);
    if (current !== 'absent' && current >= revision) return 'raised';
    if (current === 'absent') await storage.placehold(ENTITY, key);
    const expected = current === 'absent' ? 0 : current;
    return storage.commit([{ ...laneWrite(keyId, lane, revision), expected }], []);
  });
  if (outcome === 'conflict') throw new StorageUnavailableError(new Error('a lane of a key kept changing'), true);
}

function laneName(keyId: string, lane: number): string {
  return `lane:${keyId}:${lane}`;
}

function laneWrite(keyId: string, lane: number, rev: number): RowWrite {
  return { entity: ENTITY, key: laneName(keyId, lane), value: { v: 1, rev }, keepDays: KEPT_DAYS };
}
