import { DEMO_PAGES } from '../../local/demo';
import type { PlatformSwitch } from '../../local/forge/assumptions';
import { ADMIN_CONTRACT } from '../../src/admin/contract';
import { parseLicense } from '../../src/capabilities/license';
import { SURFACE_CONTRACT } from '../../src/surfaces/contract';
import { ACTION_EFFECTS } from '../actions/all-actions';
import { bodyFor, firstLevel, routeRequests, withRequired } from '../rest/route-requests';
import { openSite, type Site } from '../support/site';
import { rowOf, rowsOf } from '../support/stored-rows';

/** Without a license, reading works and changes are refused. Each operation of each door declares its effect. */

const CODE = 'APP_LICENSE_INACTIVE';
const DAY_MS = 86_400_000;

let now: Date;
let assumptions: Set<PlatformSwitch>;
let site: Site;
beforeEach(() => {
  now = new Date('2026-03-10T12:00:00.000Z');
  assumptions = new Set();
  site = openSite({ now: () => now, assumptions });
});
afterEach(() => site.close());

const fiveMinutes = () => site.host.background.runSchedule('every-five-minutes');
const wait = (ms: number) => (now = new Date(now.getTime() + ms));

/** The license has ended, and the app knows it. */
async function loseLicense(): Promise<void> {
  assumptions.add('no-license');
  await fiveMinutes();
}

it('these tests run every action of the manifest', () => {
  expect(Object.keys(ACTION_EFFECTS).sort()).toEqual(site.host.manifest.actions.map(({ key }) => key).sort());
});

describe('without a license', () => {
  it('the API refuses exactly the changes, before they have an effect', async () => {
    const { key } = await site.createKey({ detectionScope: 'manage' });
    const level = await firstLevel(site, key);
    await loseLicense();
    const changes = () => ['page-level', 'config', 'job', 'detection'].map((entity) => rowsOf(site, entity));
    const before = changes();
    for (const request of routeRequests()) {
      const body = bodyFor(request, level);
      const options = withRequired(request, { key, ...(body === undefined ? {} : { body }) });
      const answer = await site.rest(request.method, request.path, options);
      const { route } = request;
      const { operationId } = route;
      const isRefused = answer.body?.code === CODE;
      expect({ operationId, isRefused }).toEqual({
        operationId,
        isRefused: 'effect' in route && route.effect === 'change',
      });
      if (isRefused) expect(answer.status).toBe(402);
    }
    expect(changes()).toEqual(before);
  });

  it('the admin area refuses exactly the changes', async () => {
    assumptions.add('no-license');
    for (const [operation, { effect }] of Object.entries(ADMIN_CONTRACT)) {
      const { error } = await site.admin(operation, {});
      const isRefused = error?.code === CODE;
      expect({ operation, isRefused }).toEqual({ operation, isRefused: effect === 'change' });
      if (isRefused) expect(error.message).toMatch(/no active license/);
    }
  });

  it('the admin area says first that a person is no site admin', async () => {
    assumptions.add('no-license');
    expect(await site.admin('createLevel', {}, 'viewer@example.com')).toMatchObject({
      error: { code: 'NOT_SITE_ADMIN' },
    });
  });

  it('the popup shows the page, says that nothing can be changed, and offers no change', async () => {
    const open = () => site.surface('level-byline', 'openPopup', {}, { pageId: DEMO_PAGES.officeGuide });
    const offered = (await open()).value;
    expect(offered).not.toHaveProperty('isLicenseInactive');
    assumptions.add('no-license');
    expect((await open()).value).toEqual({
      ...Object(offered),
      may: { exclude: false, redact: false },
      isLicenseInactive: true,
    });
  });

  it('the frames refuse exactly the changes', async () => {
    assumptions.add('no-license');
    for (const [operation, { effect }] of Object.entries(SURFACE_CONTRACT)) {
      const { error } = await site.surface('level-byline', operation, {}, { pageId: DEMO_PAGES.officeGuide });
      const isRefused = error?.code === CODE;
      expect({ operation, isRefused }).toEqual({ operation, isRefused: effect === 'change' });
    }
  });

  it('the actions refuse exactly the changes', async () => {
    await loseLicense();
    const inputs = { pageId: DEMO_PAGES.officeGuide, level: 'Public' };
    for (const [action, effect] of Object.entries(ACTION_EFFECTS)) {
      const { errors } = await site.action(action, inputs);
      const isRefused = /no active license/.test(errors?.[0]?.message ?? '');
      expect({ action, isRefused }).toEqual({ action, isRefused: effect === 'change' });
    }
  });

  it('a request that had its effect before still returns its response to a retry', async () => {
    const { key } = await site.createKey();
    const { levelId } = await firstLevel(site, key);
    const request = { pageId: DEMO_PAGES.officeGuide, levelId };
    const headers = { 'Idempotency-Key': 'before-the-end' };
    const first = await site.rest('POST', '/v1/page-level', { key, body: request, headers });
    await loseLicense();
    const again = await site.rest('POST', '/v1/page-level', { key, body: request, headers });
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    const other = { key, body: request, headers: { 'Idempotency-Key': 'after-the-end' } };
    expect((await site.rest('POST', '/v1/page-level', other)).status).toBe(402);
    assumptions.delete('no-license');
    wait(5 * 60_000);
    await fiveMinutes();
    expect((await site.rest('POST', '/v1/page-level', other)).status).toBe(201);
  });

  it('keys can be revoked, and the audit log can be exported', async () => {
    const { keyId } = await site.createKey();
    assumptions.add('no-license');
    expect(await site.admin('revokeKey', { keyId })).toMatchObject({ ok: true });
    expect(await site.admin('exportAudit', {})).toMatchObject({ ok: true });
  });
});

describe('on a site for which the platform finds no license', () => {
  it('every door refuses changes in production, and the popup says why', async () => {
    const { key } = await site.createKey();
    const { levelId } = await firstLevel(site, key);
    assumptions.add('license-not-found');
    await fiveMinutes();
    expect(rowOf(site, 'config', 'license')).toMatchObject({ value: { license: 'inactive' } });
    const pageId = DEMO_PAGES.officeGuide;
    const level = { level: { levelId }, revision: 'absent' };
    const refused = { error: { code: CODE } };
    expect(await site.admin('createLevel', {})).toMatchObject(refused);
    expect(await site.surface('level-byline', 'setLevel', level, { pageId })).toMatchObject(refused);
    const answer = await site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId } });
    expect(answer.status).toBe(402);
    const { value } = await site.surface('level-byline', 'openPopup', {}, { pageId });
    expect(value).toMatchObject({ isLicenseInactive: true });
  });

  it('nothing is limited in development, where no app has a license', async () => {
    const result = { appId: 'app', error: { type: 'NOT_FOUND', message: 'No license found' } };
    const body = JSON.stringify({ results: [result] });
    site.host.faults.add({ target: 'gateway', match: '/license', status: 200, body, times: 1 });
    await fiveMinutes();
    expect(rowOf(site, 'config', 'license')).toMatchObject({ value: { license: 'unknown' } });
  });

  it('another error is no answer', async () => {
    assumptions.add('license-not-found');
    const body = JSON.stringify({ results: [{ appId: 'app', error: { type: 'INTERNAL', message: 'Failed' } }] });
    site.host.faults.add({ target: 'gateway', match: '/license', status: 200, body, times: 1 });
    await fiveMinutes();
    expect(rowOf(site, 'config', 'license')?.['value']).not.toHaveProperty('answeredAt');
  });
});

describe('the stored license', () => {
  it('is found at the path that Atlassian documented before', async () => {
    assumptions.add('old-license-path');
    await loseLicense();
    expect(rowOf(site, 'config', 'license')).toMatchObject({ value: { license: 'inactive' } });
  });

  const calls = () =>
    site.host.background.recent
      .flatMap(({ id }) => site.host.traces.find(id)?.calls ?? [])
      .filter(({ path }) => path.includes('/license')).length;

  it('is asked for once an hour, and every five minutes while there is none', async () => {
    await fiveMinutes();
    await fiveMinutes();
    expect(calls()).toBe(1);
    for (let minutes = 5; minutes <= 60; minutes += 5) {
      wait(5 * 60_000);
      await fiveMinutes();
    }
    expect(calls()).toBe(2);
    assumptions.add('no-license');
    wait(60 * 60_000);
    await fiveMinutes();
    wait(5 * 60_000);
    await fiveMinutes();
    wait(60_000);
    await fiveMinutes();
    expect(calls()).toBe(4);
    expect(rowOf(site, 'config', 'license')).toMatchObject({ value: { license: 'inactive' } });
  });

  it('records each change once in the audit log', async () => {
    await loseLicense();
    wait(5 * 60_000);
    await fiveMinutes();
    assumptions.delete('no-license');
    wait(5 * 60_000);
    await fiveMinutes();
    const events = rowsOf(site, 'audit').map(({ value }) => value);
    expect(events.filter(({ type }) => type === 'app.license-changed').map(({ details }) => details)).toEqual(
      expect.arrayContaining([
        { before: { license: 'unknown' }, after: { license: 'inactive' } },
        { before: { license: 'inactive' }, after: { license: 'unknown' } },
      ]),
    );
    expect(events.filter(({ type }) => type === 'app.license-changed')).toHaveLength(2);
  });

  it('keeps the last answer while the platform does not answer, for a day', async () => {
    await loseLicense();
    const license = () => parseLicense({ value: rowOf(site, 'config', 'license') }, now);
    site.host.faults.add({ target: 'gateway', match: '/license', status: 500, times: 100 });
    for (let hours = 1; hours < 24; hours += 1) {
      wait(DAY_MS / 24);
      await fiveMinutes();
    }
    expect(license()).toBe('inactive');
    wait(DAY_MS / 24);
    expect(license()).toBe('unknown');
  });

  it('limits nothing if it cannot be read', () => {
    expect(parseLicense({ value: { v: 2 } }, now)).toBe('unknown');
    expect(parseLicense({ value: undefined }, now)).toBe('unknown');
  });
});
