import type { ReactNode } from 'react';
import type { CatalogueEntry } from '../../../../src/detection/configuration/detector-catalogue';
import { SeverityLozenge } from '../detections/severity';
import { texts } from '../texts';
import { Menu } from '../ui/menu';
import { Table } from '../ui/table';
import { isChanged } from './selection';
import { stateOf } from './words';

interface Action {
  readonly label: string;
  readonly onSelect: () => void;
}

interface DetectorsTableProps {
  readonly caption: string;
  readonly shown: readonly CatalogueEntry[];
  /** True if the settings are those of a scheme. */
  readonly isOfScheme: boolean;
  /** A further line below the name. */
  readonly noteOf?: (entry: CatalogueEntry) => ReactNode;
  readonly actionsOf: (entry: CatalogueEntry) => readonly Action[];
}

/** Detectors with their settings. */
export function DetectorsTable({ caption, shown, isOfScheme, noteOf, actionsOf }: DetectorsTableProps) {
  const { catalogue: t, categories } = texts.detectors;
  return (
    <Table
      caption={caption}
      headings={[
        t.columns.name,
        t.columns.category,
        t.columns.severity,
        t.columns.minConfidence,
        t.columns.state,
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
            <span className={entry.enabled && entry.inRegions ? 'lozenge lozenge-active' : 'lozenge'}>
              {stateOf(entry)}
            </span>
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
