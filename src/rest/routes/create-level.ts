import * as z from 'zod';
import { addLevel } from '../../classification/edit-levels';
import { banner, color, description, guideline, key, name, translations } from '../../classification/level-fields';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import {
  ADMINISTRATION_PROBLEMS,
  changeLevelsWithKey,
  ETAG_OF_LEVELS,
  etagOfLevels,
  requireLevel,
} from '../configuration-access';
import { toLevelBody, ONE_LEVEL } from './level-schemas';
import { operation } from '../operation';

export const levelInput = z
  .strictObject({
    name,
    color,
    description: description.optional(),
    guideline: guideline.optional(),
    levelKey: key.optional().meta({ description: 'Default: derived from the name.' }),
    banner: banner.optional().meta({ description: 'The banner on pages of this level. Omitted = none.' }),
    translations: translations.optional().meta({
      description: 'The texts in other languages, by language, for example `de` or `pt-BR`. At most 30 languages.',
    }),
  })
  .meta({ id: 'CreateLevel' });

export const createLevel = operation({
  method: 'POST',
  effect: 'change',
  path: '/v1/level',
  operationId: 'createLevel',
  summary: 'Create a classification level',
  description:
    'Adds the level at the end of the order, as the least sensitive one. Use `PUT /v1/level/order` to move it.',
  scope: 'classification::manage',
  body: { schema: levelInput, example: { name: 'Secret', color: 'RED' } },
  success: { ...ONE_LEVEL, status: 201, headers: { ...ETAG_OF_LEVELS, Location: 'The address of the level.' } },
  problems: [...ADMINISTRATION_PROBLEMS, 'NAME_TAKEN', 'CONFIGURATION_FULL'],
  points: POINTS_OF_A_PERSON,
  run: async (request, { body: { description: text = '', guideline: guide = '', ...wanted }, condition }) => {
    const levelId = request.random.uuid();
    const levels = await changeLevelsWithKey(request, condition, {
      type: 'level.created',
      plan: () => ({
        subject: `level:${levelId}`,
        edit: (all) => addLevel(all, levelId, { ...wanted, description: text, guideline: guide }),
      }),
    });
    const headers = { ETag: etagOfLevels(levels), Location: `${request.exchange.basePath}/v1/level/${levelId}` };
    return { status: 201, headers, body: toLevelBody(requireLevel(levels.all, levelId)) };
  },
});
