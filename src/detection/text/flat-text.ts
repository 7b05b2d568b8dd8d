import { firstEndingAfter } from '../spans';

/**
 * Everything that is to be looked at, as one string, with the way back: which place of the document each character
 * comes from. A block is what belongs together without a break: a paragraph, a heading, the text of a table cell, a code
 * block, the address of a link. A finding lies in one block, but for what is made of lines.
 */
export interface FlatText {
  /** The texts of the blocks with BLOCK_BORDER between them. Latin-1 wherever the document is, for speed. */
  readonly text: string;
  /** In the order of the text; never empty ones. */
  readonly blocks: readonly Block[];
  /** What of the document was not read, and why. */
  readonly skipped: readonly Skipped[];
}

/** A newline, so that `$` and `\s` see an end, and a character that no pattern takes for part of a value. */
export const BLOCK_BORDER = '\n\u001e';

/** Stands for what is shown in a line but is no text: a mention, an emoji, a card. What is beside it does not grow together. */
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

/** Where in a document something stands: in what is read, or in what is behind it. */
export type LocationKind = (typeof LOCATION_KINDS)[number];

export interface Block {
  /** In the flat text; the end is excluded, as everywhere. */
  readonly start: number;
  readonly end: number;
  readonly kind: LocationKind;
  /** In order, without overlaps. What is in none (an inline object) has no place to point at. */
  readonly segments: readonly Segment[];
  /** Which blocks tell what this one is about. */
  readonly columnHeader: BlockRange | undefined;
  readonly rowHeader: BlockRange | undefined;
  readonly heading: BlockRange | undefined;
}

/** The numbers of blocks that follow each other; the last one is excluded. */
export interface BlockRange {
  readonly from: number;
  readonly to: number;
}

/** A stretch of the flat text, and the stretch of a string of the document that it is. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  /** Of the string, or of the node whose `text` it is. Undefined: the source as a whole. */
  readonly path: Path | undefined;
  readonly isText: boolean;
  /** Of the same length as start to end, or a whole that cannot be divided: an entity. */
  readonly from: number;
  readonly to: number;
}

/** A place in a JSON document, from the inside out; written out only for what is found. */
export interface Path {
  readonly parent: Path | undefined;
  readonly name: string;
  /** Of the entry, where the member of this name is a list; else -1. */
  readonly index: number;
}

export interface Skipped {
  readonly reason: 'malformed' | 'too-large';
  /** What of it. */
  readonly pointer: string;
}

/** RFC 6901. */
export function toPointer(path: Path | undefined): string {
  const steps: string[] = [];
  for (let at = path; at !== undefined; at = at.parent) {
    const name = at.name.replaceAll('~', '~0').replaceAll('/', '~1');
    steps.push(at.index < 0 ? `/${name}` : `/${name}/${at.index}`);
  }
  return steps.reverse().join('');
}

/** A part of one string of the document. */
export interface SourceRange {
  /** A JSON pointer to the string; '' where the source is a string itself. */
  readonly pointer: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Where a stretch of the flat text comes from, string by string, in order. A part of what cannot be divided is all of it.
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
