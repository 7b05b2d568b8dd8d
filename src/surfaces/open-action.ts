import type { ResultOf } from './contract';
import { NO_INPUT, type SurfaceRequest } from './operation';
import { readInput } from './result';
import { settableLevels } from './settable-levels';
import { requirePerson } from './viewed-page';

/** The levels to choose from in the form of an action of a rule. A rule has no page yet, so all published levels are listed. */
export async function openAction(request: SurfaceRequest, payload: unknown): Promise<ResultOf<'openAction'>> {
  readInput(NO_INPUT, payload);
  requirePerson(request);
  return { levels: settableLevels(await request.levels(), undefined) };
}
