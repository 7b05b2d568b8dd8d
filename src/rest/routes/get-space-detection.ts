import { readDetection } from '../../detection/configuration/configuration-store';
import { awaitAll } from '../../platform/await-all';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { requireAdminOfAll } from '../admin-of-all';
import { ETAG_OF_DETECTION, etagOfDetection } from '../detection-configuration-access';
import { requireSpace } from '../require-space';
import { SPACE_BODY_EXAMPLE, spaceDetectionBody } from './detection-config-schemas';
import { spacePath } from './setting-schemas';
import { ok, operation } from '../operation';

export const getSpaceDetection = operation({
  method: 'GET',
  path: '/v1/detection/config/space/:spaceId',
  operationId: 'getSpaceDetection',
  summary: 'Read the detector scheme of a space',
  description: 'Returns the scheme of the space; null if the space follows the site.',
  scope: 'detection::manage',
  pathParameters: spacePath,
  success: ok('The scheme of the space.', spaceDetectionBody, SPACE_BODY_EXAMPLE, ETAG_OF_DETECTION),
  problems: ['CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS', 'CONFIGURATION_NOT_FOUND'],
  points: POINTS_OF_A_PERSON,
  run: async (request, { path: { spaceId } }) => {
    const [detection] = await awaitAll([readDetection(request.storage), requireAdminOfAll(request)] as const);
    const { [spaceId]: schemeId } = detection.config.spaces;
    if (schemeId === undefined) await requireSpace(request, spaceId);
    return {
      status: 200,
      headers: { ETag: etagOfDetection(detection) },
      body: { spaceId, schemeId: schemeId ?? null },
    };
  },
});
