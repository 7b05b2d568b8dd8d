import type { CompiledEngine } from './compile';
import { EqualRanges } from './equal-ranges';
import { blockAt, DEFAULT_LEAD, type Match } from './find-matches';
import type { FlatText } from '../text/flat-text';

/** What the rules of a keyword match at one hit, before these matches are compared with others of their rules. */
export interface HitRecord {
  readonly start: number;
  /** The rule is not tried where others saturate that place. */
  readonly matches: { readonly match: Match; readonly tried: number }[];
}

/**
 * Finds the hits of a keyword that are copies of the one before: the text repeats itself, as far around both as the rules of
 * the keyword read. They match the same, because they read nothing else.
 */
export class RepeatedHits {
  /** By keyword index, like everything here. One more than the start of the last hit. */
  private readonly last: Int32Array;
  private readonly reaches: (number | undefined)[] = [];
  private readonly records: (HitRecord | undefined)[] = [];
  private readonly equal: EqualRanges;

  constructor(
    private readonly engine: CompiledEngine,
    private readonly flat: FlatText,
    codes: Uint16Array,
  ) {
    this.last = new Int32Array(engine.keywords.length);
    this.equal = new EqualRanges(codes);
  }

  /** True for a copy of the last hit. Hits must come in text order. */
  isCopy(keyword: number, start: number): boolean {
    const before = (this.last[keyword] ?? 0) - 1;
    this.last[keyword] = start + 1;
    const distance = start - before;
    if (before < 0 || distance > MAX_DISTANCE) return false;
    const reach = (this.reaches[keyword] ??= this.reachOf(keyword));
    const from = before - reach;
    const to = before + reach;
    if (from < 0 || !this.equal.isSame(from, to, distance)) return false;
    const block = this.flat.blocks[blockAt(this.flat.blocks, from)];
    return block !== undefined && to + distance <= block.end;
  }

  recordOf(keyword: number): HitRecord | undefined {
    return this.records[keyword];
  }

  /** @param record of the last hit and all copies of it */
  keep(keyword: number, record: HitRecord | undefined): void {
    this.records[keyword] = record;
  }

  private reachOf(keyword: number): number {
    const { text = '', rules = [] } = this.engine.keywords[keyword] ?? {};
    let reach = 0;
    for (const { rule, pattern } of rules) {
      if (rule.by === 'window') continue;
      const around = rule.by === 'keyword' ? (rule.maxLead ?? DEFAULT_LEAD) + (rule.until?.within ?? 0) : 0;
      reach = Math.max(reach, pattern.reach + around);
    }
    return reach + text.length + NEAR;
  }
}

/** In texts that repeat themselves with a longer period, keywords are so rare that they take little time. */
const MAX_DISTANCE = 256;
/** More than the characters that are read besides patterns: identifiers and operators, the text of `until`, the borders of a value. */
const NEAR = 200;
