import type { ExcludedValues } from './exclude';
import { texts } from '../texts';
import type { OpenDialog } from './open-dialog';
import type { Grouping } from './filter';
import type { TriageRow } from './names';

/** The limit of findings in one redaction. */
export const MAX_FINDINGS = 100;

/** An action on rows, by button or keyboard shortcut. */
export interface RowAction {
  readonly key: string;
  readonly label: string;
  /** Omitted: for every row. */
  readonly isFor?: (row: TriageRow) => boolean;
  readonly run: (rows: readonly TriageRow[]) => void;
}

/** @param spaceId the space that the list is limited to; '' = all spaces */
export function actionsFor(group: Grouping, open: (dialog: OpenDialog) => void, spaceId: string): readonly RowAction[] {
  const { actions: t } = texts.detections;
  const exclude = (rows: readonly TriageRow[]) => {
    const [row] = rows;
    if (group === 'none' && rows.length === 1 && row !== undefined && isOpen(row))
      return open({ dialog: 'exclude-one', finding: row.finding });
    return open({
      dialog: 'exclude',
      // A group of equal values is excluded by its fingerprint, on all pages of the space or the site.
      target:
        group === 'value' ? valuesOf(rows, spaceId) : { findingIds: rows.map(({ finding }) => finding.findingId) },
    });
  };
  const redact = (rows: readonly TriageRow[]) => open({ dialog: 'redact', rows, group });
  const clean = (rows: readonly TriageRow[]) => {
    const findingIds = rows.filter(isRedacted).map(({ finding }) => finding.findingId);
    if (findingIds.length > 0) open({ dialog: 'clean-history', findingIds: findingIds.slice(0, MAX_FINDINGS) });
  };
  const scan = (rows: readonly TriageRow[]) =>
    open({ dialog: 'scan', pageIds: [...new Set(rows.flatMap(({ pageIds }) => pageIds))] });
  return [
    // The findings on a page need separate decisions.
    ...(group === 'page' ? [] : [{ key: 'e', label: t.exclude, run: exclude }]),
    { key: 'r', label: t.redact, run: redact },
    { key: 's', label: t.scan, run: scan },
    // A group has findings of every status.
    ...(group === 'none' ? [{ key: 'v', label: t.cleanHistory, isFor: isRedacted, run: clean }] : []),
  ];
}

/** The actions that at least one of the rows has. */
export function actionsOn(rows: readonly TriageRow[], actions: readonly RowAction[]): readonly RowAction[] {
  return actions.filter(({ isFor }) => isFor === undefined || rows.some(isFor));
}

function isRedacted({ finding: { status } }: TriageRow): boolean {
  return status === 'redacted';
}

function valuesOf(rows: readonly TriageRow[], spaceId: string): ExcludedValues {
  return {
    spaceId,
    fingerprints: rows.map(({ id }) => id),
    findings: rows.reduce((sum, { count }) => sum + count, 0),
    pages: new Set(rows.flatMap(({ pageIds }) => pageIds)).size,
  };
}

function isOpen({ finding: { status } }: TriageRow): boolean {
  return status === 'open' || status === 'observed';
}
