import type { CompiledEngine } from './compile';
import { EqualRanges } from './equal-ranges';
import { blockAt, type FlatText } from '../text/flat-text';

/**
 * Finds the hits of a keyword that are copies of the one before: the text repeats itself, as far around both as the rules of
 * the keyword read. They match the same, because they read nothing else.
 */
export class RepeatedHits<HitRecord> {
  /** By keyword index, like all members: one more than the start of the last hit. */
  private readonly last: Int32Array;
  private readonly reaches = new Map<number, number>();
  private readonly records = new Map<number, HitRecord>();
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
    const isCopy = before >= 0 && this.isSame(keyword, before, start - before);
    if (!isCopy && this.records.size > 0) this.records.delete(keyword);
    return isCopy;
  }

  recordOf(keyword: number): HitRecord | undefined {
    return this.records.get(keyword);
  }

  /** @param record of the last hit, which also applies to the copies that follow it */
  keep(keyword: number, record: HitRecord | undefined): void {
    if (record !== undefined) this.records.set(keyword, record);
  }

  private isSame(keyword: number, start: number, distance: number): boolean {
    // Most texts differ near the hits.
    if (distance > MAX_DISTANCE || start < NEAR || !this.equal.isSame(start - NEAR, start, distance)) return false;
    const reach = this.reaches.get(keyword) ?? this.reachOf(keyword);
    const from = start - reach;
    const to = start + reach;
    if (from < 0 || !this.equal.isSame(from, to, distance)) return false;
    const block = this.flat.blocks[blockAt(this.flat.blocks, from)];
    return block !== undefined && to + distance <= block.end;
  }

  private reachOf(keyword: number): number {
    const { text = '', rules = [] } = this.engine.keywords[keyword] ?? {};
    let reach = 0;
    for (const { rule, pattern } of rules) {
      if (rule.by === 'window') continue;
      const around = rule.by === 'keyword' ? (rule.maxLead ?? DEFAULT_LEAD) + (rule.until?.within ?? 0) : 0;
      reach = Math.max(reach, pattern.reach + around);
    }
    reach += text.length + NEAR;
    this.reaches.set(keyword, reach);
    return reach;
  }
}

/** The most lead characters of a rule without its own limit. */
export const DEFAULT_LEAD = 64;
/** In texts that repeat themselves with a longer period, keywords are so rare that they take little time. */
const MAX_DISTANCE = 256;
/** More than the characters that are read besides patterns: identifiers and operators, the text of `until`, the borders of a value. */
const NEAR = 200;
