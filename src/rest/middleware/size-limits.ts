import type { Exchange } from '../exchange';
import { Problem } from '../problem';

const MAX_URI_BYTES = 8 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;

/** @throws Problem 414, 431 */
export function checkSizes(exchange: Exchange): void {
  let uriBytes = Buffer.byteLength(exchange.path);
  for (const [name, values] of exchange.query) uriBytes += bytesOf(name, values);
  if (uriBytes > MAX_URI_BYTES) throw new Problem('URI_TOO_LONG', { detail: 'The URL can have at most 8 KiB.' });

  let headerBytes = 0;
  for (const [name, values] of exchange.headers) headerBytes += bytesOf(name, values);
  if (headerBytes > MAX_HEADER_BYTES)
    throw new Problem('HEADERS_TOO_LARGE', { detail: 'The headers can have at most 16 KiB.' });
}

function bytesOf(name: string, values: readonly string[]): number {
  return values.reduce((sum, value) => sum + Buffer.byteLength(name) + Buffer.byteLength(value), 0);
}
