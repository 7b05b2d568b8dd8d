import type { Levels } from '../classification/level-store';
import type { LevelOfPage } from '../classification/model';
import type { Page } from '../classification/page-lookup';
import { type PageFindings, requiredLevelFor } from '../findings/lists/page-findings';
import { nameOf } from './level-name';

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
