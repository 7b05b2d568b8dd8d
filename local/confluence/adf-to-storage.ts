import * as z from 'zod';
import type { AdfMark, AdfNode } from './adf';
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
const macroParameters = z.object({
  macroParams: z.record(z.string(), z.object({ value: z.string() })),
  macroMetadata: z.object({ macroId: z.object({ value: z.string() }).optional() }).optional(),
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
const PANEL_MACROS: ReadonlyMap<string, string> = new Map([
  ['info', 'info'],
  ['note', 'note'],
  ['success', 'tip'],
  ['warning', 'warning'],
  ['error', 'warning'],
]);

function attribute(node: AdfNode | AdfMark, name: string): string {
  const value = node.attrs?.[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function marked(text: string, marks: readonly AdfMark[]): string {
  return marks.reduceRight((inner, mark) => {
    if (mark.type === 'link') return `<a href="${encodeAttribute(attribute(mark, 'href'))}">${inner}</a>`;
    if (mark.type === 'subsup') {
      const tag = attribute(mark, 'type') === 'sup' ? 'sup' : 'sub';
      return `<${tag}>${inner}</${tag}>`;
    }
    const tag = MARK_TAGS.get(mark.type);
    return tag === undefined ? inner : `<${tag}>${inner}</${tag}>`;
  }, text);
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

function extension(node: AdfNode, body: string): string {
  const parsed = macroParameters.safeParse(node.attrs?.['parameters']);
  const parameters = parsed.success
    ? Object.fromEntries(Object.entries(parsed.data.macroParams).map(([key, { value }]) => [key, value]))
    : {};
  return macro(attribute(node, 'extensionKey'), parameters, body, {
    local: attribute(node, 'localId'),
    macro: parsed.data?.macroMetadata?.macroId?.value,
  });
}

function render(node: AdfNode): string {
  const inner = () => (node.content ?? []).map(render).join('');
  const tag = TAGS.get(node.type);
  if (tag !== undefined) return `<${tag}>${inner()}</${tag}>`;
  switch (node.type) {
    case 'text':
      return marked(encodeText(node.text ?? ''), node.marks ?? []);
    case 'hardBreak':
      return '<br />';
    case 'rule':
      return '<hr />';
    case 'heading': {
      const level = Math.min(6, Math.max(1, Number(attribute(node, 'level')) || 1));
      return `<h${String(level)}>${inner()}</h${String(level)}>`;
    }
    case 'table':
      return `<table><tbody>${inner()}</tbody></table>`;
    case 'panel':
      return macro(
        PANEL_MACROS.get(attribute(node, 'panelType')) ?? 'info',
        {},
        `<ac:rich-text-body>${inner()}</ac:rich-text-body>`,
      );
    case 'codeBlock': {
      const language = attribute(node, 'language');
      const text = (node.content ?? []).map((one) => one.text ?? '').join('');
      return macro(
        'code',
        language === '' ? {} : { language },
        `<ac:plain-text-body>${cdata(text)}</ac:plain-text-body>`,
      );
    }
    case 'extension':
    case 'inlineExtension':
      return extension(node, '');
    case 'bodiedExtension':
      return extension(node, `<ac:rich-text-body>${inner()}</ac:rich-text-body>`);
    default:
      // Nodes that are not modeled keep their text.
      return encodeText(node.text ?? '') + inner();
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
  return parsed.success ? parsed.data.content.map(render).join('') : undefined;
}
