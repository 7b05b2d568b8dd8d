import type { PageCount } from '../../../../src/classification/level-use';
import type { Level } from '../../../../src/classification/model';
import { plural } from './plural';

/** “100+” where there are more than can be counted. */
const pages = ({ count, isExact }: PageCount) => (isExact ? plural(count, 'page', 'pages') : `${count}+ pages`);

export const levelsTexts = {
  levels: {
    title: 'Levels',
    intro:
      'What the pages of this site can be classified as, the most sensitive level first. Scripts and automation rules name a level by its id. Changes hold from their next request on.',
    failed: 'The levels could not be loaded',
    create: 'Create level',
    list: 'Levels, the most sensitive first',
    empty: 'No level can be set',
    emptyBody: 'All levels are archived, so no page can be classified. Create a level, or restore one of those below.',

    pages,
    counting: 'Counting pages',
    notCounted: 'Not counted',
    countsNote:
      'Pages are counted up to 99, beyond that you see 100+: the storage of Confluence’s apps cannot count, so the app has to. A count may trail by some seconds. Sub-levels are not counted, their pages are among those of their level.',
    countsFailed: 'The pages could not be counted',

    edit: 'Edit',
    archive: 'Archive',
    restore: 'Restore',
    undo: 'Undo',
    editNamed: (name: string) => `Edit ${name}`,
    archiveNamed: (name: string) => `Archive ${name}`,
    restoreNamed: (name: string) => `Restore ${name}`,
    undoNamed: (name: string) => `Undo moving ${name}`,
    moveUp: (name: string) => `Move ${name} up`,
    moveDown: (name: string) => `Move ${name} down`,
    copyId: (name: string) => `Copy the id of ${name}`,
    copyKey: (name: string) => `Copy the key of ${name}`,

    moved: (at: number, of: number) => `Now ${at} of ${of}`,
    announcement: (name: string, at: number, of: number) => `${name} is now ${at} of ${of}.`,
    notMoved: (name: string) => `“${name}” was not moved`,

    archivedCount: (count: number) => `Archived levels (${count})`,
    archivedList: 'Archived levels',
    archivedNote: 'Pages that have them keep them, and nobody can set them. A level that is restored can be set again.',
    restored: 'Level restored',
    restoredBody: (name: string) => `“${name}” can be set again.`,
    notRestored: (name: string) => `“${name}” was not restored`,
    nameTaken: (name: string) =>
      `Another one that is not archived is called “${name}” by now. Give this one another name, then restore it.`,
    rename: (name: string) => `Rename ${name}`,

    editTitle: (name: string) => `Edit ${name}`,
    created: 'Level created',
    createdBody: (name: string) => `“${name}” can be set from now on. It is the least sensitive until you move it.`,

    form: {
      name: 'Name',
      nameHelp: (limit: number) => `What people see on a page. ${limit} characters at most.`,
      description: 'Description',
      descriptionHelp: (limit: number) => `What it is for, so that people choose the right one. ${characters(limit)}`,
      guideline: 'Guideline',
      guidelineHelp: (limit: number) => `How to handle pages of this level. ${characters(limit)}`,
      color: 'Colour',
      newNote: 'A new level is put at the end, as the least sensitive. You can move it afterwards.',
      missingName: 'Enter a name.',
      tooLong: (length: number, limit: number) =>
        `This has ${number(length)} characters; ${number(limit)} are possible. Shorten it.`,
    },
    overtaken: {
      archive: 'This is what changed. Look at it again, then archive.',
      row: 'Somebody else was faster. This is what changed; look at it again, then decide.',
    },
    statuses: { PUBLISHED: 'Can be set', ARCHIVED: 'Archived' } satisfies Record<Level['status'], string>,
    archiving: {
      title: (name: string) => `Archive ${name}?`,
      use: 'Who uses it',
      useFailed: 'It could not be found out who uses this level',
      pages: (count: PageCount) =>
        count.count === 0 ? 'No page has it.' : `${pages(count)} ${count.count === 1 ? 'has' : 'have'} it.`,
      keys: (count: number) =>
        count === 0 ? 'No API key is limited to it.' : `${plural(count, 'API key is', 'API keys are')} limited to it:`,
      keyList: 'API keys that are limited to it',
      inSettings: 'The settings name it: change them first',
      toSettings: 'Go to the settings',
      siteDefault: 'It is the default level of the site.',
      spaceDefaults: (count: number) => `It is the default level of ${plural(count, 'space', 'spaces')}.`,
      inScheme: (name: string) => `It is in the level scheme “${name}”.`,
      mayTrail: 'What happened in the last seconds may be missing.',
      effects: 'What happens',
      effectList: [
        'Nobody can set it any more, neither people nor API keys (422 LEVEL_ARCHIVED).',
        'Pages that have it keep it and still show it.',
        'API keys that are limited to it still reach these pages.',
        'You can restore it at any time, under another name if its own is taken by then.',
      ],
      isArchived: 'Somebody else has archived it meanwhile',
      failed: 'It was not archived',
      done: 'Level archived',
      doneBody: (name: string) => `“${name}” cannot be set any more.`,
    },
    subLevels: {
      create: 'Create sub-level',
      createTitle: (level: string) => `Create sub-level of ${level}`,
      of: (level: string) => `Sub-levels of ${level}`,
      archivedOf: (level: string) => `Archived sub-levels of ${level}`,
      archivedCount: (count: number) => `Archived sub-levels (${count})`,
      archivedNote: 'Pages that have them keep them, and nobody can set them.',
      created: 'Sub-level created',
      createdBody: (name: string, level: string) => `“${name}” can be set with ${level} from now on.`,
      saved: 'Sub-level saved',
      archived: 'Sub-level archived',
      restored: 'Sub-level restored',
      archiveEffects: (level: string) => [
        'Nobody can set it any more, neither people nor API keys.',
        `Pages that have it keep it, with ${level}.`,
        'How many pages have it is not known: pages are counted by level.',
        'You can restore it at any time, under another name if its own is taken by then.',
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
      GREY: 'Grey',
    } satisfies Record<Level['color'], string>,
  },
} as const;

function characters(limit: number): string {
  return `${number(limit)} characters at most.`;
}

function number(value: number): string {
  return value.toLocaleString();
}
