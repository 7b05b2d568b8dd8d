import { plural } from './plural';

/** What every list of spaces with settings of their own says. */
export const spacesTexts = {
  spaces: {
    title: 'Spaces',
    search: 'Find a space',
    searchHint: 'Name or key of a space',
    ownCaption: 'Spaces with settings of their own',
    foundCaption: 'Spaces found',
    found: (count: number) => `${plural(count, 'space', 'spaces')} found`,
    space: 'Space',
    actions: 'Actions',
    unknown: 'No name: you cannot see this space, or Confluence did not answer.',
    asSite: 'as for the whole site',
    edit: 'Edit',
    editNamed: (name: string) => `Edit the settings of ${name}`,
  },
} as const;
