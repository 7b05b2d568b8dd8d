import { useMemo, useState } from 'react';
import type { Level } from '../../../../src/classification/model';
import { texts } from '../texts';
import { RadioChoices } from '../ui/choices';
import { FieldGroup } from '../ui/field';
import { TextField } from '../ui/form-fields';
import { LeaveDialog } from '../ui/leave-dialog';
import { useLeaveQuestion } from '../ui/use-leave-question';
import { ColumnSelects } from './column-selects';
import { FilePicker } from './file-picker';
import { COLUMNS, findPageLevelColumns, type PageLevelColumns, parseRows } from './page-level-rows';
import { readFile, type CsvTable } from './read-file';
import { RowsTable } from './rows-table';
import { RunPanel } from './run-panel';
import { type OnExisting, type Run, usePageLevelImport } from './use-page-level-import';

interface PageLevelImportProps {
  readonly levels: readonly Level[];
}

interface Chosen {
  readonly table: CsvTable;
  readonly columns: PageLevelColumns;
}

/** Imports page levels from a file. Reads it, previews the result in a dry run, then imports. */
export function PageLevelImport({ levels }: PageLevelImportProps) {
  const { transfer } = texts;
  const [onExisting, setOnExisting] = useState<OnExisting>('raise');
  const [reason, setReason] = useState('');
  const { run, start, resume, stop, forget } = usePageLevelImport();
  const { chosen, error, setChosen, choose } = useChosenFile(forget);
  const { isAsking, stay, discard } = useLeaveQuestion(run !== undefined && !isImported(run));
  const isBusy = run?.state === 'running' || run?.state === 'stopping';

  const isMapped = chosen?.columns.page !== undefined && chosen.columns.level !== undefined;
  const rows = useMemo(
    () => (chosen === undefined || !isMapped ? [] : parseRows(chosen.table.rows, chosen.columns, levels, reason)),
    [chosen, isMapped, levels, reason],
  );

  return (
    <section className="transfer-section" aria-labelledby="import-page-levels">
      <h2 id="import-page-levels">{transfer.pageLevels.title}</h2>
      <p className="page-intro">{transfer.pageLevels.intro}</p>
      <FilePicker
        label={transfer.file}
        help={transfer.pageLevels.fileHelp}
        error={error}
        isDisabled={isBusy}
        onFile={(file) => void choose(file)}
      />
      {chosen !== undefined && (
        <>
          <p className="transfer-file">{transfer.chosen(chosen.table.fileName, chosen.table.rows.length)}</p>
          <ImportSettings
            chosen={chosen}
            onExisting={onExisting}
            reason={reason}
            withoutReason={withoutReasonIn(run)}
            isDisabled={isBusy}
            onColumns={(columns) => {
              forget();
              setChosen({ ...chosen, columns });
            }}
            onReason={(value) => {
              forget();
              setReason(value);
            }}
            onOnExisting={(value) => {
              forget();
              setOnExisting(value);
            }}
          />
          {isMapped && (
            <>
              <RunPanel
                rows={rows}
                run={run}
                levels={levels}
                fileName={chosen.table.fileName}
                onStart={(kind) => start(kind, rows, onExisting)}
                onContinue={() => resume(rows)}
                onStop={stop}
              />
              <RowsTable rows={rows} run={run} levels={levels} />
            </>
          )}
        </>
      )}
      {isAsking && <LeaveDialog words={transfer.leave} onBack={stay} onLeave={discard} />}
    </section>
  );
}

/** @param onFile is called when a file was read, before it is shown */
function useChosenFile(onFile: () => void) {
  const { transfer } = texts;
  const [chosen, setChosen] = useState<Chosen>();
  const [error, setError] = useState<string>();
  const choose = async (file: File) => {
    const read = await readFile(file);
    onFile();
    if (read.outcome === 'table') {
      setError(undefined);
      setChosen({ table: read.table, columns: findPageLevelColumns(read.table.header) });
      return;
    }
    setChosen(undefined);
    setError(read.outcome === 'bad-quote' ? transfer.badQuote(read.line) : transfer.fileProblems[read.outcome]);
  };

  return { chosen, error, setChosen, choose };
}

function isImported({ kind, state }: Run): boolean {
  return kind === 'import' && state === 'done';
}

/** The number of rows whose pages need a reason to lower their level, by the rules of their spaces. */
function withoutReasonIn(run: Run | undefined): number {
  const results = [...(run?.results.values() ?? [])];
  return results.filter((row) => row.outcome === 'refused' && row.reason === 'JUSTIFICATION_REQUIRED').length;
}

interface ImportSettingsProps {
  readonly chosen: Chosen;
  readonly onExisting: OnExisting;
  readonly reason: string;
  /** The number of rows that need a reason. */
  readonly withoutReason: number;
  readonly isDisabled: boolean;
  readonly onColumns: (columns: PageLevelColumns) => void;
  readonly onReason: (reason: string) => void;
  readonly onOnExisting: (onExisting: OnExisting) => void;
}

function ImportSettings({ chosen, onExisting, isDisabled, onColumns, onOnExisting, ...rest }: ImportSettingsProps) {
  const { transfer } = texts;
  const { reason, withoutReason, onReason } = rest;
  return (
    <fieldset className="transfer-settings" disabled={isDisabled}>
      <legend className="visually-hidden">{transfer.settings}</legend>
      <ColumnSelects
        names={COLUMNS}
        labels={transfer.pageLevels.columns}
        required={['page', 'level']}
        header={chosen.table.header}
        columns={chosen.columns}
        onChange={onColumns}
      />
      <FieldGroup label={transfer.pageLevels.onExisting}>
        <RadioChoices
          name="on-existing"
          value={onExisting}
          choices={(['keep', 'raise', 'replace'] as const).map((value) => ({
            value,
            ...transfer.pageLevels.onExistingChoices[value],
          }))}
          onChange={onOnExisting}
        />
      </FieldGroup>
      {onExisting === 'replace' && (
        <TextField
          label={transfer.pageLevels.reason}
          help={transfer.pageLevels.reasonHelp}
          error={withoutReason > 0 ? transfer.pageLevels.reasonMissing(withoutReason) : undefined}
          value={reason}
          maxLength={500}
          onChange={onReason}
        />
      )}
    </fieldset>
  );
}
