import Button from '@atlaskit/button/new';
import { useRef, useState } from 'react';
import { localToday, timeZone } from '../dates';
import { ask } from '../operations';
import { texts } from '../texts';
import { ExportPanel } from '../ui/export-panel';
import { PageHeader } from '../ui/page-header';
import { useExport } from '../use-export';
import './audit.css';
import { EventsList } from './events-list';
import { type AppliedFilter, type FilterDraft, type FilterErrors, NO_FILTERS } from './filter';
import { Filters } from './filters';
import type { AuditNames } from './names';
import { summaryOf } from './summary';
import { useEvents } from './use-events';
import { useFilters } from './use-filters';
import { Loaded } from '../ui/loaded';

/** The events of the audit log, with filters and an export. */
export default function AuditPage() {
  const { draft, errors, applied, revision, change, replace, clear, applyNow, refresh } = useFilters();
  const { load, names, reload, more, readMore } = useEvents(applied.filter);
  const form = useRef<HTMLFormElement>(null);
  const status = useRef<HTMLParagraphElement>(null);
  const exporting = useAuditExport(names, () => {
    const wanted = applyNow();
    if (wanted === undefined) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    return wanted;
  });

  const summary = summaryOf(applied, names);
  const isFiltered = JSON.stringify(applied.draft) !== JSON.stringify(NO_FILTERS);

  const showOnly = (changes: Partial<FilterDraft>) => {
    replace({ ...draft, ...changes });
    status.current?.focus();
  };
  const clearAndFocus = () => {
    clear();
    status.current?.focus();
  };

  return (
    <>
      <ExportHeader exporting={exporting} />
      <Filters
        draft={draft}
        errors={errors}
        names={names}
        revision={revision}
        formRef={form}
        onChange={change}
        onReplace={replace}
        onSubmit={applyNow}
        onClear={clear}
      />
      <div className="audit-status">
        <p ref={status} role="status" tabIndex={-1}>
          {statusText(load, errors, summary)}
        </p>
        <p className="subtle">{texts.audit.timesNote(timeZone)}</p>
        <Button spacing="compact" onClick={refresh}>
          {texts.audit.refresh}
        </Button>
      </div>
      <Loaded load={load} failed={texts.audit.failed} onRetry={reload}>
        {(value) => (
          <EventsList
            found={value}
            more={more}
            isFiltered={isFiltered}
            onMore={() => void readMore()}
            onOnly={showOnly}
            onClear={clearAndFocus}
          />
        )}
      </Loaded>
    </>
  );
}

/** @param apply applies the filters. undefined: they are not valid. */
function useAuditExport(names: AuditNames, apply: () => AppliedFilter | undefined) {
  const { state, start, resume, end } = useExport();
  const [summary, setSummary] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  return {
    state,
    summary,
    button,
    start: () => {
      const wanted = apply();
      if (wanted === undefined) return;
      const { filter } = wanted;
      setSummary(summaryOf(wanted, names));
      start({
        read: (cursor) => ask('exportAudit', cursor === undefined ? filter : { ...filter, cursor }),
        fileName: texts.audit.fileName(localToday()),
      });
    },
    resume: resume,
    /** The panel that had the focus closes. */
    end: () => {
      end();
      button.current?.focus();
    },
  };
}

function ExportHeader({ exporting }: { readonly exporting: ReturnType<typeof useAuditExport> }) {
  return (
    <>
      <PageHeader
        title={texts.audit.title}
        intro={texts.audit.intro}
        actions={
          <Button ref={exporting.button} isLoading={exporting.state.state === 'running'} onClick={exporting.start}>
            {texts.audit.export}
          </Button>
        }
      />
      {exporting.state.state !== 'idle' && (
        <ExportPanel
          state={exporting.state}
          summary={exporting.summary}
          unreadable={texts.audit.exportUnreadable}
          onResume={exporting.resume}
          onEnd={exporting.end}
        />
      )}
    </>
  );
}

function statusText(load: ReturnType<typeof useEvents>['load'], errors: FilterErrors, summary: string): string {
  const [error] = Object.values(errors);
  if (error !== undefined) return texts.audit.notApplied(error);
  const filtered = summary === '' ? '' : `. ${texts.audit.filteredBy(summary)}`;
  switch (load.state) {
    case 'loading':
      return texts.audit.loading + filtered;
    case 'failed':
      return filtered.trim();
    case 'ready': {
      const { entries, cursor } = load.value;
      return (cursor === undefined ? texts.audit.all : texts.audit.soFar)(entries.length) + filtered;
    }
  }
}
