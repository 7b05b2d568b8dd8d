import { changeSpace } from '../../classification/edit-settings';
import { POINTS_OF_A_PAGE, POINTS_OF_A_PERSON } from '../../quota/host-points';
import { changeSettingsWithKey, ETAG_OF_LEVELS, etagOfLevels, SETTING_PROBLEMS } from '../configuration-access';
import { writeCondition } from '../middleware/conditions';
import { readBody, readParameters } from '../middleware/input';
import { requirePresent } from '../read-only';
import { requireSpace } from '../require-space';
import type { Route } from '../route';
import { levelOf, SPACE_SETTINGS_EXAMPLE, spaceBody, spaceInput, spacePath, toSpaceBody } from './setting-schemas';
import { ok } from '../operation';

export const editSpaceSettings: Route = {
  method: 'PUT',
  effect: 'change',
  path: '/v1/setting/space/:spaceId',
  operationId: 'editSpaceSettings',
  summary: "Update a space's settings",
  description:
    'Replaces the settings of the space. Omitted members follow the site; `{}` makes the space follow the site entirely.',
  scope: 'classification::manage',
  pathParameters: spacePath,
  body: { schema: spaceInput, example: { defaultLevel: { levelId: 'restricted' } } },
  success: ok('The settings of the space.', spaceBody, SPACE_SETTINGS_EXAMPLE, ETAG_OF_LEVELS),
  problems: [...SETTING_PROBLEMS, 'CONFIGURATION_NOT_FOUND', 'CONFIGURATION_FULL'],
  prepare: (exchange, parameters) => {
    const { spaceId } = readParameters(parameters, spacePath);
    const sent = readBody(exchange, spaceInput);
    const { defaultLevel, schemeId } = sent;
    const condition = writeCondition(exchange);
    return {
      // A space without settings of its own is looked up in Confluence.
      points: ({ settings }) => POINTS_OF_A_PERSON + (settings.spaces[spaceId] === undefined ? POINTS_OF_A_PAGE : 0),
      run: async (request) => {
        const levels = await changeSettingsWithKey(request, condition, {
          type: 'settings.updated',
          subject: `space:${spaceId}`,
          edit: (now) => {
            const present = toSpaceBody(now, spaceId);
            requirePresent(spaceInput, sent, [present]);
            const level =
              typeof defaultLevel === 'object'
                ? levelOf(now, defaultLevel, present.defaultLevel, '#/defaultLevel')
                : defaultLevel;
            return changeSpace(now.settings, spaceId, {
              ...(schemeId === undefined ? {} : { schemeId }),
              ...(level === undefined ? {} : { defaultLevel: level }),
            });
          },
          // A space that no longer exists can still be reset to the site's settings.
          mayChange: async ({ settings }) => {
            if (settings.spaces[spaceId] === undefined) await requireSpace(request, spaceId);
          },
        });
        const body = toSpaceBody(levels, spaceId);
        return { status: 200, headers: { ETag: etagOfLevels(levels) }, body };
      },
    };
  },
};
