import { readExposure } from '../../exposure/rules';
import { awaitAll } from '../../platform/await-all';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { requireAdminOfAll } from '../admin-of-all';
import { ETAG_OF_EXPOSURE, etagOfExposure } from '../exposure-access';
import { ok, operation } from '../operation';
import { EXPOSURE_EXAMPLE, exposureBody, toExposureBody } from './exposure-schemas';

export const getExposureRules = operation({
  method: 'GET',
  path: '/v1/setting/exposure',
  operationId: 'getExposureRules',
  summary: 'Read the exposure rules',
  description: 'Returns the rules by level for who may see pages. The rules report, and change no permission.',
  scope: 'classification::manage',
  success: ok('The rules.', exposureBody, EXPOSURE_EXAMPLE, ETAG_OF_EXPOSURE),
  problems: ['CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS'],
  points: POINTS_OF_A_PERSON,
  run: async (request) => {
    const { storage, levels } = request;
    const [exposure] = await awaitAll([readExposure(storage, levels), requireAdminOfAll(request)] as const);
    return {
      status: 200,
      headers: { ETag: etagOfExposure(exposure, request) },
      body: toExposureBody(exposure, levels),
    };
  },
});
