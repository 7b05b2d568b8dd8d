import { findLevel, type Levels } from '../classification/level-store';
import type { Level, LevelOfPage } from '../classification/model';
import { loweringUnder } from '../access/decide';
import { isUsableIn, loweringIn } from '../classification/settings';
import type { BelowLevel } from './contract';
import { type InvalidInput, invalidInput } from './result';

/** The levels that a job of a person can set on many pages. Permissions and the rules for lowering differ by page. */

/**
 * The most sensitive first.
 * @param spaceId the space of all pages; undefined = the pages are in several spaces
 */
export function settableLevels(levels: Levels, spaceId: string | undefined): readonly BelowLevel[] {
  return levels.all
    .filter(({ status, levelId }) => status === 'PUBLISHED' && isUsable(levels, spaceId, levelId))
    .toSorted((a, b) => a.order - b.order)
    .map(settableLevel);
}

/** A level with the sub-levels that can be set. */
export function settableLevel({ levelId, name, color, description, subLevels }: Level): BelowLevel {
  return {
    levelId,
    name,
    color,
    description,
    subLevels: subLevels
      .filter(({ status }) => status === 'PUBLISHED')
      .map(({ subLevelId, name }) => ({ subLevelId, name })),
  };
}

/** @param spaceId as above. @throws Refusal INVALID_INPUT */
export function requireSettable(
  levels: Levels,
  spaceId: string | undefined,
  { levelId, subLevelId }: LevelOfPage,
  field = 'level',
): void {
  const level = findLevel(levels, levelId);
  if (level?.status !== 'PUBLISHED') throw wrong(field, 'does not exist or is archived');
  if (!isUsable(levels, spaceId, levelId)) throw wrong(field, 'is not available in this space');
  if (subLevelId === undefined) return;
  const isOfLevel = level.subLevels.some((one) => one.subLevelId === subLevelId && one.status === 'PUBLISHED');
  if (!isOfLevel) throw wrong(`${field}.subLevelId`, 'is not a sub-level of this level');
}

/**
 * Checks the rule for a job that also lowers levels. @throws Refusal INVALID_INPUT
 * @param spaceId as above. Undefined: the rule of the site. The job checks the rule of the space of each page, so that no
 * answer reveals the space of a hidden page.
 */
export function requireLowering({ settings }: Levels, spaceId: string | undefined, reason: string | undefined): void {
  const { allowed, needsJustification } = loweringUnder([loweringIn(settings, spaceId)]);
  if (!allowed) throw wrong('alsoLower', 'is not possible: levels are never lowered here');
  if (needsJustification && reason === undefined) throw reasonMissing();
}

export function reasonMissing(): InvalidInput {
  return wrong('reason', 'is required to lower levels here');
}

function isUsable(levels: Levels, spaceId: string | undefined, levelId: string): boolean {
  return spaceId === undefined || isUsableIn(levels, spaceId, levelId);
}

function wrong(field: string, message: string): InvalidInput {
  return invalidInput([{ field, message }]);
}
