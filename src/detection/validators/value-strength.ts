import { entropyOf } from '../engine/entropy';
import { isAlphanumeric, isDigit, isLower, isUpper } from '../text/fold';
import { isWordlike } from './word-likeness';

/**
 * How much a value looks like a secret, judged by its characters:
 * - `random`: generated; at least 16 characters of high entropy, most of them not in words;
 * - `chosen`: a password of a person; mixed kinds of characters, or letters that form no word;
 * - `plain`: words, names, numbers, versions, code.
 */
export type ValueStrength = 'random' | 'chosen' | 'plain';

export function valueStrength(value: string): ValueStrength {
  const shape = measureShape(value);
  if (
    value.length >= 16 &&
    shape.noise >= (value.length >= 32 ? 0.3 : 0.5) * shape.letters &&
    shape.alphanumeric >= 0.8 * value.length
  ) {
    if (entropyOf(value) >= (isHex(value) ? 2.6 : 3.2) && (shape.changes >= 3 || shape.irregular)) return 'random';
  }
  if (value.length < 5 || shape.letters === 0) return 'plain';
  if (shape.changes >= 2 || shape.irregular || (shape.symbols > 0 && shape.digits > 0)) return 'chosen';
  return shape.digits > 0 && value.length >= 8 && shape.symbols === 0 ? 'chosen' : 'plain';
}

interface Shape {
  readonly letters: number;
  readonly digits: number;
  /** Characters that do not occur in names of variables, paths and numbers. */
  readonly symbols: number;
  readonly alphanumeric: number;
  /** Letters in parts that do not read like words. */
  readonly noise: number;
  /** How often a letter follows a digit or a digit follows a letter. */
  readonly changes: number;
  /** True for letters that form no words or have irregular case. */
  readonly irregular: boolean;
}

/** A loop instead of patterns, which would take several times as long. There are many values. */
function measureShape(value: string): Shape {
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
      if (!NAME_PUNCTUATION.includes(value.charAt(at))) symbols++;
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
    irregular: irregularCase || (letters >= 6 && noise >= 0.6 * letters),
  };
}

/** Punctuation of names of variables, paths and numbers. */
const NAME_PUNCTUATION = '_.-/ :,';

/** The end of digits, `word`, `Word`, or capitals before a capitalised word. */
function endOfPart(value: string, start: number): number {
  const first = value.charCodeAt(start);
  if (isDigit(first)) return endOf(value, start, isDigit);
  if (!isUpper(first)) return endOf(value, start, isLower);
  const end = endOf(value, start, isUpper);
  if (!isLower(value.charCodeAt(end))) return end;
  return end - start === 1 ? endOf(value, end, isLower) : end - 1;
}

function endOf(value: string, start: number, belongs: (code: number) => boolean): number {
  let end = start;
  while (belongs(value.charCodeAt(end))) end++;
  return end;
}

function isHex(value: string): boolean {
  return /^[0-9a-f]+$/i.test(value);
}
