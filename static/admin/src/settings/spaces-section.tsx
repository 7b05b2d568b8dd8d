import { useState } from 'react';
import type { LevelList } from '../../../../src/admin/change-levels';
import { texts } from '../texts';
import { Field } from '../ui/field';
import { TextInput } from '../ui/text-input';
import { FoundSpaces } from './found-spaces';
import { OwnSpaces } from './own-spaces';
import { focusIds } from './place';
import { Section } from './section';

interface SpacesSectionProps {
  readonly list: LevelList;
  readonly onEdit: (spaceId: string, name: string) => void;
}

/** Those with settings of their own, part by part; all others are found by name or key, because there may be thousands. */
export function SpacesSection({ list, onEdit }: SpacesSectionProps) {
  const t = texts.settings.spaces;
  const [text, setText] = useState('');
  return (
    <Section id={focusIds.space} title={t.title} intro={t.intro}>
      <search className="settings-search">
        <Field label={t.search} help={t.searchHint}>
          {(control) => <TextInput {...control} type="search" value={text} maxLength={100} onChange={setText} />}
        </Field>
      </search>
      {text.trim() === '' ? (
        <OwnSpaces list={list} onEdit={onEdit} />
      ) : (
        <FoundSpaces text={text.trim()} list={list} onEdit={onEdit} />
      )}
    </Section>
  );
}
