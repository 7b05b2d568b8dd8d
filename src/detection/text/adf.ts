import type { FlatText, LocationKind, Path, Segment } from './flat-text';
import { toPointer } from './flat-text';
import { FlatTextBuilder } from './flat-text-builder';

/**
 * Reads a document of the Atlassian Document Format. Nothing is taken for granted: what has text is read, whatever
 * its type; what is no document at all is told as skipped. Depth does not matter, there is no recursion.
 * Where its text is from is read only when somebody asks, because in most documents nothing is found: until then the
 * document must stay as it is.
 */
export function flattenAdf(document: unknown): FlatText {
  const flat = read(document, new FlatTextBuilder(() => withPlaces(document).segments)).build();
  return flat.skipped.length === 0 ? flat : withPlaces(document).flat;
}

function withPlaces(document: unknown): { readonly flat: FlatText; readonly segments: Segment[] } {
  const builder = read(document, new FlatTextBuilder());
  return { flat: builder.build(), segments: builder.segments };
}

function read(document: unknown, builder: FlatTextBuilder): FlatTextBuilder {
  if (!isRecord(document)) builder.skip('malformed', '');
  else readAdf(document, builder);
  return builder;
}

/** What stands in a line. Other types begin and end blocks. */
const INLINE = new Set([
  'text',
  'hardBreak',
  'mention',
  'emoji',
  'date',
  'status',
  'placeholder',
  'inlineCard',
  'inlineExtension',
  'mediaInline',
  'image',
]);

/** Ids. They are random, so what they look like by chance would be found again and again. */
const IDS = new Set([
  'accountId',
  'account-id',
  'localId',
  'local-id',
  'macroId',
  'macro-id',
  'ac:macro-id',
  'ac:local-id',
]);

/** What is not typed by anybody, outside the parameters of macros, which may be called anything. */
const NOT_TYPED = new Set([
  ...IDS,
  'accessLevel',
  'background',
  'collection',
  'color',
  'contentId',
  'displayMode',
  'extensionId',
  'extensionKey',
  'extensionType',
  'fragmentLocalId',
  'id',
  'language',
  'layout',
  'occurrenceKey',
  'panelColor',
  'panelIcon',
  'panelIconId',
  'panelType',
  'resourceId',
  'schemaVersion',
  'shortName',
  'state',
  'style',
  'timestamp',
  'type',
  'userType',
  'widthType',
]);

const KINDS: Readonly<Record<string, LocationKind>> = {
  href: 'link',
  url: 'link',
  title: 'title',
  alt: 'alternative-text',
};

/** All that is inside these is a parameter of a macro. */
const PARAMETERS = new Set(['parameters', 'data']);

/** A node that is being read: its content, and how far that is done. */
interface Frame {
  content: readonly unknown[];
  next: number;
  path: Path | undefined;
  code: boolean;
  type: string;
  heading: number;
  inline: boolean;
}

/** What stands for every place while places are not kept. */
const SOMEWHERE: Path = { parent: undefined, name: '', index: -1 };

/** A step further into the document. */
function step(builder: FlatTextBuilder, parent: Path | undefined, name: string, index = -1): Path {
  return builder.keepsPlaces ? { parent, name, index } : SOMEWHERE;
}

function readAdf(document: AnyRecord, builder: FlatTextBuilder): void {
  const frames: Frame[] = [];
  const start = readNode(document, undefined, false, builder);
  if (start !== undefined) frames.push(start);
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const { content, path } = frame;
    if (frame.next === content.length) {
      frames.pop();
      if (!frame.inline) leave(frame.type, frame.heading, builder);
      continue;
    }
    const index = frame.next++;
    const opened = readNode(content[index], step(builder, path, 'content', index), frame.code, builder);
    if (opened !== undefined) frames.push(opened);
  }
}

/** Reads what a node has itself; undefined if there is nothing in it. */
function readNode(node: unknown, path: Path | undefined, code: boolean, builder: FlatTextBuilder): Frame | undefined {
  if (!isRecord(node)) {
    builder.skip('malformed', toPointer(path));
    return undefined;
  }
  const type = typeof node['type'] === 'string' ? node['type'] : '';
  if (type === 'text' && readText(node, path, code, builder)) return undefined;
  const { text, attrs, marks, content } = node;
  const inline = (typeof text === 'string' && path !== undefined) || INLINE.has(type);
  const heading = inline ? 0 : enter(type, attrs, builder);
  if (typeof text === 'string' && path !== undefined) builder.node(text, code ? 'code' : 'text', path);
  else if (type === 'hardBreak') builder.lineBreak();
  else if (inline) builder.inlineObject();
  if (Array.isArray(marks)) readMarks(marks, path, builder);
  if (isRecord(attrs)) readAttributes(attrs, path, builder, type);
  if (Array.isArray(content)) {
    return { content, next: 0, path, code: code || type === 'codeBlock', type, heading, inline };
  }
  if (content !== undefined) builder.skip('malformed', toPointer(step(builder, path, 'content')));
  if (!inline) leave(type, heading, builder);
  return undefined;
}

/** More than half of all nodes are of this shape: in a function of their own, their members are found at once. */
function readText(node: AnyRecord, path: Path | undefined, code: boolean, builder: FlatTextBuilder): boolean {
  const { text, attrs, marks, content } = node;
  if (typeof text !== 'string' || attrs !== undefined || content !== undefined || path === undefined) return false;
  builder.node(text, code ? 'code' : 'text', path);
  if (Array.isArray(marks)) readMarks(marks, path, builder);
  return true;
}

function readMarks(marks: readonly unknown[], path: Path | undefined, builder: FlatTextBuilder): void {
  for (let index = 0; index < marks.length; index++) {
    const mark = marks[index];
    const attrs = isRecord(mark) ? mark['attrs'] : undefined;
    if (!isRecord(attrs)) continue;
    readAttributes(attrs, step(builder, path, 'marks', index), builder, '');
  }
}

function enter(type: string, attrs: unknown, builder: FlatTextBuilder): number {
  switch (type) {
    case 'heading':
      return builder.startHeading();
    case 'table':
      builder.startTable();
      return 0;
    case 'tableRow':
      builder.startRow();
      return 0;
    case 'tableHeader':
    case 'tableCell':
      builder.startCell(numberOf(attrs, 'colspan'), numberOf(attrs, 'rowspan'));
      return 0;
    default:
      builder.endBlock();
      return 0;
  }
}

function leave(type: string, heading: number, builder: FlatTextBuilder): void {
  switch (type) {
    case 'heading':
      builder.endHeading(heading);
      return;
    case 'table':
      builder.endTable();
      return;
    case 'tableHeader':
    case 'tableCell':
      builder.endCell();
      return;
    default:
      builder.endBlock();
  }
}

/** What is inside an attribute that is no string. */
interface Inner {
  readonly value: unknown;
  readonly path: Path;
  /** What the strings in it are called. */
  readonly name: string;
  readonly kind: LocationKind | undefined;
}

/** @param owner what has them: a node or a mark */
function readAttributes(attrs: AnyRecord, owner: Path | undefined, builder: FlatTextBuilder, nodeType: string): void {
  let inner: Inner[] | undefined;
  for (const key in attrs) {
    const value = attrs[key];
    const isString = typeof value === 'string';
    if (!isString && (typeof value !== 'object' || value === null)) continue;
    if (NOT_TYPED.has(key)) continue;
    const path = step(builder, step(builder, owner, 'attrs'), key);
    if (isString) builder.aside(kindOf(key, nodeType), value, path);
    else {
      inner ??= [];
      inner.push({ value, path, name: key, kind: PARAMETERS.has(key) ? 'macro-parameter' : undefined });
    }
  }
  if (inner !== undefined) readInner(inner.reverse(), builder, nodeType);
}

/** The last of them is read first. */
function readInner(pending: Inner[], builder: FlatTextBuilder, nodeType: string): void {
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const { value, path, name, kind } = at;
    if (typeof value === 'string') {
      builder.aside(kind ?? kindOf(name, nodeType), value, path, kind === undefined ? undefined : name);
    } else if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index--) {
        const item: unknown = value[index];
        pending.push({
          value: item,
          path: path.index < 0 ? step(builder, path.parent, path.name, index) : step(builder, path, String(index)),
          name,
          kind,
        });
      }
    } else if (isRecord(value)) {
      for (const key of Object.keys(value).reverse()) {
        if ((kind === undefined ? NOT_TYPED : IDS).has(key)) continue;
        // `{ "token": { "value": "…" } }`: what a macro's parameter is called.
        const called = kind !== undefined && key === 'value' ? name : key;
        const inside = PARAMETERS.has(key) ? 'macro-parameter' : kind;
        pending.push({ value: value[key], path: step(builder, path, key), name: called, kind: inside });
      }
    }
  }
}

function kindOf(name: string, nodeType: string): LocationKind {
  if (name === 'text' && nodeType === 'status') return 'status';
  return KINDS[name] ?? 'attribute';
}

function numberOf(attrs: unknown, key: string): number {
  const value = isRecord(attrs) ? attrs[key] : undefined;
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 1;
}

type AnyRecord = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is AnyRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
