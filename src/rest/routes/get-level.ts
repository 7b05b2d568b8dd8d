import * as z from 'zod';
import { requireActiveCreator } from '../active-creator';
import { etagOfLevels, requireLevel } from '../configuration-access';
import * as fields from '../fields';
import { toLevelBody, ONE_LEVEL } from './level-schemas';
import { operation } from '../operation';

const pathParameters = z.strictObject({ levelId: fields.levelInPath });

export const getLevel = operation({
  method: 'GET',
  path: '/v1/level/:levelId',
  operationId: 'getLevel',
  summary: 'Read a classification level',
  description: 'Returns the level with its sub-levels.',
  scope: 'classification::manage',
  pathParameters,
  success: ONE_LEVEL,
  problems: ['CONFIGURATION_NOT_FOUND'],
  points: 'creator-check',
  run: async (request, { path: { levelId } }) => {
    await requireActiveCreator(request);
    const level = requireLevel(request.levels.all, levelId);
    return { status: 200, headers: { ETag: etagOfLevels(request.levels) }, body: toLevelBody(level) };
  },
});
