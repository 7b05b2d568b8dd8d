import { APP_ACTOR, auditRow, SYSTEM } from '../audit/event';
import { awaitAll } from '../platform/await-all';
import type { Log } from '../platform/log';
import type { Random } from '../platform/random';
import { retryOnConflict, unlessContended } from '../platform/retry-on-conflict';
import type { Peppers } from '../platform/secrets';
import type { Storage } from '../platform/storage';
import { findKeys } from './find-keys';
import { raiseLanes } from './key-lanes';
import { commitEditedKey } from './key-store';
import { heldRecord, presentKey, type PresentedKey } from './verify-key';
import { nextRecord } from '../platform/stored-rows';

/**
 * Revokes the keys of this installation that a text contains in full (docs/adr/0068). The text is the proof that the key is
 * known to others, so it needs no other authentication.
 */

/** The greatest number of different keys of one text that are checked with storage. */
export const MAX_LEAKED_KEYS = 20;

interface LeakContext {
  readonly storage: Storage;
  readonly random: Random;
  readonly log: Log;
  readonly now: Date;
  readonly requestId: string;
  readonly installationId: string;
  readonly peppers: Peppers;
}

/**
 * Makes no platform call for a text without a key whose checksum and id tag are those of this installation. Repeating it
 * changes nothing.
 * @throws StorageUnavailableError if a key may not be revoked; all others are revoked
 */
export async function revokeLeakedKeys(context: LeakContext, text: string): Promise<void> {
  const leaked = new Map<string, PresentedKey[]>();
  for (const found of findKeys(text)) {
    const presentation = presentKey([found], context.peppers, context.installationId);
    if (presentation.outcome !== 'presented') continue;
    const { key } = presentation;
    const sameId = leaked.get(key.keyId);
    if (sameId !== undefined) sameId.push(key);
    else if (leaked.size < MAX_LEAKED_KEYS) leaked.set(key.keyId, [key]);
  }
  if (leaked.size === 0) return;
  await awaitAll([...leaked].map(([keyId, candidates]) => revokeLeakedKey(context, keyId, candidates)));
}

/** An expired key is revoked as well. The first revocation of a key stays. */
async function revokeLeakedKey(
  { storage, random, log, now, requestId, installationId }: LeakContext,
  keyId: string,
  candidates: readonly PresentedKey[],
): Promise<void> {
  const outcome = await retryOnConflict(async () => {
    const row = await storage.read('api-key', keyId);
    const record = candidates
      .map((candidate) => heldRecord(candidate, row, installationId))
      .find((held) => typeof held !== 'string');
    if (record === undefined) return 'unchanged';
    if (record.revokedAt !== undefined) {
      await raiseLanes(storage, keyId, record);
      return 'unchanged';
    }
    const revoked = { revokedAt: now.toISOString(), revokedBy: SYSTEM, revokeReason: 'leak' } as const;
    const audit = auditRow({
      id: random.uuid(),
      type: 'apikey.leak_reported',
      time: now,
      subject: `apikey:${keyId}`,
      actor: APP_ACTOR,
      requestId,
    });
    return commitEditedKey(storage, { keyId, record }, nextRecord(record, revoked), audit);
  });
  if (unlessContended(outcome) === 'committed') log('apikey.leak_reported', { requestId, keyId });
}
