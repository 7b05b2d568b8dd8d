import * as z from 'zod';
import { findNamed } from '../../classification/resolve-level';
import { addExclusions, toExclusions } from '../../findings/exclusions/change-exclusions';
import { type Exclusions, readExclusions } from '../../findings/exclusions/exclusion-store';
import { type Exclusion, keyedBy } from '../../findings/exclusions/model';
import { planExclusion } from '../../findings/exclusions/plan-exclusion';
import {
  type ExclusionsAuthor,
  findMissing,
  type Planned,
  type ResolvedExclusions,
  resolveExclusions,
} from '../../findings/exclusions/resolve-exclusions';
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
import { denied } from '../page-access';
import { Problem, type ProblemCode } from '../problem';
import { isUnknownSpace, noSuchSpace } from '../require-space';
import type { AuthorizedRequest, Route } from '../route';
import { isHidden, namedFindingsReaderOf } from '../visible-pages';
import { DETECTION_EXAMPLE } from './detection-schemas';
import { EXCLUSION_EXAMPLE, exclusionBody, exclusionInput, toExclusionBody } from './exclusion-schemas';

const SCOPE = 'detection::write';

const answer = z.strictObject({ results: z.array(exclusionBody) }).meta({ id: 'ExclusionsCreated' });

export const createExclusion: Route = {
  method: 'POST',
  effect: 'change',
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
        const { random, clock, key } = request;
        const added = toExclusions(wanted, { random, now: clock(), createdBy: key.record.createdBy });
        const answerOf = (exclusions: Exclusions) => ({
          status: 201 as const,
          headers: { ETag: etagOfExclusions(exclusions), Location: `${exchange.basePath}${pathOf(added)}` },
          body: { results: added.map((one) => toExclusionBody(one, request.now, keyVersion)) },
        });
        const change = addExclusions(added, clock(), (next) => request.keep(answerOf(next)));
        return answerOf(await changeExclusionsWithKey(request, condition, before, change));
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

function isAboutMoreThanPages(planned: Planned): boolean {
  return planned.outcome === 'of-match' || planned.scope.of !== 'page';
}

/** Checks that a key may still see a stored response. @throws Problem 401, 403, 404; HostError */
async function requireStillAllowed(request: AuthorizedRequest, planned: Planned): Promise<void> {
  if (isAboutMoreThanPages(planned)) await requireManagerOfAll(request);
  const missing = await findMissing(authorOf(request), planned);
  if (missing !== undefined) throw refused(missing);
}

interface Resolved {
  readonly before: Exclusions;
  readonly meant: readonly Pick<Exclusion, 'match' | 'scope'>[];
}

/** @throws Problem 401, 403, 404, 422; HostError */
async function resolve(request: AuthorizedRequest, planned: Planned): Promise<Resolved> {
  if (isAboutMoreThanPages(planned)) await requireManagerOfAll(request);
  const [resolved, before] = await awaitAll([
    resolveExclusions(authorOf(request), planned),
    readExclusions(request.storage),
  ] as const);
  if (resolved.outcome !== 'resolved') throw refused(resolved);
  return { before, meant: resolved.meant };
}

function authorOf(request: AuthorizedRequest): ExclusionsAuthor {
  const { storage, fingerprintKey, levels } = request;
  return {
    ...namedFindingsReaderOf(request, SCOPE),
    storage,
    fingerprintKey,
    isSpaceVisible: async (spaceId) => !(await isUnknownSpace(request, spaceId)),
    isPageVisible: async (pageId) => !(await isHidden(request, pageId, SCOPE, 'all')),
    findLevelId: (name) => Promise.resolve(findNamed(levels.all, name)?.levelId),
  };
}

function refused(resolved: Exclude<ResolvedExclusions, { outcome: 'resolved' }>): Problem {
  switch (resolved.outcome) {
    case 'refused':
      return invalid('INVALID_EXCLUSION', `match/${resolved.field}`, resolved.message);
    case 'findings-not-found': {
      const code = 'DETECTION_NOT_FOUND';
      return new Problem(code, {
        errors: resolved.indexes.map((index) => ({ code, pointer: `#/detectionIds/${index}` })),
      });
    }
    case 'scope-not-found':
      return noSuchPlace(resolved.of);
  }
}

function noSuchPlace(of: 'space' | 'page' | 'level'): Problem {
  switch (of) {
    case 'page':
      return denied('PAGE_NOT_FOUND');
    case 'space':
      return noSuchSpace();
    case 'level': {
      const detail = 'GET /v1/level lists the levels of the site.';
      const error = { code: 'LEVEL_NOT_FOUND' as const, detail, pointer: '#/scope/levelId' };
      return new Problem('LEVEL_NOT_FOUND', { detail, errors: [error] });
    }
  }
}

/** @param path the path of the member, without `#/` */
function invalid(code: Extract<ProblemCode, 'INVALID_FIELD' | 'INVALID_EXCLUSION'>, path: string, message: string) {
  const title = `${path.split('/').at(-1) ?? path} ${message}`;
  return new Problem(code, { errors: [{ code, title, pointer: `#/${path}` }] });
}
