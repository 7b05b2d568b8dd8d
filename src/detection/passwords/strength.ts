import { entropyOf } from '../engine/entropy';
import { isAlphanumeric, isDigit, isLower, isUpper } from '../text/fold';

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

/** The end of digits, `word`, `Word`, or capitals before a capitalized word. */
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

/**
 * The letters that usually follow each letter within words. Each pair makes up at least 0.05 % of the pairs of 7,702
 * different words of English technical text. Other languages in Latin script use nearly the same pairs. A random string
 * of eight letters passes in about one of twenty cases. In the order of the alphabet.
 */
const USUAL_NEXT = `
  a:bcdfgiklmnprstuvwy b:aeilorsu c:acehiklorstu d:adeilorsu e:abcdefgilmnopqrstuvwxy f:aefiloruy g:aeghilnorsu
  h:aeiortu i:abcdefgklmnoprstvxz j:eos k:aeis l:adeilostuy m:abeimopsu n:acdefgiknostuvy o:abcdfgiklmnoprstuvw
  p:aehiloprstu q:u r:acdefgiklmnoprstuvy s:acehiklmopstuwy t:acehilorstuy u:abcdegilmnprst v:aeio w:aehinorsw x:ceipt
  y:einps z:e
`;

const A = 0x61;

/** The same table as bits, by letter number. */
const usual = Int32Array.from(USUAL_NEXT.trim().split(/\s+/), (letters) => {
  let bits = 0;
  for (let at = 'a:'.length; at < letters.length; at++) bits |= 1 << numberOf(letters, at);
  return bits;
});

/** True if ASCII letters (in any case) read like a word: three in four of their pairs are usual. */
export function isWordlike(letters: string): boolean {
  return shareOfUsualPairs(letters) >= 0.75;
}

/** The share of the pairs of neighboring letters that are usual in words, from 0 to 1. */
export function shareOfUsualPairs(letters: string): number {
  if (letters.length < 2) return 0;
  let count = 0;
  let previous = numberOf(letters, 0);
  for (let at = 1; at < letters.length; at++) {
    const next = numberOf(letters, at);
    if (next >= 0 && next < 26) count += ((usual[previous] ?? 0) >>> next) & 1;
    previous = next;
  }
  return count / (letters.length - 1);
}

function numberOf(letters: string, at: number): number {
  return (letters.charCodeAt(at) | 0x20) - A;
}
