import { findAssignedValue, isEndOfValue } from './assignment';
import type { CompiledEngine } from './compile';
import type { Compiled, CompiledKeywordRule, Keyword } from './compiled-rule';
import type { KeywordRule, Rule, WindowRule } from './detector';
import { isAlphanumeric, isAsciiLetter, isDigit, isInWord, isWordCode } from './fold';
import { type KeywordHits, type Words, wordsOf, wordsWithin } from './keyword-hits';
import type { LazyPattern } from './lazy-pattern';
import { mayMatch } from './outline';
import type { Span } from './spans';
import type { Steps } from './steps';
import type { Block, BlockRange, FlatText } from './text/flat-text';
import { type CompiledTokenRule, TOKEN_DIGITS, TOKEN_LETTERS } from './token-rules';
import { Windows } from './windows';

/** Where a pattern fits. What it is worth is decided elsewhere (judge.ts). */
export interface Match {
  readonly compiled: Compiled<Rule>;
  /** The value. */
  readonly start: number;
  readonly end: number;
  readonly matchStart: number;
  readonly matchEnd: number;
  readonly groups: Readonly<Record<string, string | undefined>>;
  /** The number of the block it begins in. */
  readonly block: number;
}

/**
 * The matches of the rules that are wanted (1 at the number of a rule), each once, in no order: all of them, but that of
 * those of one rule that lie over each other only the first few are told.
 * In steps: the codes must stay good from one to the next.
 */
export function* findMatches(
  engine: CompiledEngine,
  flat: FlatText,
  codes: Uint16Array,
  hits: KeywordHits,
  wanted: Uint8Array,
): Steps<Match[]> {
  const finder = new Finder(flat, codes, wanted, engine.detectors.length);
  const { ruleHits, digits } = hits;
  for (let from = 0; from < ruleHits.length; from += HITS_AT_ONCE) {
    finder.atKeywords(engine, ruleHits, from, Math.min(ruleHits.length, from + HITS_AT_ONCE));
    yield;
  }
  finder.inWindows();
  yield;
  for (let from = 0; from < digits.length; from += HITS_AT_ONCE) {
    finder.atTokens(engine, digits, from, Math.min(digits.length, from + HITS_AT_ONCE));
    yield;
  }
  finder.inCells(hits.words);
  return finder.matches;
}

/** An even number: of those of keywords two are one. */
const HITS_AT_ONCE = 4_000;
const DEFAULT_LEAD = 64;
/** Matches of one rule over one place. More are in texts alone that repeat its beginning to keep it busy. */
const MOST_AT_A_PLACE = 2;
/** So near to the end of those matches a rule is tried all the same: its value may begin behind them. */
const LONGEST_WAY = 8;
const NOWHERE: Span = { start: 0, end: 0 };
const NO_GROUPS: Match['groups'] = {};

class Finder {
  readonly matches: Match[] = [];
  /** By the beginning of a match and the number of its detector, in one number: where those that begin there end. */
  private readonly known = new Map<number, number | number[]>();
  private readonly windows = new Windows();
  /** By the number of a rule: where its last matches end. They come in the order of the text. */
  private readonly lastEnds = new Map<number, number[]>();
  /** Where a text comes next, seen from a place. */
  private readonly nexts = new Map<string, { readonly from: number; readonly at: number }>();
  private readonly text: string;
  private readonly blocks: readonly Block[];

  constructor(
    flat: FlatText,
    /** Of the text (codesOf). */
    private readonly codes: Uint16Array,
    private readonly wanted: Uint8Array,
    private readonly detectors: number,
  ) {
    this.text = flat.text;
    this.blocks = flat.blocks;
  }

  atKeywords(engine: CompiledEngine, ruleHits: readonly number[], from: number, to: number): void {
    for (let index = from; index < to; index += 2) {
      const keyword = engine.keywords[ruleHits[index] ?? -1];
      const end = ruleHits[index + 1] ?? 0;
      if (keyword !== undefined) this.atKeyword(keyword, end - keyword.text.length, end);
    }
  }

  private atKeyword(keyword: Keyword, start: number, end: number): void {
    for (const compiled of keyword.rules) {
      if (this.wanted[compiled.index] === 0) continue;
      switch (compiled.rule.by) {
        case 'keyword':
          this.tryLiteral(compiled, compiled.rule, start, end);
          break;
        case 'assignment':
          this.tryAssignment(compiled, start, end);
          break;
        case 'window':
          this.openWindow(compiled, compiled.rule, start, end);
          break;
      }
    }
  }

  /** Runs of letters and digits, by how they begin. */
  atTokens(engine: CompiledEngine, digits: readonly number[], from: number, to: number): void {
    const { codes } = this;
    for (let index = from; index < to; index += 1) {
      const first = digits[index] ?? 0;
      let start = first;
      while (start > 0 && isAsciiLetter(codes[start - 1] ?? 0)) start--;
      // Of a run only the beginning counts: `a1b2` begins with one letter.
      if (start < first && start > 0 && isDigit(codes[start - 1] ?? 0)) continue;
      let end = first + 1;
      while (isDigit(codes[end] ?? 0)) end++;
      const letters = Math.min(first - start, TOKEN_LETTERS - 1);
      const slot = letters * TOKEN_DIGITS + Math.min(end - first, TOKEN_DIGITS - 1);
      for (const pack of engine.tokens[slot]?.packs ?? []) {
        this.tryTokens(pack.rules, pack.mayMatch(codes, start), start, end);
      }
    }
  }

  /** Cells under or beside a word that announces a value: `Password` over a column of them. */
  inCells(words: Words): void {
    const announcing = wordsOf(words, ({ hasCells }) => hasCells);
    if (announcing.hits.length === 0) return;
    // Many cells have one header, which may hold a word many times.
    const announced = new Map<BlockRange, readonly Keyword[]>();
    const announcedBy = (header: BlockRange) => {
      const known = announced.get(header) ?? [...new Set(this.wordsIn(announcing, header))];
      announced.set(header, known);
      return known;
    };
    const tryUnder = (header: BlockRange, block: Block, index: number) => {
      for (const { rules } of announcedBy(header)) this.tryCell(rules, block, index);
    };
    for (const [index, block] of this.blocks.entries()) {
      const { columnHeader, rowHeader } = block;
      if (columnHeader !== undefined) tryUnder(columnHeader, block, index);
      if (rowHeader !== undefined) tryUnder(rowHeader, block, index);
    }
  }

  private tryLiteral(compiled: CompiledKeywordRule, rule: KeywordRule, start: number, end: number): void {
    const { lead } = compiled;
    if (rule.until !== undefined && !this.comes(rule.until, end)) return;
    if (lead === undefined) this.tryAt(compiled, rule.at === 'end' ? end : start, rule.bounded, start);
    else {
      const most = rule.maxLead ?? DEFAULT_LEAD;
      let from = start;
      while (from > 0 && start - from <= most && lead[this.codes[from - 1] ?? 0] === 1) from--;
      if (start - from <= most) this.tryAt(compiled, from, rule.bounded, from);
    }
  }

  /** Whether a text comes within so many characters. */
  private comes({ text, within }: { readonly text: string; readonly within: number }, from: number): boolean {
    const known = this.nexts.get(text);
    if (known !== undefined && known.from <= from && from <= known.at) return known.at - from <= within;
    const found = this.text.indexOf(text, from);
    const at = found < 0 ? Infinity : found;
    this.nexts.set(text, { from, at });
    return at - from <= within;
  }

  private tryAssignment(compiled: CompiledKeywordRule, start: number, end: number): void {
    const value = findAssignedValue(this.codes, start, end);
    if (value < 0 || this.isCrowded(compiled.index, value)) return;
    const found = compiled.pattern.exec(this.text, value);
    if (found !== null && isEndOfValue(this.codes, value + found[0].length))
      this.add(compiled, found, start, compiled.pattern);
  }

  private openWindow(compiled: Compiled<Rule>, { before, after }: WindowRule, start: number, end: number): void {
    const block = this.blocks[blockAt(this.blocks, start)];
    if (block === undefined) return;
    this.windows.open(compiled, {
      start: Math.max(block.start, start - before),
      end: Math.min(block.end, end + after),
    });
  }

  inWindows(): void {
    this.windows.search(this.text, (compiled, found) => {
      const { rule } = compiled;
      const bounded = rule.by === 'assignment' || rule.bounded;
      if (isBounded(this.text, found, bounded)) this.add(compiled, found, found.index, compiled.pattern);
    });
  }

  /** @param open which of the rules may match there, as bits */
  private tryTokens(rules: readonly CompiledTokenRule[], open: number, start: number, end: number): void {
    let length = -1;
    for (let left = open; left !== 0; left &= left - 1) {
      const compiled = rules[31 - Math.clz32(left & -left)];
      if (compiled === undefined || this.wanted[compiled.index] === 0) continue;
      const { rule, mostLength } = compiled;
      if (mostLength !== Infinity) {
        if (length < 0) length = this.tokenEnd(end) - start;
        if (length < compiled.leastLength || length > mostLength) continue;
      }
      const { lead } = rule;
      if (lead === undefined) this.tryPattern(compiled, start, rule.bounded, start);
      else if (this.text.startsWith(lead, start - lead.length)) {
        this.tryPattern(compiled, start - lead.length, rule.bounded);
      }
    }
  }

  private tryCell(rules: readonly CompiledKeywordRule[], block: Block, index: number): void {
    for (const compiled of rules) {
      if (compiled.cell === undefined || this.wanted[compiled.index] === 0) continue;
      let { start, end } = block;
      while (start < end && this.text.charCodeAt(start) <= 0x20) start++;
      while (end > start && this.text.charCodeAt(end - 1) <= 0x20) end--;
      const found = compiled.cell.exec(this.text, start);
      if (found?.[0].length === end - start) this.add(compiled, found, start, compiled.cell, index);
    }
  }

  private tryAt(compiled: Compiled<Rule>, from: number, bounded?: boolean, matchStart = from): void {
    if (mayMatch(compiled.pattern.outline, this.codes, from)) this.tryPattern(compiled, from, bounded, matchStart);
  }

  /** Where its outline has been looked at already. */
  private tryPattern(compiled: Compiled<Rule>, from: number, bounded = true, matchStart = from): void {
    const { text, codes } = this;
    // Known before it is tried, which most often is enough: `so` in `also`.
    if (bounded && isInWord(codes, from)) return;
    if (this.isCrowded(compiled.index, from + LONGEST_WAY)) return;
    const found = compiled.pattern.exec(text, from);
    if (found !== null && isBounded(text, found, bounded)) this.add(compiled, found, matchStart, compiled.pattern);
  }

  private add(
    compiled: Compiled<Rule>,
    found: RegExpExecArray,
    matchStart: number,
    pattern: LazyPattern,
    inBlock?: number,
  ): void {
    const matchEnd = found.index + found[0].length;
    const { start, end } = pattern.valueOf(found) ?? NOWHERE;
    if (start === end) return;
    const block = inBlock ?? blockAt(this.blocks, start);
    const { end: blockEnd } = this.blocks[block] ?? { end: 0 };
    if (matchEnd > blockEnd && compiled.detector.definition.multiline !== true) return;
    if (this.isKnown(compiled.detector.index, start, end)) return;
    if (this.isCrowded(compiled.index, start)) return;
    this.noteEnd(compiled.index, end);
    this.matches.push({ compiled, start, end, matchStart, matchEnd, groups: found.groups ?? NO_GROUPS, block });
  }

  /** Whether another rule of a detector has come upon a place, or one with another keyword. */
  private isKnown(detector: number, start: number, end: number): boolean {
    const key = start * this.detectors + detector;
    const ends = this.known.get(key);
    if (ends === undefined) this.known.set(key, end);
    else if (typeof ends === 'number') {
      if (ends === end) return true;
      this.known.set(key, [ends, end]);
    } else if (ends.includes(end)) return true;
    else ends.push(end);
    return false;
  }

  /** Whether so many matches of a rule reach beyond a place already that one more would tell nothing. */
  private isCrowded(rule: number, place: number): boolean {
    const ends = this.lastEnds.get(rule);
    return ends?.length === MOST_AT_A_PLACE && ends.every((last) => last > place);
  }

  private noteEnd(rule: number, end: number): void {
    const ends = this.lastEnds.get(rule) ?? [];
    this.lastEnds.set(rule, ends);
    if (ends.push(end) > MOST_AT_A_PLACE) ends.shift();
  }

  private tokenEnd(from: number): number {
    let at = from;
    while (isAlphanumeric(this.codes[at] ?? 0)) at++;
    return at;
  }

  private wordsIn(words: Words, { from, to }: BlockRange): readonly Keyword[] {
    return wordsWithin(words, this.blocks[from]?.start ?? 0, this.blocks[to - 1]?.end ?? 0);
  }
}

/** Where a match begins or ends with a letter, a digit or an underscore, there must not be another one beside it. */
function isBounded(text: string, found: RegExpExecArray, bounded = true): boolean {
  if (!bounded) return true;
  const start = found.index;
  const end = start + found[0].length;
  if (start > 0 && isWordCode(text.charCodeAt(start)) && isWordCode(text.charCodeAt(start - 1))) return false;
  return end === text.length || !isWordCode(text.charCodeAt(end - 1)) || !isWordCode(text.charCodeAt(end));
}

/** The number of the block that a position is in, or -1 between blocks. */
function blockAt(blocks: readonly Block[], position: number): number {
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
