import { setImmediate } from 'node:timers/promises';
import type { getDocumentProxy } from 'unpdf';
import { type Budget, isolate, ReadingStop } from './budget';
import type { MemberPlace, PartWriter } from './file-part';
import { latin1 } from './formats';
import { inflateStream } from './zip';

type ReadFileInside = (name: string, bytes: Uint8Array) => Promise<void>;
type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Pdf['getPage']>>;

/**
 * Reads the text of the pages, their notes, form fields and addresses, and the attached files.
 * @param readFileInside reads an attached file
 */
export async function readPdf(
  budget: Budget,
  bytes: Uint8Array,
  at: MemberPlace,
  readFileInside: ReadFileInside,
): Promise<void> {
  const isLarge = await checkStreams(budget, bytes);
  if (isLarge) budget.report('over-budget');
  // The parser does not handle the failure of some promises. It would end the process, or this function would wait forever.
  let onFailure: (error: unknown) => void = () => undefined;
  const failure = new Promise<never>((_resolve, reject) => (onFailure = reject));
  process.on('unhandledRejection', onFailure);
  try {
    await Promise.race([readDocument(budget, bytes, at, isLarge, readFileInside), failure]);
  } finally {
    await setImmediate();
    process.off('unhandledRejection', onFailure);
  }
}

async function readDocument(
  budget: Budget,
  bytes: Uint8Array,
  at: MemberPlace,
  isLarge: boolean,
  readFileInside: ReadFileInside,
): Promise<void> {
  const unpdf = await import('unpdf');
  const part = budget.openPart({ ...at, kind: 'page' });
  // The parser transfers the bytes, so its caller could no longer read them.
  const options = {
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    verbosity: 0,
    enableXfa: false,
    isOffscreenCanvasSupported: false,
    maxImageSize: 1,
    fontExtraProperties: true,
  };
  const pdf = await unpdf.getDocumentProxy(new Uint8Array(bytes), options).catch((error: unknown) => {
    throw new ReadingStop(error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'damaged');
  });
  try {
    for (let number = 1; number <= pdf.numPages; number++) {
      budget.spend('pages');
      budget.checkTime();
      part.mark(number);
      await isolate(budget, async () => {
        const page = await pdf.getPage(number);
        for (const { filename, content } of await readPage(budget, page, part, isLarge))
          await readFileInside(filename, content);
        page.cleanup();
      });
    }
    await isolate(budget, async () => {
      const { info: entries, metadata } = await pdf.getMetadata();
      const info = entries as DocumentInfo;
      const properties = Object.fromEntries((metadata as Iterable<[string, unknown]> | null) ?? []);
      if (info.IsXFAPresent === true && info.IsAcroFormPresent !== true) budget.report('unsupported-type');
      writeStrings([info, properties, await pdf.getOutline(), await pdf.getJSActions()], part);
      const attached = ((await pdf.getAttachments()) ?? {}) as Record<string, AttachedFile>;
      for (const { filename, content } of Object.values(attached)) await readFileInside(filename, content);
    });
  } finally {
    await pdf.destroy();
  }
}

interface DocumentInfo {
  readonly IsXFAPresent?: boolean;
  readonly IsAcroFormPresent?: boolean;
}

interface AttachedFile {
  readonly filename: string;
  readonly content: Uint8Array;
}

/** Returns the files that notes of the page have. */
async function readPage(
  budget: Budget,
  page: Page,
  part: PartWriter,
  isLarge: boolean,
): Promise<readonly AttachedFile[]> {
  const { items } = await page.getTextContent();
  let found = '';
  let unknown = 0;
  let right = 0;
  let isLineStart = true;
  part.tag('<p>');
  for (const item of items) {
    if (!('str' in item)) continue;
    const { str, width, height, transform, hasEOL } = item;
    const x = Number(transform[4]);
    // Cells of a table are far apart, and nothing else says so.
    if (!isLineStart && str.trim() !== '' && x - right > height * 1.5) part.text('\t');
    part.text(str);
    found += str;
    unknown += str.match(/\p{Co}|\p{Cc}|\ufffd/gu)?.length ?? 0;
    if (str.trim() !== '') right = x + width;
    isLineStart = hasEOL;
    if (hasEOL) part.tag('<br/>');
  }
  part.tag('</p>');
  const visible = withoutBlanks(found);
  if (unknown * 10 > visible.length) budget.report('unknown-characters');
  if (isLarge) return [];
  const { fnArray, argsArray } = await page.getOperatorList();
  const shapes = fnArray.filter((operation) => operation === CONSTRUCT_PATH).length;
  if (areaOfPictures(fnArray, argsArray) > MIN_AREA || (visible.length === 0 && shapes > FEW_SHAPES))
    budget.report('no-text');
  for (const [id, font] of page.commonObjs as unknown as Iterable<[string, Font | string]>)
    if (!id.includes('_path_') && !hasCharacters(font)) budget.report('unknown-characters');
  const [painted = '', ...appearances] = paintedTexts(fnArray, argsArray);
  // The parser skips text outside of the visible area, which people can copy.
  if (withoutBlanks(painted).length > visible.length)
    for (const line of painted.split('\n')) if (!visible.includes(withoutBlanks(line))) part.paragraph(line);
  const annotations = (await page.getAnnotations()) as Readonly<Record<string, unknown>>[];
  const written = new Set(['']);
  for (const annotation of annotations)
    writeStrings(
      TEXTS.map((key) => annotation[key]),
      part,
      written,
    );
  const notes = withoutBlanks([...written].join(''));
  for (const text of appearances) if (!notes.includes(withoutBlanks(text))) part.paragraph(text);
  const structure = JSON.stringify(await page.getStructTree());
  for (const [, alt = ''] of structure.matchAll(/"alt":("(?:[^"\\]|\\.)*")/g)) part.paragraph(String(JSON.parse(alt)));
  return annotations.flatMap(({ file }) => (file as AttachedFile | undefined) ?? []);
}

const withoutBlanks = (text: string) => text.normalize('NFKC').replace(/\s/g, '');

/** A page with a longer stream has so many operations that a list of them needs too much memory. Only its text is read. */
const MAX_BYTES_OF_OPERATIONS = 2 * 1024 * 1024;
/** The parts of annotations with text. */
const TEXTS = 'contentsObj titleObj fieldName fieldValue alternativeText options actions unsafeUrl'.split(' ');

/** Writes each string in a value once. */
function writeStrings(value: unknown, part: PartWriter, written = new Set([''])): void {
  if (typeof value === 'string') {
    if (!written.has(value)) part.paragraph(value);
    written.add(value);
  } else if (typeof value === 'object' && value !== null)
    for (const inside of value instanceof Map ? value.values() : Object.values(value))
      writeStrings(inside, part, written);
}

/** As pdf.js exports it. A font that it cannot load is a message. */
interface Font {
  readonly composite: boolean;
  readonly differences: readonly (string | undefined)[];
  readonly toUnicode: { readonly _map?: readonly (string | undefined)[] };
}

/** False if pdf.js returns the numbers of glyphs as if they were characters, or skips the text. */
function hasCharacters(font: Font | string): boolean {
  if (typeof font === 'string') return false;
  const { composite, differences, toUnicode } = font;
  if (composite) return toUnicode._map !== undefined;
  // A bitmap font of TeX names the glyphs by the codes of their characters, such as `a65`.
  const named = [...differences.entries()].filter(
    ([code, name]) => typeof name === 'string' && name !== '.notdef' && name.replace(/^\D*/, '') !== String(code),
  );
  return named.filter(([code]) => typeof toUnicode._map?.[code] !== 'string').length * 2 <= named.length;
}

/** Operations of pdf.js (OPS). Shapes may be letters. */
const [SAVE, RESTORE, TRANSFORM, SHOW_TEXT, BEGIN_ANNOTATION, CONSTRUCT_PATH] = [10, 11, 12, 44, 80, 91];
/** They start a line, or text somewhere else. */
const MOVES = new Set([31, 40, 42, 43]);

/** They set the color, which may be a pattern with a text. */
const COLORS = new Set([53, 55]);

interface Glyph {
  readonly unicode: string;
}

type Pattern = readonly [
  kind: 'TilingPattern',
  color: unknown,
  operations: { readonly fnArray: number[]; readonly argsArray: unknown[] },
];

/** The text of the operations in their order: that of the page, and that of each note. */
function paintedTexts(operations: readonly number[], argumentsOf: readonly unknown[]): string[] {
  const texts = [''];
  const write = (text: string) => texts.push((texts.pop() ?? '') + text);
  for (const [index, operation] of operations.entries()) {
    if (operation === BEGIN_ANNOTATION) texts.push('');
    else if (MOVES.has(operation)) write('\n');
    else if (COLORS.has(operation)) {
      const [kind, , inside] = argumentsOf[index] as Pattern | readonly [number];
      if (kind === 'TilingPattern') write(paintedTexts(inside.fnArray, inside.argsArray).join('\n'));
    } else if (operation === SHOW_TEXT)
      for (const glyph of (argumentsOf[index] as [(Glyph | number | null)[]])[0])
        write(typeof glyph === 'object' ? (glyph?.unicode ?? '') : glyph < -200 ? ' ' : '');
  }
  return texts;
}
/** In square points. A smaller area is that of a logo. */
const MIN_AREA = 10_000;
const MIN_AREA_OF_ONE = 1000;
/** Blank pages may have lines and frames. */
const FEW_SHAPES = 20;

/**
 * Pictures are not decoded (`maxImageSize`), so no operation paints them. But each has the size of one point, and is enlarged to
 * its size on the page.
 */
function areaOfPictures(operations: readonly number[], matrices: readonly unknown[]): number {
  const outer: number[] = [];
  let scale = 1;
  let area = 0;
  for (const [index, operation] of operations.entries()) {
    if (operation === SAVE) outer.push(scale);
    else if (operation === RESTORE) scale = outer.pop() ?? 1;
    else if (operation === TRANSFORM) {
      const [a = 0, b = 0, c = 0, d = 0] = Array.from((matrices[index] ?? []) as ArrayLike<number>);
      scale *= Math.abs(a * d - b * c);
      if (scale > MIN_AREA_OF_ONE) area += scale;
    }
  }
  return area;
}

/**
 * Unpacks every compressed stream within the limits before the parser does so without any. A stream that hides its compression
 * behind another filter is not counted.
 * @returns true if one is too large for a list of its operations
 */
async function checkStreams(budget: Budget, bytes: Uint8Array): Promise<boolean> {
  let isLarge = false;
  const text = latin1(bytes);
  // The parser repairs a file without an end from the pages that it finds.
  if (!text.includes('startxref', text.length - 2048)) budget.report('damaged');
  const isEncrypted = text.includes('/Encrypt');
  let depth = depthAfter(text, 0);
  // The first byte of zlib says which method and window it has.
  const starts = new RegExp(String.raw`stream\r?\n(?=[\x08\x18(8HXhx])`, 'g');
  while (starts.exec(text) !== null) {
    const end = text.indexOf('endstream', starts.lastIndex);
    const packed = bytes.subarray(starts.lastIndex, end < 0 ? undefined : end);
    const isData = /\/Subtype\s*\/Image|\/Length1/.test(
      text.slice(Math.max(0, starts.lastIndex - 500), starts.lastIndex),
    );
    const limit = budget.limits.streamBytes * (isData ? 4 : 1);
    starts.lastIndex += packed.length;
    isLarge ||= !isData && packed.length > MAX_BYTES_OF_OPERATIONS;
    try {
      let inner = await inflateStream(budget, packed, limit);
      for (let layer = 0; layer < 3 && inner[0] === 0x78; layer++) inner = await inflateStream(budget, inner, limit);
      isLarge ||= !isData && inner.length > MAX_BYTES_OF_OPERATIONS;
      if (!isData) depth = depthAfter(latin1(inner), depth);
    } catch (error) {
      if (error instanceof ReadingStop) throw error;
      // The parser reads such a stream up to the damage, and does not report it.
      if (!isEncrypted && packed.length > 1 && ((packed[0] ?? 0) * 256 + (packed[1] ?? 0)) % 31 === 0)
        budget.report('damaged');
    }
  }
  return isLarge;
}

/** The parser copies all saved states with each new one. Documents have less than a hundred. */
const MAX_DEPTH = 5000;

/** How many states are saved after some operations. @throws ReadingStop if there are too many inside each other */
function depthAfter(operations: string, depth: number): number {
  for (const [operation] of operations.matchAll(/(?<![^\s])[qQ](?![^\s])/g)) {
    depth += operation === 'q' ? 1 : -1;
    if (depth > MAX_DEPTH) throw new ReadingStop('over-budget');
  }
  return Math.max(0, depth);
}
