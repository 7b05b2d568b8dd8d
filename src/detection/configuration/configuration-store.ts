import { type AuditRows, commitAudited, commitFirst } from '../../audit/commit-audited';
import { CorruptRecordError } from '../../platform/corrupt-record';
import type { RowCheck, Storage } from '../../platform/storage';
import { DEFAULT_CONFIG, type DetectionConfig, detectionRecord } from './model';

/** The detection configuration and its revision. Revision 0: never edited. */
export interface Detection {
  readonly revision: number;
  readonly config: DetectionConfig;
}

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readDetection(storage: Pick<Storage, 'read'>): Promise<Detection> {
  const { value } = await storage.read('config', 'detection');
  if (value === undefined) return { revision: 0, config: DEFAULT_CONFIG };
  const parsed = detectionRecord.safeParse(value);
  if (!parsed.success) throw new CorruptRecordError('config', 'detection');
  return { revision: parsed.data.rev, config: parsed.data.value };
}

/** Replaces the configuration and writes the audit rows, if the revision is still the same. @throws StorageUnavailableError */
export function commitDetection(
  storage: Storage,
  before: Detection,
  config: DetectionConfig,
  auditRows: AuditRows,
  stillValid: readonly RowCheck[],
): Promise<'committed' | 'conflict'> {
  const row = {
    entity: 'config',
    key: 'detection',
    value: { v: 1, rev: before.revision + 1, value: config },
  } as const;
  return before.revision === 0
    ? commitFirst(storage, row, [], auditRows, stillValid)
    : commitAudited(storage, [{ ...row, expected: before.revision }], auditRows, stillValid);
}
