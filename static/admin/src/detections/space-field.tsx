import { useEffect, useState } from 'react';
import type { SpaceName } from '../../../../src/admin/spaces/spaces';
import { texts } from '../texts';
import { Field } from '../ui/field';
import { TextInput } from '../ui/text-input';
import { useSpaceSearch } from '../use-live-search';
import type { FindingNames } from './names';

interface SpaceFieldProps {
  /** '': all spaces. */
  readonly spaceId: string;
  readonly names: Pick<FindingNames, 'spaces'>;
  /** Spaces with findings. They are offered first. */
  readonly spaceIds: readonly string[];
  readonly onChange: (spaceId: string) => void;
}

const OPTIONS = 'detections-spaces';
/** The key that `labelOf` appends to the name. Removed for the search. */
const KEY = / \([^()]*\)$/;

/** Selects a space. Typing searches, and a suggestion that matches is selected. */
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
    // The user entered the text before the search found the space.
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
            // Clears text that does not name a space, because it is not a filter.
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

/** Rendered only after the field is used, so that no search runs before. */
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
