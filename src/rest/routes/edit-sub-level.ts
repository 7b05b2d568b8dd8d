import * as z from 'zod';
import { changeSubLevel } from '../../classification/edit-levels';
import { description, key, name } from '../../classification/level-fields';
import { ADMINISTRATION_PROBLEMS, ETAG_OF_LEVELS } from '../configuration-access';
import { readBody } from '../middleware/input';
import type { Route } from '../route';
import { changeOneSubLevel, subLevelPath } from './change-one-level';
import { LEVEL_EXAMPLE, levelBody } from './level-schemas';

const body = z
  .strictObject({
    name: name.optional(),
    description: description.optional(),
    subLevelKey: key.optional().meta({ description: 'Without that of the level.' }),
  })
  .meta({ id: 'EditSubLevel' });

export const editSubLevel: Route = {
  method: 'PATCH',
  path: '/v1/level/:levelId/sub-level/:subLevelId',
  operationId: 'editSubLevel',
  summary: 'Edit a sub-level',
  description: 'What is left out stays as it is. The answer is the level with all its sub-levels.',
  scope: 'classification::manage',
  pathParameters: subLevelPath,
  body: { schema: body, example: { name: 'Money' } },
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
    return changeOneSubLevel(exchange, parameters, 'sublevel.updated', (all, place) =>
      changeSubLevel(all, place, changes),
    );
  },
};
