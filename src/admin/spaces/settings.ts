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
import { changeLevels, type LevelList } from '../levels/change-levels';
import { findSpaceIds } from './find-spaces';
import { id, rev } from '../level-inputs';
import type { AdminRequest } from '../operation';
import { readInput } from '../result';

/** Default levels, level schemes and the requirements for lowering a level. They share the revision of the levels. */

const level = z.strictObject({ levelId: id, subLevelId: id.optional() });
const spaceId = z.string().regex(/^[1-9][0-9]{0,17}$/, { error: 'must be a space ID' });

export const changeSiteSettingsInput = z.strictObject({
  rev,
  lowering: z.enum(LOWERING_RULES),
  /** Omitted = none. */
  defaultLevel: level.optional(),
  schemeId: id.optional(),
});

export function changeSiteSettings(request: AdminRequest, payload: unknown): Promise<LevelList> {
  const { rev, ...site } = readInput(changeSiteSettingsInput, payload);
  return changeLevels(request, rev, {
    type: 'settings.updated',
    subject: 'settings',
    editSettings: (settings) => changeSite(settings, site),
  });
}

export const changeSpaceSettingsInput = z.strictObject({
  rev,
  spaceId,
  /** Omitted = the site's setting applies. */
  defaultLevel: z.union([level, z.literal('none')]).optional(),
  schemeId: z.union([id, z.literal('none')]).optional(),
});

export function changeSpaceSettings(request: AdminRequest, payload: unknown): Promise<LevelList> {
  const { rev, spaceId, ...space } = readInput(changeSpaceSettingsInput, payload);
  return changeLevels(request, rev, {
    type: 'settings.updated',
    subject: `space:${spaceId}`,
    editSettings: (settings) => changeSpace(settings, spaceId, space),
    // A space that no longer exists can still be reset to the site's settings.
    mayChange: async ({ settings }) => {
      if (settings.spaces[spaceId] === undefined) await findSpaceIds(request, [spaceId], 'spaceId');
    },
  });
}

/** One request to Confluence looks up as many spaces. */
const MAX_OFF_SPACES = 250;

export const changeSurfaceSettingsInput = z.strictObject({
  rev,
  byline: z.boolean(),
  banner: z.boolean(),
  menus: z.boolean(),
  bylineNames: z.enum(['site', 'viewer'], { error: 'must be site or viewer' }),
  peopleMayExclude: z.boolean(),
  peopleMayRedact: z.boolean(),
  offSpaceIds: z.array(spaceId).max(MAX_OFF_SPACES, { error: `must have at most ${MAX_OFF_SPACES} spaces` }),
});

export async function changeSurfaceSettings(request: AdminRequest, payload: unknown): Promise<LevelList> {
  const { rev, ...surfaces } = readInput(changeSurfaceSettingsInput, payload);
  return changeLevels(request, rev, {
    type: 'settings.updated',
    subject: 'surfaces',
    editSettings: (settings) => changeSurfaces(settings, surfaces),
    // A space that is already in the list stays, even if it no longer exists.
    mayChange: async ({ settings }) => {
      const { offSpaceIds } = surfaceSettingsOf(settings);
      const added = surfaces.offSpaceIds.filter((id) => !offSpaceIds.includes(id));
      await findSpaceIds(request, added, 'offSpaceIds');
    },
  });
}

export const changeDelegatedInput = z.strictObject({
  rev,
  delegated: z.array(z.enum(DELEGABLE, { error: `must be one of ${DELEGABLE.join(', ')}` })).max(DELEGABLE.length),
  /** Omitted = the default level of the site for the space. */
  defaultFloor: z.union([id, z.literal('none')], { error: 'must be a level or none' }).optional(),
});

/** Changes the settings that space admins may set for their own spaces. */
export function changeDelegated(request: AdminRequest, payload: unknown): Promise<LevelList> {
  const { rev, delegated, defaultFloor } = readInput(changeDelegatedInput, payload);
  return changeLevels(request, rev, {
    type: 'settings.updated',
    subject: 'settings',
    editSettings: (settings) => planDelegated(settings, delegated, defaultFloor),
  });
}

export const changeMentionsInput = z.strictObject({
  rev,
  mentions: z.boolean({ error: 'must be true or false' }),
});

/** Turns the comments that mention authors on or off. */
export function changeMentions(request: AdminRequest, payload: unknown): Promise<LevelList> {
  const { rev, mentions } = readInput(changeMentionsInput, payload);
  return changeLevels(request, rev, {
    type: 'settings.updated',
    subject: 'mentions',
    editSettings: (settings) => planMentions(settings, mentions),
  });
}

const scheme = z.strictObject({
  rev,
  name,
  levelIds: z.array(id).min(1, { error: 'must have at least one level' }).max(1_000),
});
export const createSchemeInput = scheme;
export const editSchemeInput = scheme.extend({ schemeId: id });
export const removeSchemeInput = z.strictObject({ rev, schemeId: id });

export async function createScheme(
  request: AdminRequest,
  payload: unknown,
): Promise<LevelList & { readonly schemeId: string }> {
  const { rev, ...texts } = readInput(createSchemeInput, payload);
  const schemeId = request.random.uuid();
  const list = await changeLevels(request, rev, {
    type: 'scheme.created',
    subject: `scheme:${schemeId}`,
    editSettings: (settings) => putLevelScheme(settings, { schemeId, ...texts }, true),
  });
  return { ...list, schemeId };
}

export function editScheme(request: AdminRequest, payload: unknown): Promise<LevelList> {
  const { rev, ...scheme } = readInput(editSchemeInput, payload);
  return changeLevels(request, rev, {
    type: 'scheme.updated',
    subject: `scheme:${scheme.schemeId}`,
    editSettings: (settings) => putLevelScheme(settings, scheme, false),
  });
}

export function removeScheme(request: AdminRequest, payload: unknown): Promise<LevelList> {
  const { rev, schemeId } = readInput(removeSchemeInput, payload);
  return changeLevels(request, rev, {
    type: 'scheme.deleted',
    subject: `scheme:${schemeId}`,
    editSettings: (settings) => removeLevelScheme(settings, schemeId),
  });
}
