import type { Route } from '../route';
import { prepareReadRun } from '../run-requests';
import { JOB_EXAMPLE, jobBody, jobPathParameters } from './job-schemas';
import { JOB_RESOURCE, JOB_SCOPE } from './visible-job';
import { ok } from '../operation';

export const getJob: Route = {
  method: 'GET',
  path: '/v1/job/:jobId',
  operationId: 'getJob',
  summary: 'Read a job',
  description:
    'Returns the state of a job to the key that created it, until seven days after the job ends. Pages that the key cannot see now count as failed.',
  scope: JOB_SCOPE,
  pathParameters: jobPathParameters,
  success: ok('The job in its current state.', jobBody, JOB_EXAMPLE, {
    'Retry-After': 'The recommended delay before the next read, in seconds. Absent if the job has ended.',
  }),
  problems: ['JOB_NOT_FOUND'],
  prepare: (_exchange, parameters) => prepareReadRun(JOB_RESOURCE, parameters),
};
