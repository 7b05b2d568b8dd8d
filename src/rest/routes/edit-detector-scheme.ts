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
import { readBody, readParameters } from '../middleware/input';
import { requirePresent } from '../read-only';
import type { Route } from '../route';
import {
  detectorSchemeBody,
  detectorSchemeEdit,
  detectorSchemePath,
  requireSchemeBody,
  SCHEME_BODY_EXAMPLE,
  SCHEME_INPUT_EXAMPLE,
  schemeOf,
} from './detection-config-schemas';

export const editDetectorScheme: Route = {
  method: 'PUT',
  path: '/v1/detection/config/scheme/:schemeId',
  operationId: 'editDetectorScheme',
  summary: 'Edit a detector scheme',
  description: 'Replaces the scheme. Pages in its spaces are out of date until they are scanned again.',
  scope: 'detection::manage',
  pathParameters: detectorSchemePath,
  body: { schema: detectorSchemeEdit, example: SCHEME_INPUT_EXAMPLE },
  success: {
    status: 200,
    description: 'The scheme.',
    schema: detectorSchemeBody,
    example: SCHEME_BODY_EXAMPLE,
    headers: ETAG_OF_DETECTION,
  },
  problems: [...DETECTION_PROBLEMS, 'CONFIGURATION_NOT_FOUND', 'INVALID_SETTINGS', 'NAME_TAKEN'],
  prepare: (exchange, parameters) => {
    const { schemeId } = readParameters(parameters, detectorSchemePath);
    const sent = readBody(exchange, detectorSchemeEdit);
    const { schemeId: _sent, ...wanted } = sent;
    const condition = writeCondition(exchange);
    return {
      points: POINTS_OF_A_PERSON,
      run: async (request) => {
        const isBuiltIn = await loadIsBuiltIn();
        const detection = await changeDetectionWithKey(request, condition, {
          type: 'detector-scheme.updated',
          subject: `detector-scheme:${schemeId}`,
          edit: (config) => {
            requirePresent(detectorSchemeEdit, sent, [requireSchemeBody({ config }, schemeId)]);
            return putDetectorScheme(config, schemeOf(schemeId, wanted), false, isBuiltIn);
          },
        });
        const headers = { ETag: etagOfDetection(detection) };
        return { status: 200, headers, body: requireSchemeBody(detection, schemeId) };
      },
    };
  },
};
