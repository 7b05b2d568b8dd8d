import { actorOf } from '../audit/event';
import { findVisibleSpaces } from '../classification/space-lookup';
import { unchangedKey } from '../keys/key-lanes';
import { awaitAll } from '../platform/await-all';
import { applyDocument } from '../policy/apply';
import type { PolicyDocument } from '../policy/document';
import { isOfOtherSite, type Plan, planDocument, type PlanRequest } from '../policy/plan';
import { type PolicyState, readPolicy, revisionsOf, type StoredPolicy } from '../policy/state';
import { POINTS_OF_A_PAGE, POINTS_OF_A_PERSON } from '../quota/host-points';
import { requireAdminOfAll, requireNoLimits } from './admin-of-all';
import { editConflict } from './change-with-key';
import type { Condition } from './middleware/conditions';
import { Problem } from './problem';
import type { AuthorizedRequest } from './route';

/** The whole configuration with a key: one without limits and with both scopes to manage, whose creator is a site admin now. */

/** Enough for a configuration whose rows are all full. */
export const MAX_DOCUMENT_BYTES = 2 * 1024 * 1024;

/** The creator, and the spaces of exclusions. */
export const POINTS_OF_A_DOCUMENT = POINTS_OF_A_PERSON + POINTS_OF_A_PAGE;

export const ETAG_OF_CONFIGURATION = {
  ETag: 'Changes whenever a part of the configuration changes. Use it in If-Match.',
};

export function etagOfConfiguration(state: PolicyState): string {
  return `"${revisionsOf(state)}"`;
}

export interface Read extends StoredPolicy {
  readonly sees: (spaceId: string) => boolean;
}

/**
 * @param document its exclusions can be for other spaces than those of the site
 * @throws Problem 401, 403; HostError, StorageUnavailableError, CorruptRecordError
 */
export async function readWholeConfiguration(request: AuthorizedRequest, document?: PolicyDocument): Promise<Read> {
  const [stored] = await awaitAll([
    readPolicy(request.storage, request.installationId),
    requireAdminOfAll(request),
  ] as const);
  const spaceIds = [
    ...stored.state.exclusions.all.flatMap(({ scope }) => (scope.of === 'space' ? [scope.spaceId] : [])),
    ...(document?.exclusions ?? []).flatMap(({ scope }) => (scope.of === 'space' ? [scope.spaceId] : [])),
  ];
  const seen = await findVisibleSpaces(request.confluence, request.key.record.createdBy, spaceIds);
  return { ...stored, sees: (spaceId) => seen.has(spaceId) };
}

export interface SentDocument {
  readonly document: PolicyDocument;
  readonly prune: boolean;
  readonly siteChanges: boolean;
}

function planRequest(request: AuthorizedRequest, sent: SentDocument, { sees }: Read): PlanRequest {
  const { installationId, now, random, fingerprintKey, quotas, key } = request;
  return {
    ...{ installationId, now, random, fingerprintKey, sees },
    ...{ document: sent.document, prune: sent.prune, createdBy: key.record.createdBy },
    maxQuotas: quotas === 'off' ? quotas : quotas.maximum,
  };
}

/** @throws Problem 422 */
function requireOwnSite({ installationId }: AuthorizedRequest, { document, siteChanges }: SentDocument): void {
  if (siteChanges || !isOfOtherSite(document, installationId)) return;
  const code = 'INVALID_SETTINGS';
  const title = 'The document is of another site';
  const detail = 'Send siteChanges: true to apply it without its spaces, or use the document of this site.';
  throw new Problem(code, { errors: [{ code, title, detail, pointer: '#/document/site' }] });
}

/** @throws Problem 401, 403, 422; HostError, StorageUnavailableError, CorruptRecordError */
export async function planWithKey(
  request: AuthorizedRequest,
  sent: SentDocument,
): Promise<{ readonly read: Read; readonly plan: Plan }> {
  requireOwnSite(request, sent);
  const read = await readWholeConfiguration(request, sent.document);
  const plan = await planDocument(read.state, planRequest(request, sent, read));
  if (plan.refusals.length > 0) throw refused(plan);
  return { read, plan };
}

interface SentApply extends SentDocument {
  readonly planHash: string;
  readonly allowLoosening: boolean;
}

/** @throws Problem, StorageUnavailableError, HostError, CorruptRecordError */
export async function applyWithKey(
  request: AuthorizedRequest,
  sent: SentApply,
  condition: Condition | undefined,
): Promise<{ readonly isChanged: boolean; readonly plan: Plan; readonly state: PolicyState }> {
  requireOwnSite(request, sent);
  const read = await readWholeConfiguration(request, sent.document);
  const { planHash, allowLoosening } = sent;
  let { key } = request;
  const done = await applyDocument(read, {
    ...request,
    ...planRequest(request, sent, read),
    ...{ planHash, allowLoosening },
    author: async (attempt) => {
      requireNoLimits(key);
      return { actor: actorOf(key), stillValid: [await unchangedKey(request, key, attempt)] };
    },
    renewAuthor: async () => {
      key = request.reverify(await request.storage.read('api-key', key.keyId));
    },
    isExpected: (current) => condition?.(etagOfConfiguration(current)) !== false,
  });
  switch (done.outcome) {
    case 'applied':
    case 'unchanged':
      return { isChanged: done.outcome === 'applied', plan: done.plan, state: done.state };
    case 'refused':
      throw refused(done.plan);
    case 'outdated':
      throw new Problem('PRECONDITION_FAILED', {
        detail: 'The configuration does not match If-Match. Nothing was changed. Plan again, then decide.',
        headers: { ETag: etagOfConfiguration(done.state) },
      });
    case 'other-plan': {
      const detail = 'The plan has changed since it was made. Nothing was changed. Plan again, then decide.';
      const code = 'PRECONDITION_FAILED';
      throw new Problem(code, { detail, errors: [{ code, detail, pointer: '#/planHash' }] });
    }
    case 'loosens':
      throw loosening(done.plan);
    case 'contended':
      throw editConflict();
  }
}

/** The pointer names the part of the document. The title has the place in it. */
function pointerOf(path: string): string {
  return `#/document/${path.split('/')[1] ?? ''}`;
}

function refused({ refusals }: Plan): Problem {
  const code = 'INVALID_SETTINGS';
  return new Problem(code, {
    errors: refusals.map(({ path, refusal, where }) => ({
      code,
      title: `${path} cannot be applied`,
      detail: `${refusal.detail}${where.length === 0 ? '' : ` Affected: ${where.slice(0, 10).join(', ')}.`}`,
      pointer: pointerOf(path),
    })),
  });
}

function loosening({ entries }: Plan): Problem {
  const code = 'LOOSENING_NOT_ALLOWED';
  const loose = entries.filter((entry) => entry.loosens);
  return new Problem(code, {
    errors: loose.map(({ op, path }) => ({
      code,
      title: `This edit lowers the protection of the site: ${op} ${path}`,
      detail: 'Nothing was changed. Send allowLoosening: true if this is intended.',
      pointer: pointerOf(path),
    })),
  });
}
