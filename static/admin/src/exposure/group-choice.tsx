import { useEffect, useState } from 'react';
import { findGroups, type FoundGroup, readGroupName } from '../confluence-groups';
import { texts } from '../texts';
import { CheckboxChoices } from '../ui/choices';
import { TextField } from '../ui/form-fields';
import { useLiveSearch } from '../use-live-search';

const { groups: t } = texts.exposure.rules;

/** The limit of a rule. */
const MAX_GROUPS = 50;
const MAX_FOUND = 20;

interface GroupChoiceProps {
  /** The name of the level. */
  readonly level: string;
  readonly groupIds: readonly string[];
  readonly onChange: (groupIds: readonly string[]) => void;
}

/** The groups whose members may see the pages of a level. Their names come from Confluence, as the admin, and stay in the frame. */
export function GroupChoice({ level, groupIds, onChange }: GroupChoiceProps) {
  const [text, setText] = useState('');
  const { names, learn } = useGroupNames(groupIds);
  const search = useLiveSearch(findByName, text.trim());
  const found = text.trim() !== '' && search.search.state === 'found' ? search.search.found : undefined;
  const nameOf = (groupId: string) => names.get(groupId) ?? groupId;
  const choose = (chosen: readonly string[]) => {
    learn(found?.groups ?? []);
    const others = groupIds.filter((id) => found?.groups?.every((group) => group.id !== id) ?? true);
    onChange([...others, ...chosen.filter((id) => !others.includes(id))].slice(0, MAX_GROUPS));
  };
  return (
    <div className="picker">
      {groupIds.length > 0 && (
        <ul className="chips" aria-label={t.chosen(level)}>
          {groupIds.map((groupId) => (
            <li className="chip" key={groupId}>
              {nameOf(groupId)}
              <button
                type="button"
                aria-label={t.remove(nameOf(groupId), level)}
                onClick={() => onChange(groupIds.filter((id) => id !== groupId))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <TextField
        label={t.search(level)}
        help={groupIds.length === 0 ? t.any : t.only}
        type="search"
        value={text}
        maxLength={100}
        onChange={setText}
      />
      <div aria-live="polite">
        {found !== undefined && found.groups === undefined && <p className="field-error">{t.failed}</p>}
        {found?.groups?.length === 0 && <p className="field-help">{t.none}</p>}
        {found?.groups !== undefined && found.groups.length > 0 && (
          <CheckboxChoices
            label={t.found(level)}
            chosen={found.groups.map(({ id }) => id).filter((id) => groupIds.includes(id))}
            choices={found.groups.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={choose}
          />
        )}
        {groupIds.length >= MAX_GROUPS && <p className="field-help">{t.most(MAX_GROUPS)}</p>}
      </div>
    </div>
  );
}

/** `groups` is undefined if Confluence did not answer. */
interface FoundGroups {
  readonly groups: readonly FoundGroup[] | undefined;
}

async function findByName(text: string): Promise<{ readonly ok: true; readonly value: FoundGroups }> {
  return { ok: true, value: { groups: text === '' ? [] : await findGroups(text, MAX_FOUND) } };
}

/** Asks for each name once. A group without a name is shown by its id. */
function useGroupNames(groupIds: readonly string[]) {
  const [names, setNames] = useState<ReadonlyMap<string, string | undefined>>(new Map());
  const learn = (groups: readonly FoundGroup[]) =>
    setNames((known) => new Map([...known, ...groups.map(({ id, name }) => [id, name] as const)]));
  const missing = groupIds.filter((id) => !names.has(id)).join();
  useEffect(() => {
    if (missing === '') return undefined;
    let isCurrent = true;
    const ids = missing.split(',');
    void Promise.all(ids.map(readGroupName)).then((read) => {
      if (isCurrent) setNames((known) => new Map([...known, ...ids.map((id, index) => [id, read[index]] as const)]));
    });
    return () => {
      isCurrent = false;
    };
  }, [missing]);
  return { names, learn };
}
