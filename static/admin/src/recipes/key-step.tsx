import Button from '@atlaskit/button/new';
import { useEffect, useRef } from 'react';
import { formatDay } from '../dates';
import { accountName, type Names } from '../names';
import { texts } from '../texts';
import { type ControlProps, Field } from '../ui/field';
import { Message } from '../ui/message';
import type { KeyFit, rankKeys } from './key-fit';
import type { RecipeErrors } from './recipe-draft';
import { Step } from './step';

interface KeyStepProps {
  /** The active keys, best matches first. undefined until the needs of the rule are known. */
  readonly ranked: ReturnType<typeof rankKeys>;
  readonly isNeedKnown: boolean;
  readonly accounts: Names['accounts'];
  readonly keyId: string;
  readonly secret: string;
  readonly errors: RecipeErrors;
  readonly onChoose: (keyId: string) => void;
  readonly onSecret: (secret: string) => void;
  readonly onLeft: (field: string) => void;
  readonly onCreate: () => void;
}

export function KeyStep(props: KeyStepProps) {
  const { ranked, isNeedKnown, accounts, keyId, secret, errors, onChoose, onSecret, onLeft, onCreate } = props;
  const { recipes } = texts;
  const chosen = ranked.find(({ key }) => key.keyId === keyId);
  const groups = [
    { label: recipes.fits, keys: ranked.filter(({ fit }) => fit.problems.length === 0) },
    { label: recipes.doesNotFit, keys: ranked.filter(({ fit }) => fit.problems.length > 0) },
  ];
  return (
    <Step title={recipes.keyStep}>
      {ranked.length > 0 && (
        <Field label={recipes.key} help={recipes.keyHelp}>
          {({ isInvalid: _isInvalid, ...control }) => (
            <select
              {...control}
              className="select recipe-select"
              value={chosen?.key.keyId ?? ''}
              onChange={(event) => onChoose(event.target.value)}
            >
              <option value="">{recipes.chooseKey}</option>
              {groups
                .filter(({ keys }) => keys.length > 0)
                .map(({ label, keys }) => (
                  <optgroup key={label} label={label}>
                    {keys.map(({ key }) => (
                      <option key={key.keyId} value={key.keyId}>
                        {recipes.keyOption(
                          key.name,
                          accountName({ accounts }, key.createdBy),
                          formatDay(key.expiresOn),
                        )}
                      </option>
                    ))}
                  </optgroup>
                ))}
            </select>
          )}
        </Field>
      )}
      <div role="status">
        {chosen !== undefined && isNeedKnown && <Fit fit={chosen.fit} />}
        {isNeedKnown && groups[0]?.keys.length === 0 && (
          <Message kind="information" title={ranked.length === 0 ? recipes.noKeys : recipes.noneFits}>
            <p>{recipes.noneFitsBody}</p>
          </Message>
        )}
      </div>
      <div className="field">
        <Button onClick={onCreate}>{recipes.createKey}</Button>
      </div>
      <Field label={recipes.secret} help={recipes.secretHelp} error={errors['secret']}>
        {(control) => <SecretInput {...control} secret={secret} onSecret={onSecret} onBlur={() => onLeft('secret')} />}
      </Field>
    </Step>
  );
}

interface SecretInputProps extends ControlProps {
  readonly secret: string;
  readonly onSecret: (secret: string) => void;
  readonly onBlur: () => void;
}

/**
 * Uncontrolled: React would write the key of a controlled input into an attribute, and so into the HTML of the page.
 */
function SecretInput({ isInvalid, secret, onSecret, ...attributes }: SecretInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // A new key is set from outside of the input.
    if (input.current !== null && input.current.value.trim() !== secret) input.current.value = secret;
  }, [secret]);
  return (
    <input
      {...attributes}
      ref={input}
      className={isInvalid ? 'input input-invalid' : 'input'}
      type="password"
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => onSecret(target.value.trim())}
    />
  );
}

function Fit({ fit: { problems, warnings } }: { readonly fit: KeyFit }) {
  const { recipes } = texts;
  if (problems.length === 0 && warnings.length === 0) {
    return (
      <Message kind="information" title={recipes.keyFits}>
        <p>{recipes.keyFitsBody}</p>
      </Message>
    );
  }
  return (
    <>
      {problems.length > 0 && (
        <Message kind="warning" title={recipes.keyProblems}>
          <List entries={problems} />
        </Message>
      )}
      {warnings.length > 0 && (
        <Message kind="information" title={problems.length > 0 ? recipes.keyWarningsToo : recipes.keyWarnings}>
          <List entries={warnings} />
        </Message>
      )}
    </>
  );
}

function List({ entries }: { readonly entries: readonly string[] }) {
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry}>{entry}</li>
      ))}
    </ul>
  );
}
