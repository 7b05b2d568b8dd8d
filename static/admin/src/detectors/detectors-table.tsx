import type { ReactNode } from 'react';
import type { CatalogEntry } from '../../../../src/detection/configuration/detector-catalog';
import { SeverityLozenge } from '../detections/severity';
import type { Sort } from '../sort';
import { texts } from '../texts';
import { Menu } from '../ui/menu';
import { Switch } from '../ui/switch';
import { Table } from '../ui/table';
import { type Column, isChanged } from './selection';
import type { Switches } from './use-switches';
import { stateOf } from './words';

interface Action {
  readonly label: string;
  readonly onSelect: () => void;
}

interface DetectorsTableProps {
  readonly caption: string;
  readonly shown: readonly CatalogEntry[];
  readonly sort?: Sort<Column> | undefined;
  /** Omitted: the headings do not sort. */
  readonly onSort?: (sort: Sort<Column>) => void;
  /** True if the settings are those of a scheme. */
  readonly isOfScheme: boolean;
  /** Omitted: the table does not turn detectors on or off. */
  readonly switches?: Switches;
  /** A further line below the name. */
  readonly noteOf?: (entry: CatalogEntry) => ReactNode;
  readonly actionsOf: (entry: CatalogEntry) => readonly Action[];
}

/** Detectors with their settings. */
export function DetectorsTable({
  caption,
  shown,
  sort,
  onSort,
  isOfScheme,
  switches,
  noteOf,
  actionsOf,
}: DetectorsTableProps) {
  const { catalog: t, categories } = texts.detectors;
  const headingOf = (column: Column, label: string) =>
    onSort === undefined ? label : { column, label, isDescendingFirst: column === 'severity' };
  return (
    <Table
      caption={caption}
      sort={sort}
      onSort={onSort}
      headings={[
        headingOf('name', t.columns.name),
        headingOf('category', t.columns.category),
        headingOf('severity', t.columns.severity),
        headingOf('confidence', t.columns.minConfidence),
        headingOf('state', t.columns.state),
        t.columns.actions,
      ]}
      className="detectors-table"
    >
      {shown.map((entry) => (
        <tr key={entry.detectorId}>
          <th scope="row" data-label={t.columns.name}>
            <span className="line">{entry.name}</span>
            <span className="line note">
              {entry.group} · <code>{entry.detectorId}</code>
            </span>
            {noteOf?.(entry)}
          </th>
          <td data-label={t.columns.category}>{categories[entry.category]}</td>
          <td data-label={t.columns.severity}>
            <SeverityLozenge severity={entry.severity} />
          </td>
          <td data-label={t.columns.minConfidence}>{entry.minConfidence}</td>
          <td data-label={t.columns.state}>
            {entry.isObserved && <span className="lozenge">{texts.detections.statuses.observed}</span>}{' '}
            {switches === undefined ? (
              <StateLozenge entry={entry} />
            ) : (
              <StateSwitch entry={entry} switches={switches} />
            )}
            {isChanged(entry) && <span className="line note">{isOfScheme ? t.changedByScheme : t.changed}</span>}
          </td>
          <td data-label={t.columns.actions}>
            <Menu label={t.actionsOf(entry.name)} items={actionsOf(entry)} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function StateLozenge({ entry }: { readonly entry: CatalogEntry }) {
  const isActive = entry.enabled && entry.inRegions;
  return <span className={isActive ? 'lozenge lozenge-active' : 'lozenge'}>{stateOf(entry)}</span>;
}

function StateSwitch({ entry, switches }: { readonly entry: CatalogEntry; readonly switches: Switches }) {
  const enabled = switches.pending.get(entry.detectorId) ?? entry.enabled;
  return (
    <Switch label={entry.name} isOn={enabled} onChange={(isOn) => switches.turn(entry.name, [entry], isOn)}>
      {stateOf({ ...entry, enabled })}
    </Switch>
  );
}
