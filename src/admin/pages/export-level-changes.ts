import { withoutFindings } from '../../classification/evidence';
import { listLevelChangeEntries } from '../../classification/level-history';
import { namesInFile } from '../../classification/level-in-file';
import type { Levels } from '../../classification/level-store';
import type { LevelChangeEntry } from '../../classification/level-history';
import { type CsvPart, exportInParts } from '../audit/export-in-parts';
import type { FileNames } from '../audit/names-in-file';
import type { AdminRequest } from '../operation';
import { readVisibility } from '../visible-pages';

/**
 * Exports the level history of all pages as CSV, in parts, for archiving. It cannot be imported: history is immutable.
 */

/**
 * The columns of page and level differ from those of an import, so that an import rejects this file with a clear error.
 */
const COLUMNS = [
  'changedPageId',
  'changedAt',
  'from',
  'to',
  'fromShownAs',
  'toShownAs',
  'changedBy',
  'method',
  'apiKeyId',
  'justification',
  'spaceId',
  'pageVersion',
  'changeId',
  'fromLevelId',
  'fromSubLevelId',
  'toLevelId',
  'toSubLevelId',
  'changedPageTitle',
  'changedByName',
  'apiKeyName',
  'spaceName',
  'via',
] as const;

export function exportLevelChanges(request: AdminRequest, payload: unknown): Promise<CsvPart> {
  return exportInParts(request, payload, {
    columns: COLUMNS,
    list: listLevelChangeEntries,
    show: withVisibleEvidence,
    subjectsOf,
    cellsOf,
  });
}

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

function subjectsOf({ pageId, classifierId, apiKeyId, spaceId }: LevelChangeEntry): readonly string[] {
  return [`page:${pageId}`, `person:${classifierId}`, `apikey:${apiKeyId ?? ''}`, `space:${spaceId}`];
}

function cellsOf(entry: LevelChangeEntry, levels: Levels, nameOf: FileNames): readonly string[] {
  const { previousLevelId, previousSubLevelId, levelId, subLevelId } = entry;
  const from = namesInFile(levels, { levelId: previousLevelId, subLevelId: previousSubLevelId });
  const to = namesInFile(levels, { levelId, subLevelId });
  return [
    entry.pageId,
    entry.changedAt,
    from.key,
    to.key,
    from.shownAs,
    to.shownAs,
    entry.classifierId,
    entry.method,
    entry.apiKeyId ?? '',
    entry.justification ?? '',
    entry.spaceId,
    String(entry.pageVersion),
    entry.changeId,
    previousLevelId ?? '',
    previousSubLevelId ?? '',
    levelId ?? '',
    subLevelId ?? '',
    ...subjectsOf(entry).map(nameOf),
    entry.via ?? '',
  ];
}
