import * as z from 'zod';
import { type CollectedMirrors, collectMirrors } from '../../mirror/push-mirror';
import type { NamedLevel } from '../../classification/resolve-level';
import { POINTS_OF_A_PAGE } from '../../quota/host-points';
import { toProblem } from '../failure';
import * as fields from '../fields';
import { conditionOf } from '../middleware/conditions';
import { readBody } from '../middleware/input';
import { changePageLevelWithKey, denied, type DoneChange, etagOf, isTargetInLimit } from '../page-access';
import { Problem, PROBLEMS } from '../problem';
import { placeInBody } from '../problem-place';
import type { RestResult } from '../response';
import type { AuthorizedRequest, Route } from '../route';
import { seePages } from '../visible-pages';
import { PAGE_LEVEL_EXAMPLE } from './page-level-schemas';
import {
  misplacedFields,
  type PageAction,
  pageAction,
  pageIfMatch,
  pageIfNoneMatch,
  requiredField,
} from './page-action';
import { setPageLevelBody } from './set-page-level';
import { partsOf } from '../../platform/parts';

/** The maximum number of pages in one transaction of Forge storage. Use a job for more. */
const MAX_ITEMS = 25;

/** The number of pages that are set concurrently. Each takes its own calls to Confluence and storage. */
const AT_ONCE = 5;

const item = setPageLevelBody
  .extend({
    action: pageAction,
    levelId: fields.levelName.optional().meta({
      description: 'The UUID or the key of the level. Required with the action `set`, and not allowed otherwise.',
    }),
    ifMatch: pageIfMatch,
    ifNoneMatch: pageIfNoneMatch,
  })
  .refine(({ action, levelId }) => action !== 'set' || levelId !== undefined, requiredField('levelId'))
  .refine(
    ({ action, justification }) => action !== 'reset' || justification !== undefined,
    requiredField('justification'),
  )
  .superRefine((entry, context) => {
    for (const { field, ...issue } of misplacedFields(entry))
      context.addIssue({ code: 'custom', path: [field], ...issue });
  })
  .meta({ id: 'SetPageLevelItem' });

const body = z
  .strictObject({
    items: z
      .array(item, { error: 'must be a list' })
      .min(1, { error: 'must not be empty' })
      .max(MAX_ITEMS, { error: `must have ${MAX_ITEMS} entries at most` })
      .superRefine(fields.eachOnce('pageId'))
      .meta({ description: 'Up to 25 pages, each once. They are processed concurrently, in no particular order.' }),
  })
  .meta({ id: 'SetPageLevels' });

const itemResult = z
  .strictObject({
    index: z.int().meta({ description: 'The zero-based position of the entry in the request.' }),
    pageId: z.string(),
    status: z.int().meta({ description: 'The status that the operation on this page alone would have returned.' }),
    changed: z.boolean().optional(),
    etag: z.string().optional(),
    error: z
      .strictObject({
        code: z.string().meta({ description: 'A stable error code. More values may be added.' }),
        title: z.string(),
        detail: z.string().optional(),
        pointer: z
          .string()
          .optional()
          .meta({ description: 'The place in the body of the request, as an RFC 6901 fragment.' }),
      })
      .optional(),
  })
  .meta({ id: 'PageLevelItemResult' });

const answer = z
  .strictObject({
    results: z.array(itemResult).meta({ description: 'In the order of the request.' }),
    summary: z.strictObject({ ok: z.int(), failed: z.int() }),
  })
  .meta({ id: 'PageLevelsSet' });

const scope = 'classification::write';

export const setPageLevels: Route = {
  method: 'POST',
  effect: 'change',
  path: '/v1/page-level/bulk',
  operationId: 'setPageLevels',
  summary: 'Set, clear or reset the levels of up to 25 pages',
  description:
    'Each entry is an operation on one page: `set` as in `POST /v1/page-level`, `clear` as in `DELETE /v1/page-level/by-page/{pageId}`, `reset` as in `POST /v1/page-level/by-page/{pageId}/reset`. Entries are independent: some may succeed while others fail. The response is 207 with one result per entry, even if all of them failed. Errors that concern the whole request, such as an invalid key or body, have their own status, and nothing is changed.',
  scope,
  idempotency: 'optional',
  pushesMirror: true,
  body: {
    schema: body,
    example: { items: [{ pageId: PAGE_LEVEL_EXAMPLE.pageId, levelId: PAGE_LEVEL_EXAMPLE.levelId }] },
  },
  success: {
    status: 207,
    description: 'The result for each entry.',
    schema: answer,
    example: {
      results: [
        { index: 0, pageId: PAGE_LEVEL_EXAMPLE.pageId, status: 201, changed: true, etag: '"p1"' },
        {
          index: 1,
          pageId: '164099',
          status: 404,
          error: {
            code: 'PAGE_NOT_FOUND',
            title: PROBLEMS.PAGE_NOT_FOUND.title,
            detail: PROBLEMS.PAGE_NOT_FOUND.detail,
            pointer: '#/items/1/pageId',
          },
        },
      ],
      summary: { ok: 1, failed: 1 },
    },
    headers: {},
  },
  problems: [],
  prepare: (exchange) => {
    const { items } = readBody(exchange, body);
    return {
      units: items.length,
      points: POINTS_OF_A_PAGE * items.length,
      run: async (request) => {
        const outcomes: (DoneChange | Problem)[] = [];
        const mirrors = collectMirrors();
        for (const some of partsOf(items, AT_ONCE)) {
          outcomes.push(...(await Promise.all(some.map((one, lane) => setOne(request, one, lane, mirrors)))));
          throwIfAllUnauthorized(outcomes);
        }
        await mirrors.pushAll(request);
        const failed = outcomes.filter((outcome) => outcome instanceof Problem).length;
        const body: z.infer<typeof answer> = {
          results: items.map(({ pageId }, index) => ({
            index,
            pageId,
            ...resultOf(outcomes[index], index, items[index]),
          })),
          summary: { ok: outcomes.length - failed, failed },
        };
        return { status: 207, body };
      },
      replay: (request, before) => replayOfPages(request, items, before),
    };
  },
};

/** Returns the earlier response, checked again for each page as in `replayOfPage`. @throws Problem 401, HostError */
async function replayOfPages(
  request: AuthorizedRequest,
  items: readonly z.infer<typeof item>[],
  before: RestResult | Problem,
): Promise<RestResult> {
  if (before instanceof Problem) throw before;
  const pageIds = items.map(({ pageId }) => pageId);
  const visible = await seePages(request, pageIds, scope, 'first', 'all');
  const results = answer.parse(before.body).results.map((one): z.infer<typeof itemResult> => {
    const { index, pageId } = one;
    const wanted = items[index];
    const seen = visible.get(pageId) ?? 'hidden';
    const refused = (problem: Problem) => ({ index, pageId, ...resultOf(problem, index, wanted) });
    if (seen === 'hidden' || wanted === undefined) return refused(denied('PAGE_NOT_FOUND'));
    return isTargetInLimit(request, seen.page.spaceId, levelOf(wanted))
      ? one
      : refused(denied('LEVEL_OUTSIDE_KEY_LIMIT'));
  });
  const failed = results.filter(({ status }) => status >= 400).length;
  const body: z.infer<typeof answer> = { results, summary: { ok: results.length - failed, failed } };
  return { status: 207, body };
}

/** If the creator of the key is no longer active, the whole request fails, not its pages. @throws Problem 401 */
function throwIfAllUnauthorized(outcomes: readonly (DoneChange | Problem)[]): void {
  const [first] = outcomes;
  const isUnauthorized = (one: DoneChange | Problem) => one instanceof Problem && PROBLEMS[one.code].status === 401;
  if (first instanceof Problem && outcomes.every(isUnauthorized)) throw first;
}

function levelOf({ levelId, subLevelId }: z.infer<typeof item>): NamedLevel | 'default' {
  return levelId === undefined ? 'default' : { levelId, subLevelId };
}

async function setOne(
  request: AuthorizedRequest,
  entry: z.infer<typeof item>,
  lane: number,
  mirrors: CollectedMirrors,
): Promise<DoneChange | Problem> {
  const { pageId, justification, ifMatch, ifNoneMatch } = entry;
  const condition = conditionOf({ ifMatch, ifNoneMatch });
  const change = { pageId, level: levelOf(entry), justification, required: scope, condition, lane } as const;
  try {
    return await changePageLevelWithKey(request, change, undefined, mirrors);
  } catch (error) {
    return toProblem(error, request.requestId, request.log);
  }
}

/** The status of the operation on one page. */
const STATUS_OF = { set: 201, clear: 204, reset: 200 } as const satisfies Record<PageAction, number>;

function resultOf(
  outcome: DoneChange | Problem | undefined,
  index: number,
  entry: z.infer<typeof item> | undefined,
): Omit<z.infer<typeof itemResult>, 'index' | 'pageId'> {
  if (outcome === undefined) throw new Error('an entry without an outcome');
  if (outcome instanceof Problem) {
    const { code, detail } = outcome;
    const { status, title } = PROBLEMS[code];
    const place = placeInBody(outcome, entry);
    const pointer = place && { pointer: `#/items/${index}${place.pointer.slice(1)}` };
    return { status, error: { code, title, ...(detail === undefined ? {} : { detail }), ...pointer } };
  }
  const { record, changed } = outcome;
  return {
    status: STATUS_OF[entry?.action ?? 'set'],
    changed,
    ...(record === undefined ? {} : { etag: etagOf(record) }),
  };
}
