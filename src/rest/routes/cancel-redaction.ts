import type { Route } from '../route';
import { prepareCancelRun } from '../run-requests';
import {
  REDACTION_EXAMPLE,
  REDACTION_RESOURCE,
  REDACTION_SCOPE,
  redactionBody,
  redactionPathParameters,
} from './redaction-schemas';
import { ok } from '../operation';

export const cancelRedaction: Route = {
  method: 'DELETE',
  effect: 'always',
  path: '/v1/redaction/:redactionId',
  operationId: 'cancelRedaction',
  summary: 'Cancel a redaction',
  description:
    'Stops the redaction before its next page, and undoes nothing. A page in progress is completed first, and the state stays `running` until then. If the redaction waits for the license or for permission to act as the creator, it ends at once, and a page in progress fails with `unavailable`. An ended redaction stays unchanged.',
  scope: REDACTION_SCOPE,
  pathParameters: redactionPathParameters,
  success: ok('The redaction in its current state.', redactionBody, REDACTION_EXAMPLE),
  problems: ['REDACTION_NOT_FOUND', 'EDIT_CONFLICT'],
  prepare: (_exchange, parameters) => prepareCancelRun(REDACTION_RESOURCE, parameters),
};
