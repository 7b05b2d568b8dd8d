import * as z from 'zod';
import { LOWERING_RULES } from '../../access/decide';
import {
  changeDelegated as planDelegated,
  changeMentions as planMentions,
  changeSite,
  changeSpace,
  changeSurfaces,
  putLevelScheme,
  removeLevelScheme,
} from '../../classification/edit-settings';
import { name } from '../../classification/level-fields';
import { DELEGABLE } from '../../classification/model';
import { surfaceSettingsOf } from '../../classification/settings';
import { changeLevels, editingLevels } from '../levels/change-levels';
import { findSpaceIds } from './find-spaces';
import { id, operation, rev, spaceIdInput } from '../input';

/** Default levels, level schemes and the requirements for lowering a level. They share the revision of the levels. */

const level = z.strictObject({ levelId: id, subLevelId: id.optional() });

const changeSiteSettingsInput = z.strictObject({
  rev,
  lowering: z.enum(LOWERING_RULES),
  /** Omitted = none. */
  defaultLevel: level.optional(),
  schemeId: id.optional(),
});

export const changeSiteSettings = editingLevels(changeSiteSettingsInput, (site) => ({
  type: 'settings.updated',
  subject: 'settings',
  editSettings: (settings) => changeSite(settings, site),
}));

const changeSpaceSettingsInput = z.strictObject({
  rev,
  spaceId: spaceIdInput,
  /** Omitted = the site's setting applies. */
  defaultLevel: z.union([level, z.literal('none')]).optional(),
  schemeId: z.union([id, z.literal('none')]).optional(),
});

export const changeSpaceSettings = editingLevels(changeSpaceSettingsInput, ({ spaceId, ...space }, request) => ({
  type: 'settings.updated',
  subject: `space:${spaceId}`,
  editSettings: (settings) => changeSpace(settings, spaceId, space),
  // A space that no longer exists can still be reset to the site's settings.
  mayChange: async ({ settings }) => {
    if (settings.spaces[spaceId] === undefined) await findSpaceIds(request, [spaceId], 'spaceId');
  },
}));

/** One request to Confluence looks up as many spaces. */
const MAX_OFF_SPACES = 250;

const changeSurfaceSettingsInput = z.strictObject({
  rev,
  byline: z.boolean(),
  banner: z.boolean(),
  menus: z.boolean(),
  bylineNames: z.enum(['site', 'viewer'], { error: 'must be site or viewer' }),
  peopleMayExclude: z.boolean(),
  peopleMayRedact: z.boolean(),
  offSpaceIds: z.array(spaceIdInput).max(MAX_OFF_SPACES, { error: `must have at most ${MAX_OFF_SPACES} spaces` }),
});

export const changeSurfaceSettings = editingLevels(changeSurfaceSettingsInput, (surfaces, request) => ({
  type: 'settings.updated',
  subject: 'surfaces',
  editSettings: (settings) => changeSurfaces(settings, surfaces),
  // A space that is already in the list stays, even if it no longer exists.
  mayChange: async ({ settings }) => {
    const { offSpaceIds } = surfaceSettingsOf(settings);
    const added = surfaces.offSpaceIds.filter((id) => !offSpaceIds.includes(id));
    await findSpaceIds(request, added, 'offSpaceIds');
  },
}));

const changeDelegatedInput = z.strictObject({
  rev,
  delegated: z.array(z.enum(DELEGABLE, { error: `must be one of ${DELEGABLE.join(', ')}` })).max(DELEGABLE.length),
  /** Omitted = the default level of the site for the space. */
  defaultFloor: z.union([id, z.literal('none')], { error: 'must be a level or none' }).optional(),
});

/** Changes the settings that space admins may set for their own spaces. */
export const changeDelegated = editingLevels(changeDelegatedInput, ({ delegated, defaultFloor }) => ({
  type: 'settings.updated',
  subject: 'settings',
  editSettings: (settings) => planDelegated(settings, delegated, defaultFloor),
}));

const changeMentionsInput = z.strictObject({
  rev,
  mentions: z.boolean({ error: 'must be true or false' }),
});

/** Turns the comments that mention authors on or off. */
export const changeMentions = editingLevels(changeMentionsInput, ({ mentions }) => ({
  type: 'settings.updated',
  subject: 'mentions',
  editSettings: (settings) => planMentions(settings, mentions),
}));

const scheme = z.strictObject({
  rev,
  name,
  levelIds: z.array(id).min(1, { error: 'must have at least one level' }).max(1_000),
});
const createSchemeInput = scheme;
const editSchemeInput = scheme.extend({ schemeId: id });
const removeSchemeInput = z.strictObject({ rev, schemeId: id });

export const createScheme = operation(createSchemeInput, async (request, { rev, ...texts }) => {
  const schemeId = request.random.uuid();
  const list = await changeLevels(request, rev, {
    type: 'scheme.created',
    subject: `scheme:${schemeId}`,
    editSettings: (settings) => putLevelScheme(settings, { schemeId, ...texts }, true),
  });
  return { ...list, schemeId };
});

export const editScheme = editingLevels(editSchemeInput, (scheme) => ({
  type: 'scheme.updated',
  subject: `scheme:${scheme.schemeId}`,
  editSettings: (settings) => putLevelScheme(settings, scheme, false),
}));

export const removeScheme = editingLevels(removeSchemeInput, ({ schemeId }) => ({
  type: 'scheme.deleted',
  subject: `scheme:${schemeId}`,
  editSettings: (settings) => removeLevelScheme(settings, schemeId),
}));
