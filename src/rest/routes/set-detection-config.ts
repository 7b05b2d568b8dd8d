import { changeSiteDetection } from '../../detection/configuration/edit-configuration';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import {
  changeDetectionWithKey,
  DETECTION_PROBLEMS,
  etagOfDetection,
  isSettableNow,
} from '../detection-configuration-access';
import { writeCondition } from '../middleware/conditions';
import { readBody } from '../middleware/input';
import type { Route } from '../route';
import {
  CONFIG_INPUT_EXAMPLE,
  configInput,
  siteOf,
  toConfigBody,
  DETECTION_CONFIGURATION,
} from './detection-config-schemas';

export const setDetectionConfig: Route = {
  method: 'PUT',
  effect: 'change',
  path: '/v1/detection/config',
  operationId: 'setDetectionConfig',
  summary: "Update the site's settings",
  description: 'Replaces the configuration. Detectors, schemes and spaces have their own operations.',
  scope: 'detection::manage',
  body: { schema: configInput, example: CONFIG_INPUT_EXAMPLE },
  success: DETECTION_CONFIGURATION,
  problems: [...DETECTION_PROBLEMS, 'INVALID_SETTINGS'],
  prepare: (exchange) => {
    const wanted = readBody(exchange, configInput);
    const condition = writeCondition(exchange);
    return {
      points: POINTS_OF_A_PERSON,
      run: async (request) => {
        const detection = await changeDetectionWithKey(request, condition, {
          type: 'detection.updated',
          subject: 'detection',
          edit: ({ config }) =>
            changeSiteDetection(config, siteOf(wanted, config, request.levels), isSettableNow(request)),
        });
        const headers = { ETag: etagOfDetection(detection) };
        return { status: 200, headers, body: toConfigBody(detection, request.levels) };
      },
    };
  },
};
