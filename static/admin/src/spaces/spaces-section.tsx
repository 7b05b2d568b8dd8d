import { useState } from 'react';
import { texts } from '../texts';
import { Section } from '../ui/section';
import { FoundSpaces } from './found-spaces';
import { OwnSpaces } from './own-spaces';
import type { SpaceColumns } from './spaces-table';
import { TextField } from '../ui/form-fields';

interface SpacesSectionProps extends SpaceColumns {
  /** The ID of the heading. */
  readonly id: string;
  readonly intro: string;
  readonly ownIds: readonly string[];
  /** The formatted number of spaces. */
  readonly counted: string;
}

/** Lists the spaces with their own settings, and searches for the others, because there may be thousands. */
export function SpacesSection({ id, intro, ownIds, counted, ...table }: SpacesSectionProps) {
  const { spaces: t } = texts;
  const [text, setText] = useState('');
  return (
    <Section id={id} title={t.title} intro={intro}>
      <search className="section-search">
        <TextField label={t.search} help={t.searchHint} type="search" value={text} maxLength={100} onChange={setText} />
      </search>
      {text.trim() === '' ? (
        <OwnSpaces ids={ownIds} counted={counted} {...table} />
      ) : (
        <FoundSpaces text={text.trim()} {...table} />
      )}
    </Section>
  );
}
