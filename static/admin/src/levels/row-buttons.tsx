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
          <RowButton name={t.undoNamed(name)} label={t.undo} onClick={actions.undo} />
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
      <RowButton name={t.editNamed(name)} label={t.edit} onClick={() => actions.edit(levelRef)} />
      <RowButton name={t.archiveNamed(name)} label={t.archive} onClick={() => actions.archive(levelRef)} />
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
      <RowButton name={t.editNamed(name)} label={t.edit} onClick={() => actions.edit(levelRef)} />
      <RowButton
        name={t.restoreNamed(name)}
        label={t.restore}
        isLoading={actions.restoringIds.includes(levelRefId(levelRef))}
        onClick={() => actions.restore(levelRef)}
      />
    </div>
  );
}

interface RowButtonProps {
  readonly label: string;
  /** The accessible name. */
  readonly name: string;
  readonly isLoading?: boolean;
  readonly onClick: () => void;
}

function RowButton({ label, name, isLoading = false, onClick }: RowButtonProps) {
  return (
    <Button spacing="compact" appearance="subtle" aria-label={name} isLoading={isLoading} onClick={onClick}>
      {label}
    </Button>
  );
}
