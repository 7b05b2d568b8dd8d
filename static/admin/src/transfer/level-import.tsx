import Button from '@atlaskit/button/new';
import { useRef, useState } from 'react';
import type { LevelList } from '../../../../src/admin/levels/change-levels';
import type { ImportedLevelRow } from '../../../../src/admin/levels/import-levels';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import { LeaveDialog } from '../ui/leave-dialog';
import { Message } from '../ui/message';
import { useLeaveQuestion } from '../ui/use-leave-question';
import { ColumnSelects } from './column-selects';
import { FilePicker } from './file-picker';
import { findLevelColumns, LEVEL_COLUMNS, type LevelColumns, type LevelRow, levelRows } from './level-rows';
import { readFile, type CsvTable } from './read-file';
import { Table } from '../ui/table';

interface LevelImportProps {
  readonly list: LevelList;
  readonly onChanged: (list: LevelList) => void;
}

interface Chosen {
  readonly table: CsvTable;
  readonly columns: LevelColumns;
  readonly rows: readonly LevelRow[];
  /** By line of the file. undefined: not loaded yet. */
  readonly results?: ReadonlyMap<number, ImportedLevelRow>;
  readonly state: 'looking' | 'failed' | 'foretold' | 'sending' | 'done';
  readonly error?: OperationError;
}

/** The limit of the resolver. */
const MAX_ROWS = 500;

/** Imports levels from a file. */
export function LevelImport({ list, onChanged }: LevelImportProps) {
  const { transfer } = texts;
  const { chosen, error, choose, send } = useLevelFile(list, onChanged);
  const isBusy = chosen?.state === 'looking' || chosen?.state === 'sending';
  const { isAsking, stay, discard } = useLeaveQuestion(chosen !== undefined && chosen.state !== 'done');
  return (
    <section className="transfer-section" aria-labelledby="import-levels">
      <h2 id="import-levels">{transfer.levels.title}</h2>
      <p className="page-intro">{transfer.levels.intro}</p>
      <FilePicker
        label={transfer.levels.file}
        help={transfer.levels.fileHelp}
        error={error}
        isDisabled={isBusy}
        onFile={(file) => void choose(file)}
      />
      {chosen !== undefined && <ChosenFile chosen={chosen} isBusy={isBusy} onSend={send} />}
      {isAsking && <LeaveDialog words={transfer.leave} onBack={stay} onLeave={discard} />}
    </section>
  );
}

/** Looks up the result of a file as soon as it is chosen, and creates its levels on demand. */
function useLevelFile(list: LevelList, onChanged: (list: LevelList) => void) {
  const { transfer } = texts;
  const [chosen, setChosen] = useState<Chosen>();
  const [error, setError] = useState<string>();
  const latest = useRef(0);

  const send = async (table: CsvTable, columns: LevelColumns, dryRun: boolean) => {
    latest.current += 1;
    const mine = latest.current;
    const rows = columns.name === undefined ? [] : levelRows(table.rows, columns);
    const wanted = rows.flatMap(({ line, payload }) => (payload === undefined ? [] : [{ line, payload }]));
    const base = { table, columns, rows };
    if (wanted.length === 0) return setChosen({ ...base, state: 'foretold', results: new Map() });
    setChosen((before) => ({
      ...base,
      state: dryRun ? 'looking' : 'sending',
      ...(dryRun || before?.results === undefined ? {} : { results: before.results }),
    }));
    // A dry run loads the latest levels. The import sends the revision of the dry run.
    const seen = dryRun ? await ask('listLevels', {}) : { ok: true as const, value: list };
    const answer = seen.ok
      ? await ask('importLevels', { rev: seen.value.rev, rows: wanted.map(({ payload }) => payload), dryRun })
      : seen;
    if (mine !== latest.current) return;
    if (!answer.ok) return setChosen({ ...base, state: 'failed', error: answer.error });
    const { results, ...after } = answer.value;
    const byLine = new Map<number, ImportedLevelRow>();
    wanted.forEach(({ line }, index) => {
      const result = results[index];
      if (result !== undefined) byLine.set(line, result);
    });
    setChosen({ ...base, state: dryRun ? 'foretold' : 'done', results: byLine });
    onChanged(after);
  };

  const choose = async (file: File) => {
    const read = await readFile(file);
    if (read.outcome === 'table' && read.table.rows.length <= MAX_ROWS) {
      setError(undefined);
      return send(read.table, findLevelColumns(read.table.header), true);
    }
    setChosen(undefined);
    if (read.outcome === 'table') setError(transfer.levels.tooMany);
    else setError(read.outcome === 'bad-quote' ? transfer.badQuote(read.line) : transfer.fileProblems[read.outcome]);
  };

  return {
    chosen,
    error,
    choose,
    send: (table: CsvTable, columns: LevelColumns, dryRun: boolean) => void send(table, columns, dryRun),
  };
}

interface ChosenFileProps {
  readonly chosen: Chosen;
  readonly isBusy: boolean;
  readonly onSend: (table: CsvTable, columns: LevelColumns, dryRun: boolean) => void;
}

function ChosenFile({ chosen, isBusy, onSend }: ChosenFileProps) {
  const { transfer } = texts;
  const created = [...(chosen.results?.values() ?? [])].filter(({ outcome }) => outcome === 'created').length;
  return (
    <>
      <p className="transfer-file">{transfer.chosen(chosen.table.fileName, chosen.table.rows.length)}</p>
      <fieldset className="transfer-settings" disabled={isBusy}>
        <legend className="visually-hidden">{transfer.settings}</legend>
        <ColumnSelects
          names={LEVEL_COLUMNS}
          labels={transfer.levels.columns}
          required={['name']}
          header={chosen.table.header}
          columns={chosen.columns}
          onChange={(columns) => onSend(chosen.table, columns, true)}
        />
      </fieldset>
      {chosen.error !== undefined && (
        <Failure
          title={transfer.levels.failed}
          error={chosen.error}
          onRetry={() => onSend(chosen.table, chosen.columns, true)}
        />
      )}
      <div className="transfer-run">
        <p className="visually-hidden" role="status">
          {chosen.state === 'done' ? transfer.levels.done(created) : ''}
        </p>
        {chosen.state === 'done' && <Message kind="information" title={transfer.levels.done(created)} />}
        {chosen.state === 'foretold' && created === 0 && chosen.columns.name !== undefined && (
          <p>{transfer.levels.nothing}</p>
        )}
        {(chosen.state === 'sending' || (chosen.state === 'foretold' && created > 0)) && (
          <Button
            appearance="primary"
            isLoading={chosen.state === 'sending'}
            onClick={() => onSend(chosen.table, chosen.columns, false)}
          >
            {transfer.levels.create(created)}
          </Button>
        )}
      </div>
      {chosen.results !== undefined && <LevelRowsTable chosen={chosen} results={chosen.results} />}
    </>
  );
}

interface LevelRowsTableProps {
  readonly chosen: Chosen;
  readonly results: ReadonlyMap<number, ImportedLevelRow>;
}

function LevelRowsTable({ chosen: { rows, state }, results }: LevelRowsTableProps) {
  const { rowColumns, rows: caption } = texts.transfer.levels;
  return (
    <Table caption={caption} headings={Object.values(rowColumns)} className="transfer-table">
      {rows.map((row) => {
        const { word, detail, lozenge } = wordsOf(row, results.get(row.line), state === 'done');
        return (
          <tr key={row.line}>
            <th scope="row" data-label={rowColumns.line}>
              {row.line}
            </th>
            <td data-label={rowColumns.name}>{row.label}</td>
            <td data-label={rowColumns.state}>
              <span className={`lozenge ${lozenge}`.trim()}>{word}</span> {detail}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

function wordsOf(row: LevelRow, result: ImportedLevelRow | undefined, isDone: boolean) {
  const { states, isCreated, reasons, archivedInFile } = texts.transfer.levels;
  if (row.payload === undefined || result === undefined) {
    return { word: states.archived, detail: archivedInFile, lozenge: '' };
  }
  switch (result.outcome) {
    case 'created':
      return { word: isDone ? isCreated : states.created, detail: '', lozenge: 'lozenge-active' };
    case 'exists':
      return { word: states.exists, detail: '', lozenge: '' };
    case 'refused':
      return { word: states.refused, detail: reasons[result.reason], lozenge: 'lozenge-revoked' };
    case 'invalid':
      return { word: states.invalid, detail: result.message, lozenge: 'lozenge-revoked' };
  }
}
