/** The headings to which the focus goes where what had it is gone, by the dialog that was closed. */
export const focusIds = {
  site: 'settings-of-the-site',
  scheme: 'level-schemes',
  removeScheme: 'level-schemes',
  space: 'settings-of-spaces',
} as const;
