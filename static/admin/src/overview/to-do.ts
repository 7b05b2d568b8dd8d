import {
  type AlertRule,
  type Condition,
  CONDITIONS,
  countConditions,
  RULE_NAMES,
} from '../../../../src/alerts/conditions';
import type { Overview } from '../../../../src/admin/site/overview';
import { daysLeft, formatDaysAhead, formatAgo, formatMoment } from '../dates';
import type { Query } from '../address-part';
import type { PageName } from '../navigation';
import { pagesQuery } from '../pages/filter';
import { texts } from '../texts';
import { COVERAGE_LISTS } from './lists';
import { boundOf, NO_LEVEL, percentOf } from './numbers';

/**
 * The tasks that the numbers of the overview ask for, the most important first. src/alerts/conditions.ts defines them, and alerts are
 * sent for some.
 */

export interface ToDo {
  readonly id: string;
  readonly condition: Condition;
  /** `problem`: something does not work. `warning`: a risk. `task`: work to plan. */
  readonly kind: 'problem' | 'warning' | 'task';
  readonly title: string;
  readonly body: string;
  readonly action: string;
  readonly page: PageName;
  readonly query?: Query;
  /** The number of pages that an admin can accept as not visible to the app. Omitted: the task can only be done. */
  readonly acceptable?: number;
}

/** A task as its condition creates it. */
type Task = Omit<ToDo, 'condition'>;

interface Facts {
  readonly overview: Overview;
  /** How often the condition is true. At least 1. */
  readonly count: number;
  readonly now: Date;
  readonly acceptedHidden: number;
}

/** The list of each alert, to which its comment and its task lead. */
export const LISTS: Readonly<Record<AlertRule, Pick<ToDo, 'page' | 'query'>>> = {
  critical: { page: 'detections', query: { severity: 'critical' } },
  leaked: { page: 'keys' },
  'below-required': { page: 'pages', query: pagesQuery({ below: true }) },
  weakened: { page: 'spaces', query: { with: 'weaker' } },
  expiring: { page: 'keys' },
  late: { page: 'runs' },
  failed: { page: 'siteCheck' },
  'over-exposed': { page: 'exposure' },
  'open-to-anyone': { page: 'exposure', query: { reason: 'anonymous' } },
  'exception-ending': { page: 'exposure', query: { section: 'exposure-exceptions' } },
};

/** The keys that the list shows. */
const NAMED_KEYS = 3;

export function toDosOf(overview: Overview, now = new Date(), acceptedHidden = 0): readonly ToDo[] {
  const counts = countConditions(overview);
  const toDos = CONDITIONS.flatMap((condition) => {
    const count = counts[condition];
    const tasks = count === 0 ? [] : TASKS[condition]({ overview, count, now, acceptedHidden });
    return tasks.map((task): ToDo => ({ ...task, condition }));
  });
  return overview.keys.isComplete ? toDos : [...toDos, { ...uncheckedKeys(), condition: 'refused' }];
}

const { toDo: t } = texts.overview;
const { actions } = t;

/** The tasks of each condition that is true. */
const TASKS: Readonly<Record<Condition, (facts: Facts) => readonly Task[]>> = {
  license: () => [
    {
      id: 'license',
      kind: 'problem',
      title: t.noLicense,
      body: t.noLicenseBody,
      action: actions.siteCheck,
      page: 'siteCheck',
    },
  ],
  late: ({ overview: { schedules, runs }, now }) => [
    ...schedules
      .filter(({ isLate }) => isLate)
      .map(({ name, lastRunAt }): Task => ({
        id: name,
        kind: 'problem',
        title: t.late(t.schedules[name]),
        body: lastRunAt === null ? t.neverRan : t.lateBody(formatAgo(lastRunAt, now)),
        action: actions.runs,
        ...LISTS.late,
      })),
    ...some(runs.late, (count) => ({
      id: 'stuck',
      kind: 'problem',
      title: t.stuck(count),
      body: t.stuckBody,
      action: actions.runs,
      ...LISTS.late,
    })),
  ],
  failed: ({ overview: { failedParts } }) =>
    failedParts.map(({ part, since, nextAttemptAt }): Task => ({
      id: `failed-${part}`,
      kind: 'problem',
      title: t.failedPart(t.parts[part]),
      body: t.failedPartBody(formatMoment(since), formatMoment(nextAttemptAt)),
      action: actions.siteCheck,
      ...LISTS.failed,
    })),
  undelivered: ({ overview: { undelivered } }) => [
    {
      id: 'undelivered',
      kind: 'problem',
      title: t.undelivered(undelivered.map((name) => RULE_NAMES[name])),
      body: t.undeliveredBody,
      action: actions.alerts,
      page: 'alerts',
    },
  ],
  leaked: ({ overview: { keys }, now }) => [
    ...keys.leaked.slice(0, NAMED_KEYS).map(({ keyId, name, at }): Task => ({
      id: `leaked-${keyId}`,
      kind: 'problem',
      title: t.leaked(name ?? keyId),
      body: t.leakedBody(formatAgo(at, now)),
      action: actions.key,
      page: 'keys',
      query: { dialog: 'leak', keyId },
    })),
    ...some(keys.leaked.length - NAMED_KEYS, (count) => ({
      id: 'leaked',
      kind: 'problem',
      title: t.moreLeaked(count),
      body: t.moreLeakedBody,
      action: actions.keys,
      ...LISTS.leaked,
    })),
  ],
  critical: ({ count }) => [
    {
      id: 'critical',
      kind: 'problem',
      title: t.critical(count),
      body: t.criticalBody,
      action: actions.findings,
      ...LISTS.critical,
    },
  ],
  'below-required': ({ count }) => [
    {
      id: 'below-required',
      kind: 'warning',
      title: t.belowRequired(count),
      body: t.belowRequiredBody,
      action: actions.pages,
      ...LISTS['below-required'],
    },
  ],
  'open-to-anyone': ({ count }) => [
    {
      id: 'open-to-anyone',
      kind: 'problem',
      title: t.openToAnyone(count),
      body: t.openToAnyoneBody,
      action: actions.exposure,
      ...LISTS['open-to-anyone'],
    },
  ],
  'over-exposed': ({ count }) => [
    {
      id: 'over-exposed',
      kind: 'warning',
      title: t.overExposed(count),
      body: t.overExposedBody,
      action: actions.exposure,
      ...LISTS['over-exposed'],
    },
  ],
  'exception-ending': ({ count }) => [
    {
      id: 'exception-ending',
      kind: 'warning',
      title: t.exceptionEnding(count),
      body: t.exceptionEndingBody,
      action: actions.exposure,
      ...LISTS['exception-ending'],
    },
  ],
  weakened: ({ count }) => [
    {
      id: 'weakened',
      kind: 'warning',
      title: t.weakened(count),
      body: t.weakenedBody,
      action: actions.spaces,
      ...LISTS.weakened,
    },
  ],
  'closed-spaces': closedSpaces,
  'forbidden-native-levels': forbiddenNativeLevels,
  'outside-of-file': ({ overview: { outsideOfFile }, count }) => [
    {
      id: 'outside-of-file',
      kind: 'warning',
      title: t.outsideOfFile(formatMoment(outsideOfFile?.since ?? ''), count),
      body: t.outsideOfFileBody,
      action: actions.auditLog,
      page: 'audit',
    },
  ],
  refused: refusedKeys,
  expiring: expiringKeys,
  unclassified: ({ overview: { site }, count }) => [
    {
      id: 'unclassified',
      kind: 'task',
      title: t.unclassified(count, percentOf(count, site.pages, boundOf(NO_LEVEL, site))),
      body: t.unclassifiedBody,
      action: actions.pages,
      page: 'pages',
      query: pagesQuery({ level: NO_LEVEL }),
    },
  ],
  outdated: ({ count }) => [
    {
      id: 'outdated',
      kind: 'task',
      title: t.outdated(count),
      body: t.outdatedBody,
      action: actions.scan,
      page: 'scans',
      query: COVERAGE_LISTS.outdated,
    },
  ],
  'not-scanned': ({ count }) => [
    {
      id: 'not-scanned',
      kind: 'task',
      title: t.notScanned(count),
      body: t.notScannedBody,
      action: actions.scan,
      page: 'scans',
      query: COVERAGE_LISTS.notScanned,
    },
  ],
  'not-visible': ({ count, acceptedHidden }) =>
    some(count > acceptedHidden ? count : 0, () => ({
      id: 'not-visible',
      kind: 'task',
      title: t.notVisible(count),
      body: t.notVisibleBody,
      action: actions.pages,
      page: 'pages',
      query: pagesQuery({ coverage: 'notVisible' }),
      acceptable: count,
    })),
};

function closedSpaces({ overview: { closedSpaces: closed }, count }: Facts): readonly Task[] {
  const { spaces, more } = closed ?? { spaces: [], more: 0 };
  const names = spaces.map(({ name, key }) => `${name} (${key})`);
  return [
    {
      id: 'closed-spaces',
      kind: 'warning',
      title: t.closedSpaces(count),
      body: t.closedSpacesBody(names, more),
      action: actions.siteCheck,
      page: 'siteCheck',
    },
  ];
}

function forbiddenNativeLevels({ overview: { forbiddenNativeLevels: forbidden }, count }: Facts): readonly Task[] {
  return [
    {
      id: 'forbidden-native-levels',
      kind: 'warning',
      title: t.forbiddenNativeLevels(count),
      body: t.forbiddenNativeLevelsBody(formatMoment(forbidden?.at ?? '')),
      action: actions.pages,
      page: 'pages',
      query: pagesQuery({ forbidden: true }),
    },
  ];
}

function refusedKeys({ overview: { keys }, now }: Facts): readonly Task[] {
  const { refused } = keys;
  return [
    ...refused.slice(0, NAMED_KEYS).map(({ keyId, name, at }): Task => ({
      id: `refused-${keyId}`,
      kind: 'warning',
      title: t.refused(name ?? keyId),
      body: t.refusedBody(formatAgo(at, now)),
      action: actions.key,
      page: 'keys',
      query: { keyId },
    })),
    ...some(refused.length - NAMED_KEYS, (count) => ({
      id: 'refused',
      kind: 'warning',
      title: t.moreRefused(count),
      body: t.moreRefusedBody,
      action: actions.keys,
      page: 'keys',
    })),
  ];
}

function uncheckedKeys(): Task {
  return {
    id: 'unchecked-keys',
    kind: 'task',
    title: t.uncheckedKeys,
    body: t.uncheckedKeysBody,
    action: actions.keys,
    page: 'keys',
  };
}

function expiringKeys({ overview: { keys }, now }: Facts): readonly Task[] {
  const { expiring } = keys;
  return [
    ...expiring.slice(0, NAMED_KEYS).map(({ keyId, name, expiresAt }): Task => ({
      id: `expiring-${keyId}`,
      kind: 'warning',
      title: t.expiring(name, formatDaysAhead(daysLeft(expiresAt, now))),
      body: t.expiringBody,
      action: actions.key,
      page: 'keys',
      query: { keyId },
    })),
    ...some(expiring.length - NAMED_KEYS, (count) => ({
      id: 'expiring',
      kind: 'warning',
      title: t.moreExpiring(count),
      body: t.expiringBody,
      action: actions.keys,
      page: 'keys',
    })),
  ];
}

function some(count: number, make: (count: number) => Task): readonly Task[] {
  return count > 0 ? [make(count)] : [];
}
