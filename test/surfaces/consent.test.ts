import { ADMIN, DEMO_PAGES, DEMO_SPACES, EDITOR } from '../../local/demo';
import { needsConsent } from '../../local/forge/surfaces';
import { answerSite } from '../../local/server';
import { ADMIN_CONTRACT } from '../../src/admin/contract';
import { SURFACE_CONTRACT, type SurfaceOperations } from '../../src/surfaces/contract';
import { HOME_CONTRACT } from '../../src/surfaces/home/contract';
import { SPACE_CONTRACT } from '../../src/surfaces/space/contract';
import { payloadOf, prepareForAll } from '../admin/payloads';
import { aStoredKey } from '../keys/key-records';
import { storeFinding } from '../support/findings';
import { openSite, type Site } from '../support/site';
import { everythingStored, stopScans } from '../support/stored-rows';
import { busyPage, type Facts, PAYLOADS } from './payloads';
import { settleSurfaces } from './surface-site';

/**
 * A person who has not allowed the app to act for them. Confluence asks the person if the error of the platform leaves a resolver, so
 * no resolver handles it. Where Confluence cannot ask, the app serves the person as a reader or says what to do.
 */

let site: Site;
let facts: Facts;
let nowMs = Date.parse('2026-11-21T09:30:00.000Z');
beforeAll(async () => {
  site = openSite({ now: () => new Date(nowMs) });
  await stopScans(site);
  await settleSurfaces(site, { peopleMayExclude: true, peopleMayRedact: true, bylineNames: 'viewer' });
  facts = await busyPage(site, DEMO_SPACES.ENG, 'Busy', () => (nowMs += 30_000));
  site.host.assumptions.add('no-consent-yet');
});
beforeEach(() => allow(false));
afterAll(() => site.close());

const allow = (isAllowed: boolean) =>
  [ADMIN, EDITOR].forEach(({ accountId }) => site.host.automation.allow(accountId, isAllowed));

/** `asks`: the platform gets its own error, for which it asks the person. */
const outcomeOf = (work: Promise<{ ok: boolean; error?: { code: string } }>) =>
  work.then(
    ({ ok, error }) => (ok ? 'ok' : error?.code),
    (error: unknown) => {
      if (!needsConsent(error)) throw error;
      return 'asks';
    },
  );

type Operation = Exclude<keyof SurfaceOperations, 'openAction'>;
const FRAMES = Object.keys(SURFACE_CONTRACT).filter((name): name is Operation => name !== 'openAction');
function inFrame(operation: Operation) {
  const module =
    operation in HOME_CONTRACT ? 'home' : operation in SPACE_CONTRACT ? 'space-classification' : 'level-byline';
  const place = { home: {}, 'space-classification': { spaceKey: 'ENG' }, 'level-byline': { pageId: facts.pageId } };
  return site.surface(module, operation, PAYLOADS[operation](facts), { as: EDITOR.email, ...place[module] });
}

it('the error of the platform leaves the resolver of every frame whose operation acts for the person, and nothing is changed', async () => {
  const asking: string[] = [];
  for (const operation of FRAMES) {
    const before = everythingStored(site);
    const outcome = await outcomeOf(inFrame(operation));
    // An operation that does not act for the person works, or refuses its input.
    expect([operation, outcome]).not.toEqual([operation, 'NOT_ALLOWED']);
    if (outcome !== 'asks') continue;
    asking.push(operation);
    expect(everythingStored(site)).toEqual(before);
  }
  const always = [
    'openPopup',
    'openBanner',
    'openLevel',
    'openReport',
    'setLevel',
    'openBelow',
    'findByLevel',
    'openSpace',
  ];
  expect(asking).toEqual(expect.arrayContaining(always));
  allow(true);
  for (const operation of always)
    expect([operation, await outcomeOf(inFrame(operation as Operation))]).toEqual([operation, 'ok']);
});

it('the error of the platform leaves the resolver of the admin area, which works afterwards', async () => {
  const other = openSite({ assumptions: new Set(['no-consent-yet']) });
  await prepareForAll(other);
  const { keyId } = await aStoredKey(other, {});
  const scene = { site: other, keyId, findingId: await storeFinding(other, DEMO_PAGES.openHome) };
  const asking: string[] = [];
  for (const operation of Object.keys(ADMIN_CONTRACT)) {
    other.host.automation.allow(ADMIN.accountId, false);
    const ask = () => outcomeOf(other.admin(operation, payloadOf(scene, operation)));
    if ((await ask()) !== 'asks') continue;
    asking.push(operation);
    other.host.automation.allow(ADMIN.accountId, true);
    expect([operation, await ask()]).not.toEqual([operation, 'asks']);
  }
  expect(asking.length).toBeGreaterThan(3);
  other.close();
});

it('functions without a frame never fail: the byline and exports have the level, as for readers', async () => {
  const at = { pageId: facts.pageId, as: EDITOR.email };
  expect(await site.byline('level-byline-by-language', at)).toMatchObject({ title: 'Highly Restricted' });
  expect(JSON.stringify(await site.exportMacro('level-macro', 'pdf', at))).toContain('Highly Restricted');
  expect(JSON.stringify(await site.exportMacro('report-macro', 'pdf', at))).toContain('isn’t available in this export');
});

it('an action says what the person must do', async () => {
  const { errors } = await site.action('get-level', { pageId: facts.pageId }, { as: EDITOR.email, hasConsent: false });
  expect(errors[0].message).toContain('must allow the app to act for them');
});

it('the local site asks in place of the frame, and the frame works once the person allows the app', async () => {
  const send = (path: string, body?: object) =>
    answerSite(
      site.host,
      new Request(`http://127.0.0.1:8080${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          cookie: `account=${encodeURIComponent(EDITOR.email)}`,
          host: '127.0.0.1:8080',
          origin: 'http://127.0.0.1:8080',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  const page = await (await send(`/site/spaces/ENG/pages/${facts.pageId}`)).text();
  const token = /&#34;token&#34;:&#34;([^&]+)&#34;/.exec(page)?.[1];
  const open = () => send('/site/bridge/invoke', { functionKey: 'openPopup', payload: {}, frame: { token } });
  const asked = await open();
  expect([asked.headers.get('X-Consent-Needed'), await asked.json()]).toEqual([
    'true',
    { message: 'Authentication Required' },
  ]);
  expect((await send('/site/bridge/consent', {})).status).toBe(200);
  expect(await (await open()).json()).toMatchObject({ ok: true, value: { state: 'page' } });
});
