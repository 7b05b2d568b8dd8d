import type { ActionName } from './action-inputs';

export const actionTexts = {
  titles: {
    'get-level': 'Get the classification level of a page',
    'set-level': 'Set the classification level of a page',
    'check-page': 'Check a page for sensitive data',
    'scan-page': 'Scan a page for sensitive data',
  } satisfies Record<ActionName, string>,
  notes: {
    'get-level': 'The user of the connection must be able to view the page.',
    'set-level': 'The level is set as the user of the connection, who must be able to edit the page.',
    'check-page':
      'Counts the open findings of the last scan. The user of the connection must be able to edit the page. No detected value is returned.',
    'scan-page': 'The scan runs in the background. The user of the connection must be able to edit the page.',
  } satisfies Record<ActionName, string>,
  failed: 'We couldn’t load the action',
  unknown: 'This action isn’t known to the app. Reload the rule.',
  saveFailed: 'We couldn’t update the action',
  page: 'Page',
  pageHelp: 'A smart value, or the ID of a page. {{page.id}} is the page of the trigger.',
  pageMissing: 'Enter a smart value or the ID of a page.',
  pageWrong: 'Enter a smart value in {{ }}, or the ID of a page: digits only.',
  level: 'Level',
  chooseLevel: 'Choose a level',
  smartValue: 'Use a smart value',
  smartLevel: 'Smart value of the level',
  smartLevelHelp: 'Must result in the name, the key or the ID of a level.',
  levelMissing: 'Choose a level.',
  smartLevelMissing: 'Enter a smart value.',
  levelGone: 'The level of this action no longer exists. Choose another level.',
  onlyRaise: 'Only raise',
  onlyRaiseHelp: 'Pages with this level or a more sensitive one keep their level.',
  reason: 'Reason (optional)',
  reasonHelp: 'Shown in the history of the page. Smart values are allowed. Your site can require it to lower a level.',
  rejected: 'Automation rejected this value.',
} as const;
