import { readDetection } from '../../detection/configuration/configuration-store';
import { awaitAll } from '../../platform/await-all';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { requireAdminOfAll } from '../admin-of-all';
import { ETAG_OF_DETECTION, etagOfDetection } from '../detection-configuration-access';
import { readParameters } from '../middleware/input';
import type { Route } from '../route';
import {
  detectorSchemeBody,
  detectorSchemePath,
  requireSchemeBody,
  SCHEME_BODY_EXAMPLE,
} from './detection-config-schemas';

export const getDetectorScheme: Route = {
  method: 'GET',
  path: '/v1/detection/config/scheme/:schemeId',
  operationId: 'getDetectorScheme',
  summary: 'Read a detector scheme',
  description: 'Returns the name of the scheme and its detector settings.',
  scope: 'detection::manage',
  pathParameters: detectorSchemePath,
  success: {
    status: 200,
    description: 'The scheme.',
    schema: detectorSchemeBody,
    example: SCHEME_BODY_EXAMPLE,
    headers: ETAG_OF_DETECTION,
  },
  problems: ['CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS', 'CONFIGURATION_NOT_FOUND'],
  prepare: (_exchange, parameters) => {
    const { schemeId } = readParameters(parameters, detectorSchemePath);
    return {
      points: POINTS_OF_A_PERSON,
      run: async (request) => {
        const [detection] = await awaitAll([readDetection(request.storage), requireAdminOfAll(request)] as const);
        const headers = { ETag: etagOfDetection(detection) };
        return { status: 200, headers, body: requireSchemeBody(detection, schemeId) };
      },
    };
  },
};
