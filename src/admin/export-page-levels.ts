import * as z from 'zod';
import { lineOf } from '../audit/csv';
import { findLevel, type Levels, readLevels } from '../classification/level-store';
import { listPageLevelEntries, type PageLevelEntry } from '../classification/page-level-entries';
import type { Position } from '../platform/newest-first';
import type { AuditExport } from './audit-log';
import type { AdminRequest } from './operation';
import { readInput } from './result';

/**
 * The levels of all pages as CSV, in parts, which can be imported again: on another site the keys of the levels are the
 * same where their ids are not. Pages are named by their ids alone, so nothing of a page shows that somebody may not see.
 */

export const exportPageLevelsInput = z.strictObject({
  /** Of the part before. */
  cursor: z
    .string()
    .regex(/^[0-9-]{10}T[0-9:.]{12}Z (?:[0-9]{1,19})?$/, { error: 'is not one of this list' })
    .optional(),
});

/** Of one answer, which must arrive within the platform's time. */
const MAX_EXPORTED = 1_000;
const EXPORTED_AT_ONCE = 100;

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

export async function exportPageLevels(request: AdminRequest, payload: unknown): Promise<AuditExport> {
  const { cursor } = readInput(exportPageLevelsInput, payload);
  const levels = await readLevels(request.storage, request.installationId);
  let after = cursor === undefined ? undefined : toPosition(cursor);
  let csv = after === undefined ? lineOf(COLUMNS) : '';
  let rows = 0;
  let unreadable = 0;
  do {
    const { items, next } = await listPageLevelEntries(request.storage, {
      now: request.now,
      after,
      limit: EXPORTED_AT_ONCE,
    });
    const entries = items.filter((item) => item !== 'unreadable');
    csv += entries.map((entry) => lineOf(cellsOf(entry, levels))).join('');
    rows += entries.length;
    unreadable += items.length - entries.length;
    after = next;
    // A short page took as many reads as one call should, or is the last.
    if (items.length < EXPORTED_AT_ONCE) break;
  } while (after !== undefined && rows < MAX_EXPORTED);
  return {
    csv,
    rows,
    unreadable,
    ...(after === undefined ? {} : { cursor: `${after.time} ${after.key}`, searchedBackTo: after.time }),
  };
}

function toPosition(cursor: string): Position {
  const [time = '', key = ''] = cursor.split(' ');
  return { time, key };
}

/** A level that is gone has no key, so its id stands there: it is understood nowhere else, and never taken for another. */
function cellsOf(entry: PageLevelEntry, levels: Levels): readonly string[] {
  const level = findLevel(levels, entry.levelId);
  const subLevel = level?.subLevels.find(({ subLevelId }) => subLevelId === entry.subLevelId);
  const subLevelKey = subLevel?.subLevelKey ?? entry.subLevelId;
  const key = level?.levelKey ?? entry.levelId;
  return [
    entry.pageId,
    subLevelKey === undefined ? key : `${key}/${subLevelKey}`,
    [level?.name ?? '', ...(subLevel === undefined ? [] : [subLevel.name])].join(' / '),
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
