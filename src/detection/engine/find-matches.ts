import { findAssignedValue, isEndOfValue } from './assignment';
import type { CompiledEngine } from './compile';
import type { Compiled, CompiledKeywordRule, Keyword } from './compiled-rule';
import type { KeywordRule, Rule, WindowRule } from '../detector';
import { endsEscape, isAlphanumeric, isAsciiLetter, isBeforeMark, isDigit, isInWord, isWordCode } from '../text/fold';
import { type KeywordHits, type Words, wordsWithin } from './keyword-hits';
import { DEFAULT_LEAD, RepeatedHits } from './repeated-hits';
import type { LazyPattern } from './lazy-pattern';
import { mayMatch } from './prefix-filter';
import type { Span } from '../text/spans';
import { type Block, blockAt, type BlockRange, type FlatText } from '../text/flat-text';
import type { CompiledTokenRule } from './token-rules';
import { LETTERS } from '../text/letters';
import { SearchWindows } from './search-windows';
import { fieldsBelowNames } from '../text/text-columns';
import { mayHaveBorders, withoutBorders } from '../text/value-borders';

/** A match of a rule's pattern. score-match.ts decides whether it is reported. */
export interface Match {
  readonly compiled: Compiled<Rule>;
  /** The range of the value. */
  readonly start: number;
  readonly end: number;
  readonly matchStart: number;
  readonly matchEnd: number;
  readonly groups: Readonly<Record<string, string | undefined>>;
  /** The index of the block that contains the start of the value. */
  readonly block: number;
  /** The name of its column, for a field of a line of text (text-columns.ts). */
  readonly header?: Span | undefined;
}

/**
 * Finds the matches of the wanted rules, each once, unordered. If matches of one rule overlap, it returns only the
 * first two, as only texts that repeat the start of a pattern on purpose have more. Yields them in parts, because keeping all of a
 * long text takes longer than scoring them; the codes must stay valid until the end.
 * @param wanted by rule index: 1 if the rule runs
 */
export function* findMatches(
  engine: CompiledEngine,
  flat: FlatText,
  codes: Uint16Array,
  hits: KeywordHits,
  wanted: Uint8Array,
): Iterable<readonly Match[]> {
  const finder = new MatchFinder(flat, codes, wanted);
  const { ruleHits, digits } = hits;
  const repeated = ruleHits.length < MIN_REPEATED ? undefined : new RepeatedHits<HitRecord>(engine, flat, codes);
  for (let from = 0; from < ruleHits.length; from += HITS_PER_STEP) {
    finder.matchKeywords(engine, repeated, ruleHits, from, Math.min(ruleHits.length, from + HITS_PER_STEP));
    yield finder.take();
  }
  yield* finder.matchWindows();
  for (let from = 0; from < digits.length; from += HITS_PER_STEP) {
    finder.matchTokens(engine, digits, from, Math.min(digits.length, from + HITS_PER_STEP));
    yield finder.take();
  }
  finder.restart();
  yield* finder.matchCells(hits);
  finder.restart();
  yield* finder.matchFields(hits);
}

/** Must be even, because a keyword hit is two numbers. */
const HITS_PER_STEP = 4_000;
const MATCHES_PER_PART = 500;
/** With fewer hits, a text takes less time than looking for copies. */
const MIN_REPEATED = 4_000;
/** A rule still runs this close to the end of those matches, because its value may start behind them. */
const MAX_VALUE_OFFSET = 8;
/** The most characters of a header, and of a cell that a window rule searches. */
const MAX_HEADER = 200;
const MAX_WINDOW = 300;
const UNDERSCORE = 0x5f;
/** The ends of the last two matches of a rule. Matches are found in text order. */
const LAST_END = 0;
const END_BEFORE = 1;
/** The characters before the last keyword that may precede it. No character is read twice. */
const LEAD_START = 2;
const LEAD_END = 3;
/** Where the last search for the `until` text started, and where it occurs. */
const UNTIL_FROM = 4;
const UNTIL_AT = 5;
/** The starts of the last two matches. */
const LAST_START = 6;
const START_BEFORE = 7;
const STATE_SIZE = 8;
/** After every text. */
const NOT_FOUND = 0x7fffffff;
const EMPTY_SPAN: Span = { start: 0, end: 0 };
const NO_RULES: readonly CompiledKeywordRule[] = [];

/** The matches of the rules of a keyword at one hit, before they are compared with others of their rules. */
interface HitRecord {
  readonly start: number;
  /** The rule is not tried where others saturate that place. */
  readonly matches: { readonly match: Match; readonly tried: number }[];
}

class MatchFinder {
  private matches: Match[] = [];
  /** The record of the current hit, if its copies can reuse it. */
  private recording: HitRecord | undefined;
  private readonly windows = new SearchWindows();
  /** By index of a pack of token rules: the rules that run, as bits. */
  private readonly wantedInPacks: (number | undefined)[] = [];
  /** The state of each rule, as STATE_SIZE numbers (LAST_END …), 0 at first. */
  private readonly state: Int32Array;
  private readonly text: string;
  private readonly blocks: readonly Block[];

  constructor(
    flat: FlatText,
    /** The codes of the text (codesOf). */
    private readonly codes: Uint16Array,
    private readonly wanted: Uint8Array,
  ) {
    this.text = flat.text;
    this.blocks = flat.blocks;
    this.state = new Int32Array(wanted.length * STATE_SIZE);
  }

  /** The matches since the last call. */
  take(): readonly Match[] {
    const { matches } = this;
    this.matches = [];
    return matches;
  }

  /** Lets rules match before the places of their last matches. */
  restart(): void {
    this.state.fill(0);
  }

  matchKeywords(
    engine: CompiledEngine,
    repeated: RepeatedHits<HitRecord> | undefined,
    ruleHits: ArrayLike<number>,
    from: number,
    to: number,
  ): void {
    for (let at = from; at < to; at += 2) {
      const index = ruleHits[at] ?? -1;
      const keyword = engine.keywords[index];
      const end = ruleHits[at + 1] ?? 0;
      if (keyword === undefined) continue;
      const start = end - keyword.text.length;
      const isCopy = repeated?.isCopy(index, start) === true;
      const known = isCopy ? repeated.recordOf(index) : undefined;
      this.recording = isCopy && known === undefined ? { start, matches: [] } : undefined;
      this.matchKeyword(keyword, start, end, known);
      if (isCopy && known === undefined) repeated.keep(index, this.recording);
      this.recording = undefined;
    }
  }

  /** @param known of a hit that this one is a copy of */
  private matchKeyword(keyword: Keyword, start: number, end: number, known: HitRecord | undefined): void {
    for (const compiled of keyword.rules) {
      const { rule } = compiled;
      if (this.wanted[compiled.index] === 0) continue;
      if (rule.by === 'window') this.openWindow(compiled, rule, start, end);
      else if (known !== undefined) continue;
      else if (rule.by === 'keyword') this.tryLiteral(compiled, rule, start, end);
      else this.tryAssignment(compiled, start, end);
    }
    if (known === undefined) return;
    const distance = start - known.start;
    for (const { match, tried } of known.matches) {
      if (!this.isSaturated(match.compiled.index, tried + distance)) this.keep(movedBy(distance, match));
    }
  }

  /** Tries token rules at the tokens that contain these digits. */
  matchTokens(engine: CompiledEngine, digits: ArrayLike<number>, from: number, to: number): void {
    const { codes } = this;
    for (let index = from; index < to; index += 1) {
      const first = digits[index] ?? 0;
      let start = first;
      while (start > 0 && isAsciiLetter(codes[start - 1] ?? 0) && !endsEscape(codes, start)) start--;
      // Only the start of a token counts: `a1b2` starts with one letter.
      if (start < first && start > 0 && isDigit(codes[start - 1] ?? 0)) continue;
      let end = first + 1;
      while (isDigit(codes[end] ?? 0)) end++;
      for (const pack of engine.tokens.packsFor(first - start, end - first)) {
        const among = (this.wantedInPacks[pack.index] ??= pack.wantedOf(this.wanted));
        if (among === 0) continue;
        const candidates = pack.mayMatch(codes, start, end, among);
        if (candidates !== 0) this.tryTokens(pack.rules, candidates, start, end);
      }
    }
  }

  /** Tries table cells whose column header, row header or label holds a keyword, such as `Password`. */
  *matchCells({ words, ruleHits }: KeywordHits): Iterable<readonly Match[]> {
    const { blocks } = this;
    // A header is no value of the first header in its row.
    const isHeader = new Uint8Array(blocks.length);
    let hasLabels = false;
    for (const { columnHeader, rowHeader, label } of blocks) {
      if (columnHeader !== undefined) isHeader[columnHeader.from] = 1;
      hasLabels ||= columnHeader !== undefined || rowHeader !== undefined || label !== undefined;
    }
    if (!hasLabels) return;
    // As in text, the keyword of a window may be a part of a word.
    const windowWords = { keywords: words.keywords, hits: ruleHits };
    const isNamed = new Uint8Array(blocks.length);
    this.markNamed(isNamed, words, ({ hasCells }) => hasCells);
    this.markNamed(isNamed, windowWords, ({ rules }) => rules.some(isWindow));
    if (!isNamed.includes(1)) return;
    const windows = new SearchWindows();
    // Many cells share a header, and a header may hold a word many times.
    const rulesByHeader = new Map<BlockRange, readonly CompiledKeywordRule[]>();
    const tryUnder = (header: BlockRange | undefined, block: Block, index: number) => {
      const named = header === undefined ? -1 : isNamed.indexOf(1, header.from);
      if (header === undefined || named < 0 || named >= header.to) return;
      let rules = rulesByHeader.get(header);
      if (rules === undefined) {
        rules = this.rulesOfHeader(words, windowWords, header);
        rulesByHeader.set(header, rules);
      }
      if (rules.length > 0) this.tryCell(rules, block, index, windows);
    };
    for (const [index, block] of blocks.entries()) {
      // The text of a link is the value, not its URL.
      if (block.kind === 'link' || isHeader[index] === 1) continue;
      const { columnHeader, rowHeader, label } = block;
      tryUnder(columnHeader, block, index);
      tryUnder(rowHeader, block, index);
      if (label !== rowHeader) tryUnder(label, block, index);
    }
    yield* this.matchWindows(windows);
  }

  /** Marks the blocks that contain such a keyword. */
  private markNamed(isNamed: Uint8Array, { keywords, hits }: Words, isWanted: (keyword: Keyword) => boolean): void {
    let block = 0;
    for (let index = 0; index < hits.length; index += 2) {
      const keyword = keywords[hits[index] ?? -1];
      if (keyword === undefined || !isWanted(keyword)) continue;
      while (block < this.blocks.length && (this.blocks[block]?.end ?? 0) < (hits[index + 1] ?? 0)) block++;
      isNamed[block] = 1;
    }
  }

  /** Tries the fields of lines below a line of names, such as `user;password`, as cells of a table. */
  *matchFields({ words }: KeywordHits): Iterable<readonly Match[]> {
    const isText = (position: number) => {
      const { row, kind } = this.blocks[blockAt(this.blocks, position)] ?? {};
      return row === undefined && kind !== 'link';
    };
    const rulesByHeader = new Map<Span, readonly CompiledKeywordRule[]>();
    for (const { header, start, end } of fieldsBelowNames(this.text, endsOfNames(words), isText)) {
      const rules = rulesByHeader.get(header) ?? this.rulesNamedIn(words, header);
      rulesByHeader.set(header, rules);
      for (const compiled of rules) {
        const found = this.wanted[compiled.index] === 0 ? null : compiled.cell?.exec(this.text.slice(0, end), start);
        if (compiled.cell !== undefined && found?.[0].length === end - start)
          this.add(compiled, found, start, compiled.cell, undefined, header);
      }
      if (this.matches.length >= MATCHES_PER_PART) yield this.take();
    }
    yield this.take();
  }

  private rulesNamedIn(words: Words, { start, end }: Span): readonly CompiledKeywordRule[] {
    const rules = wordsWithin(words, start, end).flatMap((word) => word.rules);
    return [...new Set(rules.filter(({ cell }) => cell !== undefined))];
  }

  /** None if the header is a sentence, because it describes its column and does not name the values. */
  private rulesOfHeader(words: Words, windowWords: Words, header: BlockRange): readonly CompiledKeywordRule[] {
    const { start, end } = rangeOf(this.blocks, header) ?? EMPTY_SPAN;
    if (end - start > MAX_HEADER) return NO_RULES;
    const inHeader = wordsWithin(words, start, end);
    const windowsInHeader = wordsWithin(windowWords, start, end);
    // Most headers hold no keyword, which is cheaper to see than whether they are short.
    if (inHeader.length === 0 && windowsInHeader.length === 0) return NO_RULES;
    const name = this.text.slice(start, end);
    if (!isShort(name)) return isLongName(name) ? secretsIn(inHeader) : NO_RULES;
    const withCell = inHeader.flatMap(({ rules }) => rules).filter(({ cell }) => cell !== undefined);
    return [...new Set([...withCell, ...windowsInHeader.flatMap(({ rules }) => rules).filter(isWindow)])];
  }

  private tryLiteral(compiled: CompiledKeywordRule, rule: KeywordRule, start: number, end: number): void {
    const { lead } = compiled;
    if (rule.until !== undefined && !this.isFollowedBy(compiled.index, rule.until, end)) return;
    if (lead === undefined) this.tryAt(compiled, rule.at === 'end' ? end : start, rule.bounded, start);
    else {
      const { codes, state } = this;
      const maxLead = rule.maxLead ?? DEFAULT_LEAD;
      const known = compiled.index * STATE_SIZE;
      const readStart = state[known + LEAD_START] ?? 0;
      const readEnd = state[known + LEAD_END] ?? 0;
      let from = start;
      while (from > 0 && start - from <= maxLead && lead[codes[from - 1] ?? 0] === 1 && !endsEscape(codes, from))
        from = from === readEnd && readStart < from ? readStart : from - 1;
      state[known + LEAD_START] = from;
      state[known + LEAD_END] = start;
      if (start - from <= maxLead) this.tryAt(compiled, from, rule.bounded, from);
    }
  }

  /** True if the required text of a rule occurs within that many characters. */
  private isFollowedBy(rule: number, { text, within }: NonNullable<KeywordRule['until']>, from: number): boolean {
    const { state } = this;
    const known = rule * STATE_SIZE;
    const last = state[known + UNTIL_AT] ?? 0;
    if ((state[known + UNTIL_FROM] ?? 0) <= from && from <= last) return last - from <= within;
    const found = this.text.indexOf(text, from);
    const at = found < 0 ? NOT_FOUND : found;
    state[known + UNTIL_FROM] = from;
    state[known + UNTIL_AT] = at;
    return at - from <= within;
  }

  private tryAssignment(compiled: CompiledKeywordRule, start: number, end: number): void {
    const value = findAssignedValue(this.codes, start, end);
    if (value < 0 || !this.mayTry(compiled.index, value)) return;
    const found = compiled.pattern.exec(this.text, value);
    if (found !== null && isEndOfValue(this.codes, value + found[0].length))
      this.add(compiled, found, start, compiled.pattern);
  }

  private openWindow(
    compiled: Compiled<Rule>,
    { before, after, continues }: WindowRule,
    start: number,
    end: number,
  ): void {
    const block = this.blocks[blockAt(this.blocks, start)];
    if (block === undefined) return;
    const within = rangeOf(this.blocks, block.row) ?? block;
    const isContinued =
      continues !== undefined &&
      within.end - within.start <= MAX_HEADER &&
      continues.test(this.text.slice(within.start, within.end));
    const to = isContinued ? within.end + after : Math.min(within.end, end + after);
    this.windows.add(compiled, Math.max(within.start, start - before), to);
  }

  *matchWindows(windows = this.windows): Iterable<readonly Match[]> {
    for (const { compiled, found } of windows.search(this.text)) {
      const { rule } = compiled;
      const bounded = rule.by === 'assignment' || rule.bounded;
      if (isBounded(this.codes, found, bounded)) this.add(compiled, found, found.index, compiled.pattern);
      if (this.matches.length >= MATCHES_PER_PART) yield this.take();
    }
    yield this.take();
  }

  /** @param candidates the rules that may match here, as bits */
  private tryTokens(rules: readonly CompiledTokenRule[], candidates: number, start: number, end: number): void {
    let length = -1;
    for (let remaining = candidates; remaining !== 0; remaining &= remaining - 1) {
      const compiled = rules[31 - Math.clz32(remaining & -remaining)];
      if (compiled === undefined) continue;
      const { rule, maxLength } = compiled;
      if (maxLength !== Infinity) {
        if (length < 0) length = this.tokenEnd(end) - start;
        if (length < compiled.minLength || length > maxLength) continue;
      }
      const { lead } = rule;
      if (lead === undefined) this.tryPattern(compiled, start, rule.bounded, start);
      else if (this.text.startsWith(lead, start - lead.length)) {
        this.tryPattern(compiled, start - lead.length, rule.bounded);
      }
    }
  }

  private tryCell(rules: readonly CompiledKeywordRule[], block: Block, index: number, windows: SearchWindows): void {
    for (const compiled of rules) {
      if (this.wanted[compiled.index] === 0) continue;
      if (compiled.rule.by === 'window') {
        windows.add(compiled, block.start, Math.min(block.end, block.start + MAX_WINDOW));
        continue;
      }
      if (compiled.cell === undefined) continue;
      let { start, end } = block;
      while (start < end && this.text.charCodeAt(start) <= 0x20) start++;
      while (end > start && this.text.charCodeAt(end - 1) <= 0x20) end--;
      if (isSecret(compiled) && this.tryBareCell(compiled, compiled.cell, { start, end }, index)) continue;
      const found = compiled.cell.exec(this.text, start);
      if (found?.[0].length === end - start) this.add(compiled, found, start, compiled.cell, index);
    }
  }

  /** Tries a cell without the quotation marks around its value and the comment behind it. */
  private tryBareCell(compiled: CompiledKeywordRule, cell: LazyPattern, { start, end }: Span, index: number): boolean {
    if (end - start > MAX_WINDOW) return false;
    const value = BARE_VALUE.exec(this.text.slice(start, end));
    if (value === null) return false;
    const from = start + (value[1] === undefined ? 0 : 1);
    const { length } = value[1] ?? value[2] ?? '';
    const found = cell.exec(this.text.slice(0, from + length), from);
    if (found?.[0].length !== length) return false;
    this.add(compiled, found, from, cell, index);
    return true;
  }

  private tryAt(compiled: Compiled<Rule>, from: number, bounded?: boolean, matchStart = from): void {
    if (mayMatch(compiled.pattern.prefixFilter, this.codes, from)) this.tryPattern(compiled, from, bounded, matchStart);
  }

  /** For places that passed the prefix filter. */
  private tryPattern(compiled: Compiled<Rule>, from: number, bounded = true, matchStart = from): void {
    const { text, codes } = this;
    // Checked before the pattern runs, because it rules out most places: `so` in `also`.
    if (bounded && isInWord(codes, from)) return;
    if (!this.mayTry(compiled.index, from + MAX_VALUE_OFFSET)) return;
    const found = compiled.pattern.exec(text, from);
    if (found !== null && isBounded(codes, found, bounded)) this.add(compiled, found, matchStart, compiled.pattern);
  }

  private add(
    compiled: Compiled<Rule>,
    found: RegExpExecArray,
    matchStart: number,
    pattern: LazyPattern,
    inBlock?: number,
    header?: Span,
  ): void {
    const matchEnd = found.index + found[0].length;
    const place = pattern.valueOf(found) ?? EMPTY_SPAN;
    // Tokens of vendors have a known alphabet, so the signs around them are no part of their match.
    const hasBorders = compiled.detector.definition.generic === true && mayHaveBorders(this.text, place);
    const { start, end } = hasBorders ? withoutBorders(this.text, place) : place;
    if (start === end) return;
    const block = inBlock ?? blockAt(this.blocks, start);
    const { end: blockEnd } = this.blocks[block] ?? { end: 0 };
    if (matchEnd > blockEnd && compiled.detector.definition.multiline !== true) return;
    const groups = pattern.groupsOf(found);
    const match: Match = { compiled, start, end, matchStart, matchEnd, groups, block, header };
    const tried = found.index + (compiled.rule.by === 'assignment' ? 0 : MAX_VALUE_OFFSET);
    this.recording?.matches.push({ match, tried });
    this.keep(match);
  }

  private keep(match: Match): void {
    const { compiled, start, end } = match;
    if (this.isDuplicate(compiled.index, start, end) || this.isSaturated(compiled.index, start)) return;
    this.record(compiled.index, start, end);
    this.matches.push(match);
  }

  /** False if a match at this place would be dropped. Copies of the hit then need to be searched, because a rule was not tried. */
  private mayTry(rule: number, place: number): boolean {
    const isSaturated = this.isSaturated(rule, place);
    if (isSaturated) this.recording = undefined;
    return !isSaturated;
  }

  /**
   * True if another keyword of the rule has just found this value. Other rules of the detector may find it as well, because with
   * their groups and their part of the text, the validator may accept it.
   */
  private isDuplicate(rule: number, start: number, end: number): boolean {
    const { state } = this;
    const known = rule * STATE_SIZE;
    if (state[known + LAST_START] === start && state[known + LAST_END] === end) return true;
    return state[known + START_BEFORE] === start && state[known + END_BEFORE] === end;
  }

  /** True if so many matches of the rule overlap this place that another one would add nothing. */
  private isSaturated(rule: number, place: number): boolean {
    const known = rule * STATE_SIZE;
    return (this.state[known + LAST_END] ?? 0) > place && (this.state[known + END_BEFORE] ?? 0) > place;
  }

  private record(rule: number, start: number, end: number): void {
    const { state } = this;
    const known = rule * STATE_SIZE;
    state[known + START_BEFORE] = state[known + LAST_START] ?? 0;
    state[known + END_BEFORE] = state[known + LAST_END] ?? 0;
    state[known + LAST_START] = start;
    state[known + LAST_END] = end;
  }

  private tokenEnd(from: number): number {
    let at = from;
    while (isAlphanumeric(this.codes[at] ?? 0)) at++;
    return at;
  }
}

function movedBy(distance: number, match: Match): Match {
  const { compiled, start, end, matchStart, matchEnd, groups, block, header } = match;
  return {
    compiled,
    start: start + distance,
    end: end + distance,
    matchStart: matchStart + distance,
    matchEnd: matchEnd + distance,
    groups,
    block,
    header,
  };
}

/** The positions of consecutive blocks. */
export function rangeOf(blocks: readonly Block[], range: BlockRange | undefined): Span | undefined {
  if (range === undefined) return undefined;
  return { start: blocks[range.from]?.start ?? 0, end: blocks[range.to - 1]?.end ?? 0 };
}

/** The ends of the words that may name the fields of lines. */
function* endsOfNames({ keywords, hits }: Words): Iterable<number> {
  for (let index = 0; index < hits.length; index += 2) {
    if (keywords[hits[index] ?? -1]?.hasCells === true) yield hits[index + 1] ?? 0;
  }
}

function isWindow({ rule }: CompiledKeywordRule): boolean {
  return rule.by === 'window';
}

/** A value in quotation marks, or a single word with a comment in brackets or behind a comma. */
const BARE_VALUE =
  /^(?:["'`“„«‘]([^\s"'`“”„«»‘’]+)["'`“”»’][,;.]?|([^\s"'`“”„«»‘’(),;][^\s"'`“”„«»‘’]*?)(?:,? ?\([^()\n]{2,40}\)|[,;] [^\n]{2,40}|[,;]))$/;

function isSecret({ detector }: CompiledKeywordRule): boolean {
  return detector.definition.category === 'secret';
}

function secretsIn(words: Words['keywords']): readonly CompiledKeywordRule[] {
  return [...new Set(words.flatMap(({ rules }) => rules).filter((rule) => rule.cell !== undefined && isSecret(rule)))];
}

const MAX_WORDS = 4;
const MAX_WORDS_OF_LONG_NAME = 9;
/** "Password for the guest network in the annex": one or two words, and what they belong to. */
const LONG_NAME =
  /^(?!how|why|when|what|who|wie|warum|wann|comment|pourquoi|quand|cómo|cuándo|come|quando|como|hoe|waarom|jak|hur)(?:[^\s,.;:!?]{2,40} )?[^\s,.;:!?]{2,40} (?:(?:de|to|of) passe )?(?:for|of|für|zum|zur|des|der|vom|beim|pour|de|du|d['’]\S+|à|para|del|da|do|per|della|di|voor|van|do|dla|för|till|på) (?:(?!(?:is|are|was|must|has|ist|sind|wird|muss|est|sont|doit|es|son|debe|è|sono|deve|é|são|moet|wordt|jest|musi|är|måste) )\S+ ?){1,8}$/i;

const WORDS = new RegExp(String.raw`\S*[${LETTERS}\d]\S*`, 'g');

/** True if a text is a name such as "User / Password", not a sentence. Text in brackets does not count. */
export function isShort(text: string): boolean {
  const words = text.replace(/\([^)]*\)/g, ' ').match(WORDS);
  return (words?.length ?? 0) <= MAX_WORDS;
}

/** True if a longer text is still a name, and no sentence. */
function isLongName(text: string): boolean {
  const bare = text
    .replace(/\([^)]*\)/g, ' ')
    .trim()
    .replace(/\s+/g, ' ');
  return bare.split(' ').length <= MAX_WORDS_OF_LONG_NAME && LONG_NAME.test(bare);
}

/** True if the match does not start or end inside a word. */
function isBounded(codes: Uint16Array, found: RegExpExecArray, bounded = true): boolean {
  if (!bounded) return true;
  const start = found.index;
  const end = start + found[0].length;
  if (isInWord(codes, start)) return false;
  const isInWordAtEnd = isWordCode(codes[end - 1] ?? 0) && isWordCode(codes[end] ?? 0);
  return !isInWordAtEnd || (codes[start - 1] === UNDERSCORE && isBeforeMark(codes, end));
}
