import type { LoweringRule } from '../../../../src/access/decide';
import type { Delegable } from '../../../../src/classification/model';
import { plural } from './plural';

const spaces = (count: number) => plural(count, 'space', 'spaces');

export const settingsTexts = {
  settings: {
    title: 'Rules',
    intro:
      'Rules for setting levels. They apply to people, API keys, automation rules and imports, at once. Saving settings never changes the level of an existing page.',
    failed: 'We couldn’t load the settings',
    edit: 'Edit',
    sameAsSite: 'Same as site',
    noDefault: 'None',
    noScheme: 'All levels',
    notFound: 'No longer exists',
    archived: (name: string) => `${name}, archived`,

    site: {
      title: 'Site settings',
      edit: 'Edit site settings',
      defaultLevel: 'Default level',
      scheme: 'Allowed levels',
      lowering: 'Lowering levels',
    },
    defaultLevel: {
      short: 'The level for new pages, and for pages whose level is removed.',
      siteHelp: 'Applies to every space without its own default level.',
      about: 'How default levels work',
      effects: [
        'New pages get the default level. So do pages whose level is removed. A copy of a page gets the default level or the level of the original, whichever is more sensitive.',
        'Existing pages don’t change. The one exception: the daily check below may set the default level on a page created in the last two days that never had a level.',
        'People can still set a different level.',
        'A space can have its own default level, or none.',
      ],
    },
    scheme: {
      short: 'The levels that pages in a space can have.',
      siteHelp: 'Applies to every space without its own allowed levels.',
      about: 'How allowed levels work',
      effects: [
        'Pages in a space can only get its allowed levels, with all their sub-levels. Other levels are rejected.',
        'Pages that already have another level keep it.',
        'When a page with another level moves into the space, it gets the next more sensitive allowed level. If there is none, it keeps its level.',
        'The default level of a space must be one of its allowed levels.',
      ],
    },
    lowering: {
      allowed: {
        label: 'Allowed',
        description: 'Anyone who can edit a page can lower its level.',
      },
      justified: {
        label: 'With justification',
        description:
          'Lowering or removing a level requires a justification. It’s saved in the page’s level history and in the audit log. Changes without a justification are rejected.',
      },
      forbidden: {
        label: 'Not allowed',
        description: 'No one can lower or remove a level, including site admins. These changes are rejected.',
      },
    } satisfies Record<LoweringRule, { readonly label: string; readonly description: string }>,
    loweringNotes: {
      about: 'What counts as lowering',
      effects: [
        'The order on the Levels page defines which levels are less sensitive. All sub-levels of a level are equally sensitive.',
        'Removing a level counts as lowering, unless the default level of the space is as sensitive or more sensitive.',
        'Raising a level, or setting the first level of a page, is always allowed.',
        'The app itself never lowers a level, whatever you choose here.',
      ],
    },

    schemes: {
      title: 'Allowed levels',
      intro: 'Named sets of levels. The pages of a space that uses a set can only get its levels.',
      create: 'Create allowed levels',
      caption: 'Allowed levels',
      empty: 'There are no sets of allowed levels yet, so every space can use all levels.',
      name: 'Name',
      levels: 'Levels',
      usedBy: 'Used by',
      actions: 'Actions',
      wholeSite: 'The site',
      spaces,
      unused: 'Not used',
      editNamed: (name: string) => `Edit ${name}`,
      remove: 'Remove',
      removeNamed: (name: string) => `Remove ${name}`,
      editTitle: (name: string) => `Edit ${name}`,
      nameHelp: 'Up to 100 characters.',
      levelsHelp: 'All sub-levels of a selected level are included.',
      takenName: 'Other allowed levels have this name. Enter a different name.',
      missingLevels: 'Select at least one level.',
      archivedLevels: (names: string) => `Archived levels can’t be allowed. Clear these: ${names}.`,
      created: 'Allowed levels created',
      createdBody: (name: string) => `To use “${name}”, select it for the site or for a space.`,
      isUsed: (users: string) => `Used by: ${users}. Your changes apply there at once.`,
      removeTitle: (name: string) => `Remove ${name}?`,
      removeBody: 'You can’t undo this. They aren’t used, so no page changes.',
      inUse: 'These allowed levels are in use',
      inUseBody: 'To remove them, first choose other allowed levels for:',
      more: (count: number) => `and ${spaces(count)} more`,
      notRemoved: 'We couldn’t remove the allowed levels',
      removed: 'Allowed levels removed',
      removedBody: (name: string) => `“${name}” was removed.`,
      alreadyRemoved: 'Another admin already removed it',
    },

    spaceAdmins: {
      title: 'Space admins',
      intro:
        'Choose which settings space admins can change for their own spaces, under Space settings → Classification. Each choice says how it can weaken the protection of a space.',
      edit: 'Edit what space admins can set',
      may: 'Space admins can set',
      help: 'Each change is in the audit log with the name of the space admin.',
      nothing: 'Nothing',
      settings: {
        defaultLevel: 'Default level',
        levels: 'Allowed levels',
        lowering: 'Lowering levels',
        off: 'Classification off',
      } as Readonly<Record<Delegable, string>>,
      descriptions: {
        defaultLevel:
          'The level for new pages of the space. Can weaken: new pages can start with a less sensitive level than yours, down to the level that you choose below.',
        levels:
          'A selection of the levels that the space can use. Can weaken: people can’t set the other levels, even the most sensitive one. Levels that findings or your default level require are still set.',
        lowering: 'A stricter rule for lowering levels than yours. Can’t weaken anything: your rule still applies.',
        off: 'Hide levels on the pages of the space. Can weaken: people see no levels and banners there, and people, automation actions and agents can’t set levels. API keys, imports and scans aren’t affected.',
      } as Readonly<Record<Delegable, string>>,
      floor: 'Least sensitive default level',
      floorHelp: 'A default level below it has no effect, and the space follows the site.',
      floorAsSite: 'The default level of the site or the space',
      floorNone: 'Any level, or none',
      weakened: 'Weaker than the site',
      noneWeakened: 'No space',
      weakenedBy: (what: string) => `Weaker: ${what}`,
      moreWeakened: (count: number) => `${spaces(count)} more, which you can’t view or which don’t fit here`,
      own: 'Spaces with settings of their admins',
      noneOwn: 'None',
      isOff: 'Yes',
      withoutEffect: (text: string) => `${text} (no effect, because space admins can’t set it)`,
      withdrawn: 'Spaces follow the site’s settings again',
      withdrawnBody: (count: number) =>
        `Settings that space admins can no longer set stop having an effect. ${spaces(count)} may be affected. If you allow them again, they have an effect again.`,
      savedBody: 'Your change applies now.',
    },
    mentions: {
      title: 'Reminders for authors',
      intro:
        'The app can ask authors to act on their pages. 15 minutes after a page was published without a level, or with a level that its findings don’t allow, it writes a comment that mentions the author. It also asks authors of pages that are over their exposure rule for 7 days.',
      label: 'Comments',
      on: 'On',
      off: 'Off',
      limits:
        'Everyone who can view the page sees the comment. It never names a finding, a level or viewers. A page gets at most one in 30 days, an author at most 20 a day.',
      turnOn: 'Turn on reminders',
      turnOff: 'Turn off reminders',
      failed: 'The setting wasn’t changed',
    },

    surfaces: {
      title: 'On pages',
      intro:
        'Where people see levels in Confluence, and what they can do there. API keys, imports and scans aren’t affected.',
      edit: 'Edit settings for pages',
      shown: 'Shown on pages',
      nothingShown: 'Nothing',
      parts: {
        byline: {
          label: 'Byline',
          description:
            'The level below the title of each page. People click it to see what the level means and to change it.',
        },
        banner: {
          label: 'Banner',
          description: 'A message at the top of pages whose level has one. You write it on the Levels page.',
        },
        menus: {
          label: 'Menus',
          description: 'Classification history and bulk classification in the page menu, and actions on selected text.',
        },
      },
      bylineNames: 'Language of levels on pages',
      names: {
        site: {
          label: 'One name for everyone',
          description:
            'Everyone sees the texts of levels and sub-levels as you entered them. Viewing a page costs nothing.',
        },
        viewer: {
          label: 'In the language of each viewer',
          description:
            'People see the texts of levels and sub-levels in their language where they have them: in the byline, the popup, banners, macros, lists and histories. Rovo’s agent gets the names in all languages. The admin area, the API and rules use the texts as you entered them. The app runs for each view of a page and asks Confluence if the viewer sees it, which counts toward the Forge usage of your site.',
        },
      },
      people: 'People who can edit a page can',
      noPeople: 'Only set levels',
      may: {
        exclude: {
          label: 'Mark findings as not sensitive',
          description: 'This adds an exclusion for the page. You can remove it on the Exclusions page.',
        },
        redact: {
          label: 'Remove detected values from the page',
          description: 'This edits the page as the person. Older versions of the page keep the values.',
        },
      },
      redactWarning: 'People can permanently change page content',
      redactWarningBody:
        'Anyone who can edit a page can replace its detected values with a marker. Detection can be wrong, and the page history still contains the values: only a redaction by a site admin cleans it.',
      off: 'Spaces without classification',
      offHelp:
        'Pages in these spaces show no level and no banner, and people, automation actions and agents can’t classify them. Levels that pages already have remain, also for API keys. Up to 250 spaces.',
      noneOff: 'None. Classification is on in all spaces.',
      noneOffHere: 'None by site admins. Space admins turned it off in their spaces: see Space admins.',
      savedBody: 'Pages show your change within a few minutes.',
      tooManySpaces: (count: number) => `Select 250 spaces or fewer. You selected ${count.toLocaleString()}.`,
    },

    spaces: {
      editTitle: (name: string) => `Settings for ${name}`,
      defaultHelp:
        'The level for new pages in this space, and for pages whose level is removed. Other pages don’t change.',
      schemeHelp: 'Pages in this space can only get these levels. Pages that already have another level keep it.',
      siteDefault: (level: string) => `Same as site: ${level}`,
      siteScheme: (scheme: string) => `Same as site: ${scheme}`,
      savedBody: (name: string) => `Your change applies in ${name} now.`,
    },
    errors: {
      levelNotFound: 'This level is archived or no longer exists. Choose another level.',
      schemeNotFound: 'These allowed levels no longer exist. Choose others.',
      outside: (level: string, scheme: string) =>
        `“${level}” isn’t one of the allowed levels “${scheme}”. Choose one of them, or other allowed levels.`,
    },
    changes: {
      scheme: (name: string) => `Allowed levels “${name}”`,
      space: (name: string) => `Space ${name}`,
      removed: 'Removed',
    },
  },
} as const;
