import * as z from 'zod';
import * as fields from '../fields';
import { changePageLevelWithKey, CLEAR_LEVEL_PROBLEMS, type DoneChange, etagOf, replayOfPage } from '../page-access';
import { ok, operation } from '../operation';
import { PAGE_LEVEL_EXAMPLE, pageWithoutLevel, toPageLevelBody, toPageWithoutLevel } from './page-level-schemas';
import { changed, pageLevelSet } from './set-page-level';

const pathParameters = z.strictObject({ pageId: fields.pageId });

const body = z.strictObject({ justification: fields.justificationText }).meta({ id: 'ResetPageLevel' });

const answer = z
  .union([
    pageLevelSet,
    pageWithoutLevel
      .extend({ changed })
      .meta({ id: 'PageLevelCleared', description: 'A page without a classification level after the request.' }),
  ])
  .meta({ id: 'PageLevelReset' });

const scope = 'classification::write';

export const resetPageLevel = operation({
  method: 'POST',
  effect: 'change',
  path: '/v1/page-level/by-page/:pageId/reset',
  operationId: 'resetPageLevel',
  summary: 'Reset the level of a page, with a justification',
  description:
    'Same as `DELETE /v1/page-level/by-page/{pageId}`, with a justification in the body, because many clients cannot send a body with DELETE. Returns the level of the page, as `POST /v1/page-level` does; `levelId` is null if the page has none.',
  scope,
  idempotency: 'optional',
  pushesMirror: true,
  pathParameters,
  body: { schema: body, example: { justification: 'Published on our website on 20 November.' } },
  success: ok(
    'The page has the default level of its space, or no level.',
    answer,
    { ...PAGE_LEVEL_EXAMPLE, method: 'DEFAULT', changed: true },
    { ETag: 'Changes whenever the level changes. Absent if the page has no level.' },
  ),
  problems: CLEAR_LEVEL_PROBLEMS,
  run: async (request, { path: { pageId }, body: { justification }, condition }) => {
    const change = { pageId, level: 'default', justification, required: scope, condition } as const;
    const answerTo = ({ page, record, changed }: DoneChange) =>
      record === undefined
        ? { status: 200, body: { ...toPageWithoutLevel(page), changed } }
        : {
            status: 200,
            headers: { ETag: etagOf(record) },
            body: { ...toPageLevelBody(page, record, request.levels), changed },
          };
    return answerTo(await changePageLevelWithKey(request, change, answerTo));
  },
  replay: (request, answer, { path: { pageId } }) =>
    replayOfPage(request, { required: scope, pageId, level: 'default' }, answer),
});
