import { showSuccess } from '../ui/success-flag';
import { useCallback, useEffect, useState } from 'react';
import type { LevelList } from '../../../../src/admin/change-levels';
import { ask } from '../operations';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import { useLoad } from '../use-load';
import type { LevelActions } from './level-actions';
import { LevelsList } from './levels-list';
import { Dialogs, focusAfter, type OpenDialog } from './open-dialog';
import { inOrder, moveOne, type Order, orderAround, positionOf, type Step } from './order';
import { focusIds, idOf, type Place } from './place';
import { useQuickChanges } from './use-quick-changes';

interface LevelsProps {
  readonly list: LevelList;
  readonly open: OpenDialog | undefined;
  readonly onOpen: (open: OpenDialog | undefined) => void;
  readonly onChanged: (list: LevelList) => void;
}

/** The last move, and the order before it. Several steps of the same one are one move. */
interface Move {
  readonly place: Place;
  readonly step: Step;
  readonly former: Order;
}

/** An element that gets the focus: what is moved in the page, or what a dialog closes onto, would lose it. */
interface Focus {
  readonly id: string | undefined;
  /** Only if nothing else has it. */
  readonly isFallback: boolean;
}

/** The levels of the site and what can be done to them. */
export function Levels({ list, open, onOpen, onChanged }: LevelsProps) {
  const t = texts.levels;
  const [lastMove, setLastMove] = useState<Move>();
  const [announcement, setAnnouncement] = useState('');
  const [focus, setFocus] = useState<Focus>();
  const quick = useQuickChanges({ list, onChanged, onFailed: () => setLastMove(undefined) });
  const levels = quick.waiting.reduce(
    (all, { order }) => (order === undefined ? all : inOrder(all, order)),
    list.levels,
  );

  // Counted anew when there is one that was not counted.
  const known = list.levels
    .map(({ levelId }) => levelId)
    .sort()
    .join();
  const counts = useLoad(useCallback(() => ask('countPagesByLevel', {}), [known]));

  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (focus?.id !== undefined && (isLost || !focus.isFallback)) document.getElementById(focus.id)?.focus();
  }, [focus]);

  const nameOf = ({ levelId, subLevelId }: Place) => {
    const level = levels.find((one) => one.levelId === levelId);
    return (
      (subLevelId === undefined ? level : level?.subLevels.find((one) => one.subLevelId === subLevelId))?.name ?? ''
    );
  };
  const reorder = (place: Place, step: Step, order: Order) => {
    const { at, of } = positionOf(inOrder(levels, order), place);
    setAnnouncement(t.announcement(nameOf(place), at, of));
    setFocus({ id: step === -1 ? focusIds.up(idOf(place)) : focusIds.down(idOf(place)), isFallback: false });
    void quick.run({
      id: idOf(place),
      order,
      failed: t.notMoved(nameOf(place)),
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
      const { levelId, subLevelId } = place;
      const name = nameOf(place);
      setLastMove(undefined);
      void quick.run({
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
          setFocus({ id: focusIds.name(idOf(place)), isFallback: false });
        },
      });
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

  const changed = (next: LevelList) => {
    // The former order knows nothing of what is new.
    setLastMove(undefined);
    quick.forgetProblem();
    onChanged(next);
  };
  return (
    <>
      {counts.load.state === 'failed' ? (
        <Failure title={t.countsFailed} error={counts.load.error} onRetry={() => void counts.reload()} />
      ) : (
        <p className="level-text subtle">{t.countsNote}</p>
      )}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <LevelsList levels={levels} counts={counts.load} actions={actions} />
      {open !== undefined && quick.waiting.length === 0 && (
        // What is opened while an order is being saved waits for the levels after it.
        <Dialogs
          open={open}
          list={list}
          onChanged={changed}
          onClose={() => {
            onOpen(undefined);
            setFocus({ id: focusAfter(open), isFallback: true });
          }}
        />
      )}
    </>
  );
}
