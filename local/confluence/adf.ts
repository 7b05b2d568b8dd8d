import { type AdfMark, type AdfNode, attrsOf, markOf, readCarriedNode } from './adf-carrier';
import { parseStorage, textOf, type StorageElement, type StorageNode } from './storage-format';

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
const CARDS: ReadonlyMap<unknown, string> = new Map([
  ['inline', 'inlineCard'],
  ['block', 'blockCard'],
  ['embed', 'embedCard'],
]);
/** The marks that Confluence returns with `code`. It stores others too, and leaves them out of the document. */
const BESIDE_CODE = new Set(['code', 'link', 'annotation']);
/** Nodes whose content is text. */
const TEXT_BLOCKS = new Set(['paragraph', 'heading', 'decisionItem', 'taskItem', 'caption']);
const INLINE = new Set([
  'placeholder',
  'status',
  'inlineCard',
  'inlineExtension',
  'mediaInline',
  'mention',
  'emoji',
  'date',
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

function text(text: string, marks: readonly AdfMark[]): AdfNode[] {
  if (text === '') return [];
  const isCode = marks.some(({ type }) => type === 'code');
  const shown = isCode ? marks.filter(({ type }) => BESIDE_CODE.has(type)) : marks;
  return [{ type: 'text', text, ...(shown.length === 0 ? {} : { marks: shown }) }];
}

function withAttrs(type: string, attrs: Record<string, unknown>): AdfNode {
  return Object.keys(attrs).length === 0 ? { type } : { type, attrs };
}

function inline(nodes: readonly StorageNode[], marks: readonly AdfMark[]): AdfNode[] {
  return nodes.flatMap((node): AdfNode[] => {
    if (node.kind === 'text') return text(node.text.replace(/[ \t\r\n]+/g, ' '), marks);
    const mark = MARKS.get(node.name) ?? markOf(node);
    if (mark !== undefined) return inline(node.children, [...marks, mark]);
    switch (node.name) {
      case 'br':
        return [withAttrs('hardBreak', attrsOf(node))];
      case 'a':
        return anchor(node) ?? inline(node.children, [...marks, { type: 'link', attrs: linkAttrs(node) }]);
      case 'ac:link':
        return pageLink(node, marks);
      case 'ac:emoticon':
        return [withAttrs('emoji', attrsOf(node))];
      case 'time':
        return [{ type: 'date', attrs: { timestamp: node.attributes.get('datetime') ?? '', ...attrsOf(node) } }];
      case 'ac:adf-node':
        return [readCarriedNode(node, carriedContent)];
      case 'ac:structured-macro':
        return [inlineMacro(node)];
      default:
        return inline(node.children, marks);
    }
  });
}

function linkAttrs(element: StorageElement): Record<string, unknown> {
  return { href: element.attributes.get('href') ?? '', ...attrsOf(element) };
}

/** A card. Undefined if the element is a link. */
function anchor(element: StorageElement): AdfNode[] | undefined {
  const { 'card-appearance': appearance, href, ...attrs } = linkAttrs(element);
  const type = CARDS.get(appearance);
  return type === undefined ? undefined : [{ type, attrs: { url: href, ...attrs } }];
}

/** A mention, or a link to content. ADF has no link to content: it becomes one to an address, with a note for readers. */
function pageLink(element: StorageElement, marks: readonly AdfMark[]): AdfNode[] {
  const user = child(element, 'ri:user');
  if (user !== undefined) {
    const localId = user.attributes.get('ri:local-id');
    const id = user.attributes.get('ri:account-id') ?? '';
    return [{ type: 'mention', attrs: { id, ...(localId === undefined ? {} : { localId }) } }];
  }
  const target = element.children.find((one) => one.kind === 'element' && one.name.startsWith('ri:'));
  const attributes = target?.kind === 'element' ? target.attributes : new Map<string, string>();
  const title = attributes.get('ri:content-title') ?? attributes.get('ri:filename') ?? '';
  const label = child(element, 'ac:link-body') ?? child(element, 'ac:plain-text-link-body');
  const fragment = element.attributes.get('ac:anchor');
  const href = `https://site.example/wiki/search?title=${encodeURIComponent(title)}${fragment === undefined ? '' : `#${fragment}`}`;
  const metadata = { linkType: 'page', contentTitle: title };
  const all = [...marks, { type: 'link', attrs: { href, __confluenceMetadata: metadata } }];
  return label === undefined ? text(title, all) : inline(label.children, all);
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

function inlineMacro(element: StorageElement): AdfNode {
  if (element.attributes.get('ac:name') !== 'status') return macro(element, 'inlineExtension');
  const { title, colour } = parameters(element);
  const localId = element.attributes.get('ac:local-id');
  const attrs = { text: title?.value ?? '', color: colour?.value ?? 'neutral' };
  return { type: 'status', attrs: localId === undefined ? attrs : { ...attrs, localId } };
}

function child(element: StorageElement, name: string): StorageElement | undefined {
  return element.children.find((node): node is StorageElement => node.kind === 'element' && node.name === name);
}

function blockMacro(element: StorageElement): AdfNode {
  const name = element.attributes.get('ac:name') ?? '';
  const plain = child(element, 'ac:plain-text-body');
  const localId = element.attributes.get('ac:local-id');
  const local = localId === undefined ? {} : { localId };
  if (name === 'code' || name === 'noformat') {
    const language = parameters(element)['language']?.value;
    const code = plain === undefined ? '' : textOf(plain.children);
    const attrs = { ...(language === undefined ? {} : { language }), ...local };
    return { ...withAttrs('codeBlock', attrs), content: text(code, []) };
  }
  const rich = child(element, 'ac:rich-text-body');
  if (rich === undefined) return macro(element, 'extension');
  const panelType = PANELS.get(name);
  if (panelType !== undefined) return { type: 'panel', attrs: { panelType, ...local }, content: blocks(rich.children) };
  return macro(element, 'bodiedExtension', blocks(rich.children));
}

function listItems(element: StorageElement): AdfNode[] {
  return element.children.flatMap((node) =>
    node.kind === 'element' && node.name === 'li'
      ? [{ ...withAttrs('listItem', attrsOf(node)), content: blocks(node.children) }]
      : [],
  );
}

function tableRows(element: StorageElement): AdfNode[] {
  return element.children.flatMap((node): AdfNode[] => {
    if (node.kind !== 'element') return [];
    if (node.name !== 'tr') return tableRows(node);
    const cells = node.children.flatMap((cell): AdfNode[] => {
      if (cell.kind !== 'element' || (cell.name !== 'th' && cell.name !== 'td')) return [];
      const type = cell.name === 'th' ? 'tableHeader' : 'tableCell';
      return [{ type, attrs: attrsOf(cell), content: blocks(cell.children) }];
    });
    return [{ ...withAttrs('tableRow', attrsOf(node)), content: cells }];
  });
}

function block(element: StorageElement): AdfNode[] | undefined {
  const heading = /^h([1-6])$/.exec(element.name);
  const attrs = attrsOf(element);
  if (heading !== null)
    return [{ type: 'heading', attrs: { level: Number(heading[1]), ...attrs }, content: inline(element.children, []) }];
  switch (element.name) {
    case 'p':
      return [{ ...withAttrs('paragraph', attrs), content: inline(element.children, []) }];
    case 'ul':
      return [{ ...withAttrs('bulletList', attrs), content: listItems(element) }];
    case 'ol':
      return [{ ...withAttrs('orderedList', attrs), content: listItems(element) }];
    case 'blockquote':
      return [{ ...withAttrs('blockquote', attrs), content: blocks(element.children) }];
    case 'pre':
      return [{ type: 'codeBlock', content: text(textOf(element.children), []) }];
    case 'hr':
      return [withAttrs('rule', attrs)];
    case 'table':
      return [{ type: 'table', attrs: { layout: 'default', ...attrs }, content: tableRows(element) }];
    case 'a':
      return attrs['card-appearance'] === 'inline' ? undefined : anchor(element);
    case 'ac:structured-macro':
      return element.attributes.get('ac:name') === 'status' ? undefined : [blockMacro(element)];
    case 'ac:adf-extension':
      return blocks(element.children.filter((node) => node.kind === 'element' && node.name === 'ac:adf-node'));
    case 'ac:adf-node':
      return INLINE.has(element.attributes.get('type') ?? '') ? undefined : [readCarriedNode(element, carriedContent)];
    default:
      return TRANSPARENT.has(element.name) ? blocks(element.children) : undefined;
  }
}

function carriedContent(nodes: readonly StorageNode[], type: string): readonly AdfNode[] {
  if (type === 'codeBlock') return text(textOf(nodes), []);
  return TEXT_BLOCKS.has(type) ? inline(nodes, []) : blocks(nodes);
}

/** Elements without text that are content nevertheless. */
const OBJECTS = new Set(['ac:structured-macro', 'ac:adf-node', 'ac:link', 'ac:emoticon', 'time']);

function hasObject(nodes: readonly StorageNode[]): boolean {
  return nodes.some((node) => node.kind === 'element' && (OBJECTS.has(node.name) || hasObject(node.children)));
}

/** Block content. Inline content between blocks becomes paragraphs, as in the editor. */
function blocks(nodes: readonly StorageNode[]): AdfNode[] {
  const result: AdfNode[] = [];
  let loose: StorageNode[] = [];
  const flush = (): void => {
    if (textOf(loose).trim() !== '' || hasObject(loose)) result.push({ type: 'paragraph', content: inline(loose, []) });
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
