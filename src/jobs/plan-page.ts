import { findLevelBeforeKey } from '../classification/before-key';
import { type Level, type LevelOfPage, levelChangeRecord, type PageLevelRecord } from '../classification/model';
import { parsePageLevel, readPageLevelRow } from '../classification/page-level-store';
import { isLowering } from '../classification/settings';
import { CorruptRecordError } from '../platform/corrupt-record';
import type { Storage } from '../platform/storage';
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

/** @returns the result if the page keeps its level. @throws StorageUnavailableError, CorruptRecordError */
export async function planPage(
  context: PlanContext,
  { order }: Job['record']['data'],
  page: JobPage,
): Promise<PagePlan | 'skipped' | 'same'> {
  if (order.reverts !== undefined) return planRevert(context, order.reverts, page);
  if (page.restores !== undefined) return unlessKept(context, page, await planUndo(context, page.restores));
  const level = page.level ?? order.level;
  if (level === undefined) throw new Error('a page of a job without a level');
  const ofPerson = order.below ?? order.chosen;
  if (ofPerson !== undefined && typeof level === 'object') {
    const plan = ofPerson.alsoLower ? planSet(level) : planRaise(context, level);
    // The search has confirmed pages below a page. A person may choose any id, and must not learn the level of a hidden page.
    return order.below === undefined ? plan : unlessKept(context, page, plan);
  }
  const { onlyUnclassified } = order;
  return { level, keeps: (current) => (onlyUnclassified && current !== undefined ? 'skipped' : undefined) };
}

/** A page that keeps its level costs no call to Confluence, whether its author may edit it or not. */
async function unlessKept(
  { storage }: PlanContext,
  { pageId }: JobPage,
  plan: PagePlan | 'same',
): Promise<PagePlan | 'skipped' | 'same'> {
  if (plan === 'same') return plan;
  const { record } = parsePageLevel(pageId, await readPageLevelRow(storage, pageId));
  return plan.keeps(record) ?? plan;
}

async function planRevert(
  { storage, now }: PlanContext,
  reverts: NonNullable<JobOrder['reverts']>,
  { pageId }: JobPage,
): Promise<PagePlan | 'skipped'> {
  const before = await findLevelBeforeKey(storage, { ...reverts, pageId, now });
  if (before === undefined) return 'skipped';
  return { level: before.level, keeps: (current) => (before.isStill(current) ? undefined : 'skipped') };
}

/** A canceled job may have changed pages whose results it did not store. If it has not, there is nothing to undo. */
async function planUndo({ storage }: PlanContext, changeId: string): Promise<PagePlan | 'same'> {
  const { value } = await storage.read('level-change', changeId);
  if (value === undefined) return 'same';
  const { data: change } = levelChangeRecord.safeParse(value);
  if (change === undefined) throw new CorruptRecordError('level-change', changeId);
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

/**
 * A page of the same level keeps its sub-level. It gets one only if it has none. A more sensitive level stays.
 */
function planRaise({ levels }: PlanContext, level: LevelOfPage): PagePlan {
  return {
    level,
    keeps: (current) => {
      if (current === undefined) return undefined;
      if (current.levelId === level.levelId)
        return current.subLevelId === undefined && level.subLevelId !== undefined ? undefined : 'same';
      return isLowering(levels, current.levelId, level) ? 'skipped' : undefined;
    },
  };
}
