import { BAR } from './masking';
import { foldForCopies, type KnownValues } from './known-values';
import { firstEndingAfter, type Span } from '../text/spans';
import { isWordlike } from '../passwords/strength';

const CONTEXT_LENGTH = 30;
const ELLIPSIS = '…';
/** Characters that are read beyond the edges of a context, to see words that the edge cuts and copies that cross it. */
const MARGIN = 100;

export interface ContextSource {
  readonly text: string;
  /** The ranges of every valid match in the text, in order, without overlaps. */
  readonly sensitive: readonly Span[];
  /** The values of every text that was read. */
  readonly known: KnownValues;
}

/**
 * A bar in place of the value, with up to 30 characters before and after it from the same block. The context shows only
 * words, in letters of one script that read like a word and belong to no copy of a value that the source knows. Numbers,
 * codes, encoded text and every detected value are bars. There is no context if there are too many values to recognize
 * their copies. Never store or log it, because its words are those of the page (docs/adr/0110).
 */
export function contextOf({ text, sensitive, known }: ContextSource, block: Span, value: Span): string {
  if (!known.isComplete) return BAR;
  const from = startOfCharacter(text, Math.max(block.start, value.start - CONTEXT_LENGTH));
  const to = startOfCharacter(text, Math.max(value.end, Math.min(block.end, value.end + CONTEXT_LENGTH)));
  const scanned = { start: Math.max(block.start, from - MARGIN), end: Math.max(to, Math.min(block.end, to + MARGIN)) };
  const hidden = spansWithin(sensitive, scanned.start, scanned.end);
  const context = (start: number, end: number, shownFrom: number, shownTo: number) =>
    maskContext(text, wordsBetween(text, start, end, hidden), { start: shownFrom, end: shownTo }, known);
  const before = context(scanned.start, value.start, Math.min(from, value.start), value.start);
  const after = context(value.end, scanned.end, value.end, to);
  return `${from > block.start ? ELLIPSIS : ''}${before}${BAR}${after}${to < block.end ? ELLIPSIS : ''}`;
}

function spansWithin(sorted: readonly Span[], from: number, to: number): readonly Span[] {
  const first = firstEndingAfter(sorted, from);
  let after = first;
  while ((sorted[after]?.start ?? to) < to) after += 1;
  return sorted.slice(first, after);
}

interface Word extends Span {
  readonly folded: string;
  readonly isPlain: boolean;
}

/** Characters between spaces. In scripts without spaces, each character is a word. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[^\s\p{Cc}])+/gu;

/** The words of a range. Hidden spans are returned as words that are not plain. */
function wordsBetween(text: string, start: number, end: number, hidden: readonly Span[]): readonly Word[] {
  const words: Word[] = [];
  const add = (from: number, to: number) => {
    for (const { index, 0: word } of text.slice(from, to).matchAll(WORD)) {
      const place = { start: from + index, end: from + index + word.length };
      const isPlain = isPlainWord(word) && !isBetweenLetters(text, place.start) && !isBetweenLetters(text, place.end);
      words.push({ ...place, folded: foldForCopies(word), isPlain });
    }
  };
  let at = start;
  for (const span of hidden) {
    if (span.end <= at || span.start >= end) continue;
    add(at, span.start);
    at = Math.min(end, span.end);
    words.push({ start: Math.max(start, span.start), end: at, folded: '', isPlain: false });
  }
  add(at, end);
  return words;
}

const LETTER_OR_DIGIT = /[\p{L}\p{M}\p{N}]/u;

/** True between two letters or digits. */
function isBetweenLetters(text: string, position: number): boolean {
  const [before, after] = [text.charAt(position - 1), text.charAt(position)];
  return LETTER_OR_DIGIT.test(before) && LETTER_OR_DIGIT.test(after) && !WITHOUT_BLANKS.test(before + after);
}

const WITHOUT_BLANKS = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff]/;

/** Letters, joined and surrounded by harmless punctuation. */
const PLAIN =
  /^[("'“‘„«[<¿¡–—-]{0,3}(?:\p{L}\p{M}*)+(?:[-'’./_:,;=|()"–&]{1,3}(?:\p{L}\p{M}*)+)*[)"'”’“»\]>.,:;=!?…/|–—-]{0,3}$/u;
const PUNCTUATION = /^[-–—=|/:;,.·•→()[\]<>]{1,3}$/;
const LETTERS = /(?:\p{L}\p{M}*)+/gu;
const ONE_CASE = /^(?:\p{Lu}?[\p{Ll}\p{M}]+|[\p{Lu}\p{M}]+|[\p{Lo}\p{M}]+)$/u;
const ENTITY = /&[a-z]+;/i;
const MAX_WORD_LENGTH = 40;
const MAX_LETTERS = 24;
/** Shorter letter sequences are not checked for word-likeness, because many are abbreviations. */
const MIN_WORDLIKE_LENGTH = 6;

function isPlainWord(word: string): boolean {
  if (word.length > MAX_WORD_LENGTH || ENTITY.test(word)) return false;
  if (PUNCTUATION.test(word)) return true;
  return PLAIN.test(word) && (word.match(LETTERS) ?? []).every(isPlainLetters) && !isMixedScript(word);
}

function isPlainLetters(letters: string): boolean {
  if (letters.length > MAX_LETTERS || !ONE_CASE.test(letters.normalize('NFC'))) return false;
  return letters.length < MIN_WORDLIKE_LENGTH || !/^[a-z]+$/i.test(letters) || isWordlike(letters);
}

/** True if letters of several look-alike scripts are mixed. */
function isMixedScript(word: string): boolean {
  const scripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];
  return scripts.filter((script) => script.test(word)).length > 1;
}

/** The text of a range with one bar in place of each run of words that must not be shown. */
function maskContext(text: string, words: readonly Word[], shown: Span, known: KnownValues): string {
  const isCopy = known.findCopies(words.map(({ folded }) => folded));
  let masked = '';
  let at = shown.start;
  let isBar = false;
  words.forEach(({ start, end, isPlain }, index) => {
    if (end <= shown.start || start >= shown.end) return;
    const between = text.slice(at, start);
    at = Math.min(end, shown.end);
    if (isPlain && isCopy[index] !== true) {
      masked += between + text.slice(Math.max(start, shown.start), at);
      isBar = false;
    } else if (!isBar) {
      masked += between + BAR;
      isBar = true;
    }
  });
  return flattenWhitespace(masked + text.slice(at, shown.end));
}

/** Replaces line breaks, inline objects and formatting characters by a space. */
function flattenWhitespace(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ');
}

/** Avoids cutting a surrogate pair. */
function startOfCharacter(text: string, position: number): number {
  const code = text.charCodeAt(position);
  return code >= 0xdc00 && code <= 0xdfff ? position + 1 : position;
}
