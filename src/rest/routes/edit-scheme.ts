import { putScheme } from '../../classification/edit-settings';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import {
  changeSettingsWithKey,
  ETAG_OF_LEVELS,
  etagOfLevels,
  requireScheme,
  SETTING_PROBLEMS,
} from '../configuration-access';
import { writeCondition } from '../middleware/conditions';
import { readBody, readParameters } from '../middleware/input';
import type { Route } from '../route';
import { levelIdsOf, SCHEME_EXAMPLE, schemeBody, schemeInput, schemePath, toSchemeBody } from './setting-schemas';

export const editScheme: Route = {
  method: 'PUT',
  path: '/v1/setting/scheme/:schemeId',
  operationId: 'editScheme',
  summary: 'Edit a level scheme',
  description: 'Its name and its levels, as a whole. Pages keep the level that they have.',
  scope: 'classification::manage',
  pathParameters: schemePath,
  body: { schema: schemeInput, example: { name: 'Confidential', levelIds: ['restricted'] } },
  success: {
    status: 200,
    description: 'The scheme.',
    schema: schemeBody,
    example: SCHEME_EXAMPLE,
    headers: ETAG_OF_LEVELS,
  },
  problems: [...SETTING_PROBLEMS, 'CONFIGURATION_NOT_FOUND', 'NAME_TAKEN', 'CONFIGURATION_FULL'],
  prepare: (exchange, parameters) => {
    const { schemeId } = readParameters(parameters, schemePath);
    const { name, levelIds } = readBody(exchange, schemeInput);
    const condition = writeCondition(exchange);
    return {
      points: POINTS_OF_A_PERSON,
      run: async (request) => {
        const levels = await changeSettingsWithKey(request, condition, {
          type: 'scheme.updated',
          subject: `scheme:${schemeId}`,
          edit: (now) => {
            requireScheme(now, schemeId);
            return putScheme(now.settings, { schemeId, name, levelIds: levelIdsOf(now, levelIds) }, false);
          },
        });
        const body = toSchemeBody(levels, requireScheme(levels, schemeId));
        return { status: 200, headers: { ETag: etagOfLevels(levels) }, body };
      },
    };
  },
};
