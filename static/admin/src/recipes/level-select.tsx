import type { Level } from '../../../../src/classification/model';
import { texts } from '../texts';
import { Field } from '../ui/field';
import { targetName } from './target-name';
import type { Target } from './web-request';

interface LevelSelectProps {
  readonly levels: readonly Level[];
  readonly target: Target | undefined;
  readonly error: string | undefined;
  readonly onChange: (target: Target | undefined) => void;
}

/** The levels that can be set, each followed by its sub-levels. */
export function LevelSelect({ levels, target, error, onChange }: LevelSelectProps) {
  const targets = targetsOf(levels);
  return (
    <Field label={texts.recipes.level} error={error} isRequired>
      {({ isInvalid: _isInvalid, ...control }) => (
        <select
          {...control}
          className="select recipe-select"
          value={target === undefined ? '' : valueOf(target)}
          onChange={(event) => onChange(targets.find((each) => valueOf(each) === event.target.value))}
        >
          <option value="">{texts.recipes.chooseLevel}</option>
          {targets.map((each) => (
            <option key={valueOf(each)} value={valueOf(each)}>
              {targetName(each, levels)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function targetsOf(levels: readonly Level[]): Target[] {
  return levels
    .filter(({ status }) => status === 'PUBLISHED')
    .flatMap(({ levelId, subLevels }) => [
      { levelId },
      ...subLevels.filter(({ status }) => status === 'PUBLISHED').map(({ subLevelId }) => ({ levelId, subLevelId })),
    ]);
}

function valueOf({ levelId, subLevelId }: Target): string {
  return [levelId, subLevelId].join('/');
}
