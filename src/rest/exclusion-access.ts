import { includesScope, type Scope } from '../access/scope';
import { actorOf } from '../audit/event';
import type { ExclusionContext, ExclusionOutcome } from '../findings/exclusions/change-exclusions';
import type { ExclusionRefusal } from '../findings/exclusions/edit-exclusions';
import { type Exclusions, readExclusions } from '../findings/exclusions/exclusion-store';
import { type Exclusion, pageNamedBy, spaceNamedBy } from '../findings/exclusions/model';
import { rightsOf } from '../keys/key-rights';
import { isUnchanged } from '../keys/key-store';
import { retryOnConflict } from '../platform/retry-on-conflict';
import { awaitAll } from '../platform/await-all';
import { POINTS_OF_A_PAGE, POINTS_OF_A_PERSON } from '../quota/host-points';
import { requireActiveCreator } from './active-creator';
import { hasNoLimits, requireAdminOfAll } from './admin-of-all';
import { ADMINISTRATION_PROBLEMS, editConflict } from './configuration-access';
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
const NO_SPACE = '900000000000000000';

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

type Changed = Extract<ExclusionOutcome, { outcome: 'changed' }>;

/**
 * Retries when other exclusions changed in the meantime: exclusions do not depend on each other. If the key itself changed, the
 * client must send the request again, because the permissions of the key were checked before.
 * @throws Problem, StorageUnavailableError, CorruptRecordError
 */
export async function changeExclusionsWithKey(
  request: AuthorizedRequest,
  condition: Condition | undefined,
  first: Exclusions,
  edit: (context: ExclusionContext) => Promise<ExclusionOutcome>,
): Promise<Changed> {
  const { storage, random, exchange, clock, key } = request;
  let before = first;
  const after = await retryOnConflict(async () => {
    if (condition?.(etagOfExclusions(before)) === false) {
      const detail =
        'The exclusions are not what If-Match asks for. Nothing was written: read them again, then decide.';
      throw new Problem('PRECONDITION_FAILED', { detail, headers: { ETag: etagOfExclusions(before) } });
    }
    const done = await edit({
      storage,
      random,
      now: clock(),
      requestId: exchange.requestId,
      actor: actorOf(key),
      before,
      stillValid: [isUnchanged(key)],
    });
    if (done.outcome === 'changed') return done;
    if (done.outcome === 'refused') throw refused(done.reason);
    const [keyRow, exclusions] = await awaitAll([storage.read('api-key', key.keyId), readExclusions(storage)] as const);
    if (request.verifyAgain(keyRow).record.rev !== key.record.rev) throw editConflict();
    before = exclusions;
    return 'conflict';
  });
  if (after === 'conflict') throw editConflict();
  return after;
}

function refused(reason: ExclusionRefusal): Problem {
  switch (reason) {
    case 'EXCLUSION_NOT_FOUND':
      return noSuchExclusion();
    case 'TOO_MANY_EXCLUSIONS':
      return full('500 exclusions are possible. Remove some, or make one for a space or the site.');
    case 'TOO_MANY_PATTERNS':
      return full('50 exclusions by pattern are possible. Remove one first.');
    case 'TOO_MANY_LABELS':
      return full('Exclusions can use up to five labels. Choose one of them, or remove an exclusion first.');
    case 'EXCLUSIONS_TOO_LARGE':
      return full(
        'All of them together may have 200 KiB, some 4,000 values. Remove some, or exclude by detector, pattern or domain.',
      );
  }
}

function full(detail: string): Problem {
  return new Problem('CONFIGURATION_FULL', { detail });
}
