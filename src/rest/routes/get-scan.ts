import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { readParameters } from '../middleware/input';
import type { Route } from '../route';
import { pollingHeaders } from '../run-requests';
import { requireScan, SCAN_EXAMPLE, SCAN_SCOPE, scanBody, scanPathParameters, toScanBody } from './scan-schemas';

export const getScan: Route = {
  method: 'GET',
  path: '/v1/detection/scan/:scanId',
  operationId: 'getScan',
  summary: 'Read a scan',
  description:
    'Returns the state of a scan. Scans are kept for 30 days. Requires a key without limits whose creator is a site admin.',
  scope: SCAN_SCOPE,
  pathParameters: scanPathParameters,
  success: {
    status: 200,
    description: 'The scan in its current state.',
    schema: scanBody,
    example: SCAN_EXAMPLE,
    headers: { 'Retry-After': 'The recommended delay before the next read, in seconds. Absent if the scan has ended.' },
  },
  problems: ['CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS', 'SCAN_NOT_FOUND'],
  prepare: (_exchange, parameters) => {
    const { scanId } = readParameters(parameters, scanPathParameters);
    return {
      points: POINTS_OF_A_PERSON,
      run: async (request) => {
        const run = await requireScan(request, scanId);
        return { status: 200, headers: pollingHeaders(run), body: toScanBody(run, request.key) };
      },
    };
  },
};
