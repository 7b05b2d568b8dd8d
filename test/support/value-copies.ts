import { seededRandom } from '../../local/forge/seeded-random';
import { pickFrom } from '../access/situations';

/** Values that detectors find, and copies of them in forms that no detector recognizes. */

type Random = () => number;

const LETTERS = 'abcdefghijkmnpqrstuvwxyz';
const DIGITS = '23456789';

const charactersOf = (random: Random, alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)] ?? '').join('');

/** Sentences with a value that a detector finds. */
const SENTENCES: readonly ((random: Random) => { readonly sentence: string; readonly value: string })[] = [
  (random) => {
    const value = `${charactersOf(random, LETTERS.toUpperCase(), 2)}${charactersOf(random, LETTERS, 3)}${charactersOf(random, DIGITS, 2)}#${charactersOf(random, LETTERS, 4)}!${charactersOf(random, DIGITS, 1)}`;
    return { sentence: `VPN password: ${value}`, value };
  },
  (random) => {
    const value = `sk-${charactersOf(random, LETTERS + DIGITS + LETTERS.toUpperCase(), 24)}`;
    return { sentence: `api_key = "${value}"`, value };
  },
  (random) => {
    const value = `ghp_${charactersOf(random, LETTERS + DIGITS + LETTERS.toUpperCase(), 36)}`;
    return { sentence: `The token is ${value}`, value };
  },
  (random) => {
    const value = `${charactersOf(random, LETTERS, 6)}.${charactersOf(random, LETTERS, 7)}@${charactersOf(random, LETTERS, 8)}.com`;
    return { sentence: `Write to ${value}`, value };
  },
  (random) => {
    const value = withLuhnDigit(`4${charactersOf(random, DIGITS, 14)}`).replace(/(.{4})(?=.)/g, '$1 ');
    return { sentence: `My card is ${value}`, value };
  },
];

function withLuhnDigit(digits: string): string {
  const sum = Array.from(digits, Number).reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

const each = (text: string, write: (character: string) => string) => Array.from(text, write).join('');
const codeOf = (character: string) => character.codePointAt(0) ?? 0;
const hexOf = (character: string) => codeOf(character).toString(16).padStart(2, '0');
const fullWidth = (character: string) =>
  /[!-~]/.test(character) ? String.fromCodePoint(codeOf(character) + 0xfee0) : character;

/** The forms in which a copy of a value can be written. */
export const FORMS: Readonly<Record<string, (value: string, random: Random) => string>> = {
  bare: (value) => value,
  quoted: (value) => `"${value}"`,
  'in typographic quotes': (value) => `„${value}“`,
  'in brackets': (value) => `<${value}>`,
  'upper case': (value) => value.toUpperCase(),
  'lower case': (value) => value.toLowerCase(),
  'other case': (value) => each(value, (one) => (one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase())),
  'percent-encoded': (value) => each(value, (one) => `%${hexOf(one)}`),
  'percent-encoded in part': (value) => encodeURIComponent(value),
  'HTML entities': (value) => each(value, (one) => `&#${codeOf(one)};`),
  'hexadecimal entities': (value) => each(value, (one) => `&#x${hexOf(one)};`),
  'JSON escapes': (value) => each(value, (one) => `\\u00${hexOf(one)}`),
  'backslash escapes': (value) => each(value, (one) => `\\x${hexOf(one)}`),
  backslashes: (value) => each(value, (one) => `\\${one}`),
  base64: (value) => Buffer.from(value).toString('base64'),
  'base64 within a text': (value) => Buffer.from(`user:${value}@host`).toString('base64'),
  'base64 in groups': (value) =>
    Buffer.from(value)
      .toString('base64')
      .replace(/(.{4})/g, '$1 '),
  hexadecimal: (value) => Buffer.from(value).toString('hex'),
  'hexadecimal in pairs': (value) => Buffer.from(value).toString('hex').replace(/(..)/g, '$1 '),
  'full width': (value) => each(value, fullWidth),
  accents: (value) => each(value, (one) => `${one}\u0308`),
  'zero-width characters': (value) => each(value, (one) => `${one}\u200b`),
  'soft hyphens': (value) => each(value, (one) => `${one}\u00ad`),
  'word joiners': (value) => value.replace(/(..)/g, '$1\u2060'),
  blanks: (value) => each(value, (one) => `${one} `),
  hyphens: (value) => each(value, (one) => `${one}-`),
  'points in threes': (value) => value.replace(/(...)/g, '$1.'),
  'slashes in fours': (value) => value.replace(/(....)/g, '$1/'),
  'commas and blanks': (value) => each(value, (one) => `${one}, `),
  'line breaks': (value) => value.replace(/(.....)/g, '$1\n'),
  backwards: (value) => Array.from(value).reverse().join(''),
  'groups in reverse': (value) => (value.match(/.{1,4}/g) ?? []).reverse().join('-'),
  'halves apart': (value) => `${value.slice(0, value.length / 2)} and then ${value.slice(value.length / 2)}`,
  'without the first': (value) => value.slice(1),
  'without the last two': (value) => value.slice(0, -2),
  'the beginning': (value) => `${value.slice(0, 6)}…`,
  'the end': (value) => `…${value.slice(-6)}`,
  'in a word': (value) => `x${value}x`,
  'in an address': (value) => `https://wiki.example.org/q?p=${value}&page=2`,
  'in JSON': (value) => JSON.stringify({ secret: value }),
  'at the edge': (value, random) => `${'on the other hand '.slice(0, Math.floor(random() * 18))}${value}`,
};

export interface Planted {
  readonly value: string;
  readonly form: string;
  /** The sentence in which the value is found. */
  readonly sentence: string;
  readonly copy: string;
  /** Both in one text. */
  readonly text: string;
}

/** @param count the number of sentences; the same seed returns the same sentences */
export function plantCopies(count: number, seed: number): readonly Planted[] {
  const random = seededRandom(seed);
  const forms = Object.entries(FORMS);
  return Array.from({ length: count }, (_, index): Planted => {
    const { sentence, value } = (SENTENCES[index % SENTENCES.length] ?? pickFrom(SENTENCES, random))(random);
    const [form, write] = forms[Math.floor(index / SENTENCES.length) % forms.length] ?? ['bare', (one: string) => one];
    const copy = write(value, random);
    const around = pickFrom(['repeat', 'again', 'the same one is', 'also known as', 'not'], random);
    const text = random() < 0.5 ? `${sentence} (${around} ${copy})` : `${around} ${copy} for you, ${sentence}`;
    return { value, form, sentence, copy, text };
  });
}

const FRAGMENT = 5;
const LONG_FRAGMENT = 10;

/** Letters and digits only, in one case. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '');

function* fragmentsOf(text: string, length: number): Iterable<string> {
  for (let at = 0; at + length <= text.length; at += 1) yield text.slice(at, at + length);
}

/** The fragments of values that a user-visible text contains, in any spelling. */
export function fragmentsShown(shown: string, values: readonly string[], length = FRAGMENT): readonly string[] {
  const text = plain(shown);
  return values.flatMap((value) => {
    const whole = plain(value);
    const backwards = Array.from(whole).reverse().join('');
    return [whole, backwards].flatMap((form) => [...fragmentsOf(form, length)].filter((one) => text.includes(one)));
  });
}

/** Forms with additional words that are not part of the value. */
const WITH_WORDS: ReadonlySet<string> = new Set(['halves apart', 'at the edge', 'in an address', 'in JSON']);

/** Finds fragments of the values in a large text, in every form in which they were planted. */
export function openLeakSearch(planted: readonly Planted[]): (text: string) => readonly string[] {
  const pieces = new Map<string, string>();
  for (const { value, form, copy } of planted) {
    const spellings = WITH_WORDS.has(form) ? [] : [copy];
    for (const spelled of [
      value,
      ...spellings,
      Buffer.from(value).toString('hex'),
      Buffer.from(value).toString('base64'),
    ])
      for (const piece of fragmentsOf(JSON.stringify(spelled).slice(1, -1).toLowerCase(), LONG_FRAGMENT))
        if (/[a-z0-9].*[a-z0-9]/.test(piece)) pieces.set(piece, `${form}: ${value}`);
  }
  return (text) => {
    const found = new Set<string>();
    for (const piece of fragmentsOf(text.toLowerCase(), LONG_FRAGMENT)) {
      const of = pieces.get(piece);
      if (of !== undefined) found.add(`${piece} of ${of}`);
    }
    return [...found];
  };
}
