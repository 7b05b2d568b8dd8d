import type { Evidence } from '../classification/evidence';
import { findLevel, type Levels } from '../classification/level-store';
import type { Level, LevelOfPage } from '../classification/model';
import { isUsableIn } from '../classification/settings';
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
  const reached = rules
    .filter((rule) => findings.some(({ severity }) => isReached(rule, severity)))
    .flatMap((rule) => {
      const level = findLevel(levels, rule.levelId);
      return level === undefined ? [] : [{ rule, level }];
    });
  const [most] = reached.sort((a, b) => a.level.order - b.level.order);
  if (most === undefined) return undefined;
  const isUsable = ({ levelId, status }: Level) =>
    status === 'PUBLISHED' && isUsableIn(levels.settings, spaceId, levelId);
  if (isUsable(most.level)) {
    const { subLevelId } = most.rule;
    const isThere = most.level.subLevels.some((one) => one.subLevelId === subLevelId && one.status === 'PUBLISHED');
    return { levelId: most.level.levelId, ...(subLevelId !== undefined && isThere ? { subLevelId } : {}) };
  }
  // A rule whose level was archived has no effect until it is set to another level.
  if (most.level.status === 'ARCHIVED') return undefined;
  const nearest = levels.all.filter((level) => isUsable(level) && level.order < most.level.order).at(-1);
  return nearest && { levelId: nearest.levelId };
}

/** The number of findings per detector, highest first. Never contains values. */
export function countByDetector(findings: readonly Found[]): readonly Evidence[] {
  const numbers = new Map<string, number>();
  for (const { detectorId } of findings) numbers.set(detectorId, (numbers.get(detectorId) ?? 0) + 1);
  return [...numbers].map(([detectorId, count]) => ({ detectorId, count })).sort((a, b) => b.count - a.count);
}
