import * as z from 'zod';
import { importLevels as importInto, type LevelImport, type WantedLevel } from '../../classification/import-levels';
import { changeLevels } from './change-levels';
import { levelRow, subLevelRow } from '../level-inputs';
import { operation, rev, UNKNOWN_SETTING } from '../input';
import { InvalidInput, readInput } from '../../keys/read-input';

/**
 * Imports levels and sub-levels from a file. Creates new ones in one transaction, and skips and reports invalid rows.
 */

const MAX_ROWS = 500;

const importLevelsInput = z.strictObject({
  rev,
  /**
   * Levels with name, color, key?, description?, guideline?, bannerText?, bannerContact?, translations?; sub-levels with
   * name, parent, key?, description?, translations?. The most sensitive first.
   */
  rows: z
    .array(z.record(z.string(), z.string()))
    .min(1, { error: 'must not be empty' })
    .max(MAX_ROWS, { error: `must have at most ${MAX_ROWS} entries` }),
  /** If true, nothing is written; the result shows what a real run would do. */
  dryRun: z.boolean(),
});

export type ImportedLevelRow = LevelImport | { readonly outcome: 'invalid'; readonly message: string };

/** @returns the levels after the import, and the results of the rows in their order */
export const importLevels = operation(importLevelsInput, async (request, { rows, dryRun, ...based }) => {
  const read = rows.map((row) => readRow(row, request.random.uuid()));
  const wanted = read.filter((row) => 'id' in row);
  let imported: readonly LevelImport[] = [];
  const list = await changeLevels(request, based.rev, {
    type: 'level.imported',
    subject: 'levels',
    editLevels: (levels) => {
      const { edit, results } = importInto(levels, wanted);
      imported = results;
      return dryRun ? { outcome: 'unchanged' } : edit;
    },
  });
  const next = imported.values();
  const results = read.map((row): ImportedLevelRow => {
    if (!('id' in row)) return row;
    const { value } = next.next();
    if (value === undefined) throw new Error('a row without a result');
    return value;
  });
  return { ...list, results };
});

function readRow(
  row: Readonly<Record<string, string>>,
  id: string,
): WantedLevel | Extract<ImportedLevelRow, { outcome: 'invalid' }> {
  try {
    if (row.parent === undefined) {
      const { bannerText: text, bannerContact: contact, ...level } = readInput(levelRow, row, UNKNOWN_SETTING);
      return { ...level, banner: { text, ...(contact === undefined ? {} : { contact }) }, id };
    }
    return { ...readInput(subLevelRow, row, UNKNOWN_SETTING), guideline: '', color: 'GREY', id };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return { outcome: 'invalid', message: error.message };
  }
}
