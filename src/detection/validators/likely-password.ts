import type { Candidate, Verdict } from '../detector';
import { isExample, isStandIn, isTemplate } from './placeholder-value';
import { characterKindsIn, isOtherNotation } from './secret-value';

/** Validates a word that looks like a password people choose, such as `Wren&Thistle5`, near a word for passwords or accounts. */
export function validateLikelyPassword({ value, before, after, groups }: Candidate): Verdict {
  const word = withoutPunctuation(value);
  if (
    word.length < MIN_LENGTH ||
    !(groups['words'] === undefined ? isComposed(word) : isWordsAndDigits(word)) ||
    isOfCode(word, before, after + value.slice(word.length))
  )
    return INVALID;
  if (isTemplate(word) || isExample(word) || isStandIn(word) || isOtherNotation(word)) return INVALID;
  return { verdict: 'unknown', length: word.length };
}

const MIN_LENGTH = 8;
const INVALID: Verdict = { verdict: 'invalid' };

/** A sign after a digit or a sign may be the end of a password, after a word it ends a sentence. */
function withoutPunctuation(value: string): string {
  const word = value.replace(/[.:?=]+$/, '');
  return /[\p{L}]!+$/u.test(word) ? word.replace(/!+$/, '') : word;
}

/** Both letter cases, a sign inside or at the end, and a digit, unless the sign is a rare one. */
function isComposed(word: string): boolean {
  const [, sign] = INNER_SIGN.exec(word) ?? [];
  if (sign === undefined && !FINAL_SIGN.test(word)) return false;
  const letters = word.replace(/[^\p{L}]/gu, '');
  if (letters.length < 4 || letters === letters.toUpperCase() || letters === letters.toLowerCase()) return false;
  return characterKindsIn(word) === 4 || TWO_WORDS.test(word);
}

const INNER_SIGN = /[\p{L}\d]([!#$%&*+?^~§@=])[\p{L}\d]/u;
const FINAL_SIGN = /\d[!#$*?]{1,2}$/;
/** `Kaj!Kran`: the signs hardly occur between words elsewhere. */
const TWO_WORDS = /^\p{Lu}[\p{L}\d]*\p{Ll}[!~^§]\p{Lu}\p{Ll}+$/u;

/** `Kettle-Rowan512`, `Olivo_Rocío44`, `Cobble-Mint-405`: words without abbreviations, one of them with a capital. */
function isWordsAndDigits(word: string): boolean {
  return WORDS_AND_DIGITS.test(word) && /\p{Lu}/u.test(word);
}

const WORDS_AND_DIGITS = /^\p{L}\p{Ll}{2,}(?:[_.]\p{L}\p{Ll}{2,}\d|(?:[-_.]\p{L}\p{Ll}{2,}){1,2}[-_.]?\d{2,4})\p{L}?$/u;

/** Shortcuts, assignments, addresses, parts of URLs, versions, formats and variables. */
function isOfCode(word: string, before: string, after: string): boolean {
  return (
    SHORTCUT.test(word) ||
    ASSIGNED.test(word) ||
    NAMED.test(word) ||
    CODE.test(word) ||
    /[\w)\]}>/\\]$/.test(before) ||
    /^[\w([{/\\<]|^[=:]\S|^\.\w/.test(after)
  );
}

const SHORTCUT = /(?:ctrl|alt|shift|cmd|command|win|strg|umschalt|maj|super|meta|option|fn|esc|control|ctl|altgr)\+/i;
/** `UseCache=1`, but not `Wagon=Tor15`. */
const ASSIGNED = /^(?!\p{Lu}\p{Ll}+=\p{Lu}\p{Ll}{2})[\w.-]+=/u;
const NAMED = /^(?:pass|pwd|user|login|secret|key|token|name|id)\w*=/i;
const CODE =
  /^[\w.-]+@[a-z][\w-]*(?:\.[\w-]+)*$|^[a-z_][\w.-]*=|^[A-Z][A-Z\d_]*=|[?&][\w.-]+=|%[2-7][\dA-F]|%[sdifx](?![A-Za-z])|%\d?\$|&\w+;|\$[A-Z_{(]{2}|^[a-z]\w*#|\d\.\d|\.\+|\d\+[a-z]|[a-z]\+\+|!=|==|\*\*|\.[a-z]{2,4}$/;
