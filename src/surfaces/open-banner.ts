import * as z from 'zod';
import { findLevel } from '../classification/level-store';
import { parsePageLevel, readPageLevelRow } from '../classification/page-level-store';
import { surfaceSettingsOf } from '../classification/settings';
import { awaitAll } from '../platform/await-all';
import type { SurfaceOperations } from './contract';
import type { SurfaceRequest } from './operation';
import { readInput } from './result';
import { openPage } from './viewed-page';

const openBannerInput = z.strictObject({});

/** The banner of the page's level. Readers see it too. */
export async function openBanner(
  request: SurfaceRequest,
  payload: unknown,
): Promise<SurfaceOperations['openBanner']['result']> {
  readInput(openBannerInput, payload);
  const { place, storage } = request;
  const [{ viewed, levels }, row] = await awaitAll([
    openPage(request),
    place === undefined ? undefined : readPageLevelRow(storage, place.contentId),
  ] as const);
  if (!('page' in viewed)) return viewed;
  const { record } = row === undefined ? {} : parsePageLevel(viewed.page.pageId, row);
  const level = record && findLevel(levels, record.levelId);
  if (level?.banner === undefined || !surfaceSettingsOf(levels.settings).banner) return { state: 'none' };
  const { text, contact } = level.banner;
  return {
    state: 'banner',
    level: { name: level.name, color: level.color },
    text,
    ...(contact === undefined ? {} : { contact }),
  };
}
