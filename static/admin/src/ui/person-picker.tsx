import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import type { AccountName, FoundPeople } from '../../../../src/admin/audit/accounts';
import { ask } from '../operations';
import { texts } from '../texts';
import { Field, type FieldLabels } from './field';
import './person-picker.css';
import { TextInput } from './text-input';

export type Person = AccountName;

interface PersonPickerProps extends FieldLabels {
  /** Undefined: none is selected. For several people, keep it undefined and collect them in `onChange`. */
  readonly value: Person | undefined;
  readonly hasInitialFocus?: boolean;
  /** Also selects an account ID that Confluence does not know, such as that of a person who left. */
  readonly acceptsUnknown?: boolean;
  readonly onChange: (person: Person | undefined) => void;
}

type Search = { readonly state: 'searching' | 'failed' } | { readonly state: 'found'; readonly found: FoundPeople };

/** The account ID in the address of a profile: `https://example.atlassian.net/wiki/people/712020:…`. */
const IN_ADDRESS = /\/people\/([A-Za-z0-9:_%-]+)/;
const ACCOUNT_ID = /^(?:[\w-]+:[\w:-]+|[0-9a-f]{24})$/;

/** Long enough not to search at every character. */
const PAUSE_MS = 250;

/**
 * Selects a person by name, or by a pasted account ID or address of a profile (WAI-ARIA Authoring Practices: an editable combobox with a
 * list). Nothing moves when the list closes, so that a click on a button below is not lost.
 */
export function PersonPicker({
  value,
  hasInitialFocus = false,
  acceptsUnknown = false,
  onChange,
  ...labels
}: PersonPickerProps) {
  const { people: t } = texts;
  const listId = useId();
  const [typed, setTyped] = useState<string>();
  const [active, setActive] = useState(0);
  const text = typed?.trim() ?? '';
  const wanted = (IN_ADDRESS.exec(text)?.[1] ?? text).replaceAll(/%3A/gi, ':');
  const search = usePeopleSearch(wanted);
  const found = text !== '' && search.state === 'found' ? search.found.people : [];
  const isUnknown = acceptsUnknown && search.state === 'found' && found.length === 0 && ACCOUNT_ID.test(wanted);
  const people = isUnknown ? [{ accountId: wanted, displayName: wanted }] : found;
  const choose = (person: Person | undefined) => {
    setTyped(undefined);
    setActive(0);
    onChange(person);
  };
  const [only] = people;
  const isWhole = ACCOUNT_ID.test(wanted);
  // A whole account ID needs no choice.
  useEffect(() => {
    if (isWhole && only !== undefined) choose(only);
  }, [isWhole, only]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const person = people[active];
    if (step !== 0 && people.length > 0) setActive((active + step + people.length) % people.length);
    else if (event.key === 'Enter' && text !== '' && person !== undefined) choose(person);
    else if (event.key === 'Escape' && text !== '') setTyped(undefined);
    else if (event.key !== 'Enter' || text === '') return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Field {...labels}>
      {(control) => (
        <div className="person-picker">
          <TextInput
            {...control}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={people.length > 0}
            aria-controls={listId}
            aria-activedescendant={people.length > 0 ? optionIdOf(listId, active) : undefined}
            hasInitialFocus={hasInitialFocus}
            placeholder={t.placeholder}
            maxLength={200}
            value={typed ?? value?.displayName ?? ''}
            onKeyDown={onKeyDown}
            // Other text selects no person.
            onBlur={() =>
              acceptsUnknown && isWhole ? choose({ accountId: wanted, displayName: wanted }) : setTyped(undefined)
            }
            onChange={(next) => {
              setActive(0);
              setTyped(next);
              if (next.trim() === '' && value !== undefined) choose(undefined);
            }}
          />
          <PeopleFound listId={listId} people={people} active={active} onChoose={choose} />
          <p className="field-help" role="status">
            {text !== '' && (isUnknown ? t.found(1) : statusOf(search, text))}
          </p>
        </div>
      )}
    </Field>
  );
}

const optionIdOf = (listId: string, index: number) => `${listId}-${index}`;

interface PeopleFoundProps {
  readonly listId: string;
  readonly people: readonly Person[];
  readonly active: number;
  readonly onChoose: (person: Person) => void;
}

function PeopleFound({ listId, people, active, onChoose }: PeopleFoundProps) {
  return (
    <ul id={listId} className="people-found" role="listbox" aria-label={texts.people.list} hidden={people.length === 0}>
      {people.map((person, index) => (
        <li
          key={person.accountId}
          id={optionIdOf(listId, index)}
          role="option"
          aria-selected={index === active}
          // Before the input loses the focus.
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(person);
          }}
        >
          {person.displayName}
        </li>
      ))}
    </ul>
  );
}

function statusOf(search: Search, text: string): string {
  const { people: t } = texts;
  if (search.state !== 'found') return t[search.state];
  const { people, canSearch } = search.found;
  if (people.length > 0) return t.found(people.length);
  return canSearch ? t.none(text) : t.cannotSearch;
}

function usePeopleSearch(text: string): Search {
  const [search, setSearch] = useState<Search>({ state: 'searching' });
  useEffect(() => {
    setSearch({ state: 'searching' });
    if (text === '') return undefined;
    // A late response must not replace the response to a later search.
    let isCurrent = true;
    const timer = setTimeout(() => {
      void ask('findPeople', { text: text.slice(0, 128) }).then((answer) => {
        if (isCurrent) setSearch(answer.ok ? { state: 'found', found: answer.value } : { state: 'failed' });
      });
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text]);
  return search;
}
