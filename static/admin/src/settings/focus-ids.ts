/** The headings that get the focus after a dialog closes and its opener no longer exists. */
export const focusIds = {
  site: 'settings-of-the-site',
  findings: 'levels-from-findings',
  surfaces: 'settings-on-pages',
  exposure: 'exposure-rules',
  review: 'review-rules',
  'page-use': 'page-use-rules',
  scheme: 'level-schemes',
  removeScheme: 'level-schemes',
} as const;
