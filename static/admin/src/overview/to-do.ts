import type { Overview } from '../../../../src/admin/site/overview';
import { daysLeft, formatDaysAhead, formatAgo, formatMoment } from '../dates';
import type { Query } from '../address-part';
import type { PageName } from '../navigation';
import { COVERAGE_LISTS } from './lists';
import { pagesQuery } from '../pages/filter';
import { texts } from '../texts';
import { boundOf, NO_LEVEL, percentOf, unclassified } from './numbers';

/** The tasks that the numbers of the overview ask for, the most important first. */

export interface ToDo {
  readonly id: string;
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

/** The keys that the list shows. */
const NAMED_KEYS = 3;

export function toDosOf(overview: Overview, now = new Date(), acceptedHidden = 0): readonly ToDo[] {
  const { site } = overview;
  const { toDo: t } = texts.overview;
  const { actions } = t;
  const { critical } = site.open;
  const withoutLevel = unclassified(site);
  return [
    ...endedLicense(overview),
    ...overview.schedules
      .filter(({ isLate }) => isLate)
      .map(({ name, lastRunAt }): ToDo => ({
        id: name,
        kind: 'problem',
        title: t.late(t.schedules[name]),
        body: lastRunAt === null ? t.neverRan : t.lateBody(formatAgo(lastRunAt, now)),
        action: actions.runs,
        page: 'runs',
      })),
    ...overview.failedParts.map(({ part, since, nextAttemptAt }): ToDo => ({
      id: `failed-${part}`,
      kind: 'problem',
      title: t.failedPart(t.parts[part]),
      body: t.failedPartBody(formatMoment(since), formatMoment(nextAttemptAt)),
      action: actions.siteCheck,
      page: 'siteCheck',
    })),
    ...some(overview.runs.late, (count) => ({
      id: 'stuck',
      kind: 'problem',
      title: t.stuck(count),
      body: t.stuckBody,
      action: actions.runs,
      page: 'runs',
    })),
    ...some(critical, (count) => ({
      id: 'critical',
      kind: 'problem',
      title: t.critical(count),
      body: t.criticalBody,
      action: actions.findings,
      page: 'detections',
      query: { severity: 'critical' },
    })),
    ...belowRequired(overview),
    ...closedSpaces(overview),
    ...forbiddenNativeLevels(overview),
    ...refusedKeys(overview, now),
    ...expiringKeys(overview, now),
    ...some(withoutLevel, (count) => ({
      id: 'unclassified',
      kind: 'task',
      title: t.unclassified(count, percentOf(count, site.pages, boundOf(NO_LEVEL, site))),
      body: t.unclassifiedBody,
      action: actions.pages,
      page: 'pages',
      query: pagesQuery({ level: NO_LEVEL }),
    })),
    ...coverageToDos(site, acceptedHidden),
  ];
}

function coverageToDos({ coverage }: Overview['site'], acceptedHidden: number): readonly ToDo[] {
  const { toDo: t } = texts.overview;
  const { actions } = t;
  const { outdated, notScanned, notVisible } = coverage;
  return [
    ...some(outdated, (count) => ({
      id: 'outdated',
      kind: 'task',
      title: t.outdated(count),
      body: t.outdatedBody,
      action: actions.scan,
      page: 'scans',
      query: COVERAGE_LISTS.outdated,
    })),
    ...some(notScanned, (count) => ({
      id: 'not-scanned',
      kind: 'task',
      title: t.notScanned(count),
      body: t.notScannedBody,
      action: actions.scan,
      page: 'scans',
      query: COVERAGE_LISTS.notScanned,
    })),
    ...some(notVisible > acceptedHidden ? notVisible : 0, (count) => ({
      id: 'not-visible',
      kind: 'task',
      title: t.notVisible(count),
      body: t.notVisibleBody,
      action: actions.pages,
      page: 'pages',
      query: pagesQuery({ coverage: 'notVisible' }),
      acceptable: count,
    })),
  ];
}

function endedLicense({ isLicenseInactive }: Overview): readonly ToDo[] {
  if (isLicenseInactive !== true) return [];
  const { noLicense: title, noLicenseBody: body, actions } = texts.overview.toDo;
  return [{ id: 'license', kind: 'problem', title, body, action: actions.siteCheck, page: 'siteCheck' }];
}

function belowRequired({ site }: Overview): readonly ToDo[] {
  const { toDo: t } = texts.overview;
  return some(site.belowRequired, (count) => ({
    id: 'below-required',
    kind: 'warning',
    title: t.belowRequired(count),
    body: t.belowRequiredBody,
    action: t.actions.pages,
    page: 'pages',
    query: pagesQuery({ below: true }),
  }));
}

function closedSpaces({ closedSpaces: closed }: Overview): readonly ToDo[] {
  if (closed === undefined) return [];
  const { toDo: t } = texts.overview;
  const names = closed.spaces.map(({ name, key }) => `${name} (${key})`);
  return [
    {
      id: 'closed-spaces',
      kind: 'warning',
      title: t.closedSpaces(names.length + closed.more),
      body: t.closedSpacesBody(names, closed.more),
      action: t.actions.siteCheck,
      page: 'siteCheck',
    },
  ];
}

function forbiddenNativeLevels({ forbiddenNativeLevels: forbidden }: Overview): readonly ToDo[] {
  const { toDo: t } = texts.overview;
  return some(forbidden?.count ?? 0, (count) => ({
    id: 'forbidden-native-levels',
    kind: 'warning',
    title: t.forbiddenNativeLevels(count),
    body: t.forbiddenNativeLevelsBody(formatMoment(forbidden?.at ?? '')),
    action: t.actions.pages,
    page: 'pages',
    query: pagesQuery({ forbidden: true }),
  }));
}

function refusedKeys({ keys: { refused, isComplete } }: Overview, now: Date): readonly ToDo[] {
  const { toDo: t } = texts.overview;
  return [
    ...refused.slice(0, NAMED_KEYS).map(({ keyId, name, at }): ToDo => ({
      id: `refused-${keyId}`,
      kind: 'warning',
      title: t.refused(name ?? keyId),
      body: t.refusedBody(formatAgo(at, now)),
      action: t.actions.key,
      page: 'keys',
      query: { keyId },
    })),
    ...some(refused.length - NAMED_KEYS, (count) => ({
      id: 'refused',
      kind: 'warning',
      title: t.moreRefused(count),
      body: t.moreRefusedBody,
      action: t.actions.keys,
      page: 'keys',
    })),
    ...(isComplete ? [] : [uncheckedKeys()]),
  ];
}

function uncheckedKeys(): ToDo {
  const { toDo: t } = texts.overview;
  return {
    id: 'unchecked-keys',
    kind: 'task',
    title: t.uncheckedKeys,
    body: t.uncheckedKeysBody,
    action: t.actions.keys,
    page: 'keys',
  };
}

function expiringKeys({ keys: { expiring } }: Overview, now: Date): readonly ToDo[] {
  const { toDo: t } = texts.overview;
  return [
    ...expiring.slice(0, NAMED_KEYS).map(({ keyId, name, expiresAt }): ToDo => ({
      id: `expiring-${keyId}`,
      kind: 'warning',
      title: t.expiring(name, formatDaysAhead(daysLeft(expiresAt, now))),
      body: t.expiringBody,
      action: t.actions.key,
      page: 'keys',
      query: { keyId },
    })),
    ...some(expiring.length - NAMED_KEYS, (count) => ({
      id: 'expiring',
      kind: 'warning',
      title: t.moreExpiring(count),
      body: t.expiringBody,
      action: t.actions.keys,
      page: 'keys',
    })),
  ];
}

function some(count: number, make: (count: number) => ToDo): readonly ToDo[] {
  return count > 0 ? [make(count)] : [];
}
