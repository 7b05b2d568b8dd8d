import type { Candidate, Category, Detector, Region, Verdict } from '../detector';
import { entropyOf } from './entropy';
import type { Keyword } from './compiled-rule';
import { isShort, type Match, rangeOf } from './find-matches';
import { isDigit } from '../text/fold';
import { firstWordWithin, type Words } from './keyword-hits';
import { findOtherLabel, isOtherHeader } from '../vocabulary/other-labels';
import { isSecretPlaceholder } from './placeholder';
import { isPublishedNumber, isPublishedSample, isSaidToBeSample } from '../validators/published-samples';
import { type Block, blockAt, BLOCK_BORDER, type BlockRange, type FlatText } from '../text/flat-text';
import { letterPattern } from '../text/letters';
import type { Span } from '../text/spans';

/** A valid match with its confidence. */
export interface ScoredMatch {
  readonly match: Match;
  /** The range of the value, which the validator may have shortened. */
  readonly start: number;
  readonly end: number;
  readonly detector: Detector;
  readonly confidence: number;
  /** True if the validator proved the value, for example with a checksum. */
  readonly proven: boolean;
  /** True if its own label stands directly before it or is the header of its cell. */
  readonly isLabeled: boolean;
  readonly evidence: readonly string[];
  readonly normalized: string | undefined;
  readonly ignoresCase: boolean;
}

export interface ScoringContext {
  readonly flat: FlatText;
  readonly words: Words;
  readonly regions: readonly Region[];
  readonly hasRegions: boolean;
  readonly today: Date;
}

interface Support {
  /** 0 to 1. */
  readonly weight: number;
  readonly evidence: readonly string[];
  /** True if nothing but words is between the label and the value. */
  readonly isLabel: boolean;
}

/** The characters before a value that may be its label. */
const MAX_LABEL = 60;
/** Ends of cells and of clauses; abbreviations such as "Pat. Nr." and "mevr." do not end one. */
const CLAUSE_END = new RegExp(String.raw`[;,${BLOCK_BORDER}]|(?<=[a-z]{4})(?<!\b(?:mevr|prof|sign|ident))\. `);
const ONLY_NUMBER =
  /^\s*(?:(?:has|hat|a|tiene|ha|tem|heeft|ma|har) )?(?:the |la |le |el |il |o |de |der |die )?(?:number|nummer|num[ée]ro|n[úu]mero|numer|nr\.?|no\.?|číslo)(?: (?:is|ist|est|es|è|é|är|er|je|to))?[\s:]*$/i;
const REMARK = /^ ?\(([^()\n]{2,30})\)/;
const EMPTY = { start: 0, end: 0 };
const NO_SUPPORT: Support = { weight: 0, evidence: [], isLabel: false };
const HEADING_WEIGHT = 0.5;
const WEIGHT_OF_VALIDATOR = 2 / 3;
const DEFAULT_REACH = { before: 50, after: 20 };
/** Characters before and after the match that a validator gets. */
const MAX_SURROUNDINGS = 100;
/** The limit for headers, which every cell below repeats. Without it, time would grow with rows times header length. */
const MAX_HEADER = 200;
const MAX_ROW = 300;

/**
 * Validates a match and computes its confidence.
 * @returns undefined if the match is rejected
 */
export function scoreMatch(match: Match, scoring: ScoringContext): ScoredMatch | undefined {
  const { compiled } = match;
  const detector = compiled.detector.definition;
  const { base, withContext = base, validated, inRegion = 0 } = compiled.confidence;
  const support = supportOf(match, detector, scoring);
  if (base === 0 && support.weight === 0) return undefined;
  const isLabeled = support.isLabel || match.matchStart < match.start || compiled.rule.by === 'window';
  if (support.weight < 1 && !isLabeled && isPartOfName(match, detector, scoring.flat)) return undefined;
  const value = scoring.flat.text.slice(match.start, match.end);
  const entropy = detector.minEntropy === undefined ? undefined : entropyOf(value);
  if (isRejected(value, detector, entropy)) return undefined;
  const { text } = scoring.flat;
  if (detector.category !== 'secret' && (isInDecimal(match, text) || isInUuid(match, text))) return undefined;
  const candidate = new MatchedCandidate(match, value, scoring);
  const verdict: Verdict = detector.validate?.(candidate) ?? { verdict: 'unknown' };
  if (verdict.verdict === 'invalid') return undefined;
  const proven = verdict.verdict === 'valid';
  const byCheck = proven ? (validated ?? 0) : 0;
  // Where a check can prove the value, the region alone does not.
  const byRegion = scoring.hasRegions && (proven || validated === undefined) ? inRegion : 0;
  const byForm = Math.max(base, byCheck, byRegion);
  if (detector.category !== 'secret' && byForm < CERTAIN_FORM && isNamedOtherwise(match, value, scoring))
    return undefined;
  const start = match.start + (verdict.start ?? 0);
  const end = Math.min(match.end, start + (verdict.length ?? value.length));
  const isChecked = proven && detector.category !== 'network';
  const isSample =
    detector.category === 'secret'
      ? isPublishedSample(value)
      : isPublishedNumber(text.slice(start, end), isChecked) ||
        isPublishedNumber(verdict.normalized ?? '', isChecked) ||
        (NUMBERED.includes(detector.category) && isSaidToBeSample(candidate));
  const weight = Math.max(support.weight, verdict.hasContext === true ? WEIGHT_OF_VALIDATOR : 0);
  const supported = base + (withContext - base) * weight;
  const confidence = Math.min(Math.max(supported, byForm), verdict.confidence ?? 1, isSample ? SAMPLE_CONFIDENCE : 1);
  return {
    match,
    start,
    end,
    detector,
    confidence: round(confidence),
    proven,
    isLabeled,
    evidence: evidenceOf(
      isSample && (verdict.tags?.includes('organization') ?? true) ? { ...verdict, tags: ['sample'] } : verdict,
      support,
      entropy,
    ),
    normalized: verdict.normalized,
    ignoresCase: verdict.ignoresCase ?? false,
  };
}

/** The limit for values that a standard, an authority or a vendor publishes as an example. */
const SAMPLE_CONFIDENCE = 0.3;
/** A detector with this confidence without any label does not depend on labels: IBANs, cards. One in ten order numbers passes other checks. */
const CERTAIN_FORM = 0.9;
/** The characters before a value that may be the label of another kind of number. */
const MAX_OTHER_LABEL = 80;
/** Where devices are. For other numbers, they are labels of their own. */
const PLACES_OF_DEVICES = /\b(?:rack|room|slot|port|salle|dock|gate|device|sensor)\b/gi;
const CURRENCY = /[$€£¥円元]|\b(?:eur|usd|gbp|chf|kr|zł|pln|sek)\b/i;

/**
 * True if the nearest label of a value names another kind of number, such as an order. A context word of the detector wins if it is
 * nearer. The words of the cell or paragraph decide before headers do.
 */
function isNamedOtherwise(match: Match, value: string, scoring: ScoringContext): boolean {
  const { start, matchStart, block: index, compiled } = match;
  const { blocks, text } = scoring.flat;
  const block = blocks[index];
  // The keyword of such a rule is the label.
  if (block === undefined || compiled.rule.by === 'assignment' || matchStart < start || CURRENCY.test(value))
    return false;
  const isCell = compiled.rule.by === 'keyword' && compiled.cell !== undefined;
  if (isCell || (compiled.rule.by === 'window' && compiled.detector.definition.context === undefined)) return false;
  const from = Math.max(block.start, start - MAX_OTHER_LABEL);
  const before = text.slice(from, start);
  const isNetwork = compiled.detector.definition.category === 'network';
  const other = findOtherLabel(isNetwork ? before.replace(PLACES_OF_DEVICES, '') : before, value);
  const own = distanceOfOwnLabel(match, block, scoring);
  // In "phone for orders: …", both are one phrase, and the first noun names the value.
  if (other !== undefined)
    return other.distance < own && !(other.preposition !== undefined && own <= other.preposition);
  if (own < Infinity) return false;
  const { columnHeader, rowHeader, label } = block;
  const labels = [columnHeader, label ?? (columnHeader === undefined ? rowHeader : undefined)];
  return (
    labels.some((range) => isOtherLabel(range, match, scoring)) &&
    !labels.some((range) => isOwnLabel(range, match, scoring))
  );
}

/** The distance of the nearest context word of the detector in the same block, or Infinity. */
function distanceOfOwnLabel(match: Match, block: Block, scoring: ScoringContext): number {
  const { context, contextReach = DEFAULT_REACH } = match.compiled.detector.definition;
  if (context === undefined) return Infinity;
  const from = Math.max(block.start, match.start - contextReach.before);
  const to = Math.min(block.end, match.end + contextReach.after);
  const isOwn = ownWords(match, scoring, match.start);
  let distance = Infinity;
  firstWordWithin(scoring.words, from, to, (keyword, start, end) => {
    if (!isOwn(keyword, start, end)) return false;
    if (end <= match.start) distance = Math.min(distance, match.start - end);
    else if (start >= match.end) distance = Math.min(distance, start - match.end);
    return false;
  });
  return distance;
}

function isOwnLabel(range: BlockRange | undefined, match: Match, scoring: ScoringContext): boolean {
  return supportFrom(range, '', 1, match, scoring) !== undefined;
}

function isOtherLabel(range: BlockRange | undefined, match: Match, { flat }: ScoringContext): boolean {
  const { start, end } = rangeOf(flat.blocks, range) ?? EMPTY;
  const header = flat.text.slice(start, Math.min(end, start + MAX_HEADER));
  return header !== '' && isShort(header) && isOtherHeader(header);
}

function evidenceOf(
  { evidence, tags }: Exclude<Verdict, { verdict: 'invalid' }>,
  support: Support,
  entropy: number | undefined,
): readonly string[] {
  if (support.evidence.length === 0 && entropy === undefined && tags === undefined) return evidence ?? [];
  return [
    ...(evidence ?? []),
    ...support.evidence,
    ...(entropy === undefined ? [] : [`entropy:${entropy.toFixed(1)}`]),
    ...(tags ?? []).map((tag) => `tag:${tag}`),
  ];
}

/** The categories of numbers that names of files, paths and ids contain as well. */
const NUMBERED: readonly Category[] = ['pii', 'financial', 'health'];
/** `invoice-`, `_`, `/`, `2024-` before a number, and `.pdf`, `_final`, `/`, `-2024` after it. */
const NAME_BEFORE = letterPattern(String.raw`(?:[\p{L}_][-_]|[/\\_]|(?<!\d)(?:19|20)\d\d[-.])$`, 'u');
const NAME_AFTER = letterPattern(
  String.raw`^(?:[-_][\p{L}_]|[/\\_]|[-.](?:19|20)\d\d(?!\d)|\.[a-z][a-z\d]{1,4}(?![\p{L}\d]))`,
  'u',
);

/** True inside the name of a file, a path or a document number. Values without context words, such as IBANs, have a certain form. */
function isPartOfName({ start, end, matchEnd }: Match, detector: Detector, { text }: FlatText): boolean {
  if (detector.context === undefined || !NUMBERED.includes(detector.category)) return false;
  return (
    NAME_BEFORE.test(text.slice(Math.max(0, start - 6), start)) ||
    NAME_AFTER.test(text.slice(Math.max(end, matchEnd), end + 8))
  );
}

/** True for the fractional digits of a decimal number. */
function isInDecimal({ start }: Match, text: string): boolean {
  return text.charCodeAt(start - 1) === 0x2e && isDigit(text.charCodeAt(start)) && isDigit(text.charCodeAt(start - 2));
}

const UUID = /(?<![0-9a-z])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![0-9a-z])/gi;
const UUID_LENGTH = 36;

/** True inside a UUID. One in a thousand random UUIDs contains what looks like an ID number. */
function isInUuid({ start, end }: Match, text: string): boolean {
  if (end - start >= UUID_LENGTH) return false;
  // Counts the UUID characters around and in the match first, because they almost always are too few.
  let from = start;
  while (end - from <= UUID_LENGTH && isUuidCode(text.charCodeAt(from - 1))) from--;
  let to = start;
  while (to - start <= UUID_LENGTH && isUuidCode(text.charCodeAt(to))) to++;
  if (to < end || to - from < UUID_LENGTH) return false;
  // Includes one character on each side, for the look-around of the pattern.
  const first = Math.max(0, from - 1);
  const around = text.slice(first, to + 1);
  return [...around.matchAll(UUID)].some(({ index }) => first + index <= start && end <= first + index + UUID_LENGTH);
}

/** A hexadecimal digit or a hyphen. */
function isUuidCode(code: number): boolean {
  return isDigit(code) || code === 0x2d || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66);
}

function isRejected(value: string, detector: Detector, entropy: number | undefined): boolean {
  const { stopWords, rejectPattern, minEntropy = 0, rejectPlaceholders = detector.category === 'secret' } = detector;
  if (entropy !== undefined && entropy < minEntropy) return true;
  if (rejectPattern !== undefined && new RegExp(rejectPattern.source, rejectPattern.flags).test(value)) return true;
  if (rejectPlaceholders && isSecretPlaceholder(value)) return true;
  if (stopWords === undefined) return false;
  const lower = value.toLowerCase();
  return stopWords.some((word) => lower.includes(word.toLowerCase()));
}

/** The match as its validator sees it. A class, because object literals with getters are many times slower to create. */
class MatchedCandidate implements Candidate {
  readonly groups: Candidate['groups'];
  readonly regions: readonly Region[];
  readonly today: Date;
  readonly source: FlatText;

  constructor(
    private readonly found: Match,
    readonly value: string,
    { flat, regions, today }: ScoringContext,
  ) {
    this.groups = found.groups;
    this.regions = regions;
    this.today = today;
    this.source = flat;
  }

  get match(): string {
    return this.source.text.slice(this.found.matchStart, this.found.matchEnd);
  }

  get position(): number {
    return this.found.matchStart;
  }

  get headers(): readonly string[] {
    const { blocks, text } = this.source;
    const { block, header } = this.found;
    if (header !== undefined) return [text.slice(header.start, header.end)];
    const { columnHeader, rowHeader, label } = blocks[block] ?? {};
    if (columnHeader === undefined && rowHeader === undefined && label === undefined) return [];
    return [columnHeader, rowHeader, label === rowHeader ? undefined : label].flatMap((range) => {
      if (range === undefined) return [];
      const start = blocks[range.from]?.start ?? 0;
      return [text.slice(start, Math.min(blocks[range.to - 1]?.end ?? 0, start + MAX_HEADER)).trim()];
    });
  }

  get labels(): readonly string[] {
    const { blocks, text } = this.source;
    const { block, matchStart, start } = this.found;
    const from = rangeOf(blocks, blocks[block]?.row)?.start ?? blocks[block]?.start ?? 0;
    // The match of a keyword rule starts with the label.
    const before = text.slice(Math.max(from, Math.min(matchStart, start) - MAX_LABEL), start);
    const clauses = before.split(CLAUSE_END).filter((part) => /\S/.test(part));
    const last = clauses.at(-1);
    // "The passport of Ann, number …"
    const clause = last !== undefined && ONLY_NUMBER.test(last) ? clauses.slice(-3).join() : last;
    const after = REMARK.exec(this.after)?.[1];
    return [...(clause === undefined ? [] : [clause]), ...this.headers, ...(after === undefined ? [] : [after])];
  }

  get surroundings(): string {
    const { text } = this.source;
    const { matchStart, matchEnd } = this.found;
    return `${text.slice(Math.max(0, matchStart - MAX_HEADER), matchStart)} ${text.slice(matchEnd, matchEnd + MAX_HEADER)} ${this.headerRow}`;
  }

  get heading(): string {
    return this.textOf(this.source.blocks[this.found.block]?.heading, MAX_HEADER);
  }

  get headerRow(): string {
    const { blocks } = this.source;
    return this.textOf(blocks[blocks[this.found.block]?.columnHeader?.from ?? -1]?.row, MAX_HEADER);
  }

  get row(): string {
    return this.textOf(this.source.blocks[this.found.block]?.row, MAX_ROW);
  }

  private textOf(range: BlockRange | undefined, length: number): string {
    const { start, end } = rangeOf(this.source.blocks, range) ?? EMPTY;
    return this.source.text.slice(start, Math.min(end, start + length));
  }

  get before(): string {
    const { block, matchStart, header } = this.found;
    if (header !== undefined) return '';
    return this.source.text.slice(
      Math.max(this.source.blocks[block]?.start ?? 0, matchStart - MAX_SURROUNDINGS),
      matchStart,
    );
  }

  get after(): string {
    const { block, matchEnd, header } = this.found;
    if (header !== undefined) return '';
    return this.source.text.slice(matchEnd, Math.min(this.source.blocks[block]?.end ?? 0, matchEnd + MAX_SURROUNDINGS));
  }
}

function supportOf(match: Match, detector: Detector, scoring: ScoringContext): Support {
  const { context, contextReach = DEFAULT_REACH } = detector;
  const block = scoring.flat.blocks[match.block];
  if (context === undefined || context.length === 0 || block === undefined) return NO_SUPPORT;
  const from = Math.max(block.start, match.start - contextReach.before);
  const to = Math.min(block.end, match.end + contextReach.after);
  const isOwn = ownWords(match, scoring, match.start);
  let isLabel = false;
  let word: Keyword | undefined;
  firstWordWithin(scoring.words, from, to, (keyword, start, end) => {
    if (!(end <= match.start || start >= match.end) || !isOwn(keyword, start, end)) return false;
    word ??= keyword;
    isLabel ||= end <= match.start && LABEL_GAP.test(scoring.flat.text.slice(end, match.start));
    return isLabel || start >= match.end;
  });
  if (word !== undefined) return { weight: 1, evidence: [`context:"${word.text}"`], isLabel };
  const { columnHeader, rowHeader, label, heading } = block;
  return (
    supportWithin(match.header, 'table-header', 1, match, scoring) ??
    supportFrom(columnHeader, 'table-header', 1, match, scoring) ??
    supportFrom(rowHeader, 'row-header', 1, match, scoring) ??
    supportFrom(label, 'context', 1, match, scoring) ??
    supportFromRow(match, block, detector, scoring) ??
    supportFrom(heading, 'heading', HEADING_WEIGHT, match, scoring) ??
    NO_SUPPORT
  );
}

/** Words between a label and its value: "Patient no. of Mr Berg: ". */
const LABEL_GAP = /^[^\d,;!?\n]{0,30}$/;
/** "SIN ", "SIN no.: ", `EIN_NUMBER=`, "DNI is ". */
const GAP_OF_ABBREVIATION =
  /^(?:s|\(s\))?(?:[ _-]?(?:numbers?|num[eé]ro|nummer|numer|num|no|nr|code|id|#|is|ist|est|es|è)(?![a-z])[.º°]?){0,2}["'`]?[\s:=：#.|(["'`-]{0,6}$/i;

/** `"ein": "`, `spi='` */
const GAP_IN_CODE = /^["']?\s?[:=]\s?["']$/;

type WordTest = (keyword: Keyword, start: number, end: number) => boolean;

/** Returns a test for the context words of the detector that found the match, before the start of the value or the end of a header. */
function ownWords(
  { compiled }: Match,
  { flat: { text }, hasRegions }: ScoringContext,
  before: number,
  from = -1,
): WordTest {
  const { index, definition } = compiled.detector;
  const isCommonHere = hasRegions && definition.regions !== undefined;
  return ({ contextFor, abbreviationFor }, start, end) => {
    if (!contextFor.has(index)) return false;
    if (isCommonHere || !abbreviationFor.has(index)) return true;
    const written = text.slice(start, end);
    const isInCapitals = written === written.toUpperCase();
    if (from >= 0 && isInCapitals) return true;
    if (GAP_IN_CODE.test(text.slice(end, before))) return true;
    const isAlone = from >= 0 && text.slice(from, start).trim() === '';
    return (isInCapitals || isAlone) && GAP_OF_ABBREVIATION.test(text.slice(end, before));
  };
}

function supportFrom(
  range: BlockRange | undefined,
  name: string,
  weight: number,
  match: Match,
  scoring: ScoringContext,
): Support | undefined {
  return supportWithin(rangeOf(scoring.flat.blocks, range), name, weight, match, scoring);
}

function supportWithin(
  range: Span | undefined,
  name: string,
  weight: number,
  match: Match,
  scoring: ScoringContext,
): Support | undefined {
  if (range === undefined) return undefined;
  const end = Math.min(range.end, range.start + MAX_HEADER);
  const word = firstWordWithin(scoring.words, range.start, end, ownWords(match, scoring, end, range.start));
  return word && { weight, evidence: [`${name}:"${word.text}"`], isLabel: weight === 1 };
}

/** Finds a context word in a short cell of the same row, as near as within a block. */
function supportFromRow(match: Match, block: Block, detector: Detector, scoring: ScoringContext): Support | undefined {
  const { flat, words } = scoring;
  const row = rangeOf(flat.blocks, block.row);
  if (row === undefined) return undefined;
  const { before, after } = detector.contextReach ?? DEFAULT_REACH;
  const isLabel: WordTest = (keyword, start, end) => {
    const cell = flat.blocks[blockAt(flat.blocks, start)];
    if (cell === undefined || cell.end - cell.start > MAX_HEADER) return false;
    return (
      ownWords(match, scoring, cell.end, cell.start)(keyword, start, end) &&
      isShort(flat.text.slice(cell.start, cell.end))
    );
  };
  const word =
    firstWordWithin(words, Math.max(row.start, match.start - before), block.start, isLabel) ??
    firstWordWithin(words, block.end, Math.min(row.end, match.end + after), isLabel);
  return word && { weight: 1, evidence: [`context:"${word.text}"`], isLabel: false };
}

function round(confidence: number): number {
  return Math.round(confidence * 100) / 100;
}
