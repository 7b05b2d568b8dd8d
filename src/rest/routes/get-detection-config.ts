import { readDetection } from '../../detection/configuration/configuration-store';
import { awaitAll } from '../../platform/await-all';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { requireAdminOfAll } from '../admin-of-all';
import { etagOfDetection } from '../detection-configuration-access';
import { toConfigBody, DETECTION_CONFIGURATION } from './detection-config-schemas';
import { operation } from '../operation';

export const getDetectionConfig = operation({
  method: 'GET',
  path: '/v1/detection/config',
  operationId: 'getDetectionConfig',
  summary: 'Read the detection configuration',
  description: 'Returns the regions, scan targets, schedule, rules and schemes, and the spaces with a scheme.',
  scope: 'detection::manage',
  success: DETECTION_CONFIGURATION,
  problems: ['CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS'],
  points: POINTS_OF_A_PERSON,
  run: async (request) => {
    const [detection] = await awaitAll([readDetection(request.storage), requireAdminOfAll(request)] as const);
    const headers = { ETag: etagOfDetection(detection) };
    return { status: 200, headers, body: toConfigBody(detection, request.levels) };
  },
});
