import * as z from 'zod';
import { reorderSubLevels } from '../../classification/edit-levels';
import { findSubLevelNamed } from '../../classification/resolve-level';
import { ADMINISTRATION_PROBLEMS } from '../configuration-access';
import * as fields from '../fields';
import { readBody } from '../middleware/input';
import type { Route } from '../route';
import { changeOneLevel, levelPath } from './change-one-level';
import { ONE_LEVEL } from './level-schemas';

const body = z
  .strictObject({
    subLevelIds: z
      .array(fields.subLevelName, { error: 'must be a list' })
      .min(1, { error: 'must not be empty' })
      .max(1_000, { error: 'must have at most 1000 entries' })
      .meta({ description: 'Every sub-level of the level once, including archived ones.' }),
  })
  .meta({ id: 'SubLevelOrder' });

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
  success: ONE_LEVEL,
  problems: [...ADMINISTRATION_PROBLEMS, 'CONFIGURATION_NOT_FOUND', 'INCOMPLETE_ORDER'],
  prepare: (exchange, parameters) => {
    const { subLevelIds } = readBody(exchange, body);
    return changeOneLevel(exchange, parameters, 'sublevel.reordered', (all, level) =>
      reorderSubLevels(
        all,
        level.levelId,
        subLevelIds.map((name) => findSubLevelNamed(level, name)?.subLevelId ?? name),
      ),
    );
  },
};
