import type { RunView } from '../../../../src/admin/runs/runs';
import type { PauseCode } from '../../../../src/runs/paused';
import { plural } from './plural';

const pages = (count: number) => plural(count, 'page', 'pages');

export const runsTexts = {
  runs: {
    title: 'Background work',
    intro:
      'Jobs, scans and redactions that are running or waiting, from all API keys and admins. Up to five of each kind run at a time. The others wait, and API keys take turns.',
    failed: 'We couldn’t load the background work',
    notUpdated: 'We couldn’t update the list',

    list: {
      title: 'Running and waiting',
      caption: 'Background work',
      none: 'No background work',
      noneBody:
        'Jobs, scans and redactions appear here while they run or wait. The audit log has the work that has ended.',
      toScans: 'Open Scans',
      toAuditLog: 'Open audit log',
      columns: { work: 'Work', state: 'State', progress: 'Progress', startedBy: 'Started by', actions: 'Actions' },
      kinds: { job: 'Job', scan: 'Scan', redaction: 'Redaction' } satisfies Record<RunView['kind'], string>,
      dryRun: (kind: string) => `${kind}, dry run`,
      running: 'Running',
      canceling: 'Canceling',
      waitingForTurn: (ahead: number, reason: string) => `Waiting. ${reason} ${ahead.toLocaleString()} ahead.`,
      waitingUntil: (moment: string, reason: string) => `Waiting until ${moment}. ${reason}`,
      whyPaused: {
        CANNOT_ACT_AS_PERSON: 'Confluence doesn’t let the app act for this person in the background.',
        APP_LICENSE_INACTIVE: 'The app has no active license on this site.',
      } satisfies Record<PauseCode, string>,
      toSiteCheck: 'Open Site check',
      unreadable: 'Unreadable',
      unreadableNote: 'It doesn’t run, and it doesn’t delay other work.',
      progress: (done: number, total: number) => `${done.toLocaleString()} of ${pages(total)}`,
      noProgress: 'Only the person who started the scan can see its progress.',
      progressSoFar: (done: number) => `${pages(done)} so far`,
      progressOf: (kind: string) => `Progress: ${kind}`,
      key: 'API key',
      schedule: 'Schedule',
      unknown: 'Unknown',
      cancel: 'Cancel',
      cancelOf: (kind: string, moment: string) => `Cancel: ${kind}, started ${moment}`,
      cancelUnreadable: (kind: string) => `Cancel: ${kind}, unreadable`,
    },

    cancelDialog: {
      titles: {
        job: 'Cancel job?',
        scan: 'Cancel scan?',
        redaction: 'Cancel redaction?',
      } satisfies Record<RunView['kind'], string>,
      bodies: {
        job: 'Pages that it hasn’t reached keep their levels. Changes it already made stay.',
        scan: 'The remaining pages aren’t scanned. Findings so far stay.',
        redaction: 'It finishes the current page and skips the rest. Redacted values stay redacted.',
      } satisfies Record<RunView['kind'], string>,
      audited: 'The audit log records that you canceled it.',
      submits: {
        job: 'Cancel job',
        scan: 'Cancel scan',
        redaction: 'Cancel redaction',
      } satisfies Record<RunView['kind'], string>,
      keep: 'Keep running',
      failed: 'We couldn’t cancel it',
      done: 'Canceled',
    },
  },
};
