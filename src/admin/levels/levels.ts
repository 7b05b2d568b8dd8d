import { addLevel, changeLevel, reorderLevels as reorder, setLevelStatus } from '../../classification/edit-levels';
import { findLevel, type Levels, readLevels } from '../../classification/level-store';
import { findSettingsUse, type SettingsUse } from '../../classification/settings';
import { countPages, type PageCount } from '../../classification/level-use';
import { listKeys } from '../../keys/key-store';
import { keyStatus } from '../../keys/key-lifetime';
import { type KeyView, viewKey } from '../../keys/key-view';
import { awaitAll } from '../../platform/await-all';
import { changeLevels, editingLevels, type LevelList, toLevelList } from './change-levels';
import {
  archiveLevelInput,
  createLevelInput,
  editLevelInput,
  oneLevelInput,
  reorderLevelsInput,
  restoreLevelInput,
} from '../level-inputs';
import { noInput, operation } from '../input';
import { readCounts } from '../site/setup';
import type { AdminRequest } from '../operation';
import { Refusal } from '../result';

/** The classification levels of the site. An edit affects the API from the next request on. */

export const listLevels = operation(noInput, async (request): Promise<LevelList> => {
  return toLevelList(await readLevels(request.storage, request.installationId));
});

export const createLevel = operation(createLevelInput, async (request, { rev, ...texts }) => {
  const levelId = request.random.uuid();
  const list = await changeLevels(request, rev, {
    type: 'level.created',
    subject: `level:${levelId}`,
    editLevels: (levels) => addLevel(levels, levelId, texts),
  });
  return { ...list, levelId };
});

export const editLevel = editingLevels(editLevelInput, ({ levelId, changes }) => ({
  type: 'level.updated',
  subject: `level:${levelId}`,
  editLevels: (levels) => changeLevel(levels, levelId, changes),
}));

/** Pages that have the level keep it, and keys limited to it can still access them; it can no longer be set. */
export const archiveLevel = editingLevels(archiveLevelInput, ({ levelId, confirmed }, request) => ({
  type: 'level.archived',
  subject: `level:${levelId}`,
  editLevels: (levels) => setLevelStatus(levels, levelId, 'ARCHIVED'),
  mayChange: async (levels) => {
    if (!confirmed) requireUnused(await readLevelUse(request, levels, levelId));
  },
}));

export const restoreLevel = editingLevels(restoreLevelInput, ({ levelId }) => ({
  type: 'level.restored',
  subject: `level:${levelId}`,
  editLevels: (levels) => setLevelStatus(levels, levelId, 'PUBLISHED'),
}));

export const reorderLevels = editingLevels(reorderLevelsInput, ({ levelIds }) => ({
  type: 'level.reordered',
  subject: 'levels',
  editLevels: (levels) => reorder(levels, levelIds),
}));

/** Eventually consistent, so changes of the last seconds may be missing. */
export interface LevelUse {
  /** The active keys whose page access limit includes the level. */
  readonly keys: readonly KeyView[];
  readonly pages: PageCount;
  /** The time of `pages`, if it is the number of the overview. Omitted: now. */
  readonly pagesAsOf?: string;
  /** The settings to change before the level can be archived. Always up to date. */
  readonly settings: SettingsUse;
}

export const describeLevelUse = operation(oneLevelInput, async (request, { levelId }): Promise<LevelUse> => {
  const levels = await readLevels(request.storage, request.installationId);
  if (findLevel(levels, levelId) === undefined) {
    throw new Refusal('LEVEL_NOT_FOUND', 'This level doesn’t exist.');
  }
  return readLevelUse(request, levels, levelId);
});

export interface PageCounts {
  /** The numbers include all changes up to this time. null: nothing has been counted yet, and `counts` is empty. */
  readonly asOf: string | null;
  /** In level order. */
  readonly counts: readonly PageCount[];
}

/** The number of pages of each level, as the overview shows it. One read of storage, whatever the number of levels is. */
export const countPagesByLevel = operation(noInput, async (request): Promise<PageCounts> => {
  const { levels, counts } = await readCounts(request);
  const { asOf = null, isCounting: isLow, site } = counts;
  if (asOf === null) return { asOf, counts: [] };
  const countOf = (levelId: string) => ({ levelId, count: site.byLevel[levelId] ?? 0, isExact: !isLow });
  return { asOf, counts: levels.all.map(({ levelId }) => countOf(levelId)) };
});

/** Current up to 99 pages. For more pages, the number of the overview. */
async function countUse(request: AdminRequest, levelId: string): Promise<Pick<LevelUse, 'pages' | 'pagesAsOf'>> {
  const pages = await countPages(request.storage, levelId);
  if (pages.isExact) return { pages };
  const { asOf, counts } = await countPagesByLevel(request, {});
  const counted = counts.find((one) => one.levelId === levelId);
  if (asOf === null || counted === undefined || counted.count < pages.count) return { pages };
  return { pages: counted, pagesAsOf: asOf };
}

async function readLevelUse(request: AdminRequest, levels: Levels, levelId: string): Promise<LevelUse> {
  const { storage, now } = request;
  const [keys, counted] = await awaitAll([listKeys(storage), countUse(request, levelId)]);
  const limited = keys.filter(({ record }) => {
    const status = keyStatus(record, now);
    return (status === 'active' || status === 'grace') && record.levelLimit.includes(levelId);
  });
  return {
    keys: limited.map(({ keyId, record }) => viewKey(keyId, record, now)),
    ...counted,
    settings: findSettingsUse(levels.settings, levelId),
  };
}

/** @throws Refusal */
function requireUnused({ keys, pages }: LevelUse): void {
  if (keys.length === 0 && pages.count === 0) return;
  const pageCount = pages.isExact ? String(pages.count) : `at least ${pages.count}`;
  throw new Refusal(
    'LEVEL_IN_USE',
    `Pages with this level: ${pageCount}. API keys limited to it: ${keys.length}. They keep the level, but it can no longer be set. Confirm to continue.`,
  );
}
