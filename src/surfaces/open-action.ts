import * as z from 'zod';
import type { ResultOf } from './contract';
import type { SurfaceRequest } from './operation';
import { readInput } from './result';
import { settableLevels } from './settable-levels';
import { requirePerson } from './viewed-page';

const input = z.strictObject({});

/** The levels to choose from in the form of an action of a rule. A rule has no page yet, so all published levels are listed. */
export async function openAction(request: SurfaceRequest, payload: unknown): Promise<ResultOf<'openAction'>> {
  readInput(input, payload);
  requirePerson(request);
  return { levels: settableLevels(await request.levels(), undefined) };
}
