import { changeSubLevel } from '../../classification/edit-levels';
import * as texts from '../../classification/level-fields';
import { ADMINISTRATION_PROBLEMS } from '../configuration-access';
import { readBody } from '../middleware/input';
import { editOf, requirePresent } from '../read-only';
import type { Route } from '../route';
import { changeOneSubLevel, ownKey, subLevelPath } from './change-one-level';
import { subLevelInput } from './create-sub-level';
import { ONE_SUB_LEVEL, subLevelBody, toSubLevelBody } from './level-schemas';

const body = editOf(subLevelBody, {
  ...subLevelInput.partial().shape,
  subLevelKey: texts.subLevelKey.optional(),
  translations: texts.subLevelTranslations.optional().meta({
    description: 'Replaces the texts in all other languages. `{}` removes them. At most 30 languages.',
  }),
}).meta({ id: 'EditSubLevel' });

export const editSubLevel: Route = {
  method: 'PATCH',
  effect: 'change',
  path: '/v1/level/:levelId/sub-level/:subLevelId',
  operationId: 'editSubLevel',
  summary: 'Edit a sub-level',
  description: 'Omitted members stay unchanged.',
  scope: 'classification::manage',
  pathParameters: subLevelPath,
  body: { schema: body, example: { name: 'Money' } },
  success: ONE_SUB_LEVEL,
  problems: [...ADMINISTRATION_PROBLEMS, 'CONFIGURATION_NOT_FOUND', 'NAME_TAKEN', 'CONFIGURATION_FULL'],
  prepare: (exchange, parameters) => {
    const sent = readBody(exchange, body);
    const { name, description, subLevelKey, translations } = sent;
    return changeOneSubLevel(exchange, parameters, 'sublevel.updated', (all, place, { level, subLevel }) => {
      requirePresent(body, sent, [toSubLevelBody(level, subLevel)]);
      const key = ownKey(level, subLevelKey);
      return changeSubLevel(all, place, { name, description, subLevelKey: key, translations });
    });
  },
};
