import type { Candidate, Validator, Verdict } from '../detector';
import { isAlphanumeric } from '../fold';
import { decodeBase64 } from './base64-text';
import { namesASecret } from './credential-name';
import { isPlaceholder } from './placeholder-value';
import { isPublishedSample } from './published-samples';
import { valueStrength } from './value-strength';

/**
 * What follows the word for a password, with the confidence that its characters earn: words, numbers and references are
 * none. Punctuation after it is not part of it.
 */
export const judgePassword: Validator = (candidate) => {
  const value = withoutWhatFollows(candidate);
  if (value.length < 5) return INVALID;
  const strength = valueStrength(value.slice(0, TELLING));
  // Most of what is looked at is words: known before the dear questions.
  if (strength === 'plain' && !isQuotedPunctuation(candidate, value) && !WORD_WITH_DIGITS.test(value)) return INVALID;
  if (isNoSecret(value) || !namesASecret(nameIn(candidate)) || isUnderAnother(candidate)) return INVALID;
  // "ID/PW: name/password" is for the rule that knows which of the two is the password.
  if (/[/(]\s?$/.test(candidate.before) && /[^/(]{2}[/(]/.test(value)) return INVALID;
  switch (strength) {
    case 'random':
      return found(value);
    case 'chosen':
      return found(value, kindsOfCharacters(value) >= 3 ? 0.7 : 0.55);
    case 'plain':
      return found(value, 0.5);
  }
};

/** What a variable is set to that is named after a secret. */
export const judgeAssignedSecret: Validator = (candidate) => {
  const value = withoutWhatFollows(candidate);
  if (value.length < 8) return INVALID;
  const strength = valueStrength(value.slice(0, TELLING));
  if (strength === 'plain' && !isQuotedPunctuation(candidate, value)) return INVALID;
  const name = nameIn(candidate);
  if (isNoSecret(value) || !namesASecret(name) || isUnderAnother(candidate)) return INVALID;
  if (ID_NAME.test(name) || CONSTANT.test(value) || OF_AMAZON.test(candidate.before)) return INVALID;
  const certain = CERTAIN_NAME.test(name);
  switch (strength) {
    case 'random':
      // AWS pads no secret: what ends in `=` is an encrypted one.
      if (AWS_SECRET.test(name) && value.endsWith('=')) return INVALID;
      if (!certain && isWrittenText(value)) return INVALID;
      return found(value, UUID.test(value) ? 0.5 : 0.75);
    case 'chosen':
      return isTokenLike(value, certain) && !DOTTED_NAME.test(value) ? found(value, 0.55) : INVALID;
    case 'plain':
      return found(value, 0.5);
  }
};

const INVALID: Verdict = { verdict: 'invalid' };

function found(value: string, confidence?: number): Verdict {
  return { verdict: 'unknown', length: value.length, ...(confidence !== undefined && { confidence }) };
}

const CERTAIN_NAME = /secret|token|api[-_ ]?key|credential|passw|auth[-_ ]?key|access[-_ ]?key/i;
const AWS_SECRET = /secret[-_ ]?access[-_ ]?key|aws[-_ ]?secret/i;
const UUID = /^\{?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}?$/i;
const DOTTED_NAME = /^[a-z]\w*(?:\.[a-z]\w*)+$/i;
const WORD_WITH_DIGITS = /^(?=.*(?:[A-Za-z]\d|\d[A-Za-z]))\w{6,20}$/;

/** What a value is shows at its beginning. */
const TELLING = 64;

function isNoSecret(value: string): boolean {
  return (
    isPlaceholder(value.slice(0, TELLING)) ||
    isPublishedSample(value) ||
    VENDORS_OWN.test(value) ||
    NOTATION.test(value) ||
    CODE.test(value) ||
    PATH.test(value) ||
    ALGORITHM.test(value) ||
    isForeignText(value)
  );
}

/** What begins like a token of theirs is for their detectors to know; if those refuse it, it is a sample. */
const VENDORS_OWN = /^(?:xox[a-z]-|sm_[aps]at_|gh[pousr]_|glpat-|[sr]k_(?:live|test)_|AKIA|AIza|\d{5,}:)/;

/** Calls, paths, addresses, names of files, versions, dates, sizes, regular expressions: what is written where a secret could be. */
const NOTATION =
  /^(?:[a-z][\w.]*\(|\(|-{3,}|https?:|\.{0,2}\/[\w.-]{1,24}(?:\/|$)|~\/|[a-z]:\\|data:|sha\d{1,3}-|#[0-9a-f]{3,8}$|v?\d+(?:\.\d+)+[\w.-]*$|\d{4}-\d\d-\d\d|[\d.,]+[a-z]{0,3}$|0x[0-9a-f]{1,8}$|[\w.+-]+@[\w-]+\.[a-z.]{2,12}$)|\.(?:js|ts|json|ya?ml|pem|key|crt|cer|txt|md|html?|css|png|jpe?g|svg|xml|py|rb|go|java|sh|env|conf|cfg|ini|log|php|tsx|jsx|mjs|cjs|pl|asm|ps1|bat|dll|exe|zip|jar|t?gz)$|=>|\w\(\)|::|\/v\d\w{0,8}$|\[\^?\w-\w|[\])\w]\{\d+(?:,\d*)?\}/i;

/**
 * `list[0][1]`, `-option`, `NAME=1`, `!0,`, `</a>`, `&lt;a>`, `…EXAMPLE==`, `path/to/a/file.c`. Case tells them from
 * passwords, and from keys in base64, which end in `=` as well.
 */
const CODE =
  /^[A-Za-z_][\w.]{0,64}\[\d{1,3}(?:$|\](?:$|[?.[),;]))|^-{1,2}[a-z-]{2,}(?:\d{1,2}[a-z-]{2,})?$|^[A-Z][A-Z\d_]{2,40}=(?:\d{1,8}|[A-Za-z]{1,8})$|^![01],|^<\/|^&(?:lt|#x3C|#60);|EXAMPLE={0,2}$|^[\w.-]{1,64}(?:\/[\w.-]{1,64}){1,8}\.(?:[A-Za-z]{1,4}|\d)$/;
const PATH = /^(?:[a-z][a-z_.-]{2,40}\/){2}/;

/** What passwords are hashed and texts are encrypted with. */
const ALGORITHM =
  /^(?:scram|hmac|pbkdf2?|aes|rsa|ecdsa|sha|md|argon2?|bcrypt|scrypt|blake2?)(?:[-_]?(?:sha|cbc|gcm|ctr|id|hmac|oaep|with|plus|crypt|\d{1,4})){0,5}$/i;

/** `EVP_PKEY_ALG_CTRL`: a name for something. */
const CONSTANT = /^[A-Z]+\d{0,2}(?:_[A-Z]+\d{0,2}){2,}$/;

/** An id of it, whatever it is: `accessScopeId`, `key-store-id`. */
const ID_NAME = /(?:[-_. ](?:id|ID|uuid|UUID|guid|GUID|arn|ARN)|[a-z](?:Id|Arn))s?$/;

/** The name of a secret, in `arn:aws:secretsmanager:…:secret:name`, and of a type, in `AWS::IAM::AccessKey`. */
const OF_AMAZON = /\barn:aws[\w:-]{0,60}:$|\bAWS::\w{1,40}::\w{0,60}$/;

/** Chinese, Japanese and Korean are written in passwords by nobody, but in sentences. */
function isForeignText(value: string): boolean {
  const foreign = value.replace(/[^\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]/g, '').length;
  return foreign > 3 && foreign >= value.length / 2;
}

/** How often letters and digits meet in a token of eleven characters or more; or punctuation among both. */
function isTokenLike(value: string, certain: boolean): boolean {
  const changes = value.match(/[a-z](?=\d)|\d(?=[a-z])/gi)?.length ?? 0;
  if (changes >= (certain ? 2 : 3) && value.length >= (certain ? 11 : 12)) return true;
  return certain && value.length >= 9 && kindsOfCharacters(value) >= 3 && value.replace(/[\w.\-/:,]/g, '').length >= 2;
}

/** Words in base64. */
function isWrittenText(value: string): boolean {
  return /^[\w ,.!?-]{6,}$/.test(decodeBase64(value) ?? '');
}

/** Letters among so much punctuation that no expression and no sentence looks like it. */
function isPunctuated(value: string): boolean {
  const punctuation = value.replace(/[A-Za-z0-9\s_/]/g, '').length;
  return punctuation >= Math.max(4, value.length / 4) && /[a-z]/i.test(value) && !/\$\{\w*\}/.test(value);
}

function isQuotedPunctuation(candidate: Candidate, value: string): boolean {
  return isQuoted(candidate) && isPunctuated(value);
}

function isQuoted({ match, value }: Candidate): boolean {
  return `"'\``.includes(match.charAt(match.lastIndexOf(value) - 1) || ' ');
}

function kindsOfCharacters(value: string): number {
  return [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length;
}

/** The identifier that the word stands in: from its beginning before the match to the operator. */
function nameIn({ before, match, value }: Candidate): string {
  const near = before.slice(-40);
  let start = near.length;
  while (start > 0 && isOfName(near.charCodeAt(start - 1))) start--;
  // The word before it, in `client secret`.
  let first = start - 1;
  if (near[first] === ' ') while (first > 0 && isOfName(near.charCodeAt(first - 1))) first--;
  const head = near.slice(first < start - 1 ? first : start);
  const tail = /^[\w .-]*/.exec(match.slice(0, match.lastIndexOf(value)))?.[0] ?? '';
  return head + tail.trimEnd();
}

/** Whether a cell stands under or beside words that speak of a secret and mean something else: "Public key", "Password policy". */
function isUnderAnother({ before, match, value, headers }: Candidate): boolean {
  if (before !== '' || SECRET_WORD.test(match.slice(0, match.lastIndexOf(value)))) return false;
  // "Password (required)" says nothing more than "Password".
  const speaking = headers
    .map((header) => header.replace(/\W+required\b/i, ''))
    .filter((name) => SECRET_WORD.test(name));
  return speaking.length > 0 && !speaking.some((name) => namesASecret(name) && !ABOUT_A_SECRET.test(name));
}

const SECRET_WORD = /key|token|secret|pass|pwd|\bpw|cred|auth|access|api/i;
const ABOUT_A_SECRET =
  /(?:key|token|secret|passw\w*|credential)s? (?:last|changed|used|policy|manager|owner|rotat|expir|age|history|length)|\bpass(?:ed|ing)?\b.*(?:rate|fail|test|%)|^(?:owner|rotation|expiry|age|type|name|length|number|location|use) of/i;

function isOfName(code: number): boolean {
  return isAlphanumeric(code) || code === 0x5f || code === 0x2e || code === 0x2d;
}

/** The next name of a list (`a1b2,token:…`, `a1b2&key=…`), a tag, an entity, the end of a Markdown link. */
const NEXT_PART =
  /[,;|]\s?[\w가-힣 .-]{1,24}[:=(](?=.)|&[\w.-]{1,24}=|\/[a-z가-힣]{2,12}:(?=.)|<\/?[a-z]|&(?:lt|gt|quot);|\)\]?\(|\]\(|\\[nrt"']/i;

/** The value without the punctuation of the sentence, and without what comes next. */
function withoutWhatFollows(candidate: Candidate): string {
  const { value } = candidate;
  const next = NEXT_PART.exec(value);
  const own = next === null || next.index < 4 ? value : value.slice(0, next.index);
  return isQuoted(candidate)
    ? // The quotation mark behind it is escaped, in JSON within JSON.
      own.replace(/\\{1,3}$/, '')
    : own.replace(/[,.;:!?)\]}>*_|，。；：！？）」』、]+$/, (end) => (/^[!?*_]$/.test(end) ? end : ''));
}
