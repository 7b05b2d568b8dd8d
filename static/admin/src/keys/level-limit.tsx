import type { Level } from '../../../../src/classification/model';
import { UNCLASSIFIED } from '../names';
import { texts } from '../texts';
import { CheckboxChoices, RadioChoices } from '../ui/choices';
import { FieldGroup } from '../ui/field';
import type { KeyDraft } from './key-draft';

interface LevelLimitProps {
  readonly draft: KeyDraft;
  readonly error: string | undefined;
  readonly levels: readonly Level[];
  readonly onChange: (changes: Partial<KeyDraft>) => void;
}

export function LevelLimit({ draft, error, levels, onChange }: LevelLimitProps) {
  const offered = levels.filter(({ status, levelId }) => status === 'PUBLISHED' || draft.levelLimit.includes(levelId));
  return (
    <FieldGroup label={texts.form.levelLimit} help={texts.form.levelLimitHelp} error={error}>
      <RadioChoices
        name="hasLevelLimit"
        value={draft.hasLevelLimit ? 'some' : 'any'}
        choices={[
          { value: 'any', label: texts.form.anyLevel },
          { value: 'some', label: texts.form.someLevels },
        ]}
        onChange={(value) => onChange({ hasLevelLimit: value === 'some' })}
      />
      {draft.hasLevelLimit && (
        <CheckboxChoices
          label={texts.form.levels}
          chosen={draft.levelLimit}
          choices={[
            { value: UNCLASSIFIED, label: texts.form.unclassified },
            ...offered.map(({ levelId, levelKey, name, status }) => ({
              value: levelId,
              label: name,
              description: status === 'ARCHIVED' ? `${levelKey} (${texts.form.archived})` : levelKey,
            })),
          ]}
          onChange={(levelLimit) => onChange({ levelLimit })}
        />
      )}
    </FieldGroup>
  );
}
