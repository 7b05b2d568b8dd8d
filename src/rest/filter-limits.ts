import { isWithinLimit } from '../access/decide';
import { UNCLASSIFIED } from '../access/scope';
import { rightsOf } from '../keys/key-rights';
import { Problem } from './problem';
import type { AuthorizedRequest } from './route';

/**
 * A filter that matches nothing inside the key's limits is an error, because an empty list would read as "no such pages
 * exist".
 * @throws Problem 403
 */
export function requireInLimits(
  { key }: AuthorizedRequest,
  level: string | undefined,
  spaceId: string | undefined,
): void {
  const { levelLimit, spaceLimit } = rightsOf(key.record);
  if (level !== undefined && !isWithinLimit(levelLimit, level)) throw outside('LEVEL_OUTSIDE_KEY_LIMIT', level);
  if (spaceId !== undefined && !isWithinLimit(spaceLimit, spaceId)) throw outside('SPACE_OUTSIDE_KEY_LIMIT');
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

function outside(code: 'LEVEL_OUTSIDE_KEY_LIMIT' | 'SPACE_OUTSIDE_KEY_LIMIT', level?: string): Problem {
  const isSpace = code === 'SPACE_OUTSIDE_KEY_LIMIT';
  const parameter = isSpace ? 'spaceId' : level === UNCLASSIFIED ? UNCLASSIFIED : 'levelId';
  const detail = 'GET /v1/key lists the limits of the key; a site admin can change them.';
  return new Problem(code, { detail, errors: [{ code, detail, parameter }] });
}
