import { readDetection } from '../../detection/configuration/configuration-store';
import { awaitAll } from '../../platform/await-all';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { requireAdminOfAll } from '../admin-of-all';
import { etagOfDetection } from '../detection-configuration-access';
import { customPath, requireCustomBody, ONE_CUSTOM_DETECTOR } from './detector-schemas';
import { operation } from '../operation';

export const getCustomDetector = operation({
  method: 'GET',
  path: '/v1/detector/custom/:customId',
  operationId: 'getCustomDetector',
  summary: 'Read a custom detector',
  description: 'Returns the detector with its pattern and samples.',
  scope: 'detection::manage',
  pathParameters: customPath,
  success: ONE_CUSTOM_DETECTOR,
  problems: ['CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS', 'DETECTOR_NOT_FOUND'],
  points: POINTS_OF_A_PERSON,
  run: async (request, { path: { customId } }) => {
    const [detection] = await awaitAll([readDetection(request.storage), requireAdminOfAll(request)] as const);
    const headers = { ETag: etagOfDetection(detection) };
    return { status: 200, headers, body: requireCustomBody(detection, customId) };
  },
});
