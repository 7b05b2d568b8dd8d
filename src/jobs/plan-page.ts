import { findLevelBeforeKey } from '../classification/before-key';
import {
  type Level,
  type LevelChangeRecord,
  type LevelOfPage,
  levelChangeRecord,
  type PageLevelRecord,
} from '../classification/model';
import { parsePageLevel, readPageLevelRow } from '../classification/page-level-store';
import { keepsLevel } from '../classification/settings';
import { CorruptRecordError } from '../platform/corrupt-record';
import type { Storage } from '../platform/storage';
import { isLostSubLevel } from './changed-pages';
import type { Job, JobOrder, JobPage } from './model';

/** The change that a job makes to one of its pages. */

export interface PagePlan {
  readonly level: LevelOfPage | 'none' | 'default';
  /** If the page keeps this current level: `skipped` is a result of its own, `same` = it already has its level. */
  readonly keeps: (current: PageLevelRecord | undefined) => 'skipped' | 'same' | undefined;
}

interface PlanContext {
  readonly storage: Storage;
  readonly now: Date;
  readonly levels: readonly Level[];
}

/**
 * Only says what would happen. The caller first asks Confluence for the page, also if it keeps its level, so that a
 * hidden page has one result, whatever its level and its history are.
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function planPage(
  context: PlanContext,
  { order }: Job['record']['data'],
  page: JobPage,
): Promise<PagePlan> {
  if (order.reverts !== undefined) return planRevert(context, order.reverts, page);
  if (page.restores !== undefined) return planUndo(context, page.restores);
  const level = page.level ?? order.level;
  if (level === undefined) throw new Error('a page of a job without a level');
  const ofPerson = order.below ?? order.chosen;
  if (ofPerson !== undefined && typeof level === 'object')
    return ofPerson.alsoLower ? planSet(level) : planRaise(context, level);
  const { onlyUnclassified } = order;
  return { level, keeps: (current) => (onlyUnclassified && current !== undefined ? 'skipped' : undefined) };
}

/** The page keeps its level, whatever it is. */
function keepAs(kept: 'skipped' | 'same'): PagePlan {
  return { level: 'none', keeps: () => kept };
}

async function planRevert(
  { storage, now }: PlanContext,
  reverts: NonNullable<JobOrder['reverts']>,
  { pageId }: JobPage,
): Promise<PagePlan> {
  if ('lost' in reverts) {
    const { record } = parsePageLevel(pageId, await readPageLevelRow(storage, pageId));
    return record === undefined ? keepAs('skipped') : planUndo({ storage }, record.changeId, isLostSubLevel);
  }
  const before = await findLevelBeforeKey(storage, { ...reverts, pageId, now });
  if (before === undefined) return keepAs('skipped');
  return { level: before.level, keeps: (current) => (before.isStill(current) ? undefined : 'skipped') };
}

/**
 * A canceled job may have changed pages whose results it did not store. If it has not, there is nothing to undo.
 * @param isMeant false: the page keeps its level, because others have changed it since
 */
async function planUndo(
  { storage }: Pick<PlanContext, 'storage'>,
  changeId: string,
  isMeant: (change: LevelChangeRecord) => boolean = () => true,
): Promise<PagePlan> {
  const { value } = await storage.read('level-change', changeId);
  if (value === undefined) return keepAs('same');
  const { data: change } = levelChangeRecord.safeParse(value);
  if (change === undefined) throw new CorruptRecordError('level-change', changeId);
  if (!isMeant(change)) return keepAs('skipped');
  const { previousLevelId: levelId, previousSubLevelId: subLevelId } = change;
  return {
    level: levelId === undefined ? 'none' : { levelId, ...(subLevelId === undefined ? {} : { subLevelId }) },
    keeps: (current) => (current?.changeId === changeId ? undefined : 'skipped'),
  };
}

function planSet({ levelId, subLevelId }: LevelOfPage): PagePlan {
  return {
    level: { levelId, subLevelId },
    keeps: (current) => (current?.levelId === levelId && current.subLevelId === subLevelId ? 'same' : undefined),
  };
}

/** `same`: the page has the level, with or without a sub-level. */
function planRaise({ levels }: PlanContext, level: LevelOfPage): PagePlan {
  return {
    level,
    keeps: (current) => {
      if (!keepsLevel(levels, current, level)) return undefined;
      return current?.levelId === level.levelId ? 'same' : 'skipped';
    },
  };
}
