import { actorOf } from '../../audit/event';
import { cancelJob as cancel } from '../../jobs/end-job';
import { isUnchanged } from '../../keys/key-store';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { pushRuns } from '../../runs/push-run';
import { readParameters } from '../middleware/input';
import { Problem } from '../problem';
import type { Route } from '../route';
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
        const { storage, random, now, key } = request;
        const before = await requireOwnJob(request, jobId);
        const { requestId } = request.exchange;
        const context = { storage, random, now, actor: actorOf(key), stillValid: [isUnchanged(key)] };
        const cancelled = await cancel(context, before, requestId);
        if (cancelled !== undefined) {
          await pushRuns({ ...request, requestId }, 'job', cancelled.started);
          return { status: 200, body: await readJobBody(request, cancelled.job) };
        }
        throw new Problem('EDIT_CONFLICT', {
          detail:
            'The job was not cancelled, because it, or the key, changed at every attempt. Send the request again.',
          headers: { 'Retry-After': '1' },
        });
      },
    };
  },
};
