import { changeSpaceDetection } from '../../detection/configuration/edit-configuration';
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
import { requireSpace } from '../require-space';
import type { Route } from '../route';
import { SPACE_BODY_EXAMPLE, spaceDetectionBody, spaceDetectionInput } from './detection-config-schemas';
import { spacePath } from './setting-schemas';
import { ok } from '../operation';

export const editSpaceDetection: Route = {
  method: 'PUT',
  effect: 'change',
  path: '/v1/detection/config/space/:spaceId',
  operationId: 'editSpaceDetection',
  summary: 'Assign a detector scheme to a space',
  description:
    'Assigns a scheme; `{}` makes the space follow the site again. If a scan can find something else then, its pages are out of date until they are scanned again. Severities apply at once.',
  scope: 'detection::manage',
  pathParameters: spacePath,
  body: { schema: spaceDetectionInput, example: { schemeId: SPACE_BODY_EXAMPLE.schemeId } },
  success: ok('The scheme of the space.', spaceDetectionBody, SPACE_BODY_EXAMPLE, ETAG_OF_DETECTION),
  problems: [...DETECTION_PROBLEMS, 'CONFIGURATION_NOT_FOUND', 'INVALID_SETTINGS'],
  prepare: (exchange, parameters) => {
    const { spaceId } = readParameters(parameters, spacePath);
    const sent = readBody(exchange, spaceDetectionInput);
    const { schemeId } = sent;
    const condition = writeCondition(exchange);
    return {
      points: POINTS_OF_A_PERSON,
      run: async (request) => {
        const detection = await changeDetectionWithKey(request, condition, {
          type: 'detection.updated',
          subject: `space:${spaceId}`,
          edit: ({ config }) => {
            requirePresent(spaceDetectionInput, sent, [{ spaceId }]);
            return changeSpaceDetection(config, spaceId, schemeId);
          },
          // A space that no longer exists can still be reset to the site's configuration.
          mayChange: async ({ config }) => {
            if (config.spaces[spaceId] === undefined) await requireSpace(request, spaceId);
          },
        });
        const body = { spaceId, schemeId: detection.config.spaces[spaceId] ?? null };
        return { status: 200, headers: { ETag: etagOfDetection(detection) }, body };
      },
    };
  },
};
