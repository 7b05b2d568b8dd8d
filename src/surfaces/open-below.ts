import * as z from 'zod';
import type { Levels } from '../classification/level-store';
import { isUsableIn } from '../classification/settings';
import { findLatestJob } from '../jobs/below';
import { type Job, MAX_PAGES } from '../jobs/model';
import { hasEnded } from '../runs/run-kind';
import { viewJob } from './below-job';
import type { BelowLevel, SurfaceOperations } from './contract';
import type { SurfaceRequest } from './operation';
import { readInput } from './result';
import { openPageAsPerson } from './viewed-page';

const DAY_MS = 86_400_000;

/** The levels to choose from, and the latest job, so that a person who opens the dialog again sees its progress or result. */
export async function openBelow(
  request: SurfaceRequest,
  payload: unknown,
): Promise<SurfaceOperations['openBelow']['result']> {
  readInput(z.strictObject({}), payload);
  const { viewed, levels } = await openPageAsPerson(request);
  if (viewed.state !== 'page') return viewed;
  const { storage, now } = request;
  const { accountId, page } = viewed;
  const latest = await findLatestJob(storage, { accountId, pageId: page.pageId, now });
  const isShown = latest !== undefined && isOfInterest(latest, now);
  return {
    state: 'page',
    levels: settableIn(levels, page.spaceId),
    lowering: levels.settings.lowering,
    maxPages: MAX_PAGES,
    ...(isShown ? { job: (await viewJob(request, levels, latest)).job } : {}),
  };
}

/** A preview that has ended is made again rather than shown: it may be outdated. */
function isOfInterest({ record }: Job, now: Date): boolean {
  if (!hasEnded(record)) return true;
  const { order, finishedAt } = record.data;
  return !order.dryRun && finishedAt !== undefined && now.getTime() - Date.parse(finishedAt) < DAY_MS;
}

/**
 * All pages of the tree are in the same space, so they can use the same levels. Permissions and the rules for lowering
 * differ by page: the preview counts them.
 */
function settableIn({ all, settings }: Levels, spaceId: string): readonly BelowLevel[] {
  return all
    .filter(({ levelId, status }) => status === 'PUBLISHED' && isUsableIn(settings, spaceId, levelId))
    .toSorted((a, b) => a.order - b.order)
    .map(({ levelId, name, color, description, subLevels }) => ({
      levelId,
      name,
      color,
      description,
      subLevels: subLevels
        .filter(({ status }) => status === 'PUBLISHED')
        .map(({ subLevelId, name }) => ({ subLevelId, name })),
    }));
}
