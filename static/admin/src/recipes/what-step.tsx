import type { Level } from '../../../../src/classification/model';
import { texts } from '../texts';
import { CodeBlock } from '../ui/code-block';
import { RadioChoices } from '../ui/choices';
import { FieldGroup } from '../ui/field';
import { Message } from '../ui/message';
import { LabelPairs } from './label-pairs';
import { LevelSelect } from './level-select';
import { queryOf, type RecipeDraft, type RecipeErrors, spacesOf } from './recipe-draft';
import { TREATMENTS } from './rule';
import { Step } from './step';
import { TextField } from '../ui/form-fields';

interface WhatStepProps {
  readonly draft: RecipeDraft;
  readonly errors: RecipeErrors;
  readonly levels: readonly Level[];
  /** True if the fields of the query are valid. */
  readonly isQueryReady: boolean;
  readonly onChange: (changes: Partial<RecipeDraft>) => void;
  /** The user left a field, so its error can be shown. */
  readonly onFieldBlur: (field: string) => void;
}

export function WhatStep({ draft, errors, levels, isQueryReady, onChange, onFieldBlur }: WhatStepProps) {
  const { recipes } = texts;
  return (
    <Step title={recipes.whatStep}>
      {draft.trigger === 'labeled' ? (
        <LabelPairs draft={draft} errors={errors} levels={levels} onChange={onChange} onLeft={onFieldBlur} />
      ) : (
        <LevelSelect
          levels={levels}
          target={draft.target}
          error={errors['level']}
          onChange={(target) => onChange({ target })}
        />
      )}
      {draft.trigger === 'scheduled' && (
        <>
          <TextField
            label={recipes.onlyLabel}
            help={recipes.onlyLabelHelp}
            error={errors['label']}
            value={draft.label}
            spellCheck={false}
            onChange={(label) => onChange({ label })}
            onBlur={() => onFieldBlur('label')}
          />
          {isQueryReady && draft.label === '' && spacesOf(draft).length === 0 && (
            <Message kind="warning" title={recipes.everyPage} />
          )}
          {isQueryReady && (
            <div className="field">
              <p className="recipe-label">{recipes.cql}</p>
              <CodeBlock key={queryOf(draft)} label={recipes.cql} text={queryOf(draft)} copyLabel={recipes.copyCql} />
            </div>
          )}
        </>
      )}
      <FieldGroup label={recipes.classified}>
        <RadioChoices
          name="classified"
          value={draft.classified}
          choices={TREATMENTS.map((treatment) => ({
            value: treatment,
            label: recipes.treatments[treatment],
            description: recipes.treatmentHelp[treatment],
          }))}
          onChange={(classified) => onChange({ classified })}
        />
      </FieldGroup>
    </Step>
  );
}
