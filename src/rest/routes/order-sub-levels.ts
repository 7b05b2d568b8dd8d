import * as z from 'zod';
import { reorderSubLevels } from '../../classification/edit-levels';
import type { Level } from '../../classification/model';
import { findSubLevelNamed } from '../../classification/resolve-level';
import { requireActiveCreator } from '../active-creator';
import { ADMINISTRATION_PROBLEMS, ETAG_OF_LEVELS, etagOfLevels, requireLevel } from '../configuration-access';
import * as fields from '../fields';
import { readBody } from '../middleware/input';
import type { Route } from '../route';
import { changeOneLevel, levelPath } from './change-one-level';
import { LEVEL_EXAMPLE } from './level-schemas';
import { ok, operation } from '../operation';

const body = z
  .strictObject({
    subLevelIds: z
      .array(fields.subLevelName, { error: 'must be a list' })
      .min(1, { error: 'must not be empty' })
      .max(1_000, { error: 'must have at most 1000 entries' })
      .meta({ description: 'Every sub-level of the level once, including archived ones.' }),
  })
  .meta({ id: 'OrderSubLevels' });

const inOrder = z.strictObject({ subLevelIds: z.array(z.uuid()) }).meta({ id: 'SubLevelOrder' });

const IN_ORDER = ok(
  'The order of the sub-levels.',
  inOrder,
  { subLevelIds: LEVEL_EXAMPLE.subLevels.map(({ subLevelId }) => subLevelId) },
  ETAG_OF_LEVELS,
);

function toOrderBody({ subLevels }: Level): z.infer<typeof inOrder> {
  return { subLevelIds: subLevels.map(({ subLevelId }) => subLevelId) };
}

export const getSubLevelOrder = operation({
  method: 'GET',
  path: '/v1/level/:levelId/sub-level/order',
  operationId: 'getSubLevelOrder',
  summary: 'Read the order of the sub-levels of a level',
  description: 'Returns the UUIDs of all sub-levels of the level, including archived ones, in display order.',
  scope: 'classification::manage',
  pathParameters: levelPath,
  success: IN_ORDER,
  problems: ['CONFIGURATION_NOT_FOUND'],
  points: 'creator-check',
  run: async (request, { path: { levelId } }) => {
    await requireActiveCreator(request);
    const { levels } = request;
    const body = toOrderBody(requireLevel(levels.all, levelId));
    return { status: 200, headers: { ETag: etagOfLevels(levels) }, body };
  },
});

export const orderSubLevels: Route = {
  method: 'PUT',
  effect: 'change',
  path: '/v1/level/:levelId/sub-level/order',
  operationId: 'orderSubLevels',
  summary: 'Order the sub-levels of a level',
  description: 'Sets the display order. All sub-levels of a level are equally sensitive.',
  scope: 'classification::manage',
  pathParameters: levelPath,
  body: { schema: body, example: { subLevelIds: ['people', 'finance'] } },
  success: IN_ORDER,
  problems: [...ADMINISTRATION_PROBLEMS, 'CONFIGURATION_NOT_FOUND', 'INCOMPLETE_ORDER'],
  prepare: (exchange, parameters) => {
    const { subLevelIds } = readBody(exchange, body);
    return changeOneLevel(
      exchange,
      parameters,
      'sublevel.reordered',
      (all, level) =>
        reorderSubLevels(
          all,
          level.levelId,
          subLevelIds.map((name) => findSubLevelNamed(level, name)?.subLevelId ?? name),
        ),
      200,
      toOrderBody,
    );
  },
};
