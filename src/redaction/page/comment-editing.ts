import * as z from 'zod';
import { parse } from '../../classification/page-lookup';
import type { Part } from '../../detection/finding';
import { bodyOf } from '../../findings/scan/page-content';
import { type Actor, type Confluence, HostError, route } from '../../platform/confluence';
import {
  type ContentEditing,
  type ContentForEditing,
  type EditableContent,
  versionsWith,
  writtenOf,
} from './content-editing';

/**
 * A comment as a person may edit it, and a new version of it on behalf of that person. Confluence decides for each
 * comment who may edit it, usually its author and the space admins.
 */

export type CommentField = 'footer-comment' | 'inline-comment';

export interface CommentName {
  readonly field: CommentField;
  readonly commentId: string;
}

interface CommentQuestion extends CommentName {
  readonly accountId: string;
  readonly pageId: string;
  /** The space of the page. */
  readonly spaceId: string;
  /** The message of the new versions. */
  readonly message: string;
}

const comment = z.object({
  id: z.string(),
  status: z.string(),
  /** A reply may name only its parent comment. */
  pageId: z.string().nullish(),
  version: z.object({ number: z.int() }),
  body: z.object({ storage: z.object({ value: z.string() }).optional() }),
  operations: z
    .object({ results: z.array(z.object({ operation: z.string(), targetType: z.string() })) })
    .default({ results: [] }),
  versions: z
    .object({
      results: z.array(z.object({ number: z.int(), message: z.string().nullish(), authorId: z.string().nullish() })),
    })
    .default({ results: [] }),
  properties: z.object({ inlineOriginalSelection: z.string().nullish() }).nullish(),
});
type Comment = z.infer<typeof comment>;

export function openCommentEditing(confluence: Confluence, question: CommentQuestion): ContentEditing {
  return {
    read: () => readForEditing(confluence, question),
    write: async (content, parts) => writeVersion(confluence, question, content, parts),
    alternative: (_content, parts) => parts,
  };
}

async function readForEditing(confluence: Confluence, question: CommentQuestion): Promise<ContentForEditing> {
  const { accountId, spaceId, message } = question;
  const seen = await readComment(confluence, question, {
    'include-operations': 'true',
    'include-properties': 'true',
    'include-versions': 'true',
  });
  if (seen === undefined) return { outcome: 'hidden' };
  const mayUpdate = seen.operations.results.some((one) => one.operation === 'update' && one.targetType === 'comment');
  const part = partOf(question, seen);
  const parts = part && [part];
  if (!mayUpdate) return { outcome: 'not-editable', spaceId, reason: 'not-editable', parts };
  const fixed = fixedOf(question, seen);
  if (parts === undefined || fixed === undefined)
    return { outcome: 'not-editable', spaceId, reason: 'unreadable', parts };
  const ownVersions = versionsWith(seen.versions.results, message, accountId);
  return {
    outcome: 'editable',
    content: { spaceId, version: seen.version.number, parts, fixed, ownVersions },
  };
}

/** @returns undefined if the comment does not exist or is not visible to this person */
async function readComment(
  confluence: Confluence,
  { field, commentId, accountId, pageId }: Omit<CommentQuestion, 'spaceId' | 'message'>,
  including: Readonly<Record<string, string>>,
): Promise<Comment | undefined> {
  const person: Actor = { kind: 'person', accountId };
  const query = new URLSearchParams({ 'body-format': 'storage', ...including });
  const { status, body } = await (field === 'footer-comment'
    ? confluence.get(person, route`/wiki/api/v2/footer-comments/${commentId}?${query}`)
    : confluence.get(person, route`/wiki/api/v2/inline-comments/${commentId}?${query}`));
  if (status === 403 || status === 404) return undefined;
  if (status !== 200) throw new HostError('failure', `Confluence returned ${status} for a comment`);
  const seen = parse(comment, body);
  const isOfPage = seen.pageId === undefined || seen.pageId === null || seen.pageId === pageId;
  if (seen.id !== commentId || !isOfPage) throw new HostError('failure', 'Confluence returned another comment');
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
  confluence: Confluence,
  { field, commentId, accountId, message }: CommentQuestion,
  { version }: EditableContent,
  [part]: readonly Part[],
) {
  if (part === undefined) throw new Error('a comment without a body');
  const person: Actor = { kind: 'person', accountId };
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
export async function readCommentBack(
  confluence: Confluence,
  question: Omit<CommentQuestion, 'spaceId' | 'message'>,
  least: number,
): Promise<Part | undefined> {
  const seen = await readComment(confluence, question, {});
  if (seen === undefined) return undefined;
  if (seen.version.number < least) throw new HostError('failure', 'Confluence returned an older version');
  const part = partOf(question, seen);
  if (part === undefined) throw new HostError('failure', 'a comment that was written is not shown');
  return part;
}
