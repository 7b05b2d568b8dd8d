import * as z from 'zod';
import { expiryOf, JOB_STATES, jobRecord } from '../../jobs/model';
import { listLineRuns } from '../../keys/list-line-runs';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { requireActiveCreator } from '../active-creator';
import * as fields from '../fields';
import { readQuery } from '../middleware/input';
import { listAnswer, PAGE_HEADERS, pageOf } from '../paging';
import type { Route } from '../route';
import { JOB_EXAMPLE, jobBody, toJobBody } from './job-schemas';

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
    'The jobs that this key created, and the keys that it replaced by rotation, newest first, until seven days after their end. A job of the last seconds can be missing. A page of the list can be short and still have a next one.',
  query,
  success: {
    status: 200,
    description: 'A page of the jobs.',
    schema: pageOf(jobBody).meta({ id: 'JobList' }),
    example: { results: [JOB_EXAMPLE], _links: {} },
    headers: PAGE_HEADERS,
  },
  problems: ['INVALID_CURSOR', 'EXPIRED_CURSOR'],
  prepare: (exchange) => {
    const { state, limit, cursor } = readQuery(exchange, query);
    const question = [listJobs.operationId, state];
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
          pick: (jobId, value) => {
            const { data: record } = jobRecord.safeParse(value);
            const isListed = record !== undefined && (state ?? record.state) === record.state;
            return isListed && now < expiryOf({ jobId, record }) ? { jobId, record } : undefined;
          },
        });
        return listAnswer(exchange, items.map(toJobBody), next && cursors.write(next, question));
      },
    };
  },
};
