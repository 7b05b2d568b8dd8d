import Button from '@atlaskit/button/new';
import { formatSecond } from '../dates';
import { texts } from '../texts';
import type { Export } from '../use-export';
import { Failure } from './failure';
import { Message } from './message';

interface ExportPanelProps {
  readonly state: Exclude<Export, { readonly state: 'idle' }>;
  /** The filters of the export. The filters of the page may have changed since. */
  readonly summary: string;
  /** The message about rows that could not be read. */
  readonly unreadable: (count: number) => string;
  readonly onResume: () => void;
  readonly onEnd: () => void;
}

/** The progress of an export, or its result. */
export function ExportPanel({ state, summary, unreadable, onResume, onEnd }: ExportPanelProps) {
  const { audit } = texts;
  return (
    <>
      {/* Always the same element, so that screen readers announce changes. */}
      <p className="visually-hidden" role="status">
        {state.state === 'running' ? progressOf(state) : state.state === 'done' ? audit.exportDone(state.rows) : ''}
      </p>
      {state.state === 'running' && (
        <Message kind="information" title={audit.exporting}>
          <p>{progressOf(state)}</p>
          <Filtered summary={summary} />
          <Button onClick={onEnd}>{audit.cancelExport}</Button>
        </Message>
      )}
      {state.state === 'failed' && (
        <Failure title={audit.exportFailed(state.rows)} error={state.error}>
          <div className="presets">
            <Button onClick={onResume}>{audit.continueExport}</Button>
            <Button appearance="subtle" onClick={onEnd}>
              {audit.discard}
            </Button>
          </div>
        </Failure>
      )}
      {state.state === 'done' && (
        <Message kind="information" title={audit.exportDone(state.rows)}>
          <Filtered summary={summary} />
          {state.unreadable > 0 && <p>{unreadable(state.unreadable)}</p>}
          <p>
            {audit.exportDoneBody}{' '}
            {state.files.map(({ url, name }) => (
              <a key={name} href={url} download={name}>
                {audit.download(name)}{' '}
              </a>
            ))}
          </p>
          <Button onClick={onEnd}>{texts.close}</Button>
        </Message>
      )}
    </>
  );
}

function progressOf({ rows, searchedBackTo }: Extract<Export, { readonly state: 'running' }>): string {
  if (searchedBackTo === undefined) return texts.audit.exported(rows);
  return texts.audit.exportedBackTo(rows, formatSecond(searchedBackTo));
}

function Filtered({ summary }: { readonly summary: string }) {
  return summary === '' ? null : <p>{texts.audit.filteredBy(summary)}</p>;
}
