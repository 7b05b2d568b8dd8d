import { type Budget, isolate } from './budget';
import type { CommonPlace, MemberPlace, PartWriter } from './file-part';
import { readWorkbook } from './sheets';
import { cellTag, readRelations } from './relations';
import { readXml, type XmlAttributes, type XmlReader } from './xml';
import { readMedia, type ZipEntry } from './zip';

/** Layout, in which people write nothing. Every other XML file is read. */
const WITHOUT_TEXT =
  /(?:^|\/)(?:\[Content_Types\]|styles(?:WithEffects)?|theme\d*|webSettings|fontTable|presProps|viewProps|tableStyles|calcChain|colors\d+|style\d+|commentsExtended|commentsIds|itemProps\d+)\.xml$/;
/** Signatures, fonts and settings of printers. */
const WITHOUT_FILES = /(?:^|\/)(?:_xmlsignatures\/|fonts\/)|(?:thumbnail|printerSettings)[^/]*$/i;

/**
 * Reads a document of Word, Excel or PowerPoint (ECMA-376): its main text, then every other part of it that may have text,
 * such as footnotes, comments, charts and properties.
 * @param readFileInside reads an embedded file
 */
export async function readOffice(
  budget: Budget,
  entries: readonly ZipEntry[],
  at: MemberPlace,
  readFileInside: (entry: ZipEntry) => Promise<void>,
): Promise<void> {
  const rest = new Map(entries.map((entry) => [entry.name, entry]));
  if (rest.size < entries.length) budget.report('damaged');
  await readWorkbook(budget, rest, at);
  const documentPart = rest.get('word/document.xml');
  const main = [
    ...(documentPart === undefined ? [] : [{ entry: documentPart, slide: 0 }]),
    ...(await slidesOf(budget, rest)),
  ];
  for (const { entry, slide } of main) {
    rest.delete(entry.name);
    const part = budget.openPart({ ...at, kind: slide === 0 ? 'paragraph' : 'slide' });
    await isolate(budget, () => readXml(budget, entry.read(), new DocumentReader(part, slide)));
  }
  for (const entry of entries) {
    if (!rest.has(entry.name) || WITHOUT_TEXT.test(entry.name)) continue;
    const isLinks = entry.name.endsWith('.rels');
    if (isLinks || /\.(?:xml|vml)$/.test(entry.name)) {
      const part = budget.openPart({ ...at, kind: 'part', label: entry.name } satisfies CommonPlace);
      await isolate(budget, () => readXml(budget, entry.read(), new DocumentReader(part, 1)));
    } else if (!WITHOUT_FILES.test(entry.name)) await readMedia(budget, entry, readFileInside);
  }
}

/** The slides in the order of the presentation, each followed by its notes. */
async function slidesOf(
  budget: Budget,
  files: ReadonlyMap<string, ZipEntry>,
): Promise<{ readonly entry: ZipEntry; readonly slide: number }[]> {
  const presentation = files.get('ppt/presentation.xml');
  if (presentation === undefined) return [];
  const targets = await readRelations(budget, files, 'ppt/presentation.xml');
  const ids: string[] = [];
  await isolate(budget, () =>
    readXml(budget, presentation.read(), {
      open(name, attributes) {
        // `r:id`; the other one, a number, is `id`.
        if (name === 'sldId') ids.push(attributes.get('r:id') ?? '');
      },
    }),
  );
  const slides: { entry: ZipEntry; slide: number }[] = [];
  for (const [index, id] of ids.entries()) {
    const name = targets.get(id) ?? '';
    const notes = [...(await readRelations(budget, files, name)).values()].find((path) => path.includes('notesSlide'));
    for (const path of [name, notes ?? '']) {
      const entry = files.get(path);
      if (entry !== undefined) slides.push({ entry, slide: index + 1 });
    }
  }
  return slides;
}

/** Elements with numbers of the layout, or with binary content. */
const NO_TEXT = new Set(
  'posOffset pctWidth pctHeight pctPosHOffset pctPosVOffset align binData fldData f formatCode'.split(' '),
);
/** Attributes with text. */
const ATTRIBUTES =
  'descr title tooltip display location connection command alt href v displayName userId author displayText value string instr'.split(
    ' ',
  );
/** Elements whose attribute `val` has text: fields of forms, variables, queries of mail merges and labels of lists. */
const VALUES = /^(?:default|listEntry|statusText|helpText|alias|tag|attr|docVar|connectString|query|lvlText)$/;
const HEADING = /^(?:heading|title|berschrift|überschrift|titre|titolo|rubrik|kop)/i;

/** Reads paragraphs and tables. Word and the drawings of all three programs have the same names for them. */
class DocumentReader implements XmlReader {
  private paragraphs = 0;
  private depth = 0;
  private readonly headings: boolean[] = [];
  private pendingCell = '';
  private cell = 'td';
  private readonly path: string[] = [];
  private instruction = '';
  /** The texts of a choice. Its fallback, for older programs, repeats them. */
  private readonly choice = new Set<string>();
  private branch = '';

  /** @param place the number of the slide or part; 0: paragraphs are counted */
  constructor(
    private readonly part: PartWriter,
    private readonly place: number,
  ) {
    if (place > 0) part.mark(place);
  }

  open(name: string, attributes: XmlAttributes): void {
    const { part } = this;
    this.path.push(name);
    if (name === 'AlternateContent') this.choice.clear();
    if (name === 'Choice' || name === 'Fallback') this.branch = name;
    if (name === 'tbl') part.tag('<table>');
    else if (name === 'tr') {
      part.tag('<tr>');
      this.cell = 'td';
    } else if (name === 'tblHeader') this.cell = 'th';
    else if (name === 'tc') this.pendingCell = cellTag(this.cell, attributes.get('gridSpan'));
    else if (name === 'gridSpan') this.pendingCell = cellTag(this.cell, attributes.get('val'));
    else if (name === 'p') {
      this.startCell();
      if (this.place === 0 && this.branch !== 'Fallback') part.mark(++this.paragraphs);
      part.tag('<p>');
      this.depth++;
      this.headings.push(false);
    } else if (name === 'pStyle' && HEADING.test(attributes.get('val') ?? '') && this.headings.at(-1) === false) {
      this.headings[this.headings.length - 1] = true;
      part.tag('<h2>');
    } else if (name === 'tab' && this.path.at(-2) === 'r') part.text('\t');
    else if (name === 'br' || name === 'cr') part.tag('<br/>');
    else if (name === 'noBreakHyphen') part.text('-');
    if (name === 'Relationship' ? attributes.get('TargetMode') === 'External' : false)
      part.link(attributes.get('Target') ?? '');
    else for (const key of ATTRIBUTES) part.link(attributes.get(key) ?? '');
    if (VALUES.test(name)) part.link(attributes.get('val') ?? '');
  }

  text(text: string): void {
    const name = this.path.at(-1) ?? '';
    if (NO_TEXT.has(name) || (this.branch === 'Fallback' && this.choice.has(text))) return;
    if (this.branch === 'Choice') this.choice.add(text);
    if (name === 'instrText') this.instruction += text;
    else if (this.depth > 0 || text.trim() !== '') {
      this.startCell();
      this.part.text(text);
    }
  }

  close(name: string): void {
    const { part } = this;
    this.path.pop();
    if (name === this.branch) this.branch = '';
    if (name === 'p') {
      if (this.headings.pop() === true) part.tag('</h2>');
      part.tag('</p>');
      part.link(this.instruction);
      this.instruction = '';
      this.depth--;
    } else if (name === 'tbl') part.tag('</table>');
    else if (name === 'tc') {
      this.startCell();
      part.tag(`</${this.cell}>`);
    } else if (this.depth === 0 && name !== 'Relationship') part.tag('<p></p>');
  }

  private startCell(): void {
    this.part.tag(this.pendingCell);
    this.pendingCell = '';
  }
}
