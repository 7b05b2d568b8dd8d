import * as z from 'zod';
import { actorOf, auditRow, type AuditType } from '../../audit/event';
import { readKey } from '../../keys/key-store';
import { readKeyUse, type StoredKeyUse } from '../../keys/key-use-store';
import type { ApiKey } from '../../keys/model';
import { type RowWrite, StorageUnavailableError } from '../../platform/storage';
import type { AdminRequest } from '../operation';
import { Refusal } from '../result';

/** Shared by the operations on one key. */

export const keyIdInput = z
  .string()
  .regex(/^[0-9a-hjkmnp-tv-z]{16}$/, { error: 'must be a key ID: the 16 characters after pclsk_' });

export const oneKeyInput = z.strictObject({ keyId: keyIdInput });

/** @throws Refusal, StorageUnavailableError, CorruptRecordError */
export async function requireKey({ storage }: AdminRequest, keyId: string): Promise<ApiKey> {
  const key = await readKey(storage, keyId);
  if (key === undefined) throw new Refusal('KEY_NOT_FOUND', 'This key doesn’t exist.');
  return key;
}

/** Returns the use of the key. If storage does not respond, the use is unknown and the key is still shown. */
export async function findKeyUse({ storage, log, requestId }: AdminRequest, keyId: string): Promise<StoredKeyUse> {
  try {
    const use = await readKeyUse(storage, keyId);
    if (use === 'unreadable') log('key-use.unreadable', { requestId, keyId });
    return use;
  } catch (error) {
    if (!(error instanceof StorageUnavailableError)) throw error;
    log('key-use.failed', { requestId, keyId, reason: error.message });
    return 'unreadable';
  }
}

export function keyChanged({ record }: ApiKey): Refusal {
  return new Refusal(
    'KEY_CHANGED',
    `Another admin changed the key (now at revision ${record.rev} or later). Reload the page, then try again.`,
  );
}

export function auditOfKey(
  request: AdminRequest,
  type: AuditType,
  keyId: string,
  change: Pick<Parameters<typeof auditRow>[0], 'before' | 'after'>,
): RowWrite {
  const { requestId, now, random } = request;
  return auditRow({
    id: random.uuid(),
    type,
    time: now,
    subject: `apikey:${keyId}`,
    actor: actorOf(request),
    requestId,
    ...change,
  });
}
