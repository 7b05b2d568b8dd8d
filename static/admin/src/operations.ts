import { invoke } from '@forge/bridge';
import { ADMIN_CONTRACT, type AdminOperations } from '../../../src/admin/contract';
import type { AdminError, AdminResult } from '../../../src/admin/result';
import { wayOutOf } from '../../../src/capabilities/effects';
import { isConsentNeeded } from './consent-needed';
import { texts } from './texts';

/** The resolver's operations by name, with their types. The app trusts the types of its own responses. */

/** UNREACHABLE: the invocation failed, but may have had an effect. TOO_LARGE: nothing was sent. CONSENT_NEEDED: Confluence did not ask. */
export type OperationError = Omit<AdminError, 'code'> & {
  readonly code: AdminError['code'] | 'UNREACHABLE' | 'TOO_LARGE' | 'CONSENT_NEEDED';
};

export type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: OperationError };

type Result<Name extends keyof AdminOperations> = AdminOperations[Name]['result'];

const listeners = new Set<() => void>();

/** Calls back when a user turns out not to be a site admin. @returns a function that removes the callback */
export function onNotSiteAdmin(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The platform refuses a larger input. */
const MAX_PAYLOAD_BYTES = 500 * 1024;

/** Never rejects. */
export async function ask<Name extends keyof AdminOperations>(
  operation: Name,
  payload: AdminOperations[Name]['input'],
): Promise<Outcome<Result<Name>>> {
  if (new TextEncoder().encode(JSON.stringify(payload)).length > MAX_PAYLOAD_BYTES)
    return { ok: false, error: { code: 'TOO_LARGE', message: texts.inputTooLarge } };
  try {
    const answer = (await invoke<AdminResult<Result<Name>>>(operation, payload)) as AdminResult<Result<Name>>;
    if (!answer.ok && answer.error.code === 'NOT_SITE_ADMIN') listeners.forEach((listener) => listener());
    return answer;
  } catch (error) {
    if (isConsentNeeded(error)) return { ok: false, error: { code: 'CONSENT_NEEDED', message: texts.consentNeeded } };
    const message = texts.unreachable(wayOutOf(ADMIN_CONTRACT[operation].effect).ifLost);
    return { ok: false, error: { code: 'UNREACHABLE', message } };
  }
}
