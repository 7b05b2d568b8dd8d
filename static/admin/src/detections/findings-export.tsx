import { useRef } from 'react';
import { localToday } from '../dates';
import { ask } from '../operations';
import { texts } from '../texts';
import { ExportPanel } from '../ui/export-panel';
import { useExport } from '../use-export';
import type { FindingFilter } from './filter';

/** Exports the findings of the current filters as CSV, whatever the grouping is. */

export function useFindingsExport(filter: FindingFilter) {
  const { state, start, resume, end } = useExport();
  const button = useRef<HTMLButtonElement>(null);
  return {
    state,
    button,
    isRunning: state.state === 'running',
    start: () =>
      start({
        read: (cursor) => ask('exportFindings', cursor === undefined ? filter : { ...filter, cursor }),
        fileName: texts.detections.exportName(localToday()),
      }),
    resume,
    /** The panel that had the focus closes. */
    end: () => {
      end();
      button.current?.focus();
    },
  };
}

/** The progress of the export, or its result. */
export function FindingsExport({ exporting }: { readonly exporting: ReturnType<typeof useFindingsExport> }) {
  const { state, resume, end } = exporting;
  if (state.state === 'idle') return null;
  return (
    <ExportPanel
      state={state}
      summary=""
      unreadable={texts.detections.exportUnreadable}
      onResume={resume}
      onEnd={end}
    />
  );
}
