import * as z from 'zod';
import { readPageHistory } from '../../classification/level-history';
import * as fields from '../fields';
import { isChangeInLimit } from '../filter-limits';
import { requireReadable } from '../page-access';
import { pageOf } from '../paging';
import { CHANGE_EXAMPLE, changeBody, toChangeBody } from './change-schemas';
import { listOperation } from '../list-operation';
import { ok } from '../operation';

const pathParameters = z.strictObject({ pageId: fields.pageId });

const answer = pageOf(changeBody).meta({ id: 'PageLevelHistory' });

const scope = 'classification::read';

export const listPageLevelHistory = listOperation({
  path: '/v1/page-level/by-page/:pageId/history',
  operationId: 'listPageLevelHistory',
  summary: 'List the level history of a page',
  description:
    'Lists every change of the level, newest first: the previous and the new level, the time, the accountable person, the method and the key. Changes to levels outside the page access limit of the key are not listed. Changes of the last few seconds may be missing. A page of the list can be short and still have a next page.',
  scope,
  pathParameters,
  success: ok('One page of the changes.', answer, {
    results: [CHANGE_EXAMPLE],
    _links: {},
  }),
  problems: ['PAGE_NOT_FOUND'],
  list: async (request, { path: { pageId }, after, limit }) => {
    const { storage, now } = request;
    await requireReadable(request, scope, pageId, false, 'all');
    const { items, next } = await readPageHistory(storage, {
      ...{ pageId, now, after, limit },
      isWanted: (change) => isChangeInLimit(request, change),
    });
    return { results: items.map((entry) => toChangeBody(request, entry)), next };
  },
});
