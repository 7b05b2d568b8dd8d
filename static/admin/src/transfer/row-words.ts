import type { ImportedRow } from '../../../../src/admin/pages/import-page-levels';
import type { Level, LevelOfPage } from '../../../../src/classification/model';
import { texts } from '../texts';
import type { PageLevelRow } from './page-level-rows';
import type { Run } from './use-page-level-import';

/** The status of a row of the file, before and after a run. */

export type RowState = 'ready' | 'error' | ImportedRow['outcome'];

export function stateOf(row: PageLevelRow, run: Run | undefined): RowState {
  if (row.parsed.outcome !== 'ready') return 'error';
  return run?.results.get(row.line)?.outcome ?? 'ready';
}

export function stateWord(state: RowState, run: Run | undefined): string {
  return texts.transfer.states[run?.kind ?? 'dry-run'][state];
}

/** The reason, or the previous level of the page. May be empty. */
export function stateDetail(row: PageLevelRow, run: Run | undefined, levels: readonly Level[]): string {
  const { transfer } = texts;
  const { parsed } = row;
  if (parsed.outcome === 'duplicate') return transfer.duplicate(parsed.line);
  if (parsed.outcome !== 'ready') return transfer.rowProblems[parsed.outcome];
  const result = run?.results.get(row.line);
  if (result === undefined) return '';
  switch (result.outcome) {
    case 'refused':
      return result.reason === 'SENSITIVE_REASON' ? transfer.sensitive(result.detail) : transfer.refusal(result.reason);
    case 'failed':
      return transfer.failures[result.reason];
    case 'raised':
    case 'lowered':
    case 'moved':
      return result.previous === undefined ? '' : transfer.before(nameOf(result.previous, levels));
    case 'kept':
      return result.previous === undefined ? '' : transfer.has(nameOf(result.previous, levels));
    case 'set':
    case 'unchanged':
      return '';
  }
}

/** The name of the level of a row, or the text in the file if it is not valid. */
export function levelWord(row: PageLevelRow, levels: readonly Level[]): string {
  return row.parsed.outcome === 'ready' ? nameOf(row.parsed.level, levels) : row.level;
}

function nameOf({ levelId, subLevelId }: LevelOfPage, levels: readonly Level[]): string {
  const level = levels.find((one) => one.levelId === levelId);
  if (level === undefined) return levelId;
  if (subLevelId === undefined) return level.name;
  return `${level.name} / ${level.subLevels.find((one) => one.subLevelId === subLevelId)?.name ?? subLevelId}`;
}
