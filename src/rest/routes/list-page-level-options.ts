import * as z from 'zod';
import { OPTION_REASONS } from '../../access/level-options';
import { findPageLevelOptions, publishedSubLevels } from '../../classification/page-level-options';
import { levelFloorReader } from '../../findings/required-level/level-floor';
import { awaitAll } from '../../platform/await-all';
import * as fields from '../fields';
import { rightsOf } from '../../keys/key-rights';
import { requireReadable } from '../page-access';
import { etagOfBody } from '../response';
import { LEVEL_EXAMPLE, subLevelBody, toSubLevelBody } from './level-schemas';
import { scope as SET_SCOPE } from './set-page-level';
import { ok, operation } from '../operation';

const pathParameters = z.strictObject({ pageId: fields.pageId });

const reasons = z
  .array(z.enum(OPTION_REASONS))
  .meta({ description: 'The error codes that setting the level would give. Empty if it is allowed.' });

const answer = z
  .strictObject({
    canSetLevel: z.boolean().meta({ description: 'Whether this key can currently set a level on this page.' }),
    reasons,
    currentLevelId: z.uuid().nullable().meta({ description: 'null = unclassified.' }),
    levels: z.array(
      z.strictObject({
        levelId: z.uuid(),
        levelKey: z.string(),
        name: z.string(),
        allowed: z.boolean(),
        reasons,
        needsJustification: z
          .boolean()
          .meta({ description: 'Whether a `justification` is required, because the level is less sensitive.' }),
        subLevels: z
          .array(subLevelBody)
          .meta({ description: 'The sub-levels that can be set, without archived ones.' }),
      }),
    ),
  })
  .meta({
    id: 'PageLevelOptions',
    description: 'The levels that are visible to this key, and whether it can set them on the page.',
  });

const scope = 'classification::read';

export const listPageLevelOptions = operation({
  method: 'GET',
  path: '/v1/page-level/by-page/:pageId/levels',
  operationId: 'listPageLevelOptions',
  summary: 'List the levels for a page',
  description:
    'Returns the levels that are visible to this key, and whether each can be set on this page now, considering the level scheme of the space and the rule for lowering a level. A key with a page access limit sees only the levels in its limit.',
  scope,
  pathParameters,
  success: ok(
    'The levels for this page.',
    answer,
    {
      canSetLevel: true,
      reasons: [],
      currentLevelId: null,
      levels: [
        {
          levelId: LEVEL_EXAMPLE.levelId,
          levelKey: LEVEL_EXAMPLE.levelKey,
          name: LEVEL_EXAMPLE.name,
          allowed: true,
          reasons: [],
          needsJustification: false,
          subLevels: LEVEL_EXAMPLE.subLevels,
        },
      ],
    },
    { ETag: 'Changes whenever the response changes.' },
  ),
  problems: ['PAGE_NOT_FOUND'],
  run: async (request, { path: { pageId } }) => {
    const [{ page, record }, scan] = await awaitAll([
      requireReadable(request, scope, pageId, true, 'all'),
      request.storage.read('page-scan', pageId),
    ]);
    const { levels } = request;
    const floor = await levelFloorReader(request)({ pageId, spaceId: page.spaceId, scan });
    const rights = rightsOf(request.key.record);
    const options = findPageLevelOptions({ levels, required: SET_SCOPE, rights, page, current: record, floor });
    const body: z.infer<typeof answer> = {
      canSetLevel: options.canSetLevel,
      reasons: [...options.reasons],
      currentLevelId: record?.levelId ?? null,
      levels: options.levels.map(({ level, allowed, reasons, needsJustification }) => ({
        levelId: level.levelId,
        levelKey: level.levelKey,
        name: level.name,
        allowed,
        reasons: [...reasons],
        needsJustification,
        subLevels: publishedSubLevels(level).map((subLevel) => toSubLevelBody(level, subLevel)),
      })),
    };
    return { status: 200, headers: { ETag: etagOfBody(body) }, body };
  },
});
