import { type Budget, isolate } from './budget';
import type { MemberPlace, PartWriter } from './file-part';
import { cellTag, countOf } from './relations';
import { readXml, type XmlAttributes, type XmlReader } from './xml';
import { readMedia, type ZipEntry } from './zip';

/** Reads a text, a spreadsheet or a presentation (OpenDocument 1.3), also the objects and macros inside. */
export async function readOpenDocument(
  budget: Budget,
  entries: readonly ZipEntry[],
  at: MemberPlace,
  readFileInside: (entry: ZipEntry) => Promise<void>,
): Promise<void> {
  const encrypted: string[] = [];
  for (const entry of entries.filter(({ name }) => name === 'META-INF/manifest.xml'))
    await isolate(budget, () =>
      readXml(budget, entry.read(), { open: (element) => element === 'encryption-data' && encrypted.push(element) }),
    );
  if (encrypted.length > 0) return budget.report('encrypted');
  for (const entry of entries) {
    const { name } = entry;
    if (WITHOUT_TEXT.test(name)) continue;
    if (name.endsWith('.xml'))
      await isolate(budget, () => readXml(budget, entry.read(), new OdfReader(budget, at, name)));
    else await readMedia(budget, entry, readFileInside);
  }
}

/** `ObjectReplacements` has pictures of the objects. */
const WITHOUT_TEXT =
  /^(?:mimetype$|META-INF\/|ObjectReplacements\/|Thumbnails\/|Fonts\/|layout-cache$)|(?:^|\/)Configurations2\/|settings\.xml$|\.rdf$/;
/** Attributes of fields, controls and cells that have text. */
const ATTRIBUTES = 'string-value label current-value help-text title expression condition form:value'.split(' ');

class OdfReader implements XmlReader {
  private part: PartWriter;
  private paragraphs = 0;
  private slide = 0;
  private sheet = 0;
  private row = 0;
  private rowsAfter = 1;
  private column = 0;
  private columnsAfter = 1;
  private tables = 0;
  private depth = 0;
  private number = '';

  constructor(
    private readonly budget: Budget,
    private readonly at: MemberPlace,
    private readonly name: string,
  ) {
    this.part =
      name === 'content.xml'
        ? budget.openPart({ ...at, kind: 'paragraph' })
        : budget.openPart({ ...at, kind: 'part', label: name });
  }

  open(name: string, attributes: XmlAttributes): void {
    const { part } = this;
    if (name === 'p' || name === 'h') {
      if (this.depth++ === 0) this.mark();
      part.tag(name === 'h' ? '<h2>' : '<p>');
    } else if (name === 'page') {
      this.part = this.budget.openPart({ ...this.at, kind: 'slide' });
      this.part.mark(++this.slide);
    } else if (name === 'table') {
      // In a spreadsheet, a table outside of all others is a sheet.
      if (this.tables++ === 0 && this.isSpreadsheet) {
        this.part = this.budget.openPart({
          ...this.at,
          kind: 'cell',
          sheet: ++this.sheet,
          label: attributes.get('name') ?? '',
        });
        this.row = 0;
        this.rowsAfter = 1;
      }
      this.part.link(this.isSpreadsheet ? (attributes.get('name') ?? '') : '');
      this.part.tag('<table>');
    } else if (name === 'spreadsheet') this.isSpreadsheet = true;
    else if (name === 'table-row') {
      part.tag('<tr>');
      this.row += this.rowsAfter;
      this.rowsAfter = Number(attributes.get('number-rows-repeated') ?? 1);
      this.column = 0;
      this.columnsAfter = 1;
    } else if (name === 'table-cell' || name === 'covered-table-cell') {
      this.column += this.columnsAfter;
      this.columnsAfter = Number(attributes.get('number-columns-repeated') ?? 1);
      part.tag(cellTag('td', attributes.get('number-columns-repeated') ?? attributes.get('number-columns-spanned')));
      this.number = attributes.get('value') ?? attributes.get('date-value') ?? '';
      part.link(/["']|\d{6}/.test(attributes.get('formula') ?? '') ? (attributes.get('formula') ?? '') : '');
    } else if (name === 's') part.text(' '.repeat(countOf(attributes.get('c'))));
    else if (name === 'tab') part.text('\t');
    else if (name === 'line-break') part.tag('<br/>');
    part.link(attributes.get('xlink:href')?.replace(/^(?:\.\/|#).*/, '') ?? '');
    for (const key of ATTRIBUTES) part.link(attributes.get(key) ?? '');
  }

  private isSpreadsheet = false;

  text(text: string): void {
    if (this.depth === 0 && text.trim() === '') return;
    if (this.number !== '' && /\d{6}/.test(this.number)) {
      // The shown number may be cut: 4.11E+15.
      const digits = (some: string) => some.replace(/\D/g, '');
      if (!digits(text).includes(digits(this.number))) this.part.link(this.number);
    }
    this.number = '';
    if (this.depth === 0) this.mark();
    this.part.text(text);
  }

  close(name: string): void {
    const { part } = this;
    if (name === 'p' || name === 'h') {
      part.tag(name === 'h' ? '</h2>' : '</p>');
      this.depth--;
    } else if (name === 'table') {
      part.tag('</table>');
      this.tables--;
    } else if (name === 'table-cell') {
      // A cell without a text shows its value.
      if (this.number !== '') this.text(this.number);
    } else if (this.depth === 0 && !/^(?:table-row|covered-table-cell)$/.test(name)) part.tag('<p></p>');
  }

  private mark(): void {
    if (this.sheet > 0) this.part.mark(this.row, this.column);
    else if (this.slide === 0) this.part.mark(this.name === 'content.xml' ? ++this.paragraphs : 1);
  }
}
