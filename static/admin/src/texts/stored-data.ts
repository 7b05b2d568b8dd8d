import type { EntityName } from '../../../../src/platform/storage';
import type { RetentionView } from '../../../../src/admin/site/stored-data';
import { plural } from './plural';

const days = (count: number) => plural(count, 'day', 'days');
const number = (count: number) => count.toLocaleString();

export const storedDataTexts = {
  storedData: {
    title: 'Stored data',
    intro:
      'The app stores data in Confluence’s app storage. Set how long it keeps data that has ended, and see what it removed last night.',
    failed: 'We couldn’t load the stored data',
    kept: {
      title: 'How long data is kept',
      intro:
        'Each night, the app removes data that has ended. Data that is in use always stays. Numbers of pages and findings can be a few minutes old.',
      edit: 'Edit',
      editNamed: 'Edit how long data is kept',
      caption: 'Stored data and how long it is kept',
      rows: 'Data',
      count: 'Number',
      time: 'Kept',
      notKnown: '–',
      notKnownNamed: 'Not counted',
      whileNeeded: 'While in use',
      forever: 'Forever',
      days,
      afterEnd: (count: number) => `${days(count)} after the end`,
      fixed: (count: number) => `${days(count)}, fixed`,
      waits: (moment: string) => `A shorter time applies from ${moment}`,
      waitsBody: 'Until then, the previous times apply:',
      waitsFor: (name: string, kept: string) => `${name}: ${kept}`,
      undo: 'Undo',
      undoNamed: 'Undo the shorter times',
      notUndone: 'We couldn’t undo the change',
    },
    names: {
      endedKeys: 'Keys that expired or were revoked',
      endedRuns: 'Ended jobs, scans and redactions',
      resolvedFindings: 'Resolved and redacted findings',
      deletedPages: 'Data of deleted pages',
      levelHistory: 'Earlier changes of levels',
      auditEvents: 'Events of the audit log',
    } satisfies Record<RetentionView['name'], string>,
    dialog: {
      title: 'Edit how long data is kept',
      intro: 'In days after the end. A shorter time applies after 24 hours, so that you can undo it.',
      limits: (min: number, max: number) => `${number(min)} to ${number(max)} days.`,
      limitsOrForever: (min: number, max: number) =>
        `${number(min)} to ${number(max)} days. Leave empty to keep it forever.`,
      wrong: (min: number, max: number) => `Enter a number of days from ${number(min)} to ${number(max)}.`,
      saved: 'Retention saved',
      savedBody: 'A shorter time applies after 24 hours.',
      conflict: 'Another admin changed how long data is kept',
    },
    last: {
      title: 'Last removal',
      intro: 'The app removes ended data every night, a limited amount each night.',
      never: 'No removal has run yet. The first night only confirms the time.',
      running: (moment: string) => `Running since ${moment}`,
      ran: 'Ran',
      between: (from: string, to: string) => `${from} to ${to}`,
      removed: 'Removed',
      nothing: 'Nothing had ended',
      limited: 'More data has ended. The next night continues.',
      entities: {
        'api-key': 'Keys',
        job: 'Jobs, scans and redactions',
        detection: 'Findings',
        'page-scan': 'Scans of deleted pages',
        'page-level': 'Levels of deleted pages',
        'page-count': 'Numbers of deleted pages',
        'page-mirror': 'Written levels of deleted pages',
        'native-level': 'Atlassian levels of deleted pages',
        governance: 'Who can see pages',
        'level-change': 'Earlier changes of levels',
        audit: 'Audit events',
        config: 'Settings',
        'rate-limit': 'Numbers of requests',
        idempotency: 'Repeated requests',
        count: 'Numbers of spaces',
        'level-proposal': 'Proposals of agents',
        mention: 'Reminders for authors',
        person: 'Account IDs',
        erasure: 'Erasures',
        probe: 'Answers of the site check',
      } satisfies Record<EntityName, string>,
      line: (name: string, count: number) => `${name}: ${number(count)}`,
    },
  },
} as const;
