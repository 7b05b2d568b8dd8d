import { readFile, rename, writeFile } from 'node:fs/promises';
import type { CursorStore } from './client.ts';

/** Keeps the position in the change feed in a file. A crash leaves the old or the new position, never a part of one. */
export class FileCursorStore implements CursorStore {
  constructor(readonly path: string) {}

  async load(): Promise<string | undefined> {
    try {
      return (await readFile(this.path, 'utf8')).trim() || undefined;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async save(cursor: string): Promise<void> {
    await writeFile(`${this.path}.new`, cursor);
    await rename(`${this.path}.new`, this.path);
  }
}
