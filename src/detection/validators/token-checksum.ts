import { crc32 } from 'node:zlib';

/**
 * Checksums that vendors put at the end of tokens, so that scanners can recognize real ones. A valid checksum raises the
 * confidence. An invalid one does not reject the token, because fixtures and older tokens have none.
 */

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * GitHub (`ghp_` and similar) and npm: the last six characters are the CRC-32 of the characters between prefix and checksum, in
 * base 62, padded with zeros.
 */
export function hasBase62Crc(token: string): boolean {
  const body = token.slice(token.indexOf('_') + 1);
  let rest = crc32(body.slice(0, -6));
  let text = '';
  for (let digit = 0; digit < 6; digit++) {
    text = BASE62.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return body.length > 6 && body.slice(-6) === text;
}

/** Atlassian (`ATATT3`, `ATCTT3`): eight hex digits after the `=`, the CRC-32 of everything up to and with it. */
export function hasAtlassianCrc(token: string): boolean {
  const end = token.length - 8;
  return end > 0 && hexCrc(token.slice(0, end)) === token.slice(end).toLowerCase();
}

/** Cloudflare (`cfat_`, `cfut_`, `cfk_`): the last eight characters are the CRC-32 of the body before them, in hex. */
export function hasCloudflareCrc(token: string): boolean {
  const body = token.slice(token.indexOf('_') + 1);
  return body.length > 8 && hexCrc(body.slice(0, -8)) === body.slice(-8).toLowerCase();
}

function hexCrc(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
