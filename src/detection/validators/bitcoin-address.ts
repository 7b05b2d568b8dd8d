import { createHash } from 'node:crypto';
import { base58xrp, bech32, bech32m, createBase58check } from '@scure/base';
import { withoutStackTraces } from './without-stack-traces';

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
const base58check = createBase58check(sha256);

/** The decoded bytes of a base58check text. Undefined if the checksum is wrong. */
const payloadOf = (text: string): Uint8Array | undefined => decodedBy(base58check, text);

function decodedBy(coder: { decode(text: string): Uint8Array }, text: string): Uint8Array | undefined {
  try {
    return withoutStackTraces(() => coder.decode(text));
  } catch {
    return undefined;
  }
}

/** A version byte and a 160-bit hash. */
function isHash160(text: string, versions: readonly number[]): boolean {
  const payload = payloadOf(text);
  return payload?.length === 21 && versions.includes(payload[0] ?? -1);
}

/** Segregated witness address (BIP-173, BIP-350): version 0 has a bech32 checksum, later ones bech32m. */
function isSegwit(text: string, prefix: string): boolean {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return false;
  const lower = text.toLowerCase();
  const isVersion0 = lower.startsWith(`${prefix}1q`);
  const decoded = withoutStackTraces(() => (isVersion0 ? bech32 : bech32m).decodeUnsafe(lower, 90));
  const program = decoded && bech32.fromWordsUnsafe(decoded.words.slice(1));
  if (!program || decoded.prefix !== prefix) return false;
  return isVersion0 ? program.length === 20 || program.length === 32 : program.length >= 2;
}

export function isBitcoinAddress(text: string): boolean {
  return /^bc1/i.test(text) ? isSegwit(text, 'bc') : isHash160(text, [0x00, 0x05]);
}

export function isLitecoinAddress(text: string): boolean {
  return /^ltc1/i.test(text) ? isSegwit(text, 'ltc') : isHash160(text, [0x30, 0x32]);
}

export function isDogecoinAddress(text: string): boolean {
  return isHash160(text, [0x1e, 0x16]);
}

export function isTronAddress(text: string): boolean {
  return isHash160(text, [0x41]);
}

/** A private key in wallet import format, for the main network, compressed or uncompressed. */
export function isWalletImportKey(text: string): boolean {
  const payload = payloadOf(text);
  if (payload?.[0] !== 0x80) return false;
  return payload.length === 33 || (payload.length === 34 && payload[33] === 1);
}

/** The XRP Ledger uses base58 with another alphabet. */
export function isXrpAddress(text: string): boolean {
  const bytes = decodedBy(base58xrp, text);
  if (bytes?.length !== 25 || bytes[0] !== 0) return false;
  const check = sha256(sha256(bytes.subarray(0, 21)));
  return bytes.subarray(21).every((byte, index) => byte === check[index]);
}
