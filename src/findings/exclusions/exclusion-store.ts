import { CorruptRecordError } from '../../platform/corrupt-record';
import type { Storage } from '../../platform/storage';
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
