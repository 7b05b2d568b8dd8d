import Button from '@atlaskit/button/new';
import { useEffect, useMemo, useState } from 'react';
import { formatSecond } from '../dates';
import { sortText } from '../sort';
import { texts } from '../texts';
import { useAddressState } from '../use-address-state';
import { Failure } from '../ui/failure';
import { Pager } from '../ui/pager';
import { Skeleton } from '../ui/skeleton';
import { groupColumns, groupName } from './columns';
import type { ListProps } from './findings-list';
import { GROUP_ORDER, sortGroups } from './order';
import type { TriageRow } from './names';
import { TriageGrid } from './triage-grid';
import { useGroups } from './use-groups';
import { ValuePlaces } from './value-places';

interface GroupsListProps extends ListProps {
  readonly by: 'value' | 'page';
  /** Opens the details of one finding of a group. */
  readonly onDetails: (row: TriageRow) => void;
}

const SHOWN = 50;

/** The groups of findings by value or page, with the most findings first. */
export function GroupsList(props: GroupsListProps) {
  const { by, filter, revision, names, emptyState, onSpaceIds, onOpen, onDetails, ...grid } = props;
  const { detections: t } = texts;
  const { load, more, countOlder, reload } = useGroups(filter, by, revision);
  const [page, setPage] = useState(0);
  const [focusWhen, setFocusWhen] = useState(0);
  const found = load.state === 'ready' ? load.value : undefined;
  const [{ sort }, order] = useAddressState(GROUP_ORDER);
  const rows = useMemo(() => sortGroups(found?.rows ?? [], sort), [found, sort]);
  const from = Math.min(page, Math.max(0, Math.ceil(rows.length / SHOWN) - 1)) * SHOWN;
  const shown = rows.slice(from, from + SHOWN);
  const { isExpanded, expand } = useExpanded(rows.length);
  const columns = groupColumns(
    names,
    by,
    (row, tabIndex) => (
      <ValuePlaces
        {...{ row, filter, revision, names, tabIndex, onSpaceIds, onDetails }}
        isExpanded={isExpanded(row)}
        onExpand={expand}
        onShowAll={onOpen}
      />
    ),
    onOpen,
  );

  useEffect(() => setPage(0), [filter, by]);
  useEffect(() => onSpaceIds(shown.map(({ finding }) => finding.spaceId)), [load, from]);

  return (
    <>
      <p className="detections-status-line" role="status">
        {load.state === 'loading' && t.status.loading}
        {found !== undefined && t.status.groups(rows.length, found.counted)}
      </p>
      {load.state === 'loading' && <Skeleton />}
      {load.state === 'failed' && <Failure title={t.failed} error={load.error} onRetry={() => void reload()} />}
      {shown.length > 0 && (
        <TriageGrid
          {...grid}
          label={t.list.groups}
          columns={columns}
          rows={shown}
          sort={sort}
          onSort={(next) => order(GROUP_ORDER.read({ sort: sortText(next) }))}
          rowName={(row) => groupName(row, by, names)}
          focusWhen={focusWhen}
          onOpen={onOpen}
          {...(by === 'value' && { onExpand: expand })}
        />
      )}
      {found !== undefined && rows.length === 0 && found.cursor === undefined && emptyState}
      <Pager
        from={from}
        size={SHOWN}
        total={rows.length}
        onPage={(next) => {
          setPage(next);
          setFocusWhen((before) => before + 1);
        }}
      />
      {more.state === 'failed' && <Failure title={t.failed} error={more.error} onRetry={more.retry} />}
      {found?.cursor !== undefined && (
        <div className="pager">
          {found.searchedBackTo !== undefined && (
            <span>{t.list.counted(found.counted, formatSecond(found.searchedBackTo))}</span>
          )}
          <Button isLoading={more.state === 'loading'} onClick={() => void countOlder()}>
            {t.list.countOlder}
          </Button>
        </div>
      )}
    </>
  );
}

/** The expanded groups. The only group of a list is expanded until the user collapses it. */
function useExpanded(groups: number) {
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map());
  return {
    isExpanded: ({ id }: TriageRow) => choices.get(id) ?? groups === 1,
    expand: ({ id }: TriageRow, isExpanded: boolean) => setChoices((before) => new Map([...before, [id, isExpanded]])),
  };
}
