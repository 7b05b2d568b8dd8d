import * as z from 'zod';
import { parse } from '../../classification/page-lookup';
import type { Part } from '../../detection/finding';
import { bodyOf } from '../../findings/scan/page-content';
import { HostError, route } from '../../platform/confluence';
import {
  type ContentEditing,
  type ContentForEditing,
  type EditableContent,
  operations,
  versions,
  versionsWith,
  writtenOf,
} from './content-editing';
import type { PageWork } from '../page-work';

/**
 * A comment as a person may edit it, and a new version of it on behalf of that person. Confluence decides for each
 * comment who may edit it, usually its author and the space admins.
 */

export type CommentField = 'footer-comment' | 'inline-comment';

export interface CommentName {
  readonly field: CommentField;
  readonly commentId: string;
}

const comment = z.object({
  id: z.string(),
  status: z.string(),
  /** A reply may name only its parent comment. */
  pageId: z.string().nullish(),
  blogPostId: z.string().nullish(),
  version: z.object({ number: z.int() }),
  body: z.object({ storage: z.object({ value: z.string() }).optional() }),
  operations: operations.default({ results: [] }),
  versions: versions.default({ results: [] }),
  properties: z.object({ inlineOriginalSelection: z.string().nullish() }).nullish(),
});
type Comment = z.infer<typeof comment>;

/** @param spaceId the space of the page */
export function openCommentEditing(work: PageWork, name: CommentName, spaceId: string): ContentEditing {
  return {
    read: () => readForEditing(work, name, spaceId),
    write: async (content, parts) => writeVersion(work, name, content, parts),
    alternative: (_content, parts) => parts,
  };
}

async function readForEditing(work: PageWork, name: CommentName, spaceId: string): Promise<ContentForEditing> {
  const seen = await readComment(work, name, {
    'include-operations': 'true',
    'include-properties': 'true',
    'include-versions': 'true',
  });
  if (seen === undefined) return { outcome: 'hidden' };
  const mayUpdate = seen.operations.results.some((one) => one.operation === 'update' && one.targetType === 'comment');
  const part = partOf(name, seen);
  const parts = part && [part];
  if (!mayUpdate) return { outcome: 'not-editable', spaceId, reason: 'not-editable', parts };
  const fixed = fixedOf(name, seen);
  if (parts === undefined || fixed === undefined)
    return { outcome: 'not-editable', spaceId, reason: 'unreadable', parts };
  const ownVersions = versionsWith(seen.versions.results, work.message, work.accountId);
  return {
    outcome: 'editable',
    content: { spaceId, version: seen.version.number, parts, fixed, ownVersions },
  };
}

/** @returns undefined if the comment does not exist or is not visible to this person */
async function readComment(
  { confluence, person, pageId }: PageWork,
  { field, commentId }: CommentName,
  including: Readonly<Record<string, string>>,
): Promise<Comment | undefined> {
  const query = new URLSearchParams({ 'body-format': 'storage', ...including });
  const { status, body } = await (field === 'footer-comment'
    ? confluence.get(person, route`/wiki/api/v2/footer-comments/${commentId}?${query}`)
    : confluence.get(person, route`/wiki/api/v2/inline-comments/${commentId}?${query}`));
  if (status === 403 || status === 404) return undefined;
  if (status !== 200) throw new HostError('failure', `Confluence returned ${status} for a comment`);
  const seen = parse(comment, body);
  if (seen.id !== commentId || (seen.pageId ?? seen.blogPostId ?? pageId) !== pageId)
    throw new HostError('failure', 'Confluence returned another comment');
  return seen.status === 'current' ? seen : undefined;
}

function partOf({ field, commentId }: CommentName, { body }: Comment): Part | undefined {
  const read = bodyOf(body.storage?.value, 'storage');
  if (typeof read === 'string') return undefined;
  return { field, contentId: commentId, representation: 'storage', source: read.value };
}

/** Confluence stores the selected text with an inline comment. If it does not return it, the text is unknown. */
function fixedOf({ field, commentId }: CommentName, { properties }: Comment): readonly Part[] | undefined {
  if (field === 'footer-comment') return [];
  const selection = properties?.inlineOriginalSelection;
  if (selection === undefined || selection === null) return undefined;
  return [selectionPart(commentId, selection)];
}

export function selectionPart(commentId: string, selection: string): Part {
  return { field: 'inline-comment', contentId: commentId, representation: 'plain', source: selection };
}

async function writeVersion(
  { confluence, person, message }: PageWork,
  { field, commentId }: CommentName,
  { version }: EditableContent,
  [part]: readonly Part[],
) {
  if (part === undefined) throw new Error('a comment without a body');
  const body = {
    version: { number: version + 1, message },
    body: { representation: 'storage', value: part.source },
  };
  const { status } = await (field === 'footer-comment'
    ? confluence.put(person, route`/wiki/api/v2/footer-comments/${commentId}`, body)
    : confluence.put(person, route`/wiki/api/v2/inline-comments/${commentId}`, body));
  return writtenOf(status);
}

/**
 * Reads the comment again, as the person sees it.
 * @param least the version that was written
 * @returns undefined if the comment no longer exists
 * @throws HostError, ImpersonationRefusedError
 */
export async function readCommentBack(work: PageWork, name: CommentName, least: number): Promise<Part | undefined> {
  const seen = await readComment(work, name, {});
  if (seen === undefined) return undefined;
  if (seen.version.number < least) throw new HostError('failure', 'Confluence returned an older version');
  const part = partOf(name, seen);
  if (part === undefined) throw new HostError('failure', 'a comment that was written is not shown');
  return part;
}
