import { readConfiguration } from '../../configuration/read-configuration';
import type { Storage } from '../../platform/storage';
import { type Exclusion, EXCLUSIONS_ROW } from './model';

/** The exclusions of the site, expired ones included, and their revision. Revision 0: the site never had any. */
export interface Exclusions {
  readonly revision: number;
  readonly all: readonly Exclusion[];
}

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readExclusions(storage: Pick<Storage, 'read'>): Promise<Exclusions> {
  const stored = await readConfiguration(storage, EXCLUSIONS_ROW);
  return { revision: stored?.revision ?? 0, all: stored?.value ?? [] };
}
