import * as z from 'zod';
import { readPageHistory } from '../../classification/level-history';
import * as fields from '../fields';
import { isChangeInLimit } from '../filter-limits';
import { readParameters, readQuery } from '../middleware/input';
import { requireReadable } from '../page-access';
import { listAnswer, PAGE_HEADERS, pageOf } from '../paging';
import type { Route } from '../route';
import { CHANGE_EXAMPLE, changeBody, toChangeBody } from './change-schemas';

const pathParameters = z.strictObject({ pageId: fields.pageId });
const query = z.strictObject({ limit: fields.limit, cursor: fields.cursor });

const answer = pageOf(changeBody).meta({ id: 'PageLevelHistory' });

const scope = 'classification::read';

export const listPageLevelHistory: Route = {
  method: 'GET',
  path: '/v1/page-level/by-page/:pageId/history',
  operationId: 'listPageLevelHistory',
  summary: 'List the level history of a page',
  description:
    'Lists every change of the level, newest first: the previous and the new level, the time, the accountable person, the method and the key. Changes to levels outside the page access limit of the key are not listed. Changes of the last few seconds may be missing. A page of the list can be short and still have a next page.',
  scope,
  pathParameters,
  query,
  success: {
    status: 200,
    description: 'One page of the changes.',
    schema: answer,
    example: {
      results: [CHANGE_EXAMPLE],
      _links: {},
    },
    headers: PAGE_HEADERS,
  },
  problems: ['INVALID_CURSOR', 'EXPIRED_CURSOR', 'PAGE_NOT_FOUND'],
  prepare: (exchange, parameters) => {
    const { pageId } = readParameters(parameters, pathParameters);
    const { limit, cursor } = readQuery(exchange, query);
    const question = [listPageLevelHistory.operationId, pageId];
    return {
      run: async (request) => {
        const { cursors, storage, now } = request;
        const after = cursor === undefined ? undefined : cursors.read(cursor, question);
        await requireReadable(request, scope, pageId, false);
        const { items, next } = await readPageHistory(storage, {
          pageId,
          isWanted: (change) => isChangeInLimit(request, change),
          now,
          after,
          limit,
        });
        const results = items.map((entry) => toChangeBody(request, entry));
        return listAnswer(exchange, results, next && cursors.write(next, question));
      },
    };
  },
};
