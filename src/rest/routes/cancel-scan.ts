import { actorOf } from '../../audit/event';
import { cancelRun } from '../../findings/create-run';
import { isUnchanged } from '../../keys/key-store';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { pushRuns } from '../../runs/push-run';
import { readParameters } from '../middleware/input';
import { Problem } from '../problem';
import type { Route } from '../route';
import { requireScan, SCAN_EXAMPLE, SCAN_SCOPE, scanBody, scanPathParameters, toScanBody } from './scan-schemas';

export const cancelScan: Route = {
  method: 'DELETE',
  path: '/v1/detection/scan/:scanId',
  operationId: 'cancelScan',
  summary: 'Cancel a scan',
  description:
    'Stops the scan before its next pages. Pages that are in progress may still be scanned, and findings are kept. An ended scan stays unchanged.',
  scope: SCAN_SCOPE,
  pathParameters: scanPathParameters,
  success: {
    status: 200,
    description: 'The scan in its current state.',
    schema: scanBody,
    example: { ...SCAN_EXAMPLE, state: 'cancelled', finishedAt: '2026-11-21T09:31:00.000Z' },
    headers: {},
  },
  problems: ['CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS', 'SCAN_NOT_FOUND', 'EDIT_CONFLICT'],
  prepare: (exchange, parameters) => {
    const { scanId } = readParameters(parameters, scanPathParameters);
    return {
      points: POINTS_OF_A_PERSON,
      run: async (request) => {
        await requireScan(request, scanId);
        const { key } = request;
        const { storage, random, now } = request;
        const { requestId } = exchange;
        const context = { storage, random, now, stillValid: [isUnchanged(key)] };
        const cancelled = await cancelRun(context, scanId, actorOf(key), requestId);
        if (cancelled !== undefined) {
          await pushRuns({ ...request, requestId }, 'scan', cancelled.started);
          return { status: 200, body: toScanBody(cancelled.run, key) };
        }
        throw new Problem('EDIT_CONFLICT', {
          detail:
            'The scan was not cancelled, because it, or the key, changed at every attempt. Send the request again.',
          headers: { 'Retry-After': '1' },
        });
      },
    };
  },
};
