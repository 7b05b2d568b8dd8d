export const labelSyncTexts = {
  labelSync: {
    title: 'Labels of levels',
    intro:
      'Each page gets a Confluence label for its level, so that automation rules and other apps can start from it. Everyone who may edit a page can change its labels, so nothing is decided from them.',
    failed: 'We couldn’t load the setting',
    notChanged: 'We couldn’t change the labels',
    switch: 'Label pages with their level',
    prefix: 'Start of each label',
    prefixHelp: 'The key of the level follows. Changing it replaces the labels of all pages in the background.',
    example: (label: string) => `Example: ${label}`,
    save: 'Save labels',
  },
};
