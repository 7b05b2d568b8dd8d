import { createException, toException } from '../../exposure/change-rules';
import { type Exposure, readExposure } from '../../exposure/rules';
import { awaitAll } from '../../platform/await-all';
import { requireAdminOfAll } from '../admin-of-all';
import { SETTING_PROBLEMS } from '../configuration-access';
import { changeExposureWithKey, ETAG_OF_EXPOSURE, etagOfExposure, POINTS_OF_AN_EXCEPTION } from '../exposure-access';
import { operation } from '../operation';
import { requireReadable } from '../page-access';
import { Problem } from '../problem';
import { noSuchSpace, requireSpace } from '../require-space';
import type { AuthorizedRequest } from '../route';
import { EXCEPTION_EXAMPLE, exceptionBody, exceptionInput, toExceptionBody } from './exposure-schemas';
import { levelIdOf } from './setting-schemas';

const scope = 'classification::manage';

export const createExposureException = operation({
  method: 'POST',
  effect: 'change',
  path: '/v1/setting/exposure/exception',
  operationId: 'createExposureException',
  summary: 'Create an exception from an exposure rule',
  description:
    'Marks a page, or the pages of a space that have a level, as known and accepted until a time. The verdict does not change, and no permission does. Requires a key without limits whose creator is a site admin and can see the page or the space.',
  scope,
  idempotency: 'optional',
  body: {
    schema: exceptionInput,
    example: { pageId: '164001', levelId: 'restricted', until: '2027-03-01', reason: EXCEPTION_EXAMPLE.reason },
  },
  success: {
    status: 201,
    description: 'The exception.',
    schema: exceptionBody,
    example: EXCEPTION_EXAMPLE,
    headers: { ...ETAG_OF_EXPOSURE, Location: 'The address of the exception.' },
  },
  problems: [...SETTING_PROBLEMS, 'CONFIGURATION_FULL', 'CONFIGURATION_NOT_FOUND', 'PAGE_NOT_FOUND'],
  points: POINTS_OF_AN_EXCEPTION,
  run: async (request, { body, condition }) => {
    const { storage, levels, now, random } = request;
    const { levelId, until, reason } = body;
    const [known, , place] = await awaitAll([
      readExposure(storage, levels),
      requireAdminOfAll(request),
      requirePlace(request, body),
    ] as const);
    const wanted = { ...place, levelId: levelIdOf(levels, levelId), until, reason };
    const exception = toException(wanted, { random, now });
    const answerOf = (exposure: Exposure) => ({
      status: 201 as const,
      headers: {
        ETag: etagOfExposure(exposure, request),
        Location: `${request.exchange.basePath}/v1/setting/exposure/exception/${exception.exceptionId}`,
      },
      body: toExceptionBody(exception, levels),
    });
    const change = createException(exception, now, (next) => request.keep(answerOf(next)));
    return answerOf(await changeExposureWithKey(request, condition, known, () => change));
  },
  replay: async (request, answer, { body }) => {
    await awaitAll([requireAdminOfAll(request), requirePlace(request, body)] as const);
    if (answer instanceof Problem) throw answer;
    return answer;
  },
});

/** @throws Problem 401, 404; HostError */
async function requirePlace(
  request: AuthorizedRequest,
  { pageId, spaceId }: { readonly pageId?: string | undefined; readonly spaceId?: string | undefined },
): Promise<{ readonly pageId?: string; readonly spaceId: string }> {
  if (pageId !== undefined) {
    const { page } = await requireReadable(request, scope, pageId, false);
    return { pageId, spaceId: page.spaceId };
  }
  if (spaceId === undefined) throw noSuchSpace();
  await requireSpace(request, spaceId);
  return { spaceId };
}
