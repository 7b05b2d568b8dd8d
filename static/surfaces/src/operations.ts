import { invoke } from '@forge/bridge';
import { wayOutOf } from '../../../src/capabilities/effects';
import {
  SURFACE_CONTRACT,
  type SurfaceErrorCode,
  type SurfaceOperations,
  type SurfaceResult,
} from '../../../src/surfaces/contract';
import { isConsentNeeded } from '../../admin/src/consent-needed';
import { commonTexts } from './common-texts';

/** The operations of the frames by name, with their types. The app trusts the types of its own responses. */

/**
 * UNREACHABLE: the invocation failed, but may have had an effect. CONSENT_NEEDED: Confluence did not ask the person for consent, as in
 * macros (ECO-905). Nothing was changed.
 */
export interface OperationError {
  readonly code: SurfaceErrorCode | 'UNREACHABLE' | 'CONSENT_NEEDED';
  readonly message: string;
}

export type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: OperationError };

type Result<Name extends keyof SurfaceOperations> = SurfaceOperations[Name]['result'];

/** Never rejects. */
export async function ask<Name extends keyof SurfaceOperations>(
  operation: Name,
  payload: SurfaceOperations[Name]['input'],
): Promise<Outcome<Result<Name>>> {
  try {
    return (await invoke<SurfaceResult<Result<Name>>>(operation, payload)) as SurfaceResult<Result<Name>>;
  } catch (error) {
    if (isConsentNeeded(error))
      return { ok: false, error: { code: 'CONSENT_NEEDED', message: commonTexts.consentNeeded } };
    const message = commonTexts.unreachable(wayOutOf(SURFACE_CONTRACT[operation].effect).ifLost);
    return { ok: false, error: { code: 'UNREACHABLE', message } };
  }
}
