import * as z from 'zod';
import { readFindings } from '../../findings/scan-store';
import { readParameters } from '../middleware/input';
import { requireReadable } from '../page-access';
import { Problem } from '../problem';
import type { AuthorizedRequest, Route } from '../route';
import { DETECTION_EXAMPLE, DETECTION_SCOPE, detectionBody, toDetectionBody } from './detection-schemas';

const pathParameters = z.strictObject({
  detectionId: z
    .uuid({ error: 'must be a UUID' })
    .meta({ description: 'The id of the finding.', examples: [DETECTION_EXAMPLE.detectionId], maxLength: 36 })
    .transform((id) => id.toLowerCase()),
});

/** Asked about where there is no finding, so that it takes the same calls as where its page is hidden. */
const NO_PAGE = '1';

export const getDetection: Route = {
  method: 'GET',
  path: '/v1/detection/:detectionId',
  operationId: 'getDetection',
  summary: 'Read one finding',
  description:
    'A finding on a page that the creator of the key, its scopes and its limits together cannot see is DETECTION_NOT_FOUND, as if it were not there.',
  scope: DETECTION_SCOPE,
  pathParameters,
  success: {
    status: 200,
    description: 'The finding.',
    schema: detectionBody,
    example: DETECTION_EXAMPLE,
    headers: {},
  },
  problems: ['DETECTION_NOT_FOUND'],
  prepare: (_exchange, parameters) => {
    const { detectionId } = readParameters(parameters, pathParameters);
    return {
      run: async (request) => {
        const record = (await readFindings(request.storage, [detectionId])).get(detectionId);
        const seen = await see(request, record?.pageId ?? NO_PAGE);
        if (record === undefined || seen === undefined) throw new Problem('DETECTION_NOT_FOUND');
        return { status: 200, body: toDetectionBody(detectionId, record, seen.page, seen.record) };
      },
    };
  },
};

/** undefined where the key may not see the page. */
async function see(request: AuthorizedRequest, pageId: string) {
  try {
    return await requireReadable(request, DETECTION_SCOPE, pageId, false);
  } catch (error) {
    if (error instanceof Problem && error.code === 'PAGE_NOT_FOUND') return undefined;
    throw error;
  }
}
