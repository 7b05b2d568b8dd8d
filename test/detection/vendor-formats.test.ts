import { createHash } from 'node:crypto';
import { detect } from '../../src/detection/engine/detect';
import { builtInEngine } from '../../src/detection/engine/engine';
import { DEFAULT_POLICY, selectDetectors } from '../../src/detection/engine/policy';
import { flattenPlain } from '../../src/detection/text/flat-text-builder';
import { VENDOR_FORMATS } from './vendor-formats';

/** Tokens of every documented format and length are found, and texts that only resemble them are not. */

const selection = selectDetectors(builtInEngine, DEFAULT_POLICY);
const today = new Date('2026-01-15T00:00:00Z');

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const ALPHABETS: Readonly<Record<string, string>> = {
  d: DIGITS,
  h: `${DIGITS}abcdef`,
  H: `${DIGITS}ABCDEF`,
  a: DIGITS + LOWER,
  A: DIGITS + UPPER,
  l: LOWER + UPPER,
  w: DIGITS + LOWER + UPPER,
  u: `${DIGITS}${LOWER}${UPPER}-_`,
  b: `${DIGITS}${LOWER}${UPPER}+/`,
  t: `${UPPER}234567`,
  q: 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L',
  k: '0123456789abcdefghjkmnpqrstvwxyz',
};

type Fill = (alphabet: string, length: number) => string;

/** Replaces the random parts of a template, each by the text of a function. */
function fillIn(template: string, lengthOf: (min: number, max: number) => number, fill: Fill): string {
  return template.replace(/\[(\w):(\d+)(?:-(\d+))?\]/g, (_all, kind: string, min: string, max = min) =>
    fill(ALPHABETS[kind] ?? '', lengthOf(Number(min), Number(max))),
  );
}

/** The same text for the same seed. */
function generator(seed: string): Fill {
  let calls = 0;
  return (alphabet, length) => {
    let text = '';
    // Like real tokens, it starts and ends with a letter or digit.
    for (let block = 0; text.length < length; block++) {
      const bytes = createHash('sha512').update(`${seed} ${calls} ${block}`).digest();
      for (const byte of bytes) text += alphabet.charAt(byte % alphabet.length);
    }
    calls++;
    return text.slice(0, length).replace(/^[-_+/]|[-_+/]$/g, 'x');
  };
}

function findingsOf(detector: string, text: string): string[] {
  const { winners } = detect(flattenPlain(text), selection, today);
  return winners
    .filter(({ scored, alsoMatched }) => scored.detector.id === detector || alsoMatched.includes(detector))
    .map(({ start, end }) => text.slice(start, end));
}

const PLACES: readonly ((token: string) => string)[] = [
  (token) => token,
  (token) => `export SERVICE_TOKEN=${token}`,
  (token) => `Der Zugang lautet ${token}, bitte nicht weitergeben.`,
  (token) => `{"name": "build", "token": "${token}"}`,
  (token) => `| build | ${token} | 2026-03-01 |`,
  (token) => `curl -H 'X-Token: ${token}' https://api.acme.io/v1`,
];

const LENGTHS: readonly ((min: number, max: number) => number)[] = [
  (min) => min,
  (min, max) => Math.floor((min + max) / 2),
  (_min, max) => max,
];

it.each(VENDOR_FORMATS)('the engine finds %s in every documented format', (detector, ...templates) => {
  const missed: string[] = [];
  for (const template of templates) {
    for (const lengthOf of LENGTHS) {
      for (const seed of ['one', 'two']) {
        const token = fillIn(template, lengthOf, generator(template + seed));
        for (const around of PLACES) {
          const text = around(token);
          if (!findingsOf(detector, text).some((value) => token.includes(value) && value.length >= 0.6 * token.length))
            missed.push(text);
        }
      }
    }
  }
  expect(missed).toEqual([]);
});

/** Samples of the random parts in documentation. */
const INVENTED: Readonly<Record<string, Fill>> = {
  'one character': (alphabet, length) => alphabet.charAt(alphabet.length >> 1).repeat(length),
  'the alphabet': (_alphabet, length) => (DIGITS.slice(1) + LOWER).repeat(9).slice(0, length),
  'the digits': (_alphabet, length) => '1234567890'.repeat(60).slice(0, length),
  'two characters': (alphabet, length) => `${alphabet.charAt(1)}${alphabet.charAt(2)}`.repeat(length).slice(0, length),
};
/** Detectors that also find samples, because their prefix alone is certain. */
const FINDS_SAMPLES = new Set(['age-secret-key', 'page-classification-api-key', 'pypi-token']);
/** A sequence of this length may be an accident. */
const MIN_SEQUENCE = 12;

it.each(VENDOR_FORMATS)('the engine ignores samples of %s', (detector, ...templates) => {
  const wrong: string[] = [];
  const definition = builtInEngine.definitions.find(({ id }) => id === detector);
  for (const template of templates) {
    const lengths = Array.from(template.matchAll(/:(\d+)/g), ([, length]) => Number(length));
    for (const [kind, fill] of Object.entries(INVENTED)) {
      const isAllowed =
        kind === 'one character' ? definition?.rejectPlaceholders === false : Math.max(...lengths) <= MIN_SEQUENCE;
      const token = fillIn(template, (min) => min, fill);
      for (const around of isAllowed || FINDS_SAMPLES.has(detector) ? [] : PLACES.slice(0, 2))
        if (findingsOf(detector, around(token)).length > 0) wrong.push(`${kind}: ${around(token)}`);
    }
  }
  expect(wrong).toEqual([]);
});

/** Words, in the letter case of the part. */
const WORDS = 'example access token for the integration service of your company in production'.split(' ');
const words: Fill = (alphabet, length) => {
  const inCase = (word: string, at: number) =>
    !alphabet.includes('a')
      ? word.toUpperCase()
      : alphabet.includes('A') && at > 0
        ? word.charAt(0).toUpperCase() + word.slice(1)
        : word;
  return WORDS.map(inCase).join('').repeat(9).slice(0, length);
};

it('the engine ignores words in place of a token, and tokens that start inside a word', () => {
  const wrong: string[] = [];
  for (const [detector, ...templates] of VENDOR_FORMATS) {
    for (const template of templates) {
      // Hexadecimal and numeric parts have no words.
      if (!/\[[hHd]:/.test(template)) {
        const text = `Use ${fillIn(template, LENGTHS[0] ?? Math.min, words)} there.`;
        if (findingsOf(detector, text).length > 0) wrong.push(`${detector}: ${text}`);
      }
      const prefix = /^[A-Za-z]+/.exec(template)?.[0] ?? '';
      if (prefix.length < 2) continue;
      const text = `Use deve${fillIn(template, LENGTHS[0] ?? Math.min, generator(template))} there.`;
      if (findingsOf(detector, text).some((value) => text.indexOf(value) <= 'Use deve'.length))
        wrong.push(`${detector}: ${text}`);
    }
  }
  expect(wrong).toEqual([]);
});

/** Text of terminals, URLs, code and Markdown around a token. */
const BORDERS: readonly (readonly [name: string, before: string, after: string])[] = [
  ['a color', '\u001b[32m', '\u001b[0m'],
  ['two colors', '\u001b[0;31m\u001b[1m', '\u001b[0m'],
  ['a color whose escape character is lost', 'key: [32m', '[0m done'],
  ['a color in code', String.raw`echo "\033[1;31m`, String.raw`\033[0m"`],
  ['a color in JSON', String.raw`{"line": "\u001b[33m`, String.raw`\u001b[39m"}`],
  ['a line break in JSON', String.raw`{"log": "start\n`, String.raw`\nend"}`],
  ['a tab in code', String.raw`"name\t`, String.raw`\tend"`],
  ['quotes in JSON in JSON', String.raw`"{\"token\":\"`, String.raw`\"}"`],
  ['a code of a character', String.raw`"token\u003d`, String.raw`\u0026x"`],
  ['a code of a byte', String.raw`"token\x3d`, String.raw`\x22"`],
  ['percent encoding', 'https://acme.io/cb?state=a%3D', '%26b'],
  ['percent-encoded quotes', 'https://acme.io/cb?q=%22', '%22'],
  ['a path', 'https://acme.io/hooks/', '/run'],
  ['a query', 'https://acme.io/hooks?key=', '&mode=1'],
  ['a fragment', 'https://acme.io/app#', ''],
  ['entities', '<a title=&quot;', '&quot;>'],
  ['numeric entities', 'value=&#34;', '&#34;'],
  ['tags', '<code>', '</code>'],
  ['bold Markdown', '**', '**'],
  ['italic Markdown', 'Nimm _', '_ dafür'],
  ['struck Markdown', '~~', '~~'],
  ['a Markdown link', '[', '](https://acme.io)'],
  ['a Markdown table', '|', '|'],
  ['backticks', '`', '`'],
  ['full-width punctuation', 'トークンは「', '」です。'],
  ['umlauts and quotes', 'Schlüssel „', '“ für später'],
];

/** Formats whose random part may contain the character of the border. */
const AMBIGUOUS: Readonly<Record<string, RegExp>> = {
  'a path': /\[b|whsec_|^BBDC|^ops_/,
  'percent encoding': /^xoxd/,
  'percent-encoded quotes': /^xoxd/,
  'struck Markdown': /Q~/,
  'italic Markdown': /\[u|^akab|^xwfp|^s\.|^sk\.eyJ|^perm|AA$/,
};

it.each(BORDERS)('the engine finds tokens bordered by %s', (name, before, after) => {
  const missed: string[] = [];
  for (const [detector, ...templates] of VENDOR_FORMATS) {
    for (const template of templates) {
      if (AMBIGUOUS[name]?.test(template) === true) continue;
      const token = fillIn(template, (min) => min, generator(template));
      const found = findingsOf(detector, before + token + after);
      if (!found.some((value) => `${token}_`.includes(value) && value.length >= 0.6 * token.length))
        missed.push(`${detector}: ${before}${token}${after} → ${found.join()}`);
    }
  }
  expect(missed).toEqual([]);
});
