import { loweringUnder } from '../access/decide';
import { loweringIn } from '../classification/settings';
import { MAX_PAGES } from '../jobs/model';
import { latestJob } from './below-job';
import type { ResultOf } from './contract';
import { NO_INPUT, type SurfaceRequest } from './operation';
import { readInput } from './result';
import { settableLevels } from './settable-levels';
import { openPageAsPerson } from './viewed-page';

/** The levels to choose from, and the latest job, so that a person who opens the dialog again sees its progress or result. */
export async function openBelow(request: SurfaceRequest, payload: unknown): Promise<ResultOf<'openBelow'>> {
  readInput(NO_INPUT, payload);
  const { viewed, levels } = await openPageAsPerson(request);
  if (viewed.state !== 'page') return viewed;
  const { accountId, page } = viewed;
  const job = await latestJob(request, levels, { accountId, place: page.pageId });
  return {
    state: 'page',
    levels: settableLevels(levels, page.spaceId),
    lowering: loweringUnder([loweringIn(levels.settings, page.spaceId)]),
    maxPages: MAX_PAGES,
    ...(job === undefined ? {} : { job }),
  };
}
