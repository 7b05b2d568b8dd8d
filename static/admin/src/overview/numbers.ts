import type { Overview, SpaceNumbers } from '../../../../src/admin/overview';
import type { Severity } from '../../../../src/detection/detector';
import { texts } from '../texts';

/** Sums, shares and names of the numbers of the overview. */

/** Most severe first. */
export const SEVERITIES: readonly Severity[] = ['critical', 'high', 'medium', 'low'];
export const COVERAGES = ['complete', 'partial', 'outdated', 'notScanned', 'notVisible'] as const;
/** The key of pages without a level in `SpaceNumbers.byLevel`. */
export const NO_LEVEL = 'none';
/** In place of a level id: pages whose findings require a more sensitive level. */
export const BELOW_REQUIRED = 'below-required';
/** In place of a level id: pages with a level of Atlassian that the rules of the app forbid. */
export const FORBIDDEN_NATIVE = 'forbidden-native';

const percentFormat = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });

/**
 * `34%`, rounded down. A share that is not zero or everything never reads as `0%` or `100%`, nor does a share of a number that
 * may be higher.
 */
export function percentOf(count: number, all: number, isAtLeast = false): string {
  if (all === 0 || count === 0) return percentFormat.format(0);
  const percent = Math.floor((count * 100) / all);
  if (percent === 0) return `<${percentFormat.format(0.01)}`;
  return percentFormat.format(Math.min(percent, isAtLeast ? 99 : 100) / 100);
}

export function openFindings({ open }: Pick<SpaceNumbers, 'open'>): number {
  return SEVERITIES.reduce((sum, severity) => sum + open[severity], 0);
}

export function severeFindings({ open }: Pick<SpaceNumbers, 'open'>): number {
  return open.critical + open.high;
}

export function unclassified({ byLevel }: Pick<SpaceNumbers, 'byLevel'>): number {
  return byLevel[NO_LEVEL] ?? 0;
}

/** One part of the pages, in the order of the chart. */
export interface Part<Key extends string = string> {
  readonly key: Key;
  readonly name: string;
  readonly count: number;
  /** The class of its color. */
  readonly color: string;
}

/** By level, then the pages without one. Levels without pages have a part only in the numbers of the site. */
export function levelParts({ levels }: Pick<Overview, 'levels'>, { byLevel }: SpaceNumbers): readonly Part[] {
  const { overview: t } = texts;
  return [
    ...levels.map(({ levelId, name, color, isArchived }) => ({
      key: levelId,
      name: isArchived && color !== undefined ? t.archived(name) : name,
      count: byLevel[levelId] ?? 0,
      color: `chart-level level-color-${(color ?? 'GREY').toLowerCase().replace('_', '-')}`,
    })),
    { key: NO_LEVEL, name: t.none, count: byLevel[NO_LEVEL] ?? 0, color: 'chart-empty' },
  ];
}

export function coverageParts({
  coverage,
}: Pick<SpaceNumbers, 'coverage'>): readonly Part<(typeof COVERAGES)[number]>[] {
  return COVERAGES.map((kind) => ({
    key: kind,
    name: texts.overview.coverage.kinds[kind],
    count: coverage[kind],
    color: kind === 'notScanned' ? 'chart-empty' : kind === 'notVisible' ? 'chart-high' : `chart-${kind}`,
  }));
}

/** `Internal 12 (40%), No level 18 (60%)`. */
export function describeParts(
  parts: readonly Part[],
  { pages, isAtLeast }: Pick<SpaceNumbers, 'pages' | 'isAtLeast'>,
): string {
  return parts
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${name} ${texts.overview.share(count, percentOf(count, pages, isAtLeast))}`)
    .join(', ');
}
