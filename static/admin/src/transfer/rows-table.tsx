import Button from '@atlaskit/button/new';
import { useState } from 'react';
import type { Level } from '../../../../src/classification/model';
import { texts } from '../texts';
import { Select } from '../ui/select';
import type { PageLevelRow } from './page-level-rows';
import { levelWord, type RowState, stateDetail, stateOf, stateWord } from './row-words';
import type { Run } from './use-page-level-import';
import { Table } from '../ui/table';

const SHOWN_AT_FIRST = 10;
const SHOWN_MORE = 100;

interface RowsTableProps {
  readonly rows: readonly PageLevelRow[];
  readonly run: Run | undefined;
  readonly levels: readonly Level[];
}

/** The rows of the file and their status. */
export function RowsTable({ rows, run, levels }: RowsTableProps) {
  const { transfer } = texts;
  const [chosen, setChosen] = useState<RowState | ''>('');
  const [shown, setShown] = useState(SHOWN_AT_FIRST);
  const counts = new Map<RowState, number>();
  for (const row of rows) {
    const state = stateOf(row, run);
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  // Drops a filter that matches nothing, because its option no longer exists.
  const filter = chosen !== '' && counts.has(chosen) ? chosen : '';
  const matching = filter === '' ? rows : rows.filter((row) => stateOf(row, run) === filter);
  return (
    <>
      <div className="toolbar">
        <Select
          label={transfer.filter}
          value={filter}
          options={[
            { value: '', label: transfer.allRows(rows.length) },
            ...[...counts].map(([state, count]) => ({
              value: state,
              label: `${stateWord(state, run)} (${count.toLocaleString()})`,
            })),
          ]}
          onChange={(value) => {
            setChosen(value);
            setShown(SHOWN_AT_FIRST);
          }}
        />
      </div>
      <Table caption={transfer.rows} headings={Object.values(transfer.rowColumns)} className="transfer-table">
        {matching.slice(0, shown).map((row) => (
          <Row key={row.line} row={row} run={run} levels={levels} />
        ))}
      </Table>
      <div className="pager">
        <span>{transfer.shown(Math.min(shown, matching.length), matching.length)}</span>
        {shown < matching.length && <Button onClick={() => setShown(shown + SHOWN_MORE)}>{transfer.showMore}</Button>}
      </div>
    </>
  );
}

interface RowProps {
  readonly row: PageLevelRow;
  readonly run: Run | undefined;
  readonly levels: readonly Level[];
}

const LOZENGES: Readonly<Record<RowState, string>> = {
  ready: '',
  error: 'lozenge-revoked',
  set: 'lozenge-active',
  raised: 'lozenge-active',
  lowered: 'lozenge-expiring',
  moved: 'lozenge-active',
  unchanged: '',
  kept: '',
  refused: 'lozenge-revoked',
  failed: 'lozenge-revoked',
};

function Row({ row, run, levels }: RowProps) {
  const { rowColumns } = texts.transfer;
  const state = stateOf(row, run);
  const detail = stateDetail(row, run, levels);
  return (
    <tr>
      <th scope="row" data-label={rowColumns.line}>
        {row.line}
      </th>
      <td data-label={rowColumns.page}>{row.page}</td>
      <td data-label={rowColumns.level}>{levelWord(row, levels)}</td>
      <td data-label={rowColumns.state}>
        <span className={`lozenge ${LOZENGES[state]}`.trim()}>{stateWord(state, run)}</span> {detail}
      </td>
    </tr>
  );
}
