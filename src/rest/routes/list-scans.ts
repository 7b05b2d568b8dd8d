import { listScanRuns } from '../../findings/runs/scan-run-store';
import { MAX_PAST_SCANS, SCAN_RUN_STATES, type ScanRun } from '../../findings/runs/run-model';
import type { Position } from '../../platform/rows-by-time';
import { LINE_LIMITS } from '../../runs/line';
import { requireAdminOfAll } from '../admin-of-all';
import { PAGE_HEADERS, pageOf } from '../paging';
import type { Route } from '../route';
import { prepareRunList, runListQuery } from '../run-lists';
import { SCAN_EXAMPLE, SCAN_SCOPE, scanBody, toScanBody } from './scan-schemas';

const query = runListQuery('scans', SCAN_RUN_STATES);

export const listScans: Route = {
  method: 'GET',
  path: '/v1/detection/scan',
  operationId: 'listScans',
  summary: 'List scans',
  description: `Lists up to ${LINE_LIMITS.open} open scans, and the latest ${MAX_PAST_SCANS} that ended in the last 30 days, newest first. Requires a key without limits whose creator is a site admin.`,
  scope: SCAN_SCOPE,
  query,
  success: {
    status: 200,
    description: 'One page of the scans.',
    schema: pageOf(scanBody).meta({ id: 'ScanList' }),
    example: { results: [SCAN_EXAMPLE], _links: {} },
    headers: PAGE_HEADERS,
  },
  problems: ['INVALID_CURSOR', 'EXPIRED_CURSOR', 'CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS'],
  prepare: (exchange) =>
    prepareRunList(exchange, listScans.operationId, query, async (request, { state, after, limit }) => {
      await requireAdminOfAll(request);
      const scans = await listScanRuns(request.storage, request.now);
      const runs = scans.filter((run) => (state ?? run.record.state) === run.record.state && isAfter(run, after));
      const shown = runs.slice(0, limit);
      const last = runs.length > limit ? shown.at(-1) : undefined;
      return {
        bodies: shown.map((run) => toScanBody(run, request.key, request.now)),
        next: last && { time: last.record.createdAt, key: last.runId },
      };
    }),
};

/** True if a scan follows this position in the list: newest first; at the same time, the greater id first. */
function isAfter({ runId, record: { createdAt } }: ScanRun, after: Position | undefined): boolean {
  return after === undefined || createdAt < after.time || (createdAt === after.time && runId < after.key);
}
