import * as z from 'zod';
import { type Actor, APP, type Confluence, HostError, route } from '../platform/confluence';
import { type ContentOf, parse } from './page-lookup';

/** Footer comments that mention people. Every reader of the page sees them. */

/** The newest comments among which an earlier attempt's comment is searched. */
const NEWEST_COMMENTS = 50;

/** Account ids have no characters that XML escapes, and nothing else is mentioned. */
export function canBeMentioned(accountId: string): boolean {
  return /^[A-Za-z0-9:_-]{1,128}$/.test(accountId);
}

/** The mention of a person in Confluence's storage format. */
export function mentionOf(accountId: string): string {
  return `<ac:link><ri:user ri:account-id="${accountId}"/></ac:link>`;
}

/**
 * @param value in Confluence's storage format
 * @returns `refused`: the actor may not comment on this page, or a mentioned person no longer exists
 * @throws HostError: the comment may exist, unless its kind is `quota`
 */
export async function writeComment(
  confluence: Confluence,
  actor: Actor,
  { pageId, contentType }: ContentOf,
  value: string,
): Promise<'written' | 'refused'> {
  const { status } = await confluence.post(actor, route`/wiki/api/v2/footer-comments`, {
    ...(contentType === 'blogpost' ? { blogPostId: pageId } : { pageId }),
    body: { representation: 'storage', value },
  });
  return status >= 200 && status < 300 ? 'written' : 'refused';
}

const commentList = z.object({
  results: z.array(z.object({ body: z.object({ storage: z.object({ value: z.string() }).optional() }) })),
});

/** True if a comment of an earlier attempt is among the newest comments of the page. @throws HostError */
export async function hasComment(
  confluence: Confluence,
  pageId: string,
  isIt: (value: string) => boolean,
): Promise<boolean> {
  const answer = await confluence.get(
    APP,
    route`/wiki/api/v2/pages/${pageId}/footer-comments?body-format=storage&sort=-created-date&limit=${NEWEST_COMMENTS}`,
  );
  if (answer.status !== 200) throw new HostError('failure', `Confluence returned ${answer.status} for comments`);
  return parse(commentList, answer.body).results.some(({ body }) => isIt(body.storage?.value ?? ''));
}
