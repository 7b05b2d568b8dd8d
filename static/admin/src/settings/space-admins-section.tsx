import Button from '@atlaskit/button/new';
import type { LevelList } from '../../../../src/admin/change-levels';
import { spaceName } from '../names';
import { texts } from '../texts';
import { Fact } from '../ui/fact';
import { Section } from '../ui/section';
import { Skeleton } from '../ui/skeleton';
import { useSpaceNames } from '../use-space-names';
import { focusIds } from './focus-ids';
import { delegatedInWords, ownInWords } from './space-admins';

interface SpaceAdminsSectionProps {
  readonly list: LevelList;
  readonly onEdit: () => void;
}

/** The settings that space admins may change, and their present values. */
export function SpaceAdminsSection({ list, onEdit }: SpaceAdminsSectionProps) {
  const { edit, spaceAdmins: t } = texts.settings;
  const { delegated = [], ownSpaces = {} } = list.settings;
  const ids = Object.keys(ownSpaces);
  return (
    <Section
      id={focusIds.spaceAdmins}
      title={t.title}
      intro={t.intro}
      actions={
        <Button aria-label={t.edit} onClick={onEdit}>
          {edit}
        </Button>
      }
    >
      <dl className="facts">
        <Fact label={t.may}>{delegatedInWords(delegated)}</Fact>
        <Fact label={t.own}>{ids.length === 0 ? t.noneOwn : <OwnSpaces list={list} ids={ids} />}</Fact>
      </dl>
    </Section>
  );
}

const SHOWN_SPACES = 10;

function OwnSpaces({ list, ids }: { readonly list: LevelList; readonly ids: readonly string[] }) {
  const shown = ids.slice(0, SHOWN_SPACES);
  const spaces = useSpaceNames(shown);
  if (spaces === undefined) return <Skeleton rows={1} />;
  return (
    <ul className="plain-list">
      {shown.map((id) => (
        <li key={id}>
          {spaceName({ spaces }, id)}
          <p className="section-text subtle">{ownInWords(list, id)}</p>
        </li>
      ))}
      {ids.length > shown.length && <li>{texts.settings.schemes.more(ids.length - shown.length)}</li>}
    </ul>
  );
}
