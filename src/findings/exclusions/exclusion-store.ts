import { type AuditRows, commitAudited, commitFirst } from '../../audit/commit-audited';
import { CorruptRecordError } from '../../platform/corrupt-record';
import type { RowCheck, RowWrite, Storage } from '../../platform/storage';
import { type Exclusion, exclusionsRecord } from './model';

const KEY = 'detection-exclusions';

/** The exclusions of the site, expired ones included, and their revision. Revision 0: the site never had any. */
export interface Exclusions {
  readonly revision: number;
  readonly all: readonly Exclusion[];
}

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readExclusions(storage: Pick<Storage, 'read'>): Promise<Exclusions> {
  const { value } = await storage.read('config', KEY);
  if (value === undefined) return { revision: 0, all: [] };
  const parsed = exclusionsRecord.safeParse(value);
  if (!parsed.success) throw new CorruptRecordError('config', KEY);
  return { revision: parsed.data.rev, all: parsed.data.value };
}

/**
 * Replaces all exclusions and writes the audit row of the change, if the exclusions have not changed since they were
 * read.
 * @param others rows to write in the same transaction
 * @throws StorageUnavailableError
 */
export function commitExclusions(
  storage: Storage,
  before: Exclusions,
  all: readonly Exclusion[],
  {
    others,
    auditRows,
    stillValid,
  }: { others: readonly RowWrite[]; auditRows: AuditRows; stillValid: readonly RowCheck[] },
): Promise<'committed' | 'conflict'> {
  const row = { entity: 'config', key: KEY, value: { v: 1, rev: before.revision + 1, value: all } } as const;
  return before.revision === 0
    ? commitFirst(storage, row, others, auditRows, stillValid)
    : commitAudited(storage, [{ ...row, expected: before.revision }, ...others], auditRows, stillValid);
}
