import { actorOf } from '../audit/event';
import type { Page } from '../classification/page-lookup';
import { unchangedKey } from '../keys/key-lanes';
import type { ReviewContext } from '../review/answer-review';
import { requireReadable } from './page-access';
import type { AuthorizedRequest } from './route';

/** Reviews with a key: its creator reviews, with the scope to set levels. */

export const REVIEW_SCOPE = 'classification::write';

type Author = ReviewContext['author'];

/** @param lane as in `ChangeActor` */
export function authorOf(request: AuthorizedRequest, lane?: number): Author {
  let { key } = request;
  return async (attempt) => {
    if (attempt > 1) key = request.reverify(await request.storage.read('api-key', key.keyId));
    return { actor: actorOf(key), stillValid: [await unchangedKey(request, key, attempt, lane)] };
  };
}

/** @param known the page, if the request has read it. It is read again after a conflict */
export function reviewContextOf(
  request: AuthorizedRequest,
  pageId: string,
  { lane, known }: { readonly lane?: number; readonly known?: Page } = {},
): ReviewContext {
  let first = known;
  return {
    ...request,
    readPage: async () => {
      const page = first ?? (await requireReadable(request, REVIEW_SCOPE, pageId, true)).page;
      first = undefined;
      return page;
    },
    author: authorOf(request, lane),
  };
}
