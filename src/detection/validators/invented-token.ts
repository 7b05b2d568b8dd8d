import { isWordlike } from './word-likeness';

/**
 * Returns whether a person wrote a token as a sample: it has a run along the alphabet or the digits, two characters in turn, a
 * stand-in word, or it consists of words. The random part of a real token has none of these. Takes linear time.
 */
export function isInventedToken(token: string): boolean {
  const own = token.slice(0, MAX_LENGTH).replace(HOST_AND_PATH, '');
  const body = own.replace(PREFIX, '');
  return hasLongRun(body) || IN_TURN.test(body) || hasStandInWord(body) || consistsOfWords(own);
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
  /example|sample|secret|dummy|placeholder|redacted|change-?me|insert|replace|passwor[dt]|foobar|beispiel|muster|ejemplo|exempl[eo]|esempio|voorbeeld|przyklad|exempel/i;

/** `abababababab` */
const IN_TURN = /(.)(?!\1)(.)(?:\1\2){5}/;

/** A run of this length along the alphabet or the digits is no accident. */
const LONG_RUN = 10;

const A_AFTER_9 = 40;

/** True for `1234567890` and `jihgfedcba`, in any letter case. */
function hasLongRun(text: string): boolean {
  const lower = text.toLowerCase();
  let length = 1;
  let previous = 0;
  for (let at = 1; at < lower.length; at++) {
    let step = lower.charCodeAt(at) - lower.charCodeAt(at - 1);
    // After 9 comes 0 or a.
    if ((step === -9 || step === A_AFTER_9) && previous === 1) step = 1;
    if (Math.abs(step) !== 1) length = 1;
    else length = step === previous ? length + 1 : 2;
    if (length >= LONG_RUN) return true;
    previous = step;
  }
  return false;
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
