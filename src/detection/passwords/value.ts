import type { Candidate } from '../detector';
import { LETTERS } from '../text/letters';
import { decodeBase64 } from '../validators/base64-text';
import { isPlaceholder } from './stand-ins';
import { isPublishedSample } from '../validators/published-samples';

/** Checks whether the text in the place of a secret is something else. Passwords and tokens share these checks. */

/** The first characters of a value, which are enough to classify it. */
export const CLASSIFIED_LENGTH = 64;

/** True for calls, paths, names of files, sentences and other text that is no secret. */
export function isOtherNotation(value: string): boolean {
  return (
    isPublishedSample(value) ||
    VENDOR_PREFIX.test(value) ||
    NOTATION.test(value) ||
    CODE.test(value) ||
    PATH.test(value) ||
    ALGORITHM.test(value) ||
    isEncodedNonSecret(value) ||
    ALTERNATIVES.test(value) ||
    EXPRESSION.test(value) ||
    isEastAsianText(value)
  );
}

/** Tokens with a vendor prefix belong to the vendor's detector. If it rejects one, the value is a sample. */
const VENDOR_PREFIX = /^(?:xox[a-z]-|sm_[aps]at_|gh[pousr]_|glpat-|[sr]k_(?:live|test)_|AKIA|AIza|\d{5,}:)/;

/** Calls, paths, URLs, file names, versions, dates, sizes and regular expressions, which occur where a secret could be. */
const NOTATION =
  /^(?:@<|![a-z\d]{2,12}:!|[a-z]\w[\w.]*\(|\([\w .,-]*\)?$|-{3,}|https?:|\.{0,2}\/[\w.-]{1,24}(?:\/|$)|~\/|[a-z]:\\|data:|sha-?\d{1,3}[-:]|#[0-9a-f]{3,8}$|v?\d+(?:\.\d+)+[\w.-]*$|\d{4}-\d\d-\d\d|[\d.,]+[a-z]{0,3}$|0x[0-9a-f]{1,8}$|[\w.+-]+@[\w-]+\.[a-z.]{2,12}$|\[[a-z_]{1,16}=)|\.(?:js|ts|json|ya?ml|pem|key|crt|cer|txt|md|html?|css|png|jpe?g|svg|xml|py|rb|go|java|sh|env|conf|cfg|ini|log|php|tsx|jsx|mjs|cjs|pl|asm|ps1|bat|dll|exe|zip|jar|t?gz|c|h|cc|cpp|hpp)$|=>|\w\(\)|::|\/v\d\w{0,8}$|\[\^?\w-\w|\(\?[=!:<]|[\])\w.]\{\d+(?:,\d*)?\}/i;

/**
 * `list[0][1]`, `-option`, `NAME=1`, `!0,`, `</a>`, `&lt;a>`, `…EXAMPLE==`, `path/to/a/file.c`,
 * `rdma@14001000`. Letter case distinguishes them
 * from passwords and from base64 keys, which also end in `=`.
 */
const CODE =
  /^[A-Za-z_][\w.]{0,64}\[\d{1,3}(?:$|\](?:$|[?.[),;]))|^-{1,2}[a-z-]{2,}(?:\d{1,2}[a-z-]{2,})?$|^[A-Z][A-Z\d_]{2,40}=(?:\d{1,8}|[A-Za-z]{1,8})$|^![01][,}\])]|^<\/|^&(?:lt|#x3C|#60);|EXAMPLE={0,2}$|^[\w.-]{1,64}(?:\/[\w.-]{1,64}){1,8}\.(?:[A-Za-z]{1,4}|\d)$|^[a-z][a-z\d-]*@[0-9a-f]{6,16}$|^[a-z_]\w*=\d{1,4}$/;
const PATH = /^(?:[a-z][a-z_.-]{2,40}\/){2}/;

/** Algorithms for hashing passwords and encrypting texts, and encodings. */
const ALGORITHM =
  /^(?:scram|hmac|pbkdf2?|aes|rsa|ecdsa|sha|md|argon2?|bcrypt|scrypt|blake2?|base|utf|ssha|ntlm|oauth|ipv)(?:[-_]?(?:sha|cbc|gcm|ctr|id|hmac|oaep|with|plus|crypt|v?\d{1,4})){0,5}$/i;

/** True for the base64 of a public key, a certificate or a placeholder. */
function isEncodedNonSecret(value: string): boolean {
  const encoded = value.replace(/^(?:base64:)?\/*/, '');
  if (encoded.length < 8 || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return false;
  const text = decodeBase64(encoded);
  return text !== undefined && (PUBLIC_PEM.test(text) || isPlaceholder(text.trim()));
}

const PUBLIC_PEM = /^-----BEGIN (?:[A-Z0-9]+ )*(?:PUBLIC KEY|CERTIFICATE)/;

/** `no|plain|sha1`: the possible values of a setting. */
const ALTERNATIVES = /^(?:[A-Za-z]{2,12}\d{0,3}\|){1,60}[A-Za-z]{0,12}\d{0,3}$/;

/**
 * `a&&b`, `x.slice(1`, `;return`, `),f(`, `item{width:1px`: code without spaces, and code between two strings. These characters
 * hardly occur in this order in a password.
 */
const EXPRESSION =
  /[\w)\]](?:&&|\|\||[=!]==|>>>?|\?\.)[\w(!]|[\w\])]\.[a-z]\w*\(|;(?:var|let|const|return|if|for|this)\b|^[),;+?:&|]{1,3}[\w$!({]{0,30}[\w$][.(=?]|[\w-]\{[a-z-]{2,40}:|^\\?u[0-9a-f]{4}\$|^!{1,2}\(/i;

/** Chinese, Japanese and Korean text occurs in sentences, not in passwords. */
function isEastAsianText(value: string): boolean {
  const foreign = value.replace(/[^\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]/g, '').length;
  return foreign > 3 && foreign >= value.length / 4;
}

/** True for letters or digits with more punctuation than any expression or sentence has. */
export function isPunctuated(value: string): boolean {
  const punctuation = value.replace(/[A-Za-z0-9\s_/]/g, '').length;
  return punctuation >= Math.max(4, value.length / 4) && /[A-Za-z0-9]/.test(value) && !/\$\{\w*\}/.test(value);
}

const NO_SIGN = new RegExp(String.raw`[${LETTERS}\d\s_]`, 'g');

/**
 * True for a value without quotes that has many different signs and is no expression, because its brackets do not pair,
 * or its signs do not occur in code.
 */
export function isRichInSigns(value: string): boolean {
  const signs = new Set(value.replace(NO_SIGN, ''));
  return value.length >= 10 && signs.size >= 5 && isPunctuated(value) && !hasPairedBrackets(value);
}

function hasPairedBrackets(value: string): boolean {
  const open: string[] = [];
  for (const character of value) {
    const at = BRACKETS.indexOf(character);
    if (at < 0) continue;
    if (at % 2 === 0) open.push(BRACKETS.charAt(at + 1));
    else if (open.pop() !== character) return false;
  }
  return open.length === 0 && /[()[\]{}]/.test(value);
}

const BRACKETS = '()[]{}';

/** True if a quotation mark precedes the value. */
export function isQuoted({ match, value }: Candidate): boolean {
  return `"'\``.includes(match.charAt(match.lastIndexOf(value) - 1) || ' ');
}

/** True for the first word of a text in quotes, or for the text between two texts in quotes. */
export function isPartOfText(candidate: Candidate, value: string): boolean {
  const { match, before, after } = candidate;
  const lead = match.slice(0, match.lastIndexOf(value));
  const quote = lead.at(-1) ?? '';
  if (quote !== '"' && quote !== "'" && quote !== '`') return false;
  // `password = ""`
  if (lead.at(-2) === quote && lead.at(-3) !== quote) return true;
  // `'It\'s'`
  if (candidate.value.endsWith('\\') && lead.at(-2) !== '\\') return true;
  // `"Password:", …`: the quotation mark closes the label.
  if (isEnclosed(candidate))
    return (
      lead.indexOf(quote) === lead.length - 1 &&
      /[:=\s]$/.test(lead.slice(0, -1)) &&
      OPENED_LABEL.exec(before)?.[1] === quote
    );
  return !/\d/.test(value) && /^[ ,.]/.test(match.slice(lead.length + value.length) + after);
}

const OPENED_LABEL = /(["'`])(?:\w[\w .-]{0,40})?$/;

/** True if the value is all that is between two quotation marks. */
export function isEnclosed({ match, value, after, groups }: Candidate): boolean {
  if (groups['compared'] !== undefined) return true;
  const start = match.lastIndexOf(value);
  // French quotation marks have spaces inside.
  const lead = match.slice(0, start).trimEnd();
  if (lead.endsWith('<![CDATA[')) return (match.slice(start + value.length) + after).startsWith(']]>');
  const closing = CLOSING[lead.charAt(lead.length - 1)];
  if (closing === undefined || (closing !== '»' && lead.length < start)) return false;
  const rest = match.slice(start + value.length) || after;
  const end = (closing === '»' ? rest.trimStart() : rest).charAt(0);
  return end !== '' && closing.includes(end);
}

const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '„': '“”',
  '«': '»',
  '‘': '’',
  '‚': '‘’',
  '「': '」',
};

/** The text of the match before the value: the label and the operator. Empty in a table cell. */
export function leadOf({ match }: Candidate, value: string): string {
  return match.slice(0, match.lastIndexOf(value));
}

export function characterKindsIn(value: string): number {
  return [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length;
}

/** The start of other content: the next name of a list (`a1b2,token:…`, `a1b2&key=…`), a tag, an entity, an escape, the end of a Markdown link. */
const NEXT_PART =
  /[,;|]\s?[\w가-힣 .-]{1,24}[:=(](?=.)|&[\w.-]{1,24}=|\/[a-z가-힣]{2,12}:(?=.)|<\/?[a-z]|&(?:lt|gt|quot);|\)\]?\(|\]\(|\\(?:[nrt"']|u00(?:2[267]|3[ce]))/i;

/** The value without trailing punctuation and without the content that follows. */
export function trimmedValue(candidate: Candidate): string {
  const { value } = candidate;
  if (isEnclosed(candidate)) return value.replace(/(?<!\\)\\$/, '');
  const trimmed = withoutNextPart(value, candidate.after.startsWith('='));
  // In JSON within JSON, the closing quotation mark is escaped.
  return isQuoted(candidate)
    ? trimmed.replace(/\\{1,3}$/, '')
    : trimmed.replace(/[,.;:!?)\]}>*_|，。；：！？）」』、»”]+$/, (end) => /^(?:[!?]{1,3}|[*_]$)/.exec(end)?.[0] ?? '');
}

/** @param isBeforeEquals whether the value ends with the next name, of which the text behind the value is the operator */
function withoutNextPart(value: string, isBeforeEquals: boolean): string {
  if (isBeforeEquals) return value.replace(/(?:^|[&;,|?])[A-Za-z_][\w.-]{0,23}$/, '');
  const next = NEXT_PART.exec(value);
  return next === null || next.index < 4 ? value : value.slice(0, next.index);
}
