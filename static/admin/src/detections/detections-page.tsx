import Button from '@atlaskit/button/new';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigation } from '../navigation';
import { texts } from '../texts';
import { RadioChoices } from '../ui/choices';
import { Message } from '../ui/message';
import { PageHeader } from '../ui/page-header';
import './detections.css';
import { DetailsDialog } from './details-dialog';
import type { Meant } from './exclude';
import { ExcludeDialog } from './exclude-dialog';
import { checkFilters, type Filters, filtersOf, GROUPINGS, isFiltered, NO_FILTERS, queryOf } from './filter';
import { FilterBar } from './filter-bar';
import { FindingsList } from './findings-list';
import { GroupsList } from './groups-list';
import { KeysDialog } from './keys-dialog';
import type { TriageRow } from './names';
import { Nothing } from './nothing';
import { RedactDialog } from './redact-dialog';
import { ScanDialog } from './scan-dialog';
import { SelectionBar } from './selection-bar';
import { SummaryStrip, useSummary } from './summary-strip';
import { useNames } from './use-names';

type Open =
  | { readonly what: 'details'; readonly row: TriageRow }
  | { readonly what: 'exclude'; readonly meant: Meant }
  | { readonly what: 'scan'; readonly pageIds: readonly string[] }
  | { readonly what: 'redact'; readonly rows: readonly TriageRow[]; readonly group: Filters['group'] }
  | { readonly what: 'scan-site' | 'keys' };

const NOTHING_SELECTED: ReadonlyMap<string, TriageRow> = new Map();

/** What was found on pages, to be gone through. */
export default function DetectionsPage() {
  const { detections: t } = texts;
  const { query, goTo, restart } = useNavigation();
  const filters = useMemo(() => filtersOf(query), [query]);
  const [revision, setRevision] = useState(0);
  const { filter, errors } = useMemo(() => checkFilters(filters), [filters]);
  const summary = useSummary(filter, revision);
  const spaceIds = Object.keys(summary?.bySpace ?? {});
  const { names, learn } = useNames(revision);
  const [selected, setSelected] = useState(NOTHING_SELECTED);
  const [open, setOpen] = useState<Open>();
  const latest = useRef(filters);
  latest.current = filters;

  useEffect(() => setSelected(NOTHING_SELECTED), [filter]);
  useEffect(() => learn([...spaceIds, ...(filters.spaceId === '' ? [] : [filters.spaceId])]), [summary, filters]);

  const change = (changes: Partial<Filters>) => restart(queryOf({ ...latest.current, ...changes }));
  const clear = () => change({ ...NO_FILTERS, group: filters.group });
  const refresh = () => {
    setSelected(NOTHING_SELECTED);
    setRevision((before) => before + 1);
  };
  /** What it shows is another list, from which the browser leads back. */
  const showOnly = (changes: Partial<Filters>) => {
    setOpen(undefined);
    goTo('detections', queryOf({ ...latest.current, group: 'none', ...changes }));
  };

  const scan = (rows: readonly TriageRow[]) =>
    setOpen({ what: 'scan', pageIds: [...new Set(rows.flatMap(({ pageIds }) => pageIds))] });
  const exclude = (rows: readonly TriageRow[]) =>
    setOpen({
      what: 'exclude',
      // A value is one wherever it stands; one of its findings says where that one stands.
      meant:
        filters.group === 'value'
          ? { fingerprints: rows.map(({ id }) => id) }
          : { findingIds: rows.map(({ finding }) => finding.findingId) },
    });
  const redact = (rows: readonly TriageRow[]) => setOpen({ what: 'redact', rows, group: filters.group });
  const actions = [
    // What all is on a page is not decided in one.
    ...(filters.group === 'page' ? [] : [{ key: 'e', label: t.actions.exclude, run: exclude }]),
    { key: 'r', label: t.actions.redact, run: redact },
    { key: 's', label: t.actions.scan, run: scan },
  ];
  const list = {
    filter,
    revision,
    names,
    selected,
    actions: Object.fromEntries(actions.map(({ key, run }) => [key, run])),
    nothing: (
      <Nothing
        // What was looked at is asked anew.
        key={revision}
        isFiltered={isFiltered(filters)}
        onClear={clear}
        onEveryStatus={() => change({ status: '' })}
        onScan={() => setOpen({ what: 'scan-site' })}
      />
    ),
    onLearn: learn,
    onSelect: setSelected,
    onHelp: () => setOpen({ what: 'keys' }),
  };

  return (
    <>
      <PageHeader
        title={t.title}
        intro={t.intro}
        actions={
          <div className="presets">
            <Button onClick={() => setOpen({ what: 'keys' })}>{t.keys.open}</Button>
            <Button onClick={refresh}>{t.refresh}</Button>
          </div>
        }
      />
      <FilterBar
        filters={filters}
        errors={errors}
        names={names}
        spaceIds={spaceIds}
        onChange={change}
        onClear={clear}
      />
      <div className="detections-bar">
        <fieldset className="detections-grouping">
          <legend>{t.grouping.label}</legend>
          <RadioChoices
            name="group"
            value={filters.group}
            choices={GROUPINGS.map((value) => ({ value, label: t.grouping[value] }))}
            isCompact
            onChange={(group) => change({ group })}
          />
        </fieldset>
        {summary !== undefined && (
          <SummaryStrip summary={summary} severity={filters.severity} onChange={(severity) => change({ severity })} />
        )}
      </div>
      {names.isIncomplete && <Message kind="warning" title={t.namesFailed} />}
      {filters.group === 'none' ? (
        <FindingsList {...list} onOpen={(row) => setOpen({ what: 'details', row })} />
      ) : (
        <GroupsList
          {...list}
          by={filters.group}
          onOpen={({ id }) => showOnly(filters.group === 'page' ? { page: id } : { fingerprint: id })}
        />
      )}
      {selected.size > 0 && (
        <SelectionBar rows={[...selected.values()]} actions={actions} onClear={() => setSelected(NOTHING_SELECTED)} />
      )}
      {open?.what === 'details' && (
        <DetailsDialog
          finding={open.row.finding}
          names={names}
          actions={actions.map(({ key, label, run }) => (
            <Button key={key} onClick={() => run([open.row])}>
              {label}
            </Button>
          ))}
          onShowPlaces={(fingerprint) => showOnly({ ...NO_FILTERS, status: '', fingerprint })}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open?.what === 'keys' && (
        <KeysDialog actions={actions.map(({ key, label }) => [key, label])} onClose={() => setOpen(undefined)} />
      )}
      {open?.what === 'exclude' && (
        <ExcludeDialog
          meant={open.meant}
          onClose={(isDone) => {
            setOpen(undefined);
            if (isDone) refresh();
          }}
        />
      )}
      {open?.what === 'redact' && (
        <RedactDialog
          rows={open.rows}
          group={open.group}
          onClose={(isDone) => {
            setOpen(undefined);
            if (isDone) refresh();
          }}
        />
      )}
      {(open?.what === 'scan' || open?.what === 'scan-site') && (
        <ScanDialog
          wanted={open.what === 'scan' ? { of: 'pages', pageIds: [...open.pageIds] } : { of: 'site' }}
          onClose={(isDone) => {
            setOpen(undefined);
            if (isDone) refresh();
          }}
        />
      )}
    </>
  );
}
