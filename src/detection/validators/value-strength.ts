import { entropyOf } from '../entropy';
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

const PARTS = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g;

function describe(value: string): Shape {
  let letters = 0;
  let digits = 0;
  let noise = 0;
  let words = 0;
  let changes = 0;
  let previous: 'letters' | 'digits' | undefined;
  let end = 0;
  for (const match of value.matchAll(PARTS)) {
    const part = match[0];
    const kind = part.charCodeAt(0) <= 57 ? 'digits' : 'letters';
    if (previous !== undefined && previous !== kind && match.index === end) changes++;
    previous = kind;
    end = match.index + part.length;
    if (kind === 'digits') digits += part.length;
    else {
      letters += part.length;
      words++;
      if (part.length < 3 || !isWordlike(part)) noise += part.length;
    }
  }
  const alphanumeric = letters + digits;
  const symbols = value.replace(/[A-Za-z0-9_.\-/ :,]/g, '').length;
  const irregularCase = words >= 4 && letters / words < 3.2 && noise >= 0.4 * letters;
  return {
    letters,
    digits,
    symbols,
    alphanumeric,
    noise,
    changes,
    odd: irregularCase || (letters >= 6 && noise >= 0.6 * letters),
  };
}

function isHex(value: string): boolean {
  return /^[0-9a-f]+$/i.test(value);
}
