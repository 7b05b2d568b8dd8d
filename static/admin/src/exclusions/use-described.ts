import { useCallback } from 'react';
import type { DescribedExclusion } from '../../../../src/admin/findings/describe-exclusions';
import type { ExclusionView } from '../../../../src/admin/findings/exclusions';
import { ask, type Outcome } from '../operations';
import { useLoad } from '../use-load';

export type Described = ReadonlyMap<string, DescribedExclusion>;

/** The examples and counts of the exclusions that a page of the list shows, in one request. */
export function useDescribed(shown: readonly ExclusionView[]) {
  // A string, so that equal lists compare as equal.
  const ids = shown.map(({ exclusionId }) => exclusionId).join(' ');
  return useLoad(useCallback(() => readDescribed(ids.split(' ')), [ids]));
}

async function readDescribed(exclusionIds: string[]): Promise<Outcome<Described>> {
  const answer = await ask('describeExclusions', { exclusionIds });
  if (!answer.ok) return answer;
  return { ok: true, value: new Map(answer.value.exclusions.map((one) => [one.exclusionId, one])) };
}
