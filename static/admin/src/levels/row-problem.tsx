import Button from '@atlaskit/button/new';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import type { LevelActions } from './level-actions';
import { ConflictMessage } from '../configuration/conflict-message';
import { levelRefId, type LevelRef } from './level-ref';

interface RowProblemProps {
  readonly levelRef: LevelRef;
  readonly name: string;
  readonly actions: LevelActions;
}

/** Why an action on this row failed, and how to continue. */
export function RowProblem({ levelRef, name, actions: { problem, edit } }: RowProblemProps) {
  const t = texts.levels;
  if (problem?.id !== levelRefId(levelRef)) return null;
  const { title, error, changes } = problem;
  if (changes !== undefined) {
    return (
      <ConflictMessage
        title={title}
        body={changes.length === 0 ? texts.configuration.conflict.nothing : t.conflict.row}
        changes={changes}
      />
    );
  }
  const isNameTaken = error.fields?.some(({ field }) => field === 'name') === true;
  if (!isNameTaken) return <Failure title={title} error={error} />;
  return (
    <Failure title={title} error={{ ...error, message: t.nameTaken(name) }}>
      <Button onClick={() => edit(levelRef)}>{t.rename(name)}</Button>
    </Failure>
  );
}
