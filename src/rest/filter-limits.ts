import { isWithinLimit } from '../access/decide';
import { UNCLASSIFIED } from '../access/scope';
import type { Levels } from '../classification/level-store';
import { findNamed } from '../classification/resolve-level';
import { rightsOf } from '../keys/key-rights';
import { Problem } from './problem';
import type { AuthorizedRequest } from './route';

/** The problems of an operation that can be filtered by level and space. */
export const FILTER_PROBLEMS = ['LEVEL_OUTSIDE_KEY_LIMIT', 'SPACE_OUTSIDE_KEY_LIMIT', 'LEVEL_NOT_FOUND'] as const;

/**
 * A filter that matches nothing inside the key's limits is an error, because an empty list would read as "no such pages
 * exist".
 * @throws Problem 403
 */
export function requireInLimits(
  { key, spaceOfKey }: AuthorizedRequest,
  levels: readonly string[] | undefined,
  spaceId: string | undefined,
): void {
  const { levelLimit, spaceLimit } = rightsOf(key.record);
  if (levels?.every((level) => !isWithinLimit(levelLimit, level)) === true)
    throw outside('LEVEL_OUTSIDE_KEY_LIMIT', levels[0] === UNCLASSIFIED ? UNCLASSIFIED : 'levelId');
  if (spaceId !== undefined && !isWithinLimit(spaceLimit, spaceId))
    throw outside('SPACE_OUTSIDE_KEY_LIMIT', spaceOfKey === undefined ? 'spaceId' : 'spaceKey');
}

/**
 * The ids of the levels that a filter names.
 * @throws Problem 422
 */
export function levelIdsOf(levels: Levels, names: readonly string[] | undefined): readonly string[] | undefined {
  return names?.map((name) => {
    const level = findNamed(levels.all, name);
    if (level === undefined) throw unknownLevel('LEVEL_NOT_FOUND', 'levelId');
    return level.levelId;
  });
}

export function unknownLevel(
  code: 'LEVEL_NOT_FOUND' | 'SUBLEVEL_NOT_IN_LEVEL',
  parameter: string,
  detail = 'The levels of the site are listed by GET /v1/level, with a key that has classification::manage.',
): Problem {
  return new Problem(code, { detail, errors: [{ code, detail, parameter }] });
}

/**
 * True if the history and the feed show a change, because the level that it set is inside the page access limit. The
 * page's current level is checked with the page.
 */
export function isChangeInLimit(
  { key }: Pick<AuthorizedRequest, 'key'>,
  { levelId = UNCLASSIFIED }: { readonly levelId?: string | undefined },
): boolean {
  return isWithinLimit(rightsOf(key.record).levelLimit, levelId);
}

function outside(code: 'LEVEL_OUTSIDE_KEY_LIMIT' | 'SPACE_OUTSIDE_KEY_LIMIT', parameter: string): Problem {
  const detail = 'GET /v1/key lists the limits of the key; a site admin can change them.';
  return new Problem(code, { detail, errors: [{ code, detail, parameter }] });
}
