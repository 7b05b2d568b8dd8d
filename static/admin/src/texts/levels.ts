import type { PageCount } from '../../../../src/classification/level-use';
import type { Level } from '../../../../src/classification/model';
import { plural } from './plural';

const pages = ({ count, isExact }: PageCount) => `${isExact ? '' : 'At least '}${plural(count, 'page', 'pages')}`;

export const levelsTexts = {
  lostSubLevels: {
    title: 'Lost sub-levels',
    intro:
      'A rule from findings replaced the sub-level of pages by the plain level, although the level was sensitive enough. Get the sub-levels back, in your name, on pages that no one has changed since. Preview the result before anything changes.',
    failed: 'We couldn’t load the pages with lost sub-levels',
    restore: 'Restore sub-levels…',
    nothing: 'No page that you can see has lost its sub-level.',
    more: 'There are more pages. The preview counts all of them.',
  },
  levels: {
    title: 'Levels',
    intro:
      'The levels that pages can have, from most to least sensitive. Scripts and automation rules use the level IDs. Changes apply at once.',
    failed: 'We couldn’t load the levels',
    create: 'Create level',
    list: 'Levels, most sensitive first',
    empty: 'No levels to use',
    emptyBody: 'All levels are archived, so pages can’t be classified. Create a level, or restore one below.',

    pages,
    counting: 'Counting pages',
    notCounted: 'Not counted',
    countsNote: (ago: string | undefined) =>
      `${ago === undefined ? '' : `As of ${ago}. `}The count of a level includes the pages of its sub-levels.`,
    countsFailed: 'We couldn’t count the pages',

    edit: 'Edit',
    archive: 'Archive',
    restore: 'Restore',
    undo: 'Undo',
    editNamed: (name: string) => `Edit ${name}`,
    archiveNamed: (name: string) => `Archive ${name}`,
    restoreNamed: (name: string) => `Restore ${name}`,
    undoNamed: (name: string) => `Undo move of ${name}`,
    moveUp: (name: string) => `Move ${name} up`,
    moveDown: (name: string) => `Move ${name} down`,
    moreOf: (name: string) => `More actions for ${name}`,
    copyId: 'Copy ID',
    copyKey: 'Copy key',
    copyRefused: 'The browser didn’t allow copying. Copy it from here:',

    moved: (at: number, of: number) => `Now ${at} of ${of}`,
    announcement: (name: string, at: number, of: number) => `${name} is now ${at} of ${of}.`,
    notMoved: (name: string) => `We couldn’t move “${name}”`,

    archivedCount: (count: number) => `Archived levels (${count})`,
    archivedList: 'Archived levels',
    archivedNote:
      'Pages keep their archived levels, but you can’t set them on other pages. Restore a level to use it again.',
    restored: 'Level restored',
    restoredBody: (name: string) => `You can set “${name}” on pages again.`,
    notRestored: (name: string) => `We couldn’t restore “${name}”`,
    nameTaken: (name: string) => `The name “${name}” is in use. Rename this one, then restore it.`,
    rename: (name: string) => `Rename ${name}`,

    editTitle: (name: string) => `Edit ${name}`,
    created: 'Level created',
    createdBody: (name: string) =>
      `You can now set “${name}” on pages. It’s the least sensitive level until you move it.`,

    form: {
      name: 'Name',
      nameHelp: (limit: number) => `Shown on pages. ${characters(limit)}`,
      description: 'Description',
      descriptionHelp: (limit: number) => `Helps people choose the right level. ${characters(limit)}`,
      guideline: 'Guideline',
      guidelineHelp: (limit: number) => `How to handle pages with this level. ${characters(limit)}`,
      color: 'Color',
      newNote: 'The new level is added at the end, as the least sensitive. You can move it later.',
      missingName: 'Enter a name.',
      tooLong: (length: number, limit: number) =>
        `Use ${number(limit)} characters or fewer. This text has ${number(length)}.`,
    },
    banner: {
      title: 'Banner',
      help: 'A message at the top of pages with this level. Leave it empty for no banner.',
      text: 'Text',
      textHelp: (limit: number) => `The message for readers of the page. ${characters(limit)}`,
      contact: 'Contact',
      contactHelp: (limit: number) =>
        `The team or person that readers can ask, such as an email address. ${characters(limit)}`,
      shownContact: (contact: string) => `Contact: ${contact}`,
      preview: 'Preview',
      missingText: 'Enter the text of the banner, or clear the contact.',
      longText: (length: number, limit: number) =>
        `Use ${number(limit)} characters or fewer for the text. It has ${number(length)}.`,
      longContact: (length: number, limit: number) =>
        `Use ${number(limit)} characters or fewer for the contact. It has ${number(length)}.`,
    },
    translations: {
      title: 'Other languages',
      help: 'Shown if the settings use the language of each viewer. People with another language see the texts above.',
      row: (position: number) => `Language ${position}`,
      language: 'Language code',
      languageHelp: 'Such as de or pt-BR',
      fields: { name: 'Name', description: 'Description', guideline: 'Guideline', bannerText: 'Banner text' },
      otherTexts: 'Other texts in this language',
      add: 'Add language',
      remove: (language: string, position: number) => `Remove language ${language === '' ? position : language}`,
      wrongLanguage: (position: number) => `Language ${position}: enter a language code, such as de or pt-BR.`,
      missingText: (language: string) => `Enter a text for ${language}, or remove the language.`,
      longText: (language: string, field: string, length: number, limit: number) =>
        `${field} (${language}): use ${number(limit)} characters or fewer. It has ${number(length)}.`,
      twice: (language: string) => `Remove one of the translations to ${language}.`,
      tooMany: (limit: number) => `Use ${number(limit)} languages or fewer.`,
    },
    conflict: {
      archive: 'Review their changes below before you archive it.',
      row: 'Another admin made changes first. Review them, then try again.',
    },
    statuses: { PUBLISHED: 'Active', ARCHIVED: 'Archived' } satisfies Record<Level['status'], string>,
    archiving: {
      title: (name: string) => `Archive ${name}?`,
      use: 'In use',
      useFailed: 'We couldn’t check where this level is used',
      pages: (count: PageCount) =>
        count.count === 0
          ? 'No pages have this level.'
          : `${pages(count)} ${count.count === 1 ? 'has' : 'have'} this level.`,
      keys: (count: number) =>
        count === 0
          ? 'No API keys are limited to this level.'
          : `${plural(count, 'API key is', 'API keys are')} limited to this level:`,
      keyList: 'API keys limited to this level',
      inSettings: 'The settings use this level. Change them first',
      toSettings: 'Go to settings',
      siteDefault: 'It’s the default level of the site.',
      spaceDefaults: (count: number) => `It’s the default level of ${plural(count, 'space', 'spaces')}.`,
      inScheme: (name: string) => `It’s one of the allowed levels “${name}”.`,
      recentChangesNote: 'Changes from the last few seconds may be missing.',
      asOfNote: (ago: string) => `The number of pages is as of ${ago}.`,
      effects: 'What happens next',
      effectList: [
        'People and API keys can no longer set it.',
        'Pages with this level keep it and still show it.',
        'API keys limited to this level still have access to these pages.',
        'You can restore it at any time. If its name is in use by then, choose another name.',
      ],
      alreadyArchived: 'Another admin already archived it',
      failed: 'We couldn’t archive it',
      done: 'Level archived',
      doneBody: (name: string) => `People and API keys can no longer set “${name}”.`,
    },
    subLevels: {
      create: 'Create sub-level',
      createTitle: (level: string) => `Create sub-level of ${level}`,
      of: (level: string) => `Sub-levels of ${level}`,
      archivedOf: (level: string) => `Archived sub-levels of ${level}`,
      archivedCount: (count: number) => `Archived sub-levels (${count})`,
      archivedNote: 'Pages keep their archived sub-levels, but you can’t set them on other pages.',
      created: 'Sub-level created',
      createdBody: (name: string, level: string) => `You can now set “${name}” with ${level}.`,
      saved: 'Sub-level saved',
      archived: 'Sub-level archived',
      restored: 'Sub-level restored',
      archiveEffects: (level: string) => [
        'People and API keys can no longer set it.',
        `Pages with this sub-level keep it, along with ${level}.`,
        'Pages are counted by level, so the number of pages with this sub-level isn’t known.',
        'You can restore it at any time. If its name is in use by then, choose another name.',
      ],
    },
    colors: {
      RED_BOLD: 'Bold red',
      RED: 'Red',
      ORANGE: 'Orange',
      YELLOW: 'Yellow',
      LIME: 'Lime',
      GREEN: 'Green',
      TEAL: 'Teal',
      BLUE: 'Blue',
      NAVY: 'Navy',
      PURPLE: 'Purple',
      GREY: 'Gray',
    } satisfies Record<Level['color'], string>,
  },
} as const;

function characters(limit: number): string {
  return `Up to ${number(limit)} characters.`;
}

function number(value: number): string {
  return value.toLocaleString();
}
