import { withoutFindings } from '../../classification/evidence';
import { listLevelChangeEntries } from '../../classification/level-history';
import { namesInFile } from '../../classification/level-in-file';
import type { Levels } from '../../classification/level-store';
import type { LevelChangeEntry } from '../../classification/level-history';
import type { CsvColumns } from '../../platform/csv';
import { subjectsOfChange } from './export-page-levels';
import { exportInParts, exportInput, positionOf } from '../audit/export-in-parts';
import type { FileNames } from '../audit/names-in-file';
import { readVisibility } from '../visible-pages';
import type { AdminRequest } from '../operation';
import { operation } from '../input';

/**
 * Exports the level history of all pages as CSV, in parts, for archiving. It cannot be imported, because history is
 * immutable.
 */

/**
 * The columns of page and level differ from those of an import, so that an import rejects this file with a clear error.
 */
const COLUMNS: CsvColumns<[LevelChangeEntry, FileNames, Levels]> = [
  ['changedPageId', ({ pageId }) => pageId],
  ['changedAt', ({ changedAt }) => changedAt],
  ['from', (entry, _nameOf, levels) => fromIn(levels, entry).key],
  ['to', (entry, _nameOf, levels) => namesInFile(levels, entry).key],
  ['fromShownAs', (entry, _nameOf, levels) => fromIn(levels, entry).shownAs],
  ['toShownAs', (entry, _nameOf, levels) => namesInFile(levels, entry).shownAs],
  ['changedBy', ({ classifierId }) => classifierId],
  ['method', ({ method }) => method],
  ['apiKeyId', ({ apiKeyId }) => apiKeyId ?? ''],
  ['justification', ({ justification }) => justification ?? ''],
  ['spaceId', ({ spaceId }) => spaceId],
  ['pageVersion', ({ pageVersion }) => String(pageVersion)],
  ['changeId', ({ changeId }) => changeId],
  ['fromLevelId', ({ previousLevelId }) => previousLevelId ?? ''],
  ['fromSubLevelId', ({ previousSubLevelId }) => previousSubLevelId ?? ''],
  ['toLevelId', ({ levelId }) => levelId ?? ''],
  ['toSubLevelId', ({ subLevelId }) => subLevelId ?? ''],
  ['changedPageTitle', ({ pageId }, nameOf) => nameOf(`page:${pageId}`)],
  ['changedByName', ({ classifierId }, nameOf) => nameOf(`person:${classifierId}`)],
  ['apiKeyName', ({ apiKeyId }, nameOf) => nameOf(`apikey:${apiKeyId ?? ''}`)],
  ['spaceName', ({ spaceId }, nameOf) => nameOf(`space:${spaceId}`)],
  ['via', ({ via }) => via ?? ''],
];

function fromIn(levels: Levels, { previousLevelId, previousSubLevelId }: LevelChangeEntry) {
  return namesInFile(levels, { levelId: previousLevelId, subLevelId: previousSubLevelId });
}

export const exportLevelChanges = operation(exportInput, (request, input) =>
  exportInParts(request, positionOf(input), {
    columns: COLUMNS,
    list: listLevelChangeEntries,
    show: withVisibleEvidence,
    subjectsOf: subjectsOfChange,
  }),
);

/** Keeps the evidence of findings only for pages that the admin can currently see. */
async function withVisibleEvidence(
  request: AdminRequest,
  entries: readonly LevelChangeEntry[],
): Promise<readonly LevelChangeEntry[]> {
  const automatic = entries.filter(({ method }) => method === 'DETECTION');
  const isVisible = await readVisibility(
    request,
    automatic.map(({ pageId }) => pageId),
  );
  return entries.map((entry) => (isVisible(entry.pageId) ? entry : withoutFindings(entry)));
}
