import type { Compiled } from './compiled-rule';
import type { TokenRule } from './detector';
import { ASCII_END, charactersAt } from './outline';

/** Heads with more letters or digits than this are of this many. */
export const TOKEN_LETTERS = 16;
export const TOKEN_DIGITS = 32;

export type CompiledTokenRule = Compiled<TokenRule> & {
  /** How long the token may be. */
  readonly leastLength: number;
  readonly mostLength: number;
};

/** Rules for tokens that begin with one number of letters and of digits. */
export class TokenRules {
  readonly packs: TokenPack[] = [];

  add(rule: CompiledTokenRule): void {
    const last = this.packs.at(-1);
    if (last === undefined || last.rules.length === PACK) this.packs.push(new TokenPack([rule]));
    else last.rules.push(rule);
  }
}

/** As many as there are bits in a number. */
const PACK = 32;

/**
 * Rules that are matched at a position all at once, a bit each: what their outlines (outline.ts) say of the first places is
 * kept by place and character. For most tokens none is left after a few of them.
 */
class TokenPack {
  private readonly rows: Int32Array[] = [];
  /** By the number of a place: those of which the outline goes on there. */
  private deciding: readonly number[] | undefined;

  constructor(readonly rules: CompiledTokenRule[]) {}

  /** Those that may match a token that begins there, as bits. */
  mayMatch(codes: Uint16Array, start: number): number {
    const deciding = (this.deciding ??= decidingOf(this.rules));
    let left = -1 >>> (PACK - this.rules.length);
    for (let place = 0; (left & (deciding[place] ?? 0)) !== 0; place++) {
      const row = this.rows[place] ?? this.learn(place);
      left &= row[Math.min(codes[start + place] ?? 0, ASCII_END)] ?? 0;
    }
    return left;
  }

  private learn(place: number): Int32Array {
    const row = new Int32Array(ASCII_END + 1);
    for (const [index, rule] of this.rules.entries()) {
      const bit = 1 << index;
      const at = place + leadOf(rule);
      if (place >= placesOf(rule)) for (let code = 0; code < ASCII_END; code++) row[code] = (row[code] ?? 0) | bit;
      else for (const code of charactersAt(rule.pattern.outline, at)) row[code] = (row[code] ?? 0) | bit;
    }
    row[ASCII_END] = -1;
    this.rows[place] = row;
    return row;
  }
}

function decidingOf(rules: readonly CompiledTokenRule[]): readonly number[] {
  const deciding = new Array<number>(Math.max(0, ...rules.map(placesOf))).fill(0);
  for (const [index, rule] of rules.entries()) {
    for (let place = 0; place < placesOf(rule); place++) deciding[place] = (deciding[place] ?? 0) | (1 << index);
  }
  return deciding;
}

/** How many places of the token are known: those of what must stand before it come first. */
function placesOf(rule: CompiledTokenRule): number {
  return rule.pattern.outline.length - leadOf(rule);
}

function leadOf({ rule: { lead = '' } }: CompiledTokenRule): number {
  return lead.length;
}
