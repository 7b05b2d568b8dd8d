import * as z from 'zod';
import { lookUpPages } from '../classification/pages-lookup';
import { isInGroup, readVisibleResults, RESULT_GROUPS } from '../jobs/person-jobs';
import { jobIdInput, openJob } from './below-job';
import type { ResultOf } from './contract';
import type { SurfaceRequest } from './operation';
import { notAllowed, readInput } from './result';

const PAGES_AT_ONCE = 25;

const input = z.strictObject({
  jobId: jobIdInput,
  group: z.enum(RESULT_GROUPS, { error: `must be one of ${RESULT_GROUPS.join(', ')}` }),
  /** For `failed`: only the pages with this problem. */
  code: z.string().max(64).optional(),
  /** The position in the job. */
  from: z.int({ error: 'must be a whole number' }).min(0, { error: 'must not be negative' }).default(0),
});

/**
 * The pages of a group with their titles, as far as the person can see them now. A part can be empty although more
 * pages follow, because it reads a limited number of results.
 */
export async function listBelowPages(request: SurfaceRequest, payload: unknown): Promise<ResultOf<'listBelowPages'>> {
  const { jobId, group, code, from } = readInput(input, payload);
  const opened = await openJob(request, jobId);
  if ('state' in opened) return opened;
  const { job, accountId } = opened;
  const { results, next: nextPart } = await readVisibleResults(request, accountId, job, from);
  const wanted = results.flatMap((result, index) =>
    isInGroup(result, group) && (code === undefined || result.code === code) ? [{ ...result, index }] : [],
  );
  const some = wanted.slice(0, PAGES_AT_ONCE).map(({ pageId }) => pageId);
  const following = wanted[PAGES_AT_ONCE];
  const next = following === undefined ? nextPart : from + following.index;
  return {
    state: 'pages',
    pages: some.length === 0 ? [] : await titlesOf(request, accountId, some),
    ...(next === undefined ? {} : { next }),
  };
}

async function titlesOf({ confluence }: SurfaceRequest, accountId: string, pageIds: readonly string[]) {
  const lookup = await lookUpPages(confluence, accountId, pageIds, 'all');
  if (lookup.outcome === 'creator-inactive') throw notAllowed();
  return pageIds.flatMap((pageId) => {
    const page = lookup.pages.get(pageId) ?? 'hidden';
    return page === 'hidden' ? [] : [{ pageId, title: page.title }];
  });
}
