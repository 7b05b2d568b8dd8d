import * as z from 'zod';
import { changeLevel } from '../../classification/edit-levels';
import * as texts from '../../classification/level-fields';
import { ADMINISTRATION_PROBLEMS } from '../configuration-access';
import { readBody } from '../middleware/input';
import { readOnly, requirePresent } from '../read-only';
import type { Route } from '../route';
import { changeOneLevel, levelPath } from './change-one-level';
import { toLevelBody, ONE_LEVEL } from './level-schemas';

const body = z
  .strictObject({
    name: texts.name.optional(),
    color: texts.color.optional(),
    description: texts.description.optional(),
    guideline: texts.guideline.optional(),
    levelKey: texts.key.optional().meta({ description: 'Clients that use the previous key no longer find the level.' }),
    banner: texts.banner.optional().meta({
      description: 'Replaces the banner on pages of this level. An empty `text` removes it.',
    }),
    translations: texts.translations.optional().meta({
      description: 'Replaces the texts in all other languages. `{}` removes them. At most 30 languages.',
    }),
    levelId: readOnly,
    order: readOnly,
    status: readOnly,
    subLevels: readOnly,
  })
  .meta({ id: 'EditLevel' });

export const editLevel: Route = {
  method: 'PATCH',
  effect: 'change',
  path: '/v1/level/:levelId',
  operationId: 'editLevel',
  summary: 'Edit a classification level',
  description: 'Omitted members stay unchanged. The key stays unchanged when the name changes.',
  scope: 'classification::manage',
  pathParameters: levelPath,
  body: { schema: body, example: { name: 'Top secret' } },
  success: ONE_LEVEL,
  problems: [...ADMINISTRATION_PROBLEMS, 'CONFIGURATION_NOT_FOUND', 'NAME_TAKEN', 'CONFIGURATION_FULL'],
  prepare: (exchange, parameters) => {
    const sent = readBody(exchange, body);
    const { name, color, description, guideline, levelKey, banner, translations } = sent;
    return changeOneLevel(exchange, parameters, 'level.updated', (all, level) => {
      requirePresent(body, sent, [toLevelBody(level)]);
      return changeLevel(all, level.levelId, { name, color, description, guideline, levelKey, banner, translations });
    });
  },
};
