import * as z from 'zod';
import { NO_LIMITS, searchPages } from '../../classification/search-pages';
import { HostError, ImpersonationRefusedError, route } from '../../platform/confluence';
import { joinIds } from '../../platform/confluence-id';
import { operation } from '../input';
import type { AdminRequest } from '../operation';

/** The most that Confluence lists in one request. */
const MAX_PAGES = 250;

const input = z.strictObject({ pageIds: z.array(z.string().regex(/^[1-9][0-9]{0,17}$/)).max(MAX_PAGES) });
const pagesBody = z.object({ results: z.array(z.object({ id: z.string(), title: z.string(), spaceId: z.string() })) });

export interface PageName {
  readonly pageId: string;
  readonly title: string;
  readonly spaceId: string;
}

export const describePages = operation(input, async (request, { pageIds }) => {
  return { pages: await findPageNames(request, pageIds) };
});

const MAX_FOUND = 8;

/** Pages whose title has these words, the last of which may be a beginning, as the admin sees them. */
export const findPagesByTitle = operation(
  z.strictObject({ text: z.string().trim().max(200) }),
  async (request, { text }): Promise<{ readonly pages: readonly PageName[] }> => {
    const quoted = text.replaceAll(/["\\*?~]/g, ' ').trim();
    if (quoted === '') return { pages: [] };
    const found = await searchPages(request.confluence, request.storage, {
      creatorId: request.accountId,
      cql: `type = page and title ~ "${quoted}*"`,
      cursor: undefined,
      limit: MAX_FOUND,
      rights: NO_LIMITS,
    });
    return { pages: found.outcome === 'found' ? await findPageNames(request, found.pageIds) : [] };
  },
);

/**
 * The titles of the classifiable pages that the acting admin can see; the others are omitted. The app asks on behalf of
 * the admin, because it must not show the title of a page that Confluence hides from them. If the platform does not
 * allow this, no title is known.
 */
export async function findPageNames(
  { confluence, accountId }: AdminRequest,
  pageIds: readonly string[],
): Promise<readonly PageName[]> {
  if (pageIds.length === 0) return [];
  try {
    const answer = await confluence.get(
      { kind: 'person', accountId },
      route`/wiki/api/v2/pages?limit=250&id=${joinIds(pageIds)}`,
    );
    const parsed = pagesBody.safeParse(answer.body);
    if (!parsed.success) throw new HostError('failure', `Confluence returned ${answer.status} for a list of pages`);
    return parsed.data.results.map(({ id, title, spaceId }) => ({ pageId: id, title, spaceId }));
  } catch (error) {
    if (error instanceof ImpersonationRefusedError) return [];
    throw error;
  }
}
