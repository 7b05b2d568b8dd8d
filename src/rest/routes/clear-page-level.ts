import * as z from 'zod';
import * as fields from '../fields';
import { writeCondition } from '../middleware/conditions';
import { readParameters } from '../middleware/input';
import { changeWithKey } from '../page-access';
import type { Route } from '../route';

const pathParameters = z.strictObject({ pageId: fields.pageId });

const scope = 'classification::write';

export const clearPageLevel: Route = {
  method: 'DELETE',
  path: '/v1/page-level/by-page/:pageId',
  operationId: 'clearPageLevel',
  summary: 'Take the level of a page away',
  description:
    'Afterwards the page has no level. That it had none already is a success as well. A key with a page access limit can do it only if the limit lists `unclassified`.',
  scope,
  pathParameters,
  success: { status: 204, description: 'The page has no level.' },
  problems: ['PAGE_NOT_FOUND', 'LEVEL_OUTSIDE_KEY_LIMIT', 'PAGE_NOT_EDITABLE', 'PRECONDITION_FAILED', 'EDIT_CONFLICT'],
  prepare: (exchange, parameters) => {
    const { pageId } = readParameters(parameters, pathParameters);
    const condition = writeCondition(exchange);
    return {
      run: async (request) => {
        await changeWithKey(request, { pageId, level: 'none', required: scope, condition });
        return { status: 204 };
      },
    };
  },
};
