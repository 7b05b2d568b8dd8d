import type { FindingView } from '../../../../src/admin/findings/finding-view';
import { texts } from '../texts';

/** Where a value is in an attached file. Empty if it is in none, or its place has no number. */
export function placeInWords(place: FindingView['place']): string {
  if (place === undefined) return '';
  const t = texts.detections.filePlace;
  const { kind, number, column, sheet, member } = place;
  const inFile = member === undefined ? [] : [t.member(member)];
  return [
    ...inFile,
    ...(kind === 'part' ? [] : [kind === 'cell' ? cellInWords(number, column, sheet) : t[kind](number)]),
  ].join(', ');
}

function cellInWords(row: number, column = '', sheet?: number): string {
  const { sheet: inSheet, row: inRow } = texts.detections.filePlace;
  if (column === '') return inRow(row);
  return sheet === undefined ? `${column}${row}` : inSheet(sheet, `${column}${row}`);
}
