import { includesScope, type Scope } from '../access/scope';
import { EXCLUSIONS, type ExclusionsChange } from '../findings/exclusions/change-exclusions';
import { type Exclusions, readExclusions } from '../findings/exclusions/exclusion-store';
import { type Exclusion, pageNamedBy, spaceNamedBy } from '../findings/exclusions/model';
import { rightsOf } from '../keys/key-rights';
import { awaitAll } from '../platform/await-all';
import { POINTS_OF_A_PAGE, POINTS_OF_A_PERSON } from '../quota/host-points';
import { requireActiveCreator } from './active-creator';
import { hasNoLimits, requireAdminOfAll } from './admin-of-all';
import { changeWithKey, editConflict } from './change-with-key';
import { ADMINISTRATION_PROBLEMS } from './configuration-access';
import type { Condition } from './middleware/conditions';
import { Problem } from './problem';
import type { AuthorizedRequest } from './route';
import { isUnknownSpace } from './require-space';
import { seePagesAmong } from './visible-pages';

/**
 * Exclusions with a key. A key that can see a page can use its exclusions of values. All other exclusions affect
 * pages that the key may not see, so they require a key without limits whose creator is a site admin.
 */

export const EXCLUSION_PROBLEMS = [...ADMINISTRATION_PROBLEMS, 'CONFIGURATION_FULL'] as const;

export const ETAG_OF_EXCLUSIONS = { ETag: 'Changes whenever an exclusion is added or removed. Use it in If-Match.' };

const MANAGE = 'detection::manage';

/** A read by id makes calls to Confluence for the creator of the key, a page and a space. */
export const POINTS_OF_AN_EXCLUSION = POINTS_OF_A_PERSON + 2 * POINTS_OF_A_PAGE;

/** An id that Confluence never assigns to a space. */
export const NO_SPACE = '900000000000000000';

export function etagOfExclusions({ revision }: Exclusions): string {
  return `"x${revision}"`;
}

/** @throws Problem 403, 401; HostError */
export async function requireManagerOfAll(request: AuthorizedRequest): Promise<void> {
  requireManage(request);
  await requireAdminOfAll(request);
}

/** @throws Problem 403 */
function requireManage({ key }: AuthorizedRequest): void {
  if (includesScope(rightsOf(key.record).scopes, MANAGE)) return;
  throw new Problem('INSUFFICIENT_SCOPE', {
    detail: `Only exclusions of findings on their own pages are possible without ${MANAGE}.`,
    requiredScope: MANAGE,
  });
}

interface VisibleExclusion {
  readonly found: Exclusion;
  readonly exclusions: Exclusions;
}

/**
 * Returns an exclusion that the key can see. The response and the platform calls are the same for a hidden exclusion
 * and for one that does not exist.
 * @throws Problem 401, 404; HostError
 */
export async function requireVisibleExclusion(
  request: AuthorizedRequest,
  required: Extract<Scope, 'detection::read' | 'detection::write'>,
  exclusionId: string,
): Promise<VisibleExclusion> {
  const exclusions = await readExclusions(request.storage);
  const found = exclusions.all.find((one) => one.exclusionId === exclusionId);
  const pageId = found && pageNamedBy(found);
  const spaceId = found && spaceNamedBy(found);
  const [pages, isAdminOfAll, isSpaceUnknown] = await awaitAll([
    seePagesAmong(request, pageId === undefined ? [] : [pageId], 1, required),
    readIsAdminOfAll(request),
    isUnknownSpace(request, hasNoLimits(request.key) ? (spaceId ?? NO_SPACE) : undefined),
  ] as const);
  if (found === undefined) throw noSuchExclusion();
  const isPageVisible = pageId === undefined || pages.has(pageId);
  const isSpaceVisible = spaceId === undefined || !isSpaceUnknown;
  if (!isPageVisible || !isSpaceVisible || (!isOfValuesOnPage(found) && !isAdminOfAll)) throw noSuchExclusion();
  return { found, exclusions };
}

/** Returns an exclusion that the key may remove. @throws Problem 401, 403, 404; HostError */
export async function requireRemovableExclusion(
  request: AuthorizedRequest,
  exclusionId: string,
): Promise<VisibleExclusion> {
  const visible = await requireVisibleExclusion(request, 'detection::write', exclusionId);
  if (!isOfValuesOnPage(visible.found)) requireManage(request);
  return visible;
}

function isOfValuesOnPage({ match, scope }: Exclusion): boolean {
  return scope.of === 'page' && match.by === 'fingerprint';
}

/** @throws Problem 401, HostError */
async function readIsAdminOfAll(request: AuthorizedRequest): Promise<boolean> {
  return hasNoLimits(request.key) && (await requireActiveCreator(request)).isSiteAdmin;
}

function noSuchExclusion(): Problem {
  return new Problem('EXCLUSION_NOT_FOUND');
}

/**
 * Retries when other exclusions changed in the meantime, because exclusions do not depend on each other. If the key
 * itself changed, the client must send the request again, because the permissions of the key were checked before.
 * @throws Problem, StorageUnavailableError, CorruptRecordError
 */
export function changeExclusionsWithKey(
  request: AuthorizedRequest,
  condition: Condition | undefined,
  known: Exclusions,
  change: ExclusionsChange,
): Promise<Exclusions> {
  return changeWithKey(request, {
    kind: EXCLUSIONS,
    etagOf: etagOfExclusions,
    condition,
    known,
    checkKey: ({ record }) => {
      if (record.rev !== request.key.record.rev) throw editConflict();
    },
    plan: () => change,
  });
}
