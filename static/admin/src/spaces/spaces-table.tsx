import type { SpaceName } from '../../../../src/admin/spaces/spaces';
import type { SpaceNumbers } from '../../../../src/admin/site/overview';
import { schemeInWords } from '../configuration/setting-words';
import { countEnabled, findScheme, siteOrScheme } from '../detectors/schemes';
import { NO_LEVEL, severeFindings } from '../overview/numbers';
import { SEVERE } from '../overview/lists';
import type { OpenDialog } from './open-dialog';
import { ShownDefault } from '../settings/shown-default';
import { ownInWords } from './space-admins';
import { texts } from '../texts';
import { AppLink } from '../ui/app-link';
import { Menu } from '../ui/menu';
import { Table } from '../ui/table';
import type { SpacesAndSettings } from './spaces-page';

/** A space without a name has only an ID. */
export type ListedSpace = Pick<SpaceName, 'id'> & Partial<SpaceName>;

export interface SpacesTableProps extends SpacesAndSettings {
  readonly caption: string;
  readonly spaces: readonly ListedSpace[];
  readonly onEdit: (dialog: OpenDialog) => void;
}

/** The settings of spaces, including those from the site, and their numbers. */
export function SpacesTable({ caption, spaces, onEdit, ...value }: SpacesTableProps) {
  const { spaces: t } = texts;
  const { columns } = t;
  const numbers = new Map(value.overview.spaces.map((space) => [space.spaceId, space.numbers]));
  return (
    <Table caption={caption} headings={[t.space, ...Object.values(columns), t.actions]} className="section-table">
      {spaces.map(({ id, key, name = id }) => (
        <tr key={id}>
          <th scope="row">
            {name}
            <span className="line note">{key ?? t.unknown}</span>
          </th>
          <td data-label={columns.defaultLevel}>
            <DefaultLevel {...value} spaceId={id} />
          </td>
          <td data-label={columns.levels}>
            <AllowedLevels {...value} spaceId={id} />
          </td>
          <td data-label={columns.detectors}>
            <Detectors {...value} spaceId={id} />
          </td>
          <td data-label={columns.admins}>
            <Admins {...value} spaceId={id} />
          </td>
          <td data-label={columns.pages}>
            <Pages spaceId={id} numbers={numbers.get(id)} />
          </td>
          <td data-label={t.actions}>
            <Menu
              label={t.editNamed(name)}
              items={[
                { label: t.editLevels, onSelect: () => onEdit({ dialog: 'space', spaceId: id }) },
                { label: t.editDetectors, onSelect: () => onEdit({ dialog: 'spaceDetectors', spaceId: id }) },
              ]}
            />
          </td>
        </tr>
      ))}
    </Table>
  );
}

interface CellProps extends SpacesAndSettings {
  readonly spaceId: string;
}

/** A note for settings that are the same as the site. */
function Origin({ isOwn }: { readonly isOwn: boolean }) {
  return isOwn ? null : <span className="line note">{texts.spaces.sameAsSite}</span>;
}

function DefaultLevel({ list: { levels, settings }, spaceId }: CellProps) {
  const own = settings.spaces[spaceId]?.defaultLevel;
  return (
    <>
      <ShownDefault levels={levels} level={own ?? settings.defaultLevel ?? 'none'} />
      <Origin isOwn={own !== undefined} />
    </>
  );
}

function AllowedLevels({ list, spaceId }: CellProps) {
  const { settings } = list;
  const own = settings.spaces[spaceId]?.schemeId;
  return (
    <>
      {schemeInWords(list, own ?? settings.schemeId ?? 'none')}
      <Origin isOwn={own !== undefined} />
    </>
  );
}

function Detectors({ detection, spaceId }: CellProps) {
  const scheme = findScheme(detection, detection.spaces[spaceId]);
  const { catalog } = siteOrScheme(detection, scheme);
  return (
    <>
      {scheme?.name ?? texts.detectors.spaces.on(countEnabled(catalog), catalog.length)}
      <Origin isOwn={scheme !== undefined} />
    </>
  );
}

/** The settings of the admins of the space, and if classification is off. */
function Admins({ list, spaceId }: CellProps) {
  const { spaceAdmins: t } = texts.settings;
  const words = ownInWords(list, spaceId);
  const weaker = list.weakened?.find((one) => one.spaceId === spaceId);
  return (
    <>
      {list.settings.surfaces?.offSpaceIds.includes(spaceId) === true && (
        <span className="line">{texts.spaces.off}</span>
      )}
      {words !== '' && <span className="line">{words}</span>}
      {weaker !== undefined && (
        <span className="lozenge lozenge-expiring">
          {t.weakenedBy(weaker.by.map((one) => t.settings[one]).join(', '))}
        </span>
      )}
    </>
  );
}

interface PagesProps {
  readonly spaceId: string;
  /** undefined: not counted. */
  readonly numbers: SpaceNumbers | undefined;
}

function Pages({ spaceId, numbers }: PagesProps) {
  const { spaces: t, overview } = texts;
  if (numbers === undefined) return <span className="note">{t.notCounted}</span>;
  const without = numbers.byLevel[NO_LEVEL] ?? 0;
  const severe = severeFindings(numbers);
  return (
    <>
      <span className="line">{overview.atLeast(numbers.pages, numbers.isAtLeast)}</span>
      {without > 0 && <span className="line note">{t.withoutLevel(without)}</span>}
      {severe > 0 && (
        <AppLink page="detections" query={{ spaceId, ...SEVERE }} className="link">
          {t.severe(severe)}
        </AppLink>
      )}
    </>
  );
}
