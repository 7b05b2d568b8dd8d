import { levelWithSubLevel } from '../classification/level-name';
import { findLevel, type Levels } from '../classification/level-store';
import type { LevelOfPage } from '../classification/model';
import type { Page } from '../classification/page-lookup';
import { type PageFindings, requiredLevelFor } from '../findings/lists/page-findings';

/** The name of a level with its sub-level. null = no level, or one that no longer exists. */
export function nameOf(levels: Levels, current: LevelOfPage | undefined): string | null {
  const level = current && findLevel(levels, current.levelId);
  return level === undefined ? null : levelWithSubLevel(level, current?.subLevelId);
}

/** The name of the level that the open findings require. null = none, or the page has it or a more sensitive level. */
export function requiredLevelName(
  levels: Levels,
  findings: PageFindings,
  page: Page,
  current: LevelOfPage | undefined,
  now: Date,
): string | null {
  return nameOf(levels, requiredLevelFor(findings, levels, { ...page, levelId: current?.levelId }, now));
}
