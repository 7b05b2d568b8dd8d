import type { Evidence } from '../../classification/evidence';
import { requiredLevelOf } from '../../classification/level-floor';
import { levelWithSubLevel } from '../../classification/level-name';
import { findLevel, type Levels } from '../../classification/level-store';
import type { LevelOfPage } from '../../classification/model';
import { usableFor } from '../../classification/settings';
import type { ClassificationRule } from '../../detection/configuration/model';
import { SEVERITIES, type Severity } from '../../detection/detector';

/** Determines which level findings require under the rules of the site. Pure. */

export interface Found {
  readonly detectorId: string;
  readonly severity: Severity;
}

export function isReached(rule: ClassificationRule, severity: Severity): boolean {
  return SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(rule.severity);
}

/** The most sensitive level that a rule requires, or the nearest more sensitive one if the space may not use it. */
export function levelCalledFor(
  levels: Levels,
  spaceId: string,
  rules: readonly ClassificationRule[],
  findings: readonly Found[],
): LevelOfPage | undefined {
  return strictestRule(levels, spaceId, rules, findings)?.required;
}

/** The rule that requires the most sensitive level, as a sentence. */
export function ruleInWords(
  levels: Levels,
  spaceId: string,
  rules: readonly ClassificationRule[],
  findings: readonly Found[],
): string {
  const strictest = strictestRule(levels, spaceId, rules, findings);
  const level = strictest && findLevel(levels, strictest.rule.levelId);
  if (strictest === undefined || level === undefined) return '';
  const { severity, subLevelId } = strictest.rule;
  const from = severity === SEVERITIES.at(-1) ? severity : `${severity} or higher`;
  return `Findings of severity ${from} require at least ${levelWithSubLevel(level, subLevelId)}.`;
}

function strictestRule(
  levels: Levels,
  spaceId: string,
  rules: readonly ClassificationRule[],
  findings: readonly Found[],
): { readonly rule: ClassificationRule; readonly required: LevelOfPage } | undefined {
  const usable = rules
    .filter((rule) => findings.some(({ severity }) => isReached(rule, severity)))
    .flatMap((rule) => {
      // A rule has no effect while its level is archived, or while the space may use neither it nor a more sensitive one.
      if (findLevel(levels, rule.levelId)?.status !== 'PUBLISHED') return [];
      const required = usableFor(levels, spaceId, rule);
      return required === undefined ? [] : [{ rule, required }];
    });
  const orderOf = (levelId: string) => findLevel(levels, levelId)?.order ?? 0;
  return usable.toSorted((a, b) => orderOf(a.required.levelId) - orderOf(b.required.levelId))[0];
}

/**
 * The one definition of a page below its required level. Its open findings require a more sensitive level than it has.
 * @param severity the highest one of the open findings. Lower ones reach no other rule.
 * @param levelId the current level; undefined = none
 */
export function isBelowRequired(
  levels: Levels,
  spaceId: string,
  rules: readonly ClassificationRule[],
  severity: Severity,
  levelId: string | undefined,
): boolean {
  const required = levelCalledFor(levels, spaceId, rules, [{ detectorId: '', severity }]);
  return requiredLevelOf(levels, required, levelId) !== undefined;
}

/** The number of findings per detector, highest first. Never contains values. */
export function countByDetector(findings: readonly Found[]): readonly Evidence[] {
  const numbers = new Map<string, number>();
  for (const { detectorId } of findings) numbers.set(detectorId, (numbers.get(detectorId) ?? 0) + 1);
  return [...numbers].map(([detectorId, count]) => ({ detectorId, count })).sort((a, b) => b.count - a.count);
}
