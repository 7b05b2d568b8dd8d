import Button from '@atlaskit/button/new';
import { useState } from 'react';
import type { Level } from '../../../../src/classification/model';
import { localToday } from '../dates';
import { downloadCsv } from '../download';
import { texts } from '../texts';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Failure } from '../ui/failure';
import { Message } from '../ui/message';
import { csvLine } from '../../../../src/platform/csv';
import type { PageLevelRow } from './page-level-rows';
import { levelWord, type RowState, stateDetail, stateOf, stateWord } from './row-words';
import type { Run } from './use-page-level-import';

interface RunPanelProps {
  readonly rows: readonly PageLevelRow[];
  readonly run: Run | undefined;
  readonly levels: readonly Level[];
  readonly fileName: string;
  readonly onStart: (kind: Run['kind']) => void;
  readonly onContinue: () => void;
  readonly onStop: () => void;
}

/** Starts a dry run or an import of the rows, and shows its progress and result. */
export function RunPanel({ rows, run, levels, fileName, onStart, onContinue, onStop }: RunPanelProps) {
  const { transfer } = texts;
  const [isAsking, setIsAsking] = useState(false);
  const ready = rows.filter(({ parsed }) => parsed.outcome === 'ready').length;
  const isBusy = run?.state === 'running' || run?.state === 'stopping';
  const failed = run === undefined ? 0 : [...run.results.values()].filter(({ outcome }) => outcome === 'failed').length;
  const done = run === undefined ? 0 : run.results.size - failed;
  const changing = run === undefined ? 0 : rows.filter((row) => CHANGES.includes(stateOf(row, run))).length;
  const summary = run === undefined ? '' : summaryOf(rows, run);
  const mayImport =
    run !== undefined && (run.kind === 'import' || (run.state === 'done' && failed === 0 && changing > 0));

  const saveResults = () => {
    downloadCsv(resultLines(rows, run, levels), transfer.resultsName(localToday()));
  };

  return (
    <div className="transfer-run">
      <p className="visually-hidden" role="status">
        {run === undefined ? transfer.readyRows(ready, rows.length - ready) : statusOf(run, done, summary)}
      </p>
      {run === undefined && <p>{transfer.readyRows(ready, rows.length - ready)}</p>}
      {run !== undefined && (
        <RunMessage run={run} done={done} failed={failed} summary={summary} onContinue={onContinue} onStop={onStop} />
      )}
      {!isBusy && (
        <div className="presets transfer-buttons">
          {/* An import needs a finished dry run. */}
          <Button
            appearance={mayImport ? 'default' : 'primary'}
            isDisabled={ready === 0}
            onClick={() => onStart('dry-run')}
          >
            {run === undefined ? transfer.dryRun : transfer.dryRunAgain}
          </Button>
          {run?.kind === 'dry-run' && (
            <Button appearance="primary" isDisabled={!mayImport} onClick={() => setIsAsking(true)}>
              {changing === 0 ? transfer.nothingToImport : transfer.import(changing)}
            </Button>
          )}
          {run !== undefined && <Button onClick={saveResults}>{transfer.saveResults}</Button>}
        </div>
      )}
      {isAsking && (
        <ConfirmImport
          fileName={fileName}
          rows={changing}
          summary={summary}
          onImport={() => onStart('import')}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}

interface RunMessageProps extends Pick<RunPanelProps, 'onContinue' | 'onStop'> {
  readonly run: Run;
  readonly done: number;
  readonly failed: number;
  readonly summary: string;
}

/** The progress of a run, or its result. */
function RunMessage({ run, done, failed, summary, onContinue, onStop }: RunMessageProps) {
  const { transfer, cancel } = texts;
  return (
    <>
      {(run.state === 'running' || run.state === 'stopping') && (
        <Message kind="information" title={transfer.running[run.kind]}>
          <progress
            className="transfer-progress"
            max={run.total}
            value={done}
            aria-label={transfer.running[run.kind]}
          />
          <p>{transfer.progress(done, run.total)}</p>
          <Button isDisabled={run.state === 'stopping'} onClick={onStop}>
            {run.state === 'stopping' ? transfer.stopping : cancel}
          </Button>
        </Message>
      )}
      {run.state === 'stopped' && run.error === undefined && (
        <Message kind="warning" title={transfer.stopped[run.kind](done, run.total)}>
          <p>{summary}</p>
          <Button onClick={onContinue}>{transfer.continue}</Button>
        </Message>
      )}
      {run.state === 'stopped' && run.error !== undefined && (
        <Failure title={transfer.stopped[run.kind](done, run.total)} error={run.error}>
          {summary !== '' && <p>{summary}</p>}
          <Button onClick={onContinue}>{transfer.continue}</Button>
        </Failure>
      )}
      {run.state === 'done' && (
        <Message kind={failed > 0 ? 'warning' : 'information'} title={transfer.done[run.kind]}>
          <p>{summary}</p>
          {failed > 0 && <Button onClick={onContinue}>{transfer.retryFailed(failed)}</Button>}
        </Message>
      )}
    </>
  );
}

interface ConfirmImportProps {
  readonly fileName: string;
  readonly rows: number;
  readonly summary: string;
  readonly onImport: () => void;
  readonly onClose: () => void;
}

function ConfirmImport({ fileName, rows, summary, onImport, onClose }: ConfirmImportProps) {
  const { transfer } = texts;
  return (
    <ConfirmDialog
      title={transfer.confirmTitle(rows)}
      submit={transfer.confirm}
      appearance="primary"
      onSubmit={() => {
        onClose();
        onImport();
      }}
      onClose={onClose}
    >
      <p>{transfer.confirmBody(fileName)}</p>
      <p>{summary}</p>
    </ConfirmDialog>
  );
}

/** The results of rows that change the level of a page. */
const CHANGES: readonly RowState[] = ['set', 'raised', 'lowered', 'moved'];

const STATES: readonly RowState[] = [
  'set',
  'raised',
  'lowered',
  'moved',
  'unchanged',
  'kept',
  'refused',
  'failed',
  'ready',
  'error',
];

/** “Set: 12 · Rejected: 3” */
function summaryOf(rows: readonly PageLevelRow[], run: Run): string {
  const states = rows.map((row) => stateOf(row, run));
  return STATES.map((state) => [state, states.filter((one) => one === state).length] as const)
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${stateWord(state, run)}: ${count.toLocaleString()}`)
    .join(' · ');
}

function statusOf(run: Run, done: number, summary: string): string {
  const { transfer } = texts;
  switch (run.state) {
    case 'running':
    case 'stopping':
      return transfer.progress(done, run.total);
    case 'stopped':
      return run.error === undefined ? transfer.stopped[run.kind](done, run.total) : '';
    case 'done':
      return `${transfer.done[run.kind]} ${summary}`;
  }
}

/** The result of every row as CSV, including rows that were not sent. */
function resultLines(rows: readonly PageLevelRow[], run: Run | undefined, levels: readonly Level[]): string[] {
  const { rowColumns, detail } = texts.transfer;
  return [
    csvLine([...Object.values(rowColumns), detail]),
    ...rows.map((row) =>
      csvLine([
        String(row.line),
        row.page,
        levelWord(row, levels),
        stateWord(stateOf(row, run), run),
        stateDetail(row, run, levels),
      ]),
    ),
  ];
}
