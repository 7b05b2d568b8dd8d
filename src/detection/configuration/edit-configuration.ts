import { type AuditDetails, difference, type InWords } from '../../audit/details';
import {
  findScheme,
  isSameName,
  putScheme,
  removeScheme,
  type SchemeRefusal,
  spacesWith,
} from '../../configuration/schemes';
import {
  type ClassificationRule,
  type CustomDetector,
  DETECTION_LIMITS,
  type DetectionConfig,
  type DetectorScheme,
  type DetectorSettings,
  TARGETS,
} from './model';

/** Pure edits of the detection configuration. */

export type DetectionRefusal =
  | 'DETECTOR_NOT_FOUND'
  /** `where` lists the detectors of a scheme that do not exist. */
  | 'UNKNOWN_DETECTORS'
  /** Only detectors that came with an update of the app can be observed. */
  | 'NOT_OBSERVABLE'
  | SchemeRefusal
  | 'TOO_MANY_DETECTORS'
  | 'LEVEL_NOT_SETTABLE'
  | 'RULE_REPEATED';

export type DetectionEdit =
  | {
      readonly outcome: 'changed';
      readonly config: DetectionConfig;
      readonly before: AuditDetails;
      readonly after: AuditDetails;
    }
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'refused'; readonly reason: DetectionRefusal; readonly where?: readonly string[] };

/** Omitted members stay; null removes the override. */
export interface DetectorChange {
  readonly enabled?: boolean | null | undefined;
  readonly minConfidence?: number | null | undefined;
  readonly severity?: DetectorSettings['severity'] | null;
  /** False: the new detector is turned on. */
  readonly isObserved?: boolean;
}

/**
 * @param isBuiltIn returns whether the catalog has a detector with this id
 * @param isNew true if the detector came with an update of the app
 */
export function changeDetector(
  config: DetectionConfig,
  detectorId: string,
  change: DetectorChange,
  isBuiltIn: (detectorId: string) => boolean,
  isNew = false,
): DetectionEdit {
  if (!isKnown(config, detectorId, isBuiltIn)) return { outcome: 'refused', reason: 'DETECTOR_NOT_FOUND' };
  const { [detectorId]: before = {}, ...others } = config.detectors;
  const after = withChange(before, change);
  const hasNoOverride = Object.keys(after).length === 0;
  const detectors = hasNoOverride ? others : { ...others, [detectorId]: after };
  const wasObserved = isNew && config.turnedOn?.includes(detectorId) !== true;
  const { isObserved = wasObserved } = change;
  if (isObserved && !isNew) return { outcome: 'refused', reason: 'NOT_OBSERVABLE' };
  const next = { ...config, detectors, ...(isNew ? turnedOnIn(config, [detectorId], !isObserved) : {}) };
  const observed = (is: boolean) => (is ? [detectorId] : []);
  return editOf(next, { ...before, observed: observed(wasObserved) }, { ...after, observed: observed(isObserved) });
}

function turnedOnIn(
  { turnedOn = [] }: DetectionConfig,
  detectorIds: readonly string[],
  isOn: boolean,
): Pick<DetectionConfig, 'turnedOn'> {
  const others = turnedOn.filter((id) => !detectorIds.includes(id));
  const all = isOn ? [...others, ...detectorIds].sort() : others;
  return { turnedOn: all.length === 0 ? undefined : all };
}

/**
 * Turns new detectors on, or observes them again.
 * @param newDetectors the ids of the detectors that came with updates of the app
 */
export function turnDetectors(
  config: DetectionConfig,
  detectorIds: readonly string[],
  isOn: boolean,
  newDetectors: readonly string[],
): DetectionEdit {
  const unknown = detectorIds.filter((id) => !newDetectors.includes(id));
  if (unknown.length > 0) return { outcome: 'refused', reason: 'UNKNOWN_DETECTORS', where: unknown };
  const next = { ...config, ...turnedOnIn(config, detectorIds, isOn) };
  const observedIn = ({ turnedOn = [] }: DetectionConfig) => detectorIds.filter((id) => !turnedOn.includes(id));
  return editOf(next, { observed: observedIn(config) }, { observed: observedIn(next) });
}

/**
 * Turns detectors on or off in one change.
 * @param enabled by the id of the detector; null resets it to its default
 */
export function enableDetectors(
  config: DetectionConfig,
  enabled: Readonly<Record<string, boolean | null>>,
  isBuiltIn: (detectorId: string) => boolean,
): DetectionEdit {
  const ids = Object.keys(enabled);
  const unknown = ids.filter((id) => !isKnown(config, id, isBuiltIn));
  if (unknown.length > 0) return { outcome: 'refused', reason: 'UNKNOWN_DETECTORS', where: unknown };
  const changed = ids.map((id) => [id, withChange(config.detectors[id] ?? {}, { enabled: enabled[id] })] as const);
  const all = { ...config.detectors, ...Object.fromEntries(changed) };
  const overridden = Object.entries(all).filter(([, settings]) => Object.keys(settings).length > 0);
  const next = { ...config, detectors: Object.fromEntries(overridden) };
  return editOf(next, enabledIn(config, ids), enabledIn(next, ids));
}

/** The detectors that the site turned on or off itself. */
function enabledIn({ detectors }: DetectionConfig, ids: readonly string[]) {
  const own = ids.flatMap((id) => {
    const { enabled } = detectors[id] ?? {};
    return enabled === undefined ? [] : [`${id}: ${JSON.stringify({ enabled })}`];
  });
  return { detectors: own };
}

function withChange(before: DetectorSettings, change: DetectorChange): DetectorSettings {
  const { enabled, minConfidence, severity } = { ...before, ...defined(change) };
  return {
    ...(typeof enabled === 'boolean' ? { enabled } : {}),
    ...(typeof minConfidence === 'number' ? { minConfidence } : {}),
    ...(typeof severity === 'string' ? { severity } : {}),
  };
}

function defined({ enabled, minConfidence, severity }: DetectorChange): DetectorChange {
  return {
    ...(enabled === undefined ? {} : { enabled }),
    ...(minConfidence === undefined ? {} : { minConfidence }),
    ...(severity === undefined ? {} : { severity }),
  };
}

/** Adds or replaces a custom detector. */
export function putCustomDetector(config: DetectionConfig, detector: CustomDetector, isNew: boolean): DetectionEdit {
  const { custom } = config;
  const before = custom.find(({ detectorId }) => detectorId === detector.detectorId);
  if (before === undefined && !isNew) return { outcome: 'refused', reason: 'DETECTOR_NOT_FOUND' };
  const others = custom.filter((one) => one !== before);
  if (others.some((one) => isSameName(one.name, detector.name))) return { outcome: 'refused', reason: 'NAME_TAKEN' };
  if (others.length >= DETECTION_LIMITS.customDetectors) return { outcome: 'refused', reason: 'TOO_MANY_DETECTORS' };
  const all = before === undefined ? [...custom, detector] : custom.map((one) => (one === before ? detector : one));
  if (before !== undefined && JSON.stringify(before.samples) !== JSON.stringify(detector.samples)) {
    // Samples are not in the audit log, but the log records that they changed.
    return editOf({ ...config, custom: all }, auditFieldsOfDetector(before), {
      ...auditFieldsOfDetector(detector),
      samples: 'changed',
    });
  }
  return editOf(
    { ...config, custom: all },
    before === undefined ? {} : auditFieldsOfDetector(before),
    auditFieldsOfDetector(detector),
  );
}

/** Also removes every setting of the detector. */
export function removeCustomDetector(config: DetectionConfig, detectorId: string): DetectionEdit {
  const removed = config.custom.find((one) => one.detectorId === detectorId);
  if (removed === undefined) return { outcome: 'refused', reason: 'DETECTOR_NOT_FOUND' };
  const without = ({ [detectorId]: _removed, ...others }: DetectionConfig['detectors']) => others;
  const after = {
    ...config,
    custom: config.custom.filter((one) => one !== removed),
    detectors: without(config.detectors),
    schemes: config.schemes.map((scheme) => ({ ...scheme, detectors: without(scheme.detectors) })),
  };
  return editOf(after, auditFieldsOfDetector(removed), {});
}

export type SiteDetection = Pick<
  DetectionConfig,
  'regions' | 'minConfidence' | 'targets' | 'attachmentContents' | 'triggers' | 'rules' | 'redaction'
>;

/** @param isSettable returns whether the level exists and can be set */
export function changeSiteDetection(
  config: DetectionConfig,
  site: SiteDetection,
  isSettable: (level: Pick<ClassificationRule, 'levelId' | 'subLevelId'>) => boolean,
): DetectionEdit {
  const severities = site.rules.map(({ severity }) => severity);
  if (new Set(severities).size < severities.length) return { outcome: 'refused', reason: 'RULE_REPEATED' };
  // Keeps existing rules valid whose level was archived since, so that other settings can still be changed.
  const old = config.rules.map(textOfRule);
  const isFaulty = (rule: ClassificationRule) => !isSettable(rule) && !old.includes(textOfRule(rule));
  const faulty = site.rules.filter(isFaulty);
  if (faulty.length > 0) {
    return { outcome: 'refused', reason: 'LEVEL_NOT_SETTABLE', where: faulty.map(({ severity }) => severity) };
  }
  const after = { ...config, ...site, regions: normalized(site.regions) };
  return editOf(after, auditFieldsOfSite(config), auditFieldsOfSite(after));
}

/** Adds or replaces a scheme. */
export function putDetectorScheme(
  config: DetectionConfig,
  { regions, ...scheme }: DetectorScheme,
  isNew: boolean,
  isBuiltIn: (detectorId: string) => boolean,
): DetectionEdit {
  const after = { ...scheme, ...(regions === undefined ? {} : { regions: normalized(regions) }) };
  const edited = putScheme(config.schemes, after, isNew);
  if (edited.outcome === 'refused') return edited;
  const { schemes, before } = edited;
  const known = new Set(Object.keys(before?.detectors ?? {}));
  const unknown = Object.keys(scheme.detectors).filter((id) => !known.has(id) && !isKnown(config, id, isBuiltIn));
  if (unknown.length > 0) return { outcome: 'refused', reason: 'UNKNOWN_DETECTORS', where: unknown };
  return editOf(
    { ...config, schemes },
    before === undefined ? {} : auditFieldsOfScheme(before),
    auditFieldsOfScheme(after),
  );
}

/** @param whenUsed if spaces use the scheme, refuse to remove it, or let them use the site configuration */
export function removeDetectorScheme(
  config: DetectionConfig,
  schemeId: string,
  whenUsed: 'refused' | 'as-site',
): DetectionEdit {
  const users = spacesWith(config.spaces, schemeId, (assigned) => assigned);
  const usedBy = whenUsed === 'refused' ? users.map((spaceId) => `space:${spaceId}`) : [];
  const edited = removeScheme(config.schemes, schemeId, usedBy);
  if (edited.outcome === 'refused') return edited;
  const { schemes, removed } = edited;
  const spaces = Object.fromEntries(Object.entries(config.spaces).filter(([, used]) => used !== schemeId));
  const before = { ...auditFieldsOfScheme(removed), ...(users.length === 0 ? {} : { spaces: users }) };
  return editOf({ ...config, schemes, spaces }, before, {});
}

/** @param schemeId undefined = the site configuration */
export function changeSpaceDetection(
  config: DetectionConfig,
  spaceId: string,
  schemeId: string | undefined,
): DetectionEdit {
  if (schemeId !== undefined && findScheme(config.schemes, schemeId) === undefined) {
    return { outcome: 'refused', reason: 'SCHEME_NOT_FOUND' };
  }
  const { [spaceId]: before, ...others } = config.spaces;
  const spaces = schemeId === undefined ? others : { ...others, [spaceId]: schemeId };
  return editOf({ ...config, spaces }, { schemeId: before }, { schemeId });
}

function isKnown({ custom }: DetectionConfig, detectorId: string, isBuiltIn: (id: string) => boolean): boolean {
  return isBuiltIn(detectorId) || custom.some((one) => one.detectorId === detectorId);
}

/** So that equal sets of regions are equal configurations. */
function normalized(regions: readonly string[]): string[] {
  return [...new Set(regions)].sort();
}

function editOf<const Before extends InWords<Before>, const After extends InWords<After>>(
  config: DetectionConfig,
  before: Before,
  after: After,
): DetectionEdit {
  const differs = difference(before, after);
  return differs === undefined ? { outcome: 'unchanged' } : { outcome: 'changed', config, ...differs };
}

/** Without samples, because sample texts must not get into the audit log. */
function auditFieldsOfDetector({ detectorId: _id, samples: _samples, ...fields }: CustomDetector) {
  return fields;
}

function auditFieldsOfSite(site: SiteDetection) {
  const { regions, minConfidence, targets, attachmentContents: files, triggers, rules, redaction } = site;
  return {
    regions,
    minConfidence,
    targets: TARGETS.filter((target) => targets[target]),
    attachmentContents: files.enabled ? [`${files.maxMegabytes} MB`, ...files.kinds, ...files.spaceIds] : [],
    onPublish: triggers.onPublish,
    schedule: triggers.schedule,
    rules: rules.map(textOfRule),
    guard: redaction.guard,
  };
}

function textOfRule({ severity, levelId, subLevelId }: ClassificationRule): string {
  return `${severity}: ${levelId}${subLevelId === undefined ? '' : `/${subLevelId}`}`;
}

function auditFieldsOfScheme({ name, regions, minConfidence, detectors }: DetectorScheme) {
  const settings = Object.keys(detectors)
    .sort()
    .map((id) => `${id}: ${JSON.stringify(detectors[id])}`);
  return { name, regions, minConfidence, detectors: settings };
}
