import type { Evidence } from '../classification/evidence';
import { levelWithSubLevel } from '../classification/level-name';
import { findLevel, type Levels } from '../classification/level-store';
import type { LevelOfPage } from '../classification/model';
import { isLowering, usableFor } from '../classification/settings';
import type { ClassificationRule } from '../detection/configuration/model';
import { SEVERITIES, type Severity } from '../detection/detector';

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
  const rule = strictestRule(levels, rules, findings);
  return rule && usableFor(levels, spaceId, rule);
}

/** The rule that requires the most sensitive level, as a sentence. */
export function ruleInWords(levels: Levels, rules: readonly ClassificationRule[], findings: readonly Found[]): string {
  const rule = strictestRule(levels, rules, findings);
  const level = rule && findLevel(levels, rule.levelId);
  if (level === undefined) return '';
  const severity = rule?.severity === SEVERITIES.at(-1) ? rule?.severity : `${rule?.severity} or higher`;
  return `Findings of severity ${severity} require at least ${levelWithSubLevel(level, rule?.subLevelId)}.`;
}

function strictestRule(
  levels: Levels,
  rules: readonly ClassificationRule[],
  findings: readonly Found[],
): ClassificationRule | undefined {
  const reached = rules
    .filter((rule) => findings.some(({ severity }) => isReached(rule, severity)))
    .flatMap((rule) => {
      const level = findLevel(levels, rule.levelId);
      return level === undefined ? [] : [{ rule, level }];
    });
  const [most] = reached.sort((a, b) => a.level.order - b.level.order);
  // A rule whose level was archived has no effect until it is set to another level.
  return most?.level.status === 'ARCHIVED' ? undefined : most?.rule;
}

/**
 * The one definition of a page below its required level: its open findings require a more sensitive level than it has.
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
  return required !== undefined && (levelId === undefined || isLowering(levels.all, required.levelId, { levelId }));
}

/** The number of findings per detector, highest first. Never contains values. */
export function countByDetector(findings: readonly Found[]): readonly Evidence[] {
  const numbers = new Map<string, number>();
  for (const { detectorId } of findings) numbers.set(detectorId, (numbers.get(detectorId) ?? 0) + 1);
  return [...numbers].map(([detectorId, count]) => ({ detectorId, count })).sort((a, b) => b.count - a.count);
}
