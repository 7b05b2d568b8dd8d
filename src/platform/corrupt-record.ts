import type { EntityName } from './storage';

/** A stored record is not what this version of the app can read. Never guess at what it might have meant: deny. */
export class CorruptRecordError extends Error {
  override readonly name = 'CorruptRecordError';

  constructor(
    readonly entity: EntityName,
    key: string,
  ) {
    super(`the record ${entity}/${key} cannot be read`);
  }
}

/** For those who go through many records: one that cannot be read must not keep them from the others. */
export async function orCorrupt<T>(read: Promise<T>): Promise<T | 'corrupt'> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof CorruptRecordError) return 'corrupt';
    throw error;
  }
}

/** What a look at all that is under way comes to: ids. */
export interface Watched {
  /** Nothing drives them any more. */
  readonly lost: readonly string[];
  /** They cannot be read; as long as they are stored they count as under way. */
  readonly unreadable: readonly string[];
}
