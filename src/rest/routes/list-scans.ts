import * as z from 'zod';
import { listScanRuns } from '../../findings/run-store';
import { MAX_OPEN_SCANS, MAX_PAST_SCANS } from '../../findings/run-model';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { requireAdminOfAll } from '../admin-of-all';
import type { Route } from '../route';
import { SCAN_EXAMPLE, SCAN_SCOPE, scanBody, toScanBody } from './scan-schemas';

const answer = z.strictObject({ results: z.array(scanBody) }).meta({ id: 'ScanList' });

export const listScans: Route = {
  method: 'GET',
  path: '/v1/detection/scan',
  operationId: 'listScans',
  summary: 'List scans',
  description: `Those that are under way, ${MAX_OPEN_SCANS} at most, and the last ${MAX_PAST_SCANS} that are over, as long as they are not forgotten; the youngest first. It takes a key without limits of a site admin.`,
  scope: SCAN_SCOPE,
  success: {
    status: 200,
    description: 'All of them.',
    schema: answer,
    example: { results: [SCAN_EXAMPLE] },
    headers: {},
  },
  problems: ['CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS'],
  prepare: () => ({
    points: POINTS_OF_A_PERSON,
    run: async (request) => {
      await requireAdminOfAll(request);
      const runs = await listScanRuns(request.storage, request.now);
      return { status: 200, body: { results: runs.map(toScanBody) } };
    },
  }),
};
