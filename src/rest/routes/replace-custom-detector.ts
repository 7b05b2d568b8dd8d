import { withDefaults } from '../../detection/configuration/detector-fields';
import { putCustomDetector } from '../../detection/configuration/edit-configuration';
import { checkCustomDetector } from '../../detection/custom/check-custom-detector';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import {
  changeDetectionWithKey,
  DETECTION_PROBLEMS,
  etagOfDetection,
  requireSound,
} from '../detection-configuration-access';
import { writeCondition } from '../middleware/conditions';
import { readBody, readParameters } from '../middleware/input';
import { requirePresent } from '../read-only';
import type { Route } from '../route';
import {
  CUSTOM_INPUT_EXAMPLE,
  customDetectorEdit,
  customPath,
  idOfCustom,
  requireCustomBody,
  ONE_CUSTOM_DETECTOR,
} from './detector-schemas';

export const replaceCustomDetector: Route = {
  method: 'PUT',
  effect: 'change',
  path: '/v1/detector/custom/:customId',
  operationId: 'replaceCustomDetector',
  summary: 'Edit a custom detector',
  description:
    'Replaces the detector after testing its samples. Pages are out of date until they are scanned again, unless only its name, its samples or its severity change: a severity applies at once.',
  scope: 'detection::manage',
  pathParameters: customPath,
  body: { schema: customDetectorEdit, example: CUSTOM_INPUT_EXAMPLE },
  success: ONE_CUSTOM_DETECTOR,
  problems: [...DETECTION_PROBLEMS, 'DETECTOR_NOT_FOUND', 'INVALID_DETECTOR', 'NAME_TAKEN'],
  prepare: (exchange, parameters) => {
    const { customId } = readParameters(parameters, customPath);
    const sent = readBody(exchange, customDetectorEdit);
    const { detectorId: _id, customId: _custom, ...definition } = sent;
    const condition = writeCondition(exchange);
    const detector = { detectorId: idOfCustom(customId), ...withDefaults(definition) };
    return {
      points: POINTS_OF_A_PERSON,
      run: async (request) => {
        requireSound(await checkCustomDetector(detector));
        const detection = await changeDetectionWithKey(request, condition, {
          type: 'detector.updated',
          subject: `detector:${detector.detectorId}`,
          edit: ({ config }) => {
            requirePresent(customDetectorEdit, sent, [requireCustomBody({ config }, customId)]);
            return putCustomDetector(config, detector, false);
          },
        });
        const headers = { ETag: etagOfDetection(detection) };
        return { status: 200, headers, body: requireCustomBody(detection, customId) };
      },
    };
  },
};
