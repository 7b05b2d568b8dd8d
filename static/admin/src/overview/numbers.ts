import type { Overview, SpaceNumbers } from '../../../../src/admin/site/overview';
import type { Severity } from '../../../../src/detection/detector';
import { texts } from '../texts';

/** Sums, shares and names of the numbers of the overview. */

/** Most severe first. */
export const SEVERITIES: readonly Severity[] = ['critical', 'high', 'medium', 'low'];
export const COVERAGES = ['complete', 'partial', 'outdated', 'notScanned', 'notVisible'] as const;
/** The key of pages without a level in `SpaceNumbers.byLevel`. */
export const NO_LEVEL = 'none';

const percentFormat = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });

/** The meaning of a share if there may be more pages. They have no level, and were never scanned. */
export type Bound = 'atMost' | 'atLeast' | undefined;

export function boundOf(key: string, { isAtLeast }: Pick<SpaceNumbers, 'isAtLeast'>): Bound {
  if (!isAtLeast) return undefined;
  return key === NO_LEVEL || key === 'notScanned' || key === 'notVisible' ? 'atLeast' : 'atMost';
}

/**
 * `34%`, rounded down. A share that is not zero or everything never reads as `0%` or `100%`. An upper bound is rounded up:
 * `≤ 35%`, or `<100%`.
 */
export function percentOf(count: number, all: number, bound?: Bound): string {
  const { atLeast, atMost } = texts.overview.cards;
  const share = all === 0 ? 0 : (count * 100) / all;
  const format = (percent: number) => percentFormat.format(percent / 100);
  if (bound === 'atMost' && share > 0) return share > 99 ? `<${format(100)}` : atMost(format(Math.ceil(share)));
  if (share > 0 && share < 1) return `<${format(1)}`;
  const percent = format(Math.floor(share));
  return bound === 'atLeast' && share < 100 ? atLeast(percent) : percent;
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
export function describeParts(parts: readonly Part[], numbers: Pick<SpaceNumbers, 'pages' | 'isAtLeast'>): string {
  const percent = ({ key, count }: Part) => percentOf(count, numbers.pages, boundOf(key, numbers));
  return parts
    .filter(({ count }) => count > 0)
    .map((part) => `${part.name} ${texts.overview.share(part.count, percent(part))}`)
    .join(', ');
}
