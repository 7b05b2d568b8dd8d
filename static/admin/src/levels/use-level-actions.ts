import type { LevelList } from '../../../../src/admin/levels/change-levels';
import type { Level } from '../../../../src/classification/model';
import { useState } from 'react';
import { ask } from '../operations';
import { texts } from '../texts';
import { showSuccess } from '../ui/success-flag';
import type { LevelActions } from './level-actions';
import type { OpenDialog } from './open-dialog';
import { inOrder, moveOne, type Order, orderAround, positionOf, type Step } from './order';
import { focusIds, levelRefId, type LevelRef } from './level-ref';
import { type QuickChange, useQuickChanges } from './use-quick-changes';

/** The last move, and the order before it. Several steps of one level are one move. */
interface Move {
  readonly levelRef: LevelRef;
  readonly step: Step;
  readonly former: Order;
}

/** An element that gets the focus. */
export interface FocusTarget {
  readonly id: string | undefined;
  /** True if it gets the focus only if no other element has it. */
  readonly isFallback: boolean;
}

interface LevelActionsOptions {
  readonly list: LevelList;
  readonly onOpen: (open: OpenDialog) => void;
  readonly onChanged: (list: LevelList) => void;
  readonly onFocus: (target: FocusTarget) => void;
}

/** The actions on levels. Moves and restores apply at once; the others open a dialog. */
export function useLevelActions({ list, onOpen, onChanged, onFocus }: LevelActionsOptions) {
  const t = texts.levels;
  const [lastMove, setLastMove] = useState<Move>();
  const [announcement, setAnnouncement] = useState('');
  const quick = useQuickChanges({ list, onChanged, onFailed: () => setLastMove(undefined) });
  const levels = quick.waiting.reduce(
    (all, { order }) => (order === undefined ? all : inOrder(all, order)),
    list.levels,
  );

  const reorder = (levelRef: LevelRef, step: Step, order: Order) => {
    const { at, of } = positionOf(inOrder(levels, order), levelRef);
    setAnnouncement(t.announcement(nameOf(levels, levelRef), at, of));
    onFocus({
      id: step === -1 ? focusIds.up(levelRefId(levelRef)) : focusIds.down(levelRefId(levelRef)),
      isFallback: false,
    });
    void quick.run({
      id: levelRefId(levelRef),
      order,
      failed: t.notMoved(nameOf(levels, levelRef)),
      send: (rev) =>
        order.levelId === undefined
          ? ask('reorderLevels', { rev, levelIds: [...order.ids] })
          : ask('reorderSubLevels', { rev, levelId: order.levelId, subLevelIds: [...order.ids] }),
    });
  };

  const actions: LevelActions = {
    edit: (levelRef) =>
      onOpen(
        levelRef.subLevelId === undefined
          ? { dialog: 'level', levelId: levelRef.levelId }
          : { dialog: 'subLevel', levelId: levelRef.levelId, subLevelId: levelRef.subLevelId },
      ),
    archive: (levelRef) => onOpen({ dialog: 'archive', ...levelRef }),
    createSubLevel: (levelId) => onOpen({ dialog: 'subLevel', levelId, subLevelId: undefined }),
    restore: (levelRef) => {
      setLastMove(undefined);
      void quick.run(restoration(levelRef, nameOf(levels, levelRef), onFocus));
    },
    move: (levelRef, step) => {
      const order = moveOne(levels, levelRef, step);
      if (order === undefined) return;
      const isSame = lastMove !== undefined && levelRefId(lastMove.levelRef) === levelRefId(levelRef);
      setLastMove({ levelRef, step, former: isSame ? lastMove.former : orderAround(levels, levelRef) });
      reorder(levelRef, step, order);
    },
    undo: () => {
      if (lastMove === undefined) return;
      setLastMove(undefined);
      reorder(lastMove.levelRef, lastMove.step, lastMove.former);
    },
    movedId: lastMove === undefined ? undefined : levelRefId(lastMove.levelRef),
    restoringIds: quick.waiting.filter(({ order }) => order === undefined).map(({ id }) => id),
    problem: quick.problem,
  };
  return {
    levels,
    announcement,
    actions,
    isSaving: quick.waiting.length > 0,
    /** Forgets the last move and its problem, because the previous order does not contain new levels. */
    reset: () => {
      setLastMove(undefined);
      quick.forgetProblem();
    },
  };
}

function nameOf(levels: readonly Level[], { levelId, subLevelId }: LevelRef): string {
  const level = levels.find((one) => one.levelId === levelId);
  const named = subLevelId === undefined ? level : level?.subLevels.find((one) => one.subLevelId === subLevelId);
  return named?.name ?? '';
}

function restoration(levelRef: LevelRef, name: string, onFocus: LevelActionsOptions['onFocus']): QuickChange {
  const t = texts.levels;
  const { levelId, subLevelId } = levelRef;
  return {
    id: levelRefId(levelRef),
    failed: t.notRestored(name),
    send: (rev) =>
      subLevelId === undefined
        ? ask('restoreLevel', { rev, levelId })
        : ask('restoreSubLevel', { rev, levelId, subLevelId }),
    onDone: () => {
      showSuccess({
        id: `restored-${levelRefId(levelRef)}`,
        title: subLevelId === undefined ? t.restored : t.subLevels.restored,
        description: t.restoredBody(name),
      });
      onFocus({ id: focusIds.name(levelRefId(levelRef)), isFallback: false });
    },
  };
}
