import type * as z from 'zod';
import type { OwnScope } from './edit-exclusions';
import type { matchInput } from './exclusion-fields';
import type { ExclusionScope } from './model';

type MatchInput = z.output<typeof matchInput>;

/** The scope as the person enters it. With findings, the page or space of each finding applies, and no id is given. */
type ScopeInput =
  | { readonly of: 'space'; readonly spaceId?: string | undefined }
  | { readonly of: 'page'; readonly pageId?: string | undefined }
  | Exclude<ExclusionScope, { of: 'space' | 'page' }>;

export interface ExclusionInput {
  readonly findingIds?: readonly string[] | undefined;
  readonly match?: MatchInput | undefined;
  readonly scope: ScopeInput;
}

export type PlannedExclusion =
  | { readonly outcome: 'of-findings'; readonly findingIds: readonly string[]; readonly scope: OwnScope }
  | { readonly outcome: 'of-match'; readonly match: MatchInput; readonly scope: ExclusionScope }
  /** `message` continues after the name of the member. */
  | { readonly outcome: 'refused'; readonly field: 'match' | 'scope'; readonly message: string };

/** Returns the exclusion that the input describes, or which members do not fit together. Pure. */
export function planExclusion({ findingIds, match, scope }: ExclusionInput): PlannedExclusion {
  if (match !== undefined && findingIds !== undefined)
    return refused('match', 'cannot be combined with a list of findings: omit one of them');
  if (findingIds !== undefined) {
    if (scope.of === 'page' || scope.of === 'space') {
      const { of, ...named } = scope;
      return Object.values(named).some((id) => id !== undefined)
        ? refused('scope', `must not have a ${of} ID with a list of findings: each finding uses its own ${of}`)
        : { outcome: 'of-findings', findingIds, scope: { of } };
    }
    return { outcome: 'of-findings', findingIds, scope };
  }
  if (match === undefined) return refused('match', 'is required without a list of findings');
  if (scope.of === 'space') {
    const { of, spaceId } = scope;
    return spaceId === undefined
      ? refused('scope', 'must have a spaceId')
      : { outcome: 'of-match', match, scope: { of, spaceId } };
  }
  if (scope.of === 'page') {
    const { of, pageId } = scope;
    return pageId === undefined
      ? refused('scope', 'must have a pageId')
      : { outcome: 'of-match', match, scope: { of, pageId } };
  }
  return { outcome: 'of-match', match, scope };
}

function refused(field: 'match' | 'scope', message: string): PlannedExclusion {
  return { outcome: 'refused', field, message };
}
