import * as z from 'zod';
import { readDetection } from '../../detection/configuration/configuration-store';
import { catalogOf } from '../../detection/configuration/detector-catalog';
import { category } from '../../detection/configuration/detector-fields';
import { awaitAll } from '../../platform/await-all';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { requireActiveCreator } from '../active-creator';
import { ETAG_OF_DETECTION, etagOfDetection } from '../detection-configuration-access';
import { readQuery } from '../middleware/input';
import type { Route } from '../route';
import { DETECTOR_EXAMPLE, detectorBody, toDetectorBody } from './detector-schemas';

const query = z.strictObject({
  category: category.optional().meta({ description: 'Only detectors of this category.', examples: ['financial'] }),
  enabled: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .meta({ description: 'Only enabled or only disabled detectors.', examples: ['true'] }),
});

const listBody = z.strictObject({ detectors: z.array(detectorBody) }).meta({ id: 'DetectorList' });

export const listDetectors: Route = {
  method: 'GET',
  path: '/v1/detector',
  operationId: 'listDetectors',
  summary: 'List the detectors',
  description: 'Returns all built-in and custom detectors with their settings for the site.',
  scope: 'detection::read',
  query,
  success: {
    status: 200,
    description: 'The detectors.',
    schema: listBody,
    example: { detectors: [DETECTOR_EXAMPLE] },
    headers: ETAG_OF_DETECTION,
  },
  problems: [],
  prepare: (exchange) => {
    const wanted = readQuery(exchange, query);
    return {
      points: POINTS_OF_A_PERSON,
      run: async (request) => {
        const [detection] = await awaitAll([readDetection(request.storage), requireActiveCreator(request)] as const);
        const found = (await catalogOf(detection)).filter(
          (entry) =>
            (wanted.category ?? entry.category) === entry.category &&
            (wanted.enabled === undefined || wanted.enabled === String(entry.enabled)),
        );
        const body = { detectors: found.map(toDetectorBody) };
        return { status: 200, headers: { ETag: etagOfDetection(detection) }, body };
      },
    };
  },
};
