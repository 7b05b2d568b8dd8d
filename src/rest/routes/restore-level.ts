import { setLevelStatus } from '../../classification/edit-levels';
import { ADMINISTRATION_PROBLEMS } from '../configuration-access';
import type { Route } from '../route';
import { changeOneLevel, levelPath } from './change-one-level';
import { ONE_LEVEL } from './level-schemas';

export const restoreLevel: Route = {
  method: 'POST',
  effect: 'change',
  path: '/v1/level/:levelId/restore',
  operationId: 'restoreLevel',
  summary: 'Restore an archived classification level',
  description: 'The level can be set again. Fails if another level has taken its name.',
  scope: 'classification::manage',
  pathParameters: levelPath,
  success: ONE_LEVEL,
  problems: [...ADMINISTRATION_PROBLEMS, 'CONFIGURATION_NOT_FOUND', 'NAME_TAKEN', 'CONFIGURATION_FULL'],
  prepare: (exchange, parameters) =>
    changeOneLevel(exchange, parameters, 'level.restored', (all, { levelId }) =>
      setLevelStatus(all, levelId, 'PUBLISHED'),
    ),
};
