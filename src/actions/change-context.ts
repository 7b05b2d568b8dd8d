import type { ChangeContext, Stopped } from '../classification/change-page-level';
import type { Levels } from '../classification/level-store';
import type { Page } from '../classification/page-lookup';
import { isOffIn } from '../classification/settings';
import { levelFloorReader } from '../findings/required-level/level-floor';
import { pushMirror } from '../mirror/push-mirror';
import type { ActionRequest } from './action';
import { findPage } from './seen-page';

/** @param page as it was read in this action. After a conflict it is read again. */
export function changeContext(request: ActionRequest, levels: Levels, page: Page): ChangeContext<Stopped> {
  const { storage, confluence, random, clock, requestId, queue, log, accountId } = request;
  const { pageId } = page;
  let isFirst = true;
  return {
    storage,
    random,
    clock,
    requestId,
    levels,
    actor: { kind: 'person', accountId, readFloor: levelFloorReader({ storage, confluence, clock, levels }) },
    readPage: async () => {
      if (isFirst) {
        isFirst = false;
        return page;
      }
      const again = await findPage(request, pageId);
      return again !== 'hidden' && isOffIn(levels.settings, again.spaceId) ? { stoppedBy: 'off' } : again;
    },
    pushMirror: () => pushMirror({ push: queue, log, requestId }, [pageId]),
  };
}
