import type { ChangeContext, Stopped } from '../../classification/change-page-level';
import type { Levels } from '../../classification/level-store';
import type { Page } from '../../classification/page-lookup';
import { isOffIn } from '../../classification/settings';
import { pushMirror } from '../../mirror/push-mirror';
import type { followChange } from '../../native-levels/follow-change';
import type { Push } from '../../platform/queue';
import { levelFloorReader } from './level-floor';

/** The change of one page in a request, through whichever door it comes. */

type Request = Parameters<typeof followChange>[0] & { readonly push: Push };

/** Updates the content property of the page, and its level in Confluence's own classification. */
export function followUpsOf(
  request: Request,
  author: Parameters<typeof followChange>[1],
): Pick<ChangeContext, 'pushMirror' | 'follow'> {
  return {
    pushMirror: (pageId) => pushMirror(request, [pageId]),
    follow: async (done) => {
      if (request.levels.settings.followsNativeLevels !== true || done.page.contentType === 'blogpost') return;
      const { followChange } = await import('../../native-levels/follow-change');
      await followChange(request, author, done);
    },
  };
}

/**
 * A change in the name of a person, who decides with their own permissions.
 * @param page as it was read in this request
 * @param readAgain reads the page after a conflict, as the person sees it then
 */
export function changeByPerson(
  request: Omit<Request, 'levels'>,
  { levels, accountId, page }: { readonly levels: Levels; readonly accountId: string; readonly page: Page },
  readAgain: () => Promise<Page | 'hidden'>,
): ChangeContext<Stopped> {
  const context = { ...request, levels };
  let isFirst = true;
  return {
    ...context,
    actor: { kind: 'person', accountId, readFloor: levelFloorReader(context) },
    readPage: async () => {
      if (isFirst) {
        isFirst = false;
        return page;
      }
      const again = await readAgain();
      return again !== 'hidden' && isOffIn(levels.settings, again.spaceId) ? { stoppedBy: 'off' } : again;
    },
    ...followUpsOf(context, { accountId }),
  };
}
