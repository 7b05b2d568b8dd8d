import type { LoweringRule } from '../../../../src/access/decide';
import { plural } from './plural';

const spaces = (count: number) => plural(count, 'space', 'spaces');

export const settingsTexts = {
  settings: {
    title: 'Settings',
    intro:
      'What holds for every way of setting a level, by people, API keys, automation rules and imports alike. A change holds from the next request on. Saving a setting changes the level of no page.',
    failed: 'The settings could not be loaded',
    edit: 'Edit',
    asSite: 'As for the whole site',
    noDefault: 'None',
    noScheme: 'All levels',
    noLonger: 'No longer there',
    archived: (name: string) => `${name}, archived`,

    site: {
      title: 'Whole site',
      edit: 'Edit the settings of the whole site',
      defaultLevel: 'Default level',
      scheme: 'Level scheme',
      lowering: 'Lowering a level',
    },
    defaultLevel: {
      short: 'What a new page gets, and what a page goes back to when its level is taken away.',
      siteHelp: 'For every space without a default level of its own.',
      about: 'What a default level does, and what not',
      effects: [
        'A page that is created gets it, and a page whose level is taken away goes back to it. A copy gets the more sensitive of it and the level of the page that was copied.',
        'It is not applied to pages that are there already. Only a page of the last two days that never had a level can still get it, from the daily comparison below.',
        'It keeps nobody from setting another level.',
        'A space can have another default level, or none.',
      ],
    },
    scheme: {
      short: 'Which levels the pages of a space can get.',
      siteHelp: 'For every space without a level scheme of its own.',
      about: 'What a level scheme does, and what not',
      effects: [
        'The pages of a space can get no level but those of its scheme, with all their sub-levels. Anything else is refused (422 LEVEL_NOT_IN_SPACE_SCHEME).',
        'Pages that have another level already keep it.',
        'A page that is moved into the space with another level gets the nearest more sensitive level of the scheme. If there is none, it keeps its level.',
        'The default level of a space has to be in its scheme.',
      ],
    },
    lowering: {
      allowed: {
        label: 'Allowed',
        description: 'Whoever may edit a page may give it a less sensitive level.',
      },
      justified: {
        label: 'With a justification',
        description:
          'A change to a less sensitive level, or to none, takes a justification, which is kept in the history of the page and in the audit log. Without one it is refused (422 JUSTIFICATION_REQUIRED).',
      },
      forbidden: {
        label: 'Forbidden',
        description:
          'A change to a less sensitive level, or to none, is refused, to site admins as well (403 LEVEL_CHANGE_FORBIDDEN).',
      },
    } satisfies Record<LoweringRule, { readonly label: string; readonly description: string }>,
    loweringNotes: {
      about: 'What counts as lowering, and what not',
      effects: [
        'Which level is less sensitive is said by their order on the Levels page. The sub-levels of a level are as sensitive as one another.',
        'Taking a level away is lowering, unless the default level of the space is as sensitive or more so.',
        'Raising a level, and giving one to a page that has none, is always possible.',
        'The app itself never lowers a level, whatever is set here.',
      ],
    },

    schemes: {
      title: 'Level schemes',
      intro: 'Some of the levels under one name, for spaces that shall use no others.',
      create: 'Create level scheme',
      caption: 'Level schemes',
      empty: 'There is no level scheme. Every space can use all levels.',
      name: 'Name',
      levels: 'Levels',
      usedBy: 'Used by',
      actions: 'Actions',
      wholeSite: 'The whole site',
      spaces,
      nobody: 'Nobody',
      editNamed: (name: string) => `Edit ${name}`,
      remove: 'Remove',
      removeNamed: (name: string) => `Remove ${name}`,
      editTitle: (name: string) => `Edit ${name}`,
      nameHelp: '100 characters at most.',
      levelsHelp: 'Each with all its sub-levels.',
      takenName: 'Another level scheme has this name.',
      missingLevels: 'Choose at least one level.',
      archivedLevels: (names: string) => `These are archived and can be in no scheme: ${names}. Take them out.`,
      created: 'Level scheme created',
      createdBody: (name: string) => `“${name}” can be used. It does nothing until the site or a space uses it.`,
      isUsed: (users: string) => `Used by: ${users}. What you change here holds there from the next request on.`,
      removeTitle: (name: string) => `Remove ${name}?`,
      removeBody:
        'It is gone for good: to have it back you have to create it again. No page changes, because nothing uses it.',
      inUse: 'It is used, so it cannot be removed',
      inUseBody: 'Give those who use it another level scheme first:',
      more: (count: number) => `and ${spaces(count)} more`,
      notRemoved: 'It was not removed',
      removed: 'Level scheme removed',
      removedBody: (name: string) => `“${name}” is no more.`,
      isRemoved: 'Somebody else has removed it meanwhile',
    },

    spaces: {
      intro: 'A space has the settings of the whole site, except for what it has of its own.',
      own: (count: number) =>
        count === 0
          ? 'No space has settings of its own.'
          : `${spaces(count)} with settings of ${count === 1 ? 'its' : 'their'} own`,
      editTitle: (name: string) => `Settings of ${name}`,
      defaultHelp:
        'What new pages of the space get, and pages whose level is taken away. All others keep what they have.',
      schemeHelp: 'Pages of the space can get no other level. Pages that have one already keep it.',
      siteDefault: (level: string) => `As for the whole site: ${level}`,
      siteScheme: (scheme: string) => `As for the whole site: ${scheme}`,
      savedBody: (name: string) => `The change holds in ${name} from the next request on.`,
    },
    errors: {
      levelGone: 'This level is archived or no longer there. Choose another one.',
      schemeGone: 'This level scheme is no longer there. Choose another one.',
      outside: (level: string, scheme: string) =>
        `“${level}” is not in the level scheme “${scheme}”. Choose a level of the scheme, or another scheme.`,
    },
    changes: {
      scheme: (name: string) => `Level scheme “${name}”`,
      space: (name: string) => `Space ${name}`,
      removed: 'Removed',
    },
  },
} as const;
