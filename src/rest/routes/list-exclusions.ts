import * as z from 'zod';
import { readExclusions } from '../../findings/exclusions/exclusion-store';
import { type Exclusion, EXCLUSION_STATES, stateOf } from '../../findings/exclusions/model';
import type { Position } from '../../platform/newest-first';
import { together } from '../../platform/together';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { requireAdminOfAll } from '../admin-of-all';
import { ETAG_OF_EXCLUSIONS, etagOfExclusions } from '../exclusion-access';
import * as fields from '../fields';
import { readQuery } from '../middleware/input';
import { listAnswer, PAGE_HEADERS, pageOf } from '../paging';
import type { Route } from '../route';
import { EXCLUSION_EXAMPLE, exclusionBody, SCOPES, toExclusionBody } from './exclusion-schemas';

const query = z.strictObject({
  scope: z
    .enum(SCOPES, { error: `must be one of ${SCOPES.join(', ')}` })
    .optional()
    .meta({ description: 'Only those that hold there.', examples: ['page'] }),
  state: z
    .enum(EXCLUSION_STATES, { error: `must be one of ${EXCLUSION_STATES.join(', ')}` })
    .optional()
    .meta({ description: 'Only those that hold, are over, or mean nothing any more.', examples: ['active'] }),
  limit: fields.limit,
  cursor: fields.cursor,
});

const answer = pageOf(exclusionBody).meta({ id: 'ExclusionList' });

export const listExclusions: Route = {
  method: 'GET',
  path: '/v1/exclusion',
  operationId: 'listExclusions',
  summary: 'List the exclusions',
  description:
    'The last made first, those that are over too. It takes a key without limits and a creator who is a site admin.',
  scope: 'detection::read',
  query,
  success: {
    status: 200,
    description: 'A page of the list.',
    schema: answer,
    example: { results: [EXCLUSION_EXAMPLE], _links: {} },
    headers: { ...PAGE_HEADERS, ...ETAG_OF_EXCLUSIONS },
  },
  problems: ['INVALID_CURSOR', 'EXPIRED_CURSOR', 'CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS'],
  prepare: (exchange) => {
    const { limit, cursor, scope, state } = readQuery(exchange, query);
    const question = [listExclusions.operationId, scope, state] as const;
    return {
      points: POINTS_OF_A_PERSON,
      run: async (request) => {
        const { storage, now, cursors } = request;
        const keyVersion = request.fingerprintKey().version;
        const after = cursor === undefined ? undefined : cursors.read(cursor, question);
        const [exclusions] = await together([readExclusions(storage), requireAdminOfAll(request)] as const);
        const wanted = exclusions.all
          .filter((one) => scope === undefined || one.scope.of === scope)
          .filter((one) => state === undefined || stateOf(one, now, keyVersion) === state)
          .sort((a, b) => (isAfter(a, placeOf(b)) ? 1 : -1))
          .filter((one) => after === undefined || isAfter(one, after));
        const shown = wanted.slice(0, limit);
        const last = wanted.length > limit ? shown.at(-1) : undefined;
        const next = last && cursors.write(placeOf(last), question);
        const list = listAnswer(
          exchange,
          shown.map((one) => toExclusionBody(one, now, keyVersion)),
          next,
        );
        return { ...list, headers: { ...list.headers, ETag: etagOfExclusions(exclusions) } };
      },
    };
  },
};

function placeOf({ createdAt, exclusionId }: Exclusion): Position {
  return { time: createdAt, key: exclusionId };
}

function isAfter({ createdAt, exclusionId }: Exclusion, { time, key }: Position): boolean {
  return createdAt < time || (createdAt === time && exclusionId < key);
}
