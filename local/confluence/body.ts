import * as z from 'zod';
import { storageToAdf } from './adf';
import { adfToStorage } from './adf-to-storage';
import { badRequest } from './refusal';
import { encodeText, isUnseen, parseStorage, textOf, type StorageNode } from './storage-format';

const representation = z.enum(['storage', 'atlas_doc_format', 'wiki']);
const single = z.object({ representation, value: z.string() });
const nested = z.object({
  storage: single.optional(),
  atlas_doc_format: single.optional(),
  wiki: single.optional(),
});

/** The body of a write, as one representation or the form with one member per representation. */
export const writtenBody = z.union([single, nested]);
export type WrittenBody = z.infer<typeof writtenBody>;

export const READ_FORMATS = [
  'storage',
  'atlas_doc_format',
  'view',
  'export_view',
  'anonymous_export_view',
  'styled_view',
  'editor',
] as const;
export type ReadFormat = (typeof READ_FORMATS)[number];

/** The body in storage format, checked to be well-formed. A missing body is an empty page. */
export function storageOf(body: WrittenBody | undefined): string {
  if (body === undefined) return '';
  const given = 'value' in body ? body : (body.storage ?? body.atlas_doc_format ?? body.wiki);
  if (given === undefined) return '';
  if (given.representation === 'wiki')
    throw badRequest('The wiki representation is not modeled by the local Confluence');
  const storage =
    given.representation === 'storage' ? given.value : given.value === '' ? '' : adfToStorage(given.value);
  if (storage === undefined) throw badRequest('The body is not a valid Atlassian Document Format document');
  const parsed = parseStorage(storage);
  if (!parsed.ok) throw badRequest(`Error parsing xhtml: ${parsed.problem}`);
  return storage;
}

/** True if the body is written as a document of the new editor. */
export function isDocument(body: WrittenBody | undefined): boolean {
  if (body === undefined) return false;
  return 'value' in body ? body.representation === 'atlas_doc_format' : body.storage === undefined;
}

const BLOCK =
  /<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->|<(p|h[1-6]|[uo]l|li|blockquote|table|tr|t[hd]|hr|ac:structured-macro)((?:\s[^<>]*?)?)(\s?\/?)>/g;

/** The new editor gives each element an id that has none. */
export function withIds(storage: string): string {
  return storage.replace(BLOCK, (whole, name: string | undefined, attributes = '', end = '') => {
    if (name === undefined || /\slocal-id=|ac:local-id=/.test(attributes)) return whole;
    const id = name.startsWith('ac:') ? 'ac:local-id' : 'local-id';
    return `<${name}${attributes} ${id}="${crypto.randomUUID()}"${end}>`;
  });
}

function html(nodes: readonly StorageNode[]): string {
  return nodes
    .map((node) => {
      if (node.kind === 'text') return encodeText(node.text);
      if (isUnseen(node)) return '';
      if (node.name === 'ac:plain-text-body') return `<pre>${encodeText(textOf(node.children))}</pre>`;
      if (node.name.includes(':')) return html(node.children);
      if (node.children.length === 0 && (node.name === 'br' || node.name === 'hr')) return `<${node.name}/>`;
      const href = node.attributes.get('href');
      const attributes = href === undefined ? '' : ` href="${encodeText(href).replaceAll('"', '&quot;')}"`;
      return `<${node.name}${attributes}>${html(node.children)}</${node.name}>`;
    })
    .join('');
}

/** The `body` of an answer. Without a requested format Confluence returns an empty object. */
export function readBody(storage: string, format: ReadFormat | undefined): Record<string, unknown> {
  if (format === undefined) return {};
  return { [format]: { representation: format, value: rendered(storage, format) } };
}

function rendered(storage: string, format: ReadFormat): string {
  if (format === 'storage') return storage;
  if (format === 'atlas_doc_format') return storageToAdf(storage);
  const parsed = parseStorage(storage);
  return parsed.ok ? html(parsed.nodes) : encodeText(storage);
}
