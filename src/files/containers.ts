import { type Budget, isolate } from './budget';
import type { MemberPlace } from './file-part';
import { type FileFormat, latin1 } from './formats';
import { collect, gunzip, openZip, type ZipEntry } from './zip';

type ReadFileInside = (name: string, bytes: Uint8Array) => Promise<void>;

/** Reads a format that contains other files. Returns the format that its content shows. */
export async function readContainer(
  budget: Budget,
  format: 'zip' | 'tar' | 'gzip' | 'compound',
  name: string,
  bytes: Uint8Array,
  at: MemberPlace,
  readFileInside: ReadFileInside,
): Promise<FileFormat | undefined> {
  if (format === 'zip') return readZip(budget, openZip(budget, bytes), at, readFileInside);
  if (format === 'tar') return readTar(budget, bytes, readFileInside);
  if (format === 'gzip') {
    const inside = name.replace(/\.(?:gz|tgz)$/i, (ending) => (/tgz/i.test(ending) ? '.tar' : ''));
    const unpacked = await collect(budget, gunzip(budget, bytes));
    if (latin1(unpacked.subarray(257, 262)) === 'ustar') await readTar(budget, unpacked, readFileInside);
    else await readFileInside(inside, unpacked);
    return format;
  }
  const root = (await import('./compound-file')).openCompoundFile(bytes);
  const names = new Set(root.children.map((entry) => entry.name));
  if (names.has('EncryptedPackage')) budget.report('encrypted');
  else if (names.has('__properties_version1.0')) {
    await (
      await import('./mail')
    ).readMessage(budget, (await import('./compound-file')).openCompoundFile(bytes), at, readFileInside);
    return 'msg';
  } else budget.report('unsupported-type');
  return undefined;
}

const OFFICE_FOLDERS = [
  ['word/', 'docx'],
  ['xl/', 'xlsx'],
  ['ppt/', 'pptx'],
] as const;

async function readZip(
  budget: Budget,
  entries: readonly ZipEntry[],
  at: MemberPlace,
  readFileInside: ReadFileInside,
): Promise<FileFormat> {
  const readEntry = async (entry: ZipEntry) => readFileInside(entry.name, await collect(budget, entry.read()));
  const names = new Set(entries.map(({ name }) => name));
  const office = names.has('[Content_Types].xml')
    ? OFFICE_FOLDERS.find(([folder]) => entries.some(({ name }) => name.startsWith(folder)))
    : undefined;
  if (office !== undefined) {
    await (await import('./office')).readOffice(budget, entries, at, readEntry);
    return office[1];
  }
  if (names.has('content.xml') && names.has('META-INF/manifest.xml')) {
    await (await import('./open-document')).readOpenDocument(budget, entries, at, readEntry);
    return 'odf';
  }
  for (const entry of entries) await isolate(budget, () => readEntry(entry));
  return 'zip';
}

async function readTar(budget: Budget, bytes: Uint8Array, readFileInside: ReadFileInside): Promise<FileFormat> {
  let at = 0;
  while (at + 512 <= bytes.length && bytes[at] !== 0) {
    const field = (from: number, length: number) =>
      latin1(bytes.subarray(at + from, at + from + length)).replace(/\0.*$/s, '');
    const size = Number.parseInt(field(124, 12).trim() || '0', 8);
    if (!(size >= 0) || at + 512 + size > bytes.length) throw new Error('no such size');
    const path = `${field(345, 155)}/${field(0, 100)}`.replace(/^\//, '');
    const content = bytes.subarray(at + 512, at + 512 + size);
    const type = field(156, 1);
    if (/^0?$/.test(type)) await isolate(budget, () => readFileInside(path, content));
    // Links, folders, devices and names are no files.
    else if (!/^[1-6gxKL]$/.test(type)) budget.report('unsupported-type');
    at += 512 + Math.ceil(size / 512) * 512;
  }
  if (bytes.subarray(at).some((byte) => byte !== 0)) budget.report('damaged');
  return 'tar';
}
