import type { WalkView } from '../../../../src/admin/levels/mirror';
import { plural } from './plural';

const pages = (count: number) => plural(count, 'page', 'pages');

export const mirrorTexts = {
  mirror: {
    title: 'Bylines and search',
    intro:
      'Bylines, banners and search use a copy of each level, which the app stores with the page in Confluence. The app keeps the copies up to date. After you install or update the app, update all pages once, so that pages with a level get their copy.',
    failed: 'We couldn’t load the update of pages',
    notUpdated: 'We couldn’t refresh the progress',
    notDone: 'We couldn’t change the update',
    start: 'Update all pages',
    pause: 'Pause',
    resume: 'Resume',
    cancel: 'Cancel',
    pauseNamed: 'Pause the update of pages',
    resumeNamed: 'Resume the update of pages',
    cancelNamed: 'Cancel the update of pages',
    never: 'No update has run yet. Until then, a page gets its copy when its level changes.',
    states: {
      running: (moment: string) => `Running since ${moment}`,
      paused: (moment: string) => `Paused. Started ${moment}`,
      finished: (moment: string) => `Finished ${moment}`,
      cancelled: (moment: string) => `Canceled ${moment}`,
      failed: (moment: string) => `Stopped ${moment}`,
    } satisfies Record<WalkView['state'], (moment: string) => string>,
    waits: (moment: string) =>
      `Waits until ${moment}, because requests of people and API keys have priority. It continues by itself.`,
    failedBody: 'It made no progress for a day. Update all pages again.',
    progress: 'Progress of the update',
    cause: 'Started by',
    causes: {
      admin: 'An admin',
      configuration: 'A change of the levels or settings',
    } satisfies Record<WalkView['cause'], string>,
    scope: 'Pages',
    scopes: {
      all: 'All pages with a level',
      level: (name: string) => `Pages with the level ${name}`,
      space: (name: string) => `Pages in ${name}`,
    },
    checked: 'Checked',
    written: 'Updated',
    problems: 'Couldn’t be updated',
    noProblems: 'None',
    failedPages: (count: number) => `${pages(count)} failed and are tried again.`,
    unreachable: (count: number) =>
      `${pages(count)} that the app can’t view or edit. Their byline shows “Classification”.`,
    pages,
    lastStep: 'Last progress',
    cancelDialog: {
      title: 'Cancel the update of pages?',
      body: 'Pages that it has updated keep their copy. Others keep the old one until their level changes or you update all pages again.',
      submit: 'Cancel update',
      keep: 'Keep running',
      failed: 'We couldn’t cancel the update',
      done: 'Update canceled',
    },
  },
} as const;
