import type { EntityName } from './storage';

/** This version of the app cannot read a stored record. Callers must deny and must not guess its meaning. */
export class CorruptRecordError extends Error {
  override readonly name = 'CorruptRecordError';

  constructor(
    readonly entity: EntityName,
    key: string,
  ) {
    super(`the record ${entity}/${key} cannot be read`);
  }
}
