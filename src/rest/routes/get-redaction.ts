import { POINTS_OF_A_PAGE, POINTS_OF_A_PERSON } from '../../quota/host-points';
import { readParameters } from '../middleware/input';
import type { Route } from '../route';
import {
  readRedactionBody,
  REDACTION_EXAMPLE,
  REDACTION_RESULTS_SCOPE,
  redactionBody,
  redactionHeaders,
  redactionPathParameters,
  requireOwnRedaction,
} from './redaction-schemas';

export const getRedaction: Route = {
  method: 'GET',
  path: '/v1/redaction/:redactionId',
  operationId: 'getRedaction',
  summary: 'Read how a redaction is doing',
  description:
    'What became of each finding, until thirty days after the redaction was made, with the key that made it. Findings on pages that the key cannot see now look like findings that do not exist.',
  scope: REDACTION_RESULTS_SCOPE,
  pathParameters: redactionPathParameters,
  success: {
    status: 200,
    description: 'The redaction as it is now.',
    schema: redactionBody,
    example: REDACTION_EXAMPLE,
    headers: { 'Retry-After': 'When to ask again, in seconds; absent once the redaction is over.' },
  },
  problems: ['REDACTION_NOT_FOUND'],
  prepare: (_exchange, parameters) => {
    const { redactionId } = readParameters(parameters, redactionPathParameters);
    return {
      points: POINTS_OF_A_PERSON + POINTS_OF_A_PAGE,
      run: async (request) => {
        const run = await requireOwnRedaction(request, redactionId);
        return { status: 200, headers: redactionHeaders(run), body: await readRedactionBody(request, run) };
      },
    };
  },
};
