import { BLOCK_BORDER, INLINE_OBJECT } from './flat-text';
import type { Block, BlockRange, FlatText, LocationKind, PagePlace, Path, Segment, Skipped } from './flat-text';

interface Context extends Pick<Block, 'columnHeader' | 'rowHeader' | 'heading' | 'label' | 'row'> {
  /** A function, because only redactions read the places, and a table has thousands. */
  readonly place: () => PagePlace;
}

const NO_CONTEXT: Context = {
  columnHeader: undefined,
  rowHeader: undefined,
  heading: undefined,
  label: undefined,
  row: undefined,
  place: () => ({}),
};

interface Cell {
  readonly from: number;
  readonly column: number;
  readonly span: number;
  readonly isHeader: boolean;
}

interface ColumnHeader {
  readonly range: BlockRange;
  /** False for a usual cell in the first row, which may be a header or not. */
  readonly isHeader: boolean;
}

interface Table {
  /** The number of the table in the document. */
  readonly number: number;
  /** Zero-based; -1 before the first row. */
  row: number;
  /** The column of the next cell, unless a cell with a rowspan occupies it. */
  column: number;
  /** For each column: how many more rows a rowspan occupies, including the current one. */
  readonly rowsLeft: number[];
  readonly columnHeaders: (ColumnHeader | undefined)[];
  /** The row whose cells are the column headers: the first one, or the second one below a title. */
  headerRow: number;
  rowHeader: BlockRange | undefined;
  cell: Cell | undefined;
  /** The cells of the current row that are not empty, and the number of all of them. */
  cells: (Cell & { readonly to: number })[];
  cellCount: number;
  /** The blocks of the current row. Its end is known when the row ends. */
  rowRange: { readonly from: number; to: number };
  /** The context around the table. */
  readonly outside: Context;
}

/** A class with getters, because there are many blocks and the segments of most are never read. */
class TextBlock implements Block {
  private slice: readonly Segment[] | undefined;

  constructor(
    readonly start: number,
    readonly end: number,
    readonly kind: LocationKind,
    private readonly context: Context,
    private readonly labelParagraph: BlockRange | undefined,
    /** The segments of the whole document; this block has those from `from` to `to`. */
    private readonly allSegments: Segments,
    private readonly from: number,
    private readonly to: number,
  ) {}

  get segments(): readonly Segment[] {
    return (this.slice ??= this.allSegments.list.slice(this.from, this.to));
  }

  get columnHeader(): BlockRange | undefined {
    return this.context.columnHeader;
  }

  get rowHeader(): BlockRange | undefined {
    return this.context.rowHeader;
  }

  get heading(): BlockRange | undefined {
    return this.context.heading;
  }

  get label(): BlockRange | undefined {
    return this.labelParagraph ?? this.context.label;
  }

  get row(): BlockRange | undefined {
    return this.context.row;
  }

  get place(): PagePlace {
    return this.context.place();
  }
}

/** The segments of a document. They are kept during the first reading, or only counted and read again on first use. */
class Segments {
  count = 0;
  private known: Segment[] | undefined;

  constructor(private readonly readLater: (() => Segment[]) | undefined) {
    if (readLater === undefined) this.known = [];
  }

  get list(): Segment[] {
    return (this.known ??= this.readLater?.() ?? []);
  }
}

/** A string of the document, or a range of one. */
interface Piece {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

interface SideText {
  readonly kind: LocationKind;
  readonly pieces: readonly Piece[];
  readonly path: Path | undefined;
  readonly name: string | undefined;
}

/** Cells beyond this column get no headers. The document may claim any colspan, so this bounds the work. */
const MAX_COLUMNS = 500;

/** A longer paragraph that ends with a colon is a sentence. */
const MAX_LABEL = 60;
const ENDS_WITH_COLON = /[:\uff1a]\s*$/;

/** Builds a FlatText from the text, blocks and tables that a reader reports in document order. */
export class FlatTextBuilder {
  private text = '';
  private readonly blocks: Block[] = [];
  private readonly skipped: Skipped[] = [];
  private readonly tables: Table[] = [];
  private sideTexts: SideText[] = [];
  private readonly allSegments: Segments;
  private length = 0;
  /** The kind of the open block, its start, its first segment, and whether it is blank so far. */
  private open: LocationKind | undefined;
  private start = 0;
  private firstSegment = 0;
  private blank = true;
  private context: Context = NO_CONTEXT;
  private contextOutsideField: Context | undefined;
  /** The block before, if it labels the next one. */
  private labelParagraph: BlockRange | undefined;
  private lastText = '';
  private headingCount = 0;
  private tableCount = 0;
  /** False if segments are only counted. */
  readonly keepsSegments: boolean;

  /** @param segmentsLater reads the document again with segments; without it, segments are kept at once */
  constructor(segmentsLater?: () => Segment[]) {
    this.keepsSegments = segmentsLater === undefined;
    this.allSegments = new Segments(segmentsLater);
  }

  /** Complete after build(). */
  get segments(): Segment[] {
    return this.allSegments.list;
  }

  /** Appends inline text to the open block. */
  addText(addText: string, kind: LocationKind, from: number, to: number): void {
    this.add(addText, kind, undefined, from, to);
  }

  /** Appends the `text` of a node. */
  addNodeText(text: string, kind: LocationKind, path: Path): void {
    this.add(text, kind, path, 0, text.length);
  }

  addLineBreak(): void {
    if (this.open !== undefined) this.push('\n');
  }

  addInlineObject(): void {
    if (this.open !== undefined) this.push(INLINE_OBJECT);
  }

  /** Adds a string beside the visible text, such as an attribute, as a block of its own. Its name becomes its row header. */
  addSideText(kind: LocationKind, text: string, path: Path, name?: string): void {
    if (text === '') return;
    if (this.open !== undefined)
      this.sideTexts.push({ kind, pieces: [{ text, from: 0, to: text.length }], path, name });
    else {
      const context = this.contextOfSide(name);
      this.begin();
      this.put(text, path, false, 0, text.length);
      this.close(kind, context);
    }
  }

  addSidePieces(kind: LocationKind, pieces: readonly Piece[], path?: Path, name?: string): void {
    if (pieces.every(({ text }) => text === '')) return;
    this.sideTexts.push({ kind, pieces, path, name });
    if (this.open === undefined) this.flushSideTexts();
  }

  endBlock(): void {
    if (this.open !== undefined) this.closeParagraph(this.open);
    this.open = undefined;
    this.flushSideTexts();
  }

  /** Starts a heading. Pass the result to endHeading. */
  startHeading(): number {
    this.endBlock();
    this.labelParagraph = undefined;
    return this.blocks.length;
  }

  endHeading(from: number): void {
    this.endBlock();
    this.labelParagraph = undefined;
    if (this.blocks.length === from) return;
    const { columnHeader, rowHeader, label, row, place } = this.context;
    this.headingCount += 1;
    const heading = { from, to: this.blocks.length };
    const here = { ...place(), heading: this.headingCount };
    this.context = { columnHeader, rowHeader, heading, label, row, place: () => here };
  }

  /** Starts a named value; its name becomes the row header until endField. */
  startField(name: string): void {
    this.endField();
    this.contextOutsideField = this.context;
    if (name !== '') this.context = this.labeledContext(name);
  }

  endField(): void {
    this.endBlock();
    if (this.contextOutsideField !== undefined) this.context = this.contextOutsideField;
    this.contextOutsideField = undefined;
  }

  startTable(): void {
    this.endBlock();
    this.tableCount += 1;
    this.tables.push({
      number: this.tableCount,
      row: -1,
      column: 0,
      rowsLeft: [],
      columnHeaders: [],
      headerRow: 0,
      rowHeader: undefined,
      cell: undefined,
      cells: [],
      cellCount: 0,
      rowRange: { from: this.blocks.length, to: this.blocks.length },
      outside: this.context,
    });
  }

  startRow(): void {
    this.endRow();
    const table = this.tables.at(-1);
    if (table === undefined) return;
    table.row++;
    table.column = 0;
    table.rowRange = { from: this.blocks.length, to: this.blocks.length };
    table.rowsLeft.forEach((rows, column) => (table.rowsLeft[column] = Math.max(0, rows - 1)));
    if ((table.rowsLeft[0] ?? 0) === 0) table.rowHeader = undefined;
  }

  startCell(columns: number, rows: number, isHeader: boolean): void {
    this.endCell();
    const table = this.tables.at(-1);
    if (table === undefined) return;
    while ((table.rowsLeft[table.column] ?? 0) > 0) table.column++;
    const { column } = table;
    const span = Math.max(0, Math.min(columns, MAX_COLUMNS - column));
    for (let at = column; at < column + span; at++) table.rowsLeft[at] = rows;
    table.column = column + span;
    table.cell = { from: this.blocks.length, column, span, isHeader };
    table.cellCount++;
    const header = table.columnHeaders[column];
    const left = table.cells.at(-1);
    const { number, row, outside } = table;
    const isLabeled = left?.isHeader === true ? !isHeader : row > 0 && header?.isHeader !== true;
    this.context = {
      // A header cell names values. It is never a value.
      columnHeader: isHeader ? undefined : header?.range,
      rowHeader: table.rowHeader,
      heading: outside.heading,
      label: isLabeled ? left : undefined,
      row: table.rowRange,
      place: () => ({ ...outside.place(), table: number, row: row + 1, column: column + 1 }),
    };
  }

  endCell(): void {
    this.endBlock();
    const table = this.tables.at(-1);
    this.labelParagraph = undefined;
    if (table?.cell === undefined) return;
    const { from, column, span, isHeader } = table.cell;
    const to = this.blocks.length;
    table.cell = undefined;
    this.context = table.outside;
    if (from === to) return;
    const cell = { from, to, column, span, isHeader };
    table.cells.push(cell);
    if (cell.column === 0) table.rowHeader = cell;
  }

  endTable(): void {
    this.endRow();
    const table = this.tables.pop();
    if (table !== undefined) this.context = table.outside;
  }

  private endRow(): void {
    this.endCell();
    const table = this.tables.at(-1);
    if (table === undefined) return;
    const { row, cells, cellCount, rowRange } = table;
    rowRange.to = this.blocks.length;
    table.cells = [];
    table.cellCount = 0;
    const isTitle = cellCount === 1 && cells.some(({ span }) => span > 1);
    if (row === table.headerRow && isTitle) table.headerRow++;
    // A name and its value, as in the rows below.
    else if (cellCount === 2 && cells.length === 2 && cells[0]?.isHeader === true && cells[1]?.isHeader === false)
      return;
    // A row of header cells begins a new part of the table.
    else if (row !== table.headerRow && (cellCount < 2 || cells.some(({ isHeader }) => !isHeader))) return;
    for (const cell of cells) {
      const { column, span, isHeader } = cell;
      for (let at = column; at < column + span; at++) table.columnHeaders[at] = { range: cell, isHeader };
    }
  }

  reportSkipped(reason: Skipped['reason'], pointer: string): void {
    this.skipped.push({ reason, pointer });
  }

  build(): FlatText {
    this.endBlock();
    return { text: this.text, blocks: this.blocks, skipped: this.skipped };
  }

  private flushSideTexts(): void {
    if (this.sideTexts.length === 0) return;
    const sideTexts = this.sideTexts;
    this.sideTexts = [];
    for (const { kind, pieces, path, name } of sideTexts) {
      const context = this.contextOfSide(name);
      this.begin();
      for (const { text, from, to } of pieces) this.put(text, path, false, from, to);
      this.close(kind, context);
    }
  }

  private contextOfSide(name: string | undefined): Context {
    return name === undefined || name === '' ? this.context : this.labeledContext(name);
  }

  /** The current context with a name as the row header. */
  private labeledContext(name: string): Context {
    return { ...this.context, rowHeader: this.addLabel(name), label: undefined };
  }

  /** Adds a name as a block that serves as context and has no source position. */
  private addLabel(name: string): BlockRange {
    const from = this.blocks.length;
    this.begin();
    this.blank = false;
    this.push(name);
    this.close('attribute', NO_CONTEXT);
    return { from, to: from + 1 };
  }

  private begin(): void {
    this.start = this.length;
    this.firstSegment = this.allSegments.count;
    this.blank = true;
  }

  private closeParagraph(kind: LocationKind): void {
    const from = this.blocks.length;
    const isLabel = this.length - this.start <= MAX_LABEL && endsWithColon(this.lastText);
    const label = this.labelParagraph;
    if (!this.blank) this.labelParagraph = isLabel ? { from, to: from + 1 } : undefined;
    this.close(kind, this.context, label);
  }

  private close(kind: LocationKind, context: Context, label?: BlockRange): void {
    const { allSegments, firstSegment } = this;
    if (!this.blank) {
      this.blocks.push(
        new TextBlock(this.start, this.length, kind, context, label, allSegments, firstSegment, allSegments.count),
      );
    }
    this.push(BLOCK_BORDER);
  }

  private add(text: string, kind: LocationKind, path: Path | undefined, from: number, to: number): void {
    if (text === '') return;
    if (this.open !== kind) {
      this.endBlock();
      this.begin();
      this.open = kind;
    }
    this.put(text, path, path !== undefined, from, to);
  }

  private put(text: string, path: Path | undefined, isText: boolean, from: number, to: number): void {
    this.blank &&= isBlank(text);
    this.lastText = text;
    this.allSegments.count++;
    if (this.keepsSegments) {
      this.segments.push({ start: this.length, end: this.length + text.length, path, isText, from, to });
    }
    this.push(text);
  }

  private push(text: string): void {
    this.text += text;
    this.length += text.length;
  }
}

/** A text without structure is one block. */
export function flattenPlain(text: string): FlatText {
  const builder = new FlatTextBuilder();
  builder.addText(text, 'plain', 0, text.length);
  return builder.build();
}

function endsWithColon(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  // Fast path, because most texts end with a visible character of ASCII.
  return last > 0x20 && last < 0x7f ? last === COLON : ENDS_WITH_COLON.test(text);
}

const COLON = 0x3a;

function isBlank(text: string): boolean {
  // Fast path, because most texts start with a visible character.
  return text.charCodeAt(0) <= 0x20 && !/\S/.test(text);
}
