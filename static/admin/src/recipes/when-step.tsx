import { SpacePicker } from '../keys/space-limit';
import { texts } from '../texts';
import { RadioChoices } from '../ui/choices';
import { FieldGroup } from '../ui/field';
import { type RecipeDraft, type RecipeErrors, withTrigger } from './recipe-draft';
import { TRIGGERS } from './rule';
import { Step } from './step';

interface WhenStepProps {
  readonly draft: RecipeDraft;
  readonly errors: RecipeErrors;
  readonly onChange: (changes: Partial<RecipeDraft>) => void;
}

export function WhenStep({ draft, errors, onChange }: WhenStepProps) {
  const { recipes } = texts;
  return (
    <Step title={recipes.whenStep}>
      <FieldGroup label={recipes.trigger}>
        <RadioChoices
          name="trigger"
          value={draft.trigger}
          choices={TRIGGERS.map((trigger) => ({
            value: trigger,
            label: recipes.triggers[trigger],
            description: recipes.triggerHelp[trigger],
          }))}
          onChange={(trigger) => onChange(withTrigger(trigger))}
        />
      </FieldGroup>
      <FieldGroup label={recipes.where} error={errors['spaces']}>
        <RadioChoices
          name="where"
          value={draft.hasSpaces ? 'some' : 'all'}
          choices={[
            { value: 'all', label: recipes.everywhere },
            { value: 'some', label: recipes.someSpaces },
          ]}
          onChange={(where) => onChange({ hasSpaces: where === 'some' })}
        />
        {draft.hasSpaces && <SpacePicker spaces={draft.spaces} onChange={(spaces) => onChange({ spaces })} />}
      </FieldGroup>
    </Step>
  );
}
