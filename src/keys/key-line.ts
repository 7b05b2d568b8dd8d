import type { ApiKey } from './model';

/**
 * The line of a key: the key, the keys that it replaced by rotation, and its successors (docs/adr/0035). A line has the
 * id of its first key. Cursors, Idempotency-Keys, jobs, scans and redactions belong to the line.
 */
export function lineOf({ keyId, record }: ApiKey): string {
  return record.lineId ?? keyId;
}

/** The list of the jobs or the redactions of the key's line, which is a partition of the index `by-line`. */
export function lineListOf(key: ApiKey, of: 'jobs' | 'redactions'): string {
  return `${of}:${lineOf(key)}`;
}
