import * as z from 'zod';
import { DEMO_PAGES } from '../../local/demo';
import type { PlatformSwitch } from '../../local/forge/assumptions';
import { ADMIN_CONTRACT } from '../../src/admin/contract';
import { parseLicense } from '../../src/capabilities/license';
import type { FoundLicense } from '../../src/platform/license';
import { makeResolver } from '../../src/platform/resolver';
import type { SiteCheckView } from '../../src/admin/site/site-check';
import { SURFACE_CONTRACT } from '../../src/surfaces/contract';
import { done } from '../admin/ask';
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
let limits: string | undefined;
beforeEach(() => {
  now = new Date('2026-03-10T12:00:00.000Z');
  assumptions = new Set();
  limits = 'off';
  site = openSite({ now: () => now, assumptions, rateLimits: () => limits });
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

  it('the actions refuse exactly the changes, and charge nothing for them', async () => {
    await loseLicense();
    limits = undefined;
    const inputs = { pageId: DEMO_PAGES.officeGuide, level: 'Public' };
    for (const [action, effect] of Object.entries(ACTION_EFFECTS)) {
      const counted = rowsOf(site, 'rate-limit');
      const { errors } = await site.action(action, inputs);
      if (effect === 'change') expect(rowsOf(site, 'rate-limit')).toEqual(counted);
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

/** The answers that Atlassian's page of the License API names, and forms that it leaves open. */
const ENDED = { data: { active: false, type: 'commercial', isEvaluation: false } };
const ANSWERS: readonly (readonly [object, FoundLicense | 'no-answer'])[] = [
  [{ data: { active: true, type: 'commercial', isEvaluation: false, billingPeriod: 'ANNUAL' } }, 'active'],
  [{ data: { active: true, type: null, isEvaluation: true, trialEndDate: '2026-04-01T00:00:00.000Z' } }, 'trial'],
  [ENDED, 'ended'],
  [{ data: { active: false, type: null, isEvaluation: true } }, 'ended'],
  [{ data: {} }, 'none'],
  [{ data: null }, 'none'],
  [{ data: { active: null } }, 'none'],
  [{}, 'none'],
  [{ error: { type: 'NOT_FOUND', message: 'No license found for this app on the current site' } }, 'none'],
  [{ error: { type: 'INTERNAL', message: 'Failed' } }, 'no-answer'],
  [{ data: { active: 'yes' } }, 'no-answer'],
];
/** A 404 is another path, so the app asks twice. */
const NO_ANSWERS = [400, 403, 404, 429, 500];

const demand = (text: string | undefined) => {
  if (text === undefined) delete process.env['LICENSE_REQUIRED'];
  else process.env['LICENSE_REQUIRED'] = text;
};
afterEach(() => demand(undefined));

describe('with each answer of the platform', () => {
  /** `license-not-found`: the environment is production. */
  const meaningOf = (found: FoundLicense, isDemanded: boolean) =>
    ({ active: 'active', trial: 'active', ended: 'inactive', none: isDemanded ? 'inactive' : 'unknown' })[found];

  it.each<[string | undefined, boolean, boolean]>([
    [undefined, true, false],
    ['false', true, false],
    ['true', true, true],
    ['yes', true, true],
    ['true', false, false],
    [undefined, false, false],
  ])(
    'the stored license follows the decision of the vendor: %s, in production: %s',
    async (text, isInProduction, isDemanded) => {
      demand(text);
      if (isInProduction) assumptions.add('license-not-found');
      await fiveMinutes();
      for (const [result, found] of ANSWERS) {
        const before = rowOf(site, 'config', 'license')['value'];
        wait(3_600_000);
        const body = JSON.stringify({ results: [{ appId: 'app', ...result }] });
        site.host.faults.add({ target: 'gateway', match: '/license', status: 200, body, times: 1 });
        await fiveMinutes();
        const after = rowOf(site, 'config', 'license')['value'];
        const askedAt = now.toISOString();
        if (found === 'no-answer') expect([result, after]).toEqual([result, { ...Object(before), askedAt }]);
        else {
          const license = meaningOf(found, isDemanded);
          expect([result, after]).toMatchObject([result, { license, found, answeredAt: askedAt }]);
        }
      }
      for (const status of NO_ANSWERS) {
        const { license } = z.object({ license: z.string() }).parse(rowOf(site, 'config', 'license')['value']);
        wait(3_600_000);
        site.host.faults.add({ target: 'gateway', match: '/license', status, times: status === 404 ? 2 : 1 });
        await fiveMinutes();
        const value = { license, askedAt: now.toISOString() };
        expect([status, rowOf(site, 'config', 'license')]).toMatchObject([status, { value }]);
      }
    },
  );

  it('a call of a person follows the license in its context, and without one the stored license', async () => {
    const read = makeResolver({
      read: (_, { isAppLicensed = 'stored' }) => Promise.resolve({ isAppLicensed }),
    });
    // Outside of an invocation, the environment counts as production.
    const askWith = (license: unknown) => read({ call: { functionKey: 'read' }, context: {} }, { license } as never);
    const licenses = [{ active: true }, { active: true, isEvaluation: true }, { active: false }, {}, null, undefined];
    expect(await Promise.all(licenses.map(askWith))).toEqual(
      [true, true, false, 'stored', 'stored', 'stored'].map((isAppLicensed) => ({ isAppLicensed })),
    );
  });

  it('the site check shows the answer as the detail of its probe', async () => {
    demand('true');
    assumptions.add('license-not-found');
    await fiveMinutes();
    const { sections } = await done<SiteCheckView>(site, 'getSiteCheck', {});
    const probe = sections.flatMap(({ probes }) => probes).find((one) => one.probe === 'license');
    expect(probe?.answer).toMatchObject({ state: 'fails', detail: 'none' });
  });
});

describe('on a site for which the platform finds no license', () => {
  it('every door refuses changes if the vendor demands a license, and the popup says why', async () => {
    demand('true');
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
