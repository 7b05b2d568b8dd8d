import { BLOCK_BORDER, INLINE_OBJECT } from './flat-text';
import type { Block, BlockRange, FlatText, LocationKind, Path, Segment, Skipped } from './flat-text';

type Context = Pick<Block, 'columnHeader' | 'rowHeader' | 'heading'>;

const NO_CONTEXT: Context = { columnHeader: undefined, rowHeader: undefined, heading: undefined };

interface Table {
  /** The row that is being read, from 0; -1 before the first. */
  row: number;
  /** The column that the next cell of the row begins in, unless a cell of a row above reaches into it. */
  column: number;
  /** For each column: how many more rows a cell reaches into, this one included. */
  readonly reaching: number[];
  readonly columnHeaders: (BlockRange | undefined)[];
  rowHeader: BlockRange | undefined;
  cell: { readonly from: number; readonly column: number; readonly span: number } | undefined;
  /** What held around the table. */
  readonly outside: Context;
}

/** What is known of a block without the document: there are many, and most are never asked where they come from. */
class TextBlock implements Block {
  private own: readonly Segment[] | undefined;

  constructor(
    readonly start: number,
    readonly end: number,
    readonly kind: LocationKind,
    private readonly context: Context,
    /** Of the whole document; this block's are those from one number to another. */
    private readonly all: Segments,
    private readonly from: number,
    private readonly to: number,
  ) {}

  get segments(): readonly Segment[] {
    return (this.own ??= this.all.list.slice(this.from, this.to));
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
}

/** Those of a document, kept as they are read; or only counted, and read when somebody asks for them. */
class Segments {
  count = 0;
  private known: Segment[] | undefined;

  constructor(private readonly later: (() => Segment[]) | undefined) {
    if (later === undefined) this.known = [];
  }

  get list(): Segment[] {
    return (this.known ??= this.later?.() ?? []);
  }
}

/** A string of a document, or a part of one, that is read on its own. */
interface Piece {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

interface Aside {
  readonly kind: LocationKind;
  readonly pieces: readonly Piece[];
  readonly path: Path | undefined;
  readonly name: string | undefined;
}

/** Cells further to the right have no headers: how wide a cell is comes from the document, which may say anything. */
const MAX_COLUMNS = 500;

/** Makes a FlatText of what a reader of a document comes upon, in the order of reading. */
export class FlatTextBuilder {
  private readonly pieces: string[] = [];
  private readonly blocks: Block[] = [];
  private readonly skipped: Skipped[] = [];
  private readonly tables: Table[] = [];
  private asides: Aside[] = [];
  private readonly all: Segments;
  private length = 0;
  /** The kind of the block that is open, where it begins, its first segment, and whether nothing is to be seen of it. */
  private open: LocationKind | undefined;
  private start = 0;
  private firstSegment = 0;
  private blank = true;
  private context: Context = NO_CONTEXT;
  private outsideOfField: Context | undefined;
  /** Whether it keeps where things are from as it is told of them. */
  readonly keepsPlaces: boolean;

  /** @param segmentsLater those that another reading of the same document keeps, where this one is to be quick */
  constructor(segmentsLater?: () => Segment[]) {
    this.keepsPlaces = segmentsLater === undefined;
    this.all = new Segments(segmentsLater);
  }

  /** All of them once it is built. */
  get segments(): Segment[] {
    return this.all.list;
  }

  /** Text in a line: it grows together with what is added next. */
  text(text: string, kind: LocationKind, from: number, to: number): void {
    this.add(text, kind, undefined, from, to);
  }

  /** The `text` of a node. */
  node(text: string, kind: LocationKind, path: Path): void {
    this.add(text, kind, path, 0, text.length);
  }

  lineBreak(): void {
    if (this.open !== undefined) this.push('\n');
  }

  inlineObject(): void {
    if (this.open !== undefined) this.push(INLINE_OBJECT);
  }

  /** A string that is behind or beside the line: a block of its own. Its name, if it has one, tells what it is about. */
  aside(kind: LocationKind, text: string, path: Path, name?: string): void {
    this.asidePieces(kind, [{ text, from: 0, to: text.length }], path, name);
  }

  asidePieces(kind: LocationKind, pieces: readonly Piece[], path?: Path, name?: string): void {
    if (pieces.every(({ text }) => text === '')) return;
    this.asides.push({ kind, pieces, path, name });
    if (this.open === undefined) this.flushAsides();
  }

  endBlock(): void {
    if (this.open !== undefined) this.close(this.open, this.context);
    this.open = undefined;
    this.flushAsides();
  }

  /** A heading begins; what it answers is for endHeading. */
  startHeading(): number {
    this.endBlock();
    return this.blocks.length;
  }

  endHeading(from: number): void {
    this.endBlock();
    if (this.blocks.length === from) return;
    const { columnHeader, rowHeader } = this.context;
    this.context = { columnHeader, rowHeader, heading: { from, to: this.blocks.length } };
  }

  /** What comes until endField is the value of something that has a name. */
  startField(name: string): void {
    this.endField();
    this.outsideOfField = this.context;
    if (name !== '') this.context = this.labelled(name);
  }

  endField(): void {
    this.endBlock();
    if (this.outsideOfField !== undefined) this.context = this.outsideOfField;
    this.outsideOfField = undefined;
  }

  startTable(): void {
    this.endBlock();
    this.tables.push({
      row: -1,
      column: 0,
      reaching: [],
      columnHeaders: [],
      rowHeader: undefined,
      cell: undefined,
      outside: this.context,
    });
  }

  startRow(): void {
    this.endCell();
    const table = this.tables.at(-1);
    if (table === undefined) return;
    table.row++;
    table.column = 0;
    table.reaching.forEach((rows, column) => (table.reaching[column] = Math.max(0, rows - 1)));
    if ((table.reaching[0] ?? 0) === 0) table.rowHeader = undefined;
  }

  startCell(columns: number, rows: number): void {
    this.endCell();
    const table = this.tables.at(-1);
    if (table === undefined) return;
    while ((table.reaching[table.column] ?? 0) > 0) table.column++;
    const { column } = table;
    const span = Math.max(0, Math.min(columns, MAX_COLUMNS - column));
    for (let at = column; at < column + span; at++) table.reaching[at] = rows;
    table.column = column + span;
    table.cell = { from: this.blocks.length, column, span };
    this.context = {
      columnHeader: table.row > 0 ? table.columnHeaders[column] : undefined,
      rowHeader: table.rowHeader,
      heading: table.outside.heading,
    };
  }

  endCell(): void {
    this.endBlock();
    const table = this.tables.at(-1);
    if (table?.cell === undefined) return;
    const { from, column, span } = table.cell;
    const range = { from, to: this.blocks.length };
    table.cell = undefined;
    this.context = table.outside;
    if (range.from === range.to) return;
    if (table.row === 0) for (let at = column; at < column + span; at++) table.columnHeaders[at] = range;
    if (column === 0) table.rowHeader = range;
  }

  endTable(): void {
    this.endCell();
    const table = this.tables.pop();
    if (table !== undefined) this.context = table.outside;
  }

  skip(reason: Skipped['reason'], pointer: string): void {
    this.skipped.push({ reason, pointer });
  }

  build(): FlatText {
    this.endBlock();
    return { text: this.pieces.join(''), blocks: this.blocks, skipped: this.skipped };
  }

  private flushAsides(): void {
    if (this.asides.length === 0) return;
    const asides = this.asides;
    this.asides = [];
    for (const { kind, pieces, path, name } of asides) {
      const context = name === undefined || name === '' ? this.context : this.labelled(name);
      this.begin();
      for (const { text, from, to } of pieces) this.put(text, path, false, from, to);
      this.close(kind, context);
    }
  }

  /** The context of something that has a name beside what is around it. */
  private labelled(name: string): Context {
    const { columnHeader, heading } = this.context;
    return { columnHeader, rowHeader: this.label(name), heading };
  }

  /** The name of something: read as context, without a place to point at. */
  private label(name: string): BlockRange {
    const from = this.blocks.length;
    this.begin();
    this.blank = false;
    this.push(name);
    this.close('attribute', NO_CONTEXT);
    return { from, to: from + 1 };
  }

  private begin(): void {
    this.start = this.length;
    this.firstSegment = this.all.count;
    this.blank = true;
  }

  private close(kind: LocationKind, context: Context): void {
    const { all, firstSegment } = this;
    if (!this.blank) {
      this.blocks.push(new TextBlock(this.start, this.length, kind, context, all, firstSegment, all.count));
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
    this.all.count++;
    if (this.keepsPlaces) {
      this.segments.push({ start: this.length, end: this.length + text.length, path, isText, from, to });
    }
    this.push(text);
  }

  private push(text: string): void {
    this.pieces.push(text);
    this.length += text.length;
  }
}

function isBlank(text: string): boolean {
  // Most begin with something visible.
  return text.charCodeAt(0) <= 0x20 && !/\S/.test(text);
}
