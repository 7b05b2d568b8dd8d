import { loadIsBuiltIn } from '../../detection/configuration/detector-catalogue';
import { putDetectorScheme } from '../../detection/configuration/edit-configuration';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import {
  changeDetectionWithKey,
  DETECTION_PROBLEMS,
  ETAG_OF_DETECTION,
  etagOfDetection,
} from '../detection-configuration-access';
import { writeCondition } from '../middleware/conditions';
import { readBody } from '../middleware/input';
import type { Route } from '../route';
import {
  detectorSchemeBody,
  detectorSchemeInput,
  requireSchemeBody,
  SCHEME_BODY_EXAMPLE,
  SCHEME_INPUT_EXAMPLE,
  schemeOf,
} from './detection-config-schemas';

export const createDetectorScheme: Route = {
  method: 'POST',
  path: '/v1/detection/config/scheme',
  operationId: 'createDetectorScheme',
  summary: 'Create a detector scheme',
  description: 'Creates a scheme. It takes effect in the spaces that it is assigned to.',
  scope: 'detection::manage',
  body: { schema: detectorSchemeInput, example: SCHEME_INPUT_EXAMPLE },
  success: {
    status: 201,
    description: 'The scheme.',
    schema: detectorSchemeBody,
    example: SCHEME_BODY_EXAMPLE,
    headers: { ...ETAG_OF_DETECTION, Location: 'The address of the scheme.' },
  },
  problems: [...DETECTION_PROBLEMS, 'INVALID_SETTINGS', 'NAME_TAKEN'],
  prepare: (exchange) => {
    const wanted = readBody(exchange, detectorSchemeInput);
    const condition = writeCondition(exchange);
    return {
      points: POINTS_OF_A_PERSON,
      run: async (request) => {
        const schemeId = request.random.uuid();
        const isBuiltIn = await loadIsBuiltIn();
        const detection = await changeDetectionWithKey(request, condition, {
          type: 'detector-scheme.created',
          subject: `detector-scheme:${schemeId}`,
          edit: (config) => putDetectorScheme(config, schemeOf(schemeId, wanted), true, isBuiltIn),
        });
        const headers = {
          ETag: etagOfDetection(detection),
          Location: `${exchange.basePath}/v1/detection/config/scheme/${schemeId}`,
        };
        return { status: 201, headers, body: requireSchemeBody(detection, schemeId) };
      },
    };
  },
};
