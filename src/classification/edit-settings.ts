import type { Level, LevelOfPage, LevelScheme, Settings } from './model';
import { defaultIn, isUsableIn } from './settings';

/** Applies an edit to the settings of a site, and checks that settings and levels fit together. Pure. */

const MAX_SCHEMES = 50;

type SpaceSettings = Settings['spaces'][string];
type SiteSettings = Pick<Settings, 'lowering' | 'defaultLevel' | 'schemeId'>;

export type SettingsRefusal = 'SCHEME_NOT_FOUND' | 'NAME_TAKEN' | 'TOO_MANY_SCHEMES';

/** The differences, for the audit row. */
type Difference = Readonly<Record<string, string | readonly string[]>>;

export type SettingsEdit =
  | {
      readonly outcome: 'changed';
      readonly settings: Settings;
      readonly before?: Difference;
      readonly after?: Difference;
    }
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'refused'; readonly reason: SettingsRefusal };

/** Fields that are omitted in `site` are removed. */
export function changeSite(settings: Settings, site: SiteSettings): SettingsEdit {
  return differing({ ...settings, ...noSite, ...site }, flat(settings), flat(site));
}

const noSite = { defaultLevel: undefined, schemeId: undefined };

/** Fields that are omitted in `space` follow the site. */
export function changeSpace(settings: Settings, spaceId: string, space: SpaceSettings): SettingsEdit {
  const { [spaceId]: before = {}, ...others } = settings.spaces;
  const isAsSite = space.defaultLevel === undefined && space.schemeId === undefined;
  const spaces = isAsSite ? others : { ...others, [spaceId]: space };
  return differing({ ...settings, spaces }, flat(before), flat(space));
}

/** Creates a scheme, or changes the name and the levels of an existing one. */
export function putScheme(settings: Settings, scheme: LevelScheme, isNew: boolean): SettingsEdit {
  const { schemes } = settings;
  const before = schemes.find(({ schemeId }) => schemeId === scheme.schemeId);
  if (before === undefined && !isNew) return { outcome: 'refused', reason: 'SCHEME_NOT_FOUND' };
  const others = schemes.filter((one) => one !== before);
  const isSame = (name: string) => name.toLowerCase() === scheme.name.toLowerCase();
  if (others.some(({ name }) => isSame(name))) return { outcome: 'refused', reason: 'NAME_TAKEN' };
  if (others.length >= MAX_SCHEMES) return { outcome: 'refused', reason: 'TOO_MANY_SCHEMES' };
  const levelIds = [...new Set(scheme.levelIds)];
  const after = { ...scheme, levelIds };
  const all = before === undefined ? [...schemes, after] : schemes.map((one) => (one === before ? after : one));
  const text = ({ name, levelIds }: LevelScheme) => ({ name, levelIds });
  return differing({ ...settings, schemes: all }, before === undefined ? {} : text(before), text(after));
}

export function removeScheme(settings: Settings, schemeId: string): SettingsEdit {
  const schemes = settings.schemes.filter((one) => one.schemeId !== schemeId);
  const removed = settings.schemes.find((one) => one.schemeId === schemeId);
  if (removed === undefined) return { outcome: 'refused', reason: 'SCHEME_NOT_FOUND' };
  const { name, levelIds } = removed;
  return { outcome: 'changed', settings: { ...settings, schemes }, before: { name, levelIds } };
}

export interface Fault {
  readonly fault: 'LEVEL_NOT_SETTABLE' | 'SCHEME_NOT_FOUND' | 'DEFAULT_OUTSIDE_SCHEME';
  /** `site`, `space:<id>`, or `scheme:<name>`. */
  readonly where: string;
  /** The invalid reference: the id of a level, with its sub-level if there is one, or the id of a scheme. */
  readonly id: string;
}

/**
 * Finds invalid settings: a default or a scheme with a level that cannot be set, a scheme that does not exist, a
 * default that is not in the scheme of its space.
 */
export function findFaults(levels: readonly Level[], settings: Settings): readonly Fault[] {
  const { schemes, spaces } = settings;
  const faults: Fault[] = schemes.flatMap(({ name, levelIds }) =>
    levelIds
      .filter((levelId) => !isSettable(levels, { levelId }))
      .map((id): Fault => ({ fault: 'LEVEL_NOT_SETTABLE', where: `scheme:${name}`, id })),
  );
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
    if (schemeId !== undefined && schemeId !== 'none' && !schemes.some((one) => one.schemeId === schemeId)) {
      faults.push({ fault: 'SCHEME_NOT_FOUND', where, id: schemeId });
    }
    const level = defaultIn(settings, spaceId);
    if (level !== 'none' && !isUsableIn(settings, spaceId, level.levelId)) {
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

type Flat = Readonly<Record<string, string | readonly string[] | undefined>>;

function differing(settings: Settings, before: Flat, after: Flat): SettingsEdit {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  if (names.length === 0) return { outcome: 'unchanged' };
  const pick = (all: Flat): Difference =>
    Object.fromEntries(names.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));
  return { outcome: 'changed', settings, before: pick(before), after: pick(after) };
}

function flat({ defaultLevel, schemeId, ...more }: SpaceSettings & { readonly lowering?: string }): Flat {
  const { levelId, subLevelId } =
    typeof defaultLevel === 'object' ? defaultLevel : { levelId: defaultLevel, subLevelId: undefined };
  return { lowering: more.lowering, defaultLevelId: levelId, defaultSubLevelId: subLevelId, schemeId };
}
