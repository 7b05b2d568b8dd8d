import type { ResultOf } from './contract';
import { levelNameOf } from './level-name';
import { NO_INPUT, type SurfaceRequest } from './operation';
import { readInput } from './result';
import { openPageLevel } from './viewed-page';

/** The level of the page, for the macro. Readers see it too. */
export async function openLevel(request: SurfaceRequest, payload: unknown): Promise<ResultOf<'openLevel'>> {
  readInput(NO_INPUT, payload);
  const opened = await openPageLevel(request);
  if (!('levels' in opened)) return opened;
  const { levels, record } = opened;
  return {
    state: 'level',
    level: record === undefined ? null : levelNameOf(levels, record.levelId, record.subLevelId),
  };
}
