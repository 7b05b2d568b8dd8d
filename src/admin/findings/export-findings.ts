import { readLevels } from '../../classification/level-store';
import { findingsCsv, subjectsOfFinding } from '../../findings/lists/findings-csv';
import { awaitAll } from '../../platform/await-all';
import type { CsvPart } from '../audit/export-in-parts';
import { partOf } from './findings';
import { readFileNames } from '../audit/names-in-file';
import type { AdminRequest } from '../operation';
import { readFindingsInput, readManyFindingsFor, readQuestion } from './visible-findings';

/**
 * Exports findings as CSV, in parts, the most recently found first: those on pages that the admin can currently see,
 * with the filters of the list.
 */
export async function exportFindings(request: AdminRequest, payload: unknown): Promise<CsvPart> {
  const { input: _input, ...question } = readQuestion(request, readFindingsInput, payload);
  const [levels, seen] = await awaitAll([
    readLevels(request.storage, request.installationId),
    readManyFindingsFor(request, question),
  ] as const);
  const nameOf = await readFileNames(request, levels, seen.results.flatMap(subjectsOfFinding));
  return {
    csv: findingsCsv(seen.results, levels, question.after === undefined, nameOf),
    rows: seen.results.length,
    unreadable: 0,
    ...partOf(request, seen, question),
  };
}
