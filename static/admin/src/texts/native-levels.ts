import type { ComparedMember } from '../../../../src/native-levels/link-levels';
import type { PageState } from '../../../../src/native-levels/model';
import { plural } from './plural';

const pages = (count: number) => plural(count, 'page', 'pages');

export const nativeLevelsTexts = {
  nativeLevels: {
    title: 'Atlassian’s own levels',
    intro:
      'Sites with Atlassian Guard Premium have classification levels that the admins of the organization define. Link them with your levels, and keep both levels of a page the same.',
    refresh: 'Read again',
    failed: 'We couldn’t load Atlassian’s levels',
    notRead: 'We couldn’t read Atlassian’s levels',
    notUpdated: 'We couldn’t refresh the comparison',
    notLinked: 'We couldn’t save the links',
    notChanged: 'We couldn’t change the setting',
    notCompared: 'We couldn’t start the comparison',
    none: (moment: string) => `This site has no published levels of Atlassian. Checked ${moment}.`,
    checked: (moment: string) => `Read from Confluence ${moment}.`,
    changed: (moment: string) => `The levels changed ${moment}: check the links.`,
    gone: 'This site no longer has Atlassian’s levels',
    goneBody: 'Confluence refuses each level that the app sets. Turn off following. Your levels stay as they are.',
    lost: (names: readonly string[]) => `Atlassian no longer has the levels linked with: ${names.join(', ')}`,
    lostBody: 'Pages with these levels are not compared. Your levels stay as they are.',
    mayNotAct: 'The app may not act as people in the background',
    mayNotActBody:
      'Levels that jobs set wait until the app may set Atlassian’s level in the name of the person. The app tries again every day. Levels that people set on a page are not affected.',
    list: 'Atlassian’s levels, the most sensitive first',
    linkOf: (name: string) => `Level for Atlassian’s level ${name}`,
    notLinkedOption: 'Not linked',
    create: (name: string) => `Create “${name}”`,
    save: 'Save links',
    differs: (members: readonly string[]) => `Differs from your level: ${members.join(', ')}`,
    members: {
      name: 'name',
      description: 'description',
      guideline: 'guideline',
      color: 'color',
      order: 'position',
      archived: 'your level is archived',
    } satisfies Record<ComparedMember, string>,
    following: 'Follow each other',
    on: 'On',
    off: 'Off',
    followingBody:
      'If the level of a page changes on one side, the other side follows. If both change, the more sensitive level wins. Your rules for lowering, findings and spaces apply.',
    linkFirst: 'Link a level first.',
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    badge: 'Badge on pages',
    badges: {
      both: { label: 'This app’s and Atlassian’s', description: 'The app shows its level in the byline.' },
      native: { label: 'Only Atlassian’s', description: 'The byline of this app is off.' },
    },
    compare: 'Compare now',
    running: (moment: string) => `Comparison started ${moment}`,
    soFar: (count: number) => `${pages(count)} compared so far.`,
    tomorrow: (count: number) => `${pages(count)} compared so far. It continues with the next daily run.`,
    lostRun: 'It made no progress for an hour. Compare again.',
    never: 'Pages have not been compared yet.',
    last: 'Last comparison',
    pages,
    /** In the order of the page. */
    states: [
      { state: 'same', label: 'Same level', body: 'Nothing to do.' },
      { state: 'none', label: 'No level of Atlassian', body: 'The page has none, or the app can’t see it.' },
      { state: 'unknown-level', label: 'Not linked', body: 'Atlassian’s level of these pages is not linked.' },
      {
        state: 'no-counterpart',
        label: 'Only in this app',
        body: 'The level of these pages is not linked with one of Atlassian.',
      },
      { state: 'rules', label: 'Kept by your rules', body: 'Your rules forbid Atlassian’s level for these pages.' },
      {
        state: 'refused',
        label: 'Refused by Confluence',
        body: 'The app tries again after the next change of the level.',
      },
      { state: 'waiting', label: 'Waiting', body: 'The app may not act as the person who set the level.' },
      { state: 'later', label: 'Compared again later', body: 'These pages are part of the next comparison.' },
    ] satisfies readonly { readonly state: PageState; readonly label: string; readonly body: string }[],
  },
};
