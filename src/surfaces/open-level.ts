import * as z from 'zod';
import { parsePageLevel, readPageLevelRow } from '../classification/page-level-store';
import { awaitAll } from '../platform/await-all';
import type { SurfaceOperations } from './contract';
import { levelNameOf } from './level-name';
import type { SurfaceRequest } from './operation';
import { readInput } from './result';
import { openPage } from './viewed-page';

const openLevelInput = z.strictObject({});

/** The level of the page, for the macro. Readers see it too. */
export async function openLevel(
  request: SurfaceRequest,
  payload: unknown,
): Promise<SurfaceOperations['openLevel']['result']> {
  readInput(openLevelInput, payload);
  const { place, storage } = request;
  const [{ viewed, levels }, row] = await awaitAll([
    openPage(request),
    place === undefined ? undefined : readPageLevelRow(storage, place.contentId),
  ] as const);
  if (!('page' in viewed)) return viewed;
  const { record } = row === undefined ? {} : parsePageLevel(viewed.page.pageId, row);
  return {
    state: 'level',
    level: record === undefined ? null : levelNameOf(levels, record.levelId, record.subLevelId),
  };
}
