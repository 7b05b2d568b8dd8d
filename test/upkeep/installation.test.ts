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
