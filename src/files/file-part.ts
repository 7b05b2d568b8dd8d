/** Where a text is in its file, for people who open the file. Numbers start at 1. */
export interface FilePlace {
  readonly kind: 'line' | 'page' | 'slide' | 'cell' | 'paragraph' | 'part';
  /** For cells: the row. */
  readonly number: number;
  /** The letters of the column of a cell. */
  readonly column?: string;
  /** The sheet of a cell, of all sheets. */
  readonly sheet?: number;
  /** The file in an archive, or the attachment of an email. */
  readonly member?: number;
  /** The name of the sheet, or the path of the member. It is text of the file, so never store it. */
  readonly label?: string;
}

/** A text of a file in a representation of page content, so that detectors read it as they read a page. */
export interface FilePart {
  readonly representation: 'plain' | 'storage';
  readonly source: string;
  readonly hasText: boolean;
  /** @param position an offset in `source`, such as the start of a source range of a finding */
  placeAt(position: number): FilePlace;
}

/** The members that all places of a part share. */
export type CommonPlace = Omit<FilePlace, 'number' | 'column'>;

/** The file in an archive or an email that a part is from. */
export type MemberPlace = Pick<FilePlace, 'member' | 'label'>;

/** Text whose places are its lines. */
export function textPart(representation: FilePart['representation'], source: string, at: MemberPlace): FilePart {
  let lineStarts: number[] | undefined;
  return {
    representation,
    source,
    hasText: /\S/.test(source),
    placeAt(position) {
      lineStarts ??= [0, ...Array.from(source.matchAll(/\r\n|\r|\n/g), ({ index, 0: end }) => index + end.length)];
      return { ...at, kind: 'line', number: lastUpTo(lineStarts, position) + 1 };
    },
  };
}

/** The characters of text that one of markup costs. */
export const MARKUP_COST = 2;

/** Writes text with structure. Unclosed tags are allowed, so a part that is cut off is a part. */
export class PartWriter implements FilePart {
  readonly representation = 'storage';
  source = '';
  hasText = false;
  private lastLink = '';
  private readonly starts: number[] = [];
  private readonly numbers: number[] = [];
  private readonly columns: number[] = [];

  /** @param spend counts characters, also those of markup, which need memory as well; it throws if there are too many */
  constructor(
    private readonly common: CommonPlace,
    private readonly spend: (characters: number) => void,
  ) {}

  /** The text that follows is at this place. Column 0: the place has none. */
  mark(number: number, column = 0): void {
    this.starts.push(this.source.length);
    this.numbers.push(number);
    this.columns.push(column);
  }

  /** Adds markup as it is. */
  tag(markup: string): void {
    this.spend(markup.length * MARKUP_COST);
    this.source += markup;
  }

  text(text: string): void {
    this.hasText ||= /\S/.test(text);
    this.spend(text.length);
    this.source += text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign);
  }

  /** Adds a text that is not visible, such as an address or a formula. The same one is not repeated, because workbooks have thousands. */
  link(text: string): void {
    if (text === '' || text === this.lastLink) return;
    this.lastLink = text;
    this.tag('<a href="');
    this.text(text.replaceAll('"', "'"));
    this.tag('"></a>');
  }

  paragraph(text: string): void {
    this.tag('<p>');
    this.text(text);
    this.tag('</p>');
  }

  placeAt(position: number): FilePlace {
    const at = lastUpTo(this.starts, position);
    const column = this.columns[at] ?? 0;
    const number = this.numbers[at] ?? 1;
    return { ...this.common, number, ...(column === 0 ? {} : { column: columnLetters(column) }) };
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** The index of the last entry that is not above a position, or 0. */
function lastUpTo(sorted: readonly number[], position: number): number {
  let low = 0;
  let high = sorted.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? Infinity) <= position) low = middle;
    else high = middle;
  }
  return low;
}

/** 1 is A, 27 is AA. */
function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}
