import { crc32 } from 'node:zlib';

/**
 * The text form of an API key:
 *
 * pclsk_ <16 characters id> _ <43 characters secret> <6 characters checksum>
 *
 * The id is public. It has ten random characters, and a six-character tag that only this installation can create. The
 * checksum detects typing errors without any platform call. It is no protection, because anyone can compute it.
 */

const KEY_PREFIX = 'pclsk';

/** Matches a whole key without other text or another alphabet. Reads at most 73 characters of a text of any length. */
export const KEY_PATTERN = /^pclsk_[0-9a-hjkmnp-tv-z]{16}_[0-9A-Za-z]{49}$/;

/** Finds a key inside other text, so that the app neither returns it nor stores it in the wrong field. */
export const KEY_INSIDE_TEXT = /pclsk_[0-9a-hjkmnp-tv-z]{16}_[0-9A-Za-z]{49}/i;

/** Returns text that is safe to show. Only the public id remains of a key, whole or cut off. */
export function maskKeys(text: string): string {
  return text.replace(/(pclsk_[0-9a-z]{16}_)[0-9a-z]+/gi, '$1***');
}

const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const RANDOM_ID_LENGTH = 10;
const TAG_LENGTH = 6;
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

export interface ParsedKey {
  readonly keyId: string;
  /** The random part of the id, the input of its tag. */
  readonly randomId: string;
  readonly tag: string;
  readonly secret: string;
}

/** Splits a key into its parts, or returns the first check that it fails. Makes no platform call. */
export function parseKey(text: string): ParsedKey | { readonly rejectedAt: 'format' | 'checksum' } {
  if (!KEY_PATTERN.test(text)) return { rejectedAt: 'format' };
  const body = text.slice(0, -CHECKSUM_LENGTH);
  if (text.slice(-CHECKSUM_LENGTH) !== checksum(body)) return { rejectedAt: 'checksum' };
  const keyId = body.slice(KEY_PREFIX.length + 1, -(SECRET_LENGTH + 1));
  return {
    keyId,
    randomId: keyId.slice(0, RANDOM_ID_LENGTH),
    tag: keyId.slice(RANDOM_ID_LENGTH),
    secret: body.slice(-SECRET_LENGTH),
  };
}

export function formatKey(keyId: string, secret: string): string {
  const body = `${KEY_PREFIX}_${keyId}_${secret}`;
  return body + checksum(body);
}

/** Ten characters, 50 bits. */
export function randomIdFrom(randomBytes: (count: number) => Uint8Array): string {
  // 256 is a multiple of 32, so the low five bits of a byte are evenly distributed.
  return Array.from(randomBytes(RANDOM_ID_LENGTH), (byte) => BASE32.charAt(byte & 31)).join('');
}

/**
 * 43 characters, 256 bits. Bytes from 248 up are drawn again: 256 is not a multiple of 62, so a plain remainder would
 * favor some characters.
 */
export function secretFrom(randomBytes: (count: number) => Uint8Array): string {
  let secret = '';
  while (secret.length < SECRET_LENGTH) {
    for (const byte of randomBytes(SECRET_LENGTH - secret.length)) {
      if (byte < 248) secret += BASE62.charAt(byte % 62);
    }
  }
  return secret;
}

/** The first 30 bits of a MAC as six characters. */
export function tagFrom(mac: Uint8Array): string {
  const first32Bits = Buffer.from(mac).readUInt32BE(0);
  let tag = '';
  for (let position = 0; position < TAG_LENGTH; position += 1) {
    tag += BASE32.charAt((first32Bits >>> (27 - 5 * position)) & 31);
  }
  return tag;
}

/** CRC-32/ISO-HDLC of the preceding characters, in base 62, most significant digit first. */
function checksum(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let position = 0; position < CHECKSUM_LENGTH; position += 1) {
    digits = BASE62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
