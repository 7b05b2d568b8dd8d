import type { ChangeContext, Stopped } from '../classification/change-page-level';
import type { Levels } from '../classification/level-store';
import { lookUpPageWithProperties, type Page, type PageWithProperties } from '../classification/page-lookup';
import { isOffIn } from '../classification/settings';
import { changeByPerson } from '../findings/required-level/change-of-page';
import { awaitAll } from '../platform/await-all';
import type { Storage } from '../platform/storage';
import { ActionError, type ActionRequest } from './action';

/** The page of an action, as the person of the action currently sees it. */

/**
 * The page with the levels of the site and the stored rows that the action needs.
 * @throws ActionError if the person cannot see the page, or classification is off in its space; HostError,
 * ImpersonationRefusedError, StorageUnavailableError, CorruptRecordError
 */
export async function openPage<R>(
  request: ActionRequest,
  pageId: string,
  readRows: (storage: Storage, pageId: string) => Promise<R>,
) {
  const [page, levels, rows] = await awaitAll([
    readPage(request, pageId),
    request.levels(),
    readRows(request.storage, pageId),
  ] as const);
  if (isOffIn(levels.settings, page.spaceId)) throw spaceIsOff();
  return { page, levels, rows };
}

async function readPage(request: ActionRequest, pageId: string): Promise<PageWithProperties> {
  const page = await findPage(request, pageId);
  if (page === 'hidden') throw pageNotFound(pageId);
  return page;
}

/** @throws HostError, ImpersonationRefusedError */
function findPage({ confluence, accountId }: ActionRequest, pageId: string): Promise<PageWithProperties | 'hidden'> {
  return lookUpPageWithProperties(confluence, { accountId, pageId });
}

/** @param page as it was read in this action */
export function changeOf(request: ActionRequest, levels: Levels, page: Page): ChangeContext<Stopped> {
  const { accountId } = request;
  return changeByPerson(request, { levels, accountId, page }, () => findPage(request, page.pageId));
}

export function pageNotFound(pageId: string): ActionError {
  return new ActionError(
    'PAGE_NOT_FOUND',
    `There is no page with the ID ${pageId}, it is a blog post, or the person who runs this action can’t view it.`,
  );
}

export function spaceIsOff(): ActionError {
  return new ActionError('SPACE_OFF', 'Classification is off in the space of this page.');
}

/** @throws ActionError if the person cannot edit the page */
export function requireEdit({ mayUpdate }: Page, action: string): void {
  if (mayUpdate) return;
  throw new ActionError('PAGE_NOT_EDITABLE', `Only people who can edit this page can ${action}.`);
}

/**
 * The address of a page. It has no title, because a title can contain a detected value.
 * @param baseUrl undefined: the address on the same site
 */
export function linkTo({ pageId, baseUrl = '/wiki' }: Pick<Page, 'pageId' | 'baseUrl'>): string {
  return `${baseUrl}/pages/viewpage.action?pageId=${pageId}`;
}
