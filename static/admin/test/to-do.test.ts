import './bridge';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlatformSwitch } from '../../../local/forge/assumptions';
import { ALERT_RULES, CONDITIONS, countConditions, RULE_NAMES } from '../../../src/alerts/conditions';
import type { AlertsView } from '../../../src/admin/site/alerts';
import type { Overview } from '../../../src/admin/site/overview';
import { done } from '../../../test/admin/ask';
import { openSite } from '../../../test/support/site';
import { putRow, rowOf } from '../../../test/support/stored-rows';
import { percentOf } from '../src/overview/numbers';
import { LISTS, toDosOf } from '../src/overview/to-do';
import { texts } from '../src/texts';

/** The tasks of the overview for a site whose license has ended, and whose organization closes a space to the app. */

it('the to-do list names the ended license first, and each closed space until it is open again', async () => {
  const assumptions = new Set<PlatformSwitch>(['no-license', 'closed-spaces']);
  const site = openSite({ assumptions });
  try {
    const read = async () => {
      await site.host.background.runSchedule('daily-key-expiry');
      await site.host.background.runSchedule('every-five-minutes');
      return toDosOf(await done<Overview>(site, 'getOverview', {}));
    };
    const [first, ...others] = await read();
    expect(first).toMatchObject({ kind: 'problem', title: 'The license of the app has ended', page: 'siteCheck' });
    expect(others.filter(({ id }) => id === 'closed-spaces')).toEqual([
      expect.objectContaining({
        kind: 'warning',
        title: '1 space is closed to the app',
        body: expect.stringMatching(
          /^A data security policy closes .+ \(HR\)\. The app can’t scan or classify pages there\.$/,
        ),
        page: 'siteCheck',
      }),
    ]);
    assumptions.clear();
    const ids = (await read()).map(({ id }) => id);
    expect(ids).not.toContain('closed-spaces');
  } finally {
    site.close();
  }
});

it('the to-do list names a part of the daily work that failed, since when, and when it is tried again, until it succeeds', async () => {
  const site = openSite();
  try {
    const toDos = async () => toDosOf(await done<Overview>(site, 'getOverview', {}));
    const daily = async () => {
      await site.host.background.runSchedule('daily-key-expiry');
      await site.host.background.settle();
    };
    // Nothing can be read from this row.
    await putRow(site, 'config', 'key-expiry', { v: 1, rev: 1, value: 'corrupt' });
    await daily();
    expect((await toDos()).filter(({ id }) => id.startsWith('failed-'))).toEqual([
      expect.objectContaining({
        id: 'failed-key-expiry',
        kind: 'problem',
        title: 'The notices of keys that expire failed',
        body: expect.stringMatching(
          /^It fails since .+\. The next attempt is on .+\. Other daily work is not affected\.$/,
        ),
      }),
    ]);
    // The removal began all the same.
    expect(rowOf(site, 'config', 'removal')).toBeDefined();
    await putRow(site, 'config', 'key-expiry', { v: 1, rev: 2, value: { time: '2026-11-01T00:00:00.000Z', key: '' } });
    await daily();
    expect((await toDos()).filter(({ id }) => id.startsWith('failed-'))).toEqual([]);
  } finally {
    site.close();
  }
});

it('the to-do list asks about pages that the app can’t view until an admin accepts their number, and again for more of them', async () => {
  const site = openSite();
  try {
    const overview = await done<Overview>(site, 'getOverview', {});
    const withHidden = (notVisible: number): Overview => ({
      ...overview,
      site: { ...overview.site, coverage: { ...overview.site.coverage, notVisible } },
    });
    const taskOf = (hidden: number, accepted: number) =>
      toDosOf(withHidden(hidden), new Date(), accepted).find(({ id }) => id === 'not-visible');
    expect(taskOf(3, 0)).toMatchObject({ acceptable: 3, page: 'pages', query: { coverage: 'notVisible' } });
    expect([taskOf(3, 3), taskOf(2, 3), taskOf(0, 0)]).toEqual([undefined, undefined, undefined]);
    expect(taskOf(4, 3)).toMatchObject({ acceptable: 4 });
  } finally {
    site.close();
  }
});

it('the to-do list rounds shares down, and calls nothing 100% that may be less', () => {
  const shares = [percentOf(31, 31), percentOf(996, 997), percentOf(1, 900), percentOf(0, 9)];
  expect(shares).toEqual(['100%', '99%', '<1%', '0%']);
});

it('the to-do list rounds an upper bound up and a lower bound down', () => {
  const atMost = ([37, 4, 377, 380] as const).map((count) => percentOf(count * 10, 3_800, 'atMost'));
  expect(atMost).toEqual(['≤ 10%', '≤ 2%', '<100%', '<100%']);
  const atLeast = ([34, 379, 0, 380] as const).map((count) => percentOf(count * 10, 3_800, 'atLeast'));
  expect(atLeast).toEqual(['≥ 8%', '≥ 99%', '≥ 0%', '100%']);
});

it('the conditions of the overview, the alerts, their texts and their guide are the same list', async () => {
  const site = openSite();
  try {
    const known = await done<Overview>(site, 'getOverview', {});
    const at = '2026-11-23T08:00:00.000Z';
    const key = { keyId: '0123456789abcdef', name: 'CI', at, expiresAt: at };
    const overview: Overview = {
      ...known,
      isLicenseInactive: true,
      schedules: [{ name: 'hourly-scans', lastRunAt: at, isLate: true }],
      failedParts: [{ part: 'removal', since: at, nextAttemptAt: at }],
      undelivered: ['leaked'],
      weakenedSpaces: 1,
      exposure: {
        ...known.exposure,
        ...{ openPages: 1, exceptedPages: 0, endingExceptions: 1 },
        levels: known.exposure.levels.slice(0, 1).map((level) => ({
          ...level,
          pages: { over: 1, within: 0, unknown: 0, notMeasuredYet: 0 },
        })),
      },
      closedSpaces: { spaces: [{ spaceId: '1', name: 'People', key: 'HR' }], more: 0 },
      forbiddenNativeLevels: { count: 1, at },
      outsideOfFile: { since: at, changes: 1 },
      keys: { leaked: [key], refused: [key], expiring: [key], isComplete: true },
      site: {
        ...known.site,
        byLevel: { none: 1 },
        open: { ...known.site.open, critical: 1 },
        belowRequired: 1,
        coverage: { ...known.site.coverage, outdated: 1, notScanned: 1, notVisible: 1 },
      },
    };
    const toDos = toDosOf(overview);
    expect(toDos.map(({ condition }) => condition)).toEqual([...CONDITIONS]);
    expect(Object.values(countConditions(overview))).toEqual(CONDITIONS.map(() => 1));
    // The task of a condition with an alert leads to the list of the alert.
    for (const name of ALERT_RULES)
      expect([name, toDos.find(({ condition }) => condition === name)?.page]).toEqual([name, LISTS[name].page]);
    const names = ALERT_RULES.map((name) => RULE_NAMES[name]);
    expect(Object.keys(texts.alerts.rules.descriptions)).toEqual([...ALERT_RULES]);
    const guide = readFileSync(join(__dirname, '../../../docs/alerts.md'), 'utf8');
    expect([...guide.matchAll(/^\| ([^|]+) \| (?!It counts|---)/gm)].map(([, name]) => name)).toEqual(names);
    const view = await done<AlertsView>(site, 'getAlerts', {});
    expect(Object.keys(view.rules)).toEqual([...ALERT_RULES]);
  } finally {
    site.close();
  }
});
