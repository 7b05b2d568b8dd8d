import { type KeyCall, type KeyUse, addRefusal, addUse } from '../../keys/key-use';
import { keyUseWrite, parseKeyUse } from '../../keys/key-use-store';
import type { Log } from '../../platform/log';
import { type Row, type Storage, StorageUnavailableError, type ValueWrite } from '../../platform/storage';
import { Problem, PROBLEMS } from '../problem';

/**
 * Records the use of keys. Writes only about a key that the caller has proven to hold. A failure here never changes the
 * response.
 */

export interface ProvenCall extends KeyCall {
  readonly keyId: string;
  readonly requestId: string;
}

interface Dependencies {
  readonly storage: Pick<Storage, 'writeValue'>;
  readonly log: Log;
}

/** The recorded use of a key, and the write that this request requires. */
export interface NotedUse {
  /** The record after `due` is written. */
  readonly after: KeyUse | undefined;
  /** Undefined = no write: a use was recorded within the last minute, or the key is no longer valid. */
  readonly due: ValueWrite | undefined;
}

/** @param isGood whether the key is neither revoked nor expired */
export function noteCall(call: ProvenCall, { value }: Row, isGood: boolean, log: Log): NotedUse {
  const { keyId, requestId } = call;
  const stored = value === undefined ? undefined : parseKeyUse(value);
  // An unreadable record has no value; it is replaced.
  if (stored === 'unreadable') log('key-use.unreadable', { requestId, keyId });
  const before = stored === 'unreadable' ? undefined : stored;
  const after = isGood ? addUse(before, call) : undefined;
  return after === undefined ? { after: before, due: undefined } : { after, due: keyUseWrite(keyId, after) };
}

/** Writes the use by itself. Never rejects. @returns true if the write is known to have succeeded */
export async function writeNote(call: ProvenCall, write: ValueWrite, { storage, log }: Dependencies): Promise<boolean> {
  try {
    await storage.writeValue(write);
    return true;
  } catch (error) {
    logFailure(call, error, log);
    return false;
  }
}

/** Adds the refusal to the stored record, so that the use just recorded is not lost. Never rejects. */
export async function recordRefusal(
  call: ProvenCall,
  stored: KeyUse | undefined,
  reason: unknown,
  dependencies: Dependencies,
): Promise<void> {
  if (!isRefusal(reason)) return;
  const after = addRefusal(stored, reason.code, call);
  if (after !== undefined) await writeNote(call, keyUseWrite(call.keyId, after), dependencies);
}

/** At most one line for each request. */
export function logFailure({ requestId, keyId }: ProvenCall, error: unknown, log: Log): void {
  const reason =
    error instanceof StorageUnavailableError ? error.message : error instanceof Error ? error.name : 'unknown';
  log('key-use.failed', { requestId, keyId, reason });
}

/** An error of the caller, or a missing permission of the key. Exhausted capacity of the platform is neither. */
function isRefusal(reason: unknown): reason is Problem {
  if (!(reason instanceof Problem)) return false;
  const { status } = PROBLEMS[reason.code];
  return status >= 400 && status < 500 && status !== 429;
}
