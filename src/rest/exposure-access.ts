import { includesScope } from '../access/scope';
import { EXPOSURE, type ExposureChange } from '../exposure/change-rules';
import type { ExposureException } from '../configuration/governance';
import { type Exposure, readExposure } from '../exposure/rules';
import { rightsOf } from '../keys/key-rights';
import { awaitAll } from '../platform/await-all';
import { POINTS_OF_A_PAGE, POINTS_OF_A_PERSON } from '../quota/host-points';
import { hasNoLimits, requireAdminOfAll, requireNoLimits } from './admin-of-all';
import { changeWithKey } from './change-with-key';
import { NO_SPACE } from './exclusion-access';
import type { Condition } from './middleware/conditions';
import { Problem } from './problem';
import { isUnknownSpace } from './require-space';
import type { AuthorizedRequest } from './route';
import { seePagesAmong } from './visible-pages';

/** Exposure with a key: who may read numbers, and who may change rules and exceptions. */

const MANAGE = 'classification::manage';

/** Any other key gets verdicts and reasons without numbers: a number says how many people are in a group that no one may name. */
export function mayReadNumbers({ key }: Pick<AuthorizedRequest, 'key'>): boolean {
  return includesScope(rightsOf(key.record).scopes, MANAGE) && hasNoLimits(key);
}

export const ETAG_OF_EXPOSURE = {
  ETag: 'Changes whenever a rule, an exception or a level changes. Use it in If-Match.',
};

/** The levels are part of it, because responses name them and their order decides the proposed rules. */
export function etagOfExposure({ revision }: Exposure, { levels }: Pick<AuthorizedRequest, 'levels'>): string {
  return `"e${revision}l${levels.revision}"`;
}

export const POINTS_OF_AN_EXCEPTION = POINTS_OF_A_PERSON + 2 * POINTS_OF_A_PAGE;

/**
 * An exception for a page or a space that the creator of the key sees. The response and the platform calls are the same for a hidden
 * exception and for one that does not exist.
 * @throws Problem 401, 403, 404; HostError
 */
export async function requireVisibleException(
  request: AuthorizedRequest,
  exceptionId: string,
): Promise<{ readonly exception: ExposureException; readonly exposure: Exposure }> {
  const exposure = await readExposure(request.storage, request.levels);
  const exception = exposure.exceptions.find((one) => one.exceptionId === exceptionId);
  const { pageId, spaceId = NO_SPACE } = exception ?? {};
  const [, pages, isSpaceUnknown] = await awaitAll([
    requireAdminOfAll(request),
    seePagesAmong(request, pageId === undefined ? [] : [pageId], 1, MANAGE),
    isUnknownSpace(request, pageId === undefined ? spaceId : NO_SPACE),
  ] as const);
  const isVisible = pageId === undefined ? !isSpaceUnknown : pages.has(pageId);
  if (exception === undefined || !isVisible)
    throw new Problem('CONFIGURATION_NOT_FOUND', { detail: NO_EXCEPTION, members: ['exceptionId'] });
  return { exception, exposure };
}

const NO_EXCEPTION = 'GET /v1/setting/exposure/exception lists the exceptions with their ids.';

/**
 * Only after `requireAdminOfAll`.
 * @param known the rules and exceptions as they were read
 * @throws Problem, StorageUnavailableError, CorruptRecordError
 */
export function changeExposureWithKey(
  request: AuthorizedRequest,
  condition: Condition | undefined,
  known: Exposure,
  change: (current: Exposure) => ExposureChange,
): Promise<Exposure> {
  return changeWithKey(request, {
    ...{ kind: EXPOSURE, condition, known, plan: change },
    etagOf: (exposure) => etagOfExposure(exposure, request),
    checkKey: requireNoLimits,
  });
}
