import { APP_ACTOR, auditRow, SYSTEM } from '../audit/event';
import { raiseLanes } from '../keys/key-lanes';
import { apiKeyRecord } from '../keys/model';
import { mentions, replaceId } from '../people/account-ids';
import type { Context } from '../platform/context';
import { retryOnConflict } from '../platform/retry-on-conflict';
import {
  ABSENT_ROW,
  type EntityName,
  nextRevision,
  type Revision,
  type RowWrite,
  type StoredValue,
} from '../platform/storage';

/** Replaces the account id of one person in one stored row. */

export interface ErasedPerson {
  readonly accountId: string;
  readonly pseudonym: string;
  readonly cause: 'closed' | 'admins';
}

export type EraseContext = Pick<Context, 'storage' | 'clock' | 'random' | 'requestId'>;

const DAY_MS = 86_400_000;

/**
 * Writes the row with the pseudonym, or deletes it if its key has the account id, because such rows are kept for a day
 * or less. A key of the person is revoked in the same transaction. The time that the row is kept does not change.
 * @returns false if the row no longer has the id, `conflict` if other writes came first at every attempt
 * @throws StorageUnavailableError
 */
export async function eraseRow(
  context: EraseContext,
  { entity, key }: { readonly entity: EntityName; readonly key: string },
  person: ErasedPerson,
): Promise<boolean | 'conflict'> {
  const { storage } = context;
  const erased = await retryOnConflict<boolean>(async () => {
    const row = await storage.readWithExpiry(entity, key);
    if (row.revision === 'absent') return false;
    // The entries of logs have no revision. No other code changes them.
    const condition = row.revision === -1 ? {} : { expected: row.revision };
    if (mentions({ key, value: '' }, person.accountId)) {
      const outcome = await storage.commit([], [], [], [{ entity, key, ...condition }]);
      return outcome === 'conflict' ? outcome : true;
    }
    if (!isRow(row.value) || !mentions({ key, value: row.value }, person.accountId)) return false;
    const { value, audit } = revokedIfKey(context, key, entity === 'api-key' ? row.value : undefined, person);
    const write: RowWrite = {
      entity,
      key,
      value: withNextRevision(replaced(value ?? row.value, person), row.revision),
      ...condition,
      ...keepFor(row.expiresAt, context.clock()),
    };
    const outcome = await storage.commit([write, ...audit], []);
    return outcome === 'conflict' ? outcome : true;
  });
  // Also if an earlier attempt changed the key and ended before its lanes.
  const { revision } = entity === 'api-key' ? await storage.read(entity, key) : ABSENT_ROW;
  if (revision !== 'absent') await raiseLanes(storage, key, { rev: revision });
  return erased;
}

function replaced(value: StoredValue, { accountId, pseudonym }: ErasedPerson): StoredValue {
  const erased = replaceId(value, accountId, pseudonym);
  return isRow(erased) ? erased : value;
}

function withNextRevision(value: StoredValue, revision: Revision): StoredValue {
  return typeof revision === 'number' && revision >= 0 ? { ...value, rev: nextRevision(revision) } : value;
}

/** The rest of the row's time, rounded up to days. */
function keepFor(expiresAt: string | undefined, now: Date): { readonly keepDays?: number } {
  if (expiresAt === undefined) return {};
  return { keepDays: Math.max(1, Math.ceil((Date.parse(expiresAt) - now.getTime()) / DAY_MS)) };
}

function revokedIfKey(
  { clock, random, requestId }: EraseContext,
  keyId: string,
  value: StoredValue | undefined,
  { accountId, cause }: ErasedPerson,
): { readonly value: StoredValue | undefined; readonly audit: readonly RowWrite[] } {
  const record = apiKeyRecord.safeParse(value).data;
  if (record?.createdBy !== accountId || record.revokedAt !== undefined) return { value, audit: [] };
  const now = clock();
  const revokeReason = cause === 'closed' ? 'owner_inactive' : 'admin';
  const event = {
    id: random.uuid(),
    type: 'apikey.revoked',
    time: now,
    subject: `apikey:${keyId}`,
    actor: APP_ACTOR,
    requestId,
    justification: 'The data of the person who created the key is being erased.',
  } as const;
  return {
    value: { ...record, revokedAt: now.toISOString(), revokedBy: SYSTEM, revokeReason },
    audit: [auditRow(event)],
  };
}

function isRow(value: unknown): value is StoredValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
