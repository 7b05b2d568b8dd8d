import { requireActiveCreator } from '../active-creator';
import { etagOfLevels, requireLevel, requireSubLevel } from '../configuration-access';
import { readParameters } from '../middleware/input';
import type { Route } from '../route';
import { subLevelPath } from './change-one-level';
import { toSubLevelBody, ONE_SUB_LEVEL } from './level-schemas';

export const getSubLevel: Route = {
  method: 'GET',
  path: '/v1/level/:levelId/sub-level/:subLevelId',
  operationId: 'getSubLevel',
  summary: 'Read a sub-level',
  description: 'Returns the sub-level.',
  scope: 'classification::manage',
  pathParameters: subLevelPath,
  success: ONE_SUB_LEVEL,
  problems: ['CONFIGURATION_NOT_FOUND'],
  prepare: (_exchange, parameters) => {
    const { levelId, subLevelId } = readParameters(parameters, subLevelPath);
    return {
      points: 'creator-check',
      run: async (request) => {
        await requireActiveCreator(request);
        const { levels } = request;
        const level = requireLevel(levels.all, levelId);
        const subLevel = requireSubLevel(level, subLevelId);
        return { status: 200, headers: { ETag: etagOfLevels(levels) }, body: toSubLevelBody(level, subLevel) };
      },
    };
  },
};
