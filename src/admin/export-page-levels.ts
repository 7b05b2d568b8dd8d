import type { PageLevelRecord } from '../classification/model';
import { listPageLevelEntries } from '../classification/page-level-entries';
import { namesInFile } from '../classification/level-in-file';
import type { Levels } from '../classification/level-store';
import { type CsvPart, exportInParts } from './export-in-parts';
import type { AdminRequest } from './operation';

/**
 * Exports the levels of all pages as CSV, in parts. The file can be imported, also on another site: level keys are the
 * same there, level ids are not. Only ids identify pages, so the file reveals nothing about a page that a reader may
 * not see.
 */

/** An import ignores the ids of this site and names, which can change: only the key counts. */
const COLUMNS = [
  'pageId',
  'level',
  'shownAs',
  'classifiedAt',
  'classifiedBy',
  'method',
  'apiKeyId',
  'spaceId',
  'pageVersion',
  'siteLevelId',
  'siteSubLevelId',
] as const;

export function exportPageLevels(request: AdminRequest, payload: unknown): Promise<CsvPart> {
  return exportInParts(request, payload, { columns: COLUMNS, list: listPageLevelEntries, cellsOf });
}

function cellsOf(entry: PageLevelRecord, levels: Levels): readonly string[] {
  const { key, shownAs } = namesInFile(levels, entry);
  return [
    entry.pageId,
    key,
    shownAs,
    entry.classificationDate,
    entry.classifierId,
    entry.method,
    entry.apiKeyId ?? '',
    entry.spaceId,
    String(entry.pageVersion),
    entry.levelId,
    entry.subLevelId ?? '',
  ];
}
