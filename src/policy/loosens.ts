import type { Level, LevelOfPage } from '../classification/model';
import { isInScheme, isLowering, isStricter, siteDefaultIn, surfaceSettingsOf } from '../classification/settings';
import type { CatalogEntry } from '../detection/configuration/detector-catalog';
import type { Detection } from '../detection/configuration/configuration-store';
import { type DetectionConfig, TARGETS } from '../detection/configuration/model';
import { SEVERITIES, type Severity } from '../detection/detector';
import { exposureOf } from '../exposure/rules';
import { findScheme } from '../configuration/schemes';
import { type ExposureRule, PURPOSES, type ReviewRule, type UseRule } from '../configuration/governance';
import { OWN_QUOTA_NAMES } from '../quota/site-quotas';
import { DECISIONS, decisionOf, ruleOfLevel } from '../page-use/decide';
import { OTHER_SUBJECTS, pageUseOf } from '../page-use/rules';
import { reviewRulesOf } from '../review/rules';
import type { EditKind } from './edits';
import type { PolicyState } from './state';

/** Which edits lower the protection of the site. On doubt, an edit does. Pure. */

export interface Change {
  /** Before every edit of the plan. */
  readonly origin: PolicyState;
  readonly before: PolicyState;
  readonly after: PolicyState;
  /** The detectors with their settings. */
  readonly catalog: (detection: Pick<Detection, 'config' | 'firstCatalog'>) => readonly CatalogEntry[];
  /** The place of the edit: `/spaces/98306`. */
  readonly path: string;
}

type Judge = (change: Change) => boolean;

const always: Judge = () => true;
const never: Judge = () => false;

/** A kind without an entry does not compile. */
const LOOSENS: { readonly [Kind in EditKind]: Judge } = {
  'level.add': hasLooserRules,
  'level.change': (change) => hasLooserRules(change) || losesBanner(change),
  'level.archive': always,
  'level.restore': hasLooserRules,
  'level.order': (change) => hasLooserRules(change) || isReordered(change),
  'sub-level.add': never,
  'sub-level.change': never,
  'sub-level.archive': always,
  'sub-level.restore': never,
  'sub-level.order': never,
  'settings.change': isLooserSite,
  'pages.change': isLooserOnPages,
  'level-scheme.add': never,
  'level-scheme.change': isLooserScheme,
  'level-scheme.remove': never,
  'space.change': ({ before, after, path }) => isLooserPlace(before, after, lastOf(path)),
  'detection.change': isLooserDetection,
  'detector.change': (change) => isWeaker(change, undefined, undefined),
  'custom-detector.add': never,
  'custom-detector.change': isLooserCustom,
  'custom-detector.remove': always,
  'detector-scheme.add': never,
  'detector-scheme.change': isLooserDetectorScheme,
  'detector-scheme.remove': never,
  'space-detection.change': isLooserSpaceDetection,
  'exclusion.add': always,
  'exclusion.remove': never,
  'exposure.change': hasLooserRules,
  'review.change': hasLooserReviews,
  'use.change': hasLooserRules,
  // Nothing is decided from a label.
  'labels.change': never,
  'quotas.change': ({ before, after }) =>
    OWN_QUOTA_NAMES.some((name) => (after.quotas.own[name] ?? Infinity) > (before.quotas.own[name] ?? Infinity)),
};

export function loosens(kind: EditKind, change: Change): boolean {
  return LOOSENS[kind](change);
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function levelOf({ levels }: PolicyState, levelId: string): Level | undefined {
  return levels.all.find((one) => one.levelId === levelId);
}

function losesBanner({ before, after }: Change): boolean {
  return before.levels.all.some(
    ({ levelId, banner }) => banner !== undefined && levelOf(after, levelId)?.banner === undefined,
  );
}

/** The levels of the site before the plan have another order among themselves. */
function isReordered({ origin, before, after }: Change): boolean {
  const orderIn = ({ levels }: PolicyState) =>
    levels.all.flatMap(({ levelId }) => (levelOf(origin, levelId) === undefined ? [] : [levelId])).join();
  return orderIn(before) !== orderIn(after);
}

/** Also rules that only apply as proposed, because the place of the level in the order decides them. */
function hasLooserRules(change: Change): boolean {
  return hasLooserExposure(change) || hasLooserUse(change);
}

function hasLooserUse({ origin, before, after }: Change): boolean {
  const [old, now] = [useIn(before), useIn(after)];
  const places = [...origin.levels.all.map(({ levelId }) => levelId), ...OTHER_SUBJECTS];
  return places.some((place) =>
    PURPOSES.some(
      (purpose) =>
        DECISIONS.indexOf(decisionOf(now(place), purpose)) < DECISIONS.indexOf(decisionOf(old(place), purpose)),
    ),
  );
}

/** The rule that applies at a level, or for another subject. */
function useIn({ governance, levels }: PolicyState): (place: string) => UseRule | undefined {
  const { rules } = pageUseOf(governance, levels);
  return (place) => {
    if (place === 'no-level') return ruleOfLevel(rules, levels, undefined);
    return OTHER_SUBJECTS.some((one) => one === place) ? rules[place] : ruleOfLevel(rules, levels, place);
  };
}

function hasLooserExposure({ origin, before, after }: Change): boolean {
  const rulesIn = ({ governance, levels }: PolicyState) => exposureOf(governance, levels).rules;
  const now = rulesIn(after);
  return Object.entries(rulesIn(before)).some(
    ([levelId, rule]) => levelOf(origin, levelId) !== undefined && isLooserRule(rule, now[levelId]),
  );
}

function isLooserRule(before: ExposureRule, after: ExposureRule | undefined): boolean {
  if (after === undefined) return true;
  const { groupIds } = before;
  return (
    (['guests', 'unlicensed', 'anonymous'] as const).some(
      (who) => before[who] === 'forbidden' && after[who] === 'allowed',
    ) ||
    (after.maxPeople ?? Infinity) > (before.maxPeople ?? Infinity) ||
    (groupIds !== undefined && (after.groupIds?.some((groupId) => !groupIds.includes(groupId)) ?? true))
  );
}

function hasLooserReviews({ before, after }: Change): boolean {
  const [old, now] = [reviewRulesOf(before.governance).rules, reviewRulesOf(after.governance).rules];
  return Object.entries(old).some(([levelId, rule]) => isLooserReview(rule, now[levelId]));
}

/** Other reviewers are a doubt, as either can be the more careful ones. */
function isLooserReview({ months, reviewers, overdue }: ReviewRule, after: ReviewRule | undefined): boolean {
  if (after === undefined || after.months > months || after.reviewers !== reviewers) return true;
  return overdue === 'notify' && after.overdue !== 'notify';
}

function isLooserSite(change: Change): boolean {
  const { before, after } = change;
  const [old, next] = [before.levels.settings, after.levels.settings];
  const { delegated = [] } = old;
  return (
    isStricter(old.lowering, next.lowering) ||
    // Space admins can only make `lowering` stricter.
    (next.delegated ?? []).some((one) => one !== 'lowering' && !delegated.includes(one)) ||
    (next.delegated?.includes('lowering') !== true && delegated.includes('lowering')) ||
    isLooserFloor(change) ||
    (old.mentions === true && next.mentions !== true) ||
    isLooserPlace(before, after, '')
  );
}

/** On doubt, such as for a floor that follows other settings, a change lowers it. */
function isLooserFloor({ before, after }: Change): boolean {
  const [old, next] = [before.levels.settings.defaultFloor, after.levels.settings.defaultFloor];
  if (old === next || old === 'none') return false;
  if (old === undefined || next === undefined || next === 'none') return true;
  return isLowering(after.levels.all, old, { levelId: next });
}

/** A less sensitive default, or a wider choice of levels downwards, or a narrower one upwards. @param spaceId empty = the site */
function isLooserPlace(before: PolicyState, after: PolicyState, spaceId: string): boolean {
  return (
    isLooserDefault(
      before,
      siteDefaultIn(before.levels.settings, spaceId),
      siteDefaultIn(after.levels.settings, spaceId),
    ) || isLooserChoice(choiceIn(before, spaceId), choiceIn(after, spaceId))
  );
}

function isLooserDefault({ levels }: PolicyState, old: LevelOfPage | 'none', next: LevelOfPage | 'none'): boolean {
  return old !== 'none' && isLowering(levels.all, old.levelId, next);
}

/** The places of the published levels that can be set, in the order of the levels. */
function choiceIn({ levels }: PolicyState, spaceId: string): readonly number[] {
  return placesOf(levels.all, ({ levelId }) => isInScheme(levels.settings, spaceId, levelId));
}

function placesOf(levels: readonly Level[], isIn: (level: Level) => boolean): readonly number[] {
  return levels.flatMap((level, index) => (level.status === 'PUBLISHED' && isIn(level) ? [index] : []));
}

function isLooserChoice(old: readonly number[], next: readonly number[]): boolean {
  const [first = Infinity, nextFirst = Infinity] = [old[0], next[0]];
  return nextFirst > first || (next.at(-1) ?? -1) > (old.at(-1) ?? -1);
}

function isLooserScheme({ before, after }: Change): boolean {
  const choice = ({ levels }: PolicyState, schemeId: string) => {
    const scheme = findScheme(levels.settings.schemes, schemeId);
    return placesOf(levels.all, ({ levelId }) => scheme?.levelIds.includes(levelId) === true);
  };
  return before.levels.settings.schemes.some(({ schemeId }) =>
    isLooserChoice(choice(before, schemeId), choice(after, schemeId)),
  );
}

function isLooserOnPages({ before, after }: Change): boolean {
  const [old, next] = [surfaceSettingsOf(before.levels.settings), surfaceSettingsOf(after.levels.settings)];
  return (
    (['byline', 'banner', 'menus'] as const).some((shown) => old[shown] && !next[shown]) ||
    (['peopleMayExclude', 'peopleMayRedact'] as const).some((may) => !old[may] && next[may]) ||
    next.offSpaceIds.some((spaceId) => !old.offSpaceIds.includes(spaceId))
  );
}

const FREQUENCY: Readonly<Record<DetectionConfig['triggers']['schedule'], number>> = { off: 0, weekly: 1, daily: 2 };

function isLooserDetection(change: Change): boolean {
  const { before, after } = change;
  const [old, next] = [before.detection.config, after.detection.config];
  return (
    isWeaker(change, undefined, undefined) ||
    TARGETS.some((target) => old.targets[target] && !next.targets[target]) ||
    readsFewerFiles(old.attachmentContents, next.attachmentContents) ||
    (old.triggers.onPublish && !next.triggers.onPublish) ||
    FREQUENCY[next.triggers.schedule] < FREQUENCY[old.triggers.schedule] ||
    SEVERITIES.some((severity) => placeRequired(after, severity) > placeRequired(before, severity))
  );
}

type Files = DetectionConfig['attachmentContents'];

/** True if scans read fewer files. */
function readsFewerFiles(old: Files, next: Files): boolean {
  if (!old.enabled) return false;
  const hasFewerKinds = old.kinds.some((kind) => !next.kinds.includes(kind));
  return (
    !next.enabled || next.maxMegabytes < old.maxMegabytes || hasFewerKinds || isNarrower(old.spaceIds, next.spaceIds)
  );
}

/** The place of the level that a finding requires in the order of levels; Infinity = none. */
function placeRequired({ levels, detection }: PolicyState, severity: Severity): number {
  const places = detection.config.rules.flatMap((rule) => {
    const place = levels.all.findIndex(({ levelId }) => levelId === rule.levelId);
    return place === -1 || SEVERITIES.indexOf(rule.severity) > SEVERITIES.indexOf(severity) ? [] : [place];
  });
  return Math.min(...places, Infinity);
}

/** The settings of the detectors where a scheme applies; undefined = the site. */
function entriesIn({ catalog }: Change, { detection }: PolicyState, schemeId: string | undefined) {
  const { config, firstCatalog } = detection;
  const scheme = config.schemes.find((one) => one.schemeId === schemeId);
  const detectors = Object.fromEntries(
    Object.entries({ ...config.detectors, ...scheme?.detectors }).map(([id]) => [
      id,
      { ...config.detectors[id], ...scheme?.detectors[id] },
    ]),
  );
  const { regions = config.regions, minConfidence = config.minConfidence } = scheme ?? {};
  return catalog({ config: { ...config, regions, minConfidence, detectors }, firstCatalog });
}

/** A detector is off, needs more confidence or has a lower severity. */
function isWeaker(change: Change, schemeBefore: string | undefined, schemeAfter: string | undefined): boolean {
  const after = new Map(entriesIn(change, change.after, schemeAfter).map((one) => [one.detectorId, one]));
  return entriesIn(change, change.before, schemeBefore).some((old) => {
    if (!old.enabled || !old.inRegions) return false;
    const next = after.get(old.detectorId);
    if (next === undefined || !next.enabled || !next.inRegions) return true;
    return (
      next.minConfidence > old.minConfidence || SEVERITIES.indexOf(next.severity) < SEVERITIES.indexOf(old.severity)
    );
  });
}

/** Any other pattern or keyword can find less. */
function isLooserCustom(change: Change): boolean {
  const { before, after } = change;
  return before.detection.config.custom.some((old) => {
    const next = after.detection.config.custom.find(({ detectorId }) => detectorId === old.detectorId);
    if (next === undefined) return true;
    return (
      next.pattern !== old.pattern ||
      isNarrower(old.keywords, next.keywords) ||
      next.proximity < old.proximity ||
      next.confidence < old.confidence ||
      SEVERITIES.indexOf(next.severity) < SEVERITIES.indexOf(old.severity)
    );
  });
}

/** One of the keywords must be near a value, or a file in one of the spaces. Without any, every one counts. */
function isNarrower(old: readonly string[], next: readonly string[]): boolean {
  return next.length > 0 && (old.length === 0 || old.some((word) => !next.includes(word)));
}

function isLooserDetectorScheme(change: Change): boolean {
  const { schemes } = change.before.detection.config;
  return schemes.some(({ schemeId }) => isWeaker(change, schemeId, schemeId));
}

function isLooserSpaceDetection(change: Change): boolean {
  const spaceId = change.path.split('/')[2] ?? '';
  return isWeaker(
    change,
    change.before.detection.config.spaces[spaceId],
    change.after.detection.config.spaces[spaceId],
  );
}
