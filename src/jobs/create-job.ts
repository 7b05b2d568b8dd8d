import { reasonToKeep } from '../detection/reasons/check-reasons';
import { lineListOf } from '../keys/key-line';
import { createRun, type RunCreation, type RunRequest } from '../runs/create-run';
import { writeItems } from '../runs/run-items';
import type { RunOwner } from '../runs/run-owner';
import { JOBS } from './job-kind';
import { isSearch, type JobOrder, type JobPage, type JobRecord, personListOf, startPlaceOf } from './model';
import { JOB_PAGES } from './job-rows';

export interface JobRequest extends Pick<
  RunRequest<JobRecord>,
  'idempotencyKey' | 'requestId' | 'installationId' | 'check'
> {
  readonly owner: RunOwner;
  readonly order: JobOrder;
  /** The pages that the request lists; for a search, the pages that are known from the start. */
  readonly pages: readonly JobPage[];
}

/**
 * A sensitive justification is not stored (`reasonToKeep`). The job sets the levels all the same.
 * @throws StorageUnavailableError, CorruptRecordError, and what the request's check throws
 */
export async function createJob(
  context: Parameters<typeof createRun>[0],
  { owner, order: wanted, pages, ...request }: JobRequest,
): Promise<RunCreation<JobRecord>> {
  const justification = await reasonToKeep(wanted.justification, context.now);
  const order = { ...wanted, ...(justification === undefined ? {} : { justification }) };
  const search = isSearch(order) ? {} : undefined;
  return createRun<JobRecord, undefined>(context, JOBS, {
    ...request,
    creator: owner,
    order: [order, pages],
    build: ({ runId, members, data, keyId }) =>
      Promise.resolve({
        record: {
          ...members,
          keyId,
          lineList: listOf(owner, order),
          data: { ...data, order, found: pages.length, search, done: 0, failed: 0, stalled: 0 },
        },
        writes: writeItems(JOB_PAGES, runId, 0, pages),
      }),
  });
}

function listOf(owner: RunOwner, order: JobOrder): string | undefined {
  if (owner.kind === 'key') return lineListOf(owner.key, 'jobs');
  const place = startPlaceOf(order);
  return place && personListOf(owner.accountId, place);
}
