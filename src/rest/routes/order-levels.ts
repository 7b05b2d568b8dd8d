import * as z from 'zod';
import { reorderLevels } from '../../classification/edit-levels';
import { resolveLevel } from '../../classification/resolve-level';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { ADMINISTRATION_PROBLEMS, changeLevelsWithKey, etagOfLevels } from '../configuration-access';
import * as fields from '../fields';
import { toLevelBody, ALL_LEVELS } from './level-schemas';
import { operation } from '../operation';

const body = z
  .strictObject({
    levelIds: z
      .array(fields.levelName, { error: 'must be a list' })
      .min(1, { error: 'must not be empty' })
      .max(1_000, { error: 'must have at most 1000 entries' })
      .meta({ description: 'Every level once, including archived ones, most sensitive first.' }),
  })
  .meta({ id: 'LevelOrder' });

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
  success: ALL_LEVELS,
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
    return {
      status: 200,
      headers: { ETag: etagOfLevels(levels) },
      body: { levels: levels.all.map(toLevelBody) },
    };
  },
});
