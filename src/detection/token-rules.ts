import type { Compiled } from './compiled-rule';
import type { TokenRule } from './detector';
import { ASCII_END, allowedAt } from './prefix-filter';

/** Higher counts of letters or digits at the start of a token are treated as the highest. */
export const TOKEN_LETTERS = 16;
export const TOKEN_DIGITS = 32;

export type CompiledTokenRule = Compiled<TokenRule> & {
  /** The allowed length of the token. */
  readonly minLength: number;
  readonly maxLength: number;
};

/** The rules for tokens that start with given numbers of letters and digits. */
export class TokenRules {
  readonly packs: TokenPack[] = [];

  add(rule: CompiledTokenRule): void {
    const last = this.packs.at(-1);
    if (last === undefined || last.rules.length === PACK_SIZE) this.packs.push(new TokenPack([rule]));
    else last.rules.push(rule);
  }
}

/** The number of bits in an integer. */
const PACK_SIZE = 32;

/**
 * Up to 32 rules whose prefix filters (prefix-filter.ts) are evaluated together, one bit each. A table holds the allowed rules
 * by place and character. For most tokens no rule remains after a few places.
 */
class TokenPack {
  private readonly rows: Int32Array[] = [];
  /** By place: the rules whose filter covers it, as bits. */
  private coveredBy: readonly number[] | undefined;

  constructor(readonly rules: CompiledTokenRule[]) {}

  /** The rules that may match a token with this start, as bits. */
  mayMatch(codes: Uint16Array, start: number): number {
    const coveredBy = (this.coveredBy ??= coverageOf(this.rules));
    let left = -1 >>> (PACK_SIZE - this.rules.length);
    for (let place = 0; (left & (coveredBy[place] ?? 0)) !== 0; place++) {
      const row = this.rows[place] ?? this.buildRow(place);
      left &= row[Math.min(codes[start + place] ?? 0, ASCII_END)] ?? 0;
    }
    return left;
  }

  private buildRow(place: number): Int32Array {
    const row = new Int32Array(ASCII_END + 1);
    for (const [index, rule] of this.rules.entries()) {
      const bit = 1 << index;
      const at = place + leadOf(rule);
      if (place >= knownPlacesOf(rule)) for (let code = 0; code < ASCII_END; code++) row[code] = (row[code] ?? 0) | bit;
      else for (const code of allowedAt(rule.pattern.prefixFilter, at)) row[code] = (row[code] ?? 0) | bit;
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
