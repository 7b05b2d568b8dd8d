import {
  ETAG_OF_EXCLUSIONS,
  etagOfExclusions,
  POINTS_OF_AN_EXCLUSION,
  requireVisibleExclusion,
} from '../exclusion-access';
import { EXCLUSION_EXAMPLE, exclusionBody, exclusionPath, toExclusionBody } from './exclusion-schemas';
import { ok, operation } from '../operation';

const SCOPE = 'detection::read';

export const getExclusion = operation({
  method: 'GET',
  path: '/v1/exclusion/:exclusionId',
  operationId: 'getExclusion',
  summary: 'Read an exclusion',
  description:
    'Returns one exclusion. Keys that can see the page can read an exclusion of values on that page. Every other exclusion requires a key without limits whose creator is a site admin; an exclusion for a space also requires that the creator can see the space. An exclusion that the key cannot see gives EXCLUSION_NOT_FOUND, as if it did not exist.',
  scope: SCOPE,
  pathParameters: exclusionPath,
  success: ok('The exclusion.', exclusionBody, EXCLUSION_EXAMPLE, ETAG_OF_EXCLUSIONS),
  problems: ['EXCLUSION_NOT_FOUND'],
  points: POINTS_OF_AN_EXCLUSION,
  run: async (request, { path: { exclusionId } }) => {
    const { found, exclusions } = await requireVisibleExclusion(request, SCOPE, exclusionId);
    const headers = { ETag: etagOfExclusions(exclusions) };
    return { status: 200, headers, body: toExclusionBody(found, request.now, request.fingerprintKey().version) };
  },
});
