import * as z from 'zod';
import * as fields from '../fields';
import { etagOf, requireReadable } from '../page-access';
import { Problem } from '../problem';
import { PAGE_LEVEL_EXAMPLE, pageLevelBody, toPageLevelBody } from './page-level-schemas';
import { ok, operation } from '../operation';

const pathParameters = z.strictObject({ pageId: fields.pageId });

const scope = 'classification::read';

export const getPageLevel = operation({
  method: 'GET',
  path: '/v1/page-level/by-page/:pageId',
  operationId: 'getPageLevel',
  summary: 'Read the level of a page',
  description:
    "Returns the current level of the page, and who set it, when and how. A page that the creator cannot see, or that is outside the key's scopes and limits, gives PAGE_NOT_FOUND. A visible page without a level gives PAGE_NOT_CLASSIFIED.",
  scope,
  pathParameters,
  success: ok('The level of the page.', pageLevelBody, PAGE_LEVEL_EXAMPLE, {
    ETag: 'Changes whenever the level changes.',
  }),
  problems: ['PAGE_NOT_FOUND', 'PAGE_NOT_CLASSIFIED'],
  run: async (request, { path: { pageId } }) => {
    const { page, record } = await requireReadable(request, scope, pageId, false, 'all');
    if (record === undefined) throw new Problem('PAGE_NOT_CLASSIFIED');
    return { status: 200, headers: { ETag: etagOf(record) }, body: toPageLevelBody(page, record, request.levels) };
  },
});
