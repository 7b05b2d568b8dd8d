import Button from '@atlaskit/button/new';
import { useRef, useState } from 'react';
import { localToday } from '../dates';
import { downloadCsv, downloadJson } from '../download';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { ExportPanel } from '../ui/export-panel';
import { Failure } from '../ui/failure';
import { useExport } from '../use-export';
import { useSending } from '../use-sending';
import { keyLines, levelLines } from './export-files';

/** What is read part after part. */
type Exported = 'exportPageLevels' | 'exportLevelChanges';

/** Everything that the app keeps, as files. */
export function Exports() {
  const { exports } = texts.transfer;
  const { state, start, goOn, end } = useExport();
  const { isSending, send } = useSending();
  const [exported, setExported] = useState<Exported>();
  const [error, setError] = useState<OperationError>();
  /** The one that was clicked. */
  const button = useRef<HTMLButtonElement>();
  const name = (what: string, type: string) => exports.name(what, localToday(), type);

  const startExport = (chosen: HTMLButtonElement, operation: Exported, what: string) => {
    button.current = chosen;
    setExported(operation);
    start({
      read: (cursor) => ask(operation, cursor === undefined ? {} : { cursor }),
      fileName: name(what, 'csv'),
    });
  };
  const stateOf = (operation: Exported) => ({
    isLoading: state.state === 'running' && exported === operation,
    isDisabled: state.state === 'running' && exported !== operation,
  });
  const saveLevels = async (type: 'csv' | 'json') => {
    const answer = await ask('listLevels', {});
    setError(answer.ok ? undefined : answer.error);
    if (!answer.ok) return;
    const { levels, settings } = answer.value;
    if (type === 'csv') downloadCsv(levelLines(levels), name('levels', 'csv'));
    else downloadJson({ levels, settings }, name('settings', 'json'));
  };
  const saveKeys = async () => {
    const answer = await ask('listKeys', {});
    setError(answer.ok ? undefined : answer.error);
    if (answer.ok) downloadCsv(keyLines(answer.value.keys), name('keys', 'csv'));
  };

  return (
    <section className="transfer-section" aria-labelledby="export">
      <h2 id="export">{exports.title}</h2>
      <p className="page-intro">{exports.intro}</p>
      {error !== undefined && <Failure title={exports.failed} error={error} />}
      {state.state !== 'idle' && (
        <ExportPanel
          state={state}
          summary=""
          unreadable={exports.unreadable}
          onGoOn={goOn}
          onEnd={() => {
            end();
            // What had the focus is gone then.
            button.current?.focus();
          }}
        />
      )}
      <div className="presets">
        <Button
          {...stateOf('exportPageLevels')}
          onClick={({ currentTarget }) => startExport(currentTarget, 'exportPageLevels', 'page-levels')}
        >
          {exports.pageLevels}
        </Button>
        <Button
          {...stateOf('exportLevelChanges')}
          onClick={({ currentTarget }) => startExport(currentTarget, 'exportLevelChanges', 'level-history')}
        >
          {exports.history}
        </Button>
        <Button onClick={() => void send(() => saveLevels('csv'))} isDisabled={isSending}>
          {exports.levels}
        </Button>
        <Button onClick={() => void send(() => saveLevels('json'))} isDisabled={isSending}>
          {exports.settings}
        </Button>
        <Button onClick={() => void send(saveKeys)} isDisabled={isSending}>
          {exports.keys}
        </Button>
      </div>
      <p className="field-help">{exports.auditNote}</p>
    </section>
  );
}
