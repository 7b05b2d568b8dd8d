import type { SpaceNumbers } from '../counts/numbers';

/**
 * The conditions that need an admin, the most important first: the to-do list of the overview shows each, and an alert can be sent
 * for some. The UI imports this file, so it has nothing but types, data and sums.
 */

export const CONDITIONS = [
  'license',
  'late',
  'failed',
  'undelivered',
  'leaked',
  'open-to-anyone',
  'critical',
  'below-required',
  'over-exposed',
  'weakened',
  'closed-spaces',
  'forbidden-native-levels',
  'outside-of-file',
  'refused',
  'expiring',
  'exception-ending',
  'unclassified',
  'outdated',
  'not-scanned',
  'not-visible',
] as const;

export type Condition = (typeof CONDITIONS)[number];

/** The conditions with an alert, in the order of the admin area. Stored, so never rename one. */
export const ALERT_RULES = [
  'critical',
  'leaked',
  'below-required',
  'weakened',
  'expiring',
  'late',
  'failed',
  'over-exposed',
  'open-to-anyone',
  'exception-ending',
] as const satisfies readonly Condition[];

export type AlertRule = (typeof ALERT_RULES)[number];

/** The names of the rules, in the admin area and in comments. */
export const RULE_NAMES: Readonly<Record<AlertRule, string>> = {
  critical: 'New critical findings',
  leaked: 'Leaked API keys',
  'below-required': 'Pages below their required level',
  weakened: 'Weakened spaces',
  expiring: 'Expiring API keys',
  late: 'Late scans',
  failed: 'Failed upkeep',
  'over-exposed': 'Pages over their exposure rule',
  'open-to-anyone': 'Spaces open to anyone',
  'exception-ending': 'Exceptions that end soon',
};

/** The rules that wait for some days, and for how many at first. */
export const FIRST_DAYS: Readonly<Partial<Record<AlertRule, number>>> = { 'below-required': 14, 'over-exposed': 7 };

/** The scheduled work and the runs that are late. */
export function lateIn(schedules: ConditionFacts['schedules'], lostRuns: number): readonly string[] {
  const late = schedules.flatMap(({ name, isLate }) => (isLate ? [name] : []));
  return lostRuns === 0 ? late : [...late, 'runs'];
}

/** The numbers of the overview. */
export interface ConditionFacts {
  readonly isLicenseInactive?: boolean;
  readonly schedules: readonly { readonly name: string; readonly isLate: boolean }[];
  readonly runs: { readonly late: number };
  readonly failedParts: readonly unknown[];
  /** The rules whose alerts cannot be written on their page. */
  readonly undelivered: readonly AlertRule[];
  readonly site: Pick<SpaceNumbers, 'open' | 'belowRequired' | 'byLevel' | 'coverage'>;
  readonly weakenedSpaces: number;
  readonly closedSpaces?: { readonly spaces: readonly unknown[]; readonly more: number };
  readonly forbiddenNativeLevels?: { readonly count: number };
  readonly outsideOfFile?: { readonly changes: number };
  readonly exposure: {
    readonly levels: readonly { readonly pages?: { readonly over: number } }[];
    readonly openPages: number;
    readonly exceptedPages: number;
    readonly endingExceptions: number;
  };
  readonly keys: Readonly<Record<'leaked' | 'refused' | 'expiring', readonly unknown[]>>;
}

/** How often each condition is true now. */
export function countConditions(facts: ConditionFacts): Readonly<Record<Condition, number>> {
  const { site, keys, closedSpaces, exposure } = facts;
  return {
    license: facts.isLicenseInactive === true ? 1 : 0,
    late: lateIn(facts.schedules, facts.runs.late).length,
    failed: facts.failedParts.length,
    undelivered: facts.undelivered.length,
    leaked: keys.leaked.length,
    'open-to-anyone': exposure.openPages,
    critical: site.open.critical,
    'below-required': site.belowRequired,
    'over-exposed': Math.max(
      0,
      exposure.levels.reduce((sum, { pages }) => sum + (pages?.over ?? 0), -exposure.exceptedPages),
    ),
    weakened: facts.weakenedSpaces,
    'closed-spaces': closedSpaces === undefined ? 0 : closedSpaces.spaces.length + closedSpaces.more,
    'forbidden-native-levels': facts.forbiddenNativeLevels?.count ?? 0,
    'outside-of-file': facts.outsideOfFile?.changes ?? 0,
    refused: keys.refused.length,
    expiring: keys.expiring.length,
    'exception-ending': exposure.endingExceptions,
    unclassified: site.byLevel['none'] ?? 0,
    outdated: site.coverage.outdated,
    'not-scanned': site.coverage.notScanned,
    'not-visible': site.coverage.notVisible,
  };
}
