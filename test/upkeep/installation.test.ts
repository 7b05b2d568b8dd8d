import type { Fault } from '../../local/forge/faults';
import { openSite, type Site } from '../support/site';
import { everythingStored, rowOf, rowsOf } from '../support/stored-rows';

/** Each version of the app starts with its own work, once, whatever the platform reports how often and in which order. */

const PROPERTY = '/wiki/api/v2/app/properties/pgcls_surfaces';

let site: Site;
beforeEach(() => {
  site = openSite();
});
afterEach(() => site.close());

const settle = () => site.host.background.settle();
const installation = () => rowOf(site, 'config', 'installation')['value'];
const events = () =>
  rowsOf(site, 'audit')
    .map(({ value }) => value['type'])
    .filter((type) => String(type).startsWith('app.'));
const report = (version: string) =>
  site.host.background.publish({ eventType: 'avi:forge:upgraded:app', app: { version }, upgraderAccountId: 'someone' });

it('an installation is recorded once, without the account that installed the app', async () => {
  site.host.lifecycle.install();
  await settle();
  site.host.lifecycle.install();
  await settle();
  expect(installation()).toMatchObject({ appVersion: '1.0.0', preparedVersion: '1.0.0' });
  expect(events()).toEqual(['app.installed']);
  const admin = site.host.confluence.accountIdOf('admin@example.com') ?? '';
  expect(JSON.stringify(everythingStored(site))).not.toContain(admin);
});

it('a new site has the default levels', async () => {
  site.host.lifecycle.install();
  await settle();
  const { value } = await site.admin('listLevels', {});
  expect(value.levels.map(({ name }: { name: string }) => name)).toEqual([
    'Highly Restricted',
    'Restricted',
    'Internal',
    'Public',
  ]);
});

it('an update is recorded once; a late event of an earlier version changes nothing', async () => {
  site.host.lifecycle.install();
  report('1.10.0');
  report('1.9.0');
  report('1.10.0');
  await settle();
  expect(installation()).toMatchObject({ appVersion: '1.10.0', preparedVersion: '1.10.0' });
  expect(events().sort()).toEqual(['app.installed', 'app.upgraded']);
});

const fiveMinutes = async () => (await site.host.background.runSchedule('every-five-minutes')).outcome;
const tasks = () => site.host.background.pending().flatMap(({ body }) => ('task' in body ? [body['task']] : []));

it('a minor version, which no event reports, starts its work with the next five-minute trigger, once', async () => {
  site.host.lifecycle.install();
  await settle();
  await fiveMinutes();
  await settle();
  const before = tasks();
  site.host.lifecycle.upgrade();
  expect(await settle()).toEqual([]);
  expect(installation()).toMatchObject({ appVersion: '1.0.0' });
  expect([await fiveMinutes(), await fiveMinutes()]).toEqual([204, 204]);
  expect(installation()).toMatchObject({ appVersion: '1.1.0', preparedVersion: '1.1.0' });
  expect(events().sort()).toEqual(['app.installed', 'app.upgraded']);
  expect(tasks().toSorted()).toEqual([...before, 'configuration', 'later', 'now'].toSorted());
});

it('a major version is reported with the account that upgraded the app', async () => {
  site.host.lifecycle.install();
  await settle();
  site.host.lifecycle.upgrade('2.0.0');
  const [{ body } = { body: {} }] = site.host.background.pending().filter(({ kind }) => kind === 'product');
  expect(body).toMatchObject({ upgraderAccountId: site.host.confluence.accountIdOf('admin@example.com') });
  expect(body).not.toHaveProperty('installerAccountId');
  await settle();
  expect(installation()).toMatchObject({ appVersion: '2.0.0', preparedVersion: '2.0.0' });
});

it('an event that arrives after the five-minute trigger still proves that the platform sends it', async () => {
  const answers = () => JSON.stringify(rowsOf(site, 'probe'));
  await fiveMinutes();
  expect(answers()).not.toContain('installed-event');
  site.host.lifecycle.install();
  await settle();
  expect(answers()).toContain('installed-event');
  expect(events()).toEqual(['app.installed']);
});

it('switches that an earlier installation left are removed, and those of this one stay', async () => {
  const app = { kind: 'app' } as const;
  const put = () =>
    site.host.confluence.handle(
      new Request(`http://127.0.0.1:8080${PROPERTY}`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ byline: 'off', banner: 'off', menus: 'off' }),
      }),
      app,
    );
  const status = async () =>
    (await site.host.confluence.handle(new Request(`http://127.0.0.1:8080${PROPERTY}`), app)).status;
  await put();
  site.host.lifecycle.install();
  await settle();
  expect(await status()).toBe(404);

  const { value } = await site.admin('listLevels', {});
  const surfaces = { byline: false, banner: false, menus: false, bylineNames: 'mirror' };
  await site.admin('changeSurfaceSettings', { revision: value.revision, surfaces });
  await settle();
  const changed = await status();
  report('1.1.0');
  await settle();
  expect(await status()).toBe(changed);
});

it('a malformed event is dropped', async () => {
  site.host.background.publish({ eventType: 'avi:forge:installed:app', app: { version: { $ne: 1 } } });
  expect((await settle()).map(({ outcome }) => outcome)).toEqual(['done']);
  expect(rowsOf(site, 'config')).toEqual([]);
});

it('whatever call fails, the event is delivered again and the work is done once', async () => {
  const faults: readonly Omit<Fault, 'times'>[] = [
    { target: 'kvs', status: 503 },
    { target: 'kvs', after: true },
    { target: 'confluence', status: 503 },
    { target: 'gateway', status: 500 },
  ];
  for (const fault of faults) {
    for (let calls = 0; calls < 12; calls += 1) {
      const now = { at: new Date('2026-03-10T12:00:00.000Z') };
      const other = openSite({ now: () => now.at });
      try {
        if (calls > 0) other.host.faults.add({ target: fault.target, times: calls });
        other.host.faults.add({ ...fault, times: 1 });
        other.host.lifecycle.install();
        for (let attempt = 0; attempt < 4; attempt += 1) {
          await other.host.background.settle();
          now.at = new Date(now.at.getTime() + 120_000);
        }
        expect({ fault, calls, row: rowOf(other, 'config', 'installation')['value'] }).toMatchObject({
          row: { appVersion: '1.0.0', preparedVersion: '1.0.0' },
        });
        expect(rowsOf(other, 'audit', 'app.installed')).toHaveLength(1);
      } finally {
        other.close();
      }
    }
  }
});
