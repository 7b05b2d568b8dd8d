import type { FlatText, LocationKind, Path, Segment } from './flat-text';
import { toPointer } from './flat-text';
import { FlatTextBuilder } from './flat-text-builder';

/**
 * Reads a document of the Atlassian Document Format. Unknown node types are read like known ones; malformed nodes are
 * reported as skipped. The reader does not recurse, so depth is no limit.
 * Source positions are read on first use, because most documents have no findings. Do not change the document until then.
 */
export function flattenAdf(document: unknown): FlatText {
  const flat = read(document, new FlatTextBuilder(() => readWithSegments(document).segments)).build();
  return flat.skipped.length === 0 ? flat : readWithSegments(document).flat;
}

function readWithSegments(document: unknown): { readonly flat: FlatText; readonly segments: Segment[] } {
  const builder = read(document, new FlatTextBuilder());
  return { flat: builder.build(), segments: builder.segments };
}

function read(document: unknown, builder: FlatTextBuilder): FlatTextBuilder {
  if (!isRecord(document)) builder.reportSkipped('malformed', '');
  else readAdf(document, builder);
  return builder;
}

/** How a node is read depends on its type. Nodes of other types start and end blocks. */
type Reading = 'block' | 'text' | 'inline' | 'break' | 'code' | 'heading' | 'table' | 'row' | 'header' | 'cell';

const READINGS: ReadonlyMap<unknown, Reading> = new Map<unknown, Reading>([
  ['text', 'text'],
  ['hardBreak', 'break'],
  ...'mention emoji date status placeholder inlineCard inlineExtension mediaInline image'
    .split(' ')
    .map((type) => [type, 'inline'] as const),
  ['codeBlock', 'code'],
  ['heading', 'heading'],
  ['table', 'table'],
  ['tableRow', 'row'],
  ['tableHeader', 'header'],
  ['tableCell', 'cell'],
]);

/** Attributes with ids. Ids are random and would cause false findings. */
const IDS = new Set('accountId account-id localId local-id macroId macro-id ac:macro-id ac:local-id'.split(' '));

/** Attributes that people do not type. Not applied within macro parameters, whose names are arbitrary. */
const IGNORED_ATTRIBUTES = new Set([
  ...IDS,
  ...'accessLevel background collection color contentId displayMode extensionId extensionKey extensionType'.split(' '),
  ...'fragmentLocalId id language layout occurrenceKey panelColor panelIcon panelIconId panelType resourceId'.split(
    ' ',
  ),
  ...'schemaVersion shortName state style timestamp type userType widthType'.split(' '),
]);

const KINDS: ReadonlyMap<string, LocationKind> = new Map([
  ['href', 'link'],
  ['url', 'link'],
  ['title', 'title'],
  ['alt', 'alternative-text'],
]);

/** Every string inside these attributes is a macro parameter. */
const PARAMETERS = new Set(['parameters', 'data']);

/** A node that is being read, and the index of its next child. */
interface Frame {
  content: readonly unknown[];
  next: number;
  path: Path | undefined;
  code: boolean;
  reading: Reading;
  heading: number;
}

/** Replaces every path while the builder does not keep positions. */
const NO_PATH: Path = { parent: undefined, name: '', index: -1 };

/** Extends a path by one member. */
function step(builder: FlatTextBuilder, parent: Path | undefined, name: string, index = -1): Path {
  return builder.keepsSegments ? { parent, name, index } : NO_PATH;
}

function readAdf(document: AnyRecord, builder: FlatTextBuilder): void {
  const frames: Frame[] = [];
  const start = readNode(document, undefined, false, builder);
  if (start !== undefined) frames.push(start);
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const { content, path } = frame;
    if (frame.next === content.length) {
      frames.pop();
      leave(frame.reading, frame.heading, builder);
      continue;
    }
    const index = frame.next++;
    const opened = readNode(content[index], step(builder, path, 'content', index), frame.code, builder);
    if (opened !== undefined) frames.push(opened);
  }
}

/** Reads a node without its children. Returns undefined if it has none. */
function readNode(node: unknown, path: Path | undefined, code: boolean, builder: FlatTextBuilder): Frame | undefined {
  if (!isRecord(node)) {
    builder.reportSkipped('malformed', toPointer(path));
    return undefined;
  }
  const { text, marks, content } = node;
  // Most nodes are text.
  if (typeof text === 'string' && content === undefined && path !== undefined) {
    builder.addNodeText(text, code ? 'code' : 'text', path);
    if (marks !== undefined && Array.isArray(marks)) readMarks(marks, path, builder);
    const { attrs } = node;
    if (attrs !== undefined && isRecord(attrs)) readAttributes(attrs, path, builder, node['type']);
    return undefined;
  }
  const { type, attrs } = node;
  const byType = READINGS.get(type) ?? 'block';
  const isText = typeof text === 'string' && path !== undefined;
  const reading = isText ? 'text' : byType;
  const heading = enter(reading, attrs, builder);
  if (isText) builder.addNodeText(text, code ? 'code' : 'text', path);
  else if (reading === 'break') builder.addLineBreak();
  else if (isInline(reading)) builder.addInlineObject();
  if (marks !== undefined && Array.isArray(marks)) readMarks(marks, path, builder);
  if (attrs !== undefined && isRecord(attrs)) readAttributes(attrs, path, builder, type);
  if (content !== undefined) {
    if (Array.isArray(content)) {
      return { content, next: 0, path, code: code || byType === 'code', reading, heading };
    }
    builder.reportSkipped('malformed', toPointer(step(builder, path, 'content')));
  }
  leave(reading, heading, builder);
  return undefined;
}

function isInline(reading: Reading): boolean {
  return reading === 'text' || reading === 'inline' || reading === 'break';
}

function readMarks(marks: readonly unknown[], path: Path | undefined, builder: FlatTextBuilder): void {
  for (let index = 0; index < marks.length; index++) {
    const mark = marks[index];
    const attrs = isRecord(mark) ? mark['attrs'] : undefined;
    if (!isRecord(attrs)) continue;
    readAttributes(attrs, step(builder, path, 'marks', index), builder, '');
  }
}

function enter(reading: Reading, attrs: unknown, builder: FlatTextBuilder): number {
  switch (reading) {
    case 'text':
    case 'inline':
    case 'break':
      return 0;
    case 'heading':
      return builder.startHeading();
    case 'table':
      builder.startTable();
      return 0;
    case 'row':
      builder.startRow();
      return 0;
    case 'header':
    case 'cell':
      builder.startCell(numberOf(attrs, 'colspan'), numberOf(attrs, 'rowspan'), reading === 'header');
      return 0;
    default:
      builder.endBlock();
      return 0;
  }
}

function leave(reading: Reading, heading: number, builder: FlatTextBuilder): void {
  switch (reading) {
    case 'text':
    case 'inline':
    case 'break':
      return;
    case 'heading':
      builder.endHeading(heading);
      return;
    case 'table':
      builder.endTable();
      return;
    case 'header':
    case 'cell':
      builder.endCell();
      return;
    default:
      builder.endBlock();
  }
}

/** An object or array inside an attribute. */
interface InnerValue {
  readonly value: unknown;
  readonly path: Path;
  /** The member name that labels the strings in it. */
  readonly name: string;
  readonly kind: LocationKind | undefined;
}

/** @param owner the path of the node or mark that has the attributes */
function readAttributes(attrs: AnyRecord, owner: Path | undefined, builder: FlatTextBuilder, nodeType: unknown): void {
  let innerValues: InnerValue[] | undefined;
  for (const key in attrs) {
    const value = attrs[key];
    const isString = typeof value === 'string';
    if (!isString && (typeof value !== 'object' || value === null)) continue;
    if (IGNORED_ATTRIBUTES.has(key)) continue;
    const path = step(builder, step(builder, owner, 'attrs'), key);
    if (isString) builder.addSideText(kindOf(key, nodeType), value, path);
    else {
      innerValues ??= [];
      innerValues.push({ value, path, name: key, kind: PARAMETERS.has(key) ? 'macro-parameter' : undefined });
    }
  }
  if (innerValues !== undefined) readInnerValues(innerValues.reverse(), builder, nodeType);
}

/** Reads the last entry first. */
function readInnerValues(pending: InnerValue[], builder: FlatTextBuilder, nodeType: unknown): void {
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const { value, path, name, kind } = at;
    if (typeof value === 'string') {
      builder.addSideText(kind ?? kindOf(name, nodeType), value, path, kind === undefined ? undefined : name);
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
        if ((kind === undefined ? IGNORED_ATTRIBUTES : IDS).has(key)) continue;
        // `{ "token": { "value": "…" } }`: the outer name labels the macro parameter.
        const label = kind !== undefined && key === 'value' ? name : key;
        const innerKind = PARAMETERS.has(key) ? 'macro-parameter' : kind;
        pending.push({ value: value[key], path: step(builder, path, key), name: label, kind: innerKind });
      }
    }
  }
}

function kindOf(name: string, nodeType: unknown): LocationKind {
  if (name === 'text' && nodeType === 'status') return 'status';
  return KINDS.get(name) ?? 'attribute';
}

function numberOf(attrs: unknown, key: string): number {
  const value = isRecord(attrs) ? attrs[key] : undefined;
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 1;
}

type AnyRecord = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is AnyRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
