import * as z from 'zod';
import { findVisibleSpaces } from '../../classification/space-lookup';
import { type Candidate, type Found, listVisibleRows } from '../../classification/visible-list';
import { readExclusions } from '../../findings/exclusions/exclusion-store';
import { type Exclusion, EXCLUSION_STATES, pageNamedBy, spaceNamedBy, stateOf } from '../../findings/exclusions/model';
import type { Position } from '../../platform/rows-by-time';
import { awaitAll } from '../../platform/await-all';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { requireAdminOfAll } from '../admin-of-all';
import { ETAG_OF_EXCLUSIONS, etagOfExclusions } from '../exclusion-access';
import { pageOf } from '../paging';
import { seePages } from '../visible-pages';
import { EXCLUSION_EXAMPLE, exclusionBody, SCOPES, toExclusionBody } from './exclusion-schemas';
import { listOperation } from '../list-operation';
import { ok } from '../operation';

const SCOPE = 'detection::read';

const filters = z.strictObject({
  scope: z
    .enum(SCOPES, { error: `must be one of ${SCOPES.join(', ')}` })
    .optional()
    .meta({ description: 'Only exclusions with this scope.', examples: ['page'] }),
  state: z
    .enum(EXCLUSION_STATES, { error: `must be one of ${EXCLUSION_STATES.join(', ')}` })
    .optional()
    .meta({ description: 'Only exclusions with this status.', examples: ['active'] }),
});

type Body = z.infer<typeof exclusionBody>;

const answer = pageOf(exclusionBody).meta({ id: 'ExclusionList' });

export const listExclusions = listOperation({
  path: '/v1/exclusion',
  operationId: 'listExclusions',
  summary: 'List exclusions',
  description:
    'Lists the exclusions, newest first, including expired ones. Requires a key without limits whose creator is a site admin. An exclusion for a page or a space is listed only if the creator can see it. A page of the list can be short and still have a next page.',
  scope: SCOPE,
  filters,
  success: ok('One page of the list.', answer, { results: [EXCLUSION_EXAMPLE], _links: {} }, ETAG_OF_EXCLUSIONS),
  problems: ['CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS'],
  points: POINTS_OF_A_PERSON,
  list: async (request, { filters: { scope, state }, after, limit }) => {
    const { storage, now } = request;
    const keyVersion = request.fingerprintKey().version;
    const [exclusions] = await awaitAll([readExclusions(storage), requireAdminOfAll(request)] as const);
    const wanted = exclusions.all
      .filter((one) => scope === undefined || one.scope.of === scope)
      .filter((one) => state === undefined || stateOf(one, now, keyVersion) === state)
      .sort((a, b) => (isAfter(a, placeOf(b)) ? 1 : -1))
      .map((one) => ({ one, pageId: placeOfExclusion(one), at: placeOf(one) }));
    const { results, next, hasMore } = await listVisibleRows<Listed, boolean, Body, Position | undefined>({
      after,
      limit,
      find: (place, count) => Promise.resolve(firstAfter(wanted, place, count)),
      see: async (items) => {
        const pageIds = items.flatMap(({ one }) => pageNamedBy(one) ?? []);
        const spaceIds = items.flatMap(({ one }) => spaceNamedBy(one) ?? []);
        const [pages, spaces] = await awaitAll([
          seePages(request, pageIds, SCOPE),
          findVisibleSpaces(request.confluence, request.key.record.createdBy, spaceIds),
        ] as const);
        return new Map([
          [ANYWHERE, true],
          ...spaceIds.map((id) => [`${IN_SPACE}${id}`, spaces.has(id)] as const),
          ...[...pages].map(([id, page]) => [id, page !== 'hidden'] as const),
        ]);
      },
      show: ({ one }, isVisible) => (isVisible ? toExclusionBody(one, now, keyVersion) : undefined),
    });
    return { results, next: hasMore ? next : undefined, headers: { ETag: etagOfExclusions(exclusions) } };
  },
});

/** An exclusion that is not limited to a page or a space. */
const ANYWHERE = '';
const IN_SPACE = 'space:';

/** The page or the space that must be visible. */
function placeOfExclusion(one: Exclusion): string {
  const spaceId = spaceNamedBy(one);
  return spaceId === undefined ? (pageNamedBy(one) ?? ANYWHERE) : `${IN_SPACE}${spaceId}`;
}

interface Listed extends Candidate {
  readonly one: Exclusion;
}

function firstAfter(
  wanted: readonly Listed[],
  place: Position | undefined,
  count: number,
): Found<Listed, Position | undefined> {
  const left = wanted.filter(({ one }) => place === undefined || isAfter(one, place));
  const items = left.slice(0, count);
  return { items, next: items.at(-1)?.at ?? place, hasMore: left.length > count };
}

function placeOf({ createdAt, exclusionId }: Exclusion): Position {
  return { time: createdAt, key: exclusionId };
}

function isAfter({ createdAt, exclusionId }: Exclusion, { time, key }: Position): boolean {
  return createdAt < time || (createdAt === time && exclusionId < key);
}
