import * as z from 'zod';
import { color, description, guideline, key, name } from '../classification/level-fields';

/** What a person writes about levels, and which of them is meant. */

/** The revision of the levels that whoever edits has seen; 0 = they were never edited. */
export const rev = z.int().min(0);
export const id = z
  .string()
  .regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, { error: 'must be a UUID' })
  .transform((uuid) => uuid.toLowerCase());
/** Far above what can be stored, so that the order of all of them fits. */
const ids = z.array(id).max(1_000);

export const noInput = z.strictObject({});
export const oneLevelInput = z.strictObject({ levelId: id });

export const createLevelInput = z.strictObject({
  rev,
  name,
  levelKey: key.optional(),
  color,
  description: description.default(''),
  guideline: guideline.default(''),
});
export const editLevelInput = z.strictObject({
  rev,
  levelId: id,
  changes: z.strictObject({ name, levelKey: key, description, guideline, color }).partial(),
});
export const archiveLevelInput = z.strictObject({
  rev,
  levelId: id,
  /** Needed where pages have the level or keys are limited to it. */
  confirmed: z.boolean().default(false),
});
export const restoreLevelInput = z.strictObject({ rev, levelId: id });
export const reorderLevelsInput = z.strictObject({ rev, levelIds: ids });

export const createSubLevelInput = z.strictObject({
  rev,
  levelId: id,
  name,
  subLevelKey: key.optional(),
  description: description.default(''),
});
export const editSubLevelInput = z.strictObject({
  rev,
  levelId: id,
  subLevelId: id,
  changes: z.strictObject({ name, subLevelKey: key, description }).partial(),
});
export const oneSubLevelInput = z.strictObject({ rev, levelId: id, subLevelId: id });
export const reorderSubLevelsInput = z.strictObject({ rev, levelId: id, subLevelIds: ids });

/** A level of a file. */
export const levelRow = z.strictObject({
  name,
  key: key.optional(),
  color,
  description: description.default(''),
  guideline: guideline.default(''),
});
/** A sub-level of a file: its level by key or name. */
export const subLevelRow = z.strictObject({
  name,
  key: key.optional(),
  parent: name,
  description: description.default(''),
});
