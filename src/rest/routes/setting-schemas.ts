import * as z from 'zod';
import { LOWERING_RULES } from '../../access/decide';
import { AS_DEFAULT } from '../../classification/edit-settings';
import { name } from '../../classification/level-fields';
import { findLevel, type Levels } from '../../classification/level-store';
import {
  DELEGABLE,
  type LevelOfPage,
  type LevelScheme,
  type OwnSettings,
  type Settings,
  type SiteSetting,
} from '../../classification/model';
import { findNamed, resolveLevel } from '../../classification/resolve-level';
import { weakeningsIn } from '../../classification/settings';
import * as fields from '../fields';
import { editOf, requirePresent } from '../read-only';
import { LEVEL_EXAMPLE } from './level-schemas';
import { levelNames, namesOf } from './page-level-schemas';

/** The classification settings in requests and responses. */

/** Accepts any case, returns lower case. */
const schemeId = z
  .uuid({ error: 'must be the UUID of a level scheme' })
  .meta({ maxLength: 36, examples: ['8d9b5a52-6f0e-4a38-9c1f-2b7c0a6e4d10'] })
  .transform((text) => text.toLowerCase());

export const schemePath = z.strictObject({ schemeId: schemeId.meta({ description: 'The id of the level scheme.' }) });
export const spacePath = z.strictObject({
  spaceId: fields.spaceId.meta({ description: 'The id of the space.', examples: ['98306'] }),
});

const DELEGATED_MEANS =
  'The settings that space admins may set for their own spaces. Each except `lowering` can protect a space less than the site would: `defaultLevel` down to `defaultFloor`, `levels` by a selection without the most sensitive level, `off` by turning classification off.';
const FLOOR_MEANS =
  'The least sensitive default level that space admins may choose: a level, `none` = any level or none, or `default` = the default level of the site for the space. A default level below it has no effect.';

const levelOfPage = z
  .strictObject(levelNames)
  .meta({ id: 'LevelOfNewPages', description: 'A level, with a sub-level if there is one.' });

export const schemeBody = z
  .strictObject({
    schemeId: z.uuid(),
    name: z.string(),
    levelIds: z.array(z.uuid()),
    levelKeys: z.array(z.string()).meta({ description: 'The same levels, by their keys.' }),
  })
  .meta({ id: 'LevelScheme', description: 'The levels that a space may use.' });

export const spaceBody = z
  .strictObject({
    spaceId: z.string(),
    defaultLevel: z.union([levelOfPage, z.literal('none')]).nullable(),
    schemeId: z.union([z.uuid(), z.literal('none')]).nullable(),
  })
  .meta({ id: 'SpaceSettings', description: 'The settings that differ in a space. null = as the site.' });

const ownSpaceBody = z
  .strictObject({
    spaceId: z.string(),
    defaultLevel: z.union([levelOfPage, z.literal('none')]).nullable(),
    levelIds: z.array(z.uuid()).nullable(),
    lowering: z.enum(LOWERING_RULES).nullable(),
    isOff: z.boolean().meta({ description: 'Whether classification is off on the pages of the space.' }),
    weakerBy: z.array(z.enum(DELEGABLE)).meta({
      description: 'The settings that currently protect the pages of the space less than the site would.',
    }),
  })
  .meta({
    id: 'OwnSpaceSettings',
    description:
      'The settings of the admins of a space. null = as the site. A setting applies only while it is delegated.',
  });

export const settingsBody = z
  .strictObject({
    lowering: z.enum(LOWERING_RULES),
    defaultLevel: levelOfPage.nullable(),
    schemeId: z.uuid().nullable(),
    mentions: z.boolean(),
    schemes: z.array(schemeBody),
    spaces: z.array(spaceBody).meta({ description: 'Only spaces with their own settings.' }),
    delegated: z.array(z.enum(DELEGABLE)).meta({ description: DELEGATED_MEANS }),
    defaultFloor: z.union([z.uuid(), z.enum(['none', AS_DEFAULT])]).meta({ description: FLOOR_MEANS }),
    ownSpaces: z.array(ownSpaceBody).meta({ description: 'Only spaces whose admins have set something.' }),
  })
  .meta({ id: 'Settings', description: 'The classification settings. null = none.' });

/** A level as a client refers to it, or as responses return it. */
export const levelInput = editOf(levelOfPage, {
  levelId: fields.levelName,
  subLevelId: fields.subLevelName.optional(),
}).meta({ id: 'DefaultLevel' });

export const siteInput = editOf(settingsBody, {
  lowering: z.enum(LOWERING_RULES, { error: `must be one of ${LOWERING_RULES.join(', ')}` }).meta({
    description:
      'Whether a page can get a less sensitive level, or none: freely, with a `justification`, or not at all.',
  }),
  defaultLevel: levelInput.optional().meta({ description: 'The default level of new pages. Omitted = none.' }),
  schemeId: schemeId.optional().meta({ description: 'The levels that spaces may use. Omitted = all.' }),
  mentions: z.boolean({ error: 'must be true or false' }).optional().meta({
    description:
      'Whether the app asks authors in a comment to classify a page, or to check who can see it. Omitted = unchanged.',
  }),
  delegated: z
    .array(z.enum(DELEGABLE), { error: `must be a list of ${DELEGABLE.join(', ')}` })
    .max(DELEGABLE.length, { error: 'must name each setting once' })
    .optional()
    .meta({ description: `${DELEGATED_MEANS} Omitted = unchanged.` }),
  defaultFloor: fields.levelName
    .optional()
    .meta({ description: `${FLOOR_MEANS} A UUID or a key, without a sub-level. Omitted = unchanged.` }),
} satisfies Record<SiteSetting, z.ZodType>).meta({ id: 'SetSettings' });

export const spaceInput = editOf(spaceBody, {
  defaultLevel: z
    .union([levelInput, z.literal('none')], { error: 'must be a level, or none' })
    .optional()
    .meta({ description: 'The default level of new pages in this space. Omitted = as the site.' }),
  schemeId: z
    .union([schemeId, z.literal('none')], { error: 'must be the UUID of a level scheme, or none' })
    .optional()
    .meta({ description: 'The levels that the space may use. `none` = all. Omitted = as the site.' }),
}).meta({ id: 'SetSpaceSettings' });

export const schemeInput = z
  .strictObject({
    name,
    levelIds: z
      .array(fields.levelName, { error: 'must be a list of levels' })
      .min(1, { error: 'must have at least one level' })
      .max(50, { error: 'must have at most 50 entries' })
      .meta({ description: 'The levels that a space with this scheme may use.' }),
  })
  .meta({ id: 'PutLevelScheme' });

export const schemeEdit = editOf(schemeBody, schemeInput.shape).meta({ id: 'EditLevelScheme' });

/** The settings that only the admin area changes. An API that omits another one does not compile. */
type OfAdminArea = 'surfaces' | 'followsNativeLevels';

export function toSettingsBody(
  levels: Levels,
): z.infer<typeof settingsBody> & Record<Exclude<keyof Settings, OfAdminArea>, unknown> {
  const {
    lowering,
    defaultLevel,
    schemeId: scheme,
    schemes,
    spaces,
    delegated = [],
    defaultFloor = AS_DEFAULT,
    ownSpaces = {},
    mentions = false,
  } = levels.settings;
  return {
    lowering,
    defaultLevel: defaultLevel === undefined ? null : toLevel(levels, defaultLevel),
    schemeId: scheme ?? null,
    mentions,
    schemes: schemes.map((one) => toSchemeBody(levels, one)),
    spaces: Object.keys(spaces).map((spaceId) => toSpaceBody(levels, spaceId)),
    delegated: [...delegated],
    defaultFloor,
    ownSpaces: Object.entries(ownSpaces).map(([spaceId, own]) => toOwnSpaceBody(levels, spaceId, own)),
  };
}

function toOwnSpaceBody(
  levels: Levels,
  spaceId: string,
  { defaultLevel, levelIds, lowering, isOff }: OwnSettings,
): z.infer<typeof ownSpaceBody> {
  return {
    spaceId,
    defaultLevel: typeof defaultLevel === 'object' ? toLevel(levels, defaultLevel) : (defaultLevel ?? null),
    levelIds: levelIds === undefined ? null : [...levelIds],
    lowering: lowering ?? null,
    isOff: isOff ?? false,
    weakerBy: [...weakeningsIn(levels, spaceId)],
  };
}

export function toSchemeBody(levels: Levels, { schemeId: id, name: text, levelIds }: LevelScheme) {
  const levelKeys = levelIds.flatMap((levelId) => findLevel(levels, levelId)?.levelKey ?? []);
  return { schemeId: id, name: text, levelIds: [...levelIds], levelKeys } satisfies z.infer<typeof schemeBody>;
}

export function toSpaceBody(levels: Levels, spaceId: string): z.infer<typeof spaceBody> {
  const { defaultLevel, schemeId: scheme }: Settings['spaces'][string] = levels.settings.spaces[spaceId] ?? {};
  return {
    spaceId,
    defaultLevel: typeof defaultLevel === 'object' ? toLevel(levels, defaultLevel) : (defaultLevel ?? null),
    schemeId: scheme ?? null,
  };
}

function toLevel(levels: Levels, { levelId, subLevelId }: LevelOfPage) {
  return namesOf(levels, levelId, subLevelId);
}

/**
 * Converts a level to its UUIDs. A level that does not exist keeps its name, and is refused later.
 * @param present the value that GET returns for it
 * @throws Problem 400 if a read-only member matches neither the level nor the present value
 */
export function levelOf(
  levels: Levels,
  { levelId, subLevelId, ...readOnlyMembers }: z.infer<typeof levelInput>,
  present: object | 'none' | null | undefined,
  pointer: string,
): LevelOfPage {
  const level = resolveLevel(levels.all, { levelId, subLevelId });
  const named = namesOf(levels, level.levelId, level.subLevelId);
  requirePresent(
    levelInput,
    readOnlyMembers,
    typeof present === 'object' && present ? [named, present] : [named],
    pointer,
  );
  return level;
}

/** Like `levelOf`, for a scheme and the floor of default levels, which have no sub-levels. */
export function levelIdOf({ all }: Levels, named: string): string {
  return findNamed(all, named)?.levelId ?? named;
}

export const SCHEME_EXAMPLE = {
  schemeId: '8d9b5a52-6f0e-4a38-9c1f-2b7c0a6e4d10',
  name: 'Confidential',
  levelIds: [LEVEL_EXAMPLE.levelId],
  levelKeys: [LEVEL_EXAMPLE.levelKey],
};

export const SPACE_SETTINGS_EXAMPLE = {
  spaceId: '98306',
  defaultLevel: 'none' as const,
  schemeId: SCHEME_EXAMPLE.schemeId,
};

export const SETTINGS_EXAMPLE = {
  lowering: 'justified' as const,
  defaultLevel: {
    levelId: LEVEL_EXAMPLE.levelId,
    levelKey: LEVEL_EXAMPLE.levelKey,
    levelName: LEVEL_EXAMPLE.name,
    subLevelId: null,
    subLevelKey: null,
    subLevelName: null,
  },
  schemeId: null,
  mentions: false,
  schemes: [SCHEME_EXAMPLE],
  spaces: [SPACE_SETTINGS_EXAMPLE],
  delegated: ['defaultLevel' as const, 'lowering' as const],
  defaultFloor: LEVEL_EXAMPLE.levelId,
  ownSpaces: [
    {
      ...{ spaceId: '98306', defaultLevel: null, levelIds: null, lowering: 'forbidden' as const, isOff: false },
      weakerBy: [],
    },
  ],
};
