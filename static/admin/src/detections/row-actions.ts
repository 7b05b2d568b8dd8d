import type { ExcludedValues } from './exclude';
import { texts } from '../texts';
import type { OpenDialog } from './open-dialog';
import type { FindingFilter, Grouping } from './filter';
import type { TriageRow } from './names';

/** The limits of one redaction. */
export const MAX_FINDINGS = 1_000;
export const MAX_PAGES = 250;

/** An action on rows, by button or keyboard shortcut. */
export interface RowAction {
  readonly key: string;
  readonly label: string;
  /** Omitted: for every row. */
  readonly isFor?: (row: TriageRow) => boolean;
  readonly run: (rows: readonly TriageRow[]) => void;
}

/** @param filter the filter of the list, which also applies to the findings of groups */
export function actionsFor(
  group: Grouping,
  open: (dialog: OpenDialog) => void,
  filter: FindingFilter,
): readonly RowAction[] {
  const { spaceId = '' } = filter;
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
  /** The findings of groups that match the filter. Undefined: the rows are findings. */
  const matchingOf = (rows: readonly TriageRow[]) =>
    group === 'none'
      ? undefined
      : rows.map(({ id }) => ({ ...filter, ...(group === 'page' ? { pageId: id } : { fingerprint: id }) }));
  const assign = (rows: readonly TriageRow[]) => {
    const matching = matchingOf(rows);
    const target = matching === undefined ? { findingIds: rows.map(({ id }) => id) } : { matching };
    open({ dialog: 'assign', target, count: rows.reduce((sum, { count }) => sum + count, 0) });
  };
  const redact = (rows: readonly TriageRow[]) => {
    const matching = matchingOf(rows);
    open({ dialog: 'redact', rows, ...(matching === undefined ? {} : { matching }) });
  };
  const ask = (rows: readonly TriageRow[]) => {
    const matching = matchingOf(rows);
    open({ dialog: 'ask', rows, ...(matching === undefined ? {} : { matching }) });
  };
  const clean = (rows: readonly TriageRow[]) => {
    const findingIds = rows.filter(isRedacted).map(({ finding }) => finding.findingId);
    if (findingIds.length > 0) open({ dialog: 'clean-history', findingIds: findingIds.slice(0, MAX_FINDINGS) });
  };
  const scan = (rows: readonly TriageRow[]) =>
    open({ dialog: 'scan', pageIds: [...new Set(rows.flatMap(({ pageIds }) => pageIds))] });
  return [
    // The findings on a page need separate decisions.
    ...(group === 'page' ? [] : [{ key: 'e', label: t.exclude, run: exclude }]),
    { key: 'a', label: t.assign, run: assign },
    { key: 'q', label: t.ask, run: ask },
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

/** An action on all findings that match. */
export interface AllAction {
  readonly label: string;
  readonly run: () => void;
}

/** @param count undefined: not known exactly */
export function actionsOnAll(
  filter: FindingFilter,
  count: number | undefined,
  open: (dialog: OpenDialog) => void,
): readonly AllAction[] {
  const { actions: t } = texts.detections;
  return [
    { label: t.assign, run: () => open({ dialog: 'assign', target: { matching: [filter] }, count }) },
    { label: t.ask, run: () => open({ dialog: 'ask', rows: [], matching: [filter] }) },
    { label: t.redact, run: () => open({ dialog: 'redact', rows: [], matching: [filter] }) },
  ];
}
