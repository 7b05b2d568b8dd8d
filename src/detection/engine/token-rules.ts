import type { Compiled } from './compiled-rule';
import type { Range, TokenRule } from '../detector';
import { ASCII_END, allowedAt } from './prefix-filter';

/** Higher counts of letters or digits at the start of a token are treated as the highest. */
const MAX_LETTERS = 15;
const MAX_DIGITS = 31;

export type CompiledTokenRule = Compiled<TokenRule> & {
  /** The allowed length of the token. */
  readonly minLength: number;
  readonly maxLength: number;
};

/** The rules for tokens, by the letters and digits at their start. Starts with the same rules share them. */
export class TokenRules {
  private readonly byStart: (readonly TokenPack[] | undefined)[] = [];
  private readonly byRules = new Map<string, readonly TokenPack[]>();
  private packs = 0;

  constructor(private readonly rules: readonly CompiledTokenRule[]) {}

  packsFor(letters: number, digits: number): readonly TokenPack[] {
    const start = Math.min(letters, MAX_LETTERS) * (MAX_DIGITS + 1) + Math.min(digits, MAX_DIGITS);
    return (this.byStart[start] ??= this.find(Math.min(letters, MAX_LETTERS), Math.min(digits, MAX_DIGITS)));
  }

  private find(letters: number, digits: number): readonly TokenPack[] {
    const rules = this.rules.filter(({ rule }) => isIn(rule.letters ?? 0, letters) && isIn(rule.digits, digits));
    const key = rules.map(({ index }) => index).join();
    const known = this.byRules.get(key);
    if (known !== undefined) return known;
    const packs = Array.from(
      { length: Math.ceil(rules.length / PACK_SIZE) },
      (_, index) => new TokenPack(this.packs++, rules.slice(index * PACK_SIZE, (index + 1) * PACK_SIZE)),
    );
    this.byRules.set(key, packs);
    return packs;
  }
}

function isIn(range: Range, count: number): boolean {
  const [from, to] = boundsOf(range);
  return from <= count && count <= to;
}

export function boundsOf(range: Range): readonly [number, number] {
  return typeof range === 'number' ? [range, range] : range;
}

/** The number of bits in an integer. */
const PACK_SIZE = 32;

/**
 * Up to 32 rules whose prefix filters (prefix-filter.ts) are evaluated together, one bit each. A table holds the allowed rules
 * by place and character. For most tokens no rule remains after a few places.
 */
export class TokenPack {
  private readonly rows: Int32Array[] = [];
  /** By place: the rules whose filter covers it, as bits. */
  private coveredBy: readonly number[] | undefined;

  constructor(
    /** Its number among the packs of the engine. */
    readonly index: number,
    readonly rules: readonly CompiledTokenRule[],
  ) {}

  /** The rules that run, as bits. */
  wantedOf(wanted: Uint8Array): number {
    let bits = 0;
    for (let bit = 0; bit < this.rules.length; bit++) {
      if (wanted[this.rules[bit]?.index ?? -1] === 1) bits |= 1 << bit;
    }
    return bits;
  }

  /**
   * @param end the end of the letters and digits at the start of the token
   * @param among the rules to check, as bits
   * @returns those that may match the token, as bits
   */
  mayMatch(codes: Uint16Array, start: number, end: number, among: number): number {
    const { rows } = this;
    const coveredBy = (this.coveredBy ??= coverageOf(this.rules));
    const counted = end - start;
    let left = among;
    // The character after the letters and digits first, because most rules allow any letters and digits before it.
    for (let place = counted; (left & (coveredBy[place] ?? 0)) !== 0; place++) {
      const row = rows[place] ?? this.buildRow(place);
      left &= row[Math.min(codes[start + place] ?? 0, ASCII_END)] ?? 0;
    }
    for (let place = 0; place < counted && (left & (coveredBy[place] ?? 0)) !== 0; place++) {
      const row = rows[place] ?? this.buildRow(place);
      left &= row[Math.min(codes[start + place] ?? 0, ASCII_END)] ?? 0;
    }
    return left;
  }

  private buildRow(place: number): Int32Array {
    const row = new Int32Array(ASCII_END + 1);
    let unrestricted = 0;
    for (let index = 0; index < this.rules.length; index++) {
      const rule = this.rules[index];
      if (rule !== undefined && place >= knownPlacesOf(rule)) unrestricted |= 1 << index;
    }
    row.fill(unrestricted);
    for (let index = 0; index < this.rules.length; index++) {
      const rule = this.rules[index];
      if (rule === undefined || ((unrestricted >>> index) & 1) === 1) continue;
      for (const code of allowedAt(rule.pattern.prefixFilter, place + leadOf(rule))) {
        row[code] = (row[code] ?? 0) | (1 << index);
      }
    }
    row[ASCII_END] = -1;
    this.rows[place] = row;
    return row;
  }
}

function coverageOf(rules: readonly CompiledTokenRule[]): readonly number[] {
  const coveredBy = new Array<number>(Math.max(0, ...rules.map(knownPlacesOf))).fill(0);
  for (const [index, rule] of rules.entries()) {
    for (let place = 0; place < knownPlacesOf(rule); place++) coveredBy[place] = (coveredBy[place] ?? 0) | (1 << index);
  }
  return coveredBy;
}

/** The number of known places of the token itself; the lead character comes before them. */
function knownPlacesOf(rule: CompiledTokenRule): number {
  return rule.pattern.prefixFilter.length - leadOf(rule);
}

function leadOf({ rule: { lead = '' } }: CompiledTokenRule): number {
  return lead.length;
}
