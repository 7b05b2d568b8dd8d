import { useMemo, useState } from 'react';
import type { Level } from '../../../../src/classification/model';
import { texts } from '../texts';
import { RadioChoices } from '../ui/choices';
import { FieldGroup } from '../ui/field';
import { ColumnSelects } from './column-selects';
import { FilePicker } from './file-picker';
import { COLUMNS, findPageLevelColumns, type PageLevelColumns, parseRows } from './page-level-rows';
import { readFile, type CsvTable } from './read-file';
import { RowsTable } from './rows-table';
import { RunPanel } from './run-panel';
import { type OnExisting, usePageLevelImport } from './use-page-level-import';

interface PageLevelImportProps {
  readonly levels: readonly Level[];
}

interface Chosen {
  readonly table: CsvTable;
  readonly columns: PageLevelColumns;
}

/** Imports page levels from a file: reads it, previews the result in a dry run, then imports. */
export function PageLevelImport({ levels }: PageLevelImportProps) {
  const { transfer } = texts;
  const [chosen, setChosen] = useState<Chosen>();
  const [error, setError] = useState<string>();
  const [onExisting, setOnExisting] = useState<OnExisting>('raise');
  const { run, start, resume, stop, forget } = usePageLevelImport();
  const isBusy = run?.state === 'running' || run?.state === 'stopping';

  const choose = async (file: File) => {
    const read = await readFile(file);
    forget();
    if (read.outcome === 'table') {
      setError(undefined);
      setChosen({ table: read.table, columns: findPageLevelColumns(read.table.header) });
      return;
    }
    setChosen(undefined);
    setError(read.outcome === 'bad-quote' ? transfer.badQuote(read.line) : transfer.fileProblems[read.outcome]);
  };

  const isMapped = chosen?.columns.page !== undefined && chosen.columns.level !== undefined;
  const rows = useMemo(
    () => (chosen === undefined || !isMapped ? [] : parseRows(chosen.table.rows, chosen.columns, levels)),
    [chosen, isMapped, levels],
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
            isDisabled={isBusy}
            onColumns={(columns) => {
              forget();
              setChosen({ ...chosen, columns });
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
    </section>
  );
}

interface ImportSettingsProps {
  readonly chosen: Chosen;
  readonly onExisting: OnExisting;
  readonly isDisabled: boolean;
  readonly onColumns: (columns: PageLevelColumns) => void;
  readonly onOnExisting: (onExisting: OnExisting) => void;
}

function ImportSettings({ chosen, onExisting, isDisabled, onColumns, onOnExisting }: ImportSettingsProps) {
  const { transfer } = texts;
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
    </fieldset>
  );
}
