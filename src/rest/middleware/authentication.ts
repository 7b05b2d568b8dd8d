import { type Presentation, presentKey, type PresentedKey, type Verification } from '../../keys/verify-key';
import type { Log } from '../../platform/log';
import type { Peppers } from '../../platform/secrets';
import type { ApiKey } from '../../keys/model';
import { type Exchange, headerValues } from '../exchange';
import { Problem } from '../problem';

/**
 * The part of the verification that needs no platform call.
 * @throws Problem 401, 503
 */
export function requirePresentedKey(
  exchange: Exchange,
  configured: Peppers | undefined,
  log: Log,
): { readonly presented: PresentedKey; readonly peppers: Peppers } {
  const presentation = presentKey(headerValues(exchange, 'x-api-key'), configured, exchange.installationId);
  if (presentation.outcome === 'presented' && configured !== undefined) {
    return { presented: presentation.key, peppers: configured };
  }
  log('apikey.refused', { requestId: exchange.requestId, reason: reasonOf(presentation) });
  switch (presentation.outcome) {
    case 'missing':
      throw new Problem('API_KEY_MISSING', { detail: 'Send the key in the x-api-key header.' });
    case 'presented':
    case 'unavailable':
      throw withoutPeppers();
    case 'invalid':
      throw new Problem('API_KEY_INVALID');
  }
}

/** No key can be verified. */
export function withoutPeppers(): Problem {
  return new Problem('AUTH_UNAVAILABLE', {
    detail: 'The PEPPER_V1 variable of the app is missing or not valid on this site. A site admin must set it.',
    headers: { 'Retry-After': '5' },
  });
}

/**
 * Checks the key's record.
 * @throws Problem 401
 */
export function requireVerified(exchange: Exchange, verification: Verification, log: Log): ApiKey {
  if (verification.outcome === 'verified') return verification.key;
  throw notVerified(exchange, verification, log);
}

/** Why a key is invalid. */
export function notVerified(
  exchange: Exchange,
  verification: Exclude<Verification, { outcome: 'verified' }>,
  log: Log,
): Problem {
  log('apikey.refused', {
    requestId: exchange.requestId,
    reason: reasonOf(verification),
    keyId: 'keyId' in verification ? verification.keyId : undefined,
  });
  switch (verification.outcome) {
    case 'invalid':
      return new Problem('API_KEY_INVALID');
    case 'revoked':
      return new Problem('API_KEY_REVOKED');
    case 'expired':
      return new Problem('API_KEY_EXPIRED', {
        detail:
          verification.graceUntil === undefined
            ? 'A site admin can create a new key. The expiry date of a key never changes.'
            : `The key was rotated, and its grace period ended at ${verification.graceUntil}. Use the new key.`,
      });
  }
}

function reasonOf(failure: Presentation | Verification): string {
  return 'rejectedAt' in failure ? failure.rejectedAt : failure.outcome;
}
