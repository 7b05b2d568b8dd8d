import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { requireAdminOfAll } from '../admin-of-all';
import { ETAG_OF_LEVELS, etagOfLevels } from '../configuration-access';
import { SETTINGS_EXAMPLE, settingsBody, toSettingsBody } from './setting-schemas';
import { ok, operation } from '../operation';

export const getSettings = operation({
  method: 'GET',
  path: '/v1/setting',
  operationId: 'getSettings',
  summary: 'Read the classification settings',
  description:
    'Returns the default levels, the level schemes and the rule for lowering a level, for the site and for each space with its own settings.',
  scope: 'classification::manage',
  success: ok('The settings.', settingsBody, SETTINGS_EXAMPLE, ETAG_OF_LEVELS),
  problems: ['CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS'],
  points: POINTS_OF_A_PERSON,
  run: async (request) => {
    await requireAdminOfAll(request);
    const { levels } = request;
    return { status: 200, headers: { ETag: etagOfLevels(levels) }, body: toSettingsBody(levels) };
  },
});
