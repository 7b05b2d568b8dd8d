import type { ContentType } from '../../classification/content-type';
import { JOBS } from '../../jobs/job-kind';
import { contentOf, type Job, type JobRecord, type PageResult } from '../../jobs/model';
import { JOB_PAGES, JOB_RESULTS } from '../../jobs/job-rows';
import type { Storage } from '../../platform/storage';
import { awaitAll } from '../../platform/await-all';
import type { PlacedRun } from '../../runs/placed-run';
import { hasEnded } from '../../runs/run-kind';
import { readItems } from '../../runs/run-items';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { readParameters } from '../middleware/input';
import type { AuthorizedRequest } from '../route';
import type { RunResource } from '../run-requests';
import { MAX_PAGES_IN_A_CALL, seePages } from '../visible-pages';
import { type JobBody, jobPathParameters, requireOwnJob, toJobBody } from './job-schemas';

/** A job with the pages that its key can see now. A hidden page looks like one that does not exist. */

/** The results of a job require the scope for reading levels. */
export const JOB_SCOPE = 'classification::read';

export const JOB_RESOURCE: RunResource<JobRecord, undefined> = {
  kind: JOBS,
  readId: (parameters) => readParameters(parameters, jobPathParameters).jobId,
  // The call that reads the pages of an ended job counts their points.
  points: POINTS_OF_A_PERSON,
  find: requireOwnJob,
  show: readJobBody,
};

/** @throws Problem 401, HostError, StorageUnavailableError, CorruptRecordError */
export async function readJobBody(request: AuthorizedRequest, job: PlacedRun<JobRecord>): Promise<JobBody> {
  const [body = toJobBody(job)] = await readJobBodies(request, [job]);
  return body;
}

/**
 * @param jobs whose pages fit into one call to Confluence, as `firstRuns` returns them
 * @throws Problem 401, HostError, StorageUnavailableError, CorruptRecordError
 */
export async function readJobBodies(
  request: AuthorizedRequest,
  jobs: readonly PlacedRun<JobRecord>[],
): Promise<readonly JobBody[]> {
  const counted = await awaitAll(
    jobs.map(async (job) => {
      const { results } = await resultsOf(request.storage, job, 0, countJobPages(job));
      return { job, results };
    }),
  );
  const pageIds = counted.flatMap(({ results }) => results.map(({ pageId }) => pageId));
  const isForPages = counted.every(
    ({ job, results }) => results.length === 0 || contentOf(job.record.data.order) === 'page',
  );
  const seen = await seePages(request, pageIds, JOB_SCOPE, 'first', isForPages ? 'page' : 'all');
  return counted.map(({ job, results }) => {
    // Without impersonation, pages are read from Confluence one by one, and the last ones may be left unread.
    const isKnown = hasCounts(job) && results.every(({ pageId }) => seen.has(pageId));
    const failed = results.filter(({ pageId, code }) => code !== undefined || seen.get(pageId) === 'hidden').length;
    return toJobBody(job, isKnown ? failed : undefined);
  });
}

/** A running job and a larger one keep the counts of their run: 40 calls for each read would cost more than the job. */
function hasCounts({ record }: Job): boolean {
  return hasEnded(record) && record.data.found <= MAX_PAGES_IN_A_CALL;
}

/** The number of pages of a job to read from Confluence. */
export function countJobPages(job: Job): number {
  return hasCounts(job) ? job.record.data.found : 0;
}

export interface VisibleResult extends PageResult {
  /** Both omitted if it is hidden. */
  readonly title?: string;
  readonly contentType?: ContentType;
}

interface Results<T = PageResult> {
  readonly results: readonly T[];
  /** The number of pages with a result. */
  readonly end: number;
}

/**
 * @param limit at most 250
 * @returns the results from a position on; fewer than the limit if Confluence was not able to return all of their pages
 * @throws Problem 401, HostError, StorageUnavailableError, CorruptRecordError
 */
export async function readVisibleResults(
  request: AuthorizedRequest,
  job: Job,
  from: number,
  limit: number,
): Promise<Results<VisibleResult>> {
  const { results, end } = await resultsOf(request.storage, job, from, limit);
  const pageIds = results.map(({ pageId }) => pageId);
  const seen = await seePages(request, pageIds, JOB_SCOPE, 'first', contentOf(job.record.data.order));
  const unseen = results.findIndex(({ pageId }) => !seen.has(pageId));
  const asked = unseen === -1 ? results : results.slice(0, unseen);
  const visible = asked.map((result): VisibleResult => {
    const { pageId } = result;
    const page = seen.get(pageId) ?? 'hidden';
    if (page === 'hidden') return { pageId, changed: false, code: 'PAGE_NOT_FOUND' };
    return { ...result, title: page.page.title, contentType: page.page.contentType ?? 'page' };
  });
  return { results: visible, end };
}

async function resultsOf(
  storage: Storage,
  { runId: jobId, record }: Job,
  from: number,
  limit: number,
): Promise<Results> {
  const { done, found, stoppedBy, search } = record.data;
  const hasFailedRest = stoppedBy !== undefined && search === undefined;
  const end = hasFailedRest ? found : done;
  const to = Math.min(end, from + limit);
  const [own, rest] = await awaitAll([
    readItems(storage, JOB_RESULTS, jobId, from, Math.min(to, done)),
    readItems(storage, JOB_PAGES, jobId, Math.max(from, done), to),
  ]);
  const failed = rest.map(({ pageId }) => ({ pageId, changed: false, ...(hasFailedRest ? { code: stoppedBy } : {}) }));
  return { results: [...own, ...failed], end };
}
