import { changePageLevel } from '../classification/change-page-level';
import { findLevel, type Levels, readLevels } from '../classification/level-store';
import type { Level } from '../classification/model';
import type { SeenPage } from '../classification/pages-lookup';
import { isUsableIn } from '../classification/settings';
import type { ClassificationRule } from '../detection/configuration/model';
import { SEVERITIES, type Severity } from '../detection/detector';
import type { Clock } from '../platform/clock';
import type { Random } from '../platform/random';
import type { Confluence } from '../platform/confluence';
import type { Storage } from '../platform/storage';
import { excludedBy } from './exclusions/excluded-by';
import type { Exclusion } from './exclusions/model';
import { readPageLabels } from './exclusions/page-labels';
import type { IdentifiedFinding } from './identify';
import type { ScanOutcome } from './record-scan';
import type { Sight } from './settle-scan';

/** Gives a page the level that what was found on it calls for. It raises, and never lowers. */

export interface ClassifyContext {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly random: Random;
  readonly installationId: string;
  readonly rules: readonly ClassificationRule[];
  /** What is excluded calls for no level. */
  readonly exclusions: readonly Exclusion[];
  readonly confluence: Confluence;
}

/** @throws StorageUnavailableError, HostError, CorruptRecordError: then the page is to be looked at again */
export async function classifyFound(context: ClassifyContext, page: SeenPage, outcome: ScanOutcome): Promise<void> {
  const { storage, clock, random, installationId, rules } = context;
  if (outcome.outcome !== 'written' || outcome.sight.kind !== 'inspected') return;
  const isCalledFor = (some: readonly Found[]) =>
    rules.some((rule) => some.some((finding) => isReached(rule, finding.severity)));
  if (!isCalledFor(outcome.sight.findings)) return;
  const findings = await notExcluded(context, page, outcome.sight);
  if (!isCalledFor(findings)) return;
  const levels = await readLevels(storage, installationId);
  const level = levelFor(levels, page.spaceId, rules, findings);
  if (level === undefined) return;
  await changePageLevel(
    {
      storage,
      clock,
      random,
      requestId: random.uuid(),
      levels,
      actor: { kind: 'system', reason: reasonFor(findings) },
      readPage: () => Promise.resolve({ ...page, mayUpdate: false }),
    },
    { pageId: page.pageId, level, method: 'DETECTION' },
  );
}

async function notExcluded(
  { confluence, clock, exclusions }: ClassifyContext,
  { pageId, spaceId }: SeenPage,
  { findings, levelId }: Extract<Sight, { kind: 'inspected' }>,
): Promise<readonly IdentifiedFinding[]> {
  const now = clock();
  const labels = (await readPageLabels(confluence, exclusions, [pageId], now)).get(pageId);
  const page = { pageId, spaceId, levelId, labels };
  return findings.filter((finding) => excludedBy(finding, page, exclusions, now) === undefined);
}

interface Found {
  readonly detectorId: string;
  readonly severity: Severity;
}

function isReached(rule: ClassificationRule, severity: Severity): boolean {
  return SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(rule.severity);
}

/** The most sensitive one of all that are called for; where the space may not use it, the nearest more sensitive one. */
function levelFor(
  levels: Levels,
  spaceId: string,
  rules: readonly ClassificationRule[],
  findings: readonly Found[],
): { readonly levelId: string; readonly subLevelId?: string } | undefined {
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
  // A rule whose level was archived does nothing until it names another.
  if (most.level.status === 'ARCHIVED') return undefined;
  const nearest = levels.all.filter((level) => isUsable(level) && level.order < most.level.order).at(-1);
  return nearest && { levelId: nearest.levelId };
}

/** For the history of the page, which people read: what, and how many, never which values. */
function reasonFor(findings: readonly Found[]): string {
  const numbers = new Map<string, number>();
  for (const { detectorId } of findings) numbers.set(detectorId, (numbers.get(detectorId) ?? 0) + 1);
  const most = [...numbers].sort(([, a], [, b]) => b - a).slice(0, 5);
  return `Sensitive data was found on the page: ${most.map(([id, count]) => `${id} (${count})`).join(', ')}.`;
}
