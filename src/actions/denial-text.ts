import { PERSON_DENIALS, type Denial, type PersonDenial } from '../access/decide';
import { levelWithSubLevel } from '../classification/level-name';
import type { Levels } from '../classification/level-store';
import { isUsableIn } from '../classification/settings';
import { findLevelByText } from '../classification/find-level-by-text';
import type { LevelOfPage } from '../classification/model';
import { publishedSubLevels } from '../classification/page-level-options';
import type { Page } from '../classification/page-lookup';
import { ActionError } from './action';
import { receivedValue } from './received-value';

/** Why the level of a page cannot be set, in the words of the author of a rule. */

const TEXTS: Readonly<Record<PersonDenial, string>> = {
  PAGE_NOT_FOUND: 'There is no such page, or the person who runs this action can’t view it.',
  LEVEL_NOT_FOUND: 'There is no such level.',
  SUBLEVEL_NOT_IN_LEVEL: 'This sub-level is archived or doesn’t belong to the level.',
  LEVEL_ARCHIVED: 'This level is archived. Choose another level.',
  LEVEL_NOT_IN_SPACE_SCHEME: 'This level can’t be used in the space of this page. Choose another level.',
  PAGE_NOT_EDITABLE:
    'The person who runs this action can’t edit this page. Only people who can edit a page can set its level. In a rule, select another user for the connection.',
  LEVEL_CHANGE_FORBIDDEN:
    'The page has a more sensitive level, and the settings of the site don’t allow lowering it. Select “Only raise” to keep more sensitive levels.',
  JUSTIFICATION_REQUIRED:
    'The page has a more sensitive level, and lowering it needs a reason. Enter a reason, or select “Only raise” to keep more sensitive levels.',
  LEVEL_BELOW_FINDINGS:
    'The page has sensitive data that requires a more sensitive level. Remove the data or choose a more sensitive level.',
};

export function deniedError(denial: Denial): ActionError {
  const known = PERSON_DENIALS.find((one) => one === denial);
  return new ActionError(denial, known === undefined ? 'This change isn’t allowed.' : TEXTS[known]);
}

/** The maximum number of levels that an error lists. */
const MAX_LISTED = 50;

/**
 * The level that a text refers to.
 * @param page the person sees it, so that they may know the levels of its space
 * @throws ActionError, which has the text, and lists the levels that can be used
 */
export async function requireLevel(
  levels: Levels,
  { spaceId }: Pick<Page, 'spaceId'>,
  text: string,
  now: Date,
): Promise<LevelOfPage> {
  const level = findLevelByText(levels.all, text);
  if (level !== undefined) return level;
  const usable = levels.all.filter(
    ({ status, levelId }) => status === 'PUBLISHED' && isUsableIn(levels, spaceId, levelId),
  );
  const names = usable.flatMap((one) => [
    one.name,
    ...publishedSubLevels(one).map(({ subLevelId }) => levelWithSubLevel(one, subLevelId)),
  ]);
  const shown = names.slice(0, MAX_LISTED).join(', ');
  throw new ActionError(
    'LEVEL_NOT_FOUND',
    `There is no such level (${await receivedValue(text, now)}). Use the name, key or ID of one of these levels: ${shown}${names.length > MAX_LISTED ? ' …' : ''}.`,
  );
}
