import Button from '@atlaskit/button/new';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { formatSecond } from '../dates';
import { sortText } from '../sort';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import { Skeleton } from '../ui/skeleton';
import { findingColumns, type OtherPages } from './columns';
import type { FindingFilter } from './filter';
import { detectorName, type FindingNames, rowOf, type TriageRow } from './names';
import { FINDING_ORDER, findingOrder } from './order';
import type { Total } from './summary-strip';
import { TriageGrid } from './triage-grid';
import { useAddressState } from '../use-address-state';
import { useFindings } from './use-findings';

export interface ListProps {
  readonly filter: FindingFilter;
  /** A change loads the list again. */
  readonly revision: number;
  readonly names: FindingNames;
  readonly selected: ReadonlyMap<string, TriageRow>;
  readonly actions: Readonly<Record<string, (rows: readonly TriageRow[]) => void>>;
  /** Replaces an empty list. */
  readonly emptyState: ReactNode;
  /** Spaces whose names are needed. */
  readonly onSpaceIds: (spaceIds: readonly string[]) => void;
  /** People whose names are needed. */
  readonly onAccountIds: (accountIds: readonly string[]) => void;
  readonly onSelect: (selected: ReadonlyMap<string, TriageRow>) => void;
  readonly onOpen: (row: TriageRow) => void;
  readonly onHelp: () => void;
}

interface FindingsListProps extends ListProps {
  /** Undefined: not known yet. */
  readonly total: Total | undefined;
  readonly otherPages: OtherPages;
}

/** The list of findings, page by page. */
export function FindingsList(props: FindingsListProps) {
  const { filter, revision, names, total, otherPages, emptyState, onSpaceIds, onAccountIds, onOpen, ...grid } = props;
  const { detections: t } = texts;
  const [{ sort }, order] = useAddressState(FINDING_ORDER);
  const { load, part, number, before, more, next, previous, reload } = useFindings(
    filter,
    findingOrder(sort),
    revision,
  );
  const rows = useMemo(() => (part?.findings ?? []).map(rowOf), [part]);
  const columns = useMemo(() => findingColumns(names, otherPages, onOpen), [names, otherPages, onOpen]);
  const [focusWhen, setFocusWhen] = useState(0);
  const asked = useRef(false);

  useEffect(() => {
    onSpaceIds(rows.map(({ finding }) => finding.spaceId));
    onAccountIds(rows.flatMap(({ finding }) => finding.ownerId ?? finding.pageOwnerId ?? []));
    if (asked.current && rows.length > 0) setFocusWhen((before) => before + 1);
    asked.current = false;
  }, [rows]);

  const hasNext = part?.cursor !== undefined;
  const loadPage = (go: () => void) => {
    asked.current = true;
    go();
  };
  return (
    <>
      <p className="detections-status-line" role="status">
        {load.state === 'loading' && t.status.loading}
        {part !== undefined && shownOf(before, rows.length, hasNext, total)}
      </p>
      {load.state === 'loading' && <Skeleton />}
      {load.state === 'failed' && <Failure title={t.failed} error={load.error} onRetry={() => void reload()} />}
      {rows.length > 0 && (
        <TriageGrid
          {...grid}
          label={t.list.label}
          columns={columns}
          rows={rows}
          sort={sort}
          onSort={(next) => order(FINDING_ORDER.read({ sort: sortText(next) }))}
          rowName={({ finding }) => `${detectorName(names, finding.detectorId)}, ${finding.title}`}
          focusWhen={focusWhen}
          onOpen={onOpen}
        />
      )}
      {part !== undefined && rows.length === 0 && !hasNext && number === 1 && emptyState}
      {more.state === 'failed' && <Failure title={t.failed} error={more.error} onRetry={more.retry} />}
      {part !== undefined && (hasNext || number > 1) && (
        <nav className="pager" aria-label={t.list.parts}>
          {rows.length === 0 && part.searchedBackTo !== undefined && (
            <span>{t.list.searched(formatSecond(part.searchedBackTo))}</span>
          )}
          {rows.length > 0 && (
            <Button isDisabled={number === 1} onClick={() => loadPage(previous)}>
              {t.list.previous}
            </Button>
          )}
          <Button isDisabled={!hasNext} isLoading={more.state === 'loading'} onClick={() => loadPage(next)}>
            {rows.length === 0 ? t.list.continue : t.list.next}
          </Button>
        </nav>
      )}
    </>
  );
}

/** The rows that are shown, of as many as there are at least. */
function shownOf(before: number, rows: number, hasNext: boolean, total: Total | undefined): string {
  if (before === 0 && !hasNext) return texts.detections.findings(rows);
  const [from, to] = [before + 1, before + rows];
  const known = hasNext ? to + 1 : to;
  const isExact = !hasNext || (total?.isExact === true && total.count >= known);
  return texts.detections.status.shown(from, to, hasNext ? Math.max(known, total?.count ?? 0) : to, isExact);
}
