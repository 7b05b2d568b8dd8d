import * as z from 'zod';
import { publishedSubLevels } from '../classification/page-level-options';
import type { SurfaceOperations } from './contract';
import type { SurfaceRequest } from './operation';
import { readInput } from './result';
import { requirePerson } from './viewed-page';

const input = z.strictObject({});

/** The levels to choose from in the form of an action of a rule. A rule has no page yet, so all published levels are listed. */
export async function openAction(
  request: SurfaceRequest,
  payload: unknown,
): Promise<SurfaceOperations['openAction']['result']> {
  readInput(input, payload);
  requirePerson(request);
  const { all } = await request.levels();
  return {
    levels: all
      .filter(({ status }) => status === 'PUBLISHED')
      .map((level) => ({
        levelId: level.levelId,
        name: level.name,
        color: level.color,
        description: level.description,
        subLevels: publishedSubLevels(level).map(({ subLevelId, name }) => ({ subLevelId, name })),
      })),
  };
}
