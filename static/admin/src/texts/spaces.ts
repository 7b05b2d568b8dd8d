import { plural } from './plural';

/** Texts of the page of spaces. */
export const spacesTexts = {
  spaces: {
    title: 'Spaces',
    intro:
      'The settings and numbers of each space. A space uses the settings of the site until you change them, or its admins do where you allow it.',
    failed: 'We couldn’t load the spaces',
    search: 'Find a space',
    searchHint: 'Space name or key',
    with: 'Settings',
    all: 'All spaces',
    having: { own: 'With their own settings', off: 'Classification off', weaker: 'Weaker than the site' },
    none: {
      own: 'No space has its own settings',
      off: 'Classification is on in all spaces',
      weaker: 'No space is weaker than the site',
    },
    noneBody: 'Find a space by its name or key to change its settings.',
    caption: 'Spaces',
    foundCaption: 'Spaces found',
    found: (count: number) => `${plural(count, 'space', 'spaces')} found`,
    others: (count: number, pages: number) =>
      `Not listed: ${plural(count, 'space', 'spaces')} with ${plural(pages, 'page', 'pages')}, which you can’t view or which don’t fit here.`,
    space: 'Space',
    columns: {
      defaultLevel: 'Default level',
      levels: 'Allowed levels',
      detectors: 'Detectors',
      admins: 'Set by its admins',
      pages: 'Pages',
    },
    actions: 'Actions',
    unknown: 'Name not available. You may not have access to this space, or Confluence didn’t respond.',
    sameAsSite: 'same as site',
    off: 'Classification off',
    notCounted: 'Not counted yet',
    withoutLevel: (count: number) => `${count.toLocaleString()} without a level`,
    severe: (count: number) => plural(count, 'severe finding', 'severe findings'),
    editNamed: (name: string) => `Edit settings for ${name}`,
    editLevels: 'Edit levels',
    editDetectors: 'Edit detectors',
  },
} as const;
