import * as z from 'zod';
import { justificationText } from '../classification/page-level-fields';
import { createPreview } from '../jobs/person-jobs';
import { authorOf, startedJob } from './below-job';
import type { ResultOf } from './contract';
import type { SurfaceRequest } from './operation';
import { readInput } from './result';
import { requireLowering, requireSettable } from './settable-levels';
import { openPageAsPerson } from './viewed-page';

const id = z.uuid({ error: 'must be a UUID' });

const input = z.strictObject({
  level: z.strictObject({ levelId: id, subLevelId: id.optional() }),
  alsoLower: z.boolean({ error: 'must be true or false' }),
  reason: justificationText.optional(),
  requestKey: id,
});

/** Starts the dry run. It finds the pages in the background, because a large tree takes longer than one operation may. */
export async function previewBelow(request: SurfaceRequest, payload: unknown): Promise<ResultOf<'previewBelow'>> {
  const { level, alsoLower, reason, requestKey } = readInput(input, payload);
  const { viewed, levels } = await openPageAsPerson(request);
  if (viewed.state !== 'page') return viewed;
  const { page } = viewed;
  requireSettable(levels, page.spaceId, level);
  if (alsoLower) requireLowering(levels, page.spaceId, reason);
  const order = { pageId: page.pageId, level, alsoLower, justification: reason, requestKey };
  return startedJob(request, levels, await createPreview(request, authorOf(request, viewed), order));
}
