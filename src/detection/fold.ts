/**
 * How keywords and texts are compared: without case and accents, and with one separator for space, no-break space,
 * hyphen and underscore.
 */

const SEPARATOR = 0x20;

const folded = new Uint16Array(0x10000).map((_, code) => foldCode(code));

/** One UTF-16 code unit in, one out: positions stay. */
export function fold(code: number): number {
  return folded[code] ?? code;
}

export function foldText(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.toLowerCase().replace(/[-_]/g, ' ');
  const units = new Uint16Array(text.length);
  for (let index = 0; index < text.length; index += 1) units[index] = fold(text.charCodeAt(index));
  return Buffer.from(units.buffer).toString('utf16le');
}

/**
 * The UTF-16 code units of a text, and 0 behind them: many times faster to go over than the text itself. What comes behind
 * that is anything. Good until the next call, because the memory is the same; new memory for each text is slow. Only the codes
 * of a long text stay good (isLongText).
 */
export function codesOf(text: string): Uint16Array {
  if (text.length >= memory.length) memory = new Uint16Array(text.length * 2);
  const codes = memory;
  Buffer.from(codes.buffer).write(text, 'utf16le');
  codes[text.length] = 0;
  if (isLongText(text)) memory = new Uint16Array(0);
  return codes;
}

/** True if the codes of a text are not kept for other texts. */
export function isLongText(text: string): boolean {
  return text.length > LONGEST_KEPT;
}

const LONGEST_KEPT = 200_000;
let memory = new Uint16Array(0);

function foldCode(code: number): number {
  if (code === 0x5f || code === 0x2d || code === 0xa0) return SEPARATOR;
  if (code < 0x80) return code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
  if (code === 0x2019) return 0x27;
  // Surrogates stand for nothing alone; of other scripts than these, lower case is not needed.
  if (code < 0xc0 || (code > 0x52f && (code < 0x1e00 || code > 0x1eff))) return code;
  const base = String.fromCharCode(code).normalize('NFD').charAt(0).toLowerCase();
  return base.length === 1 ? base.charCodeAt(0) : code;
}

/** Letters of scripts that put space between words, digits, and the underscore of identifiers. */
export function isWordCode(code: number): boolean {
  return isAlphanumeric(code) || code === 0x5f || (code >= 0xc0 && code <= 0x52f && code !== 0xd7 && code !== 0xf7);
}

/** Whether a place is between two of them: in the middle of a word. */
export function isInWord(codes: Uint16Array, at: number): boolean {
  return at > 0 && isWordCode(codes[at - 1] ?? 0) && isWordCode(codes[at] ?? 0);
}

export function isAlphanumeric(code: number): boolean {
  return isDigit(code) || isAsciiLetter(code);
}

/** NaN, what charCodeAt tells beyond an end, is none of these. */
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
