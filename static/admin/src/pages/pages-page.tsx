import Button from '@atlaskit/button/new';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PageList } from '../../../../src/admin/pages/inventory';
import type { Level } from '../../../../src/classification/model';
import type { InventoryFilter } from '../../../../src/findings/inventory/inventory-filter';
import type { Query } from '../address-part';
import { localToday } from '../dates';
import { NO_NAMES } from '../detections/names';
import { ScanDialog } from '../detections/scan-dialog';
import { useNavigation } from '../navigation';
import { levelPath, levelValue, settableLevels } from '../level-path';
import { ask, type OperationError } from '../operations';
import { RaiseDialog } from '../overview/raise-dialog';
import { texts } from '../texts';
import { EmptyState } from '../ui/empty-state';
import { ExportPanel } from '../ui/export-panel';
import { Failure } from '../ui/failure';
import { Loaded } from '../ui/loaded';
import { Message } from '../ui/message';
import { PageHeader } from '../ui/page-header';
import { useAddressState } from '../use-address-state';
import { useExport } from '../use-export';
import { useLoad } from '../use-load';
import { useOpenDialog } from '../use-open-dialog';
import { useSending } from '../use-sending';
import { useSpaceNames } from '../use-space-names';
import { ChangeLevelsDialog, type Target } from './change-levels-dialog';
import { FILTER, inputOf, isFiltered, NO_FILTER, type PagesFilter } from './filter';
import { readCsvPart } from './pages-csv';
import { PagesFilters } from './pages-filters';
import { PagesTable } from './pages-table';
import './pages.css';
import { SavedViews } from './saved-views';
import { readPageIds, usePages } from './use-pages';

type Selection = ReadonlySet<string> | 'matching';

const NONE: Selection = new Set();

/** The maximum of a scan of named pages, and of a job for chosen pages. */
const MAX_CHOSEN = 1_000;

/** Levels with a button in the bar of a selection. The dialog has the others. */
const SHOWN_LEVELS = 6;

/**
 * The dialog in the address. `job` is the running or ended work, which a reload shows again. `to` is a level that was
 * chosen before the dialog opened.
 */
function openDialogIn({ dialog, job, to }: Query) {
  return dialog === 'set' || dialog === 'clear' || dialog === 'raise' ? { dialog, job, to } : undefined;
}

/** The pages that the admin can view, with the choice to act on many. */
export default function PagesPage() {
  const { pageList: t } = texts;
  const { load, reload } = useLoad(useCallback(() => ask('listLevels', {}), []));
  const { goTo } = useNavigation();
  const exporting = useExport();
  const button = useRef<HTMLButtonElement>(null);
  const [filter] = useAddressState(FILTER);
  const levels = load.state === 'ready' ? load.value.levels : [];
  const startExport = () =>
    exporting.start({
      read: (cursor) => readCsvPart(inputOf(filter), levels, cursor),
      fileName: t.exportName(localToday()),
    });
  return (
    <>
      <PageHeader
        title={t.title}
        intro={t.intro}
        actions={
          <div className="presets">
            <Button onClick={() => goTo('transfer')}>{t.import}</Button>
            <Button ref={button} isLoading={exporting.state.state === 'running'} onClick={startExport}>
              {t.export}
            </Button>
          </div>
        }
      />
      {exporting.state.state !== 'idle' && (
        <ExportPanel
          state={exporting.state}
          summary=""
          unreadable={t.exportUnreadable}
          onResume={exporting.resume}
          onEnd={() => {
            exporting.end();
            button.current?.focus();
          }}
        />
      )}
      <Loaded load={load} failed={texts.levels.failed} onRetry={reload} rows={8}>
        {(value) => <Pages levels={value.levels} />}
      </Loaded>
    </>
  );
}

function Pages({ levels }: { readonly levels: readonly Level[] }) {
  const { pageList: t } = texts;
  const [filter, setFilter] = useAddressState(FILTER);
  // A dialog in the address changes no filter, and must not read the list again.
  const input = useMemo(() => inputOf(filter), [JSON.stringify(filter)]);
  const { load, reload, refresh, more, loadMore } = usePages(input);
  const [selected, setSelected] = useState<Selection>(NONE);
  const { open, show, close } = useOpenDialog(openDialogIn, { set: LIST, clear: LIST, raise: LIST });
  const [scanned, setScanned] = useState<readonly string[]>();
  const shown = load.state === 'ready' ? load.value.pages : [];
  const spaceIds = [...new Set([...shown.map((one) => one.spaceId), filter.spaceId].filter((one) => one !== ''))];
  const spaces = useSpaceNames(spaceIds) ?? NO_NAMES.spaces;
  // Other pages match another filter.
  useEffect(() => setSelected(NONE), [input]);
  const change = (changes: Partial<PagesFilter>) => setFilter(changes);
  const hasSelected = selected === 'matching' || selected.size > 0;
  const of = targetOf(selected, input);
  const end = (hasStarted: boolean) => {
    close();
    if (!hasStarted) return;
    setSelected(NONE);
    void refresh();
  };
  return (
    <>
      <SavedViews filter={filter} onOpen={setFilter} />
      <PagesFilters filter={filter} levels={levels} spaces={spaces} spaceIds={spaceIds} onChange={change} />
      {filter.below && <RaiseOffer onOpen={() => show({ dialog: 'raise', job: undefined, to: undefined })} />}
      <section id={LIST} tabIndex={-1} aria-label={t.caption}>
        <Loaded load={load} failed={t.failed} onRetry={reload} rows={8}>
          {(list) => (
            <>
              <Found list={list} filter={filter} onClear={() => change(NO_FILTER)} onRefresh={() => void refresh()} />
              {list.pages.length > 0 && (
                <PagesTable {...{ levels, spaces, selected }} pages={list.pages} onSelect={setSelected} />
              )}
              {more.state === 'failed' && <Failure title={t.failed} error={more.error} onRetry={more.retry} />}
              {list.cursor !== undefined && (
                <Button isLoading={more.state === 'loading'} onClick={() => loadMore(list)}>
                  {t.more}
                </Button>
              )}
            </>
          )}
        </Loaded>
      </section>
      {hasSelected && (
        <SelectionBar
          selected={selected}
          mayMatchMore={load.state === 'ready' && load.value.cursor !== undefined}
          onMatching={() => setSelected('matching')}
          levels={levels}
          onSet={(to) => show({ dialog: 'set', job: undefined, to })}
          onClear={() => show({ dialog: 'clear', job: undefined, to: undefined })}
          onScan={setScanned}
          onNone={() => setSelected(NONE)}
          readIds={() => readPageIds(input, MAX_CHOSEN)}
        />
      )}
      {open !== undefined && (
        <OpenDialog open={open} of={of} levels={levels} onJob={(job) => show({ ...open, job })} onEnd={end} />
      )}
      {scanned !== undefined && (
        <ScanDialog
          target={{ of: 'pages', pageIds: [...scanned] }}
          onClose={(isDone) => {
            setScanned(undefined);
            if (isDone) void refresh();
          }}
        />
      )}
    </>
  );
}

interface OpenDialogProps {
  readonly open: NonNullable<ReturnType<typeof openDialogIn>>;
  readonly of: Target | undefined;
  readonly levels: readonly Level[];
  readonly onJob: (jobId: string) => void;
  readonly onEnd: (hasStarted: boolean) => void;
}

/** After a reload, the selection is lost, but the job of the address is shown again. */
function OpenDialog({ open: { dialog, job, to }, of, levels, onJob, onEnd }: OpenDialogProps) {
  if (dialog === 'raise') return <RaiseDialog onClose={onEnd} />;
  if (of === undefined && job === undefined) return null;
  return (
    <ChangeLevelsDialog
      {...{ of, levels, onJob }}
      isClear={dialog === 'clear'}
      jobId={job}
      chosen={to}
      onClose={(last) => onEnd(last?.dryRun === false)}
    />
  );
}

/** The pages of an action. Undefined: none is selected. */
function targetOf(selected: Selection, filter: InventoryFilter): Target | undefined {
  if (selected === 'matching') return { of: 'matching', filter };
  return selected.size === 0 ? undefined : { of: 'pages', pageIds: [...selected] };
}

const LIST = 'pages-list';

/** The job that raises all pages of the site, also those that the admin can't view. */
function RaiseOffer({ onOpen }: { readonly onOpen: () => void }) {
  const { raiseDialog } = texts.overview;
  return (
    <Message kind="information" title={raiseDialog.title}>
      <p>{raiseDialog.offer}</p>
      <Button spacing="compact" onClick={onOpen}>
        {raiseDialog.open}
      </Button>
    </Message>
  );
}

interface FoundProps {
  readonly list: PageList;
  readonly filter: PagesFilter;
  readonly onClear: () => void;
  readonly onRefresh: () => void;
}

/** The number of shown pages and their order, or the reason for an empty list. */
function Found({ list: { pages, cursor, source }, filter, onClear, onRefresh }: FoundProps) {
  const { pageList: t } = texts;
  if (pages.length === 0 && cursor === undefined)
    return (
      <EmptyState title={t.none} body={t.noneBody}>
        {isFiltered(filter) && <Button onClick={onClear}>{t.clear}</Button>}
      </EmptyState>
    );
  return (
    <div className="pages-found">
      <p className="note" role="status">
        {pages.length === 0
          ? t.noneSoFar
          : `${t.shown(pages.length, cursor !== undefined)}. ${t.sortedBy(t.sorted[source])}`}
      </p>
      <Button spacing="compact" appearance="subtle" onClick={onRefresh}>
        {t.refresh}
      </Button>
    </div>
  );
}

interface SelectionBarProps {
  readonly selected: Selection;
  /** There are more pages than the list shows. */
  readonly mayMatchMore: boolean;
  readonly levels: readonly Level[];
  readonly onMatching: () => void;
  /** @param to undefined: the dialog asks for the level */
  readonly onSet: (to?: string) => void;
  readonly onClear: () => void;
  readonly onScan: (pageIds: readonly string[]) => void;
  readonly onNone: () => void;
  readonly readIds: () => ReturnType<typeof readPageIds>;
}

/** It stays visible while the list scrolls. */
function SelectionBar({ selected, mayMatchMore, levels, readIds, ...on }: SelectionBarProps) {
  const { selection: t, scan } = texts.pageList;
  const { isSending, send } = useSending();
  const [error, setError] = useState<OperationError>();
  const [cutAt, setCutAt] = useState<number>();
  const startScan = async () => {
    if (selected !== 'matching') return on.onScan([...selected].slice(0, MAX_CHOSEN));
    const found = await readIds();
    setError(found.ok ? undefined : found.error);
    if (!found.ok) return;
    setCutAt(found.value.isCut ? found.value.pageIds.length : undefined);
    if (found.value.pageIds.length > 0) on.onScan(found.value.pageIds);
  };
  return (
    <div className="selection-bar" role="group" aria-label={t.label}>
      <strong role="status">{selected === 'matching' ? t.matching : t.selected(selected.size)}</strong>
      {selected !== 'matching' && mayMatchMore && (
        <Button appearance="subtle" onClick={on.onMatching}>
          {t.selectMatching}
        </Button>
      )}
      <Button appearance="primary" onClick={() => on.onSet()}>
        {t.setLevel}
      </Button>
      {settableLevels(levels)
        .filter(({ subLevelId }) => subLevelId === undefined)
        .slice(0, SHOWN_LEVELS)
        .map((level) => (
          <Button key={level.levelId} onClick={() => on.onSet(levelValue(level))}>
            {t.setTo(levelPath(level, levels))}
          </Button>
        ))}
      <Button onClick={on.onClear}>{t.clearLevel}</Button>
      <Button isLoading={isSending} onClick={() => void send(startScan)}>
        {t.scan}
      </Button>
      <Button appearance="subtle" onClick={on.onNone}>
        {t.clear}
      </Button>
      {error !== undefined && <Failure title={scan.failed} error={error} />}
      {cutAt !== undefined && <span className="note">{scan.tooMany(cutAt)}</span>}
    </div>
  );
}
