import type { PageLevelRecord } from '../../classification/model';
import { readPageLevels } from '../../classification/page-level-store';
import { listPagesAsCreator, type SeenPage } from '../../classification/pages-lookup';
import type { SurfaceRequest } from '../operation';
import { notAllowed } from '../result';
import type { ViewedSpace } from './viewed-space';

/** The levels of pages, by id. Pages without a level are omitted. */
export async function readLevelRecords(
  { storage }: Pick<SurfaceRequest, 'storage'>,
  pageIds: readonly string[],
): Promise<ReadonlyMap<string, PageLevelRecord>> {
  return new Map(
    [...(await readPageLevels(storage, pageIds))].flatMap(([pageId, stored]) =>
      stored === 'unreadable' || stored.record === undefined ? [] : [[pageId, stored.record] as const],
    ),
  );
}

/** The pages of the space that the viewer sees, in the order of their ids. @throws Refusal NOT_ALLOWED, HostError */
export async function listPages(
  { confluence, accountId, spaceId }: ViewedSpace,
  cursor: string | undefined,
  limit: number,
): Promise<{ readonly pages: readonly SeenPage[]; readonly cursor: string | undefined }> {
  const list = await listPagesAsCreator(confluence, { creatorId: accountId, spaceIds: [spaceId], cursor, limit });
  if (list.outcome === 'creator-inactive') throw notAllowed();
  return { pages: list.pages.filter((page) => page.spaceId === spaceId), cursor: list.cursor };
}
