import Button from '@atlaskit/button/new';
import type { LevelList } from '../../../../src/admin/levels/change-levels';
import { spaceName } from '../names';
import { texts } from '../texts';
import { Fact } from '../ui/fact';
import { Section } from '../ui/section';
import { Skeleton } from '../ui/skeleton';
import { useSpaceNames } from '../use-space-names';
import { focusIds } from './focus-ids';
import { peopleInWords, shownInWords, surfacesDraftOf } from './surfaces';

interface SurfacesSectionProps {
  readonly list: LevelList;
  readonly onEdit: () => void;
}

/** The settings for the parts that people see on pages, and for their permissions. */
export function SurfacesSection({ list, onEdit }: SurfacesSectionProps) {
  const { edit, surfaces: t } = texts.settings;
  const draft = surfacesDraftOf(list.settings);
  const names = t.names[draft.bylineNames];
  return (
    <Section
      id={focusIds.surfaces}
      title={t.title}
      intro={t.intro}
      actions={
        <Button aria-label={t.edit} onClick={onEdit}>
          {edit}
        </Button>
      }
    >
      <dl className="facts">
        <Fact label={t.shown}>{shownInWords(draft)}</Fact>
        <Fact label={t.bylineNames}>
          {names.label}
          <p className="section-text subtle">{names.description}</p>
        </Fact>
        <Fact label={t.people}>{peopleInWords(draft)}</Fact>
        <Fact label={t.off}>
          <OffSpaces ids={draft.offSpaceIds} isOffBySpaceAdmins={isOffBySpaceAdmins(list)} />
        </Fact>
      </dl>
    </Section>
  );
}

const SHOWN_SPACES = 10;

function isOffBySpaceAdmins({ settings: { delegated = [], ownSpaces = {} } }: LevelList): boolean {
  return delegated.includes('off') && Object.values(ownSpaces).some(({ isOff }) => isOff === true);
}

interface OffSpacesProps {
  readonly ids: readonly string[];
  readonly isOffBySpaceAdmins: boolean;
}

function OffSpaces({ ids, isOffBySpaceAdmins: isOffElsewhere }: OffSpacesProps) {
  const shown = ids.slice(0, SHOWN_SPACES);
  const spaces = useSpaceNames(shown);
  const { noneOff, noneOffHere } = texts.settings.surfaces;
  if (ids.length === 0) return isOffElsewhere ? noneOffHere : noneOff;
  if (spaces === undefined) return <Skeleton rows={1} />;
  return (
    <ul className="plain-list">
      {shown.map((id) => (
        <li key={id}>{spaceName({ spaces }, id)}</li>
      ))}
      {ids.length > shown.length && <li>{texts.settings.schemes.more(ids.length - shown.length)}</li>}
    </ul>
  );
}
