import type { PageLevelRecord } from '../../classification/model';
import { listPageLevelEntries } from '../../classification/page-level-entries';
import { namesInFile } from '../../classification/level-in-file';
import type { Levels } from '../../classification/level-store';
import type { CsvColumns } from '../../platform/csv';
import { exportInParts, exportInput, positionOf } from '../audit/export-in-parts';
import type { FileNames } from '../audit/names-in-file';
import { operation } from '../input';

/**
 * Exports the levels of all pages as CSV, in parts. The file can be imported, also on another site, because level keys
 * are the same there. Level ids are not. Pages have their masked titles only where the admin can see them, so the file
 * reveals nothing about other pages.
 */

/** An import reads only the key. It ignores the ids of this site, and names, which can change. */
const COLUMNS: CsvColumns<[PageLevelRecord, FileNames, Levels]> = [
  ['pageId', ({ pageId }) => pageId],
  ['level', (entry, _nameOf, levels) => namesInFile(levels, entry).key],
  ['shownAs', (entry, _nameOf, levels) => namesInFile(levels, entry).shownAs],
  ['classifiedAt', ({ classificationDate }) => classificationDate],
  ['classifiedBy', ({ classifierId }) => classifierId],
  ['method', ({ method }) => method],
  ['apiKeyId', ({ apiKeyId }) => apiKeyId ?? ''],
  ['spaceId', ({ spaceId }) => spaceId],
  ['pageVersion', ({ pageVersion }) => String(pageVersion)],
  ['siteLevelId', ({ levelId }) => levelId],
  ['siteSubLevelId', ({ subLevelId }) => subLevelId ?? ''],
  ['title', ({ pageId }, nameOf) => nameOf(`page:${pageId}`)],
  ['classifiedByName', ({ classifierId }, nameOf) => nameOf(`person:${classifierId}`)],
  ['apiKeyName', ({ apiKeyId }, nameOf) => nameOf(`apikey:${apiKeyId ?? ''}`)],
  ['spaceName', ({ spaceId }, nameOf) => nameOf(`space:${spaceId}`)],
];

export const exportPageLevels = operation(exportInput, (request, input) => {
  const exported = { columns: COLUMNS, list: listPageLevelEntries, subjectsOf: subjectsOfChange };
  return exportInParts(request, positionOf(input), exported);
});

/** The page, the person, the key and the space of a level or of a change. */
export function subjectsOfChange({
  pageId,
  classifierId,
  apiKeyId,
  spaceId,
}: Pick<PageLevelRecord, 'pageId' | 'classifierId' | 'apiKeyId' | 'spaceId'>): readonly string[] {
  return [`page:${pageId}`, `person:${classifierId}`, `apikey:${apiKeyId ?? ''}`, `space:${spaceId}`];
}
