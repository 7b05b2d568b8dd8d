import { isAlphanumeric } from '../text/fold';

/**
 * Skips the text between a word of an identifier and its value: `STRIPE_KEY = "`, `"key": "`, `key := '`, `--token `, `<key>`.
 * A loop over character codes instead of a pattern, because most words of identifiers have no value behind them.
 */

const MAX_IDENTIFIER = 20;
const MAX_QUOTES = 4;
const MAX_OPENING = 5;

const IN_FLAG = 1;
const IN_IDENTIFIER = 2;
const BLANK = 4;
const QUOTE = 8;
const OPENING = 16;

/** The kinds of each Latin-1 character, as bits. Other characters have none. */
const kinds = Uint8Array.from({ length: 0x100 }, (_, code) => {
  const character = String.fromCharCode(code);
  const isOneOf = (characters: string) => characters.includes(character);
  const isInFlag = isAlphanumeric(code) || isOneOf('_-.');
  return (
    (isInFlag ? IN_FLAG : 0) |
    (isInFlag || isOneOf(' \t') ? IN_IDENTIFIER : 0) |
    (isOneOf(' \t\u00a0') ? BLANK : 0) |
    // `]` and `)` of `config["key"] =`, the asterisks of bold Markdown, the backslash of JSON in JSON.
    (isOneOf(' \t\u00a0\n\r"\'`\\*])') ? QUOTE : 0) |
    (isOneOf(' \t\u00a0\n\r"\'`\\=*') ? OPENING : 0)
  );
});

/**
 * Finds the value of an assignment to the identifier that contains a word.
 * @param codes the codes of the text (codesOf)
 * @param start the start of the word
 * @param end the end of the word
 * @returns the start of the value, or -1 if no assignment follows the word
 */
export function findAssignedValue(codes: Uint16Array, start: number, end: number): number {
  const identifier = skipIndex(codes, skip(codes, end, MAX_IDENTIFIER, IN_IDENTIFIER));
  const operator = skipOperator(codes, skip(codes, identifier, MAX_QUOTES, QUOTE));
  if (operator >= 0) return skipBorder(codes, skip(codes, operator, MAX_OPENING, OPENING));
  // `--token value`: the space after the flag is the operator, so the identifier must not contain a space.
  if (!isFlag(codes, start)) return -1;
  const blank = skip(codes, end, MAX_IDENTIFIER, IN_FLAG);
  return isKind(codes[blank] ?? 0, BLANK) ? skip(codes, blank, MAX_OPENING, OPENING) : -1;
}

/** True if a value may end here, because the next characters do not continue it. */
export function isEndOfValue(codes: Uint16Array, end: number): boolean {
  const code = codes[end] ?? 0;
  if (isAlphanumeric(code) || code === 0x5f) return false;
  // `abc.def`, `abc/def`, `abc+def`, `abc-def`, `abc=def`.
  return (
    !(code === 0x2e || code === 0x2f || code === 0x2b || code === HYPHEN || code === 0x3d) ||
    !isAlphanumeric(codes[end + 1] ?? 0)
  );
}

const HYPHEN = 0x2d;

/** `=`, `:`, `:=`, `::=`, `=>`, `==`, `?=`, `||`, `,`, `>`. */
function skipOperator(codes: Uint16Array, at: number): number {
  const next = codes[at + 1];
  switch (codes[at]) {
    case 0x3a: {
      let after = at + 1;
      while (after < at + 3 && codes[after] === 0x3a) after++;
      return codes[after] === 0x3d ? after + 1 : after;
    }
    case 0x3d:
      return next === 0x3e || next === 0x3d ? at + 2 : at + 1;
    case 0x3f:
      return next === 0x3d ? at + 2 : -1;
    case 0x7c:
      return next === 0x7c ? at + 2 : at + 1;
    case 0x2c:
    case 0x3e:
      return at + 1;
    // `&gt;`
    case AMPERSAND:
      return next === 0x67 && codes[at + 2] === 0x74 && codes[at + 3] === SEMICOLON ? at + 4 : -1;
    // `%3D`
    case 0x25:
      return next === 0x33 && ((codes[at + 2] ?? 0) | 0x20) === 0x64 ? at + 3 : -1;
    default:
      return -1;
  }
}

const AMPERSAND = 0x26;
const SEMICOLON = 0x3b;
const ESCAPE = 0x1b;
/** The most characters of an entity or a color. */
const MAX_BORDER = 12;

/** Skips an entity (`&quot;`) or the color of a terminal before a value. */
function skipBorder(codes: Uint16Array, from: number): number {
  const last = codes[from] === AMPERSAND ? SEMICOLON : codes[from] === ESCAPE ? 0x6d : 0;
  if (last === 0) return from;
  let at = from + 1;
  while (at < from + MAX_BORDER && codes[at] !== last && (codes[at] ?? 0) > 0x20) at++;
  return codes[at] === last ? at + 1 : from;
}

/** Skips the size of an array: `char secret[25] = "…"`. */
function skipIndex(codes: Uint16Array, from: number): number {
  if (codes[from] !== OPENING_BRACKET) return from;
  const digits = skip(codes, from + 1, MAX_INDEX, IN_FLAG);
  return codes[digits] === OPENING_BRACKET + 2 ? skip(codes, digits + 1, 1, BLANK) : from;
}

const OPENING_BRACKET = 0x5b;
const MAX_INDEX = 4;

function skip(codes: Uint16Array, from: number, max: number, kind: number): number {
  let at = from;
  while (at < from + max && isKind(codes[at] ?? 0, kind)) at++;
  return at;
}

function isKind(code: number, kind: number): boolean {
  return code < 0x100 && ((kinds[code] ?? 0) & kind) !== 0;
}

/** True if the identifier that contains the word starts with two hyphens. */
function isFlag(codes: Uint16Array, start: number): boolean {
  let at = start;
  while (at > start - MAX_IDENTIFIER && at > 0 && isKind(codes[at - 1] ?? 0, IN_FLAG)) at--;
  return codes[at] === HYPHEN && codes[at + 1] === HYPHEN;
}
