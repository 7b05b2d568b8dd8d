import { createHash } from 'node:crypto';
import * as z from 'zod';
import { LOWERING_RULES } from '../../access/decide';
import { actorOf } from '../../audit/event';
import type { Levels } from '../../classification/level-store';
import { DELEGABLE, type OwnSettings } from '../../classification/model';
import { basisOf, changeOwnSettings, OWN_SETTINGS, type OwnRefusal } from '../../classification/own-settings';
import {
  defaultIn,
  isDelegated,
  isOffered,
  isOffIn,
  isUsableIn,
  loweringIn,
  mayBeDefault,
  ownSettingsIn,
  siteDefaultIn,
  surfaceSettingsOf,
} from '../../classification/settings';
import { lookUpSpaceRights } from '../../classification/space-lookup';
import { changeConfiguration } from '../../configuration/change-configuration';
import { settableLevel } from '../settable-levels';
import { NO_INPUT, type SurfaceRequest } from '../operation';
import { readInput } from '../result';
import type { NoSpaceAdmin, SaveSpaceSettingsResult, SpaceSettingsView } from './contract';
import { asSpaceAdmin, type ViewedSpace } from './viewed-space';

/** The settings of a space that the site admin lets its admins set (ADR 49). */

export function openSpaceSettings(
  request: SurfaceRequest,
  payload: unknown,
): Promise<NoSpaceAdmin | SpaceSettingsView> {
  readInput(NO_INPUT, payload);
  return asSpaceAdmin(request, ({ levels, spaceId }) => viewSettings(levels, spaceId));
}

const id = z.uuid({ error: 'must be a UUID' });

const saveInput = z.strictObject({
  revision: z.string().max(64, { error: 'must be the revision that the page shows' }),
  defaultLevel: z
    .union([z.strictObject({ levelId: id, subLevelId: id.optional() }), z.literal('none')], {
      error: 'must be a level or none',
    })
    .optional(),
  levelIds: z
    .array(id, { error: 'must be a list of levels' })
    .min(1, { error: 'must have at least one level' })
    .max(1_000)
    .optional(),
  lowering: z.enum(LOWERING_RULES, { error: `must be one of ${LOWERING_RULES.join(', ')}` }).optional(),
  isOff: z.literal(true, { error: 'must be true or omitted' }).optional(),
});

const DENIED: Readonly<Record<OwnRefusal, { readonly field?: keyof OwnSettings; readonly message: string }>> = {
  NOT_DELEGATED: {
    message: 'A site admin has changed what space admins can set. Check the settings, then save again.',
  },
  LEVEL_NOT_OFFERED: {
    field: 'levelIds',
    message: 'One of these levels is no longer available on this site. Choose the levels again.',
  },
  DEFAULT_NOT_ALLOWED: {
    field: 'defaultLevel',
    message: 'The default level must be one of the levels of this space. Choose another default level, or allow it.',
  },
  DEFAULT_BELOW_FLOOR: {
    field: 'defaultLevel',
    message: 'This site requires a more sensitive default level. Choose another one, or the same as the site.',
  },
  LOWERING_LOOSER: {
    field: 'lowering',
    message: 'This site has a stricter rule. Choose the same rule or a stricter one.',
  },
  TOO_MANY_OWN_SETTINGS: {
    message:
      'The spaces of this site have too many settings of their own. Ask a site admin to remove the settings of some spaces.',
  },
};

/**
 * Replaces everything that is delegated. The right to administer the space is checked in each attempt; a change of something
 * that the page shows is a conflict, and changes of other spaces are no conflict.
 */
export function saveSpaceSettings(request: SurfaceRequest, payload: unknown): Promise<SaveSpaceSettingsResult> {
  const { revision, ...wanted } = readInput(saveInput, payload);
  return asSpaceAdmin<SaveSpaceSettingsResult>(request, async (space) => {
    const { spaceId, accountId, levels: known } = space;
    const checked: { rights: 'admin' | NoSpaceAdmin['state'] } = { rights: 'admin' };
    const done = await changeConfiguration(
      OWN_SETTINGS,
      {
        ...request,
        author: () => ({ actor: actorOf({ accountId }), stillValid: [] }),
        renewAuthor: async () => {
          checked.rights = await rightsNow(space);
        },
        isExpected: (current) => checked.rights === 'admin' && revisionOf(current, spaceId) === revision,
        known,
      },
      () => ({
        type: 'space-settings.updated',
        subject: `space:${spaceId}`,
        edit: (current) => changeOwnSettings(current, spaceId, wanted),
      }),
    );
    if (checked.rights !== 'admin') return checked.rights === 'hidden' ? { state: 'hidden' } : { state: 'not-admin' };
    switch (done.outcome) {
      case 'changed':
        return { outcome: 'saved', settings: viewSettings(done.configuration, spaceId) };
      case 'unchanged':
        return { outcome: 'unchanged', settings: viewSettings(done.configuration, spaceId) };
      case 'outdated':
        return { outcome: 'conflict', settings: viewSettings(done.configuration, spaceId) };
      case 'contended':
        return {
          outcome: 'conflict',
          settings: viewSettings(await OWN_SETTINGS.read(request.storage, request.installationId), spaceId),
        };
      case 'refused':
        return { outcome: 'denied', ...DENIED[done.reason], settings: viewSettings(known, spaceId) };
    }
  });
}

async function rightsNow({ confluence, accountId, spaceId }: ViewedSpace): Promise<'admin' | NoSpaceAdmin['state']> {
  const rights = await lookUpSpaceRights(confluence, accountId, spaceId);
  if (rights === 'hidden') return 'hidden';
  return rights.mayAdminister ? 'admin' : 'not-admin';
}

function revisionOf(levels: Levels, spaceId: string): string {
  return createHash('sha256').update(basisOf(levels, spaceId)).digest('base64url').slice(0, 22);
}

function viewSettings(levels: Levels, spaceId: string): SpaceSettingsView {
  const { all, settings } = levels;
  const offered = all.filter((level) => isOffered(levels, spaceId, level));
  const own = ownSettingsIn(settings, spaceId);
  const { levelIds, ...others } = own;
  const kept = levelIds?.filter((levelId) => offered.some((level) => level.levelId === levelId));
  return {
    state: 'settings',
    revision: revisionOf(levels, spaceId),
    delegated: DELEGABLE.filter((one) => isDelegated(settings, one)),
    site: {
      defaultLevel: siteDefaultIn(settings, spaceId),
      lowering: settings.lowering,
      isOff: surfaceSettingsOf(settings).offSpaceIds.includes(spaceId),
      levels: offered.map(settableLevel),
      defaultLevelIds: offered
        .map(({ levelId }) => levelId)
        .filter((levelId) => mayBeDefault(levels, spaceId, { levelId })),
      mayHaveNoDefault: mayBeDefault(levels, spaceId, 'none'),
    },
    // Levels that the site no longer offers cannot be chosen again.
    own: { ...others, ...(kept === undefined || kept.length === 0 ? {} : { levelIds: kept }) },
    current: {
      defaultLevel: defaultIn(levels, spaceId),
      levelIds: offered.map(({ levelId }) => levelId).filter((levelId) => isUsableIn(levels, spaceId, levelId)),
      lowering: loweringIn(settings, spaceId),
      isOff: isOffIn(settings, spaceId),
    },
  };
}
