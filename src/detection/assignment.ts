import { isAlphanumeric } from './fold';

/**
 * What stands between a word of an identifier and its value: `STRIPE_KEY = "`, `"key": "`, `key := '`, `--token `, `<key>`.
 * Walked by hand, character by character, because most words of identifiers have no value behind them.
 */

const MAX_IDENTIFIER = 20;
const MAX_QUOTES = 4;
const MAX_OPENING = 5;

const OF_FLAG = 1;
const OF_IDENTIFIER = 2;
const BLANK = 4;
const QUOTE = 8;
const OPENING = 16;

/** What a character may be, for those of one byte; the others are nothing of it. */
const kinds = Uint8Array.from({ length: 0x100 }, (_, code) => {
  const character = String.fromCharCode(code);
  const isOf = (characters: string) => characters.includes(character);
  const isOfFlag = isAlphanumeric(code) || isOf('_-.');
  return (
    (isOfFlag ? OF_FLAG : 0) |
    (isOfFlag || isOf(' \t') ? OF_IDENTIFIER : 0) |
    (isOf(' \t\u00a0') ? BLANK : 0) |
    // `]` and `)` of `config["key"] =`, the stars of bold Markdown, the backslash of JSON in JSON.
    (isOf(' \t\u00a0\n\r"\'`\\*])') ? QUOTE : 0) |
    (isOf(' \t\u00a0\n\r"\'`\\=*') ? OPENING : 0)
  );
});

/**
 * Where the value begins if the text goes on like an assignment after `end`, else -1. `start` is where the word begins.
 * @param codes of the text (codesOf)
 */
export function findAssignedValue(codes: Uint16Array, start: number, end: number): number {
  const identifier = skip(codes, end, MAX_IDENTIFIER, OF_IDENTIFIER);
  const operator = skipOperator(codes, skip(codes, identifier, MAX_QUOTES, QUOTE));
  if (operator >= 0) return skip(codes, operator, MAX_OPENING, OPENING);
  // `--token value`: the blank after the flag is the operator, so the identifier has none in it.
  if (!isFlag(codes, start)) return -1;
  const blank = skip(codes, end, MAX_IDENTIFIER, OF_FLAG);
  return is(codes[blank] ?? 0, BLANK) ? skip(codes, blank, MAX_OPENING, OPENING) : -1;
}

/** Whether a value may end here: more of it would follow. */
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
    default:
      return -1;
  }
}

function skip(codes: Uint16Array, from: number, most: number, kind: number): number {
  let at = from;
  while (at < from + most && is(codes[at] ?? 0, kind)) at++;
  return at;
}

function is(code: number, kind: number): boolean {
  return code < 0x100 && ((kinds[code] ?? 0) & kind) !== 0;
}

/** Whether the identifier that the word is in begins with two hyphens. */
function isFlag(codes: Uint16Array, start: number): boolean {
  let at = start;
  while (at > start - MAX_IDENTIFIER && at > 0 && is(codes[at - 1] ?? 0, OF_FLAG)) at--;
  return codes[at] === HYPHEN && codes[at + 1] === HYPHEN;
}
