export interface CompoundFiles {
  readonly [name: string]: Uint8Array | CompoundFiles;
}

const [NONE, END] = [0xffffffff, 0xfffffffe];

/** A compound file (MS-CFB) without short streams, such as a message of Outlook or an encrypted document. */
export function compoundOf(files: CompoundFiles): Buffer {
  const sectors: Buffer[] = [];
  const next: number[] = [];
  const entries: Buffer[] = [];
  const store = (bytes: Uint8Array) => {
    const first = sectors.length;
    const count = Math.max(1, Math.ceil(bytes.length / 512));
    for (let index = 0; index < count; index++) {
      sectors.push(Buffer.alloc(512));
      sectors.at(-1)?.set(bytes.subarray(index * 512, (index + 1) * 512));
      next.push(index === count - 1 ? END : sectors.length);
    }
    return first;
  };
  const add = (name: string, content: Uint8Array | CompoundFiles, type: number): number => {
    const entry = Buffer.alloc(128);
    const index = entries.push(entry) - 1;
    entry.write(name, 0, 'utf16le');
    entry.writeUInt16LE(name.length * 2 + 2, 64);
    entry[66] = type;
    for (const at of [68, 72, 76]) entry.writeUInt32LE(NONE, at);
    if (content instanceof Uint8Array) {
      entry.writeUInt32LE(store(content), 116);
      entry.writeUInt32LE(content.length, 120);
      return index;
    }
    let before: number | undefined;
    for (const [inside, value] of Object.entries(content)) {
      const child = add(inside, value, value instanceof Uint8Array ? 2 : 1);
      if (before === undefined) entry.writeUInt32LE(child, 76);
      else entries[before]?.writeUInt32LE(child, 72);
      before = child;
    }
    return index;
  };
  add('Root Entry', files, 5);
  const directory = store(Buffer.concat(entries));
  const table = Buffer.alloc(Math.ceil(next.length / 127) * 512, 0xff);
  for (const [index, value] of next.entries()) table.writeUInt32LE(value, index * 4);
  const header = Buffer.alloc(512, 0xff);
  header.write('d0cf11e0a1b11ae1', 0, 'hex');
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(table.length / 512, 44);
  header.writeUInt32LE(directory, 48);
  header.writeUInt32LE(0, 56);
  header.writeUInt32LE(END, 60);
  header.writeUInt32LE(END, 68);
  for (let index = 0; index < table.length / 512; index++) header.writeUInt32LE(sectors.length + index, 76 + index * 4);
  return Buffer.concat([header, ...sectors, table]);
}
