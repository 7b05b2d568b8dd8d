import { addNumbers, noOpen, NO_NUMBERS, numbersOf, type SpaceNumbers } from '../../src/counts/numbers';
import { parseShard } from '../../src/counts/shards';
import { NO_SETTINGS } from '../../src/classification/settings';
import type { Severity } from '../../src/detection/detector';
import { isBelowRequired } from '../../src/findings/required-level/called-level';
import type { Exclusion } from '../../src/findings/exclusions/model';
import type { CountedSite } from './counting-site';

/** The numbers of a site from all its records, without the code that counts. */

type Numbers = Readonly<Record<string, SpaceNumbers>>;

/** The rules of the site, by the order of the level in its list. */
const RULES = [
  { severity: 'medium', order: 2 },
  { severity: 'critical', order: 1 },
] as const;
const BY_RANK: readonly Severity[] = ['low', 'medium', 'high', 'critical'];

/** True if a level is below the one that the open findings require. */
function isBelow(site: CountedSite, open: Readonly<Record<Severity, number>>, levelId: string | undefined): boolean {
  const highest = BY_RANK.findLastIndex((severity) => open[severity] > 0);
  const required = RULES.filter(({ severity }) => BY_RANK.indexOf(severity) <= highest).map(({ order }) => order);
  const current = site.levels.find((level) => level.levelId === levelId)?.order ?? Infinity;
  return required.length > 0 && current > Math.min(...required);
}

export function recount(site: CountedSite): Numbers {
  const levels = new Map(site.rows('page-level').map(({ key, value }) => [key, value]));
  const scans = new Map(site.rows('page-scan').map(({ key, value }) => [key, value]));
  const findings = site.rows('detection');
  const judged = new Map(site.rows('governance').map(({ key, value }) => [key, value]));
  const exclusions: readonly Exclusion[] =
    site.rows('config').find(({ key }) => key === 'detection-exclusions')?.value.value ?? [];
  const now = new Date(site.harness.nowMs()).toISOString();
  const active = exclusions.filter(({ expiresAt }) => expiresAt === undefined || expiresAt > now);
  const bySpace: Record<string, SpaceNumbers> = {};
  for (const pageId of new Set([...levels.keys(), ...scans.keys()])) {
    const levelId: string | undefined = levels.get(pageId)?.levelId;
    const scan = scans.get(pageId)?.state === 'gone' ? undefined : scans.get(pageId);
    if (levelId === undefined && scan === undefined) continue;
    const spaceId: string = levelId === undefined ? scan.spaceId : levels.get(pageId).spaceId;
    const isExcluded = (detectorId: string) =>
      active.some(({ match, scope }) => {
        if (match.by !== 'detector' || match.detectorId !== detectorId) return false;
        if (scope.of === 'space') return scope.spaceId === spaceId;
        if (scope.of === 'page') return scope.pageId === pageId;
        if (scope.of === 'level') return scope.levelId === levelId;
        return scope.of === 'site';
      });
    const open = noOpen();
    for (const { value } of findings)
      if (value.pageId === pageId && value.status === 'open' && !isExcluded(value.detectorId))
        open[value.severity as Severity] += 1;
    const isScanned = scan !== undefined && scan.state !== 'not-inspected';
    const isCurrent = isScanned && scan.configHash === `${site.config} ${spaceId}`;
    const coverage = { complete: 0, partial: 0, notScanned: 0, notVisible: 0, outdated: 0 };
    const isUnseen = scan?.state === 'not-inspected';
    coverage[
      isUnseen
        ? 'notVisible'
        : !isScanned
          ? 'notScanned'
          : !isCurrent
            ? 'outdated'
            : scan.state === 'complete'
              ? 'complete'
              : 'partial'
    ] = 1;
    const belowRequired = isBelow(site, open, levelId) ? 1 : 0;
    const highest = BY_RANK.findLast((severity) => open[severity] > 0);
    const byHighest = highest === undefined ? {} : { [levelId ?? 'none']: { ...noOpen(), [highest]: 1 } };
    const belowByHighest = belowRequired === 1 ? byHighest : {};
    const { list, spaceList, data } = judged.get(`page:${pageId}`) ?? {};
    // The verdict of a row for another space or level does not count.
    const isJudged = levelId !== undefined && spaceList === spaceId && data?.levelId === levelId;
    const verdicts = { over: 0, within: 0, unknown: 0 };
    const one = {
      pages: 1,
      isAtLeast: true,
      byLevel: { [levelId ?? 'none']: 1 },
      open,
      belowRequired,
      byHighest,
      belowByHighest,
      coverage,
      exposure: isJudged ? { [levelId]: { ...verdicts, [list as string]: 1 } } : {},
    };
    bySpace[spaceId] = addNumbers(bySpace[spaceId] ?? NO_NUMBERS, one);
  }
  return bySpace;
}

/** The counters as they are stored. */
export function counted(site: CountedSite): Numbers {
  const shards = site.rows('count').filter(({ key }) => key.startsWith('shard:'));
  const spaces = shards.flatMap(({ value }) => [...parseShard({ revision: value.rev, value }).spaces]);
  const levels = { revision: 0, all: site.levels, settings: NO_SETTINGS };
  const rules = RULES.flatMap(({ severity, order }) =>
    site.levels.filter((level) => level.order === order).map(({ levelId }) => ({ severity, levelId })),
  );
  return Object.fromEntries(
    spaces.map(([spaceId, counters]) => {
      const isCurrent = (hash: string) => hash === `${site.config} ${spaceId}`;
      const isBelowNow = (severity: Severity, levelId: string | undefined) =>
        isBelowRequired(levels, spaceId, rules, severity, levelId);
      return [spaceId, numbersOf(counters, isCurrent, isBelowNow)];
    }),
  );
}

type Changes = Readonly<Record<'classified' | 'raised' | 'lowered' | 'cleared', number>>;

/** All changes of levels, from their history. */
export function recountChanges(site: CountedSite): Changes {
  const changes = { classified: 0, raised: 0, lowered: 0, cleared: 0 };
  const orderOf = (levelId: string) => site.levels.find((level) => level.levelId === levelId)?.order ?? 0;
  for (const { value } of site.rows('level-change')) {
    const { previousLevelId, levelId } = value;
    if (levelId === undefined) changes.cleared += 1;
    else if (previousLevelId === undefined) changes.classified += 1;
    else if (orderOf(levelId) < orderOf(previousLevelId)) changes.raised += 1;
    else if (orderOf(levelId) > orderOf(previousLevelId)) changes.lowered += 1;
  }
  return changes;
}

/** The sum of the days of the trend. */
export function countedChanges(site: CountedSite): Changes & { readonly found: number; readonly resolved: number } {
  const sums = { classified: 0, raised: 0, lowered: 0, cleared: 0, found: 0, resolved: 0 };
  const days = site.rows('count').find(({ key }) => key === 'trend')?.value.value ?? {};
  for (const day of Object.values<Partial<typeof sums>>(days))
    for (const [name, count] of Object.entries(day)) if (name in sums) sums[name as keyof typeof sums] += count;
  return sums;
}
