import type { DeniedAction, NoPage, ShownFinding } from '../../../../src/surfaces/contract';
import { ask, type OperationError } from '../operations';

/** The progress of an action on several values, which are sent one after another. */
export interface Progress {
  /** The exclusions that exist now. */
  readonly exclusionIds: readonly string[];
  /** Why it stopped before the last one. */
  readonly error?: OperationError;
  readonly denied?: DeniedAction['code'];
  readonly noPage?: NoPage;
}

/** Excludes values one after another. A repeated call continues after the last one that succeeded. */
export async function excludeValues(
  findings: readonly ShownFinding[],
  reason: string,
  { exclusionIds: before }: Progress,
): Promise<Progress> {
  const exclusionIds = [...before];
  for (const { findingId } of findings.slice(before.length)) {
    const answer = await ask('excludeFinding', { findingId, reason });
    if (!answer.ok) return { exclusionIds, error: answer.error };
    const { value } = answer;
    if (!('outcome' in value)) return { exclusionIds, noPage: value };
    if (value.outcome === 'denied') return { exclusionIds, denied: value.code };
    exclusionIds.push(value.exclusionId);
  }
  return { exclusionIds };
}

/** Removes the exclusions again. One that no longer exists counts as removed. */
export async function undoValues({ exclusionIds }: Progress): Promise<Progress> {
  for (const [index, exclusionId] of exclusionIds.entries()) {
    const left = exclusionIds.slice(index);
    const answer = await ask('undoExclusion', { exclusionId });
    if (!answer.ok) return { exclusionIds: left, error: answer.error };
    const { value } = answer;
    if (!('outcome' in value)) return { exclusionIds: left, noPage: value };
    if (value.outcome === 'denied' && value.code !== 'EXCLUSION_NOT_FOUND')
      return { exclusionIds: left, denied: value.code };
  }
  return { exclusionIds: [] };
}
