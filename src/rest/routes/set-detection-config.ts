import { changeSiteDetection } from '../../detection/configuration/edit-configuration';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import {
  changeDetectionWithKey,
  DETECTION_PROBLEMS,
  etagOfDetection,
  isSettableNow,
} from '../detection-configuration-access';
import {
  CONFIG_INPUT_EXAMPLE,
  configInput,
  siteOf,
  toConfigBody,
  DETECTION_CONFIGURATION,
} from './detection-config-schemas';
import { operation } from '../operation';

export const setDetectionConfig = operation({
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
  points: POINTS_OF_A_PERSON,
  run: async (request, { body: wanted, condition }) => {
    const detection = await changeDetectionWithKey(request, condition, {
      type: 'detection.updated',
      subject: 'detection',
      edit: ({ config }) => changeSiteDetection(config, siteOf(wanted, config, request.levels), isSettableNow(request)),
    });
    const headers = { ETag: etagOfDetection(detection) };
    return { status: 200, headers, body: toConfigBody(detection, request.levels) };
  },
});
