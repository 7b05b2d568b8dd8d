import { changeSite } from '../../classification/edit-settings';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { changeSettingsWithKey, ETAG_OF_LEVELS, etagOfLevels, SETTING_PROBLEMS } from '../configuration-access';
import { writeCondition } from '../middleware/conditions';
import { readBody } from '../middleware/input';
import { requirePresent } from '../read-only';
import type { Route } from '../route';
import { levelIdOf, levelOf, SETTINGS_EXAMPLE, settingsBody, siteInput, toSettingsBody } from './setting-schemas';
import { ok } from '../operation';

export const setSettings: Route = {
  method: 'PUT',
  effect: 'change',
  path: '/v1/setting',
  operationId: 'setSettings',
  summary: "Update the site's settings",
  description:
    "Replaces the site's settings. An omitted `defaultLevel` or `schemeId` is reset. An omitted `delegated`, `defaultFloor` or `mentions` stays unchanged. Schemes and space settings have their own operations; the members that `GET` returns for them can be sent back unchanged.",
  scope: 'classification::manage',
  body: { schema: siteInput, example: { lowering: 'justified', defaultLevel: { levelId: 'internal' } } },
  success: ok('All settings.', settingsBody, SETTINGS_EXAMPLE, ETAG_OF_LEVELS),
  problems: [...SETTING_PROBLEMS, 'CONFIGURATION_FULL'],
  prepare: (exchange) => {
    const sent = readBody(exchange, siteInput);
    const { defaultLevel, lowering, schemeId, delegated, defaultFloor, mentions } = sent;
    const condition = writeCondition(exchange);
    return {
      points: POINTS_OF_A_PERSON,
      run: async (request) => {
        const levels = await changeSettingsWithKey(request, condition, {
          type: 'settings.updated',
          subject: 'settings',
          edit: (now) => {
            const present = toSettingsBody(now);
            requirePresent(siteInput, sent, [present]);
            return changeSite(
              now.settings,
              {
                lowering,
                ...(schemeId === undefined ? {} : { schemeId }),
                ...(defaultLevel === undefined
                  ? {}
                  : { defaultLevel: levelOf(now, defaultLevel, present.defaultLevel, '#/defaultLevel') }),
              },
              { delegated, defaultFloor: defaultFloor && levelIdOf(now, defaultFloor), mentions },
            );
          },
        });
        return { status: 200, headers: { ETag: etagOfLevels(levels) }, body: toSettingsBody(levels) };
      },
    };
  },
};
