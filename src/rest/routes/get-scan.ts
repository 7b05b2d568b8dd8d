import type { Route } from '../route';
import { prepareReadRun } from '../run-requests';
import { SCAN_EXAMPLE, SCAN_RESOURCE, SCAN_SCOPE, scanBody, scanPathParameters } from './scan-schemas';
import { ok } from '../operation';

export const getScan: Route = {
  method: 'GET',
  path: '/v1/detection/scan/:scanId',
  operationId: 'getScan',
  summary: 'Read a scan',
  description:
    'Returns the state of a scan. Scans are kept for 30 days. Requires a key without limits whose creator is a site admin.',
  scope: SCAN_SCOPE,
  pathParameters: scanPathParameters,
  success: ok('The scan in its current state.', scanBody, SCAN_EXAMPLE, {
    'Retry-After': 'The recommended delay before the next read, in seconds. Absent if the scan has ended.',
  }),
  problems: ['CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS', 'SCAN_NOT_FOUND'],
  prepare: (_exchange, parameters) => prepareReadRun(SCAN_RESOURCE, parameters),
};
