import type { Level, LEVEL_TEXT_LIMITS, SubLevel } from '../../../../src/classification/model';
import { texts } from '../texts';

/** A level or sub-level in a form. */

export type LevelDraft = Pick<Level, 'name' | 'description' | 'guideline' | 'color'>;
export type SubLevelDraft = Pick<SubLevel, 'name' | 'description'>;
export type LevelDraftErrors = Partial<Record<keyof LevelDraft, string>>;

/** The limits of the backend. The UI imports only its types, so a change of a limit there fails to compile here. */
export const LIMITS: typeof LEVEL_TEXT_LIMITS = {
  name: 100,
  description: 1_000,
  guideline: 2_000,
  bannerText: 500,
  bannerContact: 200,
};

export const newLevelDraft: LevelDraft = { name: '', description: '', guideline: '', color: 'GREY' };
export const newSubLevelDraft: SubLevelDraft = { name: '', description: '' };

export function levelDraftOf({ name, description, guideline, color }: Level): LevelDraft {
  return { name, description, guideline, color };
}

export function subLevelDraftOf({ name, description }: SubLevel): SubLevelDraft {
  return { name, description };
}

/** Checks the draft without the resolver. */
export function checkDraft(draft: SubLevelDraft & Partial<LevelDraft>): LevelDraftErrors {
  const { missingName, tooLong } = texts.levels.form;
  const errors: LevelDraftErrors = draft.name.trim() === '' ? { name: missingName } : {};
  for (const field of ['name', 'description', 'guideline'] as const) {
    const length = lengthOf(draft[field] ?? '');
    if (length > LIMITS[field]) errors[field] = tooLong(length, LIMITS[field]);
  }
  return errors;
}

/** Counts characters like the resolver. */
function lengthOf(text: string): number {
  return text.normalize('NFC').replace(/\r\n?/g, '\n').trim().length;
}
