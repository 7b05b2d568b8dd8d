import { requireActiveCreator } from '../active-creator';
import { etagOfLevels, requireLevel, requireSubLevel } from '../configuration-access';
import { subLevelPath } from './change-one-level';
import { toSubLevelBody, ONE_SUB_LEVEL } from './level-schemas';
import { operation } from '../operation';

export const getSubLevel = operation({
  method: 'GET',
  path: '/v1/level/:levelId/sub-level/:subLevelId',
  operationId: 'getSubLevel',
  summary: 'Read a sub-level',
  description: 'Returns the sub-level.',
  scope: 'classification::manage',
  pathParameters: subLevelPath,
  success: ONE_SUB_LEVEL,
  problems: ['CONFIGURATION_NOT_FOUND'],
  points: 'creator-check',
  run: async (request, { path: { levelId, subLevelId } }) => {
    await requireActiveCreator(request);
    const { levels } = request;
    const level = requireLevel(levels.all, levelId);
    const subLevel = requireSubLevel(level, subLevelId);
    return { status: 200, headers: { ETag: etagOfLevels(levels) }, body: toSubLevelBody(level, subLevel) };
  },
});
