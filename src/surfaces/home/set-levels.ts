import * as z from 'zod';
import { justificationText } from '../../classification/page-level-fields';
import { createForChosen } from '../../jobs/person-jobs';
import type { JobPage } from '../../jobs/model';
import { confluenceId } from '../../platform/confluence-id';
import { authorOf, startedJob } from '../below-job';
import type { ResultOf } from '../contract';
import type { SurfaceRequest } from '../operation';
import { readInput } from '../result';
import { requireLowering, requireSettable } from '../settable-levels';
import { requirePerson } from '../viewed-page';

export const MAX_CHOSEN_PAGES = 1_000;

const id = z.uuid({ error: 'must be a UUID' });
const level = z.strictObject({ levelId: id, subLevelId: id.optional() });

const chosenPage = z.strictObject({
  pageId: confluenceId,
  revision: z.union([z.int().min(1), z.literal('absent')], { error: 'must be the revision of the page’s level' }),
  level: level.optional(),
});

const input = z
  .strictObject({
    pages: z
      .array(chosenPage)
      .min(1, { error: 'must not be empty' })
      .max(MAX_CHOSEN_PAGES, { error: `must have at most ${MAX_CHOSEN_PAGES} pages` })
      .refine((pages) => new Set(pages.map(({ pageId }) => pageId)).size === pages.length, {
        error: 'must have each page once',
      }),
    level: level.optional(),
    alsoLower: z.boolean({ error: 'must be true or false' }),
    reason: justificationText.optional(),
    requestKey: id,
  })
  .refine(({ pages, level }) => level !== undefined || pages.every((page) => page.level !== undefined), {
    path: ['level'],
    error: 'is missing',
  });

/**
 * Starts a job for the pages that the person chose. The job checks each page when it changes it: that the person sees it and
 * can edit it, the rules of the site and of its space, its findings, and that its level has not changed since.
 */
export async function setLevels(request: SurfaceRequest, payload: unknown): Promise<ResultOf<'setLevels'>> {
  const { pages, level, alsoLower, reason, requestKey } = readInput(input, payload);
  const accountId = requirePerson(request);
  const levels = await request.levels();
  if (level !== undefined) requireSettable(levels, undefined, level);
  for (const [index, page] of pages.entries())
    if (page.level !== undefined) requireSettable(levels, undefined, page.level, `pages.${index}.level`);
  if (alsoLower) requireLowering(levels, undefined, reason);
  const order = { pages: pages.map(toJobPage), level, alsoLower, justification: reason, requestKey };
  return startedJob(request, levels, await createForChosen(request, authorOf(request, { accountId }), order));
}

function toJobPage({ revision, ...page }: z.infer<typeof chosenPage>): JobPage {
  return { ...page, ...(revision === 'absent' ? { unlessRevision: 'any' } : { ifRevision: revision }) };
}
