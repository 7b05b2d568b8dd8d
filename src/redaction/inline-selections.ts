import * as z from 'zod';
import { parse } from '../classification/page-lookup';
import type { Part } from '../detection/finding';
import { type Confluence, HostError, route } from '../platform/confluence';
import { selectionPart } from './comment-editing';

const list = z.object({
  results: z.array(
    z.object({ id: z.string(), properties: z.object({ inlineOriginalSelection: z.string().nullish() }).nullish() }),
  ),
  _links: z.object({ next: z.string().optional() }).optional(),
});

/**
 * The texts of a page that its inline comments are about. Confluence keeps a copy of each, which nobody can edit.
 * @throws HostError, ImpersonationRefusedError
 */
export async function readSelections(
  confluence: Confluence,
  { pageId, accountId }: { readonly pageId: string; readonly accountId: string },
): Promise<readonly Part[]> {
  const parts: Part[] = [];
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({ limit: '250', ...(cursor && { cursor }) });
    const { status, body } = await confluence.get(
      { kind: 'person', accountId },
      route`/wiki/api/v2/pages/${pageId}/inline-comments?${query}`,
    );
    if (status !== 200) throw new HostError('failure', `Confluence answered ${status} to a list of comments`);
    const { results, _links } = parse(list, body);
    for (const { id, properties } of results) {
      const selection = properties?.inlineOriginalSelection;
      if (selection !== undefined && selection !== null) parts.push(selectionPart(id, selection));
    }
    cursor = new URLSearchParams(_links?.next?.split('?')[1]).get('cursor') ?? undefined;
  } while (cursor !== undefined);
  return parts;
}
