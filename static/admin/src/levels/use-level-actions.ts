import type { LevelList } from '../../../../src/admin/change-levels';
import type { Level } from '../../../../src/classification/model';
import { useState } from 'react';
import { ask } from '../operations';
import { texts } from '../texts';
import { showSuccess } from '../ui/success-flag';
import type { LevelActions } from './level-actions';
import type { OpenDialog } from './open-dialog';
import { inOrder, moveOne, type Order, orderAround, positionOf, type Step } from './order';
import { focusIds, idOf, type LevelRef } from './level-ref';
import { type QuickChange, useQuickChanges } from './use-quick-changes';

/** The last move, and the order before it. Several steps of one level are one move. */
interface Move {
  readonly place: LevelRef;
  readonly step: Step;
  readonly former: Order;
}

/** An element that gets the focus. */
export interface FocusTarget {
  readonly id: string | undefined;
  /** Whether it gets the focus only if no other element has it. */
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

  const reorder = (place: LevelRef, step: Step, order: Order) => {
    const { at, of } = positionOf(inOrder(levels, order), place);
    setAnnouncement(t.announcement(nameOf(levels, place), at, of));
    onFocus({ id: step === -1 ? focusIds.up(idOf(place)) : focusIds.down(idOf(place)), isFallback: false });
    void quick.run({
      id: idOf(place),
      order,
      failed: t.notMoved(nameOf(levels, place)),
      send: (rev) =>
        order.levelId === undefined
          ? ask('reorderLevels', { rev, levelIds: [...order.ids] })
          : ask('reorderSubLevels', { rev, levelId: order.levelId, subLevelIds: [...order.ids] }),
    });
  };

  const actions: LevelActions = {
    edit: (place) =>
      onOpen(
        place.subLevelId === undefined
          ? { dialog: 'level', levelId: place.levelId }
          : { dialog: 'subLevel', levelId: place.levelId, subLevelId: place.subLevelId },
      ),
    archive: (place) => onOpen({ dialog: 'archive', ...place }),
    createSubLevel: (levelId) => onOpen({ dialog: 'subLevel', levelId, subLevelId: undefined }),
    restore: (place) => {
      setLastMove(undefined);
      void quick.run(restoration(place, nameOf(levels, place), onFocus));
    },
    move: (place, step) => {
      const order = moveOne(levels, place, step);
      if (order === undefined) return;
      const isSame = lastMove !== undefined && idOf(lastMove.place) === idOf(place);
      setLastMove({ place, step, former: isSame ? lastMove.former : orderAround(levels, place) });
      reorder(place, step, order);
    },
    undo: () => {
      if (lastMove === undefined) return;
      setLastMove(undefined);
      reorder(lastMove.place, lastMove.step, lastMove.former);
    },
    movedId: lastMove === undefined ? undefined : idOf(lastMove.place),
    restoringIds: quick.waiting.filter(({ order }) => order === undefined).map(({ id }) => id),
    problem: quick.problem,
  };
  return {
    levels,
    announcement,
    actions,
    isSaving: quick.waiting.length > 0,
    /** Forgets the last move and its problem: the previous order does not contain new levels. */
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

function restoration(place: LevelRef, name: string, onFocus: LevelActionsOptions['onFocus']): QuickChange {
  const t = texts.levels;
  const { levelId, subLevelId } = place;
  return {
    id: idOf(place),
    failed: t.notRestored(name),
    send: (rev) =>
      subLevelId === undefined
        ? ask('restoreLevel', { rev, levelId })
        : ask('restoreSubLevel', { rev, levelId, subLevelId }),
    onDone: () => {
      showSuccess({
        id: `restored-${idOf(place)}`,
        title: subLevelId === undefined ? t.restored : t.subLevels.restored,
        description: t.restoredBody(name),
      });
      onFocus({ id: focusIds.name(idOf(place)), isFallback: false });
    },
  };
}
