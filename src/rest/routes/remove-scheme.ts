import { removeScheme as remove } from '../../classification/edit-settings';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { changeSettingsWithKey, requireScheme, SETTING_PROBLEMS } from '../configuration-access';
import { writeCondition } from '../middleware/conditions';
import { readParameters } from '../middleware/input';
import type { Route } from '../route';
import { schemePath } from './setting-schemas';

export const removeScheme: Route = {
  method: 'DELETE',
  path: '/v1/setting/scheme/:schemeId',
  operationId: 'removeScheme',
  summary: 'Delete a level scheme',
  description: 'Deletes a scheme that is not in use by the site or a space.',
  scope: 'classification::manage',
  pathParameters: schemePath,
  success: { status: 204, description: 'The scheme was deleted.' },
  problems: [...SETTING_PROBLEMS, 'CONFIGURATION_NOT_FOUND'],
  prepare: (exchange, parameters) => {
    const { schemeId } = readParameters(parameters, schemePath);
    const condition = writeCondition(exchange);
    return {
      points: POINTS_OF_A_PERSON,
      run: async (request) => {
        await changeSettingsWithKey(request, condition, {
          type: 'scheme.deleted',
          subject: `scheme:${schemeId}`,
          edit: (now) => {
            requireScheme(now, schemeId);
            return remove(now.settings, schemeId);
          },
          removes: 'SCHEME_IN_USE',
        });
        return { status: 204 };
      },
    };
  },
};
