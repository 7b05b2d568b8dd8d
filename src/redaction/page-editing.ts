import * as z from 'zod';
import { pageBody, parse } from '../classification/page-lookup';
import type { Part } from '../detection/finding';
import { flatten } from '../detection/text/flatten';
import { type BodyFormat, bodyOf } from '../findings/page-content';
import { type Actor, type Confluence, type HostAnswer, HostError, route } from '../platform/confluence';
import { together } from '../platform/together';

/**
 * A page as a person may edit it, and a new version of it in that person's name. Only a clear yes of Confluence makes it
 * editable.
 */

export interface EditablePage {
  readonly pageId: string;
  readonly spaceId: string;
  /** The current one. */
  readonly version: number;
  /** Title and body. */
  readonly parts: readonly Part[];
  /** The versions that were written with this message by this person, the last one first, as far as Confluence tells. */
  readonly ownVersions: readonly number[];
}

export type PageForEditing =
  | { readonly outcome: 'editable'; readonly page: EditablePage }
  /** Missing, trashed, a draft, no page, or not for this person. */
  | { readonly outcome: 'hidden' }
  | {
      readonly outcome: 'not-editable';
      readonly spaceId: string;
      readonly reason: NotEditable;
    };

/** `unpublished-changes`: a new version would end somebody's draft. `unreadable`: its body is not told as a whole. */
export type NotEditable = 'not-editable' | 'archived' | 'unpublished-changes' | 'unreadable';

const operations = z.object({
  results: z.array(z.object({ operation: z.string(), targetType: z.string() })),
});
const properties = z.object({ results: z.array(z.object({ key: z.string(), value: z.unknown() })) });
const versions = z.object({
  results: z.array(z.object({ number: z.int(), message: z.string().nullish(), authorId: z.string().nullish() })),
});
const representation = z.object({ value: z.string() });
const content = pageBody.extend({
  title: z.string(),
  body: z.object({ atlas_doc_format: representation.optional(), storage: representation.optional() }),
});
const page = content.extend({ operations, properties, versions });

export interface EditingQuestion {
  readonly accountId: string;
  readonly pageId: string;
  /** What the versions are written with that are looked for. */
  readonly message: string;
}

/**
 * In storage format, which can be edited in place, so that every other character stays; in the document of the new editor where
 * the page says that it was made with it.
 * @throws HostError, ImpersonationRefusedError
 */
export async function readForEditing(
  confluence: Confluence,
  { accountId, pageId, message }: EditingQuestion,
): Promise<PageForEditing> {
  const person: Actor = { kind: 'person', accountId };
  const including = new URLSearchParams({
    'body-format': 'storage',
    'include-operations': 'true',
    'include-properties': 'true',
    'include-versions': 'true',
  });
  const [answer, draft] = await together([
    confluence.get(person, route`/wiki/api/v2/pages/${pageId}?${including}`),
    confluence.get(person, route`/wiki/api/v2/pages/${pageId}?body-format=storage&get-draft=true`),
  ] as const);
  if (isHidden(answer)) return { outcome: 'hidden' };
  const seen = parse(page, answer.body);
  if (seen.id !== pageId) throw new HostError('failure', 'Confluence answered with another page');
  const { spaceId } = seen;
  if (seen.status !== 'current' && seen.status !== 'archived') return { outcome: 'hidden' };
  const mayUpdate = seen.operations.results.some((one) => one.operation === 'update' && one.targetType === 'page');
  if (!mayUpdate) return { outcome: 'not-editable', spaceId, reason: 'not-editable' };
  if (seen.status === 'archived') return { outcome: 'not-editable', spaceId, reason: 'archived' };
  const asStorage = partsOf(seen, 'storage');
  if (asStorage === undefined) return { outcome: 'not-editable', spaceId, reason: 'unreadable' };
  if (!isHidden(draft)) {
    const drafted = partsOf(parse(content, draft.body), 'storage');
    if (drafted === undefined || textOf(drafted) !== textOf(asStorage))
      return { outcome: 'not-editable', spaceId, reason: 'unpublished-changes' };
  }
  const ownVersions = seen.versions.results
    .filter((one) => one.message === message && one.authorId === accountId)
    .map(({ number }) => number)
    .sort((a, b) => b - a);
  const found = { pageId, spaceId, version: seen.version.number, parts: asStorage, ownVersions };
  if (!isOfNewEditor(seen)) return { outcome: 'editable', page: found };
  const asDocument = await confluence.get(person, route`/wiki/api/v2/pages/${pageId}?body-format=atlas_doc_format`);
  if (isHidden(asDocument)) return { outcome: 'hidden' };
  const document = parse(content, asDocument.body);
  const parts = partsOf(document, 'atlas_doc_format');
  // Where it was edited in between, the checks above are of another text.
  if (document.version.number !== seen.version.number)
    throw new HostError('failure', 'the page changed while it was read');
  return { outcome: 'editable', page: { ...found, parts: parts ?? asStorage } };
}

/** @throws HostError where Confluence says neither yes nor no */
function isHidden({ status }: HostAnswer): boolean {
  if (status === 200) return false;
  if (status === 403 || status === 404) return true;
  throw new HostError('failure', `Confluence answered ${status} to a page`);
}

/** What Confluence keeps with a page that was made in the new editor. */
function isOfNewEditor({ properties: { results } }: z.infer<typeof page>): boolean {
  return results.some(({ key, value }) => key === 'editor' && value === 'v2');
}

function partsOf({ title, body }: z.infer<typeof content>, format: BodyFormat): readonly Part[] | undefined {
  const read = bodyOf(body[format]?.value, format);
  if (typeof read === 'string' || (format === 'atlas_doc_format' && read.value === '')) return undefined;
  return [
    { field: 'title', representation: 'plain', source: title },
    { field: 'body', representation: format, source: read.value },
  ];
}

/** What a person reads; how it is written down may differ between a draft and a version of the same text. */
function textOf(parts: readonly Part[]): string {
  return parts.map((part) => flatten(part).text).join('\n');
}

/** Confluence refuses longer ones. */
const LONGEST_TITLE = 255;

/** A title that no other page of the space has; how it ends tells the pages apart. */
export function distinctTitle(title: string, pageId: string): string {
  const end = ` (${pageId})`;
  return `${title.slice(0, LONGEST_TITLE - end.length).trimEnd()}${end}`;
}

/**
 * `conflict`: the page has a later version. `gone`: the person does not see it any more, or may not edit it. `refused`: Confluence
 * does not take it as it is, for example because another page has the title.
 */
export type Written = 'written' | 'conflict' | 'gone' | 'refused';

/** @throws HostError, after which it may have been written all the same; ImpersonationRefusedError */
export async function writeVersion(
  confluence: Confluence,
  { accountId, message }: EditingQuestion,
  { pageId, version }: EditablePage,
  parts: readonly Part[],
): Promise<Written> {
  const [title, body] = [sourceOf(parts, 'title'), sourceOf(parts, 'body')];
  const { status } = await confluence.put({ kind: 'person', accountId }, route`/wiki/api/v2/pages/${pageId}`, {
    id: pageId,
    status: 'current',
    title: title.source,
    body: { representation: body.representation, value: body.source },
    version: { number: version + 1, message },
  });
  if (status === 200) return 'written';
  if (status === 409) return 'conflict';
  return status === 403 || status === 404 ? 'gone' : 'refused';
}

function sourceOf(parts: readonly Part[], field: Part['field']): Part {
  const part = parts.find((one) => one.field === field);
  if (part === undefined) throw new Error(`a page without ${field}`);
  return part;
}
