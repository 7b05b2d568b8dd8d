import * as z from 'zod';
import { reorderLevels } from '../../classification/edit-levels';
import type { Levels } from '../../classification/level-store';
import { resolveLevel } from '../../classification/resolve-level';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { requireActiveCreator } from '../active-creator';
import { ADMINISTRATION_PROBLEMS, changeLevelsWithKey, ETAG_OF_LEVELS, etagOfLevels } from '../configuration-access';
import * as fields from '../fields';
import { LEVEL_EXAMPLE } from './level-schemas';
import { ok, operation } from '../operation';

const body = z
  .strictObject({
    levelIds: z
      .array(fields.levelName, { error: 'must be a list' })
      .min(1, { error: 'must not be empty' })
      .max(1_000, { error: 'must have at most 1000 entries' })
      .meta({ description: 'Every level once, including archived ones, most sensitive first.' }),
  })
  .meta({ id: 'OrderLevels' });

const inOrder = z.strictObject({ levelIds: z.array(z.uuid()) }).meta({ id: 'LevelOrder' });

const IN_ORDER = ok('The order of the levels.', inOrder, { levelIds: [LEVEL_EXAMPLE.levelId] }, ETAG_OF_LEVELS);

function toOrderBody({ all }: Levels): z.infer<typeof inOrder> {
  return { levelIds: all.map(({ levelId }) => levelId) };
}

export const getLevelOrder = operation({
  method: 'GET',
  path: '/v1/level/order',
  operationId: 'getLevelOrder',
  summary: 'Read the order of the classification levels',
  description: 'Returns the UUIDs of all levels, including archived ones, most sensitive first.',
  scope: 'classification::manage',
  success: IN_ORDER,
  problems: [],
  points: 'creator-check',
  run: async (request) => {
    await requireActiveCreator(request);
    const { levels } = request;
    return { status: 200, headers: { ETag: etagOfLevels(levels) }, body: toOrderBody(levels) };
  },
});

export const orderLevels = operation({
  method: 'PUT',
  effect: 'change',
  path: '/v1/level/order',
  operationId: 'orderLevels',
  summary: 'Order the classification levels',
  description:
    'Sets the order of the levels, from most to least sensitive. The order decides which change lowers a level.',
  scope: 'classification::manage',
  body: { schema: body, example: { levelIds: ['restricted', 'internal'] } },
  success: IN_ORDER,
  problems: [...ADMINISTRATION_PROBLEMS, 'INCOMPLETE_ORDER'],
  points: POINTS_OF_A_PERSON,
  run: async (request, { body: { levelIds }, condition }) => {
    const levels = await changeLevelsWithKey(request, condition, {
      type: 'level.reordered',
      plan: () => ({
        subject: 'levels',
        edit: (all) =>
          reorderLevels(
            all,
            levelIds.map((levelId) => resolveLevel(all, { levelId }).levelId),
          ),
      }),
    });
    return { status: 200, headers: { ETag: etagOfLevels(levels) }, body: toOrderBody(levels) };
  },
});
