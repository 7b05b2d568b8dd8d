import { ADMIN, DEMO_PAGES, DEMO_SPACES, EDITOR, VIEWER } from '../../local/demo';
import { DEFAULT_QUOTAS } from '../../src/quota/policies';
import { SURFACE_CONTRACT } from '../../src/surfaces/contract';
import { HOME_CONTRACT } from '../../src/surfaces/home/contract';
import { SPACE_CONTRACT } from '../../src/surfaces/space/contract';
import { levelNamed } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { everythingStored, rowsOf, stopScans } from '../support/stored-rows';
import { aPage } from '../support/wiki-pages';
import { busyPage, type Facts, PAYLOADS } from './payloads';
import { call, done, popup, settleSurfaces } from './surface-site';

/** A person in a frame changes things at most as fast as an API key may. */

let site: Site;
let now = new Date('2026-11-21T09:30:10.000Z');
beforeEach(async () => {
  now = new Date('2026-11-21T09:30:10.000Z');
  // Without the meter of storage, because the changes of a minute are made in one instant.
  site = openSite({ meter: 'off', now: () => now, rateLimits: () => undefined });
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

/** For events of changes, the popup also has the text of the page compared. */
const pushed = () => site.host.background.pending().filter(({ body }) => !('verify' in (body as object)));
/** Everything except the counters themselves. */
const stored = () => everythingStored(site).filter(({ entity }) => entity !== 'rate-limit');

it('a person makes as many changes as the quota for changes within one minute, and no audit row more', async () => {
  for (let count = 0; count < MOST; count += 1)
    expect(await change(count)).toMatchObject({ ok: true, value: { outcome: 'changed' } });
  const before = stored();
  const pending = pushed().length;
  for (let count = 0; count < SOME_MORE; count += 1) expect(await change(MOST + 2 * count)).toEqual(limited(50));
  expect(stored()).toEqual(before);
  expect(pushed()).toHaveLength(pending);
  expect(auditRows()).toBe(MOST);
  // Another person, and the next minute.
  expect(await change(MOST, ADMIN.email)).toMatchObject({ ok: true, value: { outcome: 'changed' } });
  now = new Date('2026-11-21T09:31:00.000Z');
  expect(await change(MOST + 1)).toMatchObject({ ok: true, value: { outcome: 'changed' } });
});

it('the quota counts one change for every operation that changes something on a page, on the home page or in a space', async () => {
  site.close();
  let limits = 'off';
  site = openSite({ now: () => now, rateLimits: () => limits });
  await stopScans(site);
  await settleSurfaces(site, { peopleMayExclude: true, peopleMayRedact: true }, { delegated: ['defaultLevel'] });
  const advance = () => (now = new Date(now.getTime() + 30_000));
  const facts = await busyPage(site, DEMO_SPACES.OPEN, 'Busy', advance);
  const other = await busyPage(site, DEMO_SPACES.OPEN, 'Other', advance, false);
  const proposed = await aPage(site, { spaceId: DEMO_SPACES.OPEN });
  await site.action('propose-level', { pageId: proposed, level: 'Internal' }, { as: EDITOR.email });
  const { proposal: { proposalId: findingId = '' } = {} } = await popup(site, proposed);
  const settings = await done(site, 'openSpaceSettings', {}, { spaceKey: 'OPEN', as: ADMIN.email });
  const { revision } = await popup(site, facts.pageId);
  const factsOf: Partial<Record<keyof typeof PAYLOADS, Partial<Facts>>> = {
    confirmProposal: { pageId: proposed, findingId },
    dismissProposal: { pageId: proposed, findingId },
    confirmMyProposal: { pageId: proposed, findingId },
    dismissMyProposal: { pageId: proposed, findingId },
    startBelow: other,
  };
  const revisions: Partial<Record<keyof typeof PAYLOADS, unknown>> = {
    setLevel: revision,
    saveSpaceSettings: 'revision' in settings ? settings.revision : undefined,
  };
  limits = '{"key-write": 1}';
  for (const [count, as] of [EDITOR.email, ADMIN.email].entries())
    expect(await change(count, as)).toMatchObject({ ok: true, value: { outcome: 'changed' } });
  const before = stored();
  const operations = Object.keys(PAYLOADS) as (keyof typeof PAYLOADS)[];
  const changes = operations.filter((name) => SURFACE_CONTRACT[name].effect === 'change');
  expect(changes.length).toBeGreaterThan(12);
  for (const operation of changes) {
    const own = { ...facts, ...factsOf[operation] };
    const isOfSpace = operation in SPACE_CONTRACT;
    const at = isOfSpace
      ? { spaceKey: 'OPEN', as: ADMIN.email }
      : operation in HOME_CONTRACT
        ? {}
        : { pageId: own.pageId };
    const payload = {
      ...PAYLOADS[operation](own),
      ...(operation in revisions && { revision: revisions[operation] }),
      ...(operation === 'answerReviews' && { pages: [{ pageId: facts.pageId, revision }] }),
    };
    const answer = await call(site, operation, payload, at);
    expect([operation, answer]).toMatchObject([operation, { ok: false, error: { code: 'RATE_LIMITED' } }]);
  }
  expect(stored()).toEqual(before);
});

it('the quota of changes counts nothing for reading, a wrong input, and a page that the person cannot see', async () => {
  const counters = () => rowsOf(site, 'rate-limit').filter(({ value }) => 'key-write' in (value.used as object)).length;
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
