import { readDetection } from '../../detection/configuration/configuration-store';
import { awaitAll } from '../../platform/await-all';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { requireActiveCreator } from '../active-creator';
import { ETAG_OF_DETECTION, etagOfDetection } from '../detection-configuration-access';
import { DETECTOR_EXAMPLE, detectorBody, detectorPath, requireDetector, toDetectorBody } from './detector-schemas';
import { ok, operation } from '../operation';

export const getDetector = operation({
  method: 'GET',
  path: '/v1/detector/:detectorId',
  operationId: 'getDetector',
  summary: 'Read a detector',
  description: 'Returns a built-in or custom detector with its settings for the site.',
  scope: 'detection::read',
  pathParameters: detectorPath,
  success: ok('The detector.', detectorBody, DETECTOR_EXAMPLE, ETAG_OF_DETECTION),
  problems: ['DETECTOR_NOT_FOUND'],
  points: POINTS_OF_A_PERSON,
  run: async (request, { path: { detectorId } }) => {
    const [detection] = await awaitAll([readDetection(request.storage), requireActiveCreator(request)] as const);
    const body = toDetectorBody(await requireDetector(detection, detectorId));
    return { status: 200, headers: { ETag: etagOfDetection(detection) }, body };
  },
});
