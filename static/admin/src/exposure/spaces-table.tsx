import Button from '@atlaskit/button/new';
import type { ExposureSpaceView, ExposureView } from '../../../../src/admin/pages/exposure';
import { formatAgo } from '../dates';
import { GoToLink } from '../overview/go-to-link';
import { texts } from '../texts';
import { Table } from '../ui/table';
import { exposureQuery } from './filter';

interface SpacesTableProps {
  readonly view: ExposureView;
  readonly onRefresh: (spaceId: string) => void;
}

/** The spaces with pages of levels with a rule, and their pages over the rule by level. */
export function SpacesTable({ view: { spaces, otherSpaces, levels }, onRefresh }: SpacesTableProps) {
  const { spaces: t } = texts.exposure;
  const ruled = levels.filter(({ pages }) => pages !== undefined);
  if (spaces.length === 0) return <p className="subtle">{t.none}</p>;
  return (
    <>
      <Table caption={t.caption} headings={[t.space, t.who, ...ruled.map(({ name }) => name), t.checked, t.refresh]}>
        {spaces.map((space) => (
          <tr key={space.spaceId}>
            <th scope="row" data-label={t.space}>
              <GoToLink page="exposure" query={exposureQuery({ spaceId: space.spaceId })}>
                {space.name}
              </GoToLink>
            </th>
            <td data-label={t.who}>{whoEnters(space)}</td>
            {ruled.map(({ levelId, name }) => (
              <td key={levelId} data-label={name}>
                <Cell of={space.byLevel[levelId]} />
              </td>
            ))}
            <td data-label={t.checked} className="subtle">
              {space.checkedAt === undefined ? t.never : formatAgo(space.checkedAt)}
            </td>
            <td data-label={t.refresh}>
              <Button
                spacing="compact"
                appearance="subtle"
                aria-label={t.refreshNamed(space.name)}
                onClick={() => onRefresh(space.spaceId)}
              >
                {t.refresh}
              </Button>
            </td>
          </tr>
        ))}
      </Table>
      {otherSpaces > 0 && <p className="note">{t.more(otherSpaces)}</p>}
    </>
  );
}

function whoEnters({ anonymous, letsInAllUsers, people, isClosed }: ExposureSpaceView): string {
  const { spaces: t } = texts.exposure;
  const who =
    anonymous === true ? t.anyone : letsInAllUsers ? t.allUsers : people === undefined ? t.never : t.people(people);
  return isClosed ? `${who} · ${t.closed}` : who;
}

function Cell({ of }: { readonly of: ExposureSpaceView['byLevel'][string] | undefined }) {
  const { upTo, spaces: t } = texts.exposure;
  if (of === undefined) return <span className="subtle">0</span>;
  const { over, unknown, notMeasuredYet } = of.pages;
  return (
    <span className={over > 0 ? 'matrix-below' : ''}>
      {t.cell(upTo(over, notMeasuredYet), unknown - notMeasuredYet)}
    </span>
  );
}
