import * as z from 'zod';
import * as fields from '../fields';
import { writeCondition } from '../middleware/conditions';
import { readParameters } from '../middleware/input';
import { changeWithKey, CLEAR_LEVEL_PROBLEMS, replayOfPage } from '../page-access';
import type { Route } from '../route';

const pathParameters = z.strictObject({ pageId: fields.pageId });

const scope = 'classification::write';

export const CLEARED = { status: 204 } as const;

export const clearPageLevel: Route = {
  method: 'DELETE',
  path: '/v1/page-level/by-page/:pageId',
  operationId: 'clearPageLevel',
  summary: 'Take the level of a page away',
  description:
    'Afterwards the page has the default level of its space, or none if it has no default. That it was so already is a success as well. A key with a page access limit can do it only if the limit lists the default level, or `unclassified` where there is none. Where lowering a level takes a justification, use the reset instead.',
  scope,
  idempotency: 'optional',
  pathParameters,
  success: { status: 204, description: 'The page has the default level of its space, or none.' },
  problems: CLEAR_LEVEL_PROBLEMS,
  prepare: (exchange, parameters) => {
    const { pageId } = readParameters(parameters, pathParameters);
    const condition = writeCondition(exchange);
    return {
      run: async (request) => {
        const change = { pageId, level: 'default', required: scope, condition } as const;
        await changeWithKey(request, change, () => CLEARED);
        return CLEARED;
      },
      replay: (request, answer) => replayOfPage(request, { required: scope, pageId, level: 'default' }, answer),
    };
  },
};
