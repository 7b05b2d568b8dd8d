import * as z from 'zod';
import { changeLevel } from '../../classification/edit-levels';
import { color, description, guideline, key, name } from '../../classification/level-fields';
import { ADMINISTRATION_PROBLEMS, ETAG_OF_LEVELS } from '../configuration-access';
import { readBody } from '../middleware/input';
import type { Route } from '../route';
import { changeOneLevel, levelPath } from './change-one-level';
import { LEVEL_EXAMPLE, levelBody } from './level-schemas';

const body = z
  .strictObject({
    name: name.optional(),
    color: color.optional(),
    description: description.optional(),
    guideline: guideline.optional(),
    levelKey: key
      .optional()
      .meta({ description: 'Whoever uses the key that it had does not find the level any more.' }),
  })
  .meta({ id: 'EditLevel' });

export const editLevel: Route = {
  method: 'PATCH',
  path: '/v1/level/:levelId',
  operationId: 'editLevel',
  summary: 'Edit a classification level',
  description: 'What is left out stays as it is; its key as well when the name changes.',
  scope: 'classification::manage',
  pathParameters: levelPath,
  body: { schema: body, example: { name: 'Top secret' } },
  success: {
    status: 200,
    description: 'The level.',
    schema: levelBody,
    example: LEVEL_EXAMPLE,
    headers: ETAG_OF_LEVELS,
  },
  problems: [...ADMINISTRATION_PROBLEMS, 'CONFIGURATION_NOT_FOUND', 'NAME_TAKEN', 'CONFIGURATION_FULL'],
  prepare: (exchange, parameters) => {
    const changes = readBody(exchange, body);
    return changeOneLevel(exchange, parameters, 'level.updated', (all, { levelId }) =>
      changeLevel(all, levelId, changes),
    );
  },
};
