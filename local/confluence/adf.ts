import { parseStorage, textOf, type StorageElement, type StorageNode } from './storage-format';

/** Atlassian Document Format, as far as the conversion supports it. */
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

const MARKS: ReadonlyMap<string, AdfMark> = new Map<string, AdfMark>([
  ['strong', { type: 'strong' }],
  ['b', { type: 'strong' }],
  ['em', { type: 'em' }],
  ['i', { type: 'em' }],
  ['u', { type: 'underline' }],
  ['s', { type: 'strike' }],
  ['del', { type: 'strike' }],
  ['code', { type: 'code' }],
  ['sub', { type: 'subsup', attrs: { type: 'sub' } }],
  ['sup', { type: 'subsup', attrs: { type: 'sup' } }],
]);
const PANELS: ReadonlyMap<string, string> = new Map([
  ['info', 'info'],
  ['note', 'note'],
  ['tip', 'success'],
  ['warning', 'warning'],
]);
const TRANSPARENT = new Set([
  'div',
  'section',
  'tbody',
  'thead',
  'ac:layout',
  'ac:layout-section',
  'ac:layout-cell',
  'ac:rich-text-body',
]);

function inline(nodes: readonly StorageNode[], marks: readonly AdfMark[]): AdfNode[] {
  return nodes.flatMap((node): AdfNode[] => {
    if (node.kind === 'text') {
      const text = node.text.replace(/[ \t\r\n]+/g, ' ');
      return text === '' ? [] : [{ type: 'text', text, ...(marks.length === 0 ? {} : { marks }) }];
    }
    if (node.name === 'br') return [{ type: 'hardBreak' }];
    const mark = MARKS.get(node.name);
    if (mark !== undefined) return inline(node.children, [...marks, mark]);
    if (node.name === 'a') {
      return inline(node.children, [...marks, { type: 'link', attrs: { href: node.attributes.get('href') ?? '' } }]);
    }
    if (node.name === 'ac:structured-macro') return [macro(node, 'inlineExtension')];
    return inline(node.children, marks);
  });
}

function parameters(element: StorageElement): Record<string, { value: string }> {
  const found: Record<string, { value: string }> = {};
  for (const child of element.children) {
    if (child.kind === 'element' && child.name === 'ac:parameter') {
      found[child.attributes.get('ac:name') ?? ''] = { value: textOf(child.children) };
    }
  }
  return found;
}

function macro(
  element: StorageElement,
  type: 'extension' | 'inlineExtension' | 'bodiedExtension',
  content?: readonly AdfNode[],
): AdfNode {
  const macroId = element.attributes.get('ac:macro-id');
  const localId = element.attributes.get('ac:local-id');
  return {
    type,
    attrs: {
      extensionType: 'com.atlassian.confluence.macro.core',
      extensionKey: element.attributes.get('ac:name') ?? '',
      parameters: {
        macroParams: parameters(element),
        ...(macroId === undefined ? {} : { macroMetadata: { macroId: { value: macroId } } }),
      },
      ...(localId === undefined ? {} : { localId }),
    },
    ...(content === undefined ? {} : { content }),
  };
}

function child(element: StorageElement, name: string): StorageElement | undefined {
  return element.children.find((node): node is StorageElement => node.kind === 'element' && node.name === name);
}

function blockMacro(element: StorageElement): AdfNode {
  const name = element.attributes.get('ac:name') ?? '';
  const plain = child(element, 'ac:plain-text-body');
  if (name === 'code' || name === 'noformat') {
    const language = parameters(element)['language']?.value;
    const text = plain === undefined ? '' : textOf(plain.children);
    return {
      type: 'codeBlock',
      ...(language === undefined ? {} : { attrs: { language } }),
      content: text === '' ? [] : [{ type: 'text', text }],
    };
  }
  const rich = child(element, 'ac:rich-text-body');
  if (rich === undefined) return macro(element, 'extension');
  const panelType = PANELS.get(name);
  if (panelType !== undefined) return { type: 'panel', attrs: { panelType }, content: blocks(rich.children) };
  return macro(element, 'bodiedExtension', blocks(rich.children));
}

function listItems(element: StorageElement): AdfNode[] {
  return element.children.flatMap((node) =>
    node.kind === 'element' && node.name === 'li' ? [{ type: 'listItem', content: blocks(node.children) }] : [],
  );
}

function tableRows(element: StorageElement): AdfNode[] {
  return element.children.flatMap((node): AdfNode[] => {
    if (node.kind !== 'element') return [];
    if (node.name !== 'tr') return tableRows(node);
    const cells = node.children.flatMap((cell): AdfNode[] => {
      if (cell.kind !== 'element' || (cell.name !== 'th' && cell.name !== 'td')) return [];
      return [{ type: cell.name === 'th' ? 'tableHeader' : 'tableCell', attrs: {}, content: blocks(cell.children) }];
    });
    return [{ type: 'tableRow', content: cells }];
  });
}

function block(element: StorageElement): AdfNode[] | undefined {
  const heading = /^h([1-6])$/.exec(element.name);
  if (heading !== null)
    return [{ type: 'heading', attrs: { level: Number(heading[1]) }, content: inline(element.children, []) }];
  switch (element.name) {
    case 'p':
      return [{ type: 'paragraph', content: inline(element.children, []) }];
    case 'ul':
      return [{ type: 'bulletList', content: listItems(element) }];
    case 'ol':
      return [{ type: 'orderedList', content: listItems(element) }];
    case 'blockquote':
      return [{ type: 'blockquote', content: blocks(element.children) }];
    case 'pre':
      return [{ type: 'codeBlock', content: [{ type: 'text', text: textOf(element.children) }] }];
    case 'hr':
      return [{ type: 'rule' }];
    case 'table':
      return [{ type: 'table', attrs: { layout: 'default' }, content: tableRows(element) }];
    case 'ac:structured-macro':
      return [blockMacro(element)];
    default:
      return TRANSPARENT.has(element.name) ? blocks(element.children) : undefined;
  }
}

function hasMacro(nodes: readonly StorageNode[]): boolean {
  return nodes.some(
    (node) => node.kind === 'element' && (node.name === 'ac:structured-macro' || hasMacro(node.children)),
  );
}

/** Block content. Inline content between blocks becomes paragraphs, as in the editor. */
function blocks(nodes: readonly StorageNode[]): AdfNode[] {
  const result: AdfNode[] = [];
  let loose: StorageNode[] = [];
  const flush = (): void => {
    if (textOf(loose).trim() !== '' || hasMacro(loose)) result.push({ type: 'paragraph', content: inline(loose, []) });
    loose = [];
  };
  for (const node of nodes) {
    const made = node.kind === 'element' ? block(node) : undefined;
    if (made === undefined) loose.push(node);
    else {
      flush();
      result.push(...made);
    }
  }
  flush();
  return result;
}

/** The document as a JSON string, which is how Confluence returns `atlas_doc_format`. */
export function storageToAdf(storage: string): string {
  const parsed = parseStorage(storage);
  const content = parsed.ok
    ? blocks(parsed.nodes)
    : [{ type: 'paragraph', content: [{ type: 'text', text: storage }] }];
  return JSON.stringify({ type: 'doc', version: 1, content });
}
