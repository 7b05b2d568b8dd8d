import type { Route } from '../route';
import { prepareReadRun } from '../run-requests';
import {
  REDACTION_EXAMPLE,
  REDACTION_RESOURCE,
  REDACTION_RESULTS_SCOPE,
  redactionBody,
  redactionPathParameters,
} from './redaction-schemas';
import { ok } from '../operation';

export const getRedaction: Route = {
  method: 'GET',
  path: '/v1/redaction/:redactionId',
  operationId: 'getRedaction',
  summary: 'Read a redaction',
  description:
    'Returns the state of a redaction and the result for each finding, to the key that created it. Redactions are kept for 30 days. Findings on pages that the key cannot see now look like missing findings.',
  scope: REDACTION_RESULTS_SCOPE,
  pathParameters: redactionPathParameters,
  success: ok('The redaction in its current state.', redactionBody, REDACTION_EXAMPLE, {
    'Retry-After': 'The recommended delay before the next read, in seconds. Absent if the redaction has ended.',
  }),
  problems: ['REDACTION_NOT_FOUND'],
  prepare: (_exchange, parameters) => prepareReadRun(REDACTION_RESOURCE, parameters),
};
