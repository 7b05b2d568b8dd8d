import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { requireAdminOfAll } from '../admin-of-all';
import { ETAG_OF_LEVELS, etagOfLevels, requireScheme } from '../configuration-access';
import { readParameters } from '../middleware/input';
import type { Route } from '../route';
import { SCHEME_EXAMPLE, schemeBody, schemePath, toSchemeBody } from './setting-schemas';

export const getScheme: Route = {
  method: 'GET',
  path: '/v1/setting/scheme/:schemeId',
  operationId: 'getScheme',
  summary: 'Read a level scheme',
  description: 'Returns the name and the levels of the scheme.',
  scope: 'classification::manage',
  pathParameters: schemePath,
  success: {
    status: 200,
    description: 'The scheme.',
    schema: schemeBody,
    example: SCHEME_EXAMPLE,
    headers: ETAG_OF_LEVELS,
  },
  problems: ['CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS', 'CONFIGURATION_NOT_FOUND'],
  prepare: (_exchange, parameters) => {
    const { schemeId } = readParameters(parameters, schemePath);
    return {
      points: POINTS_OF_A_PERSON,
      run: async (request) => {
        await requireAdminOfAll(request);
        const { levels } = request;
        const body = toSchemeBody(levels, requireScheme(levels, schemeId));
        return { status: 200, headers: { ETag: etagOfLevels(levels) }, body };
      },
    };
  },
};
