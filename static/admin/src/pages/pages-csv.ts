import type { CsvPart } from '../../../../src/admin/audit/export-in-parts';
import type { PageRow } from '../../../../src/admin/pages/inventory';
import type { Level } from '../../../../src/classification/model';
import type { InventoryFilter } from '../../../../src/findings/inventory/inventory-filter';
import { type CsvColumns, csvPart } from '../../../../src/platform/csv';
import { levelPath } from '../level-path';
import { type Names, readSpaces } from '../names';
import type { Outcome } from '../operations';
import { SEVERITIES } from './filter';
import { readPart } from './use-pages';

type Columns = CsvColumns<[PageRow, Pick<Names, 'levels' | 'spaces'>]>;

/** An import reads `pageId` and the key in `level`. */
const COLUMNS: Columns = [
  ['pageId', ({ pageId }) => pageId],
  ['level', ({ level }, { levels }) => keyOf(level, levels)],
  ['shownAs', ({ level }, { levels }) => (level === undefined ? '' : levelPath(level, levels))],
  ['title', ({ title }) => title],
  ['spaceId', ({ spaceId }) => spaceId],
  ['spaceName', ({ spaceId }, { spaces }) => spaces.get(spaceId)?.name ?? ''],
  ['ownerId', ({ owner }) => owner?.accountId ?? ''],
  ['ownerName', ({ owner }) => owner?.name ?? ''],
  ...SEVERITIES.map((severity): Columns[number] => [`open_${severity}`, ({ open }) => String(open[severity])]),
  ['scan', ({ coverage }) => coverage],
  ['scannedAt', ({ scannedAt }) => scannedAt ?? ''],
  ['classifiedAt', ({ classifiedAt }) => classifiedAt ?? ''],
  ['editedAt', ({ editedAt }) => editedAt ?? ''],
  ['requiredLevel', ({ requiredLevelId: levelId }, { levels }) => keyOf(levelId && { levelId }, levels)],
];

function keyOf(level: PageRow['level'] | '', levels: readonly Level[]): string {
  if (level === undefined || level === '') return '';
  const { levelKey = level.levelId, subLevels = [] } = levels.find(({ levelId }) => levelId === level.levelId) ?? {};
  const subLevel = subLevels.find(({ subLevelId }) => subLevelId === level.subLevelId);
  return subLevel === undefined ? levelKey : `${levelKey}/${subLevel.subLevelKey}`;
}

/** A part of the matching pages as CSV, as the admin can view them. */
export async function readCsvPart(
  filter: InventoryFilter,
  levels: readonly Level[],
  cursor: string | undefined,
): Promise<Outcome<CsvPart>> {
  const answer = await readPart(filter, cursor, 100);
  if (!answer.ok) return answer;
  const { pages, cursor: next } = answer.value;
  const spaces = await readSpaces(new Set(pages.map(({ spaceId }) => spaceId)));
  const csv = csvPart(COLUMNS, pages, cursor === undefined, { levels, spaces });
  return {
    ok: true,
    value: { csv, rows: pages.length, unreadable: 0, ...(next === undefined ? {} : { cursor: next }) },
  };
}
