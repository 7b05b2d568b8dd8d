import type { Detector } from './detector';
import { BAR } from './excerpt-form';
import { foldForCopies, type KnownValues } from './known-values';
import { firstEndingAfter, type Span } from './spans';
import { isWordlike } from './validators/word-likeness';

const AROUND = 30;
const ELLIPSIS = '…';
/** How far beyond its edges an excerpt is read: for words that the edge cuts, and copies that reach over it. */
const BEYOND = 100;

/** A longer top-level domain is masked. */
const LONGEST_TOP_LEVEL = 4;

/** What may be shown of a value: of a card the last four digits, of most things nothing. */
function maskValue(value: string, mask: Detector['mask']): string {
  switch (mask) {
    case 'last-4':
      return `${BAR}${value.replace(/\D/g, '').slice(-4)}`;
    case 'email': {
      const domain = value.slice(value.lastIndexOf('@') + 1);
      const end = domain.slice(domain.lastIndexOf('.') + 1);
      // A copy that is written backwards is an address as well, and ends with a name.
      const isShown = end.length < domain.length && end.length <= LONGEST_TOP_LEVEL;
      return `${Array.from(value)[0] ?? ''}${BAR}@${BAR}${isShown ? `.${end}` : ''}`;
    }
    case undefined: {
      const characters = Array.from(value);
      if (characters.length < 16) return BAR;
      return `${characters.slice(0, 2).join('')}${BAR}${characters.slice(-2).join('')}`;
    }
  }
}

export interface ExcerptSource {
  readonly text: string;
  /** All that was made out in the text, in order, without overlaps. */
  readonly sensitive: readonly Span[];
  /** The values of the whole page, not of this text alone. */
  readonly known: KnownValues;
}

/**
 * A value as it is shown, with up to 30 characters before and after it of the same block. The context has plain words only:
 * letters of one script that read like a word, and belong to no copy of a value of the page. Everything else is masked:
 * numbers, codes, whatever is encoded, and all that a detector made out. Where the values are too many for that, there is
 * no context.
 */
export function excerptOf(source: ExcerptSource, block: Span, value: Span, mask: Detector['mask']): string {
  return excerptWith(source, block, value, tidy(maskValue(source.text.slice(value.start, value.end), mask)));
}

/** The same with something else in place of the value. */
export function excerptWith(
  { text, sensitive, known }: ExcerptSource,
  block: Span,
  value: Span,
  shown: string,
): string {
  if (!known.isComplete) return shown;
  const from = startOfCharacter(text, Math.max(block.start, value.start - AROUND));
  const to = startOfCharacter(text, Math.max(value.end, Math.min(block.end, value.end + AROUND)));
  const read = { start: Math.max(block.start, from - BEYOND), end: Math.max(to, Math.min(block.end, to + BEYOND)) };
  const hidden = spansWithin(sensitive, read.start, read.end);
  const context = (start: number, end: number, shownFrom: number, shownTo: number) =>
    maskContext(text, wordsBetween(text, start, end, hidden), { start: shownFrom, end: shownTo }, known);
  const before = context(read.start, value.start, Math.min(from, value.start), value.start);
  const after = context(value.end, read.end, value.end, to);
  return `${from > block.start ? ELLIPSIS : ''}${before}${shown}${after}${to < block.end ? ELLIPSIS : ''}`;
}

function spansWithin(apart: readonly Span[], from: number, to: number): readonly Span[] {
  const first = firstEndingAfter(apart, from);
  let after = first;
  while ((apart[after]?.start ?? to) < to) after += 1;
  return apart.slice(first, after);
}

interface Word extends Span {
  readonly folded: string;
  readonly isPlain: boolean;
}

/** Characters between blanks; of scripts that are written without blanks each one alone. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[^\s\p{Cc}])+/gu;

/** The words of a stretch, and what is hidden in it as words that are not plain. */
function wordsBetween(text: string, start: number, end: number, hidden: readonly Span[]): readonly Word[] {
  const words: Word[] = [];
  const add = (from: number, to: number) => {
    for (const { index, 0: word } of text.slice(from, to).matchAll(WORD)) {
      const place = { start: from + index, end: from + index + word.length };
      const isPlain = isPlainWord(word) && !isCut(text, place.start) && !isCut(text, place.end);
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

/** True in the middle of letters and digits. */
function isCut(text: string, position: number): boolean {
  const [before, after] = [text.charAt(position - 1), text.charAt(position)];
  return LETTER_OR_DIGIT.test(before) && LETTER_OR_DIGIT.test(after) && !WITHOUT_BLANKS.test(before + after);
}

const WITHOUT_BLANKS = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff]/;

/** Letters of one kind of case, joined and surrounded by punctuation that encodes nothing. */
const PLAIN =
  /^[("'“‘„«[<¿¡–—-]{0,3}(?:\p{L}\p{M}*)+(?:[-'’./_:,;=|()"–&]{1,3}(?:\p{L}\p{M}*)+)*[)"'”’“»\]>.,:;=!?…/|–—-]{0,3}$/u;
const PUNCTUATION = /^[-–—=|/:;,.·•→()[\]<>]{1,3}$/;
const LETTERS = /(?:\p{L}\p{M}*)+/gu;
const ONE_CASE = /^(?:\p{Lu}?[\p{Ll}\p{M}]+|[\p{Lu}\p{M}]+|[\p{Lo}\p{M}]+)$/u;
const ENTITY = /&[a-z]+;/i;
const LONGEST_WORD = 40;
const LONGEST_LETTERS = 24;
/** Shorter ones are abbreviations as often as words. */
const SHORTEST_WORDLIKE = 6;

function isPlainWord(word: string): boolean {
  if (word.length > LONGEST_WORD || ENTITY.test(word)) return false;
  if (PUNCTUATION.test(word)) return true;
  return PLAIN.test(word) && (word.match(LETTERS) ?? []).every(isPlainLetters) && !isMixed(word);
}

function isPlainLetters(letters: string): boolean {
  if (letters.length > LONGEST_LETTERS || !ONE_CASE.test(letters.normalize('NFC'))) return false;
  return letters.length < SHORTEST_WORDLIKE || !/^[a-z]+$/i.test(letters) || isWordlike(letters);
}

/** Letters of scripts that look alike. */
function isMixed(word: string): boolean {
  const scripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];
  return scripts.filter((script) => script.test(word)).length > 1;
}

/** A part of a text, with a bar for every run of words that may not be shown. */
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
  return tidy(masked + text.slice(at, shown.end));
}

/** Line breaks and inline objects as a blank, nothing that could change how it is read. */
function tidy(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ');
}

/** No half of a surrogate pair. */
function startOfCharacter(text: string, position: number): number {
  const code = text.charCodeAt(position);
  return code >= 0xdc00 && code <= 0xdfff ? position + 1 : position;
}
