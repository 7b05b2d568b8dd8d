import { readLevels } from '../../classification/level-store';
import { findingsCsv, subjectsOfFinding } from '../../findings/lists/findings-csv';
import { awaitAll } from '../../platform/await-all';
import type { CsvPart } from '../audit/export-in-parts';
import { partOf } from './findings';
import { readFileNames } from '../audit/names-in-file';
import { readFindingsInput, questionOf, readManyFindingsFor } from './visible-findings';
import { operation } from '../input';

/**
 * Exports findings as CSV, in parts, the most recently found first. Includes the findings on pages that the admin can
 * currently see, with the filters of the list.
 */
export const exportFindings = operation(readFindingsInput, async (request, input): Promise<CsvPart> => {
  const question = questionOf(request, input);
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
});
