import * as z from 'zod';
import { findNamed } from '../../classification/resolve-level';
import { readDetection } from '../../detection/configuration/configuration-store';
import { addExclusions, type ExclusionOutcome } from '../../findings/exclusions/change-exclusions';
import { exclusionsOfFindings, type NamedFinding, type OwnScope } from '../../findings/exclusions/edit-exclusions';
import { type Exclusions, readExclusions } from '../../findings/exclusions/exclusion-store';
import { type Exclusion, type ExclusionScope, keyedBy } from '../../findings/exclusions/model';
import { planExclusion, type PlannedExclusion } from '../../findings/exclusions/plan-exclusion';
import { resolveMatch } from '../../findings/exclusions/resolve-match';
import { awaitAll } from '../../platform/await-all';
import {
  changeExclusionsWithKey,
  ETAG_OF_EXCLUSIONS,
  etagOfExclusions,
  EXCLUSION_PROBLEMS,
  requireManagerOfAll,
} from '../exclusion-access';
import { writeCondition } from '../middleware/conditions';
import { readBody } from '../middleware/input';
import { requireReadable } from '../page-access';
import { Problem, type ProblemCode } from '../problem';
import { requireSpace } from '../require-space';
import type { AuthorizedRequest, Route } from '../route';
import { seeFindings } from '../visible-findings';
import { DETECTION_EXAMPLE } from './detection-schemas';
import { EXCLUSION_EXAMPLE, exclusionBody, exclusionInput, toExclusionBody } from './exclusion-schemas';

const SCOPE = 'detection::write';

const answer = z.strictObject({ results: z.array(exclusionBody) }).meta({ id: 'ExclusionsCreated' });

export const createExclusion: Route = {
  method: 'POST',
  path: '/v1/exclusion',
  operationId: 'createExclusion',
  summary: 'Exclude findings',
  description:
    'Matching findings have the status `excluded` from now on. A pattern applies to pages that are scanned afterwards. An exclusion of `detectionIds` with the scope `page` requires `detection::write` and pages that the key can see. Every other exclusion requires `detection::manage` and a key without limits whose creator is a site admin. Either all of the exclusions are created, or none.',
  scope: SCOPE,
  idempotency: 'optional',
  body: {
    schema: exclusionInput,
    example: {
      detectionIds: [DETECTION_EXAMPLE.detectionId],
      scope: { of: 'page' },
      reason: EXCLUSION_EXAMPLE.reason,
    },
  },
  success: {
    status: 201,
    description:
      'The exclusions. Findings on several pages or in several spaces get one exclusion for each page or space.',
    schema: answer,
    example: { results: [EXCLUSION_EXAMPLE] },
    headers: {
      ...ETAG_OF_EXCLUSIONS,
      Location: 'The address of the exclusion, or of the list of exclusions if several were created.',
    },
  },
  problems: [
    ...EXCLUSION_PROBLEMS,
    'DETECTION_NOT_FOUND',
    'CONFIGURATION_NOT_FOUND',
    'PAGE_NOT_FOUND',
    'LEVEL_NOT_FOUND',
    'INVALID_EXCLUSION',
  ],
  prepare: (exchange) => {
    const { detectionIds, match, scope, reason, expiresAt } = readBody(exchange, exclusionInput);
    const planned = planExclusion({ findingIds: detectionIds, match, scope });
    if (planned.outcome === 'refused') throw invalid('INVALID_FIELD', planned.field, planned.message);
    const condition = writeCondition(exchange);
    return {
      points: 'when-known',
      run: async (request) => {
        if (expiresAt !== undefined && Date.parse(expiresAt) <= request.now.getTime())
          throw invalid('INVALID_FIELD', 'expiresAt', 'must be in the future');
        const { before, meant } = await resolve(request, planned);
        const keyVersion = request.fingerprintKey().version;
        const wanted = meant.map((one) => ({
          ...one,
          reason,
          ...(expiresAt === undefined ? {} : { expiresAt }),
          ...keyedBy(one.match, keyVersion),
        }));
        const answered = ({ about, exclusions }: Extract<ExclusionOutcome, { outcome: 'changed' }>) => ({
          status: 201 as const,
          headers: { ETag: etagOfExclusions(exclusions), Location: `${exchange.basePath}${pathOf(about)}` },
          body: { results: about.map((one) => toExclusionBody(one, request.now, keyVersion)) },
        });
        const done = await changeExclusionsWithKey(request, condition, before, (context) =>
          addExclusions(context, wanted, (would) => request.keep(answered(would))),
        );
        return answered(done);
      },
      replay: async (request, before) => {
        await requireStillAllowed(request, planned);
        if (before instanceof Problem) throw before;
        return before;
      },
    };
  },
};

function pathOf([first, ...others]: readonly Exclusion[]): string {
  return first === undefined || others.length > 0 ? '/v1/exclusion' : `/v1/exclusion/${first.exclusionId}`;
}

type Planned = Exclude<PlannedExclusion, { outcome: 'refused' }>;

interface Resolved {
  readonly before: Exclusions;
  readonly meant: readonly Pick<Exclusion, 'match' | 'scope'>[];
}

function isAboutMoreThanPages(planned: Planned): boolean {
  return planned.outcome === 'of-match' || planned.scope.of !== 'page';
}

/** An answer of before tells of pages, and of a key that may do this. @throws Problem 401, 403, 404; HostError */
async function requireStillAllowed(request: AuthorizedRequest, planned: Planned): Promise<void> {
  if (isAboutMoreThanPages(planned)) await requireManagerOfAll(request);
  if (planned.outcome === 'of-findings') await readNamed(request, planned.findingIds);
  else await requirePlace(request, planned.scope);
}

async function resolve(request: AuthorizedRequest, planned: Planned): Promise<Resolved> {
  const { storage } = request;
  if (isAboutMoreThanPages(planned)) await requireManagerOfAll(request);
  if (planned.outcome === 'of-findings') {
    const scope = withLevel(request, planned.scope);
    const [named, before] = await awaitAll([readNamed(request, planned.findingIds), readExclusions(storage)] as const);
    return { before, meant: exclusionsOfFindings(named, scope) };
  }
  const scope = withLevel(request, planned.scope);
  const [before, { config }] = await awaitAll([
    readExclusions(storage),
    readDetection(storage),
    requirePlace(request, scope),
  ] as const);
  const resolved = await resolveMatch(planned.match, config, request.fingerprintKey);
  if (resolved.outcome === 'refused') throw invalid('INVALID_EXCLUSION', `match/${resolved.field}`, resolved.message);
  return { before, meant: [{ match: resolved.match, scope }] };
}

/** The level by its UUID. @throws Problem 422 */
function withLevel<S extends OwnScope | ExclusionScope>({ levels }: AuthorizedRequest, scope: S): S {
  if (!('levelId' in scope)) return scope;
  const level = findNamed(levels.all, scope.levelId);
  if (level !== undefined) return { ...scope, levelId: level.levelId };
  const detail = 'GET /v1/level lists the levels of the site.';
  throw new Problem('LEVEL_NOT_FOUND', {
    detail,
    errors: [{ code: 'LEVEL_NOT_FOUND', detail, pointer: '#/scope/levelId' }],
  });
}

/** That what it names is there. @throws Problem 404; HostError */
async function requirePlace(request: AuthorizedRequest, scope: ExclusionScope): Promise<void> {
  if (scope.of === 'space') await requireSpace(request, scope.spaceId);
  if (scope.of === 'page') await requireReadable(request, SCOPE, scope.pageId, false);
}

/** @throws Problem 404 that says which of them are not there for this key */
async function readNamed(request: AuthorizedRequest, named: readonly string[]): Promise<readonly NamedFinding[]> {
  const visible = await seeFindings(request, named, SCOPE);
  const found = named.map((findingId): NamedFinding | undefined => {
    const one = visible.get(findingId);
    return one && { pageId: one.page.pageId, spaceId: one.page.spaceId, fingerprint: one.record.fingerprint };
  });
  const missing = found.flatMap((one, index) => (one === undefined ? [index] : []));
  if (missing.length > 0) {
    const code = 'DETECTION_NOT_FOUND';
    throw new Problem(code, { errors: missing.map((index) => ({ code, pointer: `#/detectionIds/${index}` })) });
  }
  return found.flatMap((one) => one ?? []);
}

/** @param path of the member, without `#/` */
function invalid(code: Extract<ProblemCode, 'INVALID_FIELD' | 'INVALID_EXCLUSION'>, path: string, message: string) {
  const title = `${path.split('/').at(-1) ?? path} ${message}`;
  return new Problem(code, { errors: [{ code, title, pointer: `#/${path}` }] });
}
