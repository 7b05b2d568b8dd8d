import type { FlatText } from '../text/flat-text';
import { firstEndingAfter, type Span } from '../text/spans';
import { decodeBase64 } from '../validators/base64-text';

/** A run of Base64 that encodes readable text. */
export interface EncodedText extends Span {
  /** The index of the block that contains it. */
  readonly block: number;
  readonly text: string;
}

/** Shorter runs encode fewer than 18 characters, which is less than any token. */
const MIN_LENGTH = 24;
/** The most characters of a run that are decoded. */
const MAX_LENGTH = 16_384;
/** The limits for one text. */
const MAX_TEXTS = 200;
const MAX_DECODED = 262_144;
/**
 * The number of characters that show whether a run encodes text. Twelve random bytes are printable in one of 100,000
 * cases.
 */
const PROBED_LENGTH = 16;
/** Lines of wrapped Base64 are at least this long. */
const MIN_LINE_LENGTH = 48;
const LINE_BREAK = /(?:\r?\n|\\r\\n|\\n)[ \t]{0,16}/y;

/**
 * Finds Base64, in both alphabets, that encodes readable text. It may be wrapped at line breaks. Takes linear time: it
 * reads each character at most a few times, and decodes a limited number of characters.
 * @param codes the codes of the text (codesOf)
 * @param known spans in order, without overlaps; runs inside one of them are skipped
 */
export function findEncodedTexts(
  { text, blocks }: Pick<FlatText, 'text' | 'blocks'>,
  codes: Uint16Array,
  known: readonly Span[],
): EncodedText[] {
  const found: EncodedText[] = [];
  let decoded = 0;
  let readTo = 0;
  for (const run of findRuns(codes, text.length)) {
    const start = run.start < readTo ? undefined : readableStart(codes, run);
    if (start === undefined) continue;
    const block = firstEndingAfter(blocks, start);
    const end = endOfLines(text, codes, { start, end: run.end }, blocks[block]?.end ?? run.end);
    readTo = end;
    const overlapped = known[firstEndingAfter(known, start)];
    if (overlapped !== undefined && overlapped.start <= start && end <= overlapped.end) continue;
    const encoded = text.slice(start, Math.min(end, start + MAX_LENGTH)).replace(/\\[rn]|[\s=]/g, '');
    // Four characters encode three bytes. The cut at the limit leaves whole groups of four.
    const content = decodeText(end - start > MAX_LENGTH ? encoded.slice(0, encoded.length & ~3) : encoded);
    if (content === undefined) continue;
    found.push({ start, end, block, text: content });
    decoded += content.length;
    if (found.length >= MAX_TEXTS || decoded >= MAX_DECODED) break;
  }
  return found;
}

/** UTF-8, or UTF-16 as PowerShell encodes commands. */
function decodeText(encoded: string): string | undefined {
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes[1] !== 0) return decodeBase64(encoded);
  return bytes.every((byte, at) => at % 2 === 0 || byte === 0) ? bytes.toString('utf16le') : undefined;
}

/** Yields the runs of at least MIN_LENGTH characters of Base64. In prose, it reads one character of several. */
function* findRuns(codes: Uint16Array, length: number): Iterable<Span> {
  let start = 0;
  while (start + MIN_LENGTH <= length) {
    let probe = start + MIN_LENGTH - 1;
    while (probe >= start && isEncodedCode(codes[probe] ?? 0)) probe--;
    if (probe >= start) {
      start = probe + 1;
      continue;
    }
    let end = start + MIN_LENGTH;
    while (end < length && isEncodedCode(codes[end] ?? 0)) end++;
    yield { start, end };
    start = end + 1;
  }
}

/** The six bits of each character of Base64, in both alphabets, plus one; 0 for other characters. Every text is searched for them. */
const ENCODED = Uint8Array.from({ length: 0x80 }, (_, code) => sextetOf(String.fromCharCode(code)) + 1);

function sextetOf(character: string): number {
  const index = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_'.indexOf(character);
  return index < 64 ? index : index - 2;
}

function isEncodedCode(code: number): boolean {
  return code < 0x80 && ENCODED[code] !== 0;
}

/** Where readable text may start: at the start of the run, or behind its last slash if a path precedes it. */
function readableStart(codes: Uint16Array, { start, end }: Span): number | undefined {
  if (isReadable(codes, start)) return start;
  let first = Math.min(end, start + MAX_LENGTH) - MIN_LENGTH;
  while (first > start && codes[first - 1] !== SLASH) first--;
  return first > start && isReadable(codes, first) ? first : undefined;
}

const SLASH = 0x2f;

/** True if the first characters encode printable bytes, or printable bytes that alternate with zeros. They must all be Base64. */
function isReadable(codes: Uint16Array, start: number): boolean {
  // Most runs fail at their first byte.
  let zeros = 0;
  for (let group = 0; group < PROBED_LENGTH / 4; group++) {
    const at = start + group * 4;
    const bits =
      (sextetAt(codes, at) << 18) |
      (sextetAt(codes, at + 1) << 12) |
      (sextetAt(codes, at + 2) << 6) |
      sextetAt(codes, at + 3);
    for (let index = 0; index < 3; index++) {
      const byte = (bits >> (16 - index * 8)) & 0xff;
      const isOdd = ((group * 3 + index) & 1) === 1;
      if (byte === 0 && isOdd) zeros++;
      else if (!isPrintable(byte)) return false;
    }
  }
  return zeros === 0 || zeros === PROBED_BYTES / 2;
}

const PROBED_BYTES = (PROBED_LENGTH / 4) * 3;

function sextetAt(codes: Uint16Array, at: number): number {
  return (ENCODED[codes[at] ?? 0] ?? 1) - 1;
}

/** A character of ASCII that texts contain. */
function isPrintable(byte: number): boolean {
  return (byte >= 0x20 && byte < 0x7f) || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

/** The end of a run with its padding, or of its last line if it is wrapped. */
function endOfLines(text: string, codes: Uint16Array, run: Span, blockEnd: number): number {
  let { end } = run;
  let lineLength = end - run.start;
  const width = lineLength;
  while (lineLength === width && width >= MIN_LINE_LENGTH && end - run.start < MAX_LENGTH) {
    LINE_BREAK.lastIndex = end;
    const next = end + (LINE_BREAK.exec(text)?.[0].length ?? 0);
    let last = next;
    while (last < blockEnd && isEncodedCode(codes[last] ?? 0)) last++;
    if (next === end || last === next || last - next > width) break;
    lineLength = last - next;
    end = last;
  }
  for (let padding = 0; padding < 2 && end < blockEnd && codes[end] === 0x3d; padding++) end++;
  return end;
}
