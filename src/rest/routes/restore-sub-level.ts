import { setSubLevelStatus } from '../../classification/edit-levels';
import { ADMINISTRATION_PROBLEMS } from '../configuration-access';
import type { Route } from '../route';
import { changeOneSubLevel, subLevelPath } from './change-one-level';
import { ONE_SUB_LEVEL } from './level-schemas';

export const restoreSubLevel: Route = {
  method: 'POST',
  effect: 'change',
  path: '/v1/level/:levelId/sub-level/:subLevelId/restore',
  operationId: 'restoreSubLevel',
  summary: 'Restore an archived sub-level',
  description: 'The sub-level can be set again. Fails if another sub-level of the level has taken its name.',
  scope: 'classification::manage',
  pathParameters: subLevelPath,
  success: ONE_SUB_LEVEL,
  problems: [...ADMINISTRATION_PROBLEMS, 'CONFIGURATION_NOT_FOUND', 'NAME_TAKEN', 'CONFIGURATION_FULL'],
  prepare: (exchange, parameters) =>
    changeOneSubLevel(exchange, parameters, 'sublevel.restored', (all, place) =>
      setSubLevelStatus(all, place, 'PUBLISHED'),
    ),
};
