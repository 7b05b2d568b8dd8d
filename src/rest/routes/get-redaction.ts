import { POINTS_OF_A_PAGE, POINTS_OF_A_PERSON } from '../../quota/host-points';
import { readParameters } from '../middleware/input';
import type { Route } from '../route';
import { pollingHeaders } from '../run-requests';
import {
  readRedactionBody,
  REDACTION_EXAMPLE,
  REDACTION_RESULTS_SCOPE,
  redactionBody,
  redactionPathParameters,
  requireOwnRedaction,
} from './redaction-schemas';

export const getRedaction: Route = {
  method: 'GET',
  path: '/v1/redaction/:redactionId',
  operationId: 'getRedaction',
  summary: 'Read a redaction',
  description:
    'Returns the state of a redaction and the result for each finding, to the key that created it. Redactions are kept for 30 days. Findings on pages that the key cannot see now look like missing findings.',
  scope: REDACTION_RESULTS_SCOPE,
  pathParameters: redactionPathParameters,
  success: {
    status: 200,
    description: 'The redaction in its current state.',
    schema: redactionBody,
    example: REDACTION_EXAMPLE,
    headers: {
      'Retry-After': 'The recommended delay before the next read, in seconds. Absent if the redaction has ended.',
    },
  },
  problems: ['REDACTION_NOT_FOUND'],
  prepare: (_exchange, parameters) => {
    const { redactionId } = readParameters(parameters, redactionPathParameters);
    return {
      points: POINTS_OF_A_PERSON + POINTS_OF_A_PAGE,
      run: async (request) => {
        const run = await requireOwnRedaction(request, redactionId);
        return { status: 200, headers: pollingHeaders(run), body: await readRedactionBody(request, run) };
      },
    };
  },
};
