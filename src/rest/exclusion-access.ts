import { includesScope, type Scope } from '../access/scope';
import type { ExclusionContext, ExclusionOutcome } from '../findings/exclusions/change-exclusions';
import type { ExclusionRefusal } from '../findings/exclusions/edit-exclusions';
import { type Exclusions, readExclusions } from '../findings/exclusions/exclusion-store';
import type { Exclusion } from '../findings/exclusions/model';
import { rightsOf } from '../keys/key-rights';
import { together } from '../platform/together';
import { requireAdminOfAll } from './admin-of-all';
import { ADMINISTRATION_PROBLEMS } from './configuration-access';
import type { Condition } from './middleware/conditions';
import { requireReadable } from './page-access';
import { Problem } from './problem';
import type { AuthorizedRequest } from './route';

/**
 * Exclusions with a key. Values on one page are for whoever may see the page with the key; everything else says what is
 * shown where the key may not look, so it is for keys without limits that a site admin has made.
 */

export const EXCLUSION_PROBLEMS = [...ADMINISTRATION_PROBLEMS, 'CONFIGURATION_FULL'] as const;

export const ETAG_OF_EXCLUSIONS = { ETag: 'Changes when any exclusion is added or removed: for If-Match.' };

const MANAGE = 'detection::manage';

export function etagOfExclusions({ revision }: Exclusions): string {
  return `"x${revision}"`;
}

/** @throws Problem 403, 401; HostError */
export async function requireManagerOfAll(request: AuthorizedRequest): Promise<void> {
  const { scopes } = rightsOf(request.key.record);
  if (!includesScope(scopes, MANAGE)) {
    throw new Problem('INSUFFICIENT_SCOPE', {
      detail: `Only the values of named findings, on their own pages, are excluded with less than ${MANAGE}.`,
      requiredScope: MANAGE,
    });
  }
  await requireAdminOfAll(request);
}

/** Of values on one page, and of nothing else. */
function isOfOnePage({ match, scope }: Pick<Exclusion, 'match' | 'scope'>): boolean {
  return scope.of === 'page' && match.by === 'fingerprint';
}

/** That the key may see this exclusion, or with `detection::write` remove it. @throws Problem 401, 403, 404; HostError */
export async function requireMayTouch(
  request: AuthorizedRequest,
  required: Extract<Scope, 'detection::read' | 'detection::write'>,
  exclusion: Exclusion,
): Promise<void> {
  const { scope } = exclusion;
  if (scope.of !== 'page' || !isOfOnePage(exclusion))
    return required === 'detection::read' ? requireAdminOfAll(request) : requireManagerOfAll(request);
  try {
    await requireReadable(request, required, scope.pageId, false);
  } catch (error) {
    if (error instanceof Problem && error.code === 'PAGE_NOT_FOUND') throw noSuchExclusion();
    throw error;
  }
}

export function noSuchExclusion(): Problem {
  return new Problem('EXCLUSION_NOT_FOUND');
}

/** How often a lost race is decided anew. */
const MAX_ATTEMPTS = 3;

type Changed = Extract<ExclusionOutcome, { outcome: 'changed' }>;

/**
 * Others' exclusions do not matter to this one, so a race that is lost to them is decided again. What the key may do was decided
 * before: where the key is another one now, it is for the client to ask again.
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
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    if (condition?.(etagOfExclusions(before)) === false) {
      const detail =
        'The exclusions are not what If-Match asks for. Nothing was written: read them again, then decide.';
      throw new Problem('PRECONDITION_FAILED', { detail, headers: { ETag: etagOfExclusions(before) } });
    }
    const { createdBy, name } = key.record;
    const done = await edit({
      storage,
      random,
      now: clock(),
      requestId: exchange.requestId,
      actor: { type: 'apikey', accountId: createdBy, keyId: key.keyId, keyName: name },
      before,
      stillValid: [{ entity: 'api-key', key: key.keyId, expected: key.record.rev }],
    });
    if (done.outcome === 'changed') return done;
    if (done.outcome === 'refused') throw refused(done.reason);
    const [keyRow, exclusions] = await together([storage.read('api-key', key.keyId), readExclusions(storage)] as const);
    if (request.verifyAgain(keyRow).record.rev !== key.record.rev) break;
    before = exclusions;
  }
  const detail = 'Nothing was written. Send the request again.';
  throw new Problem('EDIT_CONFLICT', { detail, headers: { 'Retry-After': '1' } });
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
      return full('Exclusions can name five labels. Use one of those, or remove an exclusion first.');
    case 'EXCLUSIONS_TOO_LARGE':
      return full(
        'All of them together may have 200 KiB, some 4,000 values. Remove some, or exclude by detector, pattern or domain.',
      );
  }
}

function full(detail: string): Problem {
  return new Problem('CONFIGURATION_FULL', { detail });
}
