import Button from '@atlaskit/button/new';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import type { LevelActions } from './level-actions';
import { Overtaken } from '../configuration/overtaken';
import { idOf, type Place } from './place';

interface RowProblemProps {
  readonly place: Place;
  readonly name: string;
  readonly actions: LevelActions;
}

/** Why something in this row was not done, and the way out. */
export function RowProblem({ place, name, actions: { problem, edit } }: RowProblemProps) {
  const t = texts.levels;
  if (problem?.id !== idOf(place)) return null;
  const { title, error, changes } = problem;
  if (changes !== undefined) {
    return (
      <Overtaken
        title={title}
        body={changes.length === 0 ? texts.configuration.overtaken.nothing : t.overtaken.row}
        changes={changes}
      />
    );
  }
  const isNameTaken = error.fields?.some(({ field }) => field === 'name') === true;
  if (!isNameTaken) return <Failure title={title} error={error} />;
  return (
    <Failure title={title} error={{ ...error, message: t.nameTaken(name) }}>
      <Button onClick={() => edit(place)}>{t.rename(name)}</Button>
    </Failure>
  );
}
