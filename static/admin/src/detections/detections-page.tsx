import Button from '@atlaskit/button/new';
import { type ComponentProps, useEffect, useMemo, useState } from 'react';
import type { FindingsSummary } from '../../../../src/admin/findings/findings';
import { useNavigation } from '../navigation';
import { texts } from '../texts';
import { useAddressState } from '../use-address-state';
import { RadioChoices } from '../ui/choices';
import { Message } from '../ui/message';
import { PageHeader } from '../ui/page-header';
import './detections.css';
import { Dialogs } from './dialogs';
import { EmptyList } from './empty-list';
import { FindingsExport, useFindingsExport } from './findings-export';
import {
  checkFilters,
  type FindingFilter,
  type Filters,
  FILTERS,
  GROUPINGS,
  isFiltered,
  NO_FILTERS,
  queryOf,
} from './filter';
import { FilterBar } from './filter-bar';
import { FindingsList } from './findings-list';
import { GroupsList } from './groups-list';
import type { OpenDialog } from './open-dialog';
import type { TriageRow } from './names';
import { actionsFor, actionsOnAll } from './row-actions';
import { type AllMatching, SelectionBar } from './selection-bar';
import { SummaryStrip, totalOf, useSummary } from './summary-strip';
import { useNames } from './use-names';

const noSelection = (): ReadonlyMap<string, TriageRow> => new Map();

/** The list of findings, with filters, groups and actions. */
export default function DetectionsPage() {
  const { detections: t } = texts;
  const { filters, filter, errors, change, clear, showOnly } = useFilters();
  const [revision, setRevision] = useState(0);
  const summary = useSummary(filter, revision);
  const spaceIds = Object.keys(summary?.bySpace ?? {});
  const { names, addSpaceIds, addAccountIds } = useNamesFor(filters, spaceIds, revision);
  const [selected, setSelected] = useState(noSelection);
  const [open, setOpen] = useState<OpenDialog>();
  const exporting = useFindingsExport(filter);

  const { total, all } = useAllMatching({ filters, filter, summary, selected, onDialog: setOpen });

  useEffect(() => setSelected(noSelection), [filter]);

  const refresh = () => {
    setSelected(noSelection);
    setRevision((before) => before + 1);
  };
  const show = (changes: Partial<Filters>) => {
    setOpen(undefined);
    showOnly(changes);
  };
  const actions = actionsFor(filters.group, setOpen, filter);
  const openKeys = () => setOpen({ dialog: 'keys' });

  return (
    <>
      <Header exporting={exporting} onHelp={openKeys} onRefresh={refresh} />
      <FindingsExport exporting={exporting} />
      <FilterBar
        filters={filters}
        errors={errors}
        names={names}
        byDetector={summary?.byDetector}
        spaceIds={spaceIds}
        onChange={change}
        onClear={clear}
      />
      <ListBar filters={filters} summary={summary} all={selected.size === 0 ? all : undefined} onChange={change} />
      {names.isIncomplete && <Message kind="warning" title={t.namesFailed} />}
      <List
        {...{ filters, filter, revision, summary, names, selected, total }}
        actions={Object.fromEntries(actions.map(({ key, run }) => [key, run]))}
        onSpaceIds={addSpaceIds}
        onAccountIds={addAccountIds}
        onSelect={setSelected}
        onHelp={openKeys}
        onDialog={setOpen}
        onChange={change}
        onClear={clear}
        onShow={show}
      />
      {(selected.size > 0 || all?.isSelected === true) && (
        <SelectionBar
          rows={[...selected.values()]}
          actions={actions}
          all={all}
          onClear={() => setSelected(noSelection)}
        />
      )}
      {open !== undefined && (
        <Dialogs
          open={open}
          names={names}
          actions={actionsFor('none', setOpen, filter)}
          onOpen={setOpen}
          onShow={show}
          onClose={() => setOpen(undefined)}
          onChanged={refresh}
        />
      )}
    </>
  );
}

/** The names for the filters, and for the spaces with findings. */
function useNamesFor({ spaceId, owner }: Filters, spaceIds: readonly string[], revision: number) {
  const { addSpaceIds, addAccountIds, ...known } = useNames(revision);
  useEffect(() => addSpaceIds([...spaceIds, ...(spaceId === '' ? [] : [spaceId])]), [spaceIds.join(), spaceId]);
  useEffect(() => addAccountIds(owner === '' ? [] : [owner]), [owner]);
  return { ...known, addSpaceIds, addAccountIds };
}

interface AllMatchingQuestion {
  readonly filters: Filters;
  readonly filter: FindingFilter;
  readonly summary: FindingsSummary | undefined;
  readonly selected: ReadonlyMap<string, TriageRow>;
  readonly onDialog: (dialog: OpenDialog) => void;
}

/** The number of findings that match, and the selection of all of them if the list has more than the selected ones. */
function useAllMatching({ filters, filter, summary, selected, onDialog }: AllMatchingQuestion) {
  const [isSelected, setIsSelected] = useState(false);
  // Another selection is meant by its rows.
  useEffect(() => setIsSelected(false), [selected]);
  if (summary === undefined) return { total: undefined, all: undefined };
  const total = totalOf(summary, filter);
  const count = total.isExact ? total.count : undefined;
  if (filters.group !== 'none' || (total.isExact && total.count <= selected.size)) return { total, all: undefined };
  const actions = actionsOnAll(filter, count, onDialog);
  return { total, all: { count, actions, isSelected, onSelect: () => setIsSelected(true) } };
}

interface ListProps extends Omit<ComponentProps<typeof FindingsList>, 'otherPages' | 'emptyState' | 'onOpen'> {
  readonly filters: Filters;
  readonly summary: FindingsSummary | undefined;
  readonly onDialog: (dialog: OpenDialog) => void;
  readonly onChange: (changes: Partial<Filters>) => void;
  readonly onClear: () => void;
  /** Opens another list. */
  readonly onShow: (filters: Partial<Filters>) => void;
}

function List({ filters, summary, onDialog, onChange, onClear, onShow, ...others }: ListProps) {
  const { filter, revision } = others;
  const { group } = filters;
  const otherPages = useMemo(
    () => ({ summary, onShow: (fingerprint: string) => onShow({ fingerprint, group: 'value' }) }),
    [summary, filter],
  );
  const openDetails = (row: TriageRow) => onDialog({ dialog: 'details', row });
  const list = {
    ...others,
    emptyState: (
      <EmptyList
        // Loads the coverage again after a refresh.
        key={revision}
        isFiltered={isFiltered(filters)}
        onClear={onClear}
        onEveryStatus={() => onChange({ status: '' })}
        onScan={() => onDialog({ dialog: 'scan-site' })}
      />
    ),
  };
  if (group === 'none') return <FindingsList {...list} otherPages={otherPages} onOpen={openDetails} />;
  return (
    <GroupsList
      {...list}
      by={group}
      onDetails={openDetails}
      onOpen={({ id }) => onShow(group === 'page' ? { page: id } : { fingerprint: id })}
    />
  );
}

/** The filters in the URL. */
function useFilters() {
  const { goTo } = useNavigation();
  const [filters, change] = useAddressState(FILTERS);
  // An order or a dialog in the address changes no filter, and must not start a new search.
  const { filter, errors } = useMemo(() => checkFilters(filters), [JSON.stringify(filters)]);
  return {
    filters,
    filter,
    errors,
    change,
    clear: () => change({ ...NO_FILTERS, group: filters.group }),
    /** Opens another list. The browser can go back from it. */
    showOnly: (changes: Partial<Filters>) => goTo('detections', queryOf({ ...filters, group: 'none', ...changes })),
  };
}

interface HeaderProps {
  readonly exporting: ReturnType<typeof useFindingsExport>;
  readonly onHelp: () => void;
  readonly onRefresh: () => void;
}

function Header({ exporting, onHelp, onRefresh }: HeaderProps) {
  const { detections: t } = texts;
  return (
    <PageHeader
      title={t.title}
      intro={t.intro}
      terms={['band', 'observed']}
      actions={
        <div className="presets">
          <Button ref={exporting.button} isLoading={exporting.isRunning} onClick={exporting.start}>
            {t.export}
          </Button>
          <Button onClick={onHelp}>{t.keys.open}</Button>
          <Button onClick={onRefresh}>{t.refresh}</Button>
        </div>
      }
    />
  );
}

interface ListBarProps {
  readonly filters: Filters;
  readonly summary: FindingsSummary | undefined;
  /** undefined: no choice of all findings that match */
  readonly all: AllMatching | undefined;
  readonly onChange: (changes: Partial<Filters>) => void;
}

/** The grouping, the numbers of findings by severity, and the selection of all of them. */
function ListBar({ filters, summary, all, onChange }: ListBarProps) {
  const { grouping, actions } = texts.detections;
  return (
    <div className="detections-bar">
      <fieldset className="detections-grouping">
        <legend>{grouping.label}</legend>
        <RadioChoices
          name="group"
          value={filters.group}
          choices={GROUPINGS.map((value) => ({ value, label: grouping[value] }))}
          isCompact
          onChange={(group) => onChange({ group })}
        />
      </fieldset>
      {summary !== undefined && (
        <SummaryStrip summary={summary} severity={filters.severity} onChange={(severity) => onChange({ severity })} />
      )}
      {all?.isSelected === false && (
        <Button appearance="subtle" onClick={all.onSelect}>
          {actions.selectAll(all.count)}
        </Button>
      )}
    </div>
  );
}
