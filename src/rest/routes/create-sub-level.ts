import * as z from 'zod';
import { addSubLevel } from '../../classification/edit-levels';
import { description, key, name, subLevelTranslations } from '../../classification/level-fields';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import {
  ADMINISTRATION_PROBLEMS,
  changeLevelsWithKey,
  ETAG_OF_LEVELS,
  etagOfLevels,
  requireLevel,
  requireSubLevel,
} from '../configuration-access';
import { levelPath } from './change-one-level';
import { toSubLevelBody, ONE_SUB_LEVEL } from './level-schemas';
import { operation } from '../operation';

export const subLevelInput = z
  .strictObject({
    name,
    description: description.optional(),
    subLevelKey: key.optional().meta({ description: 'Without the key of the level. Default: derived from the name.' }),
    translations: subLevelTranslations.optional().meta({
      description: 'The texts in other languages, by language, for example `de` or `pt-BR`. At most 30 languages.',
    }),
  })
  .meta({ id: 'CreateSubLevel' });

export const createSubLevel = operation({
  method: 'POST',
  effect: 'change',
  path: '/v1/level/:levelId/sub-level',
  operationId: 'createSubLevel',
  summary: 'Create a sub-level',
  description: "Adds the sub-level at the end of its level's order.",
  scope: 'classification::manage',
  pathParameters: levelPath,
  body: { schema: subLevelInput, example: { name: 'Legal' } },
  success: { ...ONE_SUB_LEVEL, status: 201, headers: { ...ETAG_OF_LEVELS, Location: 'The address of the sub-level.' } },
  problems: [...ADMINISTRATION_PROBLEMS, 'CONFIGURATION_NOT_FOUND', 'NAME_TAKEN', 'CONFIGURATION_FULL'],
  points: POINTS_OF_A_PERSON,
  run: async (request, { path: { levelId: named }, body: { description: text = '', ...wanted }, condition }) => {
    const subLevelId = request.random.uuid();
    const levels = await changeLevelsWithKey(request, condition, {
      type: 'sublevel.created',
      plan: (all) => {
        const { levelId } = requireLevel(all, named);
        return {
          subject: `sublevel:${subLevelId}`,
          edit: (now) => addSubLevel(now, levelId, subLevelId, { ...wanted, description: text }),
        };
      },
    });
    const level = requireLevel(levels.all, named);
    const headers = {
      ETag: etagOfLevels(levels),
      Location: `${request.exchange.basePath}/v1/level/${level.levelId}/sub-level/${subLevelId}`,
    };
    return { status: 201, headers, body: toSubLevelBody(level, requireSubLevel(level, subLevelId)) };
  },
});
