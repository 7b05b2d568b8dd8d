import { POINTS_OF_A_PAGE, POINTS_OF_A_PERSON } from '../../quota/host-points';
import { ETAG_OF_EXCLUSIONS, etagOfExclusions, requireVisibleExclusion } from '../exclusion-access';
import { readParameters } from '../middleware/input';
import type { Route } from '../route';
import { EXCLUSION_EXAMPLE, exclusionBody, exclusionPath, toExclusionBody } from './exclusion-schemas';

const SCOPE = 'detection::read';

export const getExclusion: Route = {
  method: 'GET',
  path: '/v1/exclusion/:exclusionId',
  operationId: 'getExclusion',
  summary: 'Read one exclusion',
  description:
    'An exclusion that is limited to a page is for keys that can see the page. Every exclusion except one of values on a page takes a key without limits and a creator who is a site admin. One that the key cannot see is EXCLUSION_NOT_FOUND, as if it did not exist.',
  scope: SCOPE,
  pathParameters: exclusionPath,
  success: {
    status: 200,
    description: 'The exclusion.',
    schema: exclusionBody,
    example: EXCLUSION_EXAMPLE,
    headers: ETAG_OF_EXCLUSIONS,
  },
  problems: ['EXCLUSION_NOT_FOUND'],
  prepare: (_exchange, parameters) => {
    const { exclusionId } = readParameters(parameters, exclusionPath);
    return {
      points: POINTS_OF_A_PERSON + POINTS_OF_A_PAGE,
      run: async (request) => {
        const { found, exclusions } = await requireVisibleExclusion(request, SCOPE, exclusionId);
        const headers = { ETag: etagOfExclusions(exclusions) };
        return { status: 200, headers, body: toExclusionBody(found, request.now, request.fingerprintKey().version) };
      },
    };
  },
};
