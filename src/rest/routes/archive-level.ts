import { setLevelStatus } from '../../classification/edit-levels';
import { ADMINISTRATION_PROBLEMS } from '../configuration-access';
import type { Route } from '../route';
import { changeOneLevel, levelPath } from './change-one-level';

export const archiveLevel: Route = {
  method: 'DELETE',
  effect: 'change',
  path: '/v1/level/:levelId',
  operationId: 'archiveLevel',
  summary: 'Archive a classification level',
  description:
    'An archived level can no longer be set. Pages keep it, histories and key limits still refer to it, and `POST /v1/level/{levelId}/restore` restores it. Levels cannot be deleted, because pages may still have them. A level that is a default or part of a level scheme cannot be archived.',
  scope: 'classification::manage',
  pathParameters: levelPath,
  success: { status: 204, description: 'The level was archived.' },
  problems: [...ADMINISTRATION_PROBLEMS, 'CONFIGURATION_NOT_FOUND', 'LEVEL_IN_SETTINGS'],
  prepare: (exchange, parameters) =>
    changeOneLevel(
      exchange,
      parameters,
      'level.archived',
      (all, { levelId }) => setLevelStatus(all, levelId, 'ARCHIVED'),
      204,
    ),
};
