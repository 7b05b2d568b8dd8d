import Button from '@atlaskit/button/new';
import { useRef, useState } from 'react';
import { localToday } from '../dates';
import { downloadCsv, downloadJson } from '../download';
import { readNames } from '../keys/names';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { ExportPanel } from '../ui/export-panel';
import { Failure } from '../ui/failure';
import { useExport } from '../use-export';
import { useSending } from '../use-sending';
import { keyLines, levelLines } from './export-files';

/** The exports that need several requests. */
type Exported = 'exportPageLevels' | 'exportLevelChanges';

/** Downloads the data of the app as files. */
export function Exports() {
  const { exports } = texts.transfer;
  const { state, start, resume: resume, end } = useExport();
  const [exported, setExported] = useState<Exported>();
  const { error, isSending, saveLevels, saveKeys } = useDownloads();
  /** The button of the running export. */
  const button = useRef<HTMLButtonElement>();

  const startExport = (chosen: HTMLButtonElement, operation: Exported, what: string) => {
    button.current = chosen;
    setExported(operation);
    start({
      read: (cursor) => ask(operation, cursor === undefined ? {} : { cursor }),
      fileName: fileName(what, 'csv'),
    });
  };
  const stateOf = (operation: Exported) => ({
    isLoading: state.state === 'running' && exported === operation,
    isDisabled: state.state === 'running' && exported !== operation,
  });
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
          onResume={resume}
          onEnd={() => {
            end();
            // The panel that had the focus closes.
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
        <Button onClick={() => saveLevels('csv')} isDisabled={isSending}>
          {exports.levels}
        </Button>
        <Button onClick={() => saveLevels('json')} isDisabled={isSending}>
          {exports.settings}
        </Button>
        <Button onClick={saveKeys} isDisabled={isSending}>
          {exports.keys}
        </Button>
      </div>
      <p className="field-help">{exports.auditNote}</p>
    </section>
  );
}

const fileName = (what: string, type: string) => texts.transfer.exports.name(what, localToday(), type);

/** The files that one request loads. */
function useDownloads() {
  const { isSending, send } = useSending();
  const [error, setError] = useState<OperationError>();
  const saveLevels = async (type: 'csv' | 'json') => {
    const answer = await ask('listLevels', {});
    setError(answer.ok ? undefined : answer.error);
    if (!answer.ok) return;
    const { levels, settings } = answer.value;
    if (type === 'csv') downloadCsv(levelLines(levels), fileName('levels', 'csv'));
    else downloadJson({ levels, settings }, fileName('settings', 'json'));
  };
  const saveKeys = async () => {
    const [answer, levels] = await Promise.all([ask('listKeys', {}), ask('listLevels', {})]);
    setError(answer.ok ? undefined : answer.error);
    if (!answer.ok) return;
    const names = await readNames(answer.value.keys, levels.ok ? levels.value.levels : []);
    downloadCsv(keyLines(answer.value.keys, names), fileName('keys', 'csv'));
  };
  return {
    error,
    isSending,
    saveLevels: (type: 'csv' | 'json') => void send(() => saveLevels(type)),
    saveKeys: () => void send(saveKeys),
  };
}
