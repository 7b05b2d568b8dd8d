import { JOBS } from '../../jobs/job-kind';
import { JOB_STATES, type JobRecord, type JobState } from '../../jobs/model';
import { hasEnded } from '../../runs/run-kind';
import { PAGE_HEADERS, pageOf } from '../paging';
import type { Route } from '../route';
import { prepareRunList, readLineRuns, runListQuery } from '../run-lists';
import { JOB_EXAMPLE, jobBody } from './job-schemas';
import { countJobPages, JOB_SCOPE, readJobBodies } from './visible-job';

/** Each job takes one storage call for its results. */
const MAX_JOBS = 50;

const query = runListQuery('jobs', JOB_STATES);

export const listJobs: Route = {
  method: 'GET',
  path: '/v1/job',
  operationId: 'listJobs',
  summary: 'List jobs',
  description:
    'Lists the jobs of this key and of the keys that it replaced by rotation, newest first. Jobs are kept for seven days after they end. A job of the last few seconds may be missing. A page of the list can be short and still have a next page.',
  scope: JOB_SCOPE,
  query,
  success: {
    status: 200,
    description: 'One page of the jobs.',
    schema: pageOf(jobBody).meta({ id: 'JobList' }),
    example: { results: [JOB_EXAMPLE], _links: {} },
    headers: PAGE_HEADERS,
  },
  problems: ['INVALID_CURSOR', 'EXPIRED_CURSOR'],
  prepare: (exchange) =>
    prepareRunList(exchange, listJobs.operationId, query, async (request, { state, after, limit }) => {
      const { runs, next } = await readLineRuns(request, JOBS, {
        of: 'jobs',
        after,
        limit,
        isListed: (record) => mayBeShownAs(record, state),
        countPages: countJobPages,
        maxRuns: MAX_JOBS,
      });
      const bodies = await readJobBodies(request, runs);
      return { bodies: bodies.filter((body) => (state ?? body.state) === body.state), next };
    }),
};

/** The state of an ended job depends on the pages that the key can see now. */
function mayBeShownAs(record: JobRecord, state: JobState | undefined): boolean {
  return state === undefined || state === record.state || (hasEnded(record) && hasEnded({ ...record, state }));
}
