import { useCallback, useEffect, useState } from 'react';
import type { LevelList } from '../../../../src/admin/levels/change-levels';
import { formatAgo } from '../dates';
import { ask } from '../operations';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import { useLoad } from '../use-load';
import { LevelsList } from './levels-list';
import { Dialogs, focusAfter, type OpenDialog } from './open-dialog';
import { type FocusTarget, useLevelActions } from './use-level-actions';

interface LevelsProps {
  readonly list: LevelList;
  readonly open: OpenDialog | undefined;
  readonly onOpen: (open: OpenDialog) => void;
  readonly onClose: () => void;
  readonly onChanged: (list: LevelList) => void;
}

/** The list of levels, with its actions and dialogs. */
export function Levels({ list, open, onOpen, onClose, onChanged }: LevelsProps) {
  const t = texts.levels;
  const setFocus = useFocusTarget();
  const { levels, announcement, actions, isSaving, reset } = useLevelActions({
    list,
    onOpen,
    onChanged,
    onFocus: setFocus,
  });
  // Counts again when there are new levels.
  const known = list.levels
    .map(({ levelId }) => levelId)
    .sort()
    .join();
  const counts = useLoad(useCallback(() => ask('countPagesByLevel', {}), [known]));
  const asOf = counts.load.state === 'ready' ? counts.load.value.asOf : null;
  const changed = (next: LevelList) => {
    reset();
    onChanged(next);
  };
  return (
    <>
      {counts.load.state === 'failed' ? (
        <Failure title={t.countsFailed} error={counts.load.error} onRetry={() => void counts.reload()} />
      ) : (
        <p className="level-text subtle">{t.countsNote(asOf === null ? undefined : formatAgo(asOf))}</p>
      )}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <LevelsList levels={levels} counts={counts.load} actions={actions} />
      {open !== undefined && !isSaving && (
        // A dialog waits for an order that is being saved, because it needs the levels in that order.
        <Dialogs
          open={open}
          list={list}
          onChanged={changed}
          onClose={() => {
            onClose();
            setFocus({ id: focusAfter(open), isFallback: true });
          }}
        />
      )}
    </>
  );
}

/** @returns moves the focus to an element after the next render */
function useFocusTarget() {
  const [focus, setFocus] = useState<FocusTarget>();
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (focus?.id !== undefined && (isLost || !focus.isFallback)) document.getElementById(focus.id)?.focus();
  }, [focus]);
  return setFocus;
}
