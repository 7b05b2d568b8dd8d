import * as z from 'zod';
import { readDetection } from '../../detection/configuration/configuration-store';
import { catalogOf } from '../../detection/configuration/detector-catalog';
import { category } from '../../detection/configuration/detector-fields';
import { awaitAll } from '../../platform/await-all';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { requireActiveCreator } from '../active-creator';
import { ETAG_OF_DETECTION, etagOfDetection } from '../detection-configuration-access';
import { DETECTOR_EXAMPLE, detectorBody, toDetectorBody } from './detector-schemas';
import { ok, operation } from '../operation';
import { pageOf } from '../paging';

const query = z.strictObject({
  category: category.optional().meta({ description: 'Only detectors of this category.', examples: ['financial'] }),
  enabled: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .meta({ description: 'Only enabled or only disabled detectors.', examples: ['true'] }),
});

const listBody = pageOf(detectorBody).meta({ id: 'DetectorList' });

export const listDetectors = operation({
  method: 'GET',
  path: '/v1/detector',
  operationId: 'listDetectors',
  summary: 'List the detectors',
  description: 'Returns all built-in and custom detectors with their settings for the site.',
  scope: 'detection::read',
  query,
  success: ok('The detectors.', listBody, { results: [DETECTOR_EXAMPLE], _links: {} }, ETAG_OF_DETECTION),
  problems: [],
  points: POINTS_OF_A_PERSON,
  run: async (request, { query: wanted }) => {
    const [detection] = await awaitAll([readDetection(request.storage), requireActiveCreator(request)] as const);
    const found = (await catalogOf(detection)).filter(
      (entry) =>
        (wanted.category ?? entry.category) === entry.category &&
        (wanted.enabled === undefined || wanted.enabled === String(entry.enabled)),
    );
    const body = { results: found.map(toDetectorBody), _links: {} };
    return { status: 200, headers: { ETag: etagOfDetection(detection) }, body };
  },
});
