import type { FlatText, LocationKind, Path } from './flat-text';
import { toPointer } from './flat-text';
import { FlatTextBuilder } from './flat-text-builder';

/**
 * Reads a document of the Atlassian Document Format. Nothing is taken for granted: what has text is read, whatever
 * its type; what is no document at all is told as skipped. Depth does not matter, there is no recursion.
 */
export function flattenAdf(document: unknown): FlatText {
  const builder = new FlatTextBuilder();
  if (!isRecord(document)) builder.skip('malformed', '');
  else readAdf(document, builder);
  return builder.build();
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

type Step =
  | { readonly do: 'read'; readonly node: unknown; readonly path: Path | undefined; readonly code: boolean }
  | { readonly do: 'leave'; readonly type: string; readonly heading: number };

function readAdf(document: Readonly<Record<string, unknown>>, builder: FlatTextBuilder): void {
  const steps: Step[] = [{ do: 'read', node: document, path: undefined, code: false }];
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if (step.do === 'leave') leave(step.type, step.heading, builder);
    else readNode(step.node, step.path, step.code, builder, steps);
  }
}

function readNode(node: unknown, path: Path | undefined, code: boolean, builder: FlatTextBuilder, steps: Step[]): void {
  if (!isRecord(node)) {
    builder.skip('malformed', toPointer(path));
    return;
  }
  const type = typeof node['type'] === 'string' ? node['type'] : '';
  const { text, attrs, marks, content } = node;
  const inline = INLINE.has(type) || (type !== 'doc' && typeof text === 'string');
  const heading = inline ? 0 : enter(type, attrs, builder);
  if (typeof text === 'string')
    builder.text(text, { parent: path, key: 'text' }, 0, text.length, code ? 'code' : 'text');
  else if (type === 'hardBreak') builder.lineBreak();
  else if (inline) builder.inlineObject();
  if (Array.isArray(marks)) {
    marks.forEach((mark: unknown, index) => {
      if (!isRecord(mark) || !isRecord(mark['attrs'])) return;
      const place: Path = { parent: { parent: path, key: 'marks' }, key: index };
      readAttributes(mark['attrs'], { parent: place, key: 'attrs' }, builder, '');
    });
  }
  if (isRecord(attrs)) readAttributes(attrs, { parent: path, key: 'attrs' }, builder, type);
  if (!inline) steps.push({ do: 'leave', type, heading });
  if (!Array.isArray(content)) {
    if (content !== undefined) builder.skip('malformed', toPointer({ parent: path, key: 'content' }));
    return;
  }
  const within = code || type === 'codeBlock';
  const list: Path = { parent: path, key: 'content' };
  for (let index = content.length - 1; index >= 0; index--) {
    const child: unknown = content[index];
    steps.push({ do: 'read', node: child, path: { parent: list, key: index }, code: within });
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

interface Attribute {
  readonly value: unknown;
  readonly path: Path;
  readonly name: string;
  readonly kind: LocationKind | undefined;
}

function readAttributes(attrs: object, path: Path, builder: FlatTextBuilder, nodeType: string): void {
  const pending: Attribute[] = [{ value: attrs, path, name: '', kind: undefined }];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const { value, name, kind } = at;
    if (typeof value === 'string') {
      builder.aside(kind ?? kindOf(name, nodeType), value, at.path, kind === undefined ? undefined : name);
    } else if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index--) {
        const item: unknown = value[index];
        pending.push({ value: item, path: { parent: at.path, key: index }, name, kind });
      }
    } else if (isRecord(value)) {
      for (const key of Object.keys(value).reverse()) {
        if (IDS.has(key) || (kind === undefined && NOT_TYPED.has(key))) continue;
        // `{ "token": { "value": "…" } }`: what a macro's parameter is called.
        const called = kind !== undefined && key === 'value' ? name : key;
        const inside = PARAMETERS.has(key) ? 'macro-parameter' : kind;
        pending.push({ value: value[key], path: { parent: at.path, key }, name: called, kind: inside });
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

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
