import { setLevelStatus } from '../../classification/edit-levels';
import { ADMINISTRATION_PROBLEMS } from '../configuration-access';
import type { Route } from '../route';
import { changeOneLevel, levelPath } from './change-one-level';

export const archiveLevel: Route = {
  method: 'DELETE',
  path: '/v1/level/:levelId',
  operationId: 'archiveLevel',
  summary: 'Archive a classification level',
  description:
    'Nobody can set it any more. Nothing is lost: pages that have it keep it, their history and the limits of keys name it, and `POST /v1/level/{levelId}/restore` brings it back. A level is never removed for good, because it cannot be known for certain that no page has it. What is a default or in a level scheme cannot be archived.',
  scope: 'classification::manage',
  pathParameters: levelPath,
  success: { status: 204, description: 'The level is archived.' },
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
