import * as z from 'zod';
import * as fields from '../fields';
import { type Condition, writeCondition } from '../middleware/conditions';
import { readBody } from '../middleware/input';
import { changePageLevelWithKey, type DoneChange, etagOf, replayOfPage, SET_LEVEL_PROBLEMS } from '../page-access';
import type { RestResult } from '../response';
import type { AuthorizedRequest, Route } from '../route';
import { PAGE_LEVEL_EXAMPLE, pageLevelBody, toPageLevelBody } from './page-level-schemas';

export const setPageLevelBody = z
  .strictObject({
    pageId: fields.pageId,
    levelId: fields.levelName,
    subLevelId: fields.subLevelName
      .optional()
      .meta({ description: 'The UUID or the key of one of the sub-levels of the level. Omitted = none.' }),
    justification: fields.justification,
  })
  .meta({ id: 'SetPageLevel' });

type Body = z.infer<typeof setPageLevelBody>;

export const changed = z
  .boolean()
  .meta({ description: 'false = the page already had this level, and nothing was changed.' });

export const pageLevelSet = pageLevelBody
  .extend({ changed })
  .meta({ id: 'PageLevelSet', description: 'The classification level of a page after the request.' });

export const scope = 'classification::write';

export const setPageLevel: Route = {
  method: 'POST',
  effect: 'change',
  path: '/v1/page-level',
  operationId: 'setPageLevel',
  summary: 'Set the level of a page',
  description:
    'Sets the level of the page, whatever its previous level. If the page already has the level, the request succeeds with `changed: false` and adds no history entry, so retries are safe. With `If-None-Match: *`, the request succeeds only if the page has no level. With `If-Match`, it succeeds only if the level has not changed since it was read.',
  scope,
  idempotency: 'optional',
  pushesMirror: true,
  body: {
    schema: setPageLevelBody,
    example: { pageId: PAGE_LEVEL_EXAMPLE.pageId, levelId: PAGE_LEVEL_EXAMPLE.levelId },
  },
  success: {
    status: 201,
    description: 'The page has this level.',
    schema: pageLevelSet,
    example: { ...PAGE_LEVEL_EXAMPLE, changed: true },
    headers: { ETag: 'Changes whenever the level changes.', Location: "The address of the page's level." },
  },
  problems: SET_LEVEL_PROBLEMS,
  prepare: (exchange) => {
    const wanted = readBody(exchange, setPageLevelBody);
    const condition = writeCondition(exchange);
    return {
      run: (request) => setLevel(request, wanted, condition),
      replay: (request, answer) => {
        const { pageId, levelId, subLevelId } = wanted;
        return replayOfPage(request, { required: scope, pageId, level: { levelId, subLevelId } }, answer);
      },
    };
  },
};

async function setLevel(
  request: AuthorizedRequest,
  { pageId, levelId, subLevelId, justification }: Body,
  condition: Condition | undefined,
): Promise<RestResult> {
  const change = { pageId, level: { levelId, subLevelId }, justification, required: scope, condition } as const;
  const answerTo = (done: DoneChange) => answered(request, done);
  return answerTo(await changePageLevelWithKey(request, change, answerTo));
}

function answered(request: AuthorizedRequest, { page, record, changed }: DoneChange): RestResult {
  if (record === undefined) throw new Error('a page that was given a level has none');
  return {
    status: 201,
    headers: {
      ETag: etagOf(record),
      Location: `${request.exchange.basePath}/v1/page-level/by-page/${page.pageId}`,
    },
    body: { ...toPageLevelBody(page, record, request.levels), changed },
  };
}
