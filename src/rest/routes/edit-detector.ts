import { loadIsBuiltIn } from '../../detection/configuration/detector-catalogue';
import { changeDetector, type DetectorChange } from '../../detection/configuration/edit-configuration';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import {
  changeDetectionWithKey,
  DETECTION_PROBLEMS,
  ETAG_OF_DETECTION,
  etagOfDetection,
} from '../detection-configuration-access';
import { writeCondition } from '../middleware/conditions';
import { readBody, readParameters } from '../middleware/input';
import type { Route } from '../route';
import {
  DETECTOR_EXAMPLE,
  detectorBody,
  detectorInput,
  detectorPath,
  requireDetector,
  toDetectorBody,
} from './detector-schemas';

export const editDetector: Route = {
  method: 'PATCH',
  path: '/v1/detector/:detectorId',
  operationId: 'editDetector',
  summary: 'Switch a detector on or off, or change how it counts',
  description: 'For the site; detector schemes say what is different in spaces. Custom detectors as well.',
  scope: 'detection::manage',
  pathParameters: detectorPath,
  body: { schema: detectorInput, example: { enabled: true, minConfidence: 0.7, severity: 'critical' } },
  success: {
    status: 200,
    description: 'The detector.',
    schema: detectorBody,
    example: DETECTOR_EXAMPLE,
    headers: ETAG_OF_DETECTION,
  },
  problems: [...DETECTION_PROBLEMS, 'DETECTOR_NOT_FOUND'],
  prepare: (exchange, parameters) => {
    const { detectorId } = readParameters(parameters, detectorPath);
    const { enabled, minConfidence, severity } = readBody(exchange, detectorInput);
    const condition = writeCondition(exchange);
    const wanted: DetectorChange = {
      enabled: enabled === 'default' ? null : enabled,
      minConfidence: minConfidence === 'default' ? null : minConfidence,
      severity: severity === 'default' ? null : severity,
    };
    return {
      points: POINTS_OF_A_PERSON,
      run: async (request) => {
        const isBuiltIn = await loadIsBuiltIn();
        const detection = await changeDetectionWithKey(request, condition, {
          type: 'detector.updated',
          subject: `detector:${detectorId}`,
          edit: (config) => changeDetector(config, detectorId, wanted, isBuiltIn),
        });
        const body = toDetectorBody(await requireDetector(detection, detectorId));
        return { status: 200, headers: { ETag: etagOfDetection(detection) }, body };
      },
    };
  },
};
