import { JOBS } from '../../jobs/job-kind';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { pageOf } from '../paging';
import { ofState, readLineRuns } from '../run-lists';
import { JOB_EXAMPLE, jobBody } from './job-schemas';
import { countJobPages, JOB_SCOPE, readJobBodies } from './visible-job';
import { listOperation } from '../list-operation';
import { ok } from '../operation';

/** Each job takes one storage call for its results. */
const MAX_JOBS = 50;

export const listJobs = listOperation({
  path: '/v1/job',
  operationId: 'listJobs',
  summary: 'List jobs',
  description:
    'Lists the jobs of this key and of the keys that it replaced by rotation, newest first. Jobs are kept for seven days after they end. A job of the last few seconds may be missing. A page of the list can be short and still have a next page.',
  scope: JOB_SCOPE,
  filters: ofState('jobs'),
  success: ok('One page of the jobs.', pageOf(jobBody).meta({ id: 'JobList' }), { results: [JOB_EXAMPLE], _links: {} }),
  problems: [],
  points: POINTS_OF_A_PERSON,
  list: async (request, { filters: { state }, after, limit }) => {
    const { runs, next } = await readLineRuns(request, JOBS, {
      of: 'jobs',
      after,
      limit,
      state,
      countPages: countJobPages,
      maxRuns: MAX_JOBS,
    });
    const bodies = await readJobBodies(request, runs);
    return { results: bodies.filter((body) => (state ?? body.state) === body.state), next };
  },
});
