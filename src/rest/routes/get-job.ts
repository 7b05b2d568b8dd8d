import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { readParameters } from '../middleware/input';
import type { Route } from '../route';
import { pollingHeaders } from '../run-requests';
import { JOB_EXAMPLE, jobBody, jobPathParameters, requireOwnJob } from './job-schemas';
import { JOB_SCOPE, readJobBody } from './visible-job';

export const getJob: Route = {
  method: 'GET',
  path: '/v1/job/:jobId',
  operationId: 'getJob',
  summary: 'Read a job',
  description:
    'Returns the state of a job to the key that created it, until seven days after the job ends. In ended jobs of up to 250 pages, pages that the key cannot see now count as failed.',
  scope: JOB_SCOPE,
  pathParameters: jobPathParameters,
  success: {
    status: 200,
    description: 'The job in its current state.',
    schema: jobBody,
    example: JOB_EXAMPLE,
    headers: { 'Retry-After': 'The recommended delay before the next read, in seconds. Absent if the job has ended.' },
  },
  problems: ['JOB_NOT_FOUND'],
  prepare: (_exchange, parameters) => {
    const { jobId } = readParameters(parameters, jobPathParameters);
    return {
      // The call that reads the pages of a finished job counts their points.
      points: POINTS_OF_A_PERSON,
      run: async (request) => {
        const job = await requireOwnJob(request, jobId);
        return { status: 200, headers: pollingHeaders(job), body: await readJobBody(request, job) };
      },
    };
  },
};
