import { firstEndingAfter } from './spans';

/**
 * All text of a document as one string, with a mapping back to the source. A block is text that belongs together: a
 * paragraph, a heading, a paragraph of a table cell, a code block, the URL of a link. A finding lies in one block, except for
 * multiline detectors.
 */
export interface FlatText {
  /** The texts of the blocks, separated by BLOCK_BORDER. For speed, Latin-1 if the document is. */
  readonly text: string;
  /** In text order. No block is empty. */
  readonly blocks: readonly Block[];
  /** The content that could not be read. */
  readonly skipped: readonly Skipped[];
}

/** A newline, so that `$` and `\s` match, and a character that no pattern accepts within a value. */
export const BLOCK_BORDER = '\n\u001e';

/** Replaces inline content without text, such as an emoji. It keeps the text before and after it apart. */
export const INLINE_OBJECT = '\u001f';

export const LOCATION_KINDS = [
  'text',
  'code',
  'link',
  'attribute',
  'macro-parameter',
  'title',
  'alternative-text',
  'status',
  'plain',
] as const;

/** Where in a document a text is: visible text, or attributes and parameters. */
export type LocationKind = (typeof LOCATION_KINDS)[number];

export interface Block {
  /** Offsets in the flat text; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly kind: LocationKind;
  /** In order, without overlaps. Text outside all segments, such as an inline object, has no source position. */
  readonly segments: readonly Segment[];
  /** The blocks that label this one: the header of its column, the first cell of its row, the heading above. */
  readonly columnHeader: BlockRange | undefined;
  readonly rowHeader: BlockRange | undefined;
  readonly heading: BlockRange | undefined;
  /** The cell to the left in a table without column headers, or a paragraph before that ends with a colon. */
  readonly label: BlockRange | undefined;
  /** All blocks of the table row that contains this one. */
  readonly row: BlockRange | undefined;
  /** Where a person finds it. */
  readonly place: PagePlace;
}

/** A place in numbers from 1, without any text of the page. */
export interface PagePlace {
  /** The heading above, of all headings. */
  readonly heading?: number;
  /** The table that contains it, of all tables, with the row and the column. */
  readonly table?: number;
  readonly row?: number;
  readonly column?: number;
}

/** Consecutive block indexes; `to` is exclusive. */
export interface BlockRange {
  readonly from: number;
  readonly to: number;
}

/** Maps a range of the flat text to a range of a source string. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  /** The string, or the node whose `text` it is. Undefined: the whole source. */
  readonly path: Path | undefined;
  readonly isText: boolean;
  /** As long as start to end; otherwise the segment is indivisible, such as an entity. */
  readonly from: number;
  readonly to: number;
}

/** A position in a JSON document as a linked list, leaf first. Converted to a pointer for findings only. */
export interface Path {
  readonly parent: Path | undefined;
  readonly name: string;
  /** The index in the array that the member holds, or -1. */
  readonly index: number;
}

export interface Skipped {
  readonly reason: 'malformed' | 'too-large';
  /** The JSON pointer of the skipped content. */
  readonly pointer: string;
}

/** As a JSON pointer (RFC 6901). */
export function toPointer(path: Path | undefined): string {
  const steps: string[] = [];
  for (let at = path; at !== undefined; at = at.parent) {
    const name = at.name.replaceAll('~', '~0').replaceAll('/', '~1');
    steps.push(at.index < 0 ? `/${name}` : `/${name}/${at.index}`);
  }
  return steps.reverse().join('');
}

/** A range of one string of the document, in UTF-16 offsets; `end` is exclusive. */
export interface SourceRange {
  /** The JSON pointer (RFC 6901) of the string; '' if the source itself is a string. */
  readonly pointer: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Maps a range of the flat text to the source, string by string, in order. Any part of an indivisible segment maps to all of
 * it.
 */
export function sourceRanges(blocks: readonly Block[], start: number, end: number): SourceRange[] {
  const ranges: { path: Path | undefined; isText: boolean; start: number; end: number }[] = [];
  for (let number = firstEndingAfter(blocks, start); number < blocks.length; number += 1) {
    const block = blocks[number];
    if (block === undefined || block.start >= end) break;
    const { segments } = block;
    for (let at = firstEndingAfter(segments, start); at < segments.length; at += 1) {
      const segment = segments[at];
      if (segment === undefined || segment.start >= end) break;
      const divisible = segment.end - segment.start === segment.to - segment.from;
      const from = divisible ? segment.from + Math.max(0, start - segment.start) : segment.from;
      const to = divisible ? segment.to - Math.max(0, segment.end - end) : segment.to;
      const last = ranges.at(-1);
      if (last !== undefined && last.path === segment.path && last.end === from) last.end = to;
      else ranges.push({ path: segment.path, isText: segment.isText, start: from, end: to });
    }
  }
  return ranges.map(({ path, isText, start: from, end: to }) => {
    const pointer = toPointer(path);
    return { pointer: isText ? `${pointer}/text` : pointer, start: from, end: to };
  });
}

/** The index of the block that contains a position, or -1 between blocks. */
export function blockAt(blocks: readonly Block[], position: number): number {
  let low = 0;
  let high = blocks.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const block = blocks[middle];
    if (block === undefined) return -1;
    if (position < block.start) high = middle - 1;
    else if (position >= block.end) low = middle + 1;
    else return middle;
  }
  return -1;
}
