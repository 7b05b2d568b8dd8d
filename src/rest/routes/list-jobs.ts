import * as z from 'zod';
import { JOBS } from '../../jobs/job-kind';
import { JOB_STATES, type JobRecord, type JobState } from '../../jobs/model';
import { listLineRuns } from '../../keys/list-line-runs';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { isOver } from '../../runs/run-kind';
import { parseListedRun } from '../../runs/run-store';
import { questionOf } from '../cursor';
import { requireActiveCreator } from '../active-creator';
import * as fields from '../fields';
import { readQuery } from '../middleware/input';
import { listAnswer, PAGE_HEADERS, pageOf } from '../paging';
import type { Route } from '../route';
import { firstRuns } from '../visible-pages';
import { JOB_EXAMPLE, jobBody } from './job-schemas';
import { countJobPages, JOB_SCOPE, readJobBodies } from './visible-job';

/** Each job takes one storage call for its results. */
const MAX_JOBS = 50;

const query = z.strictObject({
  state: z
    .enum(JOB_STATES, { error: `must be one of ${JOB_STATES.join(', ')}` })
    .optional()
    .meta({ description: 'Only jobs in this state.', examples: ['running'] }),
  limit: fields.limit,
  cursor: fields.cursor,
});

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
  prepare: (exchange) => {
    const { limit, cursor, ...filters } = readQuery(exchange, query);
    const { state } = filters;
    const question = questionOf(listJobs.operationId, query, filters);
    return {
      points: POINTS_OF_A_PERSON,
      run: async (request) => {
        const { cursors, storage, key, now } = request;
        const after = cursor === undefined ? undefined : cursors.read(cursor, question);
        await requireActiveCreator(request);
        const { items, next } = await listLineRuns(storage, key, {
          of: 'jobs',
          now,
          after,
          limit,
          pick: (rowKey, value) => {
            const job = parseListedRun(JOBS, rowKey, value);
            const isListed = job !== undefined && mayBeShownAs(job.record, state);
            return isListed && now < JOBS.expiryOf(job) ? job : undefined;
          },
        });
        const jobs = firstRuns(items.slice(0, MAX_JOBS), countJobPages);
        const bodies = (await readJobBodies(request, jobs)).filter((body) => (state ?? body.state) === body.state);
        const last = jobs.length < items.length ? jobs.at(-1) : undefined;
        const place = last === undefined ? next : { time: last.record.createdAt, key: last.runId };
        return listAnswer(exchange, bodies, place && cursors.write(place, question));
      },
    };
  },
};

/** The state of an ended job depends on the pages that the key can see now. */
function mayBeShownAs(record: JobRecord, state: JobState | undefined): boolean {
  return state === undefined || state === record.state || (isOver(record) && isOver({ ...record, state }));
}
