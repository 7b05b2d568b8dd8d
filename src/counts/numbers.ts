import { addUp } from '../platform/add-up';
import { SEVERITIES, type Severity } from '../detection/detector';
import { type Verdict, VERDICTS } from '../exposure/audience';

/** The numbers of one space, of several, or of the site. */
export interface SpaceNumbers {
  /**
   * The pages that Confluence reports to the app, and those that the app knows but cannot see. Deleted pages are not counted.
   */
  readonly pages: number;
  /** True if there may be more pages. */
  readonly isAtLeast: boolean;
  /** By level id; `none`: pages without a level. A level that no page has is omitted. */
  readonly byLevel: Readonly<Record<string, number>>;
  /** Open findings that no exclusion covers. Exclusions for pages with a label are ignored. */
  readonly open: BySeverity;
  /**
   * Pages whose open findings require a more sensitive level than the page has. They count as `open` does, so exclusions for
   * pages with a label are ignored.
   */
  readonly belowRequired: number;
  /** The pages with open findings. A page counts once, so the sum of a level is at most that of `byLevel`. */
  readonly byHighest: PagesByHighest;
  /** The pages of `byHighest` that are below their required level. The sum is `belowRequired`. */
  readonly belowByHighest: PagesByHighest;
  /** The sum is `pages`. */
  readonly coverage: Coverage;
  /** Measured pages by level id and verdict. The verdict of the others follows from their space. */
  readonly exposure: PagesByVerdict;
}

export type BySeverity = Readonly<Record<Severity, number>>;

/** Pages by level id or `none`, and by the highest severity of their open findings. A level without such pages is omitted. */
export type PagesByHighest = Readonly<Record<string, BySeverity>>;

/** By level id. A level without such pages is omitted. */
export type PagesByVerdict = Readonly<Record<string, Readonly<Record<Verdict, number>>>>;

export interface Coverage {
  /** Scanned completely, with the detectors that the space has now. */
  readonly complete: number;
  readonly partial: number;
  /** Never scanned. */
  readonly notScanned: number;
  /** The app could not see them at the last scan, and cannot scan them. */
  readonly notVisible: number;
  /** Scanned before the detectors of the space changed. */
  readonly outdated: number;
}

/**
 * The stored form of the numbers: counts by name. The names are `level:<id or none>`, `open:<severity>`,
 * `need:<highest open severity>:<level id or none>`, `exposure:<verdict>:<level id>`, and `scan:<state>:<hash of the detectors>`, so that a change of the rules,
 * of the levels or of the detectors changes no counter.
 */
export type Counters = ReadonlyMap<string, number>;

/** @param levelId undefined: the page has no level */
export type IsBelow = (severity: Severity, levelId: string | undefined) => boolean;

/** In place of a level id. */
const NO_LEVEL = 'none';

export const NO_COUNTERS: Counters = new Map();

/** Adds counters. Names with the sum 0 are omitted. */
export function addCounters(one: Counters, other: Counters, factor: 1 | -1 = 1): Counters {
  const sum = new Map(one);
  for (const [name, count] of other) {
    const next = (sum.get(name) ?? 0) + factor * count;
    if (next === 0) sum.delete(name);
    else sum.set(name, next);
  }
  return sum;
}

/**
 * The numbers of the pages that have a level or were scanned.
 * @param isCurrent true if scans with this hash used the detectors that the space has now
 * @param isBelow true if the level is less sensitive than the one that findings of this severity require in the space
 */
export function numbersOf(
  counters: Counters,
  isCurrent: (configHash: string) => boolean,
  isBelow: IsBelow = () => false,
): SpaceNumbers {
  const byLevel: Record<string, number> = {};
  const open = noOpen();
  const coverage = { ...NO_COVERAGE };
  let pages = 0;
  let belowRequired = 0;
  const byHighest: Record<string, Record<Severity, number>> = {};
  const belowByHighest: typeof byHighest = {};
  const exposure: Record<string, Record<Verdict, number>> = {};
  for (const [name, count] of counters) {
    const [kind, what = '', hash = ''] = name.split(':');
    if (kind === 'level') {
      byLevel[what] = count;
      pages += count;
    } else if (kind === 'open' || kind === 'need') {
      const severity = SEVERITIES.find((one) => one === what);
      if (severity === undefined) continue;
      if (kind === 'open') open[severity] = count;
      else {
        (byHighest[hash] ??= noOpen())[severity] = count;
        if (!isBelow(severity, hash === NO_LEVEL ? undefined : hash)) continue;
        (belowByHighest[hash] ??= noOpen())[severity] = count;
        belowRequired += count;
      }
    } else if (kind === 'exposure') {
      const verdict = VERDICTS.find((one) => one === what);
      if (verdict !== undefined) (exposure[hash] ??= { over: 0, within: 0, unknown: 0 })[verdict] = count;
    } else if (what === 'complete' || what === 'partial') coverage[isCurrent(hash) ? what : 'outdated'] += count;
    else coverage[what === 'not-inspected' ? 'notVisible' : 'notScanned'] += count;
  }
  return { pages, isAtLeast: true, byLevel, open, belowRequired, byHighest, belowByHighest, coverage, exposure };
}

/**
 * The one definition of how many pages there are. Counts those that Confluence reports, and those that the app knows
 * but cannot see, which Confluence does not report. The number is exact only if each reported page can be all there is.
 * @param reported undefined: not known yet
 */
export function withReported(known: SpaceNumbers, reported: number | undefined): SpaceNumbers {
  const { notVisible } = known.coverage;
  const missing = reported === undefined ? 0 : reported + notVisible - known.pages;
  const isAtLeast = reported === undefined || notVisible > 0 || missing < 0;
  return { ...withUnknown(known, Math.max(0, missing)), isAtLeast };
}

/** Adds pages that have no record. They have no level, and were never scanned. */
export function withUnknown(numbers: SpaceNumbers, count: number): SpaceNumbers {
  if (count === 0) return numbers;
  const { pages, byLevel, coverage } = numbers;
  return {
    ...numbers,
    pages: pages + count,
    byLevel: addUp<string>(byLevel, { none: count }),
    coverage: { ...coverage, notScanned: coverage.notScanned + count },
  };
}

/** True if every page that exists was scanned completely. Only then is a share 100%. */
export function isAllScanned({ pages, isAtLeast, coverage }: SpaceNumbers): boolean {
  return !isAtLeast && pages > 0 && coverage.complete === pages;
}

export function addNumbers(one: SpaceNumbers, other: SpaceNumbers): SpaceNumbers {
  return {
    pages: one.pages + other.pages,
    isAtLeast: one.isAtLeast || other.isAtLeast,
    byLevel: addUp(one.byLevel, other.byLevel),
    open: addUp(one.open, other.open),
    belowRequired: one.belowRequired + other.belowRequired,
    byHighest: addByLevel(one.byHighest, other.byHighest),
    belowByHighest: addByLevel(one.belowByHighest, other.belowByHighest),
    coverage: addUp(one.coverage, other.coverage),
    exposure: addByLevel(one.exposure, other.exposure),
  };
}

type ByLevel<Name extends string> = Readonly<Record<string, Readonly<Record<Name, number>>>>;

function addByLevel<Name extends string>(one: ByLevel<Name>, other: ByLevel<Name>): ByLevel<Name> {
  const sum: Record<string, Readonly<Record<Name, number>>> = { ...one };
  for (const [level, pages] of Object.entries(other)) {
    const before = sum[level];
    sum[level] = before === undefined ? pages : addUp(before, pages);
  }
  return sum;
}

export function noOpen(): Record<Severity, number> {
  return { low: 0, medium: 0, high: 0, critical: 0 };
}

const NO_COVERAGE: Coverage = { complete: 0, partial: 0, notScanned: 0, notVisible: 0, outdated: 0 };

export const NO_NUMBERS: SpaceNumbers = { ...numbersOf(NO_COUNTERS, () => false), isAtLeast: false };
