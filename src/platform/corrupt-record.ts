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
