import type { Route } from '../route';
import { prepareCancelRun } from '../run-requests';
import { JOB_EXAMPLE, jobBody, jobPathParameters } from './job-schemas';
import { JOB_RESOURCE, JOB_SCOPE } from './visible-job';
import { ok } from '../operation';

export const cancelJob: Route = {
  method: 'DELETE',
  effect: 'always',
  path: '/v1/job/:jobId',
  operationId: 'cancelJob',
  summary: 'Cancel a job',
  description:
    'Stops the job before its next pages. Pages that are in progress may still be changed, and nothing is undone. An ended job stays unchanged.',
  scope: JOB_SCOPE,
  pathParameters: jobPathParameters,
  success: ok('The job in its current state.', jobBody, {
    ...JOB_EXAMPLE,
    state: 'cancelled',
    finishedAt: '2026-11-21T09:31:00.000Z',
  }),
  problems: ['JOB_NOT_FOUND', 'EDIT_CONFLICT'],
  prepare: (_exchange, parameters) => prepareCancelRun(JOB_RESOURCE, parameters),
};
