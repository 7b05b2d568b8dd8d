import * as z from 'zod';
import * as fields from '../fields';
import { changePageLevelWithKey, CLEAR_LEVEL_PROBLEMS, replayOfPage } from '../page-access';
import { operation } from '../operation';
import { CLEARED } from './clear-page-level';

const pathParameters = z.strictObject({ pageId: fields.pageId });

const body = z.strictObject({ justification: fields.justificationText }).meta({ id: 'ResetPageLevel' });

const scope = 'classification::write';

export const resetPageLevel = operation({
  method: 'POST',
  effect: 'change',
  path: '/v1/page-level/by-page/:pageId/reset',
  operationId: 'resetPageLevel',
  summary: 'Reset the level of a page, with a justification',
  description:
    'Same as `DELETE /v1/page-level/by-page/{pageId}`, with a justification in the body, because many clients cannot send a body with DELETE.',
  scope,
  idempotency: 'optional',
  pushesMirror: true,
  pathParameters,
  body: { schema: body, example: { justification: 'Published on our website on 20 November.' } },
  success: { status: 204, description: 'The page has the default level of its space, or no level.' },
  problems: CLEAR_LEVEL_PROBLEMS,
  run: async (request, { path: { pageId }, body: { justification }, condition }) => {
    const change = { pageId, level: 'default', justification, required: scope, condition } as const;
    await changePageLevelWithKey(request, change, () => CLEARED);
    return CLEARED;
  },
  replay: (request, answer, { path: { pageId } }) =>
    replayOfPage(request, { required: scope, pageId, level: 'default' }, answer),
});
