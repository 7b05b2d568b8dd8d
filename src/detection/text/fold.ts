/**
 * Normalizes texts and keywords for comparison. Ignores case and accents, and treats space, no-break space, hyphen and
 * underscore as one separator.
 */

const SEPARATOR = 0x20;

/** The letters that Unicode does not decompose, and one plain letter for each. */
const PLAIN_LETTERS = new Map(
  Array.from('øØłŁđĐßẞæÆœŒıðÐ', (letter, at) => [letter.charCodeAt(0), 'oollddssaaooidd'.charCodeAt(at)]),
);

/** Characters from here on fold to themselves, so the table ends here. A longer one delays the first page. */
export const FOLDED_END = 0x2020;
const folded = new Uint16Array(FOLDED_END).map((_, code) => foldCode(code));

/** Maps one UTF-16 code unit to one, so that positions stay the same. */
export function fold(code: number): number {
  return folded[code] ?? code;
}

/** Most keywords have only characters that fold to themselves. */
const CHANGES = /[^ -,.-@[-^`-~]/;

export function foldText(text: string): string {
  if (!CHANGES.test(text)) return text;
  if (/^[ -~]*$/.test(text)) return text.toLowerCase().replace(/[-_]/g, ' ');
  const units = new Uint16Array(text.length);
  for (let index = 0; index < text.length; index += 1) units[index] = fold(text.charCodeAt(index));
  return Buffer.from(units.buffer).toString('utf16le');
}

/**
 * The UTF-16 code units of a text, followed by one 0 and arbitrary values. Much faster to read than the text itself. The next
 * call reuses the memory, because allocating memory for each text is slow; only the codes of long texts stay valid
 * (isLongText).
 */
export function codesOf(text: string): Uint16Array {
  if (text.length >= buffer.length) buffer = new Uint16Array(text.length * 2);
  const codes = buffer;
  Buffer.from(codes.buffer).write(text, 'utf16le');
  codes[text.length] = 0;
  if (isLongText(text)) buffer = new Uint16Array(0);
  return codes;
}

/** True if the codes of a text have memory of their own. */
export function isLongText(text: string): boolean {
  return text.length > MAX_SHARED_LENGTH;
}

const MAX_SHARED_LENGTH = 200_000;
let buffer = new Uint16Array(0);

function foldCode(code: number): number {
  if (code === 0x5f || code === 0x2d || code === 0xa0) return SEPARATOR;
  if (code < 0x80) return code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
  if (code === 0x2019) return 0x27;
  const plain = PLAIN_LETTERS.get(code);
  if (plain !== undefined) return plain;
  // Surrogates have no meaning alone. Other scripts need no lower case here.
  if (code < 0xc0 || (code > 0x52f && (code < 0x1e00 || code > 0x1eff))) return code;
  const base = String.fromCharCode(code).normalize('NFD').charAt(0).toLowerCase();
  return base.length === 1 ? base.charCodeAt(0) : code;
}

const wordCodes = Uint8Array.from({ length: 0x530 }, (_, code) =>
  Number(isAlphanumeric(code) || code === 0x5f || (code >= 0xc0 && code !== 0xd7 && code !== 0xf7)),
);

/** Digits, underscore, and letters of scripts that separate words by spaces. */
export function isWordCode(code: number): boolean {
  return code < wordCodes.length && wordCodes[code] === 1;
}

/**
 * True if a position is between two word characters that belong together. The characters of an escape sequence before the
 * position do not belong to the word after it (endsEscape), and neither do the underscores of Markdown.
 */
export function isInWord(codes: Uint16Array, at: number): boolean {
  return (
    at > 0 &&
    isWordCode(codes[at - 1] ?? 0) &&
    isWordCode(codes[at] ?? 0) &&
    !endsEscape(codes, at) &&
    !isAfterMark(codes, at)
  );
}

const BACKSLASH = 0x5c;
const UNDERSCORE = 0x5f;
/** The most digits and semicolons of a color code. */
const MAX_COLOR = 12;

/** True if an escape sequence ends before a position: `\\n`, `\\x3d`, `\\u003d`, `%3D`, the color `[0;31m` of a terminal. */
export function endsEscape(codes: Uint16Array, at: number): boolean {
  const last = codes[at - 1] ?? 0;
  if (!isAlphanumeric(last) || at < 2) return false;
  if (codes[at - 2] === BACKSLASH) return 'abefnrtv0'.includes(String.fromCharCode(last));
  if (last === 0x6d) return startsColor(codes, at - 2);
  if (!isHexDigit(last) || !isHexDigit(codes[at - 2] ?? 0)) return false;
  const before = codes[at - 3];
  if (before === 0x25) return true;
  if (before === 0x78) return codes[at - 4] === BACKSLASH;
  return (
    codes[at - 6] === BACKSLASH && codes[at - 5] === 0x75 && isHexDigit(before ?? 0) && isHexDigit(codes[at - 4] ?? 0)
  );
}

/** True if digits and semicolons that end here follow a bracket. */
function startsColor(codes: Uint16Array, end: number): boolean {
  let at = end;
  while (end - at < MAX_COLOR && (isDigit(codes[at] ?? 0) || codes[at] === 0x3b)) at--;
  return at < end && codes[at] === 0x5b;
}

/** True after one or two underscores that no word precedes. */
function isAfterMark(codes: Uint16Array, at: number): boolean {
  if (codes[at - 1] !== UNDERSCORE) return false;
  const first = codes[at - 2] === UNDERSCORE ? at - 2 : at - 1;
  return first === 0 || !isWordCode(codes[first - 1] ?? 0);
}

/** True before one or two underscores that no word follows. */
export function isBeforeMark(codes: Uint16Array, at: number): boolean {
  if (codes[at] !== UNDERSCORE) return false;
  return !isWordCode(codes[at + 1] === UNDERSCORE ? (codes[at + 2] ?? 0) : (codes[at + 1] ?? 0));
}

function isHexDigit(code: number): boolean {
  return isDigit(code) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66);
}

export function isAlphanumeric(code: number): boolean {
  return isDigit(code) || isAsciiLetter(code);
}

/** NaN, which charCodeAt returns outside a text, is no digit. */
export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

export function isAsciiLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

export function isUpper(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
}

export function isLower(code: number): boolean {
  return code >= 0x61 && code <= 0x7a;
}
