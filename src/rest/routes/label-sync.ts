import * as z from 'zod';
import type { Levels } from '../../classification/level-store';
import { labelFields } from '../../mirror/label-fields';
import { LABEL_SYNC, labelsOfLevels, readLabelSync, setLabelSync, type StoredLabelSync } from '../../mirror/label-sync';
import { awaitAll } from '../../platform/await-all';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { requireAdminOfAll, requireNoLimits } from '../admin-of-all';
import { changeWithKey } from '../change-with-key';
import { SETTING_PROBLEMS } from '../configuration-access';
import { ok, operation } from '../operation';
import { editOf, requirePresent } from '../read-only';
import type { AuthorizedRequest } from '../route';
import { LEVEL_EXAMPLE } from './level-schemas';

/** The labels that follow the levels of pages. */

const body = z
  .strictObject({
    ...labelFields,
    labels: z
      .array(z.strictObject({ levelId: z.uuid(), levelKey: z.string(), label: z.string() }))
      .meta({ description: 'The label of each level: the prefix and the key of the level, in lowercase.' }),
  })
  .meta({ id: 'LabelSync', description: 'The labels that follow the levels of pages.' });

const input = editOf(body, labelFields).meta({
  id: 'LabelSyncEdit',
  description: 'All settable members, with which the setting is replaced.',
});

function toBody({ enabled, prefix }: StoredLabelSync, levels: Levels): z.infer<typeof body> {
  const labels = labelsOfLevels(levels, { enabled: true, prefix });
  return {
    enabled,
    prefix,
    labels: levels.all.map(({ levelId, levelKey }) => ({ levelId, levelKey, label: labels.get(levelId) ?? '' })),
  };
}

const INPUT_EXAMPLE = { enabled: true, prefix: 'classification-' };
const { levelId, levelKey } = LEVEL_EXAMPLE;
const EXAMPLE = { ...INPUT_EXAMPLE, labels: [{ levelId, levelKey, label: `classification-${levelKey}` }] };

const ETAG = { ETag: 'Changes whenever the setting, a rule of exposure or a level changes. Use it in If-Match.' };

function answerOf(sync: StoredLabelSync, { levels }: AuthorizedRequest) {
  return { status: 200, headers: { ETag: etagOf(sync, levels) }, body: toBody(sync, levels) };
}

/** The levels are part of it, because responses have their keys. */
const etagOf = ({ revision }: StoredLabelSync, levels: Levels) => `"y${revision}l${levels.revision}"`;

export const getLabelSync = operation({
  method: 'GET',
  path: '/v1/setting/label-sync',
  operationId: 'getLabelSync',
  summary: 'Read the labels of levels',
  description: 'Returns if pages have the label of their level, and the label of each level.',
  scope: 'classification::manage',
  success: ok('The setting.', body, EXAMPLE, ETAG),
  problems: ['CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS'],
  points: POINTS_OF_A_PERSON,
  run: async (request) => {
    const [sync] = await awaitAll([readLabelSync(request.storage), requireAdminOfAll(request)] as const);
    return answerOf(sync, request);
  },
});

export const setLabelSyncWithKey = operation({
  method: 'PUT',
  effect: 'change',
  path: '/v1/setting/label-sync',
  operationId: 'setLabelSync',
  summary: 'Update the labels of levels',
  description:
    'Turns the labels of levels on or off, or changes their prefix. Pages follow in the background: labels of the previous prefix are removed, and each page with a level gets the label of its level. Labels decide nothing.',
  scope: 'classification::manage',
  body: { schema: input, example: INPUT_EXAMPLE },
  success: ok('The setting.', body, EXAMPLE, ETAG),
  problems: [...SETTING_PROBLEMS, 'CONFIGURATION_FULL'],
  points: POINTS_OF_A_PERSON,
  run: async (request, { body: sent, condition }) => {
    const { storage, levels } = request;
    const [known] = await awaitAll([readLabelSync(storage), requireAdminOfAll(request)] as const);
    const sync = await changeWithKey(request, {
      ...{ kind: LABEL_SYNC, condition, known },
      plan: (current) => {
        requirePresent(input, sent, [toBody(current, levels)]);
        return setLabelSync({ enabled: sent.enabled, prefix: sent.prefix });
      },
      etagOf: (current) => etagOf(current, levels),
      checkKey: requireNoLimits,
    });
    return answerOf(sync, request);
  },
});
