import {
  AS_DEFAULT,
  changeSite,
  changeSpace,
  changeSurfaces,
  putLevelScheme,
  removeLevelScheme,
  isSettable,
} from '../classification/edit-settings';
import type { Level, LevelOfPage, Settings } from '../classification/model';
import { resolveLevel } from '../classification/resolve-level';
import { surfaceSettingsOf } from '../classification/settings';
import { isSameName } from '../configuration/schemes';
import { withDefaults } from '../detection/configuration/detector-fields';
import {
  changeDetector,
  changeSiteDetection,
  changeSpaceDetection,
  putCustomDetector,
  putDetectorScheme,
  removeCustomDetector,
  removeDetectorScheme,
} from '../detection/configuration/edit-configuration';
import type { CustomDetector, DetectionConfig, DetectorSettings } from '../detection/configuration/model';
import { addExclusions, removeExclusion } from '../findings/exclusions/change-exclusions';
import type { Exclusion } from '../findings/exclusions/model';
import { definedOf } from '../platform/defined-of';
import type { Random } from '../platform/random';
import { sortedJson } from '../platform/sorted-members';
import { editQuotas, QUOTAS_CONFIGURATION } from '../quota/change-quotas';
import { CUSTOM, type DocumentDetectors, type DocumentExclusion, type PolicyDocument } from './document';
import { governanceEdits } from './governance-parts';
import { levelEdits } from './level-edits';
import {
  editDetection,
  editExclusions,
  editLevels,
  outcomeOf,
  type Outcome,
  type PolicyEdit,
  UNCHANGED,
  unknownName,
} from './edits';
import { hashOf } from './hash';
import type { PolicyState } from './state';
import {
  viewCustomDetector,
  viewDetection,
  viewDetectorScheme,
  viewDetectors,
  viewExclusion,
  viewLevelScheme,
  viewPages,
  viewQuotas,
  viewSettings,
  viewSpace,
  type Viewer,
} from './views';

/** The edits that lead from a configuration to a document. Each is one that admins and keys make singly. Pure. */

export interface EditOptions extends Viewer {
  readonly origin: PolicyState;
  readonly random: Random;
  /** True: what a list of the document does not name is archived, removed or reset. */
  readonly prune: boolean;
  readonly isBuiltIn: (detectorId: string) => boolean;
  /** Creates the stored exclusion, with the id of the detector and the hash of the installation's key. */
  readonly toExclusion: (
    wanted: DocumentExclusion,
    match: DocumentExclusion['match'],
    scope: Exclusion['scope'],
  ) => Exclusion;
}

export function documentEdits(document: PolicyDocument, options: EditOptions): readonly PolicyEdit[] {
  const levels = document.levels === undefined ? { first: [], last: [] } : levelEdits(document.levels, options);
  const first = [
    ...levels.first,
    ...levelSchemeEdits(document, options),
    ...customDetectorEdits(document, options),
    ...detectorSchemeEdits(document, options),
    ...settingsEdits(document),
    ...spaceEdits(document, options),
    ...detectionEdits(document, options),
    ...exclusionEdits(document, options),
    ...governanceEdits(document, options),
    ...quotasEdits(document),
  ];
  return [...first, ...removals(document, options), ...levels.last];
}

const AS_SETTINGS = { type: 'settings.updated', subject: 'settings' } as const;

function editSettings(state: PolicyState, edit: (settings: Settings) => ReturnType<typeof changeSite>): Outcome {
  return editLevels(state, { ...AS_SETTINGS, editSettings: edit });
}

function levelNamed(levels: readonly Level[], name: string): LevelOfPage | undefined {
  const level = resolveLevel(levels, { levelId: name });
  const isKnown = levels.some(
    ({ levelId, subLevels }) =>
      levelId === level.levelId &&
      (level.subLevelId === undefined || subLevels.some(({ subLevelId }) => subLevelId === level.subLevelId)),
  );
  return isKnown ? level : undefined;
}

function named<T extends { readonly name: string }>(all: readonly T[], name: string): T | undefined {
  return all.find((one) => isSameName(one.name, name));
}

type Wanted<T> = { readonly found: T } | { readonly missing: string };

/** @param given undefined = unchanged */
function defaultOf<Before>(
  { levels }: PolicyState,
  given: string | undefined,
  before: Before,
): Wanted<Before | LevelOfPage | 'none'> {
  if (given === undefined) return { found: before };
  if (given === 'none') return { found: given };
  const level = levelNamed(levels.all, given);
  return level === undefined ? { missing: given } : { found: level };
}

type Allowed = 'all' | { readonly scheme: string } | undefined;

function schemeIdOf<Before>({ levels }: PolicyState, given: Allowed, before: Before): Wanted<Before | string> {
  if (given === undefined) return { found: before };
  if (given === 'all') return { found: given };
  const scheme = named(levels.settings.schemes, given.scheme);
  return scheme === undefined ? { missing: given.scheme } : { found: scheme.schemeId };
}

function settingsEdits({ settings }: PolicyDocument): readonly PolicyEdit[] {
  if (settings === undefined) return [];
  const { pages, ...site } = settings;
  return [
    {
      kind: 'settings.change',
      path: '/settings',
      run: (state) => changeSettings(state, site),
      view: ({ levels }) => viewSettings(levels),
    },
    ...(pages === undefined
      ? []
      : [
          {
            kind: 'pages.change' as const,
            path: '/settings/pages',
            run: (state: PolicyState) =>
              editSettings(state, (now) => {
                const before = surfaceSettingsOf(now);
                return changeSurfaces(now, { ...before, ...definedOf(pages) });
              }),
            view: ({ levels }: PolicyState) => viewPages(levels),
          },
        ]),
  ];
}

function changeSettings(state: PolicyState, wanted: Omit<NonNullable<PolicyDocument['settings']>, 'pages'>): Outcome {
  const { lowering, delegated, defaultFloor: floor, mentions } = wanted;
  const { settings, all } = state.levels;
  const level = defaultOf(state, wanted.defaultLevel, settings.defaultLevel);
  const scheme = schemeIdOf(state, wanted.allowedLevels, settings.schemeId);
  const isWord = floor === undefined || floor === 'none' || floor === AS_DEFAULT;
  const defaultFloor = isWord ? floor : levelNamed(all, floor)?.levelId;
  if ('missing' in level) return unknownName(level.missing);
  if ('missing' in scheme) return unknownName(scheme.missing);
  if (floor !== undefined && defaultFloor === undefined) return unknownName(floor);
  const site = {
    lowering: lowering ?? settings.lowering,
    ...(level.found === undefined || level.found === 'none' ? {} : { defaultLevel: level.found }),
    ...(scheme.found === undefined || scheme.found === 'all' ? {} : { schemeId: scheme.found }),
  };
  return editSettings(state, (now) => changeSite(now, site, { delegated, defaultFloor, mentions }));
}

function levelSchemeEdits(
  { levelSchemes = [] }: PolicyDocument,
  { origin, random }: EditOptions,
): readonly PolicyEdit[] {
  return levelSchemes.map(({ name, levels }) => {
    const before = named(origin.levels.settings.schemes, name);
    const schemeId = before?.schemeId ?? random.uuid();
    const find = (state: PolicyState) => state.levels.settings.schemes.find((one) => one.schemeId === schemeId);
    return {
      kind: before === undefined ? 'level-scheme.add' : 'level-scheme.change',
      path: `/levelSchemes/${name}`,
      run: (state) => {
        const ids = levels.map((key) => levelNamed(state.levels.all, key)?.levelId);
        const missing = levels.find((_key, index) => ids[index] === undefined);
        if (missing !== undefined) return unknownName(missing);
        const wanted = ids.flatMap((id) => id ?? []);
        const now = find(state);
        // The order of its levels has no meaning.
        const levelIds = isSameSet(now?.levelIds ?? [], wanted) && now !== undefined ? now.levelIds : wanted;
        return editSettings(state, (settings) =>
          putLevelScheme(settings, { schemeId, name, levelIds }, now === undefined),
        );
      },
      view: (state) => {
        const scheme = find(state);
        return scheme && viewLevelScheme(state.levels, scheme);
      },
    };
  });
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  return new Set(some).size === new Set(others).size && some.every((one) => others.includes(one));
}

function spaceEdits({ spaces }: PolicyDocument, { origin, prune }: EditOptions): readonly PolicyEdit[] {
  if (spaces === undefined) return [];
  const stored = [...Object.keys(origin.levels.settings.spaces), ...Object.keys(origin.detection.config.spaces)];
  const others = prune ? stored.filter((spaceId) => spaces[spaceId] === undefined) : [];
  const wanted: readonly (readonly [string, (typeof spaces)[string]])[] = [
    ...Object.entries(spaces),
    ...[...new Set(others)].map((spaceId) => [spaceId, {}] as const),
  ];
  return wanted.flatMap(([spaceId, space]): readonly PolicyEdit[] => [
    {
      kind: 'space.change',
      path: `/spaces/${spaceId}`,
      run: (state) => changeSpaceSettings(state, spaceId, space, prune),
      view: (state) => {
        const { detectorScheme: _scheme, ...own } = viewSpace(state, spaceId);
        return own;
      },
    },
    {
      kind: 'space-detection.change',
      path: `/spaces/${spaceId}/detectorScheme`,
      run: (state) => {
        const { detectorScheme: name } = space;
        const scheme = name === undefined ? undefined : named(state.detection.config.schemes, name);
        if (name !== undefined && scheme === undefined) return unknownName(name);
        if (name === undefined && !prune) return UNCHANGED;
        return editDetection(state, ({ config }) => changeSpaceDetection(config, spaceId, scheme?.schemeId));
      },
      view: (state) => viewSpace(state, spaceId).detectorScheme,
    },
  ]);
}

function changeSpaceSettings(
  state: PolicyState,
  spaceId: string,
  wanted: NonNullable<PolicyDocument['spaces']>[string],
  prune: boolean,
): Outcome {
  const before: Settings['spaces'][string] = prune ? {} : (state.levels.settings.spaces[spaceId] ?? {});
  const level = defaultOf(state, wanted.defaultLevel, before.defaultLevel);
  const scheme = schemeIdOf(state, wanted.allowedLevels, before.schemeId);
  if ('missing' in level) return unknownName(level.missing);
  if ('missing' in scheme) return unknownName(scheme.missing);
  const schemeId = scheme.found === 'all' ? 'none' : scheme.found;
  const space = {
    ...(level.found === undefined ? {} : { defaultLevel: level.found }),
    ...(schemeId === undefined ? {} : { schemeId }),
  };
  return editSettings(state, (now) => changeSpace(now, spaceId, space));
}

function detectionEdits({ detection }: PolicyDocument, options: EditOptions): readonly PolicyEdit[] {
  if (detection === undefined) return [];
  const { detectors, rules, ...site } = detection;
  const own: PolicyEdit = {
    kind: 'detection.change',
    path: '/detection',
    run: (state) => {
      const { config } = state.detection;
      const levels = (rules ?? []).map(({ level }) => levelNamed(state.levels.all, level));
      const missing = rules?.find((_rule, index) => levels[index] === undefined);
      if (missing !== undefined) return unknownName(missing.level);
      const resolved = rules?.flatMap(({ severity }, index) => {
        const level = levels[index];
        return level === undefined ? [] : [{ severity, ...level }];
      });
      const { regions, minConfidence, targets, attachmentContents, triggers, redaction } = {
        ...config,
        ...definedOf(site),
      };
      const scanned = { regions, minConfidence, targets, attachmentContents };
      const wanted = { ...scanned, triggers, redaction, rules: inStoredOrder(resolved, config) };
      return editDetection(state, () =>
        changeSiteDetection(config, wanted, (level) => isSettable(state.levels.all, level)),
      );
    },
    view: viewDetection,
  };
  return [own, ...detectorEdits(detectors, options)];
}

/** The order of rules has no meaning. @param wanted undefined = unchanged */
function inStoredOrder(
  wanted: DetectionConfig['rules'] | undefined,
  { rules }: DetectionConfig,
): DetectionConfig['rules'] {
  const placeOf = ({ severity }: DetectionConfig['rules'][number]) =>
    rules.findIndex((one) => one.severity === severity);
  return wanted === undefined ? rules : wanted.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function detectorEdits(detectors: DocumentDetectors | undefined, options: EditOptions): readonly PolicyEdit[] {
  if (detectors === undefined) return [];
  const { origin, prune, isBuiltIn } = options;
  const { config } = origin.detection;
  const stored = viewDetectors(config, config.detectors);
  const others = prune ? Object.keys(stored).filter((ref) => detectors[ref] === undefined) : [];
  const wanted: readonly (readonly [string, DocumentDetectors[string]])[] = [
    ...Object.entries(detectors),
    ...others.map((ref) => [ref, {}] as const),
  ];
  return wanted.map(([ref, { enabled, minConfidence, severity }]) => ({
    kind: 'detector.change',
    path: `/detection/detectors/${ref}`,
    run: (state) => {
      const detectorId = detectorIdOf(state.detection.config, ref);
      if (detectorId === undefined) return unknownName(ref);
      const absent = prune ? null : undefined;
      const change = {
        enabled: enabled ?? absent,
        minConfidence: minConfidence ?? absent,
        severity: severity ?? absent,
      };
      return editDetection(state, (now) => changeDetector(now.config, detectorId, definedOf(change), isBuiltIn));
    },
    view: ({ detection: now }) => viewDetectors(now.config, now.config.detectors)[ref],
  }));
}

/** @returns undefined if there is no custom detector of this name */
function detectorIdOf({ custom }: Pick<DetectionConfig, 'custom'>, ref: string): string | undefined {
  return ref.startsWith(CUSTOM) ? named(custom, ref.slice(CUSTOM.length))?.detectorId : ref;
}

function customDetectorEdits(
  { customDetectors = [] }: PolicyDocument,
  { origin, random }: EditOptions,
): readonly PolicyEdit[] {
  return customDetectors.map((wanted) => {
    const before = named(origin.detection.config.custom, wanted.name);
    const detectorId = before?.detectorId ?? `${CUSTOM}${random.uuid()}`;
    const find = ({ detection }: PolicyState) => detection.config.custom.find((one) => one.detectorId === detectorId);
    return {
      kind: before === undefined ? 'custom-detector.add' : 'custom-detector.change',
      path: `/customDetectors/${wanted.name}`,
      run: (state) =>
        editDetection(state, ({ config }) =>
          putCustomDetector(config, toCustomDetector(wanted, detectorId), find(state) === undefined),
        ),
      view: (state) => {
        const found = find(state);
        return found && viewCustomDetector(found);
      },
    };
  });
}

export function toCustomDetector(
  wanted: NonNullable<PolicyDocument['customDetectors']>[number],
  detectorId: string,
): CustomDetector {
  return { detectorId, ...withDefaults(wanted) };
}

function detectorSchemeEdits(
  { detectorSchemes = [] }: PolicyDocument,
  { origin, random, isBuiltIn }: EditOptions,
): readonly PolicyEdit[] {
  return detectorSchemes.map(({ name, regions, minConfidence, detectors }) => {
    const before = named(origin.detection.config.schemes, name);
    const schemeId = before?.schemeId ?? random.uuid();
    const find = ({ detection }: PolicyState) => detection.config.schemes.find((one) => one.schemeId === schemeId);
    return {
      kind: before === undefined ? 'detector-scheme.add' : 'detector-scheme.change',
      path: `/detectorSchemes/${name}`,
      run: (state) => {
        const { config } = state.detection;
        const missing = Object.keys(detectors).find((ref) => detectorIdOf(config, ref) === undefined);
        if (missing !== undefined) return unknownName(missing);
        const settings = Object.entries(detectors).map(([ref, one]): [string, DetectorSettings] => [
          detectorIdOf(config, ref) ?? ref,
          definedOf(one),
        ]);
        const scheme = {
          ...{ schemeId, name, detectors: Object.fromEntries(settings) },
          ...definedOf({ regions, minConfidence }),
        };
        return editDetection(state, () => putDetectorScheme(config, scheme, find(state) === undefined, isBuiltIn));
      },
      view: (state) => {
        const scheme = find(state);
        return scheme && viewDetectorScheme(state.detection.config, scheme);
      },
    };
  });
}

function exclusionEdits({ exclusions }: PolicyDocument, options: EditOptions): readonly PolicyEdit[] {
  if (exclusions === undefined) return [];
  const { now, origin, prune } = options;
  const wanted = new Map<string, DocumentExclusion[]>();
  for (const one of exclusions) {
    const isEnded = one.expiresAt !== undefined && one.expiresAt <= now.toISOString();
    if (!isEnded) wanted.set(sortedJson(one), [...(wanted.get(sortedJson(one)) ?? []), one]);
  }
  const added = [...wanted].flatMap(([text, same]) =>
    same.map((one, index): PolicyEdit => ({
      kind: 'exclusion.add',
      path: `/exclusions/${hashOf(text)}`,
      run: (state) => addExclusion(state, one, index, options),
      view: (state) => (addExclusion(state, one, index, options) === UNCHANGED ? one : undefined),
    })),
  );
  const removed = origin.exclusions.all.flatMap((one): readonly PolicyEdit[] => {
    const shown = viewExclusion(origin, one, options);
    if (!prune || shown === undefined || wanted.has(sortedJson(shown))) return [];
    return [
      {
        kind: 'exclusion.remove',
        path: `/exclusions/${hashOf(sortedJson(shown))}`,
        run: (state) =>
          state.exclusions.all.includes(one) ? editExclusions(state, removeExclusion(one.exclusionId, now)) : UNCHANGED,
        view: ({ exclusions: { all } }) => (all.includes(one) ? shown : undefined),
      },
    ];
  });
  return [...removed, ...added];
}

const texts = new WeakMap<Exclusion, string>();

/** Equal for exclusions with the same effect and reason. Kept, because each edit compares with all exclusions. */
function effectOf(exclusion: Exclusion): string {
  const known = texts.get(exclusion);
  if (known !== undefined) return known;
  const { match, scope, reason, expiresAt } = exclusion;
  const text = sortedJson([{ ...match, hash: '' }, scope, reason, expiresAt ?? '']);
  texts.set(exclusion, text);
  return text;
}

/** @param index how many equal ones there are before it */
function addExclusion(state: PolicyState, wanted: DocumentExclusion, index: number, options: EditOptions): Outcome {
  const { scope, match } = wanted;
  const { config } = state.detection;
  const level = scope.of === 'level' ? levelNamed(state.levels.all, scope.level) : undefined;
  if (scope.of === 'level' && level === undefined) return unknownName(scope.level);
  if (scope.of === 'space' && !options.sees(scope.spaceId)) return unknownName(`space:${scope.spaceId}`);
  const ref = 'detectorId' in match ? match.detectorId : undefined;
  const detectorId = ref === undefined ? undefined : detectorIdOf(config, ref);
  const isKnown =
    detectorId !== undefined &&
    (options.isBuiltIn(detectorId) || config.custom.some((one) => one.detectorId === detectorId));
  if (ref !== undefined && !isKnown) return unknownName(ref);
  const stored = options.toExclusion(
    wanted,
    detectorId === undefined ? match : { ...match, ...{ detectorId } },
    scope.of === 'level' ? { of: scope.of, levelId: level?.levelId ?? '' } : scope,
  );
  const equal = state.exclusions.all.filter((one) => effectOf(one) === effectOf(stored));
  if (equal.length > index) return UNCHANGED;
  return editExclusions(state, addExclusions([stored], options.now));
}

export function toQuotas({ keyWrite, ...others }: NonNullable<PolicyDocument['quotas']>) {
  return definedOf({ ...others, 'key-write': keyWrite });
}

function quotasEdits({ quotas }: PolicyDocument): readonly PolicyEdit[] {
  if (quotas === undefined) return [];
  return [
    {
      kind: 'quotas.change',
      path: '/quotas',
      run: (state) =>
        outcomeOf(QUOTAS_CONFIGURATION.refusals, editQuotas(toQuotas(quotas))(state.quotas), (next) => ({
          ...state,
          quotas: next,
        })),
      view: (state) => viewQuotas(state.quotas.own),
    },
  ];
}

/** Removes what lists of the document do not name. A part of which the document has no list stays. */
function removals(document: PolicyDocument, { origin, prune }: EditOptions): readonly PolicyEdit[] {
  if (!prune) return [];
  const { levels, detection } = origin;
  return [
    ...removalsOf(document.levelSchemes, levels.settings.schemes, ({ schemeId, name }) => ({
      kind: 'level-scheme.remove',
      path: `/levelSchemes/${name}`,
      run: (state) => editSettings(state, (settings) => removeLevelScheme(settings, schemeId)),
      view: (state) => {
        const found = state.levels.settings.schemes.find((one) => one.schemeId === schemeId);
        return found && viewLevelScheme(state.levels, found);
      },
    })),
    ...removalsOf(document.detectorSchemes, detection.config.schemes, ({ schemeId, name }) => ({
      kind: 'detector-scheme.remove',
      path: `/detectorSchemes/${name}`,
      run: (state) => editDetection(state, ({ config }) => removeDetectorScheme(config, schemeId, 'refused')),
      view: ({ detection: { config } }) => {
        const found = config.schemes.find((one) => one.schemeId === schemeId);
        return found && viewDetectorScheme(config, found);
      },
    })),
    ...removalsOf(document.customDetectors, detection.config.custom, ({ detectorId, name }) => ({
      kind: 'custom-detector.remove',
      path: `/customDetectors/${name}`,
      run: (state) => editDetection(state, ({ config }) => removeCustomDetector(config, detectorId)),
      view: ({ detection: { config } }) => {
        const found = config.custom.find((one) => one.detectorId === detectorId);
        return found && viewCustomDetector(found);
      },
    })),
  ];
}

function removalsOf<T extends { readonly name: string }>(
  wanted: readonly { readonly name: string }[] | undefined,
  all: readonly T[],
  remove: (one: T) => PolicyEdit,
): readonly PolicyEdit[] {
  if (wanted === undefined) return [];
  return all
    .filter(({ name }) => named(wanted, name) === undefined)
    .map(remove)
    .map((edit) => ({ ...edit, run: (state) => (edit.view(state) === undefined ? UNCHANGED : edit.run(state)) }));
}
