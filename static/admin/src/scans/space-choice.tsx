import Button from '@atlaskit/button/new';
import { useState } from 'react';
import { texts } from '../texts';
import { useSpaceSearch } from '../use-live-search';
import { SelectField, TextField } from '../ui/form-fields';

interface SpaceChoiceProps {
  readonly spaceId: string;
  readonly error: string | undefined;
  readonly onChange: (spaceId: string) => void;
}

/** Searches for spaces, and selects one. */
export function SpaceChoice({ spaceId, error, onChange }: SpaceChoiceProps) {
  const { startDialog: t } = texts.scans;
  const [text, setText] = useState('');
  const { search, again } = useSpaceSearch(text);
  const spaces = search.state === 'found' ? search.found.spaces : [];
  const options = spaces.map(({ id, name, key }) => ({ value: id, label: `${name} (${key})` }));
  const isListed = options.some(({ value }) => value === spaceId);
  return (
    <>
      <TextField label={t.findSpace} help={t.findSpaceHelp} value={text} onChange={setText} />
      {search.state === 'failed' && (
        <p className="field-error" role="alert">
          {texts.form.spacesFailed}{' '}
          <Button spacing="compact" onClick={again}>
            {texts.retry}
          </Button>
        </p>
      )}
      <SelectField
        label={t.spaceList}
        error={error}
        value={isListed ? spaceId : ''}
        options={[{ value: '', label: spaces.length === 0 ? texts.form.noSpaces : t.chooseSpace }, ...options]}
        onChange={onChange}
      />
    </>
  );
}
