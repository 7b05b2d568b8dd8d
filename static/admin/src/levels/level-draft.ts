import type { Level, LEVEL_TEXT_LIMITS, SubLevel } from '../../../../src/classification/model';
import { fieldMessages } from '../field-messages';
import type { OperationError } from '../operations';
import { texts } from '../texts';

/** A level or a sub-level as it stands in a form. */

export type LevelDraft = Pick<Level, 'name' | 'description' | 'guideline' | 'color'>;
export type SubLevelDraft = Pick<SubLevel, 'name' | 'description'>;
export type DraftErrors = Partial<Record<keyof LevelDraft, string>>;

/** The UI shares types with the backend and no code, so a limit that changes there does not compile here. */
export const LIMITS: typeof LEVEL_TEXT_LIMITS = { name: 100, description: 1_000, guideline: 2_000 };

export const newLevelDraft: LevelDraft = { name: '', description: '', guideline: '', color: 'GREY' };
export const newSubLevelDraft: SubLevelDraft = { name: '', description: '' };

export function levelDraftOf({ name, description, guideline, color }: Level): LevelDraft {
  return { name, description, guideline, color };
}

export function subLevelDraftOf({ name, description }: SubLevel): SubLevelDraft {
  return { name, description };
}

/** What can be said without asking the resolver. */
export function checkDraft(draft: SubLevelDraft & Partial<LevelDraft>): DraftErrors {
  const { missingName, tooLong } = texts.levels.form;
  const errors: DraftErrors = draft.name.trim() === '' ? { name: missingName } : {};
  for (const field of ['name', 'description', 'guideline'] as const) {
    const length = lengthOf(draft[field] ?? '');
    if (length > LIMITS[field]) errors[field] = tooLong(length, LIMITS[field]);
  }
  return errors;
}

/** As the resolver counts. */
function lengthOf(text: string): number {
  return text.normalize('NFC').replace(/\r\n?/g, '\n').trim().length;
}

/** What differs in `after`. */
export function changesOf<Draft extends object>(before: Draft, after: Draft): Partial<Draft> {
  const names = Object.keys(after) as (keyof Draft)[];
  return Object.fromEntries(
    names.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]),
  ) as Partial<Draft>;
}

export const isSame = <Draft extends object>(one: Draft, other: Draft) =>
  Object.keys(changesOf(one, other)).length === 0;

const FIELDS: readonly (keyof LevelDraft)[] = ['name', 'description', 'guideline', 'color'];

export function fieldErrorsOf(error: OperationError): DraftErrors {
  return Object.fromEntries(fieldMessages(error).filter(([input]) => FIELDS.some((field) => field === input)));
}
