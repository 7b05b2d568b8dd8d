import { type Budget, isolate, ReadingStop } from './budget';
import type { MemberPlace, PartWriter } from './file-part';
import { cellTag, readRelations } from './relations';
import { readXml, type XmlAttributes, type XmlReader } from './xml';
import type { ZipEntry } from './zip';

/** How the number of a cell is shown: as a date, or with the digits of a pattern such as `000-00-0000`. */
type NumberFormat = 'date' | 'general' | { readonly pattern: string };

/** Reads the sheets of a workbook, and removes what it has read from the files. */
export async function readWorkbook(budget: Budget, files: Map<string, ZipEntry>, at: MemberPlace): Promise<void> {
  const workbook = files.get('xl/workbook.xml');
  if (workbook === undefined) return;
  const targets = await readRelations(budget, files, workbook.name);
  const sheets: { readonly label: string; readonly path: string }[] = [];
  let epoch = EPOCH_1900;
  await isolate(budget, () =>
    readXml(budget, workbook.read(), {
      open(name, attributes) {
        if (name === 'workbookPr' && /^(?:1|true)$/.test(attributes.get('date1904') ?? '')) epoch = EPOCH_1904;
        if (name === 'sheet')
          sheets.push({ label: attributes.get('name') ?? '', path: targets.get(attributes.get('r:id') ?? '') ?? '' });
      },
    }),
  );
  const formats = await readFormats(budget, files.get('xl/styles.xml'));
  const shared = await readStrings(budget, files.get('xl/sharedStrings.xml'));
  files.delete('xl/sharedStrings.xml');
  for (const [index, { label, path }] of sheets.entries()) {
    const entry = files.get(path);
    if (entry === undefined) {
      budget.report('damaged');
      continue;
    }
    files.delete(path);
    const part = budget.openPart({ ...at, kind: 'cell', sheet: index + 1, label });
    part.link(label);
    await isolate(budget, () => readXml(budget, entry.read(), new SheetReader(budget, part, shared, formats, epoch)));
  }
}

async function readStrings(budget: Budget, entry: ZipEntry | undefined): Promise<string[]> {
  const strings: string[] = [];
  let inText = false;
  let length = 0;
  if (entry === undefined) return strings;
  await isolate(budget, () =>
    readXml(budget, entry.read(), {
      open(name) {
        if (name === 'si') strings.push('');
        inText = name === 't';
      },
      text(text) {
        if (!inText) return;
        length += text.length;
        if (length > budget.limits.characters) throw new ReadingStop('over-budget');
        strings.push((strings.pop() ?? '') + text);
      },
      close() {
        inText = false;
      },
    }),
  );
  return strings;
}

async function readFormats(budget: Budget, entry: ZipEntry | undefined): Promise<NumberFormat[]> {
  const codes = new Map<string, string>();
  const formats: NumberFormat[] = [];
  let inCells = false;
  if (entry === undefined) return formats;
  await isolate(budget, () =>
    readXml(budget, entry.read(), {
      open(name, attributes) {
        if (name === 'cellXfs') inCells = true;
        if (name === 'numFmt') codes.set(attributes.get('numFmtId') ?? '', attributes.get('formatCode') ?? '');
        if (name === 'xf' && inCells) formats.push(formatOfNumber(attributes.get('numFmtId') ?? '0', codes));
      },
      close(name) {
        if (name === 'cellXfs') inCells = false;
      },
    }),
  );
  return formats;
}

function formatOfNumber(id: string, codes: ReadonlyMap<string, string>): NumberFormat {
  const number = Number(id);
  if (
    (number >= 14 && number <= 17) ||
    number === 22 ||
    (number >= 27 && number <= 36) ||
    (number >= 50 && number <= 58)
  )
    return 'date';
  // The first section is for positive numbers. With a condition, as for phone numbers, the second one is for longer numbers.
  const [first = '', second = ''] = (codes.get(id) ?? '').split(';');
  const code = /^\[<=?\d+\]/.test(first) ? second : first;
  const bare = code.replace(/\[[^\]]*\]|_.|\*./g, '');
  if (/[dy]/i.test(bare.replace(/"[^"]*"|\\./g, ''))) return 'date';
  const pattern = bare.replace(/\\(.)|"([^"]*)"/g, '$1$2');
  // Two digits or more with nothing else but separators: an ID number, a phone number or a postal code.
  return /^[^?,%@E*]*$/.test(pattern) && /^\+|0.*0|#{3}.*#{4}$/.test(pattern) && !/^[^.]*[#0]\.0+[^.#0]*$/.test(pattern)
    ? { pattern }
    : 'general';
}

const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const DAY_MS = 86_400_000;

function showNumber(value: string, format: NumberFormat, epoch = EPOCH_1900): string {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return value;
  if (format === 'date' && number >= 1 && number < 2_958_466)
    return new Date(epoch + number * DAY_MS)
      .toISOString()
      .replace(/T(?:00:00:00)?|[.:]\d\d?\d?Z/g, (part) => (part === 'T' ? ' ' : ''));
  if (typeof format === 'object' && Number.isInteger(number) && number >= 0) {
    const digits = String(number).padStart(format.pattern.replace(/[^0]/g, '').length, '0').split('');
    const first = format.pattern.search(/[0#]/);
    const shown = Array.from(format.pattern, (sign, at) => ({ sign, at }))
      .reverse()
      .map(({ sign, at }) => {
        if (!/[0#]/.test(sign)) return sign;
        return at === first ? digits.join('') : (digits.pop() ?? '');
      });
    return shown.reverse().join('');
  }
  return /e\+/i.test(value) && Math.abs(number) < 1e21 ? BigInt(Math.round(number)).toString() : value;
}

class SheetReader implements XmlReader {
  private row = 0;
  private column = 0;
  private type = '';
  private format: NumberFormat = 'general';
  private value = '';
  private formula = '';
  private readonly formulas = new Set<string>();
  private inside = '';
  private width = 1;
  private hasHeader = false;
  private cells: { readonly column: number; readonly value: string; readonly formula: string }[] = [];

  constructor(
    private readonly budget: Budget,
    private readonly part: PartWriter,
    private readonly shared: readonly string[],
    private readonly formats: readonly NumberFormat[],
    private readonly epoch: number,
  ) {}

  open(name: string, attributes: XmlAttributes): void {
    this.inside = name;
    if (name === 'dimension') this.width = columnOf(/:([A-Z]+)/.exec(attributes.get('ref') ?? '')?.[1] ?? 'A');
    else if (name === 'sheetData') this.part.tag('<table>');
    else if (name === 'row') {
      this.row = Number(attributes.get('r') ?? this.row + 1);
      this.column = 0;
      this.cells = [];
    } else if (name === 'c') {
      const reference = attributes.get('r');
      this.column = reference === undefined ? this.column + 1 : columnOf(reference);
      this.type = attributes.get('t') ?? 'n';
      this.format = this.formats[Number(attributes.get('s') ?? -1)] ?? 'general';
      this.value = '';
      this.formula = '';
    } else if (name === 'hyperlink') {
      for (const key of ['location', 'display', 'tooltip']) this.part.link(attributes.get(key) ?? '');
    } else if (name === 'dataValidation') {
      for (const key of ['prompt', 'promptTitle', 'error', 'errorTitle']) this.part.link(attributes.get(key) ?? '');
    }
  }

  text(text: string): void {
    if (this.inside === 'v' || this.inside === 't') this.value += text;
    else if (this.inside === 'f') this.formula += text;
    else if (/^(?:odd|even|first)(?:Header|Footer)$|^formula\d?$/.test(this.inside)) this.part.paragraph(text);
  }

  close(name: string): void {
    this.inside = '';
    if (name === 'c') this.endCell();
    else if (name === 'row') this.endRow();
    else if (name === 'sheetData') this.part.tag('</table>');
  }

  private endCell(): void {
    const { value, type, shared } = this;
    if (type === 's' && value !== '' && shared[Number(value)] === undefined) this.budget.report('damaged');
    const shown =
      type === 's' ? (shared[Number(value)] ?? '') : type === 'n' ? showNumber(value, this.format, this.epoch) : value;
    // A formula has nothing that its value does not show, but texts and long numbers.
    const literals = this.formula.match(/"[^"]*"|'[^']*'|\d{6,}/g)?.join('') ?? '';
    const formula = literals === '' || this.formulas.has(literals) ? '' : this.formula;
    this.formulas.add(literals);
    if (shown !== '' || formula !== '') this.cells.push({ column: this.column, value: shown, formula });
  }

  /** A single cell above the header is the title of a table, as a cell over all columns is on a page. */
  private endRow(): void {
    const { part, cells } = this;
    if (cells.length === 0) return;
    const isTitle = cells.length === 1 && this.width > 1 && !this.hasHeader;
    this.hasHeader ||= !isTitle;
    part.tag('<tr>');
    let next = 1;
    for (const { column, value, formula } of cells) {
      if (column > next && !isTitle) part.tag(cellTag('td', String(column - next)));
      part.mark(this.row, column);
      part.tag(isTitle ? '<td colspan="2">' : '<td>');
      part.text(value);
      part.link(formula);
      next = column + 1;
    }
    this.cells = [];
  }
}

/** A1 and A are column 1. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? 'A') column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}
