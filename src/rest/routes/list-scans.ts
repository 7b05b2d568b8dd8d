import * as z from 'zod';
import { listScanRuns } from '../../findings/scan-run-store';
import { MAX_PAST_SCANS, SCAN_RUN_STATES, type ScanRun } from '../../findings/run-model';
import type { Position } from '../../platform/newest-first';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { LINE_LIMITS } from '../../runs/line';
import { questionOf } from '../cursor';
import { requireAdminOfAll } from '../admin-of-all';
import * as fields from '../fields';
import { readQuery } from '../middleware/input';
import { listAnswer, PAGE_HEADERS, pageOf } from '../paging';
import type { Route } from '../route';
import { SCAN_EXAMPLE, SCAN_SCOPE, scanBody, toScanBody } from './scan-schemas';

const query = z.strictObject({
  state: z
    .enum(SCAN_RUN_STATES, { error: `must be one of ${SCAN_RUN_STATES.join(', ')}` })
    .optional()
    .meta({ description: 'Only scans in this state.', examples: ['running'] }),
  limit: fields.limit,
  cursor: fields.cursor,
});

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
  prepare: (exchange) => {
    const { limit, cursor, ...filters } = readQuery(exchange, query);
    const { state } = filters;
    const question = questionOf(listScans.operationId, query, filters);
    return {
      points: POINTS_OF_A_PERSON,
      run: async (request) => {
        const { cursors, storage, now } = request;
        const after = cursor === undefined ? undefined : cursors.read(cursor, question);
        await requireAdminOfAll(request);
        const { scans } = await listScanRuns(storage, now);
        const runs = scans.filter((run) => (state ?? run.record.state) === run.record.state && isAfter(run, after));
        const shown = runs.slice(0, limit);
        const last = runs.length > limit ? shown.at(-1) : undefined;
        const next = last && cursors.write({ time: last.record.createdAt, key: last.runId }, question);
        return listAnswer(
          exchange,
          shown.map((run) => toScanBody(run, request.key)),
          next,
        );
      },
    };
  },
};

/** True if a scan follows this position in the list: newest first; at the same time, the greater id first. */
function isAfter({ runId, record: { createdAt } }: ScanRun, after: Position | undefined): boolean {
  return after === undefined || createdAt < after.time || (createdAt === after.time && runId < after.key);
}
