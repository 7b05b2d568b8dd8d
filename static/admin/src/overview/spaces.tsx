import Button from '@atlaskit/button/new';
import type { Overview, SpaceNumbers } from '../../../../src/admin/site/overview';
import type { AddressPart } from '../address-part';
import { pagesQuery } from '../pages/filter';
import { type Sort, sorted, sortIn, sortText } from '../sort';
import { texts } from '../texts';
import { Table } from '../ui/table';
import { useAddressState } from '../use-address-state';
import { Card } from './card';
import { GoToLink } from './go-to-link';
import { SEVERE } from './lists';
import {
  boundOf,
  COVERAGES,
  coverageParts,
  describeParts,
  levelParts,
  NO_LEVEL,
  openFindings,
  percentOf,
  SEVERITIES,
  severeFindings,
  unclassified,
} from './numbers';
import { PartSwatch, StackedBar } from './stacked-bar';

/** The spaces that are shown at first. */
const FEW = 10;

const COLUMNS = ['space', 'pages', 'unclassified', 'open', 'severe', 'scanned'] as const;
type Column = (typeof COLUMNS)[number];

interface SpacesState {
  readonly sort: Sort<Column>;
  /** Shows numbers in place of bars. */
  readonly isTable: boolean;
  readonly isAll: boolean;
}

const ADDRESS: AddressPart<SpacesState> = {
  read: ({ sort, spaces, all }) => ({
    sort: sortIn(sort, COLUMNS) ?? { column: 'pages', isDescending: true },
    isTable: spaces === 'table',
    isAll: all === 'yes',
  }),
  write: ({ sort, isTable, isAll }) => ({
    sort: sortText(sort),
    spaces: isTable ? 'table' : 'bars',
    all: isAll ? 'yes' : 'no',
  }),
};

interface Row {
  readonly id: string;
  readonly name: string;
  /** Omitted for the other spaces. */
  readonly spaceId?: string;
  readonly note?: string;
  readonly numbers: SpaceNumbers;
}

/** The numbers of each space, as bars or as a table. */
export function Spaces({ overview }: { readonly overview: Overview }) {
  const { spaces: t, showTable, hideTable } = texts.overview;
  const [{ sort, isTable, isAll }, change] = useAddressState(ADDRESS);
  const { otherSpaces } = overview;
  const spaces = sorted<Row, Column>(
    overview.spaces.map(({ spaceId, name, key, numbers }) => ({ id: spaceId, spaceId, name, note: key, numbers })),
    sort,
    compareRows,
  );
  const others: readonly Row[] =
    otherSpaces === undefined
      ? []
      : [{ id: 'other', name: t.other(otherSpaces.spaces), note: t.otherNote, numbers: otherSpaces.numbers }];
  const shown = isAll ? spaces : spaces.slice(0, FEW);
  const props = { overview, sort, onSort: (next: Sort<Column>) => change({ sort: next }) };
  return (
    <Card
      id="spaces"
      title={t.title}
      subtitle={t.subtitle}
      isWide
      actions={
        <Button
          spacing="compact"
          appearance="subtle"
          aria-expanded={isTable}
          onClick={() => change({ isTable: !isTable })}
        >
          {isTable ? hideTable : showTable}
        </Button>
      }
    >
      {!isTable && (
        <div className="screen-only">
          <Legend overview={overview} />
          <BarsTable {...props} rows={[...shown, ...others]} />
        </div>
      )}
      {/* Scrolls sideways, so the keyboard must reach it. */}
      <div className={isTable ? 'scroll' : 'print-only'} role="region" aria-label={t.caption} tabIndex={0}>
        <NumbersTable {...props} rows={isTable ? [...shown, ...others] : [...spaces, ...others]} />
      </div>
      {spaces.length > FEW && (
        <p className="screen-only spaces-more">
          <Button spacing="compact" onClick={() => change({ isAll: !isAll })}>
            {isAll ? texts.overview.showFewer : texts.overview.showAll(spaces.length)}
          </Button>
        </p>
      )}
    </Card>
  );
}

interface TableProps {
  readonly overview: Overview;
  readonly rows: readonly Row[];
  readonly sort: Sort<Column>;
  readonly onSort: (sort: Sort<Column>) => void;
}

function BarsTable({ overview, rows, ...sorting }: TableProps) {
  const { columns, caption, barOf } = texts.overview.spaces;
  return (
    <Table
      caption={caption}
      className="spaces-table"
      {...sorting}
      headings={[
        { column: 'space', label: columns.space },
        descending('pages'),
        columns.levels,
        descending('unclassified'),
        descending('open'),
        descending('severe'),
        descending('scanned'),
      ]}
    >
      {rows.map(({ id, spaceId, name, note, numbers }) => {
        const levels = levelParts(overview, numbers);
        const coverage = coverageParts(numbers);
        const ofSpace = spaceId === undefined ? undefined : { spaceId };
        return (
          <tr key={id}>
            <th scope="row" data-label={columns.space}>
              <span className="space-name">{name}</span>
              <span className="note line">{note}</span>
            </th>
            <td data-label={columns.pages}>{texts.overview.atLeast(numbers.pages, numbers.isAtLeast)}</td>
            <td data-label={columns.levels} className="spaces-bar">
              <StackedBar parts={levels} label={barOf(columns.levels, describeParts(levels, numbers))} />
            </td>
            <td data-label={columns.unclassified}>
              <Linked
                count={unclassified(numbers)}
                text={percentOf(unclassified(numbers), numbers.pages, boundOf(NO_LEVEL, numbers))}
                label={`${name}, ${columns.unclassified}`}
                {...(ofSpace && { to: { page: 'pages', query: pagesQuery({ ...ofSpace, level: NO_LEVEL }) } })}
              />
            </td>
            <td data-label={columns.open}>
              <Linked
                count={openFindings(numbers)}
                label={`${name}, ${columns.open}`}
                {...(ofSpace && { to: { page: 'detections', query: ofSpace } })}
              />
            </td>
            <td data-label={columns.severe}>
              <Linked
                count={severeFindings(numbers)}
                label={`${name}, ${columns.severe}`}
                {...(ofSpace && { to: { page: 'detections', query: { ...ofSpace, ...SEVERE } } })}
              />
            </td>
            <td data-label={columns.scanned} className="spaces-bar">
              <StackedBar parts={coverage} label={barOf(columns.scanned, describeParts(coverage, numbers))} />
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

/** The largest numbers first. */
function descending<C extends Exclude<Column, 'space'>>(column: C) {
  return { column, label: texts.overview.spaces.columns[column], isDescendingFirst: true };
}

interface LinkedProps {
  readonly count: number;
  /** Default: the count. */
  readonly text?: string;
  readonly label: string;
  /** The list behind the number. Omitted: the admin cannot view it. */
  readonly to?: Pick<Parameters<typeof GoToLink>[0], 'page' | 'query'>;
}

function Linked({ count, text = texts.overview.number(count), label, to }: LinkedProps) {
  if (count === 0 || to === undefined) return text;
  return (
    <GoToLink {...to} label={`${label}: ${text}`}>
      {text}
    </GoToLink>
  );
}

function NumbersTable({ overview, rows, ...sorting }: TableProps) {
  const { columns, caption, total } = texts.overview.spaces;
  const { severities } = texts.detectors;
  const { kinds } = texts.overview.coverage;
  const parts = levelParts(overview, overview.site).filter(({ count }) => count > 0);
  const all: readonly Row[] = [...rows, { id: 'site', name: total, numbers: overview.site }];
  return (
    <Table
      caption={caption}
      className="spaces-numbers"
      {...sorting}
      headings={[
        { column: 'space', label: columns.space },
        descending('pages'),
        ...parts.map(({ name }) => name),
        ...SEVERITIES.map((severity) => severities[severity]),
        ...COVERAGES.map((kind) => kinds[kind]),
      ]}
    >
      {all.map(({ id, name, numbers }) => (
        <tr key={id}>
          <th scope="row" data-label={columns.space}>
            {name}
          </th>
          <td data-label={columns.pages}>{texts.overview.atLeast(numbers.pages, numbers.isAtLeast)}</td>
          {parts.map(({ key, name: level }) => (
            <td key={key} data-label={level}>
              {texts.overview.number(numbers.byLevel[key] ?? 0)}
            </td>
          ))}
          {SEVERITIES.map((severity) => (
            <td key={severity} data-label={severities[severity]}>
              {texts.overview.number(numbers.open[severity])}
            </td>
          ))}
          {COVERAGES.map((kind) => (
            <td key={kind} data-label={kinds[kind]}>
              {texts.overview.number(numbers.coverage[kind])}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}

function Legend({ overview }: { readonly overview: Overview }) {
  const levels = levelParts(overview, overview.site).filter(({ count }) => count > 0);
  return (
    <ul className="legend" aria-label={texts.overview.spaces.legend}>
      {levels.map(({ key, name, color }) => (
        <li key={key}>
          <PartSwatch color={color} />
          {name}
        </li>
      ))}
    </ul>
  );
}

const VALUES: Readonly<Record<Exclude<Column, 'space'>, (numbers: SpaceNumbers) => number>> = {
  pages: ({ pages }) => pages,
  unclassified: (numbers) => (numbers.pages === 0 ? 0 : unclassified(numbers) / numbers.pages),
  open: openFindings,
  severe: severeFindings,
  scanned: ({ pages, coverage }) => (pages === 0 ? 0 : coverage.complete / pages),
};

function compareRows(a: Row, b: Row, column: Column): number {
  return column === 'space' ? a.name.localeCompare(b.name) : VALUES[column](a.numbers) - VALUES[column](b.numbers);
}
