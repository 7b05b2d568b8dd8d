import * as z from 'zod';
import { findLevel, type Levels } from '../classification/level-store';
import type { LevelOfPage } from '../classification/model';
import { parsePageLevel, readPageLevelRow } from '../classification/page-level-store';
import { rankOf } from '../mirror/level-property';
import { POINTS_OF_A_PAGE } from '../quota/host-points';
import type { Action } from './action';
import { pageIdInput } from './inputs';
import { openPage } from './seen-page';

interface LevelOutputs {
  readonly levelId: string | null;
  readonly levelKey: string | null;
  readonly levelName: string | null;
  readonly subLevelName: string | null;
  readonly rank: number;
  readonly isClassified: boolean;
}

/** Reads the level of a page. */
export const getLevel: Action<{ readonly pageId: string }, LevelOutputs> = {
  name: 'get-level',
  effect: 'read',
  input: z.object({ pageId: pageIdInput }),
  cost: { key: 1, host: POINTS_OF_A_PAGE },
  run: async (request, { pageId }) => {
    const { levels, rows } = await openPage(request, pageId, readPageLevelRow);
    return levelOutputs(levels, parsePageLevel(pageId, rows).record);
  },
};

function levelOutputs(levels: Levels, current: LevelOfPage | undefined): LevelOutputs {
  const level = current && findLevel(levels, current.levelId);
  const subLevel = level?.subLevels.find(({ subLevelId }) => subLevelId === current?.subLevelId);
  return {
    levelId: current?.levelId ?? null,
    levelKey: level?.levelKey ?? null,
    levelName: level?.name ?? null,
    subLevelName: subLevel?.name ?? null,
    rank: level === undefined ? 0 : rankOf(levels, level),
    isClassified: current !== undefined,
  };
}
