import { type AuditDetails, auditDetails, difference, type InWords } from '../audit/details';
import type { LoweringRule } from '../access/decide';
import { findScheme, putScheme, removeScheme, type SchemeRefusal, spacesWith } from '../configuration/schemes';
import {
  DELEGABLE,
  type Delegable,
  type Level,
  type LevelOfPage,
  type LevelScheme,
  type Settings,
  type SurfaceSettings,
} from './model';
import { isInScheme, siteDefaultIn, surfaceSettingsOf } from './settings';

/** Applies an edit to the settings of a site, and checks that settings and levels fit together. Pure. */

type SpaceSettings = Settings['spaces'][string];
type SiteSettings = Pick<Settings, 'lowering' | 'defaultLevel' | 'schemeId'>;

export type SettingsEdit =
  | {
      readonly outcome: 'changed';
      readonly settings: Settings;
      readonly before?: AuditDetails;
      readonly after?: AuditDetails;
    }
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'refused'; readonly reason: SchemeRefusal; readonly where?: readonly string[] };

/**
 * Fields that are omitted in `site` are removed.
 * @param others what space admins may set, and if authors are mentioned; undefined = unchanged
 */
export function changeSite(
  settings: Settings,
  site: SiteSettings,
  { delegated, defaultFloor, mentions }: OtherSettings = {},
): SettingsEdit {
  const before = {
    delegated: inOrder(settings.delegated ?? []),
    defaultFloor: settings.defaultFloor,
    mentions: settings.mentions ?? false,
  };
  const after = {
    delegated: delegated === undefined ? before.delegated : inOrder(delegated),
    defaultFloor: defaultFloor === AS_DEFAULT ? undefined : (defaultFloor ?? before.defaultFloor),
    mentions: mentions ?? before.mentions,
  };
  const next = { ...settings, ...noSite, ...site, ...(delegated === undefined ? {} : { delegated: after.delegated }) };
  return editOf(
    withFloor(withMentions(next, after.mentions), after.defaultFloor),
    { ...flat(settings), ...before },
    { ...flat(site), ...after },
  );
}

/** The floor is the default level of the site for the space. No level has this key. */
export const AS_DEFAULT = 'default';

interface OtherSettings {
  readonly delegated?: readonly Delegable[] | undefined;
  /** The id of a level, `none`, or `AS_DEFAULT`. */
  readonly defaultFloor?: string | undefined;
  readonly mentions?: boolean | undefined;
}

function inOrder(list: readonly Delegable[]): Delegable[] {
  return DELEGABLE.filter((one) => list.includes(one));
}

const noSite = { defaultLevel: undefined, schemeId: undefined };

/** Fields that are omitted in `space` follow the site. */
export function changeSpace(settings: Settings, spaceId: string, space: SpaceSettings): SettingsEdit {
  const { [spaceId]: before = {}, ...others } = settings.spaces;
  const isAsSite = space.defaultLevel === undefined && space.schemeId === undefined;
  const spaces = isAsSite ? others : { ...others, [spaceId]: space };
  return editOf({ ...settings, spaces }, flat(before), flat(space));
}

/** Replaces the settings for pages as people see them. */
export function changeSurfaces(settings: Settings, wanted: SurfaceSettings): SettingsEdit {
  const surfaces = { ...wanted, offSpaceIds: [...new Set(wanted.offSpaceIds)].sort() };
  return editOf({ ...settings, surfaces }, surfaceSettingsOf(settings), surfaces);
}

/**
 * Replaces the settings that space admins may set, and their least sensitive default level. Their earlier settings stay stored, and
 * apply only while delegated and within the floor.
 */
export function changeDelegated(
  settings: Settings,
  wanted: readonly Delegable[],
  defaultFloor: Settings['defaultFloor'],
): SettingsEdit {
  const delegated = inOrder(wanted);
  return editOf(
    withFloor({ ...settings, delegated }, defaultFloor),
    { delegated: inOrder(settings.delegated ?? []), defaultFloor: settings.defaultFloor },
    { delegated, defaultFloor },
  );
}

function withFloor({ defaultFloor: _before, ...others }: Settings, defaultFloor: Settings['defaultFloor']): Settings {
  return { ...others, ...(defaultFloor === undefined ? {} : { defaultFloor }) };
}

/** Turns the comments that mention authors on or off. */
export function changeMentions(settings: Settings, mentions: boolean): SettingsEdit {
  return editOf(withMentions(settings, mentions), { mentions: settings.mentions ?? false }, { mentions });
}

function withMentions({ mentions: _before, ...others }: Settings, mentions: boolean): Settings {
  return { ...others, ...(mentions ? { mentions } : {}) };
}

/**
 * Turns following Confluence's own classification on or off.
 * @param byline whether the app shows its own level of the page in the byline
 */
export function changeNativeLevels(
  settings: Settings,
  { follows, byline }: { readonly follows: boolean; readonly byline: boolean },
): SettingsEdit {
  const { followsNativeLevels = false, ...others } = settings;
  const surfaces = surfaceSettingsOf(settings);
  const next = {
    ...others,
    ...(follows ? { followsNativeLevels: follows } : {}),
    ...(byline === surfaces.byline ? {} : { surfaces: { ...surfaces, byline } }),
  };
  return editOf(next, { followsNativeLevels, byline: surfaces.byline }, { followsNativeLevels: follows, byline });
}

/** Creates a scheme, or changes the name and the levels of an existing one. */
export function putLevelScheme(settings: Settings, scheme: LevelScheme, isNew: boolean): SettingsEdit {
  const after = { ...scheme, levelIds: [...new Set(scheme.levelIds)] };
  const edited = putScheme(settings.schemes, after, isNew);
  if (edited.outcome === 'refused') return edited;
  const { schemes, before } = edited;
  return editOf({ ...settings, schemes }, before === undefined ? {} : auditFieldsOf(before), auditFieldsOf(after));
}

export function removeLevelScheme(settings: Settings, schemeId: string): SettingsEdit {
  const spaceIds = spacesWith(settings.spaces, schemeId, (space) => space.schemeId);
  const usedBy = [...(settings.schemeId === schemeId ? ['site'] : []), ...spaceIds.map((id) => `space:${id}`)];
  const edited = removeScheme(settings.schemes, schemeId, usedBy);
  if (edited.outcome === 'refused') return edited;
  const { schemes, removed } = edited;
  return { outcome: 'changed', settings: { ...settings, schemes }, before: auditDetails(auditFieldsOf(removed)) };
}

function auditFieldsOf({ name, levelIds }: LevelScheme) {
  return { name, levelIds };
}

export interface Fault {
  readonly fault: 'LEVEL_NOT_SETTABLE' | 'FLOOR_NOT_FOUND' | 'SCHEME_NOT_FOUND' | 'DEFAULT_OUTSIDE_SCHEME';
  /** `site`, `space:<id>`, or `scheme:<name>`. */
  readonly where: string;
  /** The invalid reference: the id of a level, with its sub-level if there is one, or the id of a scheme. */
  readonly id: string;
}

/**
 * Finds invalid settings of the site: a default or a scheme with a level that cannot be set, a floor or a scheme that does not
 * exist, a default that is not in the scheme of its space. The floor can be an archived level, which keeps its order. Settings of
 * space admins are never a fault, so that they block no change of the site: `settings.ts` applies the part that still fits.
 */
export function findFaults(levels: readonly Level[], settings: Settings): readonly Fault[] {
  const { schemes, spaces, defaultFloor = 'none' } = settings;
  const faults: Fault[] = schemes.flatMap(({ name, levelIds }) =>
    levelIds
      .filter((levelId) => !isSettable(levels, { levelId }))
      .map((id): Fault => ({ fault: 'LEVEL_NOT_SETTABLE', where: `scheme:${name}`, id })),
  );
  if (defaultFloor !== 'none' && levels.every(({ levelId }) => levelId !== defaultFloor))
    faults.push({ fault: 'FLOOR_NOT_FOUND', where: 'site', id: defaultFloor });
  const places: [string, SpaceSettings, string][] = [
    // No space has this id, so the lookup returns the settings of the site.
    ['site', settings, ''],
    ...Object.entries(spaces).map(([id, space]): [string, SpaceSettings, string] => [`space:${id}`, space, id]),
  ];
  for (const [where, { defaultLevel, schemeId }, spaceId] of places) {
    if (typeof defaultLevel === 'object' && !isSettable(levels, defaultLevel)) {
      const { levelId, subLevelId = '' } = defaultLevel;
      faults.push({ fault: 'LEVEL_NOT_SETTABLE', where, id: `${levelId}/${subLevelId}` });
    }
    if (schemeId !== undefined && schemeId !== 'none' && findScheme(schemes, schemeId) === undefined) {
      faults.push({ fault: 'SCHEME_NOT_FOUND', where, id: schemeId });
    }
    const level = siteDefaultIn(settings, spaceId);
    if (level !== 'none' && !isInScheme(settings, spaceId, level.levelId)) {
      faults.push({ fault: 'DEFAULT_OUTSIDE_SCHEME', where, id: level.levelId });
    }
  }
  return faults;
}

export function isSettable(levels: readonly Level[], { levelId, subLevelId }: LevelOfPage): boolean {
  const level = levels.find((one) => one.levelId === levelId);
  if (level?.status !== 'PUBLISHED') return false;
  if (subLevelId === undefined) return true;
  return level.subLevels.some((one) => one.subLevelId === subLevelId && one.status === 'PUBLISHED');
}

function editOf<const Before extends InWords<Before>, const After extends InWords<After>>(
  settings: Settings,
  before: Before,
  after: After,
): SettingsEdit {
  const differs = difference(before, after);
  return differs === undefined ? { outcome: 'unchanged' } : { outcome: 'changed', settings, ...differs };
}

function flat({ defaultLevel, schemeId, ...more }: SpaceSettings & { readonly lowering?: LoweringRule }) {
  const { levelId, subLevelId } =
    typeof defaultLevel === 'object' ? defaultLevel : { levelId: defaultLevel, subLevelId: undefined };
  return { lowering: more.lowering, defaultLevelId: levelId, defaultSubLevelId: subLevelId, schemeId };
}
