import { listPagesAsCreator, type SeenPage } from '../classification/pages-lookup';
import { listUnclassifiedPages } from '../classification/unclassified-pages';
import type { VisibleRows } from '../classification/visible-list';
import { rightsOf } from '../keys/key-rights';
import type { Position } from '../platform/rows-by-time';
import type { AuthorizedRequest } from './route';
import { requirePages, viewerOf } from './visible-pages';

/** The pages without a level that the creator of the key sees, inside the limits of the key. */

interface UnclassifiedQuestion {
  readonly spaceId: string | undefined;
  readonly after: Position | undefined;
  readonly limit: number;
}

/** The maximum number of ids in one request to Confluence. */
const MAX_SPACES = 100;

/** @throws Problem, HostError, StorageUnavailableError */
export async function listUnclassified(
  request: AuthorizedRequest,
  { spaceId, ...place }: UnclassifiedQuestion,
): Promise<VisibleRows<SeenPage, Position | undefined>> {
  const { storage, confluence, key } = request;
  const { spaceLimit } = rightsOf(key.record);
  const inLimit = spaceLimit.length <= MAX_SPACES ? spaceLimit : [];
  const list = async (question: Parameters<Parameters<typeof listUnclassifiedPages>[0]['list']>[0]) =>
    requirePages(request, await listPagesAsCreator(confluence, { creatorId: key.record.createdBy, ...question }));
  const spaceIds = spaceId === undefined ? inLimit : [spaceId];
  return listUnclassifiedPages({ storage, viewer: viewerOf(request), list }, { spaceIds, spaceId, ...place });
}
