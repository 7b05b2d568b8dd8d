import { auditDetails, difference } from '../../audit/details';
import * as z from 'zod';
import { UNCLASSIFIED } from '../../access/scope';
import { readLevels } from '../../classification/level-store';
import { findNamed } from '../../classification/resolve-level';
import { keyStatus } from '../../keys/key-lifetime';
import { asSet, keyChangesInput, type KeySettings, newKeyInput, settingsOf } from '../../keys/key-settings';
import { raiseLanes } from '../../keys/key-lanes';
import { commitEditedKey, commitNewKey, listKeys as readKeys } from '../../keys/key-store';
import { listKeyUses } from '../../keys/key-use-store';
import { type LastUse, lastUseIn, lastUseOf } from '../../keys/key-use-view';
import { type KeyView, viewKey } from '../../keys/key-view';
import { readInput } from '../../keys/read-input';
import { widens } from '../../keys/key-widening';
import { retryOnConflict } from '../../platform/retry-on-conflict';
import { definedOf } from '../../platform/defined-of';
import { awaitAll } from '../../platform/await-all';
import { findSpaceIds } from '../spaces/find-spaces';
import { answerWithValue, type CreatedKey, ID_COLLISIONS, issueKey, requireExpiry } from './issue-key';
import { auditOfKey, findKeyUse, keyChanged, keyIdInput, oneKeyInput, requireKey } from './one-key';
import { nextRecord } from '../../platform/stored-rows';
import { noInput, operation } from '../input';
import type { AdminRequest } from '../operation';
import { invalidInput, Refusal } from '../result';

/** The lifecycle of API keys. Every change and its audit row are one transaction. */

const editInput = z.strictObject({
  keyId: keyIdInput,
  rev: z.int({ error: 'must be the revision that the change is based on' }).min(1),
  changes: z.custom<Partial<KeySettings>>((value) => z.record(z.string(), z.unknown()).safeParse(value).success, {
    error: 'must be an object with settings',
  }),
});

const MAX_ACTIVE_KEYS = 200;
const MAX_ACTIVE_KEYS_OF_ONE = 25;

export const createKey = operation(newKeyInput, async (request, input): Promise<CreatedKey> => {
  const expiresAt = requireExpiry(request, input.expiresOn);
  const settings = await checkSettings(request, input);
  await requireRoomForAnother(request);

  const created = await retryOnConflict(async () => {
    const issued = issueKey(request, { settings, expiresAt });
    const row = auditOfKey(request, 'apikey.created', issued.keyId, {
      after: auditDetails({ ...settings, expiresAt }),
    });
    return (await commitNewKey(request.storage, issued, row)) === 'conflict' ? 'conflict' : issued;
  }, ID_COLLISIONS);
  if (created === 'conflict') throw new Error('two ids in a row were taken');
  return answerWithValue(created, request.now);
});

/**
 * A key and its last use. The results of changes omit the last use, because a change reads nothing it does not need.
 */
export type KeyWithUse = KeyView & LastUse;

export const listKeys = operation(noInput, async ({ storage, now, log, requestId }) => {
  const [keys, uses] = await awaitAll([readKeys(storage), listKeyUses(storage)]);
  if (!uses.isComplete) log('key-use.incomplete', { requestId });
  return { keys: keys.map(({ keyId, record }) => ({ ...viewKey(keyId, record, now), ...lastUseIn(uses, keyId) })) };
});

/** Returns the current state, unlike a list, which may lag behind. */
export const getKey = operation(oneKeyInput, async (request, { keyId }): Promise<KeyWithUse> => {
  const [key, use] = await awaitAll([requireKey(request, keyId), findKeyUse(request, keyId)]);
  return { ...viewKey(keyId, key.record, request.now), ...lastUseOf(use) };
});

export const editKey = operation(editInput, async (request, { keyId, rev, ...input }): Promise<KeyView> => {
  // Parsed separately, so that an error uses the same field names as the creation of a key.
  const changes = readInput(
    keyChangesInput,
    input.changes,
    'cannot be changed: the ID, the creator and the expiry date of a key are fixed',
  );
  const before = await requireKey(request, keyId);
  const current = settingsOf(before.record);
  if (before.record.rev !== rev) throw keyChanged(before);
  if (keyStatus(before.record, request.now) !== 'active' && keyStatus(before.record, request.now) !== 'grace') {
    throw new Refusal('KEY_NOT_ACTIVE', 'The key was revoked or has expired. Create a new key.');
  }
  const settings = await checkSettings(request, { ...current, ...definedOf(changes) }, current);
  if (before.record.createdBy !== request.accountId && widens(current, settings)) {
    throw new Refusal(
      'ONLY_CREATOR_MAY_WIDEN',
      'A key has the permissions of its creator, so only its creator can extend its access. You can reduce its access, rename it or revoke it.',
    );
  }
  const diff = difference(current, settings);
  if (diff === undefined) {
    await raiseLanes(request.storage, keyId, before.record);
    return viewKey(keyId, before.record, request.now);
  }
  const after = nextRecord(before.record, settings);
  const row = auditOfKey(request, 'apikey.updated', keyId, diff);
  if ((await commitEditedKey(request.storage, before, after, row)) === 'conflict') throw keyChanged(before);
  return viewKey(keyId, after, request.now);
});

/** Idempotent, because the first revocation stays. */
export const revokeKey = operation(oneKeyInput, async (request, { keyId }): Promise<KeyView> => {
  const { accountId, now, storage } = request;
  const revoked = await retryOnConflict(async () => {
    const before = await requireKey(request, keyId);
    if (before.record.revokedAt !== undefined) {
      await raiseLanes(storage, keyId, before.record);
      return viewKey(keyId, before.record, now);
    }
    const revokeReason = before.record.createdBy === accountId ? 'user' : 'admin';
    const after = nextRecord(before.record, {
      revokedAt: now.toISOString(),
      revokedBy: accountId,
      revokeReason,
    } as const);
    const row = auditOfKey(request, 'apikey.revoked', keyId, {});
    return (await commitEditedKey(storage, before, after, row)) === 'conflict'
      ? 'conflict'
      : viewKey(keyId, after, now);
  });
  if (revoked === 'conflict') throw keyChanged(await requireKey(request, keyId));
  return revoked;
});

/**
 * Checks what a schema cannot: that the levels and spaces exist, and that the settings make sense together. It does not
 * check existing limits of the key again, because a space that no longer exists must not prevent narrowing the key.
 */
async function checkSettings(request: AdminRequest, input: KeySettings, current?: KeySettings): Promise<KeySettings> {
  if (input.classificationScope === 'none' && input.detectionScope === 'none') {
    throw invalidInput([
      {
        field: 'classificationScope',
        message: 'must not be none if detectionScope is none: the key would have no access',
      },
    ]);
  }
  const { all } = await readLevels(request.storage, request.installationId);
  const levelLimit = input.levelLimit.map((entry) => {
    const named = entry.toLowerCase();
    return findNamed(all, named)?.levelId ?? named;
  });
  const unknown = levelLimit.filter(
    (entry) =>
      entry !== UNCLASSIFIED &&
      current?.levelLimit.includes(entry) !== true &&
      !all.some(({ levelId }) => levelId === entry),
  );
  if (unknown.length > 0) {
    throw invalidInput([
      { field: 'levelLimit', message: `contains levels that don’t exist: ${unknown.slice(0, 5).join(', ')}` },
    ]);
  }
  const keptSpaces = input.spaceLimit.filter((entry) => current?.spaceLimit.includes(entry) === true);
  const newSpaces = input.spaceLimit.filter((entry) => !keptSpaces.includes(entry));
  return {
    name: input.name,
    classificationScope: input.classificationScope,
    detectionScope: input.detectionScope,
    levelLimit: asSet(levelLimit),
    spaceLimit: asSet([...keptSpaces, ...(await findSpaceIds(request, newSpaces))]),
  };
}

/**
 * Counts an eventually consistent list, so keys created within the same second may exceed the limit by their number.
 */
async function requireRoomForAnother({ storage, accountId, now }: AdminRequest): Promise<void> {
  const active = (await readKeys(storage)).filter(({ record }) => keyStatus(record, now) === 'active');
  const ofMine = active.filter(({ record }) => record.createdBy === accountId);
  if (active.length >= MAX_ACTIVE_KEYS || ofMine.length >= MAX_ACTIVE_KEYS_OF_ONE) {
    throw new Refusal(
      'TOO_MANY_KEYS',
      `A site can have up to ${MAX_ACTIVE_KEYS} active keys, and each person up to ${MAX_ACTIVE_KEYS_OF_ONE}. Revoke keys that are no longer used.`,
    );
  }
}
