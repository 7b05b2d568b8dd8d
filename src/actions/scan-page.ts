import * as z from 'zod';
import { SCANS } from '../findings/runs/scan-kind';
import { createScan } from '../findings/runs/create-scan';
import { POINTS_OF_A_PAGE } from '../quota/host-points';
import { hasEnded } from '../runs/run-kind';
import { pushCreated } from '../runs/push-run';
import { type Action, ActionError } from './action';
import { pageIdInput } from './inputs';
import { openPage, requireEdit } from './seen-page';

interface ScanOutputs {
  /** `running`: the same person has already started it. `finished`: in the last minute. */
  readonly outcome: 'started' | 'running' | 'finished';
  readonly scanId: string;
}

const MINUTE_MS = 60_000;

/**
 * Starts a scan of one page in the name of the person, who can edit it. It runs in the background, and counts against
 * the limits of open scans of the person and the site.
 */
export const scanPage: Action<{ readonly pageId: string }, ScanOutputs> = {
  name: 'scan-page',
  effect: 'change',
  input: z.object({ pageId: pageIdInput }),
  cost: { key: 1, 'key-write': 1, host: POINTS_OF_A_PAGE },
  run: async (request, { pageId }) => {
    const { accountId, requestId, installationId, now } = request;
    const { page } = await openPage(request, pageId, () => Promise.resolve());
    requireEdit(page, 'scan it');
    const creation = await createScan(request, {
      creator: { kind: 'person', accountId },
      // A rule that runs twice for the same version starts one scan.
      idempotencyKey: `${pageId} ${page.version} ${Math.floor(now.getTime() / MINUTE_MS)}`,
      order: { of: 'pages', pageIds: [pageId] },
      requestId,
      installationId,
    });
    switch (creation.outcome) {
      case 'created':
      case 'existing': {
        const { run } = creation;
        await pushCreated(request, SCANS, run);
        const outcome = creation.outcome === 'created' ? 'started' : hasEnded(run.record) ? 'finished' : 'running';
        return { outcome, scanId: run.runId };
      }
      case 'owner-full':
      case 'site-full': {
        const full = creation.outcome === 'owner-full' ? 'This person' : 'The site';
        const message = `${full} has the maximum number of open scans. Try again when one has finished.`;
        throw new ActionError('TOO_MANY_SCANS', message);
      }
      case 'reused':
      case 'contended':
        throw new ActionError('CONFLICT', 'Other scans were started at the same time. No scan was started. Try again.');
    }
  },
};
