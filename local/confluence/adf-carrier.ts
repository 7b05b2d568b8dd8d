import { encodeAttribute, encodeText, textOf, type StorageElement, type StorageNode } from './storage-format';

/**
 * The form of ADF in storage format where storage format has no element of its own: `data-…` attributes, `span` for marks, and
 * `ac:adf-node` for nodes. Confluence uses similar forms; their details are not documented.
 */

/** Atlassian Document Format. */
export interface AdfNode {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly marks?: readonly AdfMark[];
  readonly content?: readonly AdfNode[];
  readonly text?: string;
}
export interface AdfMark {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
}

/** The attributes that have a name of their own in storage format. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['localId', 'local-id'],
  ['colspan', 'colspan'],
  ['rowspan', 'rowspan'],
]);
const KEYS: ReadonlyMap<string, string> = new Map([...NAMES].map(([key, name]) => [name, key]));

/** A string stays itself, unless it looks like JSON. */
function toText(value: unknown): string {
  return typeof value === 'string' && fromText(value) === value ? value : JSON.stringify(value);
}

function fromText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** @param except the attributes that the element has in another form */
export function dataAttributes(attrs: AdfNode['attrs'] = {}, except: readonly string[] = []): string {
  return Object.entries(attrs)
    .filter(([key, value]) => !except.includes(key) && value !== undefined)
    .map(([key, value]) => {
      const name = NAMES.get(key);
      const text = name === 'local-id' ? String(value) : toText(value);
      return ` ${name ?? `data-${key}`}="${encodeAttribute(text)}"`;
    })
    .join('');
}

export function attrsOf({ attributes }: StorageElement): Record<string, unknown> {
  const attrs: Record<string, unknown> = {};
  for (const [name, text] of attributes) {
    const key = KEYS.get(name) ?? (name.startsWith('data-') ? name.slice('data-'.length) : undefined);
    if (key !== undefined) attrs[key] = key === 'localId' ? text : fromText(text);
  }
  return attrs;
}

export function carriedMark({ type, attrs }: AdfMark, inner: string): string {
  return `<span data-mark="${type}"${dataAttributes(attrs)}>${inner}</span>`;
}

/** The mark of a `span`. Undefined for any other element. */
export function markOf(element: StorageElement): AdfMark | undefined {
  const { mark, ...attrs } = attrsOf(element);
  if (element.name !== 'span' || typeof mark !== 'string') return undefined;
  return Object.keys(attrs).length === 0 ? { type: mark } : { type: mark, attrs };
}

const MARKS = 'marks';

export function carriedNode({ type, attrs = {}, marks, content }: AdfNode, inner: string): string {
  const all = marks === undefined || marks.length === 0 ? attrs : { ...attrs, [MARKS]: marks };
  const fields = Object.entries(all)
    .filter(([, value]) => value !== undefined)
    .map(
      ([key, value]) =>
        `<ac:adf-attribute key="${encodeAttribute(key)}">${encodeText(toText(value))}</ac:adf-attribute>`,
    )
    .join('');
  const body = content === undefined ? '' : `<ac:adf-content>${inner}</ac:adf-content>`;
  return `<ac:adf-node type="${encodeAttribute(type)}">${fields}${body}</ac:adf-node>`;
}

/** Readers without ADF see the fallback, a second copy of the text. */
export function withFallback(node: string, inner: string): string {
  return `<ac:adf-extension>${node}<ac:adf-fallback>${inner}</ac:adf-fallback></ac:adf-extension>`;
}

/** @param read the content of the node, from its elements */
export function readCarriedNode(
  element: StorageElement,
  read: (nodes: readonly StorageNode[], type: string) => readonly AdfNode[],
): AdfNode {
  const type = element.attributes.get('type') ?? '';
  const attrs: Record<string, unknown> = {};
  let content: readonly AdfNode[] | undefined;
  for (const child of element.children) {
    if (child.kind === 'text') continue;
    if (child.name === 'ac:adf-content') content = read(child.children, type);
    else attrs[child.attributes.get('key') ?? ''] = fromText(textOf(child.children));
  }
  const { [MARKS]: marks, ...own } = attrs;
  return {
    type,
    ...(Object.keys(own).length === 0 ? {} : { attrs: own }),
    ...(Array.isArray(marks) ? { marks: marks as AdfMark[] } : {}),
    ...(content === undefined ? {} : { content }),
  };
}
