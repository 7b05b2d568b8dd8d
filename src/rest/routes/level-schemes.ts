import { putLevelScheme, removeLevelScheme, type SettingsEdit } from '../../classification/edit-settings';
import type { Levels } from '../../classification/level-store';
import { requireAdminOfAll } from '../admin-of-all';
import {
  changeSettingsWithKey,
  ETAG_OF_LEVELS,
  etagOfLevels,
  requireScheme,
  SETTING_PROBLEMS,
} from '../configuration-access';
import { schemeRoutes, type SchemesOf } from './scheme-routes';
import {
  levelIdOf,
  SCHEME_EXAMPLE,
  schemeBody,
  schemeEdit,
  schemeInput,
  schemePath,
  toSchemeBody,
} from './setting-schemas';

const schemes: SchemesOf<Levels, SettingsEdit, typeof schemeInput, typeof schemeEdit> = {
  path: '/v1/setting/scheme',
  scope: 'classification::manage',
  auditName: 'scheme',
  docs: {
    create: {
      operationId: 'createScheme',
      summary: 'Create a level scheme',
      description: 'Creates a scheme. It takes effect when the settings of the site or of a space refer to it.',
    },
    get: {
      operationId: 'getScheme',
      summary: 'Read a level scheme',
      description: 'Returns the name and the levels of the scheme.',
    },
    edit: {
      operationId: 'editScheme',
      summary: 'Edit a level scheme',
      description: 'Replaces the name and the levels of the scheme. Pages keep their current level.',
    },
    remove: {
      operationId: 'removeScheme',
      summary: 'Delete a level scheme',
      description: 'Deletes a scheme that is not in use by the site or a space.',
    },
  },
  pathParameters: schemePath,
  body: { create: schemeInput, edit: schemeEdit, example: { name: 'Confidential', levelIds: ['restricted'] } },
  answer: { schema: schemeBody, example: SCHEME_EXAMPLE },
  etag: { headers: ETAG_OF_LEVELS, of: etagOfLevels },
  problems: SETTING_PROBLEMS,
  inputProblems: ['NAME_TAKEN', 'CONFIGURATION_FULL'],
  read: async (request) => {
    await requireAdminOfAll(request);
    return request.levels;
  },
  toBody: (levels, schemeId) => toSchemeBody(levels, requireScheme(levels, schemeId)),
  presentBodies: (levels, schemeId, { name, levelIds }) => [
    toSchemeBody(levels, requireScheme(levels, schemeId)),
    toSchemeBody(levels, { schemeId, name, levelIds: levelIds.map((one) => levelIdOf(levels, one)) }),
  ],
  loadPut: () =>
    Promise.resolve((levels, schemeId, { name, levelIds }, isNew) =>
      putLevelScheme(
        levels.settings,
        { schemeId, name, levelIds: levelIds.map((one) => levelIdOf(levels, one)) },
        isNew,
      ),
    ),
  remove: ({ settings }, schemeId) => removeLevelScheme(settings, schemeId),
  change: changeSettingsWithKey,
};

export const { create: createScheme, get: getScheme, edit: editScheme, remove: removeScheme } = schemeRoutes(schemes);
