import type { Transform } from 'node:stream';
import { crc32, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { type Budget, isolate, ReadingStop } from './budget';
import { formatOfName } from './formats';

export interface ZipEntry {
  readonly name: string;
  /** In bytes, as the archive states it. */
  readonly size: number;
  /** Chunks, so that a reader never has all of a large file. @throws ReadingStop, and Error if it is damaged */
  read(): AsyncIterable<Uint8Array>;
}

/** Deflate cannot compress more than 1,032 times, and documents rarely more than a hundred times. */
const MAX_RATIO = 300;
const FREE_BYTES = 1024 * 1024;

/**
 * The files of a zip archive, from its central directory (APPNOTE 6.3.10).
 * @throws Error if the archive has no directory
 */
export function openZip(budget: Budget, bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let end = bytes.length - 22;
  while (view.getUint32(end, true) !== 0x06054b50) end--;
  let count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if ((at === 0xffffffff || count === 0xffff) && view.getUint32(end - 20, true) === 0x07064b50) {
    const end64 = Number(view.getBigUint64(end - 12, true));
    count = Number(view.getBigUint64(end64 + 32, true));
    at = Number(view.getBigUint64(end64 + 48, true));
  }
  const entries: ZipEntry[] = [];
  for (; count > 0; count--) {
    budget.spend('members');
    if (view.getUint32(at, true) !== 0x02014b50) throw new Error('no entry');
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, nameEnd));
    const entry = {
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    };
    // Sizes of zip64, in the order of the fields that have no room for theirs.
    let extra = nameEnd;
    while (extra < extraEnd && view.getUint16(extra, true) !== 1) extra += 4 + view.getUint16(extra + 2, true);
    extra += 4;
    for (const field of ['size', 'packed', 'offset'] as const) {
      if (entry[field] !== 0xffffffff || extra >= extraEnd) continue;
      entry[field] = Number(view.getBigUint64(extra, true));
      extra += 8;
    }
    if (!name.endsWith('/') || entry.size > 0)
      entries.push({ name, size: entry.size, read: () => readEntry(budget, view, entry) });
    at = extraEnd + view.getUint16(at + 32, true);
  }
  return entries;
}

interface Entry {
  readonly isEncrypted: boolean;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

async function* readEntry(budget: Budget, view: DataView, entry: Entry): AsyncIterable<Uint8Array> {
  if (entry.isEncrypted) return budget.report('encrypted');
  if (entry.method !== 0 && entry.method !== 8) return budget.report('unsupported-type');
  if (view.getUint32(entry.offset, true) !== 0x04034b50) throw new Error('no file');
  const start = entry.offset + 30 + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true);
  const packed = new Uint8Array(view.buffer, view.byteOffset + start, entry.packed);
  let crc = 0;
  let size = 0;
  for await (const chunk of entry.method === 0 ? [packed] : unpack(createInflateRaw(), packed)) {
    size += chunk.length;
    crc = crc32(chunk, crc);
    spendUnpacked(budget, chunk.length, size, entry.packed);
    yield chunk;
  }
  if (size !== entry.size || crc !== entry.crc) budget.report('damaged');
}

/** @throws as `read` of an entry */
export async function* gunzip(budget: Budget, bytes: Uint8Array): AsyncIterable<Uint8Array> {
  let size = 0;
  for await (const chunk of unpack(createGunzip(), bytes)) {
    size += chunk.length;
    spendUnpacked(budget, chunk.length, size, bytes.length);
    yield chunk;
  }
}

/** Unpacks a stream of a PDF. It has a limit of its own, because pictures are larger than all text. */
export async function inflateStream(budget: Budget, bytes: Uint8Array, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of unpack(createInflate(), bytes)) {
    size += chunk.length;
    budget.checkTime();
    if (size > limit) throw new ReadingStop('over-budget');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function* unpack(stream: Transform, packed: Uint8Array): AsyncIterable<Buffer> {
  stream.end(packed);
  yield* stream as AsyncIterable<Buffer>;
}

function spendUnpacked(budget: Budget, bytes: number, unpacked: number, packed: number): void {
  budget.checkTime();
  budget.spend('unpackedBytes', bytes);
  if (unpacked > FREE_BYTES && unpacked > packed * MAX_RATIO) throw new ReadingStop('over-budget');
}

/** A smaller picture is an icon or a logo. */
export const MIN_PICTURE_BYTES = 5000;

/** Reads a file of a document. A picture is not unpacked, because it has no text that is read. */
export async function readMedia(budget: Budget, entry: ZipEntry, readFile: (entry: ZipEntry) => Promise<void>) {
  if (formatOfName(entry.name, '') !== 'no-text') await isolate(budget, () => readFile(entry));
  else if (entry.size > MIN_PICTURE_BYTES) budget.report('no-text');
}

/** The bytes of a file that is read as a whole, up to the limit for files. */
export async function collect(budget: Budget, chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  let left = budget.limits.fileBytes;
  for await (const chunk of chunks) {
    all.push(chunk.subarray(0, left));
    left -= chunk.length;
    if (left < 0) {
      budget.report('over-budget');
      break;
    }
  }
  return Buffer.concat(all);
}
