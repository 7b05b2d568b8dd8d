import * as z from 'zod';
import { auditDetails } from '../../audit/details';
import type { AuditRows } from '../../audit/commit-audited';
import { expiresOnInput, settingsOf } from '../../keys/key-settings';
import { commitRotation } from '../../keys/key-store';
import { type KeyView, viewKey } from '../../keys/key-view';
import type { ApiKey } from '../../keys/model';
import { decideRotation, type Grace, GRACES, recordInGrace, type RotationDecision } from '../../keys/rotation';
import { retryOnConflict } from '../../platform/retry-on-conflict';
import { answerWithValue, type CreatedKey, ID_COLLISIONS, issueKey, requireExpiry } from './issue-key';
import { auditOfKey, keyChanged, keyIdInput, requireKey } from './one-key';
import { operation } from '../input';
import type { AdminRequest } from '../operation';
import { Refusal } from '../result';

/**
 * Replaces the value of a key. The expiry of a key is immutable, so this creates a new key with the settings of the old
 * one.
 */

const rotateInput = z.strictObject({
  keyId: keyIdInput,
  rev: z.int().min(1),
  expiresOn: expiresOnInput,
  /** The time for which the old key remains valid, at most until its own expiry. */
  grace: z.enum(GRACES),
});

export interface RotatedKey {
  readonly created: CreatedKey;
  readonly old: KeyView;
}

/**
 * The number of rotations is unlimited, because a rotation does not increase the number of active keys.
 *
 * If the response does not reach the browser, the new value is lost. The old key then shows `rotatedTo`, and its
 * creator rotates or revokes the key with that ID; its value cannot be recovered.
 */
export const rotateKey = operation(rotateInput, async (request, { keyId, rev, expiresOn, grace }) => {
  const { now, storage, accountId } = request;
  const expiresAt = requireExpiry(request, expiresOn);
  const before = await requireKey(request, keyId);
  requireRotatable(before, decideRotation({ key: before, actorId: accountId, now, rev }));

  const settings = settingsOf(before.record);
  const rotated = await retryOnConflict(async () => {
    const successor = issueKey(request, { settings, expiresAt, predecessor: before });
    const after = recordInGrace(before.record, successor.keyId, now, grace);
    const audit = auditOfRotation(request, before, {
      ...successor,
      grace,
      graceUntil: after.graceUntil ?? expiresAt,
    });
    if ((await commitRotation(storage, { before, after, successor }, audit)) === 'committed') {
      return { created: answerWithValue(successor, now), old: viewKey(keyId, after, now) };
    }
    if ((await requireKey(request, keyId)).record.rev !== rev) throw keyChanged(before);
    // The key is unchanged, so the ID of the successor already existed.
    return 'conflict';
  }, ID_COLLISIONS);
  if (rotated === 'conflict') throw new Error('two ids in a row were taken');
  return rotated;
});

function auditOfRotation(
  request: AdminRequest,
  { keyId }: ApiKey,
  successor: ApiKey & { readonly grace: Grace; readonly graceUntil: string },
): AuditRows {
  const { expiresAt } = successor.record;
  return [
    auditOfKey(request, 'apikey.rotated', keyId, {
      after: auditDetails({ rotatedTo: successor.keyId, grace: successor.grace, graceUntil: successor.graceUntil }),
    }),
    auditOfKey(request, 'apikey.created', successor.keyId, {
      after: auditDetails({ ...settingsOf(successor.record), expiresAt, rotatedFrom: keyId }),
    }),
  ];
}

/** @throws Refusal */
function requireRotatable(key: ApiKey, { outcome }: RotationDecision): void {
  switch (outcome) {
    case 'may-rotate':
      return;
    case 'changed':
      throw keyChanged(key);
    case 'rotated-before':
      throw new Refusal('KEY_ROTATED_BEFORE', 'The key was already rotated. Rotate the key that replaced it.');
    case 'not-active':
      throw new Refusal('KEY_NOT_ACTIVE', 'The key was revoked or has expired. Create a new key.');
    case 'not-creator':
      throw new Refusal(
        'ONLY_CREATOR_MAY_ROTATE',
        'A key has the permissions of its creator, so only its creator can rotate it.',
      );
  }
}
