import * as z from 'zod';
import { addSubLevel } from '../../classification/edit-levels';
import { description, key, name } from '../../classification/level-fields';
import { ADMINISTRATION_PROBLEMS, ETAG_OF_LEVELS } from '../configuration-access';
import { readBody } from '../middleware/input';
import type { Route } from '../route';
import { changeOneLevel, levelPath } from './change-one-level';
import { LEVEL_EXAMPLE, levelBody } from './level-schemas';

const body = z
  .strictObject({
    name,
    description: description.optional(),
    subLevelKey: key.optional().meta({ description: 'Without that of the level. Left out, it is made from the name.' }),
  })
  .meta({ id: 'CreateSubLevel' });

export const createSubLevel: Route = {
  method: 'POST',
  path: '/v1/level/:levelId/sub-level',
  operationId: 'createSubLevel',
  summary: 'Create a sub-level',
  description: 'The last of the level. The answer is the level with all its sub-levels.',
  scope: 'classification::manage',
  pathParameters: levelPath,
  body: { schema: body, example: { name: 'Legal' } },
  success: {
    status: 200,
    description: 'The level.',
    schema: levelBody,
    example: LEVEL_EXAMPLE,
    headers: ETAG_OF_LEVELS,
  },
  problems: [...ADMINISTRATION_PROBLEMS, 'CONFIGURATION_NOT_FOUND', 'NAME_TAKEN', 'CONFIGURATION_FULL'],
  prepare: (exchange, parameters) => {
    const { description: text = '', ...wanted } = readBody(exchange, body);
    return changeOneLevel(exchange, parameters, 'sublevel.created', (all, { levelId }, subLevelId) =>
      addSubLevel(all, levelId, subLevelId, { ...wanted, description: text }),
    );
  },
};
