import type { PersonDenial } from '../../../../src/access/decide';

/**
 * The reasons why a person can't set the level of a page, for one page of an import and for several pages of a revert.
 */
export const denialTexts: Readonly<Record<PersonDenial, { readonly page: string; readonly pages: string }>> = {
  PAGE_NOT_FOUND: {
    page: 'The page doesn’t exist, or you can’t view it.',
    pages: 'they no longer exist, or you can’t view them.',
  },
  PAGE_NOT_EDITABLE: {
    page: 'You don’t have permission to edit the page.',
    pages: 'you don’t have permission to edit them.',
  },
  LEVEL_NOT_FOUND: {
    page: 'The level no longer exists. Reload this page.',
    pages: 'their previous level no longer exists.',
  },
  SUBLEVEL_NOT_IN_LEVEL: {
    page: 'The sub-level no longer exists. Reload this page.',
    pages: 'their previous sub-level is archived. Restore it first.',
  },
  LEVEL_ARCHIVED: {
    page: 'The level is archived.',
    pages: 'their previous level is archived. Restore it first.',
  },
  LEVEL_NOT_IN_SPACE_SCHEME: {
    page: 'The space of the page can’t use this level.',
    pages: 'their space can’t use their previous level.',
  },
  LEVEL_CHANGE_FORBIDDEN: {
    page: 'The page has a more sensitive level, and this site doesn’t allow lowering levels.',
    pages: 'their previous level is less sensitive, and the settings don’t allow lowering levels.',
  },
  JUSTIFICATION_REQUIRED: {
    page: 'The page has a more sensitive level. To lower it, add a justification to the row.',
    pages: 'their previous level is less sensitive, and lowering a level requires a justification.',
  },
  LEVEL_BELOW_FINDINGS: {
    page: 'The findings on the page require a more sensitive level. See Findings.',
    pages: 'their findings require a more sensitive level.',
  },
};
