import { removeDetectorScheme as remove } from '../../detection/configuration/edit-configuration';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { changeDetectionWithKey, DETECTION_PROBLEMS } from '../detection-configuration-access';
import { writeCondition } from '../middleware/conditions';
import { readParameters } from '../middleware/input';
import type { Route } from '../route';
import { detectorSchemePath, requireSchemeBody } from './detection-config-schemas';

export const removeDetectorScheme: Route = {
  method: 'DELETE',
  path: '/v1/detection/config/scheme/:schemeId',
  operationId: 'removeDetectorScheme',
  summary: 'Delete a detector scheme',
  description: 'Deletes a scheme that no space uses.',
  scope: 'detection::manage',
  pathParameters: detectorSchemePath,
  success: { status: 204, description: 'The scheme was deleted.' },
  problems: [...DETECTION_PROBLEMS, 'CONFIGURATION_NOT_FOUND', 'INVALID_SETTINGS'],
  prepare: (exchange, parameters) => {
    const { schemeId } = readParameters(parameters, detectorSchemePath);
    const condition = writeCondition(exchange);
    return {
      points: POINTS_OF_A_PERSON,
      run: async (request) => {
        await changeDetectionWithKey(request, condition, {
          type: 'detector-scheme.deleted',
          subject: `detector-scheme:${schemeId}`,
          edit: (config) => {
            requireSchemeBody({ config }, schemeId);
            return remove(config, schemeId, 'refused');
          },
        });
        return { status: 204 };
      },
    };
  },
};
