import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { readParameters } from '../middleware/input';
import type { Route } from '../route';
import { JOB_EXAMPLE, jobBody, jobPathParameters, pollingHeaders, requireOwnJob } from './job-schemas';
import { JOB_SCOPE, readJobBody } from './visible-job';

export const getJob: Route = {
  method: 'GET',
  path: '/v1/job/:jobId',
  operationId: 'getJob',
  summary: 'Read how a job is doing',
  description:
    'For the key that made it, until seven days after its end. Once it is over, pages that the key cannot see now count as failed in jobs of up to 250 pages.',
  scope: JOB_SCOPE,
  pathParameters: jobPathParameters,
  success: {
    status: 200,
    description: 'The job as it is now.',
    schema: jobBody,
    example: JOB_EXAMPLE,
    headers: { 'Retry-After': 'When to ask again, in seconds; absent once the job is over.' },
  },
  problems: ['JOB_NOT_FOUND'],
  prepare: (_exchange, parameters) => {
    const { jobId } = readParameters(parameters, jobPathParameters);
    return {
      // The call that reads the pages of a finished job pays for them.
      points: POINTS_OF_A_PERSON,
      run: async (request) => {
        const job = await requireOwnJob(request, jobId);
        return { status: 200, headers: pollingHeaders(job), body: await readJobBody(request, job) };
      },
    };
  },
};
