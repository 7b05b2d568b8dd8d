import * as z from 'zod';

/** The content that has a level. Confluence has the same operations for both types, at different addresses. */
export const CONTENT_TYPES = ['page', 'blogpost'] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

/** The member of stored records. Omitted: a page. */
export const storedContentType = z.literal('blogpost').optional();

/** The same member of facts in memory. */
export interface OfContent {
  readonly contentType?: 'blogpost';
}

export function ofContent(contentType: ContentType | undefined): OfContent {
  return contentType === 'blogpost' ? { contentType } : {};
}

/** The content of a list. `all`: pages and blog posts. */
export type ListedContentType = ContentType | 'all';

/** A list contains pages unless its caller asks for other content. */
export interface ListedContent {
  readonly contentType?: ListedContentType | undefined;
}

export function typesOf(listed: ListedContentType): readonly ContentType[] {
  return listed === 'all' ? CONTENT_TYPES : [listed];
}

/** True if a list with this type contains the content of a record. */
export function isListed(
  record: { readonly contentType?: 'blogpost' | undefined },
  listed: ListedContentType = 'page',
): boolean {
  return listed === 'all' || listed === (record.contentType ?? 'page');
}

/** The content to look up for these records. Without a blog post, a lookup costs what pages cost. */
export function neededFor(records: readonly { readonly contentType?: ContentType | undefined }[]): ListedContentType {
  return records.some(({ contentType }) => contentType === 'blogpost') ? 'all' : 'page';
}

/** The part of an address of Confluence for content of this type. */
export function folderOf(contentType: ContentType = 'page'): string {
  return contentType === 'page' ? 'pages' : 'blogposts';
}

/** The statuses that a list of published content and of the trash requests. Blog posts cannot be archived. */
export function statusesOf(contentType: ContentType): string {
  return contentType === 'page' ? 'current,archived,trashed' : 'current,trashed';
}
