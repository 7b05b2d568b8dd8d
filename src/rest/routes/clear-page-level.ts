import * as z from 'zod';
import * as fields from '../fields';
import { changePageLevelWithKey, CLEAR_LEVEL_PROBLEMS, replayOfPage } from '../page-access';
import { operation } from '../operation';

const pathParameters = z.strictObject({ pageId: fields.pageId });

const scope = 'classification::write';

const CLEARED = { status: 204 } as const;

export const clearPageLevel = operation({
  method: 'DELETE',
  effect: 'change',
  path: '/v1/page-level/by-page/:pageId',
  operationId: 'clearPageLevel',
  summary: 'Clear the level of a page',
  description:
    'Resets the page to the default level of its space, or to no level if there is no default. Succeeds even if nothing changes. A key with a page access limit needs the default level in its limit, or `unclassified` if there is no default. If lowering a level requires a justification, use the reset operation instead.',
  scope,
  idempotency: 'optional',
  pushesMirror: true,
  pathParameters,
  success: { status: 204, description: 'The page has the default level of its space, or no level.' },
  problems: CLEAR_LEVEL_PROBLEMS,
  run: async (request, { path: { pageId }, condition }) => {
    const change = { pageId, level: 'default', required: scope, condition } as const;
    await changePageLevelWithKey(request, change, () => CLEARED);
    return CLEARED;
  },
  replay: (request, answer, { path: { pageId } }) =>
    replayOfPage(request, { required: scope, pageId, level: 'default' }, answer),
});
