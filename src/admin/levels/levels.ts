import { addLevel, changeLevel, reorderLevels as reorder, setLevelStatus } from '../../classification/edit-levels';
import { findLevel, type Levels, readLevels } from '../../classification/level-store';
import { findSettingsUse, type SettingsUse } from '../../classification/settings';
import { countPages, countPagesOfEach, type PageCount } from '../../classification/level-use';
import { listKeys } from '../../keys/key-store';
import { keyStatus } from '../../keys/key-lifetime';
import { type KeyView, viewKey } from '../../keys/key-view';
import { awaitAll } from '../../platform/await-all';
import { changeLevels, type LevelList, toLevelList } from './change-levels';
import {
  archiveLevelInput,
  createLevelInput,
  editLevelInput,
  noInput,
  oneLevelInput,
  reorderLevelsInput,
  restoreLevelInput,
} from '../level-inputs';
import type { AdminRequest } from '../operation';
import { readInput, Refusal } from '../result';

/** The classification levels of the site. An edit affects the API from the next request on. */

export async function listLevels(request: AdminRequest, payload: unknown): Promise<LevelList> {
  readInput(noInput, payload);
  return toLevelList(await readLevels(request.storage, request.installationId));
}

export async function createLevel(
  request: AdminRequest,
  payload: unknown,
): Promise<LevelList & { readonly levelId: string }> {
  const { rev, ...texts } = readInput(createLevelInput, payload);
  const levelId = request.random.uuid();
  const list = await changeLevels(request, rev, {
    type: 'level.created',
    subject: `level:${levelId}`,
    editLevels: (levels) => addLevel(levels, levelId, texts),
  });
  return { ...list, levelId };
}

export function editLevel(request: AdminRequest, payload: unknown): Promise<LevelList> {
  const { rev, levelId, changes } = readInput(editLevelInput, payload);
  return changeLevels(request, rev, {
    type: 'level.updated',
    subject: `level:${levelId}`,
    editLevels: (levels) => changeLevel(levels, levelId, changes),
  });
}

/** Pages that have the level keep it, and keys limited to it can still access them; it can no longer be set. */
export function archiveLevel(request: AdminRequest, payload: unknown): Promise<LevelList> {
  const { rev, levelId, confirmed } = readInput(archiveLevelInput, payload);
  return changeLevels(request, rev, {
    type: 'level.archived',
    subject: `level:${levelId}`,
    editLevels: (levels) => setLevelStatus(levels, levelId, 'ARCHIVED'),
    mayChange: async (levels) => {
      if (!confirmed) requireUnused(await readLevelUse(request, levels, levelId));
    },
  });
}

export function restoreLevel(request: AdminRequest, payload: unknown): Promise<LevelList> {
  const { rev, levelId } = readInput(restoreLevelInput, payload);
  return changeLevels(request, rev, {
    type: 'level.restored',
    subject: `level:${levelId}`,
    editLevels: (levels) => setLevelStatus(levels, levelId, 'PUBLISHED'),
  });
}

export function reorderLevels(request: AdminRequest, payload: unknown): Promise<LevelList> {
  const { rev, levelIds } = readInput(reorderLevelsInput, payload);
  return changeLevels(request, rev, {
    type: 'level.reordered',
    subject: 'levels',
    editLevels: (levels) => reorder(levels, levelIds),
  });
}

/** Eventually consistent, so changes of the last seconds may be missing. */
export interface LevelUse {
  /** The active keys whose page access limit includes the level. */
  readonly keys: readonly KeyView[];
  readonly pages: PageCount;
  /** The settings to change before the level can be archived. Always up to date. */
  readonly settings: SettingsUse;
}

export async function describeLevelUse(request: AdminRequest, payload: unknown): Promise<LevelUse> {
  const { levelId } = readInput(oneLevelInput, payload);
  const levels = await readLevels(request.storage, request.installationId);
  if (findLevel(levels, levelId) === undefined) {
    throw new Refusal({ code: 'LEVEL_NOT_FOUND', message: 'This level doesn’t exist.' });
  }
  return readLevelUse(request, levels, levelId);
}

/** The number of pages of each level, in level order. Eventually consistent. */
export async function countPagesByLevel(
  { storage, installationId }: AdminRequest,
  payload: unknown,
): Promise<{ readonly counts: readonly PageCount[] }> {
  readInput(noInput, payload);
  const { all } = await readLevels(storage, installationId);
  return {
    counts: await countPagesOfEach(
      storage,
      all.map(({ levelId }) => levelId),
    ),
  };
}

async function readLevelUse({ storage, now }: AdminRequest, levels: Levels, levelId: string): Promise<LevelUse> {
  const [keys, pages] = await awaitAll([listKeys(storage), countPages(storage, levelId)]);
  const limited = keys.filter(({ record }) => {
    const status = keyStatus(record, now);
    return (status === 'active' || status === 'grace') && record.levelLimit.includes(levelId);
  });
  return {
    keys: limited.map(({ keyId, record }) => viewKey(keyId, record, now)),
    pages,
    settings: findSettingsUse(levels.settings, levelId),
  };
}

/** @throws Refusal */
function requireUnused({ keys, pages }: LevelUse): void {
  if (keys.length === 0 && pages.count === 0) return;
  const pageCount = pages.isExact ? String(pages.count) : `${pages.count}+`;
  throw new Refusal({
    code: 'LEVEL_IN_USE',
    message: `Pages with this level: ${pageCount}. API keys limited to it: ${keys.length}. They keep the level, but it can no longer be set. Confirm to continue.`,
  });
}
