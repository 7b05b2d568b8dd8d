import { plural } from './plural';

/** Texts shared by every list of spaces with their own settings. */
export const spacesTexts = {
  spaces: {
    title: 'Spaces',
    search: 'Find a space',
    searchHint: 'Space name or key',
    ownCaption: 'Spaces with their own settings',
    foundCaption: 'Spaces found',
    found: (count: number) => `${plural(count, 'space', 'spaces')} found`,
    space: 'Space',
    actions: 'Actions',
    unknown: 'Name not available. You may not have access to this space, or Confluence didn’t respond.',
    sameAsSite: 'same as site',
    edit: 'Edit',
    editNamed: (name: string) => `Edit settings for ${name}`,
  },
} as const;
