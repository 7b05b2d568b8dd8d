import Button from '@atlaskit/button/new';
import type { LevelList } from '../../../../src/admin/levels/change-levels';
import { type Names, spaceName } from '../names';
import { texts } from '../texts';
import { Fact } from '../ui/fact';
import { Section } from '../ui/section';
import { Skeleton } from '../ui/skeleton';
import { useSpaceNames } from '../use-space-names';
import { FOCUS_IDS } from './open-dialog';
import { delegatedInWords, floorInWords, ownInWords } from './space-admins';

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
      id={FOCUS_IDS.spaceAdmins}
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
        {delegated.includes('defaultLevel') && <Fact label={t.floor}>{floorInWords(list)}</Fact>}
        <Fact label={t.weakened}>
          {list.weakened === undefined ? t.noneWeakened : <WeakenedSpaces weakened={list.weakened} />}
        </Fact>
        <Fact label={t.own}>{ids.length === 0 ? t.noneOwn : <OwnSpaces list={list} ids={ids} />}</Fact>
      </dl>
    </Section>
  );
}

/** One request looks up as many names. */
const MAX_NAMES = 250;

type Weakened = NonNullable<LevelList['weakened']>;

function WeakenedSpaces({ weakened }: { readonly weakened: Weakened }) {
  const spaces = useSpaceNames(weakened.slice(0, MAX_NAMES).map(({ spaceId }) => spaceId));
  return spaces === undefined ? <Skeleton rows={1} /> : <WeakenedList weakened={weakened} spaces={spaces} />;
}

interface WeakenedListProps {
  readonly weakened: Weakened;
  /** The spaces that the admin can view. */
  readonly spaces: Names['spaces'];
}

/** The spaces that the admin can view, and the number of the others. */
export function WeakenedList({ weakened, spaces }: WeakenedListProps) {
  const { spaceAdmins: t } = texts.settings;
  const visible = weakened.filter(({ spaceId }) => spaces.has(spaceId));
  return (
    <ul className="plain-list">
      {visible.map(({ spaceId, by }) => (
        <li key={spaceId}>
          {spaceName({ spaces }, spaceId)}
          <p className="section-text subtle">{t.weakenedBy(by.map((one) => t.settings[one]).join(', '))}</p>
        </li>
      ))}
      {weakened.length > visible.length && <li>{t.moreWeakened(weakened.length - visible.length)}</li>}
    </ul>
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
