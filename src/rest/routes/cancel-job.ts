import { JOBS } from '../../jobs/job-kind';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { readParameters } from '../middleware/input';
import type { Route } from '../route';
import { cancelAsKey } from '../run-requests';
import { JOB_EXAMPLE, jobBody, jobPathParameters, requireOwnJob } from './job-schemas';
import { JOB_SCOPE, readJobBody } from './visible-job';

export const cancelJob: Route = {
  method: 'DELETE',
  path: '/v1/job/:jobId',
  operationId: 'cancelJob',
  summary: 'Cancel a job',
  description:
    'Stops the job before its next pages. Pages that are in progress may still be changed, and nothing is undone. An ended job stays unchanged.',
  scope: JOB_SCOPE,
  pathParameters: jobPathParameters,
  success: {
    status: 200,
    description: 'The job in its current state.',
    schema: jobBody,
    example: { ...JOB_EXAMPLE, state: 'cancelled', finishedAt: '2026-11-21T09:31:00.000Z' },
    headers: {},
  },
  problems: ['JOB_NOT_FOUND', 'EDIT_CONFLICT'],
  prepare: (_exchange, parameters) => {
    const { jobId } = readParameters(parameters, jobPathParameters);
    return {
      points: POINTS_OF_A_PERSON,
      run: async (request) => {
        await requireOwnJob(request, jobId);
        const job = await cancelAsKey(request, JOBS, jobId);
        return { status: 200, body: await readJobBody(request, job) };
      },
    };
  },
};
