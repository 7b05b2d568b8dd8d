import { findLevel } from '../classification/level-store';
import { surfaceSettingsOf } from '../classification/settings';
import type { ResultOf } from './contract';
import { NO_INPUT, type SurfaceRequest } from './operation';
import { readInput } from './result';
import { openPageLevel } from './viewed-page';

/** The banner of the page's level. Readers see it too. */
export async function openBanner(request: SurfaceRequest, payload: unknown): Promise<ResultOf<'openBanner'>> {
  readInput(NO_INPUT, payload);
  const opened = await openPageLevel(request);
  if (!('levels' in opened)) return opened;
  const { levels, record } = opened;
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
