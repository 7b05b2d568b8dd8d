import { type KeyCall, type KeyUse, noteRefusal, noteUse } from '../../keys/key-use';
import { readKeyUse, writeKeyUse } from '../../keys/key-use-store';
import type { Log } from '../../platform/log';
import { type Storage, StorageUnavailableError } from '../../platform/storage';
import { Problem, PROBLEMS } from '../problem';

/**
 * Step 20: what is remembered of how keys are used. Only of a key that the caller has proven to hold; nobody else makes
 * the app read or write anything for it. Nothing that goes wrong here changes what is answered.
 */

export interface ProvenCall extends KeyCall {
  readonly keyId: string;
  readonly requestId: string;
  /** Neither revoked nor expired. */
  readonly isGood: boolean;
}

interface Dependencies {
  readonly storage: Pick<Storage, 'readValue' | 'writeValue'>;
  readonly log: Log;
}

/**
 * Runs a request and notes it. What is known of the key is read, and its use is written, while the request runs; a
 * refusal can only be written after it. All of it has ended when the promise settles.
 * @returns, or throws, what `run` does
 */
export async function recordKeyUse<T>(call: ProvenCall, dependencies: Dependencies, run: () => Promise<T>): Promise<T> {
  const [outcome, recorded] = await Promise.allSettled([run(), recordUse(call, dependencies)]);
  try {
    if (recorded.status === 'rejected') throw recorded.reason;
    if (outcome.status === 'rejected') await recordRefusal(call, dependencies, recorded.value, outcome.reason);
  } catch (error) {
    const { requestId, keyId } = call;
    dependencies.log('key-use.failed', { requestId, keyId, reason: reasonOf(error) });
  }
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

/** @returns what is stored afterwards. @throws StorageUnavailableError */
async function recordUse(call: ProvenCall, { storage, log }: Dependencies): Promise<KeyUse | undefined> {
  const { keyId, requestId } = call;
  const stored = await readKeyUse(storage, keyId);
  // What cannot be read is of no use to anybody; it is begun anew.
  if (stored === 'unreadable') log('key-use.unreadable', { requestId, keyId });
  const before = stored === 'unreadable' ? undefined : stored;
  const after = call.isGood ? noteUse(before, call) : undefined;
  if (after === undefined) return before;
  await writeKeyUse(storage, keyId, after);
  return after;
}

/**
 * Upon what is stored now, so that the use that was just noted is not lost.
 * @throws StorageUnavailableError
 */
async function recordRefusal(
  call: ProvenCall,
  { storage }: Dependencies,
  stored: KeyUse | undefined,
  reason: unknown,
): Promise<void> {
  if (!isRefusal(reason)) return;
  const after = noteRefusal(stored, reason.code, call);
  if (after !== undefined) await writeKeyUse(storage, call.keyId, after);
}

/** The caller's fault, or what the key may not do. That the platform has no capacity left is neither. */
function isRefusal(reason: unknown): reason is Problem {
  if (!(reason instanceof Problem)) return false;
  const { status } = PROBLEMS[reason.code];
  return status >= 400 && status < 500 && status !== 429;
}

function reasonOf(error: unknown): string {
  if (error instanceof StorageUnavailableError) return error.message;
  return error instanceof Error ? error.name : 'unknown';
}
