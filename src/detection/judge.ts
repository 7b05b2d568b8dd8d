import type { Candidate, Detector, Region, Verdict } from './detector';
import { entropyOf } from './entropy';
import type { Match } from './find-matches';
import { isDigit } from './fold';
import { firstWordWithin, type Words } from './keyword-hits';
import { isPlaceholder } from './placeholder';
import type { Block, BlockRange, FlatText } from './text/flat-text';

/** A match that holds, and how sure that is. */
export interface Judged {
  readonly match: Match;
  /** The value, which the validator may have shortened. */
  readonly start: number;
  readonly end: number;
  readonly detector: Detector;
  readonly confidence: number;
  /** Whether a check proved it. */
  readonly proven: boolean;
  readonly evidence: readonly string[];
  readonly normalised: string | undefined;
  readonly ignoresCase: boolean;
}

export interface Circumstances {
  readonly flat: FlatText;
  readonly words: Words;
  readonly regions: readonly Region[];
  readonly today: Date;
}

interface Support {
  /** 0 to 1. */
  readonly weight: number;
  readonly evidence: readonly string[];
}

const NO_SUPPORT: Support = { weight: 0, evidence: [] };
const HEADING_WEIGHT = 0.5;
const REACH = { before: 50, after: 20 };
/** How much of the surroundings a validator sees. */
const SURROUNDINGS = 100;
/** And of a header, which each cell under it is asked about: else a table would take its rows times its header. */
const HEADER = 200;

/** Undefined: it is not what it looks like. `others` are findings that may stand by it (Detector.near). */
export function judge(match: Match, circumstances: Circumstances, others: readonly Judged[]): Judged | undefined {
  const { compiled } = match;
  const detector = compiled.detector.definition;
  const { base, withContext = base, validated = base } = compiled.confidence;
  const support = supportOf(match, detector, circumstances, others);
  if (base === 0 && support.weight === 0) return undefined;
  const value = circumstances.flat.text.slice(match.start, match.end);
  const entropy = detector.minEntropy === undefined ? undefined : entropyOf(value);
  if (isRefused(value, detector, entropy)) return undefined;
  const { text } = circumstances.flat;
  if (detector.category !== 'secret' && (isInDecimal(match, text) || isInUuid(match, text))) return undefined;
  const verdict: Verdict = detector.validate?.(new MatchedCandidate(match, value, circumstances)) ?? {
    verdict: 'unknown',
  };
  if (verdict.verdict === 'invalid') return undefined;
  const proven = verdict.verdict === 'valid';
  const supported = base + (withContext - base) * support.weight;
  const confidence = Math.min(proven ? Math.max(supported, validated) : supported, verdict.confidence ?? 1);
  const { start } = match;
  const end = start + Math.min(value.length, verdict.length ?? value.length);
  return {
    match,
    start,
    end,
    detector,
    confidence: round(confidence),
    proven,
    evidence: evidenceOf(verdict, support, entropy),
    normalised: verdict.normalised,
    ignoresCase: verdict.ignoresCase ?? false,
  };
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

/** The digits behind the point of a number. */
function isInDecimal({ start }: Match, text: string): boolean {
  return text.charCodeAt(start - 1) === 0x2e && isDigit(text.charCodeAt(start)) && isDigit(text.charCodeAt(start - 2));
}

const UUID = /(?<![0-9a-z])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![0-9a-z])/gi;
const UUID_LENGTH = 36;

/** A part of a random id: one in a thousand of them holds what looks like somebody's number. */
function isInUuid({ start, end }: Match, text: string): boolean {
  if (end - start >= UUID_LENGTH) return false;
  // What it is written with, around and in the match: almost always too little for an id.
  let from = start;
  while (end - from <= UUID_LENGTH && isOfUuid(text.charCodeAt(from - 1))) from--;
  let to = start;
  while (to - start <= UUID_LENGTH && isOfUuid(text.charCodeAt(to))) to++;
  if (to < end || to - from < UUID_LENGTH) return false;
  // With what stands before and behind the id.
  const first = Math.max(0, from - 1);
  const around = text.slice(first, to + 1);
  return [...around.matchAll(UUID)].some(({ index }) => first + index <= start && end <= first + index + UUID_LENGTH);
}

/** Hexadecimal or a hyphen. */
function isOfUuid(code: number): boolean {
  return isDigit(code) || code === 0x2d || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66);
}

function isRefused(value: string, detector: Detector, entropy: number | undefined): boolean {
  const { stopWords, refuse, minEntropy = 0, refusePlaceholders = detector.category === 'secret' } = detector;
  if (entropy !== undefined && entropy < minEntropy) return true;
  if (refuse !== undefined && new RegExp(refuse.source, refuse.flags).test(value)) return true;
  if (refusePlaceholders && isPlaceholder(value)) return true;
  if (stopWords === undefined) return false;
  const lower = value.toLowerCase();
  return stopWords.some((word) => lower.includes(word.toLowerCase()));
}

/** A match as its validator sees it; of a class, because an object literal with getters takes many times as long to make. */
class MatchedCandidate implements Candidate {
  readonly groups: Candidate['groups'];
  readonly regions: readonly Region[];
  readonly today: Date;
  readonly source: FlatText;

  constructor(
    private readonly found: Match,
    readonly value: string,
    { flat, regions, today }: Circumstances,
  ) {
    this.groups = found.groups;
    this.regions = regions;
    this.today = today;
    this.source = flat;
  }

  get match(): string {
    return this.source.text.slice(this.found.matchStart, this.found.matchEnd);
  }

  get headers(): readonly string[] {
    const { blocks, text } = this.source;
    const { columnHeader, rowHeader } = blocks[this.found.block] ?? {};
    return [columnHeader, rowHeader].flatMap((range) => {
      if (range === undefined) return [];
      const start = blocks[range.from]?.start ?? 0;
      return [text.slice(start, Math.min(blocks[range.to - 1]?.end ?? 0, start + HEADER)).trim()];
    });
  }

  get before(): string {
    const { block, matchStart } = this.found;
    return this.source.text.slice(
      Math.max(this.source.blocks[block]?.start ?? 0, matchStart - SURROUNDINGS),
      matchStart,
    );
  }

  get after(): string {
    const { block, matchEnd } = this.found;
    return this.source.text.slice(matchEnd, Math.min(this.source.blocks[block]?.end ?? 0, matchEnd + SURROUNDINGS));
  }
}

function supportOf(match: Match, detector: Detector, circumstances: Circumstances, others: readonly Judged[]): Support {
  const { context, contextReach = REACH, near } = detector;
  if (near !== undefined) {
    const neighbour = others.find(({ detector: { id }, start, end }) => {
      const distance = Math.max(start - match.end, match.start - end);
      return distance >= 0 && distance <= near.within && near.detectors.includes(id);
    });
    if (neighbour !== undefined) return { weight: 1, evidence: [`near:${neighbour.detector.id}`] };
  }
  const block = circumstances.flat.blocks[match.block];
  if (context === undefined || context.length === 0 || block === undefined) return NO_SUPPORT;
  const { index } = match.compiled.detector;
  const from = Math.max(block.start, match.start - contextReach.before);
  const to = Math.min(block.end, match.end + contextReach.after);
  const word = firstWordWithin(
    circumstances.words,
    from,
    to,
    ({ contextOf }, start, end) => contextOf.has(index) && (end <= match.start || start >= match.end),
  );
  if (word !== undefined) return { weight: 1, evidence: [`context:"${word.text}"`] };
  const { columnHeader, rowHeader, heading } = block;
  return (
    supportFrom(columnHeader, 'table-header', 1, index, circumstances) ??
    supportFrom(rowHeader, 'row-header', 1, index, circumstances) ??
    supportFrom(heading, 'heading', HEADING_WEIGHT, index, circumstances) ??
    NO_SUPPORT
  );
}

function supportFrom(
  range: BlockRange | undefined,
  name: string,
  weight: number,
  detector: number,
  { flat, words }: Circumstances,
): Support | undefined {
  if (range === undefined) return undefined;
  const blockOf = (index: number): Block | undefined => flat.blocks[index];
  const start = blockOf(range.from)?.start ?? 0;
  const end = blockOf(range.to - 1)?.end ?? 0;
  const word = firstWordWithin(words, start, end, ({ contextOf }) => contextOf.has(detector));
  return word === undefined ? undefined : { weight, evidence: [`${name}:"${word.text}"`] };
}

function round(confidence: number): number {
  return Math.round(confidence * 100) / 100;
}
