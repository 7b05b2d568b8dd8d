import { LETTERS } from './letters';
import type { Span } from './spans';
import { BLOCK_BORDER } from './flat-text';

/** A field of a line, below a line that names the fields: `admin;…` below `user;password`. */
export interface Field extends Span {
  /** The name of the field. */
  readonly header: Span;
}

/** `\t`, `;`, `|`, `,`, and signs between spaces. The first one in the line of names divides all lines below. */
const SEPARATORS = ['\t', ';', '|', ',', ' / ', ' : '];
/** In brackets, names also have them without spaces: "(user:password)". */
const SEPARATORS_IN_BRACKETS = [...SEPARATORS, ':', '/'];
const MAX_LINE = 300;
const MAX_FIELDS = 12;
const MAX_NAME = 40;
/** Below a line with one name, such as "Test accounts", so many lines are read. */
const MAX_LINES_OF_ONE_FIELD = 8;
const LETTER = new RegExp(`[${LETTERS}]`);
/** A title of several words may name them: "Passwords of the service accounts". */
const MAX_WORDS = 3;
const MAX_WORDS_OF_TITLE = 6;
/** A single name may be the title of a text, so a row below it needs a digit, and a sign between other characters. */
const COMPOSED = new RegExp(String.raw`^(?=.*\d).*[${LETTERS}\d] ?[^${LETTERS}\d\s]`);
/** "Zugänge (Name / Passwort):": the names are in brackets. */
const NAMES_IN_BRACKETS = /\((?=[^()\n]{0,80}[;|,/:\t])([^()\n]{3,80})\)[ \t]{0,2}:?[ \t]{0,2}$/;
const INDENT = new RegExp(String.raw`^[\s${BLOCK_BORDER}]*(?:[-*•][ \t]+)?`);

/**
 * Reads a line of short names, and the lines below it with as many fields, as rows of a table. Only lines that contain
 * a word for a value can name fields. No line is read as a row twice, except below a line with one name.
 * @param positions of those words, in text order
 * @param isText false for a position that is not in text: in a table, in the URL of a link
 */
export function* fieldsBelowNames(
  text: string,
  positions: Iterable<number>,
  isText: (position: number) => boolean,
): Iterable<Field> {
  let readTo = 0;
  for (const position of positions) {
    if (position <= readTo) continue;
    const start = text.lastIndexOf('\n', position - 1) + 1;
    const end = endOfLine(text, position);
    readTo = end;
    if (end - start > MAX_LINE || !mayHoldNames(text, start, end) || !mayBeRow(text, end + 1) || !isText(position))
      continue;
    const { separator, names } = readNames(text, { start, end });
    if (names.length === 0) continue;
    const lines = separator === undefined ? MAX_LINES_OF_ONE_FIELD : Infinity;
    let at = end + 1;
    for (let line = 0; line < lines && at < text.length; line++) {
      const lineEnd = endOfLine(text, at);
      const row = lineEnd - at > MAX_LINE ? [] : split(text, contentOf(text, { start: at, end: lineEnd }), separator);
      if (row.length !== names.length || !isText(lineEnd - 1)) break;
      if (separator === undefined && !COMPOSED.test(text.slice(at, lineEnd))) break;
      for (const [index, field] of row.entries()) {
        const header = names[index];
        if (header !== undefined && field.start < field.end) yield { start: field.start, end: field.end, header };
      }
      at = lineEnd + 1;
      if (separator !== undefined) readTo = lineEnd;
    }
  }
}

/**
 * False for most lines that are not names, such as sentences and lines with a sign that no name contains. Most are
 * recognized by their first words. A fast check, because every line with a word for a value is tried.
 */
function mayHoldNames(text: string, start: number, end: number): boolean {
  let last = start + text.slice(start, end).trimEnd().length;
  if (text.charCodeAt(last - 1) === FULL_STOP) return false;
  if (text.charCodeAt(last - 1) === COLON) last--;
  // Names in brackets may follow any text.
  if (text.slice(last - 3, last).includes(')')) return true;
  let first = skipBlanks(text, start);
  // The sign of an item.
  if (text.charCodeAt(first + 1) <= SPACE) first = skipBlanks(text, first + 1);
  let isSeparated = false;
  let isInWord = false;
  let words = 0;
  let mostWords = 0;
  let length = 0;
  for (let at = first; at < last; at++) {
    const kind = KINDS[text.charCodeAt(at)] ?? 0;
    if (kind === FORBIDDEN) return false;
    if (kind === SEPARATING || (kind === BETWEEN_SPACES && at > first && isBetweenSpaces(text, at, last))) {
      isSeparated = true;
      isInWord = false;
      words = 0;
      length = 0;
    } else if (text.charCodeAt(at) === COLON) return false;
    else if (kind === BLANK) isInWord = false;
    else if (kind !== QUOTE) {
      if (!isInWord) words++;
      isInWord = true;
      if (words > MAX_WORDS_OF_TITLE || ++length > MAX_NAME) return false;
      mostWords = Math.max(mostWords, words);
    }
  }
  return mostWords <= MAX_WORDS || !isSeparated;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= SPACE) at++;
  return at;
}

function isBetweenSpaces(text: string, at: number, end: number): boolean {
  return at + 1 < end && text.charCodeAt(at - 1) === SPACE && text.charCodeAt(at + 1) === SPACE;
}

/** True if a line may be a row, because it has a separator, or a digit as COMPOSED demands. */
function mayBeRow(text: string, start: number): boolean {
  const end = endOfLine(text, start);
  return end - start <= MAX_LINE && /[\d\t;|,/:]/.test(text.slice(start, end));
}

const FULL_STOP = 0x2e;
const COLON = 0x3a;
const SPACE = 0x20;

const FORBIDDEN = 1;
const SEPARATING = 2;
const BETWEEN_SPACES = 3;
const BLANK = 4;
const QUOTE = 5;

/** The kind of each ASCII character in a line of names. */
const KINDS = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  if ('={}<>?!'.includes(character)) return FORBIDDEN;
  if ('\t;|,'.includes(character)) return SEPARATING;
  if ('/:'.includes(character)) return BETWEEN_SPACES;
  if (character === ' ') return BLANK;
  return character === '"' || character === "'" ? QUOTE : 0;
});

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** Without the indent, the sign of an item and the space at the end. */
function contentOf(text: string, { start, end }: Span): Span {
  const line = text.slice(start, end);
  const indent = INDENT.exec(line)?.[0].length ?? 0;
  return { start: start + indent, end: Math.max(start + indent, start + line.trimEnd().length) };
}

function readNames(
  text: string,
  line: Span,
): { readonly separator?: string | undefined; readonly names: readonly Span[] } {
  let content = contentOf(text, line);
  const inBrackets = NAMES_IN_BRACKETS.exec(text.slice(content.start, content.end));
  if (inBrackets !== null) {
    const start = content.start + inBrackets.index + 1;
    content = { start, end: start + (inBrackets[1] ?? '').length };
  } else if (text[content.end - 1] === ':') content = { start: content.start, end: content.end - 1 };
  const written = text.slice(content.start, content.end);
  const separator = (inBrackets === null ? SEPARATORS : SEPARATORS_IN_BRACKETS).find((sign) => written.includes(sign));
  const names = split(text, content, separator);
  const maxWords = separator === undefined ? MAX_WORDS_OF_TITLE : MAX_WORDS;
  return names.length <= MAX_FIELDS && names.every((name) => isName(text.slice(name.start, name.end), maxWords))
    ? { separator, names }
    : { names: [] };
}

/** A few words, without signs of code, of labels and of sentences. */
function isName(text: string, maxWords: number): boolean {
  return (
    text.length <= MAX_NAME &&
    LETTER.test(text) &&
    !/[={}<>?!:：]|\.$/.test(text) &&
    text.split(/\s+/).length <= maxWords
  );
}

/** The fields of a line, without spaces and quotes around them. */
function split(text: string, { start, end }: Span, separator: string | undefined): Span[] {
  if (start >= end) return [];
  const parts = separator === undefined ? [text.slice(start, end)] : text.slice(start, end).split(separator);
  let at = start;
  return parts.map((part) => {
    const before = /^[\s"']*/.exec(part)?.[0].length ?? 0;
    const field = { start: at + before, end: at + Math.max(before, part.replace(/[\s"']+$/, '').length) };
    at += part.length + (separator?.length ?? 0);
    return field;
  });
}
