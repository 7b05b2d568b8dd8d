import type { KeyRights, VisiblePage } from '../access/decide';
import { findLevelOptions, type LevelOptions, type Option, optionOf } from '../access/level-options';
import type { Scope } from '../access/scope';
import type { LevelFloor } from './level-floor';
import type { Levels } from './level-store';
import type { Level, LevelOfPage, SubLevel } from './model';
import { isLowering, isUsableIn, loweringIn } from './settings';

/**
 * The levels that an author of changes can set on a page now, and why not the others. The API and the popup on a page
 * give the same answer.
 */

export interface OptionsQuestion {
  readonly levels: Levels;
  /** The scope and the rights for setting a level. */
  readonly required: Scope;
  readonly rights: KeyRights;
  readonly page: Exclude<VisiblePage, 'hidden'>;
  /** Undefined = the page has no level. */
  readonly current: LevelOfPage | undefined;
  /** The level that findings on the page require. */
  readonly floor: LevelFloor | undefined;
}

export interface PageLevelOptions extends LevelOptions<Level> {
  /** For clearing the level. Undefined = the page has none. */
  readonly clear: Option | undefined;
}

export function findPageLevelOptions(question: OptionsQuestion): PageLevelOptions {
  const { levels, required, rights, page, current, floor } = question;
  const { all, settings } = levels;
  const facts = {
    required,
    key: rights,
    page,
    currentLevelId: current?.levelId ?? null,
    rule: loweringIn(settings, page.spaceId),
  };
  const isBelow = (from: string | undefined, to: LevelOfPage | 'none') => isLowering(all, from, to);
  return {
    ...findLevelOptions({
      ...facts,
      levels: all.map((level) => ({
        ...level,
        isInScheme: isUsableIn(levels, page.spaceId, level.levelId),
        isLowering: isBelow(current?.levelId, level),
        isBelowFindings: level.levelId !== current?.levelId && isBelow(floor?.levelId, level),
      })),
    }),
    clear:
      current &&
      optionOf({
        ...facts,
        target: 'none',
        isLowering: isBelow(current.levelId, 'none'),
        isBelowFindings: isBelow(floor?.levelId, 'none'),
      }),
  };
}

/** The sub-levels that can be set. */
export function publishedSubLevels({ subLevels }: Level): readonly SubLevel[] {
  return subLevels.filter(({ status }) => status === 'PUBLISHED');
}
