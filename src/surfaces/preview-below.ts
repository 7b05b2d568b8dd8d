import * as z from 'zod';
import { findLevel, type Levels } from '../classification/level-store';
import type { LevelOfPage } from '../classification/model';
import { justificationText } from '../classification/page-level-fields';
import { isUsableIn } from '../classification/settings';
import { createPreview } from '../jobs/below';
import { authorOf, startedJob } from './below-job';
import type { SurfaceOperations } from './contract';
import type { SurfaceRequest } from './operation';
import { invalidInput, readInput } from './result';
import { openPageAsPerson } from './viewed-page';

const id = z.uuid({ error: 'must be a UUID' });

const input = z.strictObject({
  level: z.strictObject({ levelId: id, subLevelId: id.optional() }),
  alsoLower: z.boolean({ error: 'must be true or false' }),
  reason: justificationText.optional(),
  requestKey: id,
});

/** Starts the dry run. It finds the pages in the background, because a large tree takes longer than one operation may. */
export async function previewBelow(
  request: SurfaceRequest,
  payload: unknown,
): Promise<SurfaceOperations['previewBelow']['result']> {
  const { level, alsoLower, reason, requestKey } = readInput(input, payload);
  const { viewed, levels } = await openPageAsPerson(request);
  if (viewed.state !== 'page') return viewed;
  const { page } = viewed;
  requireSettable(levels, page.spaceId, level);
  if (alsoLower) requireLowering(levels, reason);
  const order = { pageId: page.pageId, level, alsoLower, justification: reason, requestKey };
  return startedJob(request, levels, await createPreview(request, authorOf(request, viewed), order));
}

/** @throws Refusal INVALID_INPUT */
function requireSettable(levels: Levels, spaceId: string, { levelId, subLevelId }: LevelOfPage): void {
  const level = findLevel(levels, levelId);
  if (level?.status !== 'PUBLISHED') throw wrong('level', 'does not exist or is archived');
  if (!isUsableIn(levels.settings, spaceId, levelId)) throw wrong('level', 'is not available in this space');
  if (subLevelId === undefined) return;
  const isOfLevel = level.subLevels.some((one) => one.subLevelId === subLevelId && one.status === 'PUBLISHED');
  if (!isOfLevel) throw wrong('level.subLevelId', 'is not a sub-level of this level');
}

/** @throws Refusal INVALID_INPUT */
function requireLowering({ settings }: Levels, reason: string | undefined): void {
  if (settings.lowering === 'forbidden')
    throw wrong('alsoLower', 'is not possible: on this site, levels are never lowered');
  if (settings.lowering === 'justified' && reason === undefined)
    throw wrong('reason', 'is required to lower levels on this site');
}

function wrong(field: string, message: string) {
  return invalidInput([{ field, message }]);
}
