import * as z from 'zod';
import { folderOf } from '../../classification/content-type';
import { pageBody, parse } from '../../classification/page-lookup';
import type { Part } from '../../detection/finding';
import { flatten } from '../../detection/text/flatten';
import { type BodyFormat, bodyOf, readContentAs } from '../../findings/scan/page-content';
import { type HostResponse, HostError, route } from '../../platform/confluence';
import { awaitAll } from '../../platform/await-all';
import {
  type ContentEditing,
  type ContentForEditing,
  type EditableContent,
  type GuardRedaction,
  operations,
  versions,
  versionsWith,
  type Written,
  writtenOf,
} from './content-editing';
import { openGuardRedaction } from './guard-redaction';
import type { PageWork } from '../page-work';

/** Title and body of a page as a person may edit them, and a new version of it on behalf of that person. */

const properties = z.object({ results: z.array(z.object({ key: z.string(), value: z.unknown() })) });
const representation = z.object({ value: z.string() });
const content = pageBody.extend({
  title: z.string(),
  body: z.object({ atlas_doc_format: representation.optional(), storage: representation.optional() }),
});
const version = z.object({ number: z.int(), createdAt: z.string().optional() });
const page = content.extend({ version, operations, properties, versions });

export function openPageEditing(work: PageWork): ContentEditing {
  const guard = openGuardRedaction(work);
  return {
    read: () => readForEditing(work, guard),
    write: (content, parts) => writeVersion(work, content, parts),
    alternative: (content, parts) => withDistinctTitle(content.parts, parts, work.pageId),
    guard,
  };
}

/**
 * Reads the page in storage format, which can be edited in place, so that every other character stays. If the new editor
 * created the page, also reads its document, in which scans find values.
 * @throws HostError, ImpersonationRefusedError
 */
async function readForEditing(
  { confluence, person, accountId, pageId, contentType, message }: PageWork,
  guard: GuardRedaction,
): Promise<ContentForEditing> {
  const folder = folderOf(contentType);
  const including = new URLSearchParams({
    'body-format': 'storage',
    'include-operations': 'true',
    'include-properties': 'true',
    'include-versions': 'true',
  });
  const [answer, draft] = await awaitAll([
    confluence.get(person, route`/wiki/api/v2/${folder}/${pageId}?${including}`),
    confluence.get(person, route`/wiki/api/v2/${folder}/${pageId}?body-format=storage&get-draft=true`),
  ] as const);
  if (isHidden(answer)) return { outcome: 'hidden' };
  const seen = parse(page, answer.body);
  if (seen.id !== pageId) throw new HostError('failure', 'Confluence returned another page');
  const { spaceId } = seen;
  if (seen.status !== 'current' && seen.status !== 'archived') return { outcome: 'hidden' };
  const mayUpdate = seen.operations.results.some((one) => one.operation === 'update' && one.targetType === contentType);
  const asStorage = partsOf(seen, 'storage');
  const notEditable = { outcome: 'not-editable', spaceId, parts: asStorage } as const;
  if (!mayUpdate) return { ...notEditable, reason: 'not-editable' };
  if (seen.status === 'archived') return { ...notEditable, reason: 'archived' };
  if (asStorage === undefined) return { ...notEditable, reason: 'unreadable' };
  if (!isHidden(draft)) {
    const drafted = partsOf(parse(content, draft.body), 'storage');
    if (drafted === undefined || textOf(drafted) !== textOf(asStorage))
      return { ...notEditable, reason: 'unpublished-changes' };
  }
  const { number, createdAt } = seen.version;
  // Confluence may return a live doc without its content, which must not be written back.
  if (
    number > 1 &&
    asStorage.every((part) => part.field !== 'body' || flatten(part).text.trim() === '') &&
    (await isEmptyLiveDoc(confluence, person, pageId, contentType))
  )
    return { ...notEditable, reason: 'unreadable' };
  const edited = versionsWith(seen.versions.results, message, accountId);
  const guardVersion = guard.versionOf(seen.versions.results);
  // An edit after Guard's belongs to a later version.
  const ownVersions = guardVersion === undefined ? edited : [...edited, guardVersion];
  const found = { spaceId, version: number, createdAt, parts: asStorage, fixed: [], ownVersions, guardVersion };
  if (!isOfNewEditor(seen)) return { outcome: 'editable', content: found };
  const asDocument = await confluence.get(person, route`/wiki/api/v2/${folder}/${pageId}?body-format=atlas_doc_format`);
  if (isHidden(asDocument)) return { outcome: 'hidden' };
  const document = parse(content, asDocument.body);
  // If the page was edited in between, the checks above apply to another text.
  if (document.version.number !== seen.version.number)
    throw new HostError('failure', 'the page changed while it was read');
  return { outcome: 'editable', content: { ...found, document: partsOf(document, 'atlas_doc_format') } };
}

async function isEmptyLiveDoc(...page: Parameters<typeof readContentAs>): Promise<boolean> {
  const seen = await readContentAs(...page);
  return seen.kind === 'page' && seen.content.body === 'empty-live-doc';
}

/** @throws HostError if Confluence answers neither yes nor no */
function isHidden({ status }: HostResponse): boolean {
  if (status === 200) return false;
  if (status === 403 || status === 404) return true;
  throw new HostError('failure', `Confluence returned ${status} for a page`);
}

/** The property that Confluence stores with a page of the new editor. */
function isOfNewEditor({ properties: { results } }: Pick<z.infer<typeof page>, 'properties'>): boolean {
  return results.some(({ key, value }) => key === 'editor' && value === 'v2');
}

/** @throws HostError, ImpersonationRefusedError */
export async function isStillOfNewEditor({ confluence, person, pageId, contentType }: PageWork): Promise<boolean> {
  const path = route`/wiki/api/v2/${folderOf(contentType)}/${pageId}?include-properties=true`;
  const answer = await confluence.get(person, path);
  return isHidden(answer) || isOfNewEditor(parse(z.object({ properties }), answer.body));
}

function partsOf({ title, body }: z.infer<typeof content>, format: BodyFormat): readonly Part[] | undefined {
  const read = bodyOf(body[format]?.value, format);
  if (typeof read === 'string' || (format === 'atlas_doc_format' && read.value === '')) return undefined;
  return [
    { field: 'title', representation: 'plain', source: title },
    { field: 'body', representation: format, source: read.value },
  ];
}

/** The text that a person reads; its source may differ between a draft and a version of the same text. */
function textOf(parts: readonly Part[]): string {
  return parts.map((part) => flatten(part).text).join('\n');
}

/** Confluence refuses longer ones. */
const LONGEST_TITLE = 255;

/** A redacted title that another page already has is changed once more. */
function withDistinctTitle(before: readonly Part[], parts: readonly Part[], pageId: string): readonly Part[] {
  return parts.map((part) =>
    part.field === 'title' && !before.includes(part) ? { ...part, source: distinctTitle(part.source, pageId) } : part,
  );
}

/** A title that no other page of the space has; its ending distinguishes the pages. */
function distinctTitle(title: string, pageId: string): string {
  const end = ` (${pageId})`;
  return `${title.slice(0, LONGEST_TITLE - end.length).trimEnd()}${end}`;
}

async function writeVersion(
  { confluence, person, pageId, contentType, message }: PageWork,
  { version }: EditableContent,
  parts: readonly Part[],
): Promise<Written> {
  const [title, body] = [sourceOf(parts, 'title'), sourceOf(parts, 'body')];
  const { status } = await confluence.put(person, route`/wiki/api/v2/${folderOf(contentType)}/${pageId}`, {
    id: pageId,
    status: 'current',
    title: title.source,
    body: { representation: body.representation, value: body.source },
    version: { number: version + 1, message },
  });
  return writtenOf(status);
}

function sourceOf(parts: readonly Part[], field: Part['field']): Part {
  const part = parts.find((one) => one.field === field);
  if (part === undefined) throw new Error(`a page without ${field}`);
  return part;
}
