import Button from '@atlaskit/button/new';
import { texts } from '../texts';
import { MoveButton } from '../ui/move-button';
import type { LevelActions } from './level-actions';
import { focusIds, levelRefId, type LevelRef } from './level-ref';

interface RowButtonsProps {
  readonly levelRef: LevelRef;
  readonly name: string;
  /** The position among the active levels. */
  readonly position: { readonly at: number; readonly of: number };
  readonly actions: LevelActions;
}

/** The buttons of an active level or sub-level. */
export function RowButtons({ levelRef, name, position, actions }: RowButtonsProps) {
  const t = texts.levels;
  const id = levelRefId(levelRef);
  return (
    <div className="level-buttons">
      {actions.movedId === id && (
        <span className="level-moved">
          {t.moved(position.at, position.of)}
          <Button spacing="compact" appearance="subtle" aria-label={t.undoNamed(name)} onClick={actions.undo}>
            {t.undo}
          </Button>
        </span>
      )}
      <MoveButton
        id={focusIds.up(id)}
        direction="up"
        label={t.moveUp(name)}
        isAtEnd={position.at === 1}
        onMove={() => actions.move(levelRef, -1)}
      />
      <MoveButton
        id={focusIds.down(id)}
        direction="down"
        label={t.moveDown(name)}
        isAtEnd={position.at === position.of}
        onMove={() => actions.move(levelRef, 1)}
      />
      <Button
        spacing="compact"
        appearance="subtle"
        aria-label={t.editNamed(name)}
        onClick={() => actions.edit(levelRef)}
      >
        {t.edit}
      </Button>
      <Button
        spacing="compact"
        appearance="subtle"
        aria-label={t.archiveNamed(name)}
        onClick={() => actions.archive(levelRef)}
      >
        {t.archive}
      </Button>
    </div>
  );
}

interface ArchivedButtonsProps {
  readonly levelRef: LevelRef;
  readonly name: string;
  readonly actions: LevelActions;
}

export function ArchivedButtons({ levelRef, name, actions }: ArchivedButtonsProps) {
  const t = texts.levels;
  return (
    <div className="level-buttons">
      <Button
        spacing="compact"
        appearance="subtle"
        aria-label={t.editNamed(name)}
        onClick={() => actions.edit(levelRef)}
      >
        {t.edit}
      </Button>
      <Button
        spacing="compact"
        appearance="subtle"
        aria-label={t.restoreNamed(name)}
        isLoading={actions.restoringIds.includes(levelRefId(levelRef))}
        onClick={() => actions.restore(levelRef)}
      >
        {t.restore}
      </Button>
    </div>
  );
}
