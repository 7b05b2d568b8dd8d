/** The headings that get the focus after a dialog closes and its opener no longer exists. */
export const focusIds = {
  site: 'settings-of-the-site',
  surfaces: 'settings-on-pages',
  spaceAdmins: 'settings-of-space-admins',
  scheme: 'level-schemes',
  removeScheme: 'level-schemes',
  space: 'settings-of-spaces',
} as const;
