import { removeCustomDetector as remove } from '../../detection/configuration/edit-configuration';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { changeDetectionWithKey, DETECTION_PROBLEMS } from '../detection-configuration-access';
import { writeCondition } from '../middleware/conditions';
import { readParameters } from '../middleware/input';
import type { Route } from '../route';
import { customPath, idOfCustom } from './detector-schemas';

export const removeCustomDetector: Route = {
  method: 'DELETE',
  effect: 'change',
  path: '/v1/detector/custom/:customId',
  operationId: 'removeCustomDetector',
  summary: 'Delete a custom detector',
  description: 'Deletes the detector and its settings. Its findings are resolved when their pages are scanned again.',
  scope: 'detection::manage',
  pathParameters: customPath,
  success: { status: 204, description: 'The detector was deleted.' },
  problems: [...DETECTION_PROBLEMS, 'DETECTOR_NOT_FOUND'],
  prepare: (exchange, parameters) => {
    const { customId } = readParameters(parameters, customPath);
    const condition = writeCondition(exchange);
    const detectorId = idOfCustom(customId);
    return {
      points: POINTS_OF_A_PERSON,
      run: async (request) => {
        await changeDetectionWithKey(request, condition, {
          type: 'detector.deleted',
          subject: `detector:${detectorId}`,
          edit: ({ config }) => remove(config, detectorId),
        });
        return { status: 204 };
      },
    };
  },
};
