import type { Route } from '../route';
import { prepareCancelRun } from '../run-requests';
import { SCAN_EXAMPLE, SCAN_RESOURCE, SCAN_SCOPE, scanBody, scanPathParameters } from './scan-schemas';
import { ok } from '../operation';

export const cancelScan: Route = {
  method: 'DELETE',
  effect: 'always',
  path: '/v1/detection/scan/:scanId',
  operationId: 'cancelScan',
  summary: 'Cancel a scan',
  description:
    'Stops the scan before its next pages. Pages that are in progress may still be scanned, and findings are kept. An ended scan stays unchanged.',
  scope: SCAN_SCOPE,
  pathParameters: scanPathParameters,
  success: ok('The scan in its current state.', scanBody, {
    ...SCAN_EXAMPLE,
    state: 'cancelled',
    finishedAt: '2026-11-21T09:31:00.000Z',
  }),
  problems: ['CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS', 'SCAN_NOT_FOUND', 'EDIT_CONFLICT'],
  prepare: (_exchange, parameters) => prepareCancelRun(SCAN_RESOURCE, parameters),
};
