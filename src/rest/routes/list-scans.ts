import { listScanRuns } from '../../findings/runs/scan-run-store';
import { MAX_PAST_SCANS, type ScanRun } from '../../findings/runs/run-model';
import type { Position } from '../../platform/rows-by-time';
import { LINE_LIMITS } from '../../runs/line';
import { requireAdminOfAll } from '../admin-of-all';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { pageOf } from '../paging';
import { ofState } from '../run-lists';
import { SCAN_EXAMPLE, SCAN_SCOPE, scanBody, toScanBody } from './scan-schemas';
import { listOperation } from '../list-operation';
import { ok } from '../operation';

export const listScans = listOperation({
  path: '/v1/detection/scan',
  operationId: 'listScans',
  summary: 'List scans',
  description: `Lists up to ${LINE_LIMITS.open} open scans, and the latest ${MAX_PAST_SCANS} that ended in the last 30 days, newest first. Requires a key without limits whose creator is a site admin.`,
  scope: SCAN_SCOPE,
  filters: ofState('scans'),
  success: ok('One page of the scans.', pageOf(scanBody).meta({ id: 'ScanList' }), {
    results: [SCAN_EXAMPLE],
    _links: {},
  }),
  problems: ['CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS'],
  points: POINTS_OF_A_PERSON,
  list: async (request, { filters: { state }, after, limit }) => {
    await requireAdminOfAll(request);
    const scans = (await listScanRuns(request.storage, request.now))
      .filter((run) => isAfter(run, after))
      .map((run) => toScanBody(run, request.key, request.now))
      .filter((scan) => (state ?? scan.state) === scan.state);
    const results = scans.slice(0, limit);
    const last = scans.length > limit ? results.at(-1) : undefined;
    return { results, next: last && { time: last.createdAt, key: last.scanId } };
  },
});

/** True if a scan follows this position in the list: newest first; at the same time, the greater id first. */
function isAfter({ runId, record: { createdAt } }: ScanRun, after: Position | undefined): boolean {
  return after === undefined || createdAt < after.time || (createdAt === after.time && runId < after.key);
}
