import Button from '@atlaskit/button/new';
import { useState } from 'react';
import { texts } from '../texts';
import { CheckboxChoices, RadioChoices } from '../ui/choices';
import { FieldGroup } from '../ui/field';
import { useSpaceSearch } from '../use-live-search';
import type { KeyDraft } from './key-draft';
import { TextField } from '../ui/form-fields';

interface SpaceLimitProps {
  readonly draft: KeyDraft;
  readonly error: string | undefined;
  readonly onChange: (changes: Partial<KeyDraft>) => void;
}

export function SpaceLimit({ draft, error, onChange }: SpaceLimitProps) {
  return (
    <FieldGroup label={texts.form.spaceLimit} help={texts.form.spaceLimitHelp} error={error}>
      <RadioChoices
        name="hasSpaceLimit"
        value={draft.hasSpaceLimit ? 'some' : 'any'}
        choices={[
          { value: 'any', label: texts.form.anySpace },
          { value: 'some', label: texts.form.someSpaces },
        ]}
        onChange={(value) => onChange({ hasSpaceLimit: value === 'some' })}
      />
      {draft.hasSpaceLimit && <SpacePicker spaces={draft.spaces} onChange={(spaces) => onChange({ spaces })} />}
    </FieldGroup>
  );
}

interface SpacePickerProps {
  readonly spaces: KeyDraft['spaces'];
  readonly onChange: (spaces: KeyDraft['spaces']) => void;
}

export function SpacePicker({ spaces, onChange }: SpacePickerProps) {
  const [text, setText] = useState('');
  const { search, again } = useSpaceSearch(text);

  const choose = (ids: readonly string[]) => {
    const known = [...spaces, ...(search.state === 'found' ? search.found.spaces : [])];
    onChange(ids.flatMap((id) => known.find((space) => space.id === id) ?? []));
  };

  return (
    <div className="picker">
      {spaces.length > 0 && (
        <ul className="chips" aria-label={texts.form.chosenSpaces}>
          {spaces.map(({ id, key, name }) => (
            <li className="chip" key={id}>
              {name}
              {key !== id && <span className="subtle"> {key}</span>}
              <button
                type="button"
                aria-label={texts.form.remove(name)}
                onClick={() => onChange(spaces.filter((space) => space.id !== id))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <TextField
        label={texts.form.searchSpaces}
        help={texts.form.searchSpacesHint}
        type="search"
        value={text}
        maxLength={100}
        onChange={(value) => setText(value)}
      />
      <div aria-live="polite">
        {search.state === 'failed' && (
          <p className="field-error">
            {texts.form.spacesFailed}{' '}
            <Button spacing="compact" onClick={again}>
              {texts.retry}
            </Button>
          </p>
        )}
        {search.state === 'found' && search.found.spaces.length === 0 && (
          <p className="field-help">{texts.form.noSpaces}</p>
        )}
        {search.state === 'found' && search.found.spaces.length > 0 && (
          <CheckboxChoices
            label={texts.form.foundSpaces}
            chosen={spaces.map(({ id }) => id)}
            choices={search.found.spaces.map(({ id, key, name }) => ({ value: id, label: name, description: key }))}
            onChange={choose}
          />
        )}
        {search.state === 'found' && !search.found.isComplete && <p className="field-help">{texts.form.moreSpaces}</p>}
      </div>
    </div>
  );
}
