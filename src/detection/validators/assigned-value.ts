import type { Candidate, Validator, Verdict } from '../detector';
import { isAlphanumeric } from '../fold';
import { decodeBase64 } from './base64-text';
import { isSecretName } from './credential-name';
import { isPlaceholder } from './placeholder-value';
import { isPublishedSample } from './published-samples';
import { valueStrength } from './value-strength';

/**
 * Validates the text after a word for a password. The confidence depends on its characters. Words, numbers and references are
 * rejected. Trailing punctuation is not part of the value.
 */
export const validatePassword: Validator = (candidate) => {
  const value = trimmedValue(candidate);
  if (value.length < 5) return INVALID;
  const strength = valueStrength(value.slice(0, CLASSIFIED_LENGTH));
  // Most candidates are words. They are rejected here, before the expensive checks.
  if (strength === 'plain' && !isQuotedPunctuation(candidate, value) && !WORD_WITH_DIGITS.test(value)) return INVALID;
  if (isNotSecret(value) || !isSecretName(identifierOf(candidate)) || hasMisleadingHeader(candidate)) return INVALID;
  // "ID/PW: name/password" has a rule of its own, which knows which of the two is the password.
  if (/[/(]\s?$/.test(candidate.before) && /[^/(]{2}[/(]/.test(value)) return INVALID;
  switch (strength) {
    case 'random':
      return found(value);
    case 'chosen':
      return found(value, characterKindsIn(value) >= 3 ? 0.7 : 0.55);
    case 'plain':
      return found(value, 0.5);
  }
};

/** Validates the value of a variable whose name says that it is secret. */
export const validateAssignedSecret: Validator = (candidate) => {
  const value = trimmedValue(candidate);
  if (value.length < 8) return INVALID;
  const strength = valueStrength(value.slice(0, CLASSIFIED_LENGTH));
  if (strength === 'plain' && !isQuotedPunctuation(candidate, value)) return INVALID;
  const name = identifierOf(candidate);
  if (isNotSecret(value) || !isSecretName(name) || hasMisleadingHeader(candidate)) return INVALID;
  if (ID_NAME.test(name) || CONSTANT.test(value) || BEFORE_AWS_NAME.test(candidate.before)) return INVALID;
  const certain = CERTAIN_NAME.test(name);
  switch (strength) {
    case 'random':
      // AWS secrets have no padding. A value that ends in `=` is encrypted.
      if (AWS_SECRET.test(name) && value.endsWith('=')) return INVALID;
      if (!certain && isEncodedText(value)) return INVALID;
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

/** The first characters of a value, which are enough to classify it. */
const CLASSIFIED_LENGTH = 64;

function isNotSecret(value: string): boolean {
  return (
    isPlaceholder(value.slice(0, CLASSIFIED_LENGTH)) ||
    isPublishedSample(value) ||
    VENDOR_PREFIX.test(value) ||
    NOTATION.test(value) ||
    CODE.test(value) ||
    PATH.test(value) ||
    ALGORITHM.test(value) ||
    isEastAsianText(value)
  );
}

/** Tokens with a vendor prefix belong to the vendor's detector. If it rejects one, the value is a sample. */
const VENDOR_PREFIX = /^(?:xox[a-z]-|sm_[aps]at_|gh[pousr]_|glpat-|[sr]k_(?:live|test)_|AKIA|AIza|\d{5,}:)/;

/** Calls, paths, URLs, file names, versions, dates, sizes and regular expressions, which occur where a secret could be. */
const NOTATION =
  /^(?:[a-z][\w.]*\(|\(|-{3,}|https?:|\.{0,2}\/[\w.-]{1,24}(?:\/|$)|~\/|[a-z]:\\|data:|sha\d{1,3}-|#[0-9a-f]{3,8}$|v?\d+(?:\.\d+)+[\w.-]*$|\d{4}-\d\d-\d\d|[\d.,]+[a-z]{0,3}$|0x[0-9a-f]{1,8}$|[\w.+-]+@[\w-]+\.[a-z.]{2,12}$)|\.(?:js|ts|json|ya?ml|pem|key|crt|cer|txt|md|html?|css|png|jpe?g|svg|xml|py|rb|go|java|sh|env|conf|cfg|ini|log|php|tsx|jsx|mjs|cjs|pl|asm|ps1|bat|dll|exe|zip|jar|t?gz)$|=>|\w\(\)|::|\/v\d\w{0,8}$|\[\^?\w-\w|[\])\w]\{\d+(?:,\d*)?\}/i;

/**
 * `list[0][1]`, `-option`, `NAME=1`, `!0,`, `</a>`, `&lt;a>`, `…EXAMPLE==`, `path/to/a/file.c`. Letter case distinguishes them
 * from passwords and from base64 keys, which also end in `=`.
 */
const CODE =
  /^[A-Za-z_][\w.]{0,64}\[\d{1,3}(?:$|\](?:$|[?.[),;]))|^-{1,2}[a-z-]{2,}(?:\d{1,2}[a-z-]{2,})?$|^[A-Z][A-Z\d_]{2,40}=(?:\d{1,8}|[A-Za-z]{1,8})$|^![01],|^<\/|^&(?:lt|#x3C|#60);|EXAMPLE={0,2}$|^[\w.-]{1,64}(?:\/[\w.-]{1,64}){1,8}\.(?:[A-Za-z]{1,4}|\d)$/;
const PATH = /^(?:[a-z][a-z_.-]{2,40}\/){2}/;

/** Algorithms for hashing passwords and encrypting texts. */
const ALGORITHM =
  /^(?:scram|hmac|pbkdf2?|aes|rsa|ecdsa|sha|md|argon2?|bcrypt|scrypt|blake2?)(?:[-_]?(?:sha|cbc|gcm|ctr|id|hmac|oaep|with|plus|crypt|\d{1,4})){0,5}$/i;

/** A constant name such as `EVP_PKEY_ALG_CTRL`. */
const CONSTANT = /^[A-Z]+\d{0,2}(?:_[A-Z]+\d{0,2}){2,}$/;

/** Names of ids: `accessScopeId`, `key-store-id`. */
const ID_NAME = /(?:[-_. ](?:id|ID|uuid|UUID|guid|GUID|arn|ARN)|[a-z](?:Id|Arn))s?$/;

/** Text before the name of a secret in `arn:aws:secretsmanager:…:secret:name`, and of a type in `AWS::IAM::AccessKey`. */
const BEFORE_AWS_NAME = /\barn:aws[\w:-]{0,60}:$|\bAWS::\w{1,40}::\w{0,60}$/;

/** Chinese, Japanese and Korean text occurs in sentences, not in passwords. */
function isEastAsianText(value: string): boolean {
  const foreign = value.replace(/[^\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]/g, '').length;
  return foreign > 3 && foreign >= value.length / 2;
}

/** True if letters and digits alternate often enough for a token, or if it also has punctuation. */
function isTokenLike(value: string, certain: boolean): boolean {
  const changes = value.match(/[a-z](?=\d)|\d(?=[a-z])/gi)?.length ?? 0;
  if (changes >= (certain ? 2 : 3) && value.length >= (certain ? 11 : 12)) return true;
  return certain && value.length >= 9 && characterKindsIn(value) >= 3 && value.replace(/[\w.\-/:,]/g, '').length >= 2;
}

/** True for base64-encoded words. */
function isEncodedText(value: string): boolean {
  return /^[\w ,.!?-]{6,}$/.test(decodeBase64(value) ?? '');
}

/** True for letters with more punctuation than any expression or sentence has. */
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

function characterKindsIn(value: string): number {
  return [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length;
}

/** The identifier that contains the keyword: from its start before the match up to the operator. */
function identifierOf({ before, match, value }: Candidate): string {
  const near = before.slice(-40);
  let start = near.length;
  while (start > 0 && isNameCode(near.charCodeAt(start - 1))) start--;
  // Includes the word before the keyword, as in `client secret`.
  let first = start - 1;
  if (near[first] === ' ') while (first > 0 && isNameCode(near.charCodeAt(first - 1))) first--;
  const head = near.slice(first < start - 1 ? first : start);
  const tail = /^[\w .-]*/.exec(match.slice(0, match.lastIndexOf(value)))?.[0] ?? '';
  return head + tail.trimEnd();
}

/** True if the header of a table cell contains a word for a secret but means something else: "Public key", "Password policy". */
function hasMisleadingHeader({ before, match, value, headers }: Candidate): boolean {
  if (before !== '' || SECRET_WORD.test(match.slice(0, match.lastIndexOf(value)))) return false;
  // "Password (required)" means the same as "Password".
  const secretHeaders = headers
    .map((header) => header.replace(/\W+required\b/i, ''))
    .filter((name) => SECRET_WORD.test(name));
  return secretHeaders.length > 0 && !secretHeaders.some((name) => isSecretName(name) && !ABOUT_A_SECRET.test(name));
}

const SECRET_WORD = /key|token|secret|pass|pwd|\bpw|cred|auth|access|api/i;
const ABOUT_A_SECRET =
  /(?:key|token|secret|passw\w*|credential)s? (?:last|changed|used|policy|manager|owner|rotat|expir|age|history|length)|\bpass(?:ed|ing)?\b.*(?:rate|fail|test|%)|^(?:owner|rotation|expiry|age|type|name|length|number|location|use) of/i;

function isNameCode(code: number): boolean {
  return isAlphanumeric(code) || code === 0x5f || code === 0x2e || code === 0x2d;
}

/** The start of other content: the next name of a list (`a1b2,token:…`, `a1b2&key=…`), a tag, an entity, the end of a Markdown link. */
const NEXT_PART =
  /[,;|]\s?[\w가-힣 .-]{1,24}[:=(](?=.)|&[\w.-]{1,24}=|\/[a-z가-힣]{2,12}:(?=.)|<\/?[a-z]|&(?:lt|gt|quot);|\)\]?\(|\]\(|\\[nrt"']/i;

/** The value without trailing punctuation and without the content that follows. */
function trimmedValue(candidate: Candidate): string {
  const { value } = candidate;
  const next = NEXT_PART.exec(value);
  const trimmed = next === null || next.index < 4 ? value : value.slice(0, next.index);
  // In JSON within JSON, the closing quotation mark is escaped.
  return isQuoted(candidate)
    ? trimmed.replace(/\\{1,3}$/, '')
    : trimmed.replace(/[,.;:!?)\]}>*_|，。；：！？）」』、]+$/, (end) => (/^[!?*_]$/.test(end) ? end : ''));
}
