import { listPageLevelEntries, type PageLevelEntry } from '../classification/page-level-entries';
import type { Levels } from '../classification/level-store';
import type { AuditExport } from './audit-log';
import { exportInParts, namesInFile } from './export-in-parts';
import type { AdminRequest } from './operation';

/**
 * The levels of all pages as CSV, in parts, which can be imported again: on another site the keys of the levels are the
 * same where their ids are not. Pages are named by their ids alone, so nothing of a page shows that somebody may not see.
 */

/** Of the ids of this site and of names that change an import knows nothing: only the key counts. */
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

export function exportPageLevels(request: AdminRequest, payload: unknown): Promise<AuditExport> {
  return exportInParts(request, payload, { columns: COLUMNS, list: listPageLevelEntries, cellsOf });
}

function cellsOf(entry: PageLevelEntry, levels: Levels): readonly string[] {
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
