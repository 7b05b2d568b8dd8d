import { type KeyCall, type KeyUse, noteRefusal, noteUse } from '../../keys/key-use';
import { keyUseWrite, parseKeyUse } from '../../keys/key-use-store';
import type { Log } from '../../platform/log';
import { type Row, type Storage, StorageUnavailableError, type ValueWrite } from '../../platform/storage';
import { Problem, PROBLEMS } from '../problem';

/**
 * Step 20: what is remembered of how keys are used. Written only of a key that the caller has proven to hold. Nothing
 * that goes wrong here changes what is answered.
 */

export interface ProvenCall extends KeyCall {
  readonly keyId: string;
  readonly requestId: string;
}

interface Dependencies {
  readonly storage: Pick<Storage, 'writeValue'>;
  readonly log: Log;
}

/** What is known of the use of a key, and what there is to write now that it is used. */
export interface NotedUse {
  /** With `due` written. */
  readonly after: KeyUse | undefined;
  /** Undefined = nothing: a use was noted within the last minute, or the key is not good any more. */
  readonly due: ValueWrite | undefined;
}

/** @param isGood whether the key is neither revoked nor expired */
export function noteCall(call: ProvenCall, { value }: Row, isGood: boolean, log: Log): NotedUse {
  const { keyId, requestId } = call;
  const stored = value === undefined ? undefined : parseKeyUse(value);
  // What cannot be read is of no use to anybody; it is begun anew.
  if (stored === 'unreadable') log('key-use.unreadable', { requestId, keyId });
  const before = stored === 'unreadable' ? undefined : stored;
  const after = isGood ? noteUse(before, call) : undefined;
  return after === undefined ? { after: before, due: undefined } : { after, due: keyUseWrite(keyId, after) };
}

/** Writes what there is to write, by itself. Never rejects. @returns whether it is written, as far as is known */
export async function writeNote(call: ProvenCall, write: ValueWrite, { storage, log }: Dependencies): Promise<boolean> {
  try {
    await storage.writeValue(write);
    return true;
  } catch (error) {
    logFailure(call, error, log);
    return false;
  }
}

/** Upon what is stored now, so that the use that was just noted is not lost. Never rejects. */
export async function recordRefusal(
  call: ProvenCall,
  stored: KeyUse | undefined,
  reason: unknown,
  dependencies: Dependencies,
): Promise<void> {
  if (!isRefusal(reason)) return;
  const after = noteRefusal(stored, reason.code, call);
  if (after !== undefined) await writeNote(call, keyUseWrite(call.keyId, after), dependencies);
}

/** One line for each request at most. */
export function logFailure({ requestId, keyId }: ProvenCall, error: unknown, log: Log): void {
  const reason =
    error instanceof StorageUnavailableError ? error.message : error instanceof Error ? error.name : 'unknown';
  log('key-use.failed', { requestId, keyId, reason });
}

/** The caller's fault, or what the key may not do. That the platform has no capacity left is neither. */
function isRefusal(reason: unknown): reason is Problem {
  if (!(reason instanceof Problem)) return false;
  const { status } = PROBLEMS[reason.code];
  return status >= 400 && status < 500 && status !== 429;
}
