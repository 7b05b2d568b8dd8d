import { setSubLevelStatus } from '../../classification/edit-levels';
import { ADMINISTRATION_PROBLEMS } from '../configuration-access';
import type { Route } from '../route';
import { changeOneSubLevel, subLevelPath } from './change-one-level';

export const archiveSubLevel: Route = {
  method: 'DELETE',
  effect: 'change',
  path: '/v1/level/:levelId/sub-level/:subLevelId',
  operationId: 'archiveSubLevel',
  summary: 'Archive a sub-level',
  description: 'An archived sub-level can no longer be set. Pages keep it, and it can be restored.',
  scope: 'classification::manage',
  pathParameters: subLevelPath,
  success: { status: 204, description: 'The sub-level was archived.' },
  problems: [...ADMINISTRATION_PROBLEMS, 'CONFIGURATION_NOT_FOUND', 'LEVEL_IN_SETTINGS'],
  prepare: (exchange, parameters) =>
    changeOneSubLevel(
      exchange,
      parameters,
      'sublevel.archived',
      (all, place) => setSubLevelStatus(all, place, 'ARCHIVED'),
      204,
    ),
};
