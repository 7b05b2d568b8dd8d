import { type CsvColumns, csvPart } from '../../platform/csv';
import { namesInFile } from '../../classification/level-in-file';
import type { Levels } from '../../classification/level-store';
import { ownerOf } from '../work/work-question';
import type { VisibleFinding } from './visible-findings';

/**
 * Findings as CSV (RFC 4180), safe to open in a spreadsheet. The file has no detected value, because excerpts and
 * titles are masked. The columns of pages and levels differ from those of an import, so that an import rejects the file
 * with a clear error.
 */

const COLUMNS: CsvColumns<[VisibleFinding, Levels]> = [
  ['detectionId', ({ findingId }) => findingId],
  ['foundAt', ({ record }) => record.foundAt],
  ['severity', ({ record }) => record.severity],
  ['category', ({ record }) => record.category],
  ['detectorId', ({ record }) => record.detectorId],
  ['alsoMatched', ({ record }) => record.data.alsoMatched.join(' ')],
  ['confidence', ({ record }) => String(record.data.confidence)],
  ['band', ({ record }) => record.band],
  ['evidence', ({ record }) => record.data.evidence.join(' ')],
  ['status', ({ shown }) => shown.status],
  ['statusAt', ({ record }) => record.data.statusAt ?? ''],
  ['exclusionId', ({ shown }) => shown.exclusionId ?? ''],
  ['maskedExcerpt', ({ record }) => record.data.maskedExcerpt],
  ['foundOnPageId', ({ record }) => record.pageId],
  ['spaceId', ({ page }) => page.spaceId],
  ['field', ({ record }) => record.data.location.field],
  ['contentId', ({ record }) => record.data.location.contentId ?? ''],
  ['filePlace', ({ record }) => placeInFile(record.data.location.place)],
  ['foundInVersion', ({ record }) => String(record.data.foundInVersion)],
  ['pageVersion', ({ record }) => String(record.data.pageVersion)],
  ['currentLevelKey', ({ level }, levels) => namesInFile(levels, { levelId: level?.levelId }).key],
  ['currentLevelName', ({ level }, levels) => namesInFile(levels, { levelId: level?.levelId }).shownAs],
  ['foundAtLevelKey', ({ record }, levels) => namesInFile(levels, { levelId: record.data.levelId }).key],
  ['fingerprint', ({ record }) => record.fingerprint],
  ['ownerId', ({ record }) => record.data.work?.ownerId ?? ''],
  ['pageOwnerId', ({ page }) => page.ownerId ?? ''],
  ['isInProgress', ({ record }) => String(record.data.work?.isInProgress === true)],
  ['dueOn', ({ record }) => record.data.work?.dueOn ?? ''],
  ['comment', ({ record }) => record.data.work?.comment ?? ''],
];

/** Such as `page 3` or `sheet 2 B12`. */
function placeInFile(place: VisibleFinding['record']['data']['location']['place']): string {
  if (place === undefined) return '';
  const { kind, number, column = '', sheet, member } = place;
  const inMember = member === undefined ? [] : [`file ${member}`];
  if (kind !== 'cell') return [...inMember, `${kind} ${number}`].join(' ');
  return [...inMember, ...(sheet === undefined ? [] : [`sheet ${sheet}`]), `${column}${number}`].join(' ');
}

/** In the files of the admin area. */
const NAMES = ['detectorName', 'foundOnPageTitle', 'spaceName', 'ownerName'];

/** The detector, the page, the space and the owner, if there is one, as subjects of the audit log. */
export function subjectsOfFinding({ record, page }: VisibleFinding): readonly string[] {
  const ownerId = ownerOf(record, page);
  const owner = ownerId === undefined ? [] : [`person:${ownerId}`];
  return [`detector:${record.detectorId}`, `page:${record.pageId}`, `space:${page.spaceId}`, ...owner];
}

/**
 * @param isFirst the first part of a file has the header line, so that the parts joined together are one file
 * @param nameOf returns the name for a subject. Omitted: the file has ids only.
 */
export function findingsCsv(
  findings: readonly VisibleFinding[],
  levels: Levels,
  isFirst: boolean,
  nameOf?: (subject: string) => string,
): string {
  const names: CsvColumns<[VisibleFinding, Levels]> = NAMES.map((name, index) => [
    name,
    (finding) => nameOf?.(subjectsOfFinding(finding)[index] ?? '') ?? '',
  ]);
  return csvPart([...COLUMNS, ...(nameOf === undefined ? [] : names)], findings, isFirst, levels);
}
