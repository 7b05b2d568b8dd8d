import * as z from 'zod';
import type { Job } from '../../jobs/model';
import { definedOf } from '../../platform/defined-of';
import * as fields from '../fields';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { pageOf } from '../paging';
import { PROBLEMS } from '../problem';
import { JOB_EXAMPLE, jobPathParameters, requireOwnJob } from './job-schemas';
import { errorBody, errorOf, kindOf } from './run-schemas';
import { JOB_SCOPE, readVisibleResults, type VisibleResult } from './visible-job';
import { contentType } from './page-level-schemas';
import { listOperation } from '../list-operation';
import { ok } from '../operation';

const result = z
  .strictObject({
    index: z.int().meta({ description: 'The zero-based position of the page in the job.' }),
    pageId: z.string(),
    title: fields.pageTitle.optional(),
    contentType: contentType.optional(),
    status: z.int().meta({ description: 'The status that the operation on this page alone would have returned.' }),
    changed: z
      .boolean()
      .optional()
      .meta({ description: 'false = the page already had this level. In a dry run: what would have happened.' }),
    skipped: z.boolean().optional().meta({
      description: 'true = skipped, because the page already has a level and only unclassified pages were requested.',
    }),
    etag: z.string().optional().meta({ description: "The ETag of the page's level, if known." }),
    error: errorBody.optional(),
  })
  .meta({ id: 'JobResult' });

export const listJobResults = listOperation({
  path: '/v1/job/:jobId/results',
  operationId: 'listJobResults',
  summary: 'List the results of a job',
  description:
    'Lists the results so far, in the order of the pages. A page that the key cannot see now has the result PAGE_NOT_FOUND, without `title` and `contentType`. The list grows while the job runs; it is complete when the job has ended and `_links.next` is absent.',
  scope: JOB_SCOPE,
  pathParameters: jobPathParameters,
  success: ok('The results for these pages.', pageOf(result).meta({ id: 'JobResults' }), {
    results: [
      {
        index: 0,
        pageId: '164001',
        title: 'Release process',
        contentType: 'page',
        status: 201,
        changed: true,
        etag: '"p1"',
      },
      {
        index: 1,
        pageId: '164099',
        status: 404,
        error: { code: 'PAGE_NOT_FOUND', title: PROBLEMS.PAGE_NOT_FOUND.title },
      },
    ],
    _links: { next: `${JOB_EXAMPLE._links.results}?limit=2&cursor=WzEsIjIwMjYiXQ` },
  }),
  problems: ['JOB_NOT_FOUND'],
  // The first call to Confluence pays for the pages, because their number is known only then.
  points: POINTS_OF_A_PERSON,
  list: async (request, { path: { jobId }, after, limit }) => {
    const job = await requireOwnJob(request, jobId);
    const from = after === undefined ? 0 : Number(after.key) + 1;
    const { results, end } = await readVisibleResults(request, job, from, limit);
    const last = from + results.length;
    return {
      results: results.map((one, index) => toResultBody(job, one, from + index)),
      next: last < end ? { time: job.record.createdAt, key: String(last - 1) } : undefined,
    };
  },
});

function toResultBody(
  { record }: Job,
  { pageId, title, contentType: type, code, changed, skipped, pageRev }: VisibleResult,
  index: number,
): z.infer<typeof result> {
  const named = definedOf({ title, contentType: type });
  if (code !== undefined) {
    return { index, pageId, ...named, status: kindOf(code)?.status ?? 500, error: errorOf(code) };
  }
  return {
    index,
    pageId,
    ...named,
    status: skipped === true ? 200 : record.data.order.level === 'default' ? 204 : 201,
    changed,
    ...(skipped === undefined ? {} : { skipped }),
    ...(pageRev === undefined ? {} : { etag: `"p${pageRev}"` }),
  };
}
