import * as z from 'zod';
import * as fields from '../fields';
import { readParameters } from '../middleware/input';
import { etagOf, requireReadable } from '../page-access';
import { Problem } from '../problem';
import type { Route } from '../route';
import { PAGE_LEVEL_EXAMPLE, pageLevelBody, toPageLevelBody } from './page-level-schemas';

const pathParameters = z.strictObject({ pageId: fields.pageId });

const scope = 'classification::read';

export const getPageLevel: Route = {
  method: 'GET',
  path: '/v1/page-level/by-page/:pageId',
  operationId: 'getPageLevel',
  summary: 'Read the level of a page',
  description:
    "Returns the current level of the page, and who set it, when and how. A page that the creator cannot see, or that is outside the key's scopes and limits, gives PAGE_NOT_FOUND. A visible page without a level gives PAGE_NOT_CLASSIFIED.",
  scope,
  pathParameters,
  success: {
    status: 200,
    description: 'The level of the page.',
    schema: pageLevelBody,
    example: PAGE_LEVEL_EXAMPLE,
    headers: { ETag: 'Changes whenever the level changes.' },
  },
  problems: ['PAGE_NOT_FOUND', 'PAGE_NOT_CLASSIFIED'],
  prepare: (_exchange, parameters) => {
    const { pageId } = readParameters(parameters, pathParameters);
    return {
      run: async (request) => {
        const { page, record } = await requireReadable(request, scope, pageId, false);
        if (record === undefined) throw new Problem('PAGE_NOT_CLASSIFIED');
        return { status: 200, headers: { ETag: etagOf(record) }, body: toPageLevelBody(page, record, request.levels) };
      },
    };
  },
};
