/**
 * Returns whether Base64 starts with the DER structure of a private key: PKCS #1 or SEC 1 (a sequence with a version, and a
 * number or the key itself), PKCS #8 (a version and the id of an algorithm, or the id of an encryption), or a key store of
 * PKCS #12 (version 3 and signed or encrypted data). Certificates, requests and public keys have other structures.
 */
export function isPrivateKeyStructure(base64: string): boolean {
  const bytes = Buffer.from(base64.slice(0, PROBED_LENGTH).replace(/\\[rn]|[^A-Za-z0-9+/_-]/g, ''), 'base64');
  const outer = contentOf(bytes, 0);
  if (bytes[0] !== SEQUENCE || outer === undefined) return false;
  const isAt = (at: number, ...expected: readonly number[]) =>
    expected.every((byte, index) => bytes[at + index] === byte);
  const inner = outer + 3;
  if (isAt(outer, INTEGER, 1, 0)) return isAt(inner, INTEGER) || isAlgorithm(bytes, inner);
  if (isAt(outer, INTEGER, 1, 1)) return isAt(inner, OCTETS) || isAlgorithm(bytes, inner);
  if (isAt(outer, INTEGER, 1, 3)) return isAlgorithm(bytes, inner);
  return isAlgorithm(bytes, outer) && PASSWORD_ENCRYPTION.some((id) => isAt((contentOf(bytes, outer) ?? 0) + 2, ...id));
}

/**
 * The number of characters that such a key takes up at the start of a text, with its line breaks and its padding. The
 * key contains its length. The whole text if the end of the key is missing.
 */
export function privateKeyEnd(text: string): number {
  const bytes = Buffer.from(text.slice(0, 12), 'base64');
  const size = bytes[1] ?? 0;
  const total = size < 0x80 ? 2 + size : size === 0x81 ? 3 + bytes.readUInt8(2) : 4 + bytes.readUInt16BE(2);
  let left = Math.ceil(total / 3) * 4;
  for (let at = 0; at < text.length; at++) {
    if (text.charAt(at) === '\\') at++;
    else if (/[A-Za-z0-9+/=]/.test(text.charAt(at))) left--;
    if (left === 0) return at + 1;
  }
  return text.length;
}

/** A sequence that starts with an object id. */
function isAlgorithm(bytes: Buffer, at: number): boolean {
  const content = contentOf(bytes, at);
  return bytes[at] === SEQUENCE && content !== undefined && bytes[content] === OBJECT_ID;
}

/** Where the content of an element starts, behind its type and length. */
function contentOf(bytes: Buffer, at: number): number | undefined {
  const length = bytes[at + 1];
  if (length === undefined || length === 0x80 || length > 0x84) return undefined;
  return at + 2 + (length > 0x80 ? length - 0x80 : 0);
}

const PROBED_LENGTH = 96;
const SEQUENCE = 0x30;
const INTEGER = 0x02;
const OCTETS = 0x04;
const OBJECT_ID = 0x06;
/** PKCS #5 (`1.2.840.113549.1.5`) and the encryption of PKCS #12 (`1.2.840.113549.1.12.1`). */
const PASSWORD_ENCRYPTION = [
  [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05],
  [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x0c, 0x01],
];
