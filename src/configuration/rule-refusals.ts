/** Refusals that every part of the row of governance has (`RefusalTexts`). */
export const RULE_REFUSALS = {
  LEVEL_NOT_SETTABLE: {
    code: 'LEVEL_NOT_SETTABLE',
    problem: 'INVALID_SETTINGS',
    detail: 'A rule has a level that is archived or does not exist. Remove this rule.',
    members: ['levelId'],
  },
  CONFIGURATION_TOO_LARGE: {
    code: 'CONFIGURATION_TOO_LARGE',
    problem: 'CONFIGURATION_FULL',
    detail: 'The rules of the site are larger than 200 KiB. Remove rules, or end exceptions from exposure rules.',
  },
} as const;
