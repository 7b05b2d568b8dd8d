import { levelWithSubLevel } from '../classification/level-name';
import { findLevel, type Levels } from '../classification/level-store';
import type { VisiblePage } from '../classification/visible-pages';
import type { LevelName, ShownPage } from './page-contract';

/** Levels can be deleted once no page has them. The history of pages can still contain them. */
const DELETED: LevelName = { name: 'Deleted level', color: 'GREY' };

/** The name of a level with its sub-level, and its color. */
export function levelNameOf(levels: Levels, levelId: string, subLevelId: string | undefined): LevelName {
  const level = findLevel(levels, levelId);
  if (level === undefined) return DELETED;
  return { name: levelWithSubLevel(level, subLevelId), color: level.color };
}

export function showPage(levels: Levels, { page, level }: VisiblePage): ShownPage {
  return {
    pageId: page.pageId,
    title: page.title,
    level: level === undefined ? null : levelNameOf(levels, level.levelId, level.subLevelId),
    ...(level === undefined ? {} : { classifiedAt: level.classificationDate }),
  };
}
