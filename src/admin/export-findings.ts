import { readLevels } from '../classification/level-store';
import { findingsCsv } from '../findings/findings-csv';
import { awaitAll } from '../platform/await-all';
import type { CsvPart } from './export-in-parts';
import { partOf } from './findings';
import type { AdminRequest } from './operation';
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
  return {
    csv: findingsCsv(seen.results, levels, question.after === undefined),
    rows: seen.results.length,
    unreadable: 0,
    ...partOf(request, seen, question),
  };
}
