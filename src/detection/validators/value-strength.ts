import { entropyOf } from '../entropy';
import { isAlphanumeric, isDigit, isLower, isUpper } from '../fold';
import { isWordlike } from './word-likeness';

/**
 * How much a value looks like a secret, from its characters alone:
 * - `random`: as a generator makes it: 16 characters or more, most of them in no word, of high entropy;
 * - `chosen`: as a person makes a password: two kinds of characters or letters that are no word;
 * - `plain`: words, names, numbers, versions, code.
 */
export type ValueStrength = 'random' | 'chosen' | 'plain';

export function valueStrength(value: string): ValueStrength {
  const shape = describe(value);
  if (
    value.length >= 16 &&
    shape.noise >= (value.length >= 32 ? 0.3 : 0.5) * shape.letters &&
    shape.alphanumeric >= 0.8 * value.length
  ) {
    if (entropyOf(value) >= (isHex(value) ? 2.6 : 3.2) && (shape.changes >= 3 || shape.odd)) return 'random';
  }
  if (value.length < 5 || shape.letters === 0) return 'plain';
  if (shape.changes >= 2 || shape.odd || (shape.symbols > 0 && shape.digits > 0)) return 'chosen';
  return shape.digits > 0 && value.length >= 8 && shape.symbols === 0 ? 'chosen' : 'plain';
}

interface Shape {
  readonly letters: number;
  readonly digits: number;
  /** Characters that names of variables, paths and numbers do not hold. */
  readonly symbols: number;
  readonly alphanumeric: number;
  /** Letters in parts that read like no word. */
  readonly noise: number;
  /** How often letters and digits meet. */
  readonly changes: number;
  /** Letters that are no words, or of irregular case. */
  readonly odd: boolean;
}

/** By hand, part by part, because there are many values, and a pattern takes several times as long. */
function describe(value: string): Shape {
  let letters = 0;
  let digits = 0;
  let symbols = 0;
  let noise = 0;
  let words = 0;
  let changes = 0;
  let previous: 'letters' | 'digits' | undefined;
  let at = 0;
  while (at < value.length) {
    const code = value.charCodeAt(at);
    if (!isAlphanumeric(code)) {
      if (!OF_NAMES.includes(value.charAt(at))) symbols++;
      previous = undefined;
      at++;
      continue;
    }
    const end = endOfPart(value, at);
    const kind = isDigit(code) ? 'digits' : 'letters';
    if (previous !== undefined && previous !== kind) changes++;
    previous = kind;
    if (kind === 'digits') digits += end - at;
    else {
      letters += end - at;
      words++;
      if (end - at < 3 || !isWordlike(value.slice(at, end))) noise += end - at;
    }
    at = end;
  }
  const irregularCase = words >= 4 && letters / words < 3.2 && noise >= 0.4 * letters;
  return {
    letters,
    digits,
    symbols,
    alphanumeric: letters + digits,
    noise,
    changes,
    odd: irregularCase || (letters >= 6 && noise >= 0.6 * letters),
  };
}

/** What names of variables, paths and numbers hold beside letters and digits. */
const OF_NAMES = '_.-/ :,';

/** Digits, `word`, `Word`, or capitals up to the one that a word begins with. */
function endOfPart(value: string, start: number): number {
  const first = value.charCodeAt(start);
  if (isDigit(first)) return endOf(value, start, isDigit);
  if (!isUpper(first)) return endOf(value, start, isLower);
  const end = endOf(value, start, isUpper);
  if (!isLower(value.charCodeAt(end))) return end;
  return end - start === 1 ? endOf(value, end, isLower) : end - 1;
}

function endOf(value: string, start: number, isOf: (code: number) => boolean): number {
  let end = start;
  while (isOf(value.charCodeAt(end))) end++;
  return end;
}

function isHex(value: string): boolean {
  return /^[0-9a-f]+$/i.test(value);
}
