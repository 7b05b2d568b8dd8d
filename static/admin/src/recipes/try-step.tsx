import Button from '@atlaskit/button/new';
import type { ApiAnswer } from '../../../../src/admin/keys/send-api-request';
import { texts } from '../texts';
import { Field } from '../ui/field';
import type { RecipeErrors } from './recipe-draft';
import { SendResult } from './send-result';
import { Step } from './step';
import { TextField } from '../ui/form-fields';

interface TryStepProps {
  readonly page: string;
  readonly errors: RecipeErrors;
  /** The requests to choose from, if there is more than one. */
  readonly choices: readonly string[];
  readonly chosen: number;
  readonly answer: ApiAnswer | undefined;
  readonly onPage: (page: string) => void;
  readonly onChoose: (index: number) => void;
  readonly onLeft: (field: string) => void;
  readonly onSend: () => void;
}

export function TryStep({ page, errors, choices, chosen, answer, onPage, onChoose, onLeft, onSend }: TryStepProps) {
  const { recipes } = texts;
  return (
    <Step title={recipes.tryStep}>
      <p className="form-note">{recipes.tryIntro}</p>
      <TextField
        label={recipes.page}
        help={recipes.pageHelp}
        error={errors['page']}
        isRequired
        value={page}
        maxLength={2000}
        spellCheck={false}
        onChange={onPage}
        onBlur={() => onLeft('page')}
      />
      {choices.length > 1 && (
        <Field label={recipes.which}>
          {({ isInvalid: _isInvalid, ...control }) => (
            <select
              {...control}
              className="select recipe-select"
              value={chosen}
              onChange={(event) => onChoose(Number(event.target.value))}
            >
              {choices.map((choice, index) => (
                <option key={choice} value={index}>
                  {choice}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <div className="field">
        <Button appearance="primary" onClick={onSend}>
          {recipes.send}
        </Button>
      </div>
      <SendResult answer={answer} />
    </Step>
  );
}
