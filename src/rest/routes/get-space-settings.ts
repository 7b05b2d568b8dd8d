import { awaitAll } from '../../platform/await-all';
import { POINTS_OF_A_PAGE, POINTS_OF_A_PERSON } from '../../quota/host-points';
import { requireAdminOfAll } from '../admin-of-all';
import { ETAG_OF_LEVELS, etagOfLevels } from '../configuration-access';
import { requireSpace } from '../require-space';
import { readParameters } from '../middleware/input';
import type { Route } from '../route';
import { SPACE_SETTINGS_EXAMPLE, spaceBody, spacePath, toSpaceBody } from './setting-schemas';
import { ok } from '../operation';

export const getSpaceSettings: Route = {
  method: 'GET',
  path: '/v1/setting/space/:spaceId',
  operationId: 'getSpaceSettings',
  summary: "Read a space's settings",
  description: 'Returns what site admins have set for the space. A member is null where the space follows the site.',
  scope: 'classification::manage',
  pathParameters: spacePath,
  success: ok('The settings of the space.', spaceBody, SPACE_SETTINGS_EXAMPLE, ETAG_OF_LEVELS),
  problems: ['CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS', 'CONFIGURATION_NOT_FOUND'],
  prepare: (_exchange, parameters) => {
    const { spaceId } = readParameters(parameters, spacePath);
    return {
      // As for the change of these settings: a space without settings of its own is looked up in Confluence.
      points: ({ settings }) => POINTS_OF_A_PERSON + (settings.spaces[spaceId] === undefined ? POINTS_OF_A_PAGE : 0),
      run: async (request) => {
        const { levels } = request;
        const isUnknown = levels.settings.spaces[spaceId] === undefined;
        await awaitAll([requireAdminOfAll(request), isUnknown ? requireSpace(request, spaceId) : undefined] as const);
        return { status: 200, headers: { ETag: etagOfLevels(levels) }, body: toSpaceBody(levels, spaceId) };
      },
    };
  },
};
