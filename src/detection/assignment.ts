import { isAlphanumeric } from './fold';

/**
 * What stands between a word of an identifier and its value: `STRIPE_KEY = "`, `"key": "`, `key := '`, `--token `, `<key>`.
 * Walked by hand, character by character, because most words of identifiers have no value behind them.
 */

const MAX_IDENTIFIER = 20;
const MAX_QUOTES = 4;
const MAX_OPENING = 5;

/** Where the value begins if the text goes on like an assignment after `end`, else -1. `start` is where the word begins. */
export function findAssignedValue(text: string, start: number, end: number): number {
  let at = end;
  const longest = Math.min(text.length, end + MAX_IDENTIFIER);
  while (at < longest && isOfIdentifier(text.charCodeAt(at))) at++;
  const operator = skipOperator(text, skip(text, at, MAX_QUOTES, isQuote));
  if (operator >= 0) return skip(text, operator, MAX_OPENING, isOpening);
  // `--token value`: the blank after the flag is the operator, so the identifier has none in it.
  if (!isFlag(text, start)) return -1;
  const blank = skip(text, end, MAX_IDENTIFIER, isOfFlag);
  return isBlank(text.charCodeAt(blank)) ? skip(text, blank, MAX_OPENING, isOpening) : -1;
}

/** Whether a value may end here: more of it would follow. */
export function isEndOfValue(text: string, end: number): boolean {
  const code = text.charCodeAt(end);
  if (isAlphanumeric(code) || code === 0x5f) return false;
  // `abc.def`, `abc/def`, `abc+def`, `abc-def`, `abc=def`.
  return (
    !(code === 0x2e || code === 0x2f || code === 0x2b || code === 0x2d || code === 0x3d) ||
    !isAlphanumeric(text.charCodeAt(end + 1))
  );
}

/** `=`, `:`, `:=`, `::=`, `=>`, `==`, `?=`, `||`, `,`, `>`. */
function skipOperator(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const next = text.charCodeAt(at + 1);
  switch (code) {
    case 0x3a: {
      let after = at + 1;
      while (after < at + 3 && text.charCodeAt(after) === 0x3a) after++;
      return text.charCodeAt(after) === 0x3d ? after + 1 : after;
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

function skip(text: string, from: number, most: number, accepts: (code: number) => boolean): number {
  let at = from;
  while (at < from + most && accepts(text.charCodeAt(at))) at++;
  return at;
}

function isOfIdentifier(code: number): boolean {
  return isOfFlag(code) || code === 0x20 || code === 0x09;
}

function isOfFlag(code: number): boolean {
  return isAlphanumeric(code) || code === 0x5f || code === 0x2d || code === 0x2e;
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0xa0;
}

/** Quotes, blanks, `]` and `)` of `config["key"] =`, the stars of bold Markdown, the backslash of JSON in JSON. */
function isQuote(code: number): boolean {
  return (
    isBlank(code) ||
    code === 0x0a ||
    code === 0x0d ||
    isQuotation(code) ||
    code === 0x2a ||
    code === 0x5d ||
    code === 0x29
  );
}

function isOpening(code: number): boolean {
  return isBlank(code) || code === 0x0a || code === 0x0d || isQuotation(code) || code === 0x3d || code === 0x2a;
}

function isQuotation(code: number): boolean {
  return code === 0x22 || code === 0x27 || code === 0x60 || code === 0x5c;
}

/** Whether the identifier that the word is in begins with two hyphens. */
function isFlag(text: string, start: number): boolean {
  let at = start;
  while (at > start - MAX_IDENTIFIER && at > 0 && isOfFlag(text.charCodeAt(at - 1))) at--;
  return text.startsWith('--', at);
}
