import type { FindingView } from '../../../src/admin/findings/finding-view';
import type { FindingContext } from '../../../src/findings/finding-context';

const IN_WORDS = {
  line: (number: number) => `line ${number}`,
  page: (number: number) => `page ${number}`,
  slide: (number: number) => `slide ${number}`,
  row: (number: number) => `row ${number}`,
  sheet: (sheet: number, cell: string) => `sheet ${sheet}, ${cell}`,
  paragraph: (number: number) => `paragraph ${number}`,
  member: (number: number) => `file ${number} in it`,
};

/** Where a value is in an attached file. Empty if it is in none, or its place has no number. */
export function placeInWords(place: FindingView['place']): string {
  if (place === undefined) return '';
  const { kind, number, column, sheet, member } = place;
  const inFile = member === undefined ? [] : [IN_WORDS.member(member)];
  return [
    ...inFile,
    ...(kind === 'part' ? [] : [kind === 'cell' ? cellInWords(number, column, sheet) : IN_WORDS[kind](number)]),
  ].join(', ');
}

function cellInWords(row: number, column = '', sheet?: number): string {
  if (column === '') return IN_WORDS.row(row);
  return sheet === undefined ? `${column}${row}` : IN_WORDS.sheet(sheet, `${column}${row}`);
}

/** Where a value is in an attachment, and how people remove it. @param place undefined: it is not in the file */
export function attachmentInWords({ name, place }: Extract<FindingContext, { readonly state: 'attachment' }>): string {
  if (place === undefined)
    return 'The value is in the name or the comment of an attachment, so it can’t be removed here. Change it in the attachments of the page.';
  const where = [name === undefined ? 'an attached file' : `the attached file ${name}`, placeInWords(place)];
  return `The value is in ${where.filter(Boolean).join(', ')}. It can’t be removed here: upload the file without it, and delete the older versions.`;
}
