import type { AdminOperations } from '../../../../src/admin/contract';
import { ask, type OperationError } from '../operations';

/** Excludes many findings in batches of the resolver's limit. Each batch is excluded completely or not at all. */

type Exclusion = AdminOperations['addExclusion']['payload'];

/** Values by fingerprint, with their findings in the list. */
export interface ExcludedValues {
  readonly fingerprints: readonly string[];
  readonly findings: number;
  readonly pages: number;
}

export type ExclusionTarget = { readonly findingIds: readonly string[] } | ExcludedValues;

const AT_ONCE = 100;

export interface Excluded {
  /** The number of excluded findings or values. */
  readonly done: number;
  readonly exclusionIds: readonly string[];
  /** The error that stopped it. */
  readonly error?: OperationError;
}

/** @param from the number already done @param onProgress gets the number done */
export async function exclude(
  target: ExclusionTarget,
  from: number,
  how: Pick<Exclusion, 'scope' | 'reason' | 'expiresAt'>,
  onProgress: (done: number) => void,
): Promise<Excluded> {
  const all = 'findingIds' in target ? target.findingIds : target.fingerprints;
  const exclusionIds: string[] = [];
  for (let done = from; done < all.length; done += AT_ONCE) {
    const some = all.slice(done, done + AT_ONCE);
    const what =
      'findingIds' in target ? { findingIds: some } : { match: { by: 'fingerprint' as const, fingerprints: some } };
    const answer = await ask('addExclusion', { ...what, ...how });
    if (!answer.ok) return { done, exclusionIds, error: answer.error };
    exclusionIds.push(...answer.value.added);
    onProgress(Math.min(done + AT_ONCE, all.length));
  }
  return { done: all.length, exclusionIds };
}

/** @returns the error that stopped it */
export async function undoExclusions(exclusionIds: readonly string[]): Promise<OperationError | undefined> {
  for (const exclusionId of exclusionIds) {
    const answer = await ask('removeExclusion', { exclusionId });
    // Another admin may have removed it already.
    if (!answer.ok && answer.error.code !== 'EXCLUSION_NOT_FOUND') return answer.error;
  }
  return undefined;
}
