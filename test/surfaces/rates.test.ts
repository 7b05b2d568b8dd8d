import { randomUUID } from 'node:crypto';
import { ADMIN, DEMO_PAGES, EDITOR, VIEWER } from '../../local/demo';
import { DEFAULT_QUOTAS } from '../../src/quota/policies';
import { levelNamed } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { everythingStored, rowsOf, stopScans } from '../support/stored-rows';
import { call, done, settleSurfaces } from './surface-site';

/** A person in a frame changes things at most as fast as an API key may. */

let site: Site;
let now = new Date('2026-11-21T09:30:10.000Z');
beforeEach(async () => {
  now = new Date('2026-11-21T09:30:10.000Z');
  site = openSite({ now: () => now, rateLimits: () => undefined });
  await stopScans(site);
});
afterEach(() => site.close());

const pageId = DEMO_PAGES.runbooks;
const MOST = DEFAULT_QUOTAS['key-write'];
const SOME_MORE = 5;

/** Sets another level than the current one. @returns the response */
async function change(count: number, as: string = EDITOR.email) {
  const { levelId } = levelNamed(site, count % 2 === 0 ? 'Internal' : 'Restricted');
  const view = await done(site, 'openPopup', {}, { pageId, as });
  if (view.state !== 'page') throw new Error(view.state);
  return call(site, 'setLevel', { level: { levelId }, revision: view.revision }, { pageId, as });
}

const limited = (seconds: number) => ({
  ok: false,
  error: {
    code: 'RATE_LIMITED',
    message: `You have made too many changes within a minute. Nothing was changed. Try again in ${seconds} seconds.`,
  },
});
const ofPage = (subject: unknown) => subject === `page:${pageId}`;
const auditRows = () => rowsOf(site, 'audit').filter(({ value }) => ofPage(value['subject'])).length;

/** Events of changes: the popup also has the text of the page compared. */
const pushed = () => site.host.background.pending().filter(({ body }) => !('verify' in (body as object)));
/** Everything except the counters themselves. */
const stored = () => everythingStored(site).filter(({ entity }) => entity !== 'rate-limit');

it('makes as many changes as the quota for changes within one minute, and no audit row more', async () => {
  for (let count = 0; count < MOST; count += 1)
    expect(await change(count)).toMatchObject({ ok: true, value: { outcome: 'changed' } });
  const before = stored();
  const pending = pushed().length;
  for (let count = 0; count < SOME_MORE; count += 1) expect(await change(MOST + count)).toEqual(limited(50));
  expect(stored()).toEqual(before);
  expect(pushed()).toHaveLength(pending);
  expect(auditRows()).toBe(MOST);
  // Another person, and the next minute.
  expect(await change(MOST, ADMIN.email)).toMatchObject({ ok: true, value: { outcome: 'changed' } });
  now = new Date('2026-11-21T09:31:00.000Z');
  expect(await change(MOST + 1)).toMatchObject({ ok: true, value: { outcome: 'changed' } });
});

it('counts one change for every operation that writes: on a page, on the home page and in a space', async () => {
  site.close();
  site = openSite({ now: () => now, rateLimits: () => '{"key-write": 1}' });
  await stopScans(site);
  await settleSurfaces(site, {}, { delegated: ['defaultLevel'] });
  expect(await change(0, ADMIN.email)).toMatchObject({ ok: true });
  const before = stored();
  const level = { levelId: levelNamed(site, 'Restricted').levelId };
  const requestKey = randomUUID();
  const as = ADMIN.email;
  for (const answer of [
    await change(1, as),
    await call(site, 'previewBelow', { level, alsoLower: false, requestKey }, { pageId, as }),
    await call(
      site,
      'setLevels',
      { pages: [{ pageId, revision: 'absent' }], level, alsoLower: false, requestKey },
      { as },
    ),
  ])
    expect(answer).toEqual(limited(50));
  expect(stored()).toEqual(before);
});

it('charges nothing for what writes nothing: reading, a wrong input, a page that the person cannot see', async () => {
  const counters = () => rowsOf(site, 'rate-limit').length;
  const level = { levelId: levelNamed(site, 'Restricted').levelId };
  await done(site, 'openPopup', {}, { pageId });
  await call(site, 'setLevel', { level }, { pageId });
  await call(site, 'setLevel', { level, revision: 1 }, { pageId: DEMO_PAGES.engRestricted, as: VIEWER.email });
  await call(
    site,
    'setLevel',
    { level, revision: 1 },
    { pageId, forged: { content: { id: '9007199254740991', type: 'page', subtype: null } } },
  );
  expect(counters()).toBe(0);
});
