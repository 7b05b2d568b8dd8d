import { withDefaults } from '../../detection/configuration/detector-fields';
import { putCustomDetector } from '../../detection/configuration/edit-configuration';
import { checkCustomDetector } from '../../detection/custom/check-custom-detector';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import {
  changeDetectionWithKey,
  DETECTION_PROBLEMS,
  ETAG_OF_DETECTION,
  etagOfDetection,
  requireSound,
} from '../detection-configuration-access';
import { writeCondition } from '../middleware/conditions';
import { readBody } from '../middleware/input';
import type { Route } from '../route';
import {
  CUSTOM_INPUT_EXAMPLE,
  customDetectorInput,
  idOfCustom,
  requireCustomBody,
  ONE_CUSTOM_DETECTOR,
} from './detector-schemas';

export const createCustomDetector: Route = {
  method: 'POST',
  effect: 'change',
  path: '/v1/detector/custom',
  operationId: 'createCustomDetector',
  summary: 'Create a custom detector',
  description:
    'Tests the samples, then creates and enables the detector. It applies to pages that are scanned afterwards.',
  scope: 'detection::manage',
  body: { schema: customDetectorInput, example: CUSTOM_INPUT_EXAMPLE },
  success: {
    ...ONE_CUSTOM_DETECTOR,
    status: 201,
    headers: { ...ETAG_OF_DETECTION, Location: 'The address of the detector.' },
  },
  problems: [...DETECTION_PROBLEMS, 'INVALID_DETECTOR', 'NAME_TAKEN'],
  prepare: (exchange) => {
    const wanted = withDefaults(readBody(exchange, customDetectorInput));
    const condition = writeCondition(exchange);
    return {
      points: POINTS_OF_A_PERSON,
      run: async (request) => {
        const customId = request.random.uuid();
        const detector = { detectorId: idOfCustom(customId), ...wanted };
        requireSound(await checkCustomDetector(detector));
        const detection = await changeDetectionWithKey(request, condition, {
          type: 'detector.created',
          subject: `detector:${detector.detectorId}`,
          edit: ({ config }) => putCustomDetector(config, detector, true),
        });
        const headers = {
          ETag: etagOfDetection(detection),
          Location: `${exchange.basePath}/v1/detector/custom/${customId}`,
        };
        return { status: 201, headers, body: requireCustomBody(detection, customId) };
      },
    };
  },
};
