import type { Level } from '../../../../src/classification/model';
import { levelRefId, type LevelRef } from './level-ref';

/** The order of the levels or of the sub-levels of a level. Moves change it by one position. */

export interface Order {
  /** The level of the sub-levels. undefined: the order of the levels. */
  readonly levelId: string | undefined;
  /** All IDs, including archived levels, because an order is complete. */
  readonly ids: readonly string[];
}

export type Step = -1 | 1;

interface Item {
  readonly id: string;
  readonly isLive: boolean;
}

/** The order that contains a level or sub-level. */
export function orderAround(levels: readonly Level[], { levelId, subLevelId }: LevelRef): Order {
  const of = subLevelId === undefined ? undefined : levelId;
  return { levelId: of, ids: itemsOf(levels, of).map(({ id }) => id) };
}

/**
 * Moves an active level or sub-level by one position. Archived ones keep their positions. undefined: it is first or
 * last.
 */
export function moveOne(levels: readonly Level[], levelRef: LevelRef, step: Step): Order | undefined {
  const { levelId, ids } = orderAround(levels, levelRef);
  const items = itemsOf(levels, levelId);
  const from = ids.indexOf(levelRefId(levelRef));
  let to = from + step;
  while (items[to]?.isLive === false) to += step;
  const [one, other] = [ids[from], ids[to]];
  if (one === undefined || other === undefined) return undefined;
  return { levelId, ids: ids.map((id, index) => (index === from ? other : index === to ? one : id)) };
}

/** The position among the active ones, from 1. */
export function positionOf(levels: readonly Level[], levelRef: LevelRef): { readonly at: number; readonly of: number } {
  const live = itemsOf(levels, orderAround(levels, levelRef).levelId).filter(({ isLive }) => isLive);
  return { at: live.findIndex(({ id }) => id === levelRefId(levelRef)) + 1, of: live.length };
}

/** The levels in an order that may not be saved yet. */
export function inOrder(levels: readonly Level[], { levelId, ids }: Order): readonly Level[] {
  const at = (id: string) => ids.indexOf(id);
  if (levelId === undefined) return [...levels].sort((a, b) => at(a.levelId) - at(b.levelId));
  return levels.map((level) =>
    level.levelId === levelId
      ? { ...level, subLevels: [...level.subLevels].sort((a, b) => at(a.subLevelId) - at(b.subLevelId)) }
      : level,
  );
}

function itemsOf(levels: readonly Level[], levelId: string | undefined): readonly Item[] {
  const isLive = ({ status }: Pick<Level, 'status'>) => status === 'PUBLISHED';
  if (levelId === undefined) return levels.map((level) => ({ id: level.levelId, isLive: isLive(level) }));
  const subLevels = levels.find((level) => level.levelId === levelId)?.subLevels ?? [];
  return subLevels.map((subLevel) => ({ id: subLevel.subLevelId, isLive: isLive(subLevel) }));
}
