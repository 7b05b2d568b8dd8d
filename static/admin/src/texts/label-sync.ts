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
  labelImport: {
    open: 'Import levels from labels',
    title: 'Import levels from labels',
    intro:
      'Pages with a label get its level, once. Levels are only raised. A page with two of the labels gets the more sensitive level.',
    labels: 'Labels',
    label: 'Label',
    labelMissing: 'Enter a label.',
    level: 'Level',
    chooseLevel: 'Choose a level',
    levelMissing: 'Choose a level.',
    add: 'Add label',
    remove: (label: string) => (label === '' ? 'Remove label' : `Remove label ${label}`),
    dryRun:
      'Nothing changes yet. The app searches for the pages that you can view, checks each one and shows the result. At most 10,000 pages for a label.',
    row: (label: string, level: string) => `${label} → ${level}`,
    waits: 'Waits for the label before it.',
    edit: 'Edit labels',
    continues:
      'Keep this dialog open until the last label is done. If you close it, the current label continues and no other one starts.',
  },
};
