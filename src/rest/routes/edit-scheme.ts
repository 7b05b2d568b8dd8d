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
import { requirePresent } from '../read-only';
import type { Route } from '../route';
import { levelIdsOf, SCHEME_EXAMPLE, schemeBody, schemeEdit, schemePath, toSchemeBody } from './setting-schemas';

export const editScheme: Route = {
  method: 'PUT',
  path: '/v1/setting/scheme/:schemeId',
  operationId: 'editScheme',
  summary: 'Edit a level scheme',
  description: 'Replaces the name and the levels of the scheme. Pages keep their current level.',
  scope: 'classification::manage',
  pathParameters: schemePath,
  body: { schema: schemeEdit, example: { name: 'Confidential', levelIds: ['restricted'] } },
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
    const sent = readBody(exchange, schemeEdit);
    const condition = writeCondition(exchange);
    return {
      points: POINTS_OF_A_PERSON,
      run: async (request) => {
        const levels = await changeSettingsWithKey(request, condition, {
          type: 'scheme.updated',
          subject: `scheme:${schemeId}`,
          edit: (now) => {
            const before = requireScheme(now, schemeId);
            const after = { schemeId, name: sent.name, levelIds: levelIdsOf(now, sent.levelIds) };
            requirePresent(schemeEdit, sent, [toSchemeBody(now, before), toSchemeBody(now, after)]);
            return putScheme(now.settings, after, false);
          },
        });
        const body = toSchemeBody(levels, requireScheme(levels, schemeId));
        return { status: 200, headers: { ETag: etagOfLevels(levels) }, body };
      },
    };
  },
};
