import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { readParameters } from '../middleware/input';
import type { Route } from '../route';
import {
  REDACTION_EXAMPLE,
  redactionBody,
  redactionHeaders,
  redactionPathParameters,
  requireOwnRedaction,
  toRedactionBody,
} from './redaction-schemas';

export const getRedaction: Route = {
  method: 'GET',
  path: '/v1/redaction/:redactionId',
  operationId: 'getRedaction',
  summary: 'Read how a redaction is doing',
  description:
    'What became of each finding, until thirty days after the redaction was made, with the key that made it.',
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
      points: POINTS_OF_A_PERSON,
      run: async (request) => {
        const run = await requireOwnRedaction(request, redactionId);
        return { status: 200, headers: redactionHeaders(run), body: toRedactionBody(run) };
      },
    };
  },
};
