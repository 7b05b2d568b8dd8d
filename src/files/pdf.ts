import type { getDocumentProxy } from 'unpdf';
import { type Budget, isolate, ReadingStop } from './budget';
import type { MemberPlace, PartWriter } from './file-part';
import { latin1 } from './formats';
import { inflateStream } from './zip';

/** A page with so little text may be a picture of a page. */
const FEW_CHARACTERS = 50;

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
  readFileInside: (name: string, bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  await checkStreams(budget, bytes);
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
        await readPage(budget, page, part);
        page.cleanup();
      });
    }
    await isolate(budget, async () => {
      const { info } = await pdf.getMetadata();
      for (const value of Object.values(info)) if (typeof value === 'string') part.paragraph(value);
      const attached = ((await pdf.getAttachments()) ?? {}) as Record<
        string,
        { filename: string; content: Uint8Array }
      >;
      for (const { filename, content } of Object.values(attached)) await readFileInside(filename, content);
    });
  } finally {
    await pdf.destroy();
  }
}

async function readPage(budget: Budget, page: Page, part: PartWriter): Promise<void> {
  const { items } = await page.getTextContent();
  let characters = 0;
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
    characters += str.trim().length;
    unknown += str.match(/\p{Co}|\p{Cc}|\ufffd/gu)?.length ?? 0;
    if (str.trim() !== '') right = x + width;
    isLineStart = hasEOL;
    if (hasEOL) part.tag('<br/>');
  }
  part.tag('</p>');
  if (unknown * 10 > characters) budget.report('unknown-characters');
  if (characters < FEW_CHARACTERS) {
    const { fnArray, argsArray } = await page.getOperatorList();
    const shapes = fnArray.filter((operation) => operation === CONSTRUCT_PATH).length;
    const hasPicture = fnArray.some(
      (operation, index) => operation === TRANSFORM && areaOf(argsArray[index]) > MIN_AREA,
    );
    if (hasPicture || (characters === 0 && shapes > FEW_SHAPES)) budget.report('no-text');
  }
  for (const annotation of (await page.getAnnotations()) as Annotation[]) {
    for (const text of [annotation.contentsObj?.str, annotation.fieldName, annotation.fieldValue, annotation.unsafeUrl])
      if (typeof text === 'string' && text !== '') part.paragraph(text);
  }
}

interface Annotation {
  readonly contentsObj?: { readonly str: string };
  readonly fieldName?: string;
  readonly fieldValue?: unknown;
  readonly unsafeUrl?: string;
}

/** Operations of pdf.js (OPS). Shapes may be letters. */
const CONSTRUCT_PATH = 91;
const TRANSFORM = 12;
/** In square points. */
const MIN_AREA = 2500;
/** Blank pages may have lines and frames. */
const FEW_SHAPES = 20;

/**
 * Pictures are not decoded (`maxImageSize`), so no operation paints them. But each has the size of one point, and is enlarged to
 * its size on the page.
 */
function areaOf(matrix: unknown): number {
  const [a, b, c, d] = (matrix as ArrayLike<number> | null) === null ? [] : Array.from(matrix as ArrayLike<number>);
  return Math.abs((a ?? 0) * (d ?? 0) - (b ?? 0) * (c ?? 0));
}

/**
 * Unpacks every compressed stream within the limits before the parser does so without any. A stream that hides its compression
 * behind another filter is not counted.
 */
async function checkStreams(budget: Budget, bytes: Uint8Array): Promise<void> {
  const text = latin1(bytes);
  // The first byte of zlib says which method and window it has.
  const starts = new RegExp(String.raw`stream\r?\n(?=[\x08\x18(8HXhx])`, 'g');
  while (starts.exec(text) !== null) {
    const end = text.indexOf('endstream', starts.lastIndex);
    const packed = bytes.subarray(starts.lastIndex, end < 0 ? undefined : end);
    starts.lastIndex += packed.length;
    try {
      let inner = await inflateStream(budget, packed);
      for (let layer = 0; layer < 3 && inner[0] === 0x78; layer++) inner = await inflateStream(budget, inner);
    } catch (error) {
      // The parser reports streams that are damaged.
      if (error instanceof ReadingStop) throw error;
    }
  }
}
