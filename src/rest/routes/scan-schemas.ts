import * as z from 'zod';
import { estimateScan } from '../../findings/runs/estimate-end';
import { countsFor, NO_COUNTS, type ScanCounts, type ScanRun, type ScanRunRecord } from '../../findings/runs/run-model';
import { type PastScans, SCANS } from '../../findings/runs/scan-kind';
import type { ApiKey } from '../../keys/model';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import type { PlacedRun } from '../../runs/placed-run';
import { readPlacedRun } from '../../runs/run-store';
import { finalState, type ShownState } from '../../runs/shown-state';
import { requireAdminOfAll } from '../admin-of-all';
import { readParameters } from '../middleware/input';
import { Problem } from '../problem';
import type { AuthorizedRequest } from '../route';
import { type RunResource, type RunStanding, standingOf } from '../run-requests';
import { errorBody, errorOf, stateBody, waitingBody } from './run-schemas';

/** Scans of several pages in responses. */

export const SCAN_SCOPE = 'detection::manage';

const instant = z.iso.datetime({ precision: 3 });

const count = (description: string) => z.int().optional().meta({ description });

export const scanBody = z
  .strictObject({
    scanId: z.uuid(),
    state: stateBody(
      '`succeeded`: reached its end. `partial`: reached its end, but could not scan some pages completely. `failed`: ended early, or could not scan any page. `cancelled`. Without the counts, a scan that reached its end is `succeeded`.',
    ),
    of: z.enum(['pages', 'space', 'query', 'site']),
    createdBy: z.string().meta({ description: 'The accountId of the creator of the key; `system` for the schedule.' }),
    apiKeyId: z.string().nullable(),
    pages: count(
      'The number of pages that the scan has reached. All counts include only pages, and blog posts that were named in `pageIds`, that the creator of the key could see when they were scanned. They are absent for other accounts and for scheduled scans.',
    ),
    complete: count('The number of completely scanned pages.'),
    partial: count('The number of partly scanned pages.'),
    notInspected: count('The number of pages that could not be scanned.'),
    upToDate: count('The number of listed pages that were skipped, because their current version was already scanned.'),
    reasons: z
      .record(z.string(), z.int())
      .optional()
      .meta({ description: 'The number of pages per reason for a partial or failed scan. More reasons may be added.' }),
    found: count('The number of new findings.'),
    reopened: count('The number of reopened findings.'),
    resolved: count('The number of resolved findings.'),
    estimate: z
      .strictObject({
        secondsLeft: z.int().min(0).meta({
          description:
            'About how long the scan still takes. `estimate` is absent while a scan whose progress is in pages reads blog posts.',
        }),
        limitedBy: z.enum(['points', 'pace']).meta({
          description:
            '`points`: the points for Confluence that the scan can use in an hour. `pace`: the number of steps in an hour.',
        }),
        pointsPerHour: z.int().optional().meta({ description: 'With `points`: the points that the scan can use.' }),
        hostQuota: z
          .int()
          .optional()
          .meta({ description: 'With `points`: the points of the site, see the quota `host`.' }),
      })
      .optional()
      .meta({
        id: 'ScanEstimate',
        description: 'Present while the scan is running, if its size is known, under the same condition as the counts.',
      }),
    createdAt: instant,
    startedAt: instant.optional(),
    finishedAt: instant.optional(),
    expiresAt: instant.meta({ description: 'When the record of the scan is deleted. Its findings are kept.' }),
    error: errorBody.optional(),
    waiting: waitingBody.optional(),
    _links: z.strictObject({ self: z.string() }),
  })
  .meta({ id: 'Scan', description: 'A scan of many pages, run in the background.' });

const SCAN_ID = '8b1f0c6e-3d7a-5e52-9a41-1c2f1c7f5a77';

export const SCAN_EXAMPLE = {
  scanId: SCAN_ID,
  state: 'running' as const,
  of: 'site' as const,
  createdBy: '712020:11111111-2222-4333-8444-555555555555',
  apiKeyId: '0123456789q4n2m5',
  pages: 1_200,
  complete: 1_190,
  partial: 2,
  notInspected: 8,
  upToDate: 0,
  reasons: { 'too-large': 2, 'not-visible': 8 },
  found: 31,
  reopened: 1,
  resolved: 4,
  createdAt: '2026-11-21T09:30:00.000Z',
  startedAt: '2026-11-21T09:30:01.000Z',
  expiresAt: '2026-12-21T09:30:00.000Z',
  _links: { self: `/v1/detection/scan/${SCAN_ID}` },
};

export const scanPathParameters = z.strictObject({
  scanId: z
    .uuid({ error: 'must be a UUID' })
    .meta({ description: 'The id of the scan.', examples: [SCAN_ID], maxLength: 36 })
    .transform((id) => id.toLowerCase()),
});

/** @param key the key of the request @param now its time */
export function toScanBody(
  run: PlacedRun<ScanRunRecord>,
  key: ApiKey,
  now: Date,
): z.infer<typeof scanBody> & RunStanding {
  const { runId: scanId, record } = run;
  const { order, createdBy, keyId, startedAt, finishedAt, stoppedBy } = record.data;
  const counts = countsFor(run, key.record.createdBy);
  return {
    scanId,
    of: order.of,
    createdBy,
    apiKeyId: keyId ?? null,
    ...(counts === undefined ? {} : { ...counts, reasons: { ...counts.reasons }, ...estimateOf(run, now) }),
    createdAt: record.createdAt,
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(finishedAt === undefined ? {} : { finishedAt }),
    expiresAt: SCANS.expiryOf(run).toISOString(),
    ...(stoppedBy === undefined ? {} : { error: errorOf(stoppedBy) }),
    ...standingOf(run, endStateOf(record, counts)),
    _links: { self: `/v1/detection/scan/${scanId}` },
  };
}

/** @param counts of the reader; undefined if the reader may not see them */
function endStateOf({ state }: ScanRunRecord, counts: ScanCounts | undefined): ShownState {
  if (state !== 'finished') return state;
  const { pages, partial, notInspected } = counts ?? NO_COUNTS;
  return partial > 0 ? 'partial' : finalState(pages, notInspected);
}

function estimateOf({ record }: ScanRun, now: Date): Pick<z.infer<typeof scanBody>, 'estimate'> {
  const estimate = record.state === 'running' ? estimateScan(record, now) : undefined;
  if (estimate === undefined) return {};
  const { secondsLeft, limit } = estimate;
  if (limit === undefined) return { estimate: { secondsLeft, limitedBy: 'pace' } };
  return { estimate: { secondsLeft, limitedBy: 'points', pointsPerHour: limit.perHour, hostQuota: limit.ofSite } };
}

/** @throws Problem 401, 403, 404 */
export async function requireScan(request: AuthorizedRequest, scanId: string): Promise<PlacedRun<ScanRunRecord>> {
  await requireAdminOfAll(request);
  const run = await readPlacedRun(request.storage, SCANS, scanId, request.now);
  if (run === undefined || request.now >= SCANS.expiryOf(run)) throw new Problem('SCAN_NOT_FOUND');
  return run;
}

export const SCAN_RESOURCE: RunResource<ScanRunRecord, PastScans> = {
  kind: SCANS,
  readId: (parameters) => readParameters(parameters, scanPathParameters).scanId,
  points: POINTS_OF_A_PERSON,
  find: requireScan,
  show: ({ key, now }, run) => Promise.resolve(toScanBody(run, key, now)),
};
