import * as z from 'zod';
import { partsOf } from '../../platform/parts';
import { answerReview, REVIEW_ANSWERS } from '../../review/answer-review';
import { POINTS_OF_A_PAGE } from '../../quota/host-points';
import { editConflict } from '../change-with-key';
import { toProblem } from '../failure';
import * as fields from '../fields';
import { conditionOf } from '../middleware/conditions';
import { readBody } from '../middleware/input';
import { denied, etagOf } from '../page-access';
import { Problem, PROBLEMS } from '../problem';
import { REVIEW_SCOPE, reviewContextOf } from '../review-access';
import type { RestResult } from '../response';
import type { AuthorizedRequest, Route } from '../route';
import { pageIfMatch } from './page-action';

/** The reviewed pages of one request. */
const MAX_ANSWERS = 25;
/** The number of pages that are answered concurrently. */
const AT_ONCE = 5;

const item = z
  .strictObject({
    pageId: fields.pageId,
    answer: z.enum(REVIEW_ANSWERS, { error: `must be one of ${REVIEW_ANSWERS.join(', ')}` }).meta({
      description:
        '`still-right`: the level stays, and the next review is due by the rule. `not-mine`: the admins of the space are asked instead.',
    }),
    ifMatch: pageIfMatch.unwrap().meta({
      description: 'The ETag of the level that the reviewer saw. `*` = any level.',
      maxLength: 102,
      examples: ['"p3"'],
    }),
  })
  .meta({ id: 'PageReviewAnswer' });

const body = z
  .strictObject({
    items: z
      .array(item, { error: 'must be a list' })
      .min(1, { error: 'must not be empty' })
      .max(MAX_ANSWERS, { error: `must have ${MAX_ANSWERS} entries at most` })
      .superRefine(fields.eachOnce('pageId'))
      .meta({ description: 'Up to 25 pages, each once.' }),
  })
  .meta({ id: 'AnswerPageReviews' });

const itemResult = z
  .strictObject({
    index: z.int().meta({ description: 'The zero-based position of the entry in the request.' }),
    pageId: z.string(),
    status: z.int().meta({ description: '200, or the status of the error.' }),
    error: z
      .strictObject({
        code: z.string().meta({ description: 'A stable error code. More values may be added.' }),
        title: z.string(),
        detail: z.string().optional(),
      })
      .optional(),
  })
  .meta({ id: 'PageReviewAnswerResult' });

const answers = z
  .strictObject({
    results: z.array(itemResult).meta({ description: 'In the order of the request.' }),
    summary: z.strictObject({ ok: z.int(), failed: z.int() }),
  })
  .meta({ id: 'PageReviewsAnswered' });

export const answerPageReviews: Route = {
  method: 'POST',
  effect: 'change',
  path: '/v1/page-review/answer',
  operationId: 'answerPageReviews',
  summary: 'Answer the reviews of up to 25 pages',
  description:
    'Records the answers of a review. Each page is checked as the creator of the key: it must be visible and editable, and its level must be the one that the reviewer saw, or its entry fails with PRECONDITION_FAILED. Levels do not change: to change one, set it. Entries are independent. The response is 207 with one result per entry, even if all of them failed.',
  scope: REVIEW_SCOPE,
  body: { schema: body, example: { items: [{ pageId: '164001', answer: 'still-right', ifMatch: '"p3"' }] } },
  success: {
    status: 207,
    description: 'The result for each entry.',
    schema: answers,
    example: { results: [{ index: 0, pageId: '164001', status: 200 }], summary: { ok: 1, failed: 0 } },
    headers: {},
  },
  problems: [],
  prepare: (exchange) => {
    const { items } = readBody(exchange, body);
    return {
      units: items.length,
      points: items.length * POINTS_OF_A_PAGE,
      run: (request) => answerAll(request, items),
    };
  },
};

async function answerAll(request: AuthorizedRequest, items: readonly z.infer<typeof item>[]): Promise<RestResult> {
  const outcomes: (Problem | undefined)[] = [];
  for (const some of partsOf(items, AT_ONCE))
    outcomes.push(...(await Promise.all(some.map((one, lane) => answerOne(request, one, lane)))));
  const isUnauthorized = (one: Problem | undefined) => one !== undefined && PROBLEMS[one.code].status === 401;
  const [first] = outcomes;
  if (first !== undefined && outcomes.every(isUnauthorized)) throw first;
  const results = items.map(({ pageId }, index) => ({ index, pageId, ...resultOf(outcomes[index]) }));
  const failed = outcomes.filter((one) => one !== undefined).length;
  return { status: 207, body: { results, summary: { ok: items.length - failed, failed } } };
}

async function answerOne(
  request: AuthorizedRequest,
  { pageId, answer, ifMatch }: z.infer<typeof item>,
  lane: number,
): Promise<Problem | undefined> {
  const condition = conditionOf({ ifMatch, ifNoneMatch: undefined });
  try {
    const { outcome } = await answerReview(reviewContextOf(request, pageId, { lane }), {
      ...{ pageId, answer },
      isExpected: (level) => condition?.(level && etagOf(level)) !== false,
    });
    switch (outcome) {
      case 'done':
        return undefined;
      case 'changed-since':
        return new Problem('PRECONDITION_FAILED', {
          detail: 'The level of the page has changed since. Read it again, then decide.',
        });
      case 'hidden':
        return denied('PAGE_NOT_FOUND');
      case 'not-editable':
        return denied('PAGE_NOT_EDITABLE');
      case 'contended':
        return editConflict();
    }
  } catch (error) {
    return toProblem(error, request.requestId, request.log);
  }
}

function resultOf(problem: Problem | undefined): Pick<z.infer<typeof itemResult>, 'status' | 'error'> {
  if (problem === undefined) return { status: 200 };
  const { status, title } = PROBLEMS[problem.code];
  const { detail } = problem;
  return { status, error: { code: problem.code, title, ...(detail === undefined ? {} : { detail }) } };
}
