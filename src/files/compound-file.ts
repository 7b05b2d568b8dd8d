/** A stream or a storage of a compound file (MS-CFB). */
export interface CompoundEntry {
  readonly name: string;
  readonly isStream: boolean;
  readonly children: readonly CompoundEntry[];
  read(): Uint8Array;
}

const END = 0xfffffffa;

/** Opens the container of old Office files and of messages. Loops of sectors or entries are damage. @throws if it is damaged */
export function openCompoundFile(bytes: Uint8Array): CompoundEntry {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const sectorSize = view.getUint16(30, true) === 12 ? 4096 : 512;
  const sectors = bytes.length / sectorSize;
  const at = (sector: number) => (sector + 1) * sectorSize;
  const fatSectors: number[] = [];
  for (let index = 0; index < 109; index++) fatSectors.push(view.getUint32(76 + index * 4, true));
  for (let sector = view.getUint32(68, true), seen = 0; sector < END && seen * 100 < sectors; seen++) {
    for (let index = 0; index < sectorSize / 4 - 1; index++)
      fatSectors.push(view.getUint32(at(sector) + index * 4, true));
    sector = view.getUint32(at(sector) + sectorSize - 4, true);
  }
  const fat: number[] = [];
  for (const sector of fatSectors.slice(0, Math.min(sectors, view.getUint32(44, true))))
    for (let index = 0; index < sectorSize / 4; index++) fat.push(view.getUint32(at(sector) + index * 4, true));
  const readChain = (
    start: number,
    next: readonly number[],
    size: number,
    offsetOf: (sector: number) => number,
    source: Uint8Array,
  ) => {
    const pieces: Uint8Array[] = [];
    let sector = start;
    while (sector < END) {
      if (pieces.length > next.length) throw new Error('a loop of sectors');
      pieces.push(source.subarray(offsetOf(sector), offsetOf(sector) + size));
      sector = next[sector] ?? fail();
    }
    return Buffer.concat(pieces);
  };
  const readSectors = (start: number) => readChain(start, fat, sectorSize, at, bytes);
  const directory = readSectors(view.getUint32(48, true));
  const miniFatBytes = readSectors(view.getUint32(60, true));
  const miniFat = Array.from({ length: miniFatBytes.length >> 2 }, (_, index) => miniFatBytes.readUInt32LE(index * 4));
  let miniStream: Buffer | undefined;
  const seen = new Set<number>();
  const entryAt = (index: number): CompoundEntry => {
    const base = index * 128;
    const name = directory.toString(
      'utf16le',
      base,
      base + Math.max(0, Math.min(64, directory.readUInt16LE(base + 64)) - 2),
    );
    const start = directory.readUInt32LE(base + 116);
    const size = directory.readUInt32LE(base + 120);
    return {
      name,
      isStream: directory[base + 66] === 2,
      get children() {
        return childrenOf(directory.readUInt32LE(base + 76));
      },
      read() {
        if (size >= view.getUint32(56, true)) return readSectors(start).subarray(0, size);
        miniStream ??= readSectors(directory.readUInt32LE(116));
        return readChain(start, miniFat, 64, (sector) => sector * 64, miniStream).subarray(0, size);
      },
    };
  };
  const childrenOf = (first: number): CompoundEntry[] => {
    const children: CompoundEntry[] = [];
    const waiting = [first];
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      if (index >= END || index * 128 >= directory.length) continue;
      if (seen.has(index)) throw new Error('a loop of entries');
      seen.add(index);
      children.push(entryAt(index));
      waiting.push(directory.readUInt32LE(index * 128 + 72), directory.readUInt32LE(index * 128 + 68));
    }
    return children;
  };
  return entryAt(0);
}

function fail(): never {
  throw new Error('no such sector');
}
