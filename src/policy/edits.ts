import { type LevelsChange, LEVELS, planLevels } from '../classification/change-levels';
import type { ConfigurationEdit, FollowingEvent } from '../configuration/change-configuration';
import type { GovernancePart } from '../configuration/governance';
import type { RefusalText, RefusalTexts } from '../configuration/refusal-text';
import { DETECTION, type DetectionChange, planDetection } from '../detection/configuration/change-detection';
import { EXCLUSIONS, type ExclusionsChange } from '../findings/exclusions/change-exclusions';
import type { PolicyState } from './state';

/** One edit that a document wants. It ensures a result, so it can be tried again after other edits. Pure. */

export type EditKind =
  | `level.${'add' | 'change' | 'archive' | 'restore' | 'order'}`
  | `sub-level.${'add' | 'change' | 'archive' | 'restore' | 'order'}`
  | 'settings.change'
  | 'pages.change'
  | `level-scheme.${'add' | 'change' | 'remove'}`
  | 'space.change'
  | 'detection.change'
  | 'detector.change'
  | `custom-detector.${'add' | 'change' | 'remove'}`
  | `detector-scheme.${'add' | 'change' | 'remove'}`
  | 'space-detection.change'
  | `exclusion.${'add' | 'remove'}`
  | `${GovernancePart}.change`
  | 'quotas.change';

export type Op = 'add' | 'change' | 'remove' | 'archive' | 'restore' | 'order';

export interface Refused {
  readonly outcome: 'refused';
  readonly refusal: RefusalText;
  readonly where: readonly string[];
}

export type Outcome =
  | { readonly outcome: 'changed'; readonly state: PolicyState; readonly event?: FollowingEvent | undefined }
  | { readonly outcome: 'unchanged' }
  | Refused;

export interface PolicyEdit {
  readonly kind: EditKind;
  /** The place in the document: `/levels/restricted`. */
  readonly path: string;
  readonly run: (state: PolicyState) => Outcome;
  /** Returns the value at the place. Undefined: the place has no value. */
  readonly view: (state: PolicyState) => unknown;
}

export const UNCHANGED = { outcome: 'unchanged' } as const;

/** A level, a scheme or a detector that the document names does not exist, or not yet. */
export function unknownName(name: string): Refused {
  return {
    outcome: 'refused',
    refusal: {
      code: 'NAME_NOT_FOUND',
      problem: 'INVALID_SETTINGS',
      detail:
        'A level, a scheme or a detector of this name was not found. Add it to the document, or correct the name.',
    },
    where: [name],
  };
}

export function editLevels(state: PolicyState, wanted: LevelsChange): Outcome {
  return outcomeOf(LEVELS.refusals, planLevels(wanted).edit(state.levels), (levels) => ({ ...state, levels }));
}

export function editDetection(state: PolicyState, edit: DetectionChange['edit']): Outcome {
  const change = planDetection({ type: 'detection.updated', subject: 'detection', edit });
  return outcomeOf(DETECTION.refusals, change.edit(state.detection), (detection) => ({ ...state, detection }));
}

export function editExclusions(state: PolicyState, { edit }: ExclusionsChange): Outcome {
  return outcomeOf(EXCLUSIONS.refusals, edit(state.exclusions), (exclusions) => ({ ...state, exclusions }));
}

/** @param put returns the state with the changed part */
export function outcomeOf<C, Reason extends string>(
  refusals: RefusalTexts<Reason>,
  edited: ConfigurationEdit<C, Reason>,
  put: (next: C) => PolicyState,
): Outcome {
  if (edited.outcome === 'unchanged') return edited;
  if (edited.outcome === 'changed') return { outcome: 'changed', state: put(edited.next), event: edited.event };
  return { outcome: 'refused', refusal: refusals[edited.reason], where: edited.where ?? [] };
}
