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
import { readBody } from '../middleware/input';
import type { Route } from '../route';
import { levelIdsOf, SCHEME_EXAMPLE, schemeBody, schemeInput, toSchemeBody } from './setting-schemas';

export const createScheme: Route = {
  method: 'POST',
  path: '/v1/setting/scheme',
  operationId: 'createScheme',
  summary: 'Create a level scheme',
  description: 'Creates a scheme. It takes effect when the settings of the site or of a space refer to it.',
  scope: 'classification::manage',
  body: { schema: schemeInput, example: { name: 'Confidential', levelIds: ['restricted'] } },
  success: {
    status: 201,
    description: 'The scheme.',
    schema: schemeBody,
    example: SCHEME_EXAMPLE,
    headers: { ...ETAG_OF_LEVELS, Location: 'The address of the scheme.' },
  },
  problems: [...SETTING_PROBLEMS, 'NAME_TAKEN', 'CONFIGURATION_FULL'],
  prepare: (exchange) => {
    const { name, levelIds } = readBody(exchange, schemeInput);
    const condition = writeCondition(exchange);
    return {
      points: POINTS_OF_A_PERSON,
      run: async (request) => {
        const schemeId = request.random.uuid();
        const levels = await changeSettingsWithKey(request, condition, {
          type: 'scheme.created',
          subject: `scheme:${schemeId}`,
          edit: (now) => putScheme(now.settings, { schemeId, name, levelIds: levelIdsOf(now, levelIds) }, true),
        });
        const body = toSchemeBody(levels, requireScheme(levels, schemeId));
        const headers = { ETag: etagOfLevels(levels), Location: `${exchange.basePath}/v1/setting/scheme/${schemeId}` };
        return { status: 201, headers, body };
      },
    };
  },
};
