import { isWordlike } from './word-likeness';

/**
 * Returns how much a token looks like one that a person wrote as a sample. The random part of a real token has none of these
 * forms. Takes linear time.
 * - `sample`: it consists of runs along the alphabet or the digits, of words or of one repeated part, or has two characters in turn or
 *   a stand-in word;
 * - `doubtful`: it has a long run in any letter case, one repeated character, or the word "secret" or "password".
 */
export function doubtAbout(token: string): 'sample' | 'doubtful' | undefined {
  const own = token.slice(0, MAX_LENGTH).replace(HOST_AND_PATH, '');
  const body = own.replace(PREFIX, '');
  if (consistsOfRuns(body) || IN_TURN.test(body)) return 'sample';
  const period = periodOf(body);
  // Scanners of secrets report one repeated character, so that people can try them.
  if (period !== undefined) return period === 1 ? 'doubtful' : 'sample';
  if (hasStandInWord(body) || consistsOfWords(own)) return 'sample';
  return charactersInRuns(body.toLowerCase(), LONG_RUN) > 0 || NAME_OF_SECRET.test(body) ? 'doubtful' : undefined;
}

/** True if a stand-in word is inside: `wJalrXUtnFEMI/…EXAMPLEKEY`. */
export function hasStandInWord(text: string): boolean {
  return STAND_IN.test(text);
}

/** Longer values are not read to the end. */
const MAX_LENGTH = 300;

/** The address of a webhook. Its last part is random. */
const HOST_AND_PATH = /^[\w-]{1,40}(?:\.[\w-]{1,40}){0,4}\.[a-z]{2,8}\/(?:.*\/)?/i;

/** The parts before the random part, which may be words: `sb_secret_`, `sk-ant-api03-`, `dp.pt.`. */
const PREFIX = /^(?:[A-Za-z]{1,12}\d{0,2}[-_.:$]){1,5}/;

/** Stand-in words in several languages. Six random letters form a given word in less than one of a million tokens. */
const STAND_IN =
  /example|sample|dummy|placeholder|redacted|change-?me|insert|replace|foobar|beispiel|muster|ejemplo|exempl[eo]|esempio|voorbeeld|przyklad|exempel/i;

/** `abababababab` */
const IN_TURN = /(.)(?!\1)(.)(?:\1\2){5}/;

const NAME_OF_SECRET = /secret|passwor[dt]/i;

/** A sample consists of runs of this length. */
const SHORT_RUN = 6;
/** The share of a sample that consists of runs. */
const SHARE_OF_RUNS = 2 / 3;
/** One run of this length is no accident. */
const LONG_RUN = 10;

const A_AFTER_9 = 40;

/** Counts the characters in runs such as `1234567890`, `abcdefgh` and `FEDCBA`. */
function charactersInRuns(text: string, minLength: number): number {
  let sum = 0;
  let length = 1;
  let previous = 0;
  for (let at = 1; at <= text.length; at++) {
    let step = at === text.length ? 0 : text.charCodeAt(at) - text.charCodeAt(at - 1);
    // After 9 comes 0 or a.
    if ((step === -9 || step === A_AFTER_9) && previous === 1) step = 1;
    if (Math.abs(step) === 1 && (step === previous || length === 1)) length++;
    else {
      if (length >= minLength) sum += length;
      length = Math.abs(step) === 1 ? 2 : 1;
    }
    previous = step;
  }
  return sum;
}

function consistsOfRuns(text: string): boolean {
  return charactersInRuns(text, SHORT_RUN) >= SHARE_OF_RUNS * text.length;
}

/** True for text that consists of runs or repeats itself. */
export function isInvented(text: string): boolean {
  const start = text.slice(0, MAX_LENGTH);
  return consistsOfRuns(start) || periodOf(start) !== undefined;
}

const MIN_REPETITION = 12;
const MAX_PERIOD = 8;
/** The share of characters that are the same as the one a period before. Parts of a token may repeat different characters. */
const SHARE_OF_REPETITION = 0.8;

/** The period of `AAAAAAAAAAAA-BBBBBBBBBBBB` (1) and `FakeFakeFakeFake` (4). Undefined if the text does not repeat itself. */
function periodOf(text: string): number | undefined {
  if (text.length < MIN_REPETITION) return undefined;
  for (let period = 1; period <= MAX_PERIOD; period++) {
    let same = 0;
    for (let at = period; at < text.length; at++) if (text.charCodeAt(at) === text.charCodeAt(at - period)) same++;
    if (same >= SHARE_OF_REPETITION * (text.length - period)) return period;
  }
  return undefined;
}

const MIN_LETTERS = 14;
const MIN_WORD_LENGTH = 5;
const MIN_WORDS = 3;

/** True if most letters belong to words of five letters or more. */
function consistsOfWords(text: string): boolean {
  const letters = text.replace(/[^A-Za-z]/g, '').length;
  if (letters < MIN_LETTERS) return false;
  const words = (text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).filter(
    (part) => part.length >= MIN_WORD_LENGTH && isWordlike(part),
  );
  return words.length >= MIN_WORDS && words.join('').length >= 0.7 * letters;
}
