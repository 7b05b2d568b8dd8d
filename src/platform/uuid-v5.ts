import { createHash } from 'node:crypto';

/** The namespace of RFC 9562 for names that are URLs or URIs. */
export const URI_NAMESPACE = '6ba7b811-9dad-11d1-80b4-00c04fd430c8';

/** A UUID that is always the same for a namespace and a name (RFC 9562, version 5). */
export function uuidV5(namespace: string, name: string): string {
  const hash = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name, 'utf8')
    .digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
