import type { Level } from '../../../../src/classification/model';
import { texts } from '../texts';
import { Field } from '../ui/field';
import { levelValue, levelWithKey, settableLevels } from '../level-path';
import type { Target } from './web-request';

interface LevelSelectProps {
  readonly levels: readonly Level[];
  readonly target: Target | undefined;
  readonly error: string | undefined;
  readonly onChange: (target: Target | undefined) => void;
}

/** The active levels, each followed by its sub-levels. */
export function LevelSelect({ levels, target, error, onChange }: LevelSelectProps) {
  const targets = settableLevels(levels);
  return (
    <Field label={texts.recipes.level} error={error} isRequired>
      {({ isInvalid: _isInvalid, ...control }) => (
        <select
          {...control}
          className="select recipe-select"
          value={target === undefined ? '' : levelValue(target)}
          onChange={(event) => onChange(targets.find((each) => levelValue(each) === event.target.value))}
        >
          <option value="">{texts.recipes.chooseLevel}</option>
          {targets.map((each) => (
            <option key={levelValue(each)} value={levelValue(each)}>
              {levelWithKey(each, levels)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
