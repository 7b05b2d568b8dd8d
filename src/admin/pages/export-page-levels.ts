import type { PageLevelRecord } from '../../classification/model';
import { listPageLevelEntries } from '../../classification/page-level-entries';
import { namesInFile } from '../../classification/level-in-file';
import type { Levels } from '../../classification/level-store';
import { type CsvPart, exportInParts } from '../audit/export-in-parts';
import type { FileNames } from '../audit/names-in-file';
import type { AdminRequest } from '../operation';

/**
 * Exports the levels of all pages as CSV, in parts. The file can be imported, also on another site: level keys are the
 * same there, level ids are not. Pages have their masked titles only where the admin can see them, so the file reveals
 * nothing about other pages.
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
  'title',
  'classifiedByName',
  'apiKeyName',
  'spaceName',
] as const;

export function exportPageLevels(request: AdminRequest, payload: unknown): Promise<CsvPart> {
  return exportInParts(request, payload, { columns: COLUMNS, list: listPageLevelEntries, subjectsOf, cellsOf });
}

function subjectsOf({ pageId, classifierId, apiKeyId, spaceId }: PageLevelRecord): readonly string[] {
  return [`page:${pageId}`, `person:${classifierId}`, `apikey:${apiKeyId ?? ''}`, `space:${spaceId}`];
}

function cellsOf(entry: PageLevelRecord, levels: Levels, nameOf: FileNames): readonly string[] {
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
    ...subjectsOf(entry).map(nameOf),
  ];
}
