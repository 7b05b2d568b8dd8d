import { HOME } from '../../jobs/model';
import { latestJob } from '../below-job';
import type { ResultOf } from '../contract';
import { NO_INPUT, type SurfaceRequest } from '../operation';
import { readInput } from '../result';
import { settableLevels } from '../settable-levels';
import { requirePerson } from '../viewed-page';
import { MAX_CHOSEN_PAGES } from './set-levels';

/** Everything except the lists of pages, so that the frame shows its controls while the lists load. */
export async function openHome(request: SurfaceRequest, payload: unknown): Promise<ResultOf<'openHome'>> {
  readInput(NO_INPUT, payload);
  const accountId = requirePerson(request);
  const levels = await request.levels();
  const job = await latestJob(request, levels, { accountId, place: HOME });
  return {
    levels: settableLevels(levels, undefined),
    allLevels: levels.all
      .toSorted((a, b) => a.order - b.order)
      .map(({ levelId, name, color }) => ({ levelId, name, color })),
    maxPages: MAX_CHOSEN_PAGES,
    ...(job === undefined ? {} : { job }),
  };
}
