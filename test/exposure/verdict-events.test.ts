import { DEMO_ACCOUNTS, DEMO_PAGES } from '../../local/demo';
import type { ExposureRule } from '../../src/configuration/governance';
import { setUpAccess } from '../support/access';
import { levelNamed } from '../support/levels';
import { putRow, rowsOf } from '../support/stored-rows';
import { CHECKED_A_DAY } from '../../src/exposure/check-pages';
import { DAY_MS, type ExposedSite, openExposedSite } from './exposed-site';

/** The audit log has one event a page and day if other people than before can see it, and none for other reasons. */

const RULE: ExposureRule = { guests: 'forbidden', unlicensed: 'forbidden', anonymous: 'forbidden' };
const PAGES = [DEMO_PAGES.runbookDatabase, DEMO_PAGES.runbooks];
const [PAGE = ''] = PAGES;
const GUEST = 'user:canary-guest@example.com';
const ADMIN = DEMO_ACCOUNTS[0].accountId;

let site: ExposedSite;
afterEach(() => site.close());

const levelOf = (name: Parameters<typeof levelNamed>[1]) => levelNamed(site, name).levelId;
let revision = 0;
const setRules = (rule: ExposureRule) =>
  putRow(site, 'config', 'governance', {
    ...{ v: 1, rev: (revision += 1) },
    value: { exposure: { rules: { [levelOf('Restricted')]: rule, [levelOf('Internal')]: rule }, exceptions: [] } },
  });

let seen = 0;
/** @returns the events since the last call: page, and the verdict after it */
function newEvents(): readonly string[] {
  const events = rowsOf(site, 'audit', 'page.exposure.changed')
    .map(({ value }) => value as Readonly<Record<string, unknown>>)
    .toSorted((one, other) => (String(one['time']) < String(other['time']) ? -1 : 1))
    .map((event) => {
      const { before, after } = event['details'] as Record<'before' | 'after', { readonly verdict: string }>;
      expect(event).toMatchObject({ actorType: 'system', actorAccountId: 'system' });
      return `${String(event['subject'])} ${before.verdict} ${JSON.stringify(after)}`;
    });
  const added = events.slice(seen);
  seen = events.length;
  return added.toSorted();
}

const setGuest = (role: 'Viewer' | null) => setUpAccess(site, { spaces: { ENG: { [GUEST]: role } } });
const measure = async () => {
  site.pass(3 * 60_000);
  await site.measure();
};
const everyPage = (text: string) => PAGES.map((pageId) => `page:${pageId} ${text}`).toSorted();
const OPENED = 'within {"verdict":"over","peopleAtLeast":2,"peopleAtMost":2,"reasons":["guests"]}';
const within = (atLeast: number) => `over {"verdict":"within","peopleAtLeast":${atLeast},"peopleAtMost":1}`;

it('the audit log says when other people can see a page, once a day, and not for another rule or level', async () => {
  site = await openExposedSite();
  seen = 0;
  await setUpAccess(site, { mode: 'ROLES', people: { 'canary-guest@example.com': 'guest' } });
  await setUpAccess(site, { spaces: { ENG: { '*': null, 'user:admin@example.com': 'Admin' } } });
  await setRules(RULE);
  for (const pageId of PAGES) await site.setLevel(pageId, levelOf('Restricted'));
  for (let rounds = 0; rounds < 3; rounds += 1) await measure();
  const space = rowsOf(site, 'governance', '"kind":"space"').map(({ value }) => JSON.stringify(value));
  expect(space).toEqual([expect.stringContaining('"isComplete":true')]);
  // The first picture is no change.
  expect(newEvents()).toEqual([]);

  // The space alone kept the rule, so its pages had no rows.
  expect(rowsOf(site, 'governance', '"kind":"page"')).toEqual([]);
  site.pass(DAY_MS);
  await setGuest('Viewer');
  await measure();
  expect(newEvents()).toEqual(everyPage(OPENED));
  await measure();
  expect(newEvents()).toEqual([]);

  // More people can see pages that were over their rule before.
  site.pass(DAY_MS);
  for (const role of ['Viewer', null] as const) {
    await setUpAccess(site, { spaces: { ENG: { 'user:viewer@example.com': role } } });
    await measure();
    expect(newEvents()).toEqual([]);
  }

  // On the next day, one page is restricted, and then open again. The second event waits until tomorrow.
  const restrict = async (user: readonly string[]) => {
    const read = { user: user.map((accountId) => ({ accountId })), group: [] };
    const body = [{ operation: 'read', restrictions: read }];
    expect((await site.wiki('PUT', `/rest/api/content/${PAGE}/restriction`, body)).status).toBe(200);
    await measure();
  };
  site.pass(DAY_MS);
  const app = '712020:5fb162d4-7085-4da3-8159-be526071af06';
  await restrict([ADMIN, app]);
  expect(newEvents()).toEqual([`page:${PAGE} ${within(0)}`]);
  await restrict([]);
  expect(newEvents()).toEqual([]);
  site.pass(DAY_MS);
  await measure();
  expect(newEvents()).toEqual([`page:${PAGE} ${OPENED}`]);

  // Other rules and levels have events of their own.
  site.pass(DAY_MS);
  await setRules({ ...RULE, guests: 'allowed' });
  await measure();
  await setRules(RULE);
  await measure();
  await site.setLevel(PAGE, levelOf('Internal'));
  await site.setLevel(PAGES[1] ?? '', levelOf('Public'));
  await measure();
  await site.setLevel(PAGES[1] ?? '', levelOf('Restricted'));
  await measure();
  expect(newEvents()).toEqual([]);

  // The rows disappear, because the space alone keeps the rule.
  site.pass(DAY_MS);
  await setGuest(null);
  await measure();
  expect(newEvents()).toEqual(everyPage(within(1)));
  expect(rowsOf(site, 'governance', '"kind":"page"')).toEqual([]);
  await setGuest('Viewer');
  await measure();
  expect(newEvents()).toEqual([]);
  site.pass(DAY_MS);
  await measure();
  expect(newEvents()).toEqual(everyPage(OPENED));

  // A page that the reader cannot see keeps its secret, whatever the scopes of the key.
  await setUpAccess(site, { spaces: { ENG: { 'user:admin@example.com': null, [GUEST]: 'Admin' } } });
  await restrict([app]).catch(() => undefined);
  for (const scopes of [{ detectionScope: 'read' }, {}] as const) {
    const { key } = await site.createKey({ classificationScope: 'manage', ...scopes });
    for (const pageId of PAGES) {
      const { status, body } = await site.rest('GET', `/v1/audit?type=page.exposure.changed&subject=page:${pageId}`, {
        key,
      });
      const { results = [] } = body as { readonly results?: readonly { readonly after: unknown }[] };
      expect([status, results.length > 0]).toEqual([200, true]);
      expect(results.filter(({ after }) => JSON.stringify(after ?? {}) !== '{}')).toEqual([]);
    }
  }
  expect(JSON.stringify(rowsOf(site, 'audit', 'page.exposure.changed'))).not.toContain('canary');
});

it('Confluence is asked about the largest group of ten measured pages a day, and a contradiction is in the audit log and the site check', async () => {
  let asked = 0;
  let isContrary = false;
  let isClosed = false;
  site = await openExposedSite({
    intercept: async (call, proceed) => {
      if (isClosed && call.path.includes('/content/search')) return new Response('', { status: 503 });
      if (!call.path.endsWith('/permission/check') || call.body?.includes('"group"') !== true) return proceed();
      asked += 1;
      const answer = await proceed();
      if (!isContrary || !answer.ok) return answer;
      const body = (await answer.json()) as { readonly hasPermission: boolean };
      return Response.json({ ...body, hasPermission: !body.hasPermission });
    },
  });
  const groups = { 'canary-large': { size: 30 }, 'canary-small': { size: 2 } };
  const { groups: ids } = await setUpAccess(site, {
    ...{ mode: 'ROLES', groups },
    people: { 'canary-guest@example.com': 'guest' },
  });
  await setUpAccess(site, {
    spaces: {
      ENG: {
        ...{ '*': null, 'user:admin@example.com': 'Admin', [GUEST]: 'Viewer' },
        ...{ 'group:canary-large': 'Viewer', 'group:canary-small': 'Viewer' },
      },
    },
  });
  await setRules(RULE);
  // One page lets in no large group, and one lets it in.
  const app = '712020:5fb162d4-7085-4da3-8159-be526071af06';
  const user = [ADMIN, app].map((accountId) => ({ accountId }));
  for (const [index, name] of ['canary-small', 'canary-large'].entries()) {
    const read = { user, group: [{ id: ids[name] ?? '' }] };
    await site.wiki('PUT', `/rest/api/content/${PAGES[index]}/restriction`, [
      { operation: 'read', restrictions: read },
    ]);
  }
  const pages = [DEMO_PAGES.runbookDatabase, DEMO_PAGES.runbooks, DEMO_PAGES.incidents];
  for (const pageId of pages) await site.setLevel(pageId, levelOf('Restricted'));
  const answers = () =>
    rowsOf(site, 'probe').flatMap(({ value }) => {
      const { answers: all } = value['data'] as {
        readonly answers: Readonly<Record<string, { readonly state: string }>>;
      };
      return ['permission-check-group', 'exposure-check'].map((probe) => all[probe]?.state ?? 'none');
    });
  const week = async () => {
    asked = 0;
    for (let day = 0; day < 7; day += 1) {
      site.pass(DAY_MS);
      await measure();
    }
  };
  await week();
  expect([asked > 0, asked <= 7 * CHECKED_A_DAY, answers()]).toEqual([true, true, ['works', 'works']]);
  expect(rowsOf(site, 'audit', 'exposure.check.disagreed')).toEqual([]);

  isContrary = true;
  await week();
  expect(answers()).toEqual(['works', 'fails']);
  const events = rowsOf(site, 'audit', 'exposure.check.disagreed');
  expect(events.length).toBeGreaterThan(0);
  expect(JSON.stringify(events)).not.toContain('canary');
  for (const id of Object.values(ids)) expect(JSON.stringify(events)).not.toContain(id);

  // A site that refuses the question to apps.
  isContrary = false;
  site.host.assumptions.add('no-permission-check');
  await week();
  expect([asked > 0, asked <= 7, answers()]).toEqual([true, true, ['fails', 'fails']]);
  site.host.assumptions.delete('no-permission-check');
  await week();
  expect(answers()).toEqual(['works', 'works']);

  // Pages whose measurement got no answer are compared with nothing.
  isClosed = true;
  await week();
  expect(asked).toBe(0);
});
