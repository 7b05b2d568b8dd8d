import { decodeBase64 } from './base64-text';

/**
 * Returns whether a text is the header of a JSON Web Token: a base64url JSON object with a header parameter of RFC 7515 or 7516.
 */
export function isJwtHeader(segment: string): boolean {
  const header = jsonObject(segment);
  return header !== undefined && HEADER_PARAMETERS.some((name) => name in header);
}

/** True if a text is a JSON Web Token whose header and payload both decode to JSON objects. */
export function isJsonWebToken(text: string): boolean {
  const [header = '', payload = ''] = text.split('.');
  return isJwtHeader(header) && jsonObject(payload) !== undefined;
}

/** Header parameters of the JOSE registry, and parameters of keys and claims that occur in headers. */
const HEADER_PARAMETERS = (
  'alg apu apv aud b64 crit cty enc epk iss iv jku jwk key_ops kid kty nonce p2c p2s ppt sub svt tag typ url use ver version ' +
  'x5c x5t x5t#S256 x5u zip'
).split(' ');

function jsonObject(segment: string): object | undefined {
  const text = decodeBase64(segment);
  if (!text?.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
