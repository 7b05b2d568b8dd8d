import { defaultLevels } from '../classification/default-levels';
import { AS_DEFAULT } from '../classification/edit-settings';
import { findLevel, type Levels } from '../classification/level-store';
import type { Level, LevelOfPage, LevelScheme, SubLevel } from '../classification/model';
import { surfaceSettingsOf } from '../classification/settings';
import { findScheme } from '../configuration/schemes';
import type {
  CustomDetector,
  DetectionConfig,
  DetectorScheme,
  DetectorSettings,
} from '../detection/configuration/model';
import { type Exclusion, type ExclusionMatch, isActive } from '../findings/exclusions/model';
import { definedOf } from '../platform/defined-of';
import { sortedJson, sortedMembers } from '../platform/sorted-members';
import type { OwnQuotas } from '../quota/site-quotas';
import { CUSTOM, DOCUMENT_VERSION, type DocumentExclusion, type PolicyDocument } from './document';
import { viewGovernance } from './governance-parts';
import { type PolicyState, siteIdOf } from './state';

/** The configuration as the document describes it. Pure. */

export interface Viewer {
  readonly installationId: string;
  readonly now: Date;
  /** True if the author sees the space of an exclusion. */
  readonly sees: (spaceId: string) => boolean;
}

type Part<Name extends keyof PolicyDocument> = NonNullable<PolicyDocument[Name]>;

/** The same state gives the same document, byte by byte. It has every setting, so it also resets what differs elsewhere. */
export function toDocument(state: PolicyState, viewer: Viewer): PolicyDocument {
  const { levels, detection, exclusions, quotas } = state;
  const { config } = detection;
  const spaceIds = new Set([...Object.keys(levels.settings.spaces), ...Object.keys(config.spaces)]);
  return sortedMembers({
    version: DOCUMENT_VERSION,
    site: siteIdOf(viewer.installationId),
    levels: levels.all.map((level) => viewLevel(level, viewer.installationId)),
    settings: { ...viewSettings(levels), pages: viewPages(levels) },
    levelSchemes: byName(levels.settings.schemes).map((scheme) => viewLevelScheme(levels, scheme)),
    spaces: Object.fromEntries([...spaceIds].map((spaceId) => [spaceId, viewSpace(state, spaceId)])),
    detection: { ...viewDetection(state), detectors: viewDetectors(config, config.detectors) },
    customDetectors: byName(config.custom).map(viewCustomDetector),
    detectorSchemes: byName(config.schemes).map((scheme) => viewDetectorScheme(config, scheme)),
    exclusions: exclusions.all
      .flatMap((one) => viewExclusion(state, one, viewer) ?? [])
      .toSorted((a, b) => (sortedJson(a) < sortedJson(b) ? -1 : 1)),
    ...viewGovernance(state),
    quotas: viewQuotas(quotas.own),
  });
}

function byName<T extends { readonly name: string }>(all: readonly T[]): readonly T[] {
  return all.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** `restricted`, `restricted/finance`; undefined for a level that no longer exists. */
function nameOf(levels: Pick<Levels, 'all'>, { levelId, subLevelId }: LevelOfPage): string | undefined {
  const level = levels.all.find((one) => one.levelId === levelId);
  if (level === undefined || subLevelId === undefined) return level?.levelKey;
  const subLevel = level.subLevels.find((one) => one.subLevelId === subLevelId);
  return subLevel && `${level.levelKey}/${subLevel.subLevelKey}`;
}

export function viewLevel(level: Level, installationId: string): Part<'levels'>[number] {
  const { levelId, levelKey: key, name, description, guideline, color, status, banner, translations = {} } = level;
  const first = defaultLevels(installationId).find((one) => one.levelId === levelId);
  return {
    ...{ key, ...originally(key, first?.levelKey), name, description, guideline, color, status, translations },
    banner: banner ?? { text: '' },
    subLevels: level.subLevels.map((one) => viewSubLevel(one, first)),
  };
}

function viewSubLevel(
  { subLevelId, subLevelKey: key, name, description, status, translations = {} }: SubLevel,
  first: Level | undefined,
) {
  const before = first?.subLevels.find((one) => one.subLevelId === subLevelId);
  return { key, ...originally(key, before?.subLevelKey), name, description, status, translations };
}

function originally(key: string, first: string | undefined): { readonly originalKey?: string } {
  return first === undefined || first === key ? {} : { originalKey: first };
}

export function viewSettings(levels: Levels): Omit<Part<'settings'>, 'pages'> {
  const { lowering, defaultLevel, schemeId, mentions = false, delegated = [], defaultFloor } = levels.settings;
  const floor = defaultFloor === undefined ? AS_DEFAULT : defaultFloor;
  return {
    lowering,
    defaultLevel: defaultLevel === undefined ? 'none' : (nameOf(levels, defaultLevel) ?? 'none'),
    allowedLevels: viewAllowed(levels, schemeId) ?? 'all',
    mentions,
    delegated: [...delegated],
    defaultFloor: findLevel(levels, floor)?.levelKey ?? floor,
  };
}

export function viewPages({ settings }: Levels): Part<'settings'>['pages'] {
  const { offSpaceIds, ...others } = surfaceSettingsOf(settings);
  return { ...others, offSpaceIds: [...offSpaceIds] };
}

/** `none` of a space: all levels. */
function viewAllowed({ settings }: Levels, schemeId: string | undefined): 'all' | { scheme: string } | undefined {
  if (schemeId === 'none') return 'all';
  const scheme = findScheme(settings.schemes, schemeId);
  return scheme && { scheme: scheme.name };
}

export function viewLevelScheme(levels: Levels, { name, levelIds }: LevelScheme): Part<'levelSchemes'>[number] {
  const inOrder = levels.all.filter(({ levelId }) => levelIds.includes(levelId));
  return { name, levels: inOrder.map(({ levelKey }) => levelKey) };
}

export function viewSpace({ levels, detection }: PolicyState, spaceId: string): Part<'spaces'>[string] {
  const { defaultLevel, schemeId } = levels.settings.spaces[spaceId] ?? {};
  return definedOf({
    defaultLevel: typeof defaultLevel === 'object' ? nameOf(levels, defaultLevel) : defaultLevel,
    allowedLevels: viewAllowed(levels, schemeId),
    detectorScheme: findScheme(detection.config.schemes, detection.config.spaces[spaceId])?.name,
  });
}

export function viewDetection({ levels, detection }: PolicyState): Omit<Part<'detection'>, 'detectors'> {
  const { regions, minConfidence, targets, attachmentContents, triggers, rules, redaction } = detection.config;
  return {
    ...{ regions: [...regions], minConfidence, targets, attachmentContents, triggers, redaction },
    rules: rules
      .flatMap(({ severity, ...level }) => {
        const name = nameOf(levels, level);
        return name === undefined ? [] : [{ severity, level: name }];
      })
      .toSorted((a, b) => (a.severity < b.severity ? -1 : 1)),
  };
}

/** A custom detector by its name. */
function refOf({ custom }: Pick<DetectionConfig, 'custom'>, detectorId: string): string {
  const found = custom.find((one) => one.detectorId === detectorId);
  return found === undefined ? detectorId : `${CUSTOM}${found.name}`;
}

export function viewDetectors(
  config: Pick<DetectionConfig, 'custom'>,
  detectors: Readonly<Record<string, DetectorSettings>>,
): Record<string, DetectorSettings> {
  return Object.fromEntries(Object.entries(detectors).map(([id, settings]) => [refOf(config, id), settings]));
}

export function viewCustomDetector({ detectorId: _id, ...detector }: CustomDetector): Part<'customDetectors'>[number] {
  return detector;
}

export function viewDetectorScheme(
  config: Pick<DetectionConfig, 'custom'>,
  { schemeId: _id, detectors, ...scheme }: DetectorScheme,
): Part<'detectorSchemes'>[number] {
  return { ...scheme, detectors: viewDetectors(config, detectors) };
}

function isCustom(detectorId: string): boolean {
  return detectorId.startsWith(CUSTOM);
}

/** Undefined for exclusions that are no policy: of values, of single pages, of removed levels or detectors, expired or hidden ones. */
export function viewExclusion(
  { levels, detection: { config } }: Pick<PolicyState, 'levels' | 'detection'>,
  exclusion: Exclusion,
  { now, sees }: Omit<Viewer, 'installationId'>,
): DocumentExclusion | undefined {
  const { match, scope, reason, expiresAt } = exclusion;
  if (match.by === 'fingerprint' || scope.of === 'page' || !isActive(exclusion, now)) return undefined;
  if (scope.of === 'space' && !sees(scope.spaceId)) return undefined;
  const level = scope.of === 'level' ? nameOf(levels, scope) : undefined;
  if (scope.of === 'level' && level === undefined) return undefined;
  const isOfRemoved = (detectorId: string) => isCustom(detectorId) && refOf(config, detectorId) === detectorId;
  if ('detectorId' in match && match.detectorId !== undefined && isOfRemoved(match.detectorId)) return undefined;
  return {
    match: viewMatch(match, (detectorId) => refOf(config, detectorId)),
    scope: scope.of === 'level' ? { of: scope.of, level: level ?? '' } : scope,
    reason,
    ...definedOf({ expiresAt }),
  };
}

function viewMatch(
  match: Exclude<ExclusionMatch, { by: 'fingerprint' }>,
  named: (detectorId: string) => string,
): DocumentExclusion['match'] {
  if (match.by === 'domain') return { by: match.by, domain: match.domain };
  if (match.by === 'detector') return { by: match.by, detectorId: named(match.detectorId) };
  const { detectorId, ...others } = match;
  return { ...others, ...(detectorId === undefined ? {} : { detectorId: named(detectorId) }) };
}

export function viewQuotas(own: OwnQuotas): Part<'quotas'> {
  const { key = 'maximum', 'key-write': keyWrite = 'maximum', site = 'maximum', host = 'maximum' } = own;
  return { key, keyWrite, site, host };
}
