import { useEffect, useState } from 'react';
import type { SpaceName } from '../../../../src/admin/spaces';
import { texts } from '../texts';
import { Field } from '../ui/field';
import { TextInput } from '../ui/text-input';
import { useSpaceSearch } from '../use-space-search';
import type { FindingNames } from './names';

interface SpaceFieldProps {
  /** '' = every space. */
  readonly spaceId: string;
  readonly names: FindingNames;
  /** Spaces with findings. They are offered first. */
  readonly spaceIds: readonly string[];
  readonly onChange: (spaceId: string) => void;
}

const OPTIONS = 'detections-spaces';
/** As `labelOf` puts it behind the name, by which spaces are searched for. */
const KEY = / \([^()]*\)$/;

/** Selects a space: typing searches, and a suggestion that matches is selected. */
export function SpaceField({ spaceId, names, spaceIds, onChange }: SpaceFieldProps) {
  const { filters: t } = texts.detections;
  const shown = spaceId === '' ? '' : labelOf(names.spaces.get(spaceId), spaceId);
  const [text, setText] = useState(shown);
  const [found, setFound] = useState<readonly SpaceName[]>([]);
  const [isUsed, setIsUsed] = useState(false);
  useEffect(() => setText(shown), [shown]);

  const known = spaceIds.flatMap((id) => names.spaces.get(id) ?? []);
  const offered = [...new Map([...known, ...found].map((space) => [space.id, space])).values()];
  const isUnknown = text !== '' && text !== shown;
  const chooseFrom = (spaces: readonly SpaceName[], value: string) => {
    const chosen = spaces.find((space) => labelOf(space, space.id) === value);
    if (chosen !== undefined) onChange(chosen.id);
    return chosen;
  };
  const type = (value: string) => {
    setText(value);
    if (chooseFrom(offered, value) === undefined && value === '' && spaceId !== '') onChange('');
  };
  const take = (spaces: readonly SpaceName[]) => {
    setFound(spaces);
    // It was typed, or pasted, before it was found.
    if (isUnknown) chooseFrom(spaces, text);
  };
  return (
    <Field label={t.space}>
      {(control) => (
        <>
          <TextInput
            {...control}
            list={OPTIONS}
            placeholder={t.anySpace}
            value={text}
            maxLength={100}
            onFocus={() => setIsUsed(true)}
            // Text that names no space is not a filter, so it is cleared.
            onBlur={() => {
              if (isUnknown) setText(shown);
            }}
            onChange={type}
          />
          <datalist id={OPTIONS}>
            {offered.map((space) => (
              <option key={space.id} value={labelOf(space, space.id)} />
            ))}
          </datalist>
          {isUsed && <Search text={isUnknown ? text.replace(KEY, '') : ''} onFound={take} />}
        </>
      )}
    </Field>
  );
}

interface SearchProps {
  readonly text: string;
  readonly onFound: (spaces: readonly SpaceName[]) => void;
}

/** Nothing is searched for before the field is used. */
function Search({ text, onFound }: SearchProps) {
  const { search } = useSpaceSearch(text);
  useEffect(() => {
    if (search.state === 'found') onFound(search.found.spaces);
  }, [search]);
  return search.state === 'failed' ? <p className="field-error">{texts.form.spacesFailed}</p> : null;
}

function labelOf(space: SpaceName | undefined, spaceId: string): string {
  return space === undefined ? spaceId : `${space.name} (${space.key})`;
}
