import { readDetection } from '../../detection/configuration/configuration-store';
import { awaitAll } from '../../platform/await-all';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { requireAdminOfAll } from '../admin-of-all';
import { etagOfDetection } from '../detection-configuration-access';
import { readParameters } from '../middleware/input';
import type { Route } from '../route';
import { customPath, requireCustomBody, ONE_CUSTOM_DETECTOR } from './detector-schemas';

export const getCustomDetector: Route = {
  method: 'GET',
  path: '/v1/detector/custom/:customId',
  operationId: 'getCustomDetector',
  summary: 'Read a custom detector',
  description: 'Returns the detector with its pattern and samples.',
  scope: 'detection::manage',
  pathParameters: customPath,
  success: ONE_CUSTOM_DETECTOR,
  problems: ['CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS', 'DETECTOR_NOT_FOUND'],
  prepare: (_exchange, parameters) => {
    const { customId } = readParameters(parameters, customPath);
    return {
      points: POINTS_OF_A_PERSON,
      run: async (request) => {
        const [detection] = await awaitAll([readDetection(request.storage), requireAdminOfAll(request)] as const);
        const headers = { ETag: etagOfDetection(detection) };
        return { status: 200, headers, body: requireCustomBody(detection, customId) };
      },
    };
  },
};
