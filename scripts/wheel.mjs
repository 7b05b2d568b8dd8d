import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

/**
 * Writes a wheel of a pure Python package (PEP 427). The same files give the same bytes: the archive has no times, and its
 * entries are in order and not compressed.
 */
export function writeWheel(folder, { name, version, summary, readme, files }) {
  const info = `${name}-${version}.dist-info`;
  const metadata = `Metadata-Version: 2.1
Name: ${name.replaceAll('_', '-')}
Version: ${version}
Summary: ${summary}
Requires-Python: >=3.8
Description-Content-Type: text/markdown

${readme}`;
  const wheel = 'Wheel-Version: 1.0\nGenerator: page-classification\nRoot-Is-Purelib: true\nTag: py3-none-any\n';
  const entries = [
    ...files,
    { name: `${info}/METADATA`, content: Buffer.from(metadata) },
    { name: `${info}/WHEEL`, content: Buffer.from(wheel) },
  ].sort((one, other) => (one.name < other.name ? -1 : 1));
  const record = entries.map(({ name: path, content }) => {
    const hash = createHash('sha256').update(content).digest('base64url');
    return `${path},sha256=${hash},${content.length}\n`;
  });
  const listed = { name: `${info}/RECORD`, content: Buffer.from(`${record.join('')}${info}/RECORD,,\n`) };
  writeFileSync(join(folder, `${name}-${version}-py3-none-any.whl`), zip([...entries, listed]));
}

/** The first day that a zip archive can have: 1980-01-01. */
const DATE = 0x21;
const IS_UTF8 = 0x800;
/** A file that everyone can read, as on Unix. */
const MODE = (0o100644 << 16) >>> 0;

function zip(entries) {
  let offset = 0;
  const parts = entries.map(({ name, content }) => {
    const path = Buffer.from(name);
    const about = fields([2, 20], [2, IS_UTF8], [2, 0], [2, 0], [2, DATE], [4, crc32(content)], [4, content.length], [4, content.length], [2, path.length], [2, 0]); // prettier-ignore
    const local = Buffer.concat([fields([4, 0x04034b50]), about, path, content]);
    const central = Buffer.concat([fields([4, 0x02014b50], [2, 0x314]), about, fields([2, 0], [2, 0], [2, 0], [4, MODE], [4, offset]), path]); // prettier-ignore
    offset += local.length;
    return { local, central };
  });
  const central = Buffer.concat(parts.map((part) => part.central));
  const end = fields([4, 0x06054b50], [2, 0], [2, 0], [2, entries.length], [2, entries.length], [4, central.length], [4, offset], [2, 0]); // prettier-ignore
  return Buffer.concat([...parts.map((part) => part.local), central, end]);
}

/** Little-endian numbers, each with its number of bytes. */
function fields(...numbers) {
  return Buffer.concat(
    numbers.map(([bytes, number]) => {
      const field = Buffer.alloc(bytes);
      field.writeUIntLE(number, 0, bytes);
      return field;
    }),
  );
}
