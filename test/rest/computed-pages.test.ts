import { ADMIN, ADMIN2, APP_USER, DEMO_PAGES, DEMO_SPACES, EDITOR } from '../../local/demo';
import type { Intercept } from '../../local/forge/platform-calls';
import type { SiteCheckView } from '../../src/admin/site/site-check';
import { done, outcomeOf, refusal } from '../admin/ask';
import { setUpAccess } from '../support/access';
import { bytesOf } from '../support/disclosure';
import { levelNamed } from '../support/levels';
import { openSite, type RestAnswer, type Site } from '../support/site';
import { rowsOf } from '../support/stored-rows';
import { aPage, restrict } from '../support/wiki-pages';

/** Pages of the API where Confluence refuses both other ways, and their switch in the site check. */

const MISSING = '999999999';
const REFUSED = '422 CANNOT_ACT_AS_PERSON';

let site: Site;
let intercept: Intercept;
let pageId: string;
let hidden: string;
beforeEach(async () => {
  intercept = (_call, proceed) => proceed();
  site = openSite({
    assumptions: new Set(['no-impersonation-in-web-triggers', 'no-permission-check']),
    recordsAnswers: true,
    intercept: (call, proceed) => intercept(call, proceed),
  });
  await setUpAccess(site, { mode: 'ROLES' });
  pageId = await aPage(site);
  hidden = await aPage(site, { by: ADMIN2.email });
  await restrict(site, hidden, 'read', [ADMIN2.accountId, APP_USER.accountId], ADMIN2.email);
});
afterEach(() => site.close());

const get = (key: string, id: string) => site.rest('GET', `/v1/page-level/by-page/${id}/levels`, { key });
const set = (key: string, id: string) =>
  site.rest('POST', '/v1/page-level', { key, body: { pageId: id, levelId: levelNamed(site, 'Internal').levelId } });
const turn = (isOn: boolean) => done<SiteCheckView>(site, 'setComputedPages', { isOn });
const asApp = ({ calls }: RestAnswer) =>
  calls.filter(({ target, path }) => target === 'confluence' && !path.includes('include-operations')).length;
const events = () =>
  rowsOf(site, 'audit').flatMap(({ value }) => /^computed-pages.*/.exec(String(value['type'])) ?? []);

/** Both ways are known to be refused. */
async function prepared(): Promise<string> {
  const { key } = await site.createKey();
  await done(site, 'startSiteCheck', {});
  expect(outcomeOf(await get(key, pageId))).toBe(REFUSED);
  return key;
}

it('the third way is off until a site admin turns it on, answers for one page with six calls, counts each answer, and is off again at once', async () => {
  const key = await prepared();
  expect(outcomeOf(await set(key, pageId))).toBe(REFUSED);
  expect((await done<SiteCheckView>(site, 'getSiteCheck', {})).computedPages).toBeUndefined();
  await turn(true);
  const read = await get(key, pageId);
  expect([read.status, asApp(read)]).toEqual([200, 6]);
  expect((await set(key, pageId)).status).toBe(201);
  expect(rowsOf(site, 'page-level').map((row) => row.key)).toEqual([pageId]);
  expect(outcomeOf(await get(key, hidden))).toBe(REFUSED);
  await site.setUser(ADMIN.email, { active: false });
  expect((await get(key, pageId)).status).toBe(401);
  await site.setUser(ADMIN.email, { active: true });
  const view = await done<SiteCheckView>(site, 'getSiteCheck', {});
  expect(view).toMatchObject({ api: 'refused', computedPages: { isOn: true, allowed: 2, refused: 2 } });
  // A list does not compute its pages.
  expect((await site.rest('GET', '/v1/page-level', { key })).body.results).toEqual([]);
  await turn(false);
  expect([outcomeOf(await get(key, pageId)), outcomeOf(await set(key, pageId))]).toEqual([REFUSED, REFUSED]);
  expect(events().toSorted()).toEqual(['computed-pages.turned-off', 'computed-pages.turned-on']);
});

it('the third way answers for a page that the creator cannot see, or that the key hides, as for a missing one', async () => {
  await prepared();
  await turn(true);
  const body = (answer: RestAnswer, id: string) => bytesOf(answer).replaceAll(id, '{id}');
  const { key } = await site.createKey();
  const ofSpace = (await site.createKey({ spaceLimit: [DEMO_SPACES.OPEN] })).key;
  const ofLevel = (await site.createKey({ levelLimit: [levelNamed(site, 'Restricted').levelId] })).key;
  for (const [oneKey, id] of [
    [key, hidden],
    [ofSpace, pageId],
    [ofLevel, pageId],
  ] as const)
    for (const send of [get, set]) {
      const [one, missing] = [await send(oneKey, id), await send(oneKey, MISSING)];
      expect([outcomeOf(one), asApp(one)]).toEqual([REFUSED, asApp(missing)]);
      expect(body(one, id)).toBe(body(missing, MISSING));
    }
  expect((await get(ofSpace, DEMO_PAGES.openHome)).status).toBe(200);
});

it('the third way refuses every page in the old model and in the transition, and a creator without the right to edit', async () => {
  const key = await prepared();
  await turn(true);
  for (const mode of ['PRE_ROLES', 'ROLES_TRANSITION'] as const) {
    await setUpAccess(site, { mode });
    expect([outcomeOf(await get(key, pageId)), outcomeOf(await set(key, pageId))]).toEqual([REFUSED, REFUSED]);
  }
  await setUpAccess(site, { mode: 'ROLES' });
  await restrict(site, pageId, 'update', [EDITOR.accountId]);
  expect([outcomeOf(await get(key, pageId)), outcomeOf(await set(key, pageId))]).toEqual([
    '200',
    '403 PAGE_NOT_EDITABLE',
  ]);
});

it('the third way cannot be turned on if a computed page differs from what the admin sees, if none can be computed, or if there is a better way', async () => {
  const code = async () => (await refusal(site, 'setComputedPages', { isOn: true })).code;
  expect(await code()).toBe('COMPUTED_PAGES_NOT_NEEDED');
  await prepared();
  // Confluence withholds the restriction of a page from the app.
  intercept = async (call, proceed) => {
    const answer = await proceed();
    if (!call.path.includes('content/search')) return answer;
    const text = await answer.text();
    return new Response(
      text
        .replaceAll(/"results":\[\{"type":"known".*?\],"start"/g, '"results":[],"start"')
        .replaceAll(/"totalSize":\d+,/g, ''),
    );
  };
  expect(await code()).toBe('COMPUTED_PAGES_DIFFER');
  intercept = async (call, proceed) => (call.path.includes('memberof') ? new Response('{}') : proceed());
  expect(await code()).toBe('COMPUTED_PAGES_DIFFER');
  expect([(await done<SiteCheckView>(site, 'getSiteCheck', {})).computedPages, events()]).toEqual([undefined, []]);
});
