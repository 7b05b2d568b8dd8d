import type { ApiKey } from './model';

/**
 * The line of a key: the key, the keys that it replaced by rotation, and its successors (docs/adr/0035). A line has the
 * id of its first key. Cursors, Idempotency-Keys, jobs, scans and redactions belong to the line.
 */
export function lineOf({ keyId, record }: ApiKey): string {
  return record.lineId ?? record.rotatedFrom ?? keyId;
}

/**
 * The ids under which data of the line can be stored, the id of the line first. Data from before keys had a line has
 * the id of a single key; of these ids, that of the key itself and that of its predecessor are known without another
 * read.
 */
export function lineIdsOf(key: ApiKey): readonly [lineId: string, ...keyIds: string[]] {
  const { rotatedFrom } = key.record;
  return [lineOf(key), key.keyId, ...(rotatedFrom === undefined ? [] : [rotatedFrom])];
}

/** The owner of a run. */
export interface RunOwner {
  /** The key that created it; omitted = a person, or the app itself. */
  readonly keyId?: string | undefined;
  /** The list of its line. Omitted in rows from before lines were stored. */
  readonly lineList?: string | undefined;
}

/** The list of the jobs or the redactions of the key's line: a partition of the index `by-line`. */
export function lineListOf(key: ApiKey, of: 'jobs' | 'redactions'): string {
  return `${of}:${lineOf(key)}`;
}

/** True if a run belongs to the line of the key. */
export function ownsRun(key: ApiKey, of: 'jobs' | 'redactions', { keyId, lineList }: RunOwner): boolean {
  return lineList === lineListOf(key, of) || (keyId !== undefined && lineIdsOf(key).includes(keyId));
}
