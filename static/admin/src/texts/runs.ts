import type { RunView } from '../../../../src/admin/runs';
import { plural } from './plural';

const pages = (count: number) => plural(count, 'page', 'pages');

export const runsTexts = {
  runs: {
    title: 'Background work',
    intro:
      'All jobs, scans and redactions that run or wait, from every API key and admin. Five of each kind run at a time. The others wait in line, and keys take turns.',
    failed: 'The background work could not be loaded',
    notUpdated: 'The list could not be updated',

    list: {
      title: 'Running and waiting',
      caption: 'Background work',
      none: 'No background work',
      noneBody:
        'Jobs, scans and redactions appear here while they run or wait. When they end, the audit log keeps them.',
      columns: { work: 'Work', state: 'State', progress: 'Progress', startedBy: 'Started by', actions: 'Actions' },
      kinds: { job: 'Job', scan: 'Scan', redaction: 'Redaction' } satisfies Record<RunView['kind'], string>,
      dryRun: (kind: string) => `${kind}, dry run`,
      running: 'Running',
      cancelling: 'Cancelling',
      waiting: (position: number) => `Waiting (position ${position})`,
      unreadable: 'Cannot be read',
      unreadableNote: 'It does not run and takes no place in line.',
      progress: (done: number, total: number) => `${done.toLocaleString()} of ${pages(total)}`,
      noProgress: 'Only the person who started a scan sees its counts.',
      progressSoFar: (done: number) => `${pages(done)} so far`,
      progressOf: (kind: string) => `Progress: ${kind}`,
      key: 'API key',
      schedule: 'The schedule',
      unknown: 'Unknown',
      cancel: 'Cancel',
      cancelOf: (kind: string, moment: string) => `Cancel: ${kind}, started ${moment}`,
    },

    cancelDialog: {
      titles: {
        job: 'Cancel the job?',
        scan: 'Cancel the scan?',
        redaction: 'Cancel the redaction?',
      } satisfies Record<RunView['kind'], string>,
      bodies: {
        job: 'Pages that it has not begun keep their levels. Changes that were made stay.',
        scan: 'Pages that it has not scanned are left out. Findings stay.',
        redaction:
          'It finishes the page that it is editing and leaves the others. Values that were removed stay removed.',
      } satisfies Record<RunView['kind'], string>,
      audited: 'The audit log records that you cancelled it.',
      submits: {
        job: 'Cancel job',
        scan: 'Cancel scan',
        redaction: 'Cancel redaction',
      } satisfies Record<RunView['kind'], string>,
      keep: 'Keep running',
      failed: 'It was not cancelled',
      done: 'Cancelled',
    },
  },
};
