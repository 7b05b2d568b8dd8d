import * as z from 'zod';
import { type AdfMark, type AdfNode, carriedMark, carriedNode, dataAttributes, withFallback } from './adf-carrier';
import { encodeAttribute, encodeText } from './storage-format';

const attributes = z.record(z.string(), z.unknown());
const markShape = z.object({ type: z.string(), attrs: attributes.optional() });
const nodeShape: z.ZodType<AdfNode> = z.lazy(() =>
  z
    .object({
      type: z.string(),
      attrs: attributes.optional(),
      marks: z
        .array(markShape.transform(({ type, attrs }): AdfMark => (attrs === undefined ? { type } : { type, attrs })))
        .optional(),
      content: z.array(nodeShape).optional(),
      text: z.string().optional(),
    })
    .transform(({ type, attrs, marks, content, text }) => ({
      type,
      ...(attrs === undefined ? {} : { attrs }),
      ...(marks === undefined ? {} : { marks }),
      ...(content === undefined ? {} : { content }),
      ...(text === undefined ? {} : { text }),
    })),
);
const documentShape = z.object({ type: z.literal('doc'), version: z.literal(1), content: z.array(nodeShape) });
const macroAttributes = z.strictObject({
  extensionType: z.literal('com.atlassian.confluence.macro.core'),
  extensionKey: z.string(),
  localId: z.string().optional(),
  parameters: z
    .strictObject({
      macroParams: z.record(z.string(), z.strictObject({ value: z.string() })),
      macroMetadata: z.strictObject({ macroId: z.strictObject({ value: z.string() }).optional() }).optional(),
    })
    .optional(),
});

/** A document with deeper nesting is refused instead of exhausting the stack. */
const MAX_DEPTH = 100;

const TAGS: ReadonlyMap<string, string> = new Map([
  ['paragraph', 'p'],
  ['bulletList', 'ul'],
  ['orderedList', 'ol'],
  ['listItem', 'li'],
  ['blockquote', 'blockquote'],
  ['tableRow', 'tr'],
  ['tableHeader', 'th'],
  ['tableCell', 'td'],
]);
const MARK_TAGS: ReadonlyMap<string, string> = new Map([
  ['strong', 'strong'],
  ['em', 'em'],
  ['underline', 'u'],
  ['strike', 'del'],
  ['code', 'code'],
]);
const CARDS: ReadonlyMap<string, string> = new Map([
  ['inlineCard', 'inline'],
  ['blockCard', 'block'],
  ['embedCard', 'embed'],
]);
/** Lost on every write, so that a link to a page becomes one to its address. */
const METADATA = '__confluenceMetadata';
const PANEL_MACROS: ReadonlyMap<string, string> = new Map([
  ['info', 'info'],
  ['note', 'note'],
  ['success', 'tip'],
  ['warning', 'warning'],
]);

function attribute(node: AdfNode | AdfMark, name: string): string {
  const value = node.attrs?.[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function marked(text: string, marks: readonly AdfMark[]): string {
  return marks.reduceRight((inner, mark) => {
    if (mark.type === 'link')
      return anchor(attribute(mark, 'href'), dataAttributes(mark.attrs, ['href', METADATA]), inner);
    if (mark.type === 'subsup') {
      const tag = attribute(mark, 'type') === 'sup' ? 'sup' : 'sub';
      return `<${tag}>${inner}</${tag}>`;
    }
    const tag = MARK_TAGS.get(mark.type);
    return tag === undefined ? carriedMark(mark, inner) : `<${tag}>${inner}</${tag}>`;
  }, text);
}

function anchor(href: string, data: string, inner: string): string {
  return `<a href="${encodeAttribute(href)}"${data}>${inner}</a>`;
}

function cdata(text: string): string {
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

interface MacroIds {
  readonly local?: string | undefined;
  readonly macro?: string | undefined;
}

function macro(name: string, parameters: Readonly<Record<string, string>>, body: string, ids: MacroIds = {}): string {
  const rendered = Object.entries(parameters)
    .map(([key, value]) => `<ac:parameter ac:name="${encodeAttribute(key)}">${encodeText(value)}</ac:parameter>`)
    .join('');
  return `<ac:structured-macro ac:name="${encodeAttribute(name)}" ac:schema-version="1"${optional('ac:local-id', ids.local)}${optional('ac:macro-id', ids.macro)}>${rendered}${body}</ac:structured-macro>`;
}

function optional(name: string, value: string | undefined): string {
  return value === undefined || value === '' ? '' : ` ${name}="${encodeAttribute(value)}"`;
}

/** Undefined if a macro cannot have these attributes. */
function extension({ attrs }: AdfNode, body: string): string | undefined {
  const parsed = macroAttributes.safeParse(attrs);
  if (!parsed.success) return undefined;
  const { extensionKey, localId, parameters: { macroParams = {}, macroMetadata } = {} } = parsed.data;
  const parameters = Object.fromEntries(Object.entries(macroParams).map(([key, { value }]) => [key, value]));
  return macro(extensionKey, parameters, body, { local: localId, macro: macroMetadata?.macroId?.value });
}

function hasOnly(node: AdfNode, ...keys: readonly string[]): boolean {
  return Object.keys(node.attrs ?? {}).every((key) => keys.includes(key) || key === 'localId');
}

function render(node: AdfNode): string {
  const own = node.type === 'text' || (node.marks ?? []).length === 0 ? native(node) : undefined;
  return own ?? carriedNode(node, contentOf(node));
}

function contentOf({ content = [] }: AdfNode): string {
  return content.map(render).join('');
}

/** Undefined if storage format has no element for the node with these attributes. */
function native(node: AdfNode): string | undefined {
  const { attrs } = node;
  const inner = () => contentOf(node);
  const local = attribute(node, 'localId');
  const richBody = () => `<ac:rich-text-body>${inner()}</ac:rich-text-body>`;
  const tag = TAGS.get(node.type);
  if (tag !== undefined) return `<${tag}${dataAttributes(attrs)}>${inner()}</${tag}>`;
  switch (node.type) {
    case 'text':
      return marked(encodeText(node.text ?? ''), node.marks ?? []);
    case 'hardBreak':
      return `<br${dataAttributes(attrs)} />`;
    case 'rule':
      return `<hr${dataAttributes(attrs)} />`;
    case 'heading': {
      const level = Math.min(6, Math.max(1, Number(attribute(node, 'level')) || 1));
      return `<h${String(level)}${dataAttributes(attrs, ['level'])}>${inner()}</h${String(level)}>`;
    }
    case 'table': {
      const except = attribute(node, 'layout') === 'default' ? ['layout'] : [];
      return `<table${dataAttributes(attrs, except)}><tbody>${inner()}</tbody></table>`;
    }
    case 'panel': {
      const name = PANEL_MACROS.get(attribute(node, 'panelType'));
      return name && hasOnly(node, 'panelType') ? macro(name, {}, richBody(), { local }) : undefined;
    }
    case 'codeBlock': {
      if (!hasOnly(node, 'language')) return undefined;
      const language = attribute(node, 'language');
      const text = (node.content ?? []).map((one) => one.text ?? '').join('');
      const body = `<ac:plain-text-body>${cdata(text)}</ac:plain-text-body>`;
      return macro('code', language === '' ? {} : { language }, body, { local });
    }
    case 'extension':
    case 'inlineExtension':
      return extension(node, '');
    case 'bodiedExtension':
      return extension(node, richBody());
    default:
      return nativeObject(node);
  }
}

/** Objects without content. */
function nativeObject(node: AdfNode): string | undefined {
  const local = attribute(node, 'localId');
  const url = node.attrs?.['url'];
  const card = CARDS.get(node.type);
  if (card !== undefined && typeof url === 'string')
    return anchor(url, ` data-card-appearance="${card}"${dataAttributes(node.attrs, ['url'])}`, encodeText(url));
  switch (node.type) {
    case 'status': {
      const parameters = { title: attribute(node, 'text'), colour: attribute(node, 'color') };
      return hasOnly(node, 'text', 'color') ? macro('status', parameters, '', { local }) : undefined;
    }
    case 'mention':
      return `<ac:link><ri:user ri:account-id="${encodeAttribute(attribute(node, 'id'))}"${optional('ri:local-id', local)} /></ac:link>`;
    case 'emoji':
      return `<ac:emoticon${dataAttributes(node.attrs)} />`;
    case 'date':
      return `<time datetime="${encodeAttribute(attribute(node, 'timestamp'))}"${optional('local-id', local)} />`;
    default:
      return undefined;
  }
}

function depth(value: unknown, left: number): boolean {
  if (left === 0) return false;
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every((inner) => depth(inner, left - 1));
}

/** The storage format of an ADF document given as a JSON string; undefined if it is not a document. */
export function adfToStorage(text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!depth(value, MAX_DEPTH * 2)) return undefined;
  const parsed = documentShape.safeParse(value);
  if (!parsed.success) return undefined;
  const blocks = parsed.data.content.map((node) => ({ node, storage: render(node) }));
  return blocks
    .map(({ node, storage }) => (storage.startsWith('<ac:adf-node') ? withFallback(storage, contentOf(node)) : storage))
    .join('');
}
