import type { AdminOperations } from '../../../../src/admin/contract';
import { ask, type OperationError } from '../operations';

/** Excludes many findings in batches of the resolver's limit. Each batch is excluded completely or not at all. */

type Exclusion = AdminOperations['addExclusion']['input'];

/** Values by fingerprint, with their findings in the list. */
export interface ExcludedValues {
  readonly fingerprints: readonly string[];
  readonly findings: number;
  readonly pages: number;
  /** The space that the list is limited to; '' = all spaces. */
  readonly spaceId: string;
}

export type ExclusionTarget = { readonly findingIds: readonly string[] } | ExcludedValues;

/** The limit of the resolver. */
export const AT_ONCE = 100;

export function sizeOf(target: ExclusionTarget): number {
  return 'findingIds' in target ? target.findingIds.length : target.fingerprints.length;
}

/** The scopes of an exclusion of the target, the narrowest first. Values have no page of their own. */
export function scopesOf(target: ExclusionTarget): readonly [TargetScope, ...TargetScope[]] {
  if ('findingIds' in target) return ['page', 'space', 'site'];
  return target.spaceId === '' ? ['site'] : ['space', 'site'];
}

export type TargetScope = 'page' | 'space' | 'site';

/** The first batch from an index on, as the resolver takes it. */
export function firstOf(target: ExclusionTarget, of: TargetScope, from = 0) {
  const to = from + AT_ONCE;
  if ('findingIds' in target) return { findingIds: target.findingIds.slice(from, to), scope: { of } };
  const { fingerprints, spaceId } = target;
  return {
    match: { by: 'fingerprint' as const, fingerprints: fingerprints.slice(from, to) },
    scope: of === 'space' ? { of, spaceId } : { of },
  };
}

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
  { scope, ...how }: Pick<Exclusion, 'reason' | 'expiresAt'> & { readonly scope: TargetScope },
  onProgress: (done: number) => void,
): Promise<Excluded> {
  const total = sizeOf(target);
  const exclusionIds: string[] = [];
  for (let done = from; done < total; done += AT_ONCE) {
    const answer = await ask('addExclusion', { ...firstOf(target, scope, done), ...how });
    if (!answer.ok) return { done, exclusionIds, error: answer.error };
    exclusionIds.push(...answer.value.added);
    onProgress(Math.min(done + AT_ONCE, total));
  }
  return { done: total, exclusionIds };
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
