import { ADMIN, APP_USER, DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import { setUpAccess } from '../support/access';
import type { Intercept } from '../../local/forge/platform-calls';
import { levelNamed } from '../support/levels';
import { putRow, rowsOf } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, move, restrict } from '../support/wiki-pages';
import { DAY_MS, type ExposedSite, openExposedSite } from './exposed-site';

/** The measurement and the events of Confluence answer probes of the site check, and where a fact is missing, the verdict is not `within`. */

const PAGE = DEMO_PAGES.runbookDatabase;

let site: ExposedSite;
let answer: Intercept = (_call, proceed) => proceed();
beforeAll(async () => void (site = await openExposedSite({ intercept: (call, proceed) => answer(call, proceed) })));
afterAll(() => site.close());
beforeEach(() => {
  answer = (_call, proceed) => proceed();
  site.host.assumptions.clear();
});

function answerOf(probe: string): string {
  const [row] = rowsOf(site, 'probe');
  const { answers = {} } = (row?.value['data'] ?? {}) as { answers?: Record<string, { state: string }> };
  return answers[probe]?.state ?? 'none';
}
const settled = async (probe: string) => {
  await site.host.background.settle();
  return answerOf(probe);
};

it('an event of new permissions of a space answers its probe, and without one there is no answer', async () => {
  const change = (role: 'Viewer' | null) => setUpAccess(site, { spaces: { ENG: { 'user:viewer@example.com': role } } });
  site.host.assumptions.add('no-space-access-event');
  await change('Viewer');
  expect(await settled('space-access-event')).toBe('none');
  site.host.assumptions.clear();
  await change(null);
  expect(await settled('space-access-event')).toBe('works');
});

it('an event of a restriction that hides the page from the app answers its probe, and no other restriction does', async () => {
  const restrictPage = async (accountIds: readonly string[]) => {
    const user = accountIds.map((accountId) => ({ type: 'known', accountId }));
    const body = [{ operation: 'read', restrictions: { user } }];
    expect((await site.wiki('PUT', `/rest/api/content/${PAGE}/restriction`, body)).status).toBe(200);
    return settled('restriction-event-when-hidden');
  };
  // Confluence sends no event for a page that the app cannot see, or one for a page that it sees.
  expect(await restrictPage([ADMIN.accountId, APP_USER.accountId])).toBe('none');
  expect(await restrictPage([ADMIN.accountId])).toBe('none');
  expect(await restrictPage([])).toBe('none');
  site.host.assumptions.add('restricted-events');
  expect(await restrictPage([ADMIN.accountId])).toBe('works');
  expect(await restrictPage([])).toBe('works');
});

it('the measurement of a public space finds out if its permissions show that, and never takes it for closed', async () => {
  const level = levelNamed(site, 'Restricted').levelId;
  const probe = 'anonymous-in-permissions';
  const measured = async () => {
    site.pass(8 * DAY_MS);
    await site.measure();
    const { judgment } = (await site.exposureOf(PAGE, DEMO_SPACES.ENG, level)) ?? {};
    return [answerOf(probe), judgment?.verdict, ...(judgment?.reasons ?? [])].join(' ');
  };
  await setUpAccess(site, { mode: 'PRE_ROLES', allowsAnonymous: true });
  await setUpAccess(site, { spaces: { ENG: { '*': null, 'user:admin@example.com': 'Admin' } } });
  await site.setLevel(PAGE, level);
  expect(await measured()).toBe('none within');

  await setUpAccess(site, { spaces: { ENG: { 'class:anonymous-users': 'Reader' } } });
  site.host.assumptions.add('no-permission-check');
  expect(await measured()).toBe('none unknown access-not-read');
  site.host.assumptions.add('anonymous-as-role');
  expect(await measured()).toMatch(/^works over anonymous/);
  site.host.assumptions.clear();
  expect(await measured()).toMatch(/^fails over anonymous/);
});

it('a number that is older than eight days decides nothing, also if the space was measured since', async () => {
  const level = levelNamed(site, 'Highly Restricted').levelId;
  await site.setLevel(PAGE, level);
  await setUpAccess(site, { mode: 'ROLES', groups: { small: { size: 3 } } });
  const lets = async (principal: string) => {
    await setUpAccess(site, {
      spaces: { ENG: { '*': null, 'user:admin@example.com': 'Admin', [principal]: 'Viewer' } },
    });
    for (let days = 0; days < 2; days += 1) {
      site.pass(DAY_MS);
      await site.measure();
    }
  };
  const judged = async () => (await site.exposureOf(PAGE, DEMO_SPACES.ENG, level))?.judgment;
  /** Makes the times of all rows of a kind older. */
  const age = async (entity: string, of: string) => {
    const old = new Date(site.now().getTime() - 8 * DAY_MS).toISOString();
    for (const { key, value } of rowsOf(site, entity, of))
      await putRow(site, entity, key, JSON.parse(JSON.stringify(value).replace(/("checkedAt":)"[^"]+"/, `$1"${old}"`)));
  };
  await lets('group:small');
  await age('config', '"licensed"');
  expect(await judged()).toEqual({ verdict: 'within', reasons: [] });
  await age('governance', '"kind":"group"');
  expect(await judged()).toEqual({ verdict: 'unknown', reasons: ['group-size-unknown'] });
  await lets('class:all-licensed-users');
  expect(await judged()).toEqual({ verdict: 'within', reasons: [] });
  await age('config', '"licensed"');
  expect(await judged()).toEqual({ verdict: 'unknown', reasons: ['bounds'] });
  // Neither does one that Confluence no longer returns.
  await lets('group:small');
  for (const one of ['no-group-size', 'user-total-of-part'] as const) site.host.assumptions.add(one);
  await lets('group:small');
  expect(await judged()).toEqual({ verdict: 'unknown', reasons: ['group-size-unknown'] });
});

it('after a change of the permission model, spaces are read in the new one within two days, without an event', async () => {
  const models = () => rowsOf(site, 'governance', '"kind":"space"').map(({ value }) => JSON.stringify(value));
  await site.setLevel(PAGE, levelNamed(site, 'Internal').levelId);
  for (const [mode, days, model] of [['PRE_ROLES', 8, 'permissions'] as const, ['ROLES', 2, 'roles'] as const]) {
    await setUpAccess(site, { mode });
    site.dropEvents();
    for (let day = 0; day < days; day += 1) {
      site.pass(DAY_MS);
      await site.measure();
    }
    expect(models().filter((one) => !one.includes(`"model":"${model}"`))).toEqual([]);
    expect(models().length).toBeGreaterThan(0);
  }
});

it('a page below what the app cannot read, in another space than before, or with a restriction in parts, is not known until it was measured', async () => {
  const level = levelNamed(site, 'Restricted').levelId;
  const isPublic = { 'class:anonymous-users': 'Reader' } as const;
  await setUpAccess(site, { mode: 'ROLES', allowsAnonymous: true, spaces: { ENG: isPublic, HR: isPublic } });
  const pageId = await aPage(site);
  const below = await aPage(site, { parentId: pageId });
  for (const one of [pageId, below, DEMO_PAGES.payroll]) await site.setLevel(one, level);
  await restrict(site, pageId, 'read', ADMIN_AND_APP);
  const verdictOf = async (id: string, spaceId: string) => {
    const { judgment } = (await site.exposureOf(id, spaceId, level)) ?? {};
    return [judgment?.verdict, ...(judgment?.reasons ?? [])].join(' ');
  };
  const judged = async (spaceId: string, days = 1) => {
    for (let day = 0; day < days; day += 1) {
      site.pass(DAY_MS);
      await site.measure();
    }
    return verdictOf(pageId, spaceId);
  };
  expect(await judged(DEMO_SPACES.ENG, 3)).toBe('within');
  // A restriction of the page above narrows, too.
  expect(await verdictOf(below, DEMO_SPACES.ENG)).toBe('within');
  expect((await site.siteExposure()).byLevel[level]).toMatchObject({ over: 1, within: 2, unknown: 0 });

  interface Found {
    readonly id: string;
    readonly restrictions: { readonly read: { restrictions?: { readonly user: object } } };
  }
  const changed = (change: (results: readonly Found[]) => unknown): Intercept => {
    return async (call, proceed) => {
      if (!call.path.includes('/content/search')) return proceed();
      const { results } = (await (await proceed()).json()) as { readonly results: readonly Found[] };
      return Response.json({ results: change(results) ?? results });
    };
  };
  const oddly = (change: (read: Found['restrictions']['read']) => unknown) =>
    changed((results) => results.forEach(({ restrictions }) => change(restrictions.read)));
  // The page above is not in the answer, and could have a restriction.
  answer = changed((results) => results.filter(({ id }) => id !== pageId));
  await site.refresh([below]);
  await judged(DEMO_SPACES.ENG);
  expect(await verdictOf(below, DEMO_SPACES.ENG)).toBe('unknown ancestor-not-read');
  const parts = [
    oddly(({ restrictions }) => Object.assign(restrictions?.user ?? {}, { results: [], totalSize: 2 })),
    oddly((read) => delete read.restrictions),
  ];
  for (const part of parts) {
    answer = part;
    await site.refresh([pageId]);
    expect(await judged(DEMO_SPACES.ENG)).toBe('unknown access-not-read');
    expect((await site.siteExposure()).byLevel[level]?.within).toBeLessThan(2);
    answer = (_call, proceed) => proceed();
    expect(await judged(DEMO_SPACES.ENG, 2)).toBe('within');
  }

  answer = ({ path }, proceed) =>
    path.includes('/content/search') ? Promise.resolve(new Response('', { status: 503 })) : proceed();
  await move(site, pageId, 'HR');
  await site.host.background.settle();
  expect(await judged(DEMO_SPACES.HR, 2)).toBe('unknown not-measured-yet');
  answer = (_call, proceed) => proceed();
  expect(await judged(DEMO_SPACES.HR)).toBe('within');
});
