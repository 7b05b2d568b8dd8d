import { DEMO_SPACES, EDITOR } from '../../local/demo';
import { setUpAccess } from '../support/access';
import { levelNamed, settle } from '../support/levels';
import { putRow } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, expectOk, restrict } from '../support/wiki-pages';
import { DAY_MS, type ExposedSite, openExposedSite } from './exposed-site';

/** The comments that ask authors to check who can see their pages, with the real walk: when, on which pages, and how often. */

let site: ExposedSite;
beforeAll(async () => {
  site = await openExposedSite();
});
afterAll(() => site.close());

const levelId = () => levelNamed(site, 'Highly Restricted').levelId;
const ASKED = `<p><ac:link><ri:user ri:account-id="${EDITOR.accountId}"/></ac:link> Please check who can see this page.</p>`;

async function anExposedPage(): Promise<string> {
  const pageId = await aPage(site, { by: EDITOR.email });
  await site.setLevel(pageId, levelId());
  return pageId;
}

async function commentsOf(pageId: string): Promise<readonly string[]> {
  const path = `/api/v2/pages/${pageId}/footer-comments?body-format=storage&limit=250`;
  const { results } = (await expectOk(site.wiki('GET', path))) as {
    results: readonly { readonly body: { readonly storage: { readonly value: string } } }[];
  };
  return results.map(({ body }) => body.storage.value);
}

async function afterDays(days: number): Promise<void> {
  site.pass(days * DAY_MS);
  await site.measure();
}

it('the author of a page over its rule is asked after 7 days, once in 30 days, and only while the site asks authors', async () => {
  await setUpAccess(site, { mode: 'ROLES', spaces: { ENG: { 'class:anonymous-users': 'Reader' } } });
  const [open, readOnly, narrow, excepted] = [
    await anExposedPage(),
    await anExposedPage(),
    await anExposedPage(),
    await anExposedPage(),
  ];
  const all = [open, readOnly, narrow, excepted];
  await restrict(site, readOnly, 'update', ADMIN_AND_APP, EDITOR.email);
  await restrict(site, narrow, 'read', [...ADMIN_AND_APP, EDITOR.accountId], EDITOR.email);
  const rules = { [levelId()]: { guests: 'forbidden', unlicensed: 'forbidden', anonymous: 'forbidden' } };
  const exception = {
    ...{ exceptionId: crypto.randomUUID(), pageId: excepted, spaceId: DEMO_SPACES.ENG, levelId: levelId() },
    ...{ until: '2027-06-01T00:00:00.000Z', reason: 'Known.', createdAt: '2026-11-23T00:00:00.000Z' },
  };
  const value = { exposure: { rules, exceptions: [exception] } };
  await putRow(site, 'config', 'governance', { v: 1, rev: 1, value });
  await site.measure();
  const comments = async () => Object.fromEntries(await Promise.all(all.map(async (id) => [id, await commentsOf(id)])));
  const none = { [open]: [], [readOnly]: [], [narrow]: [], [excepted]: [] };

  // The site does not ask authors.
  await afterDays(8);
  expect((await site.exposureOf(open, DEMO_SPACES.ENG, levelId()))?.judgment.verdict).toBe('over');
  expect(await comments()).toEqual(none);

  await settle(site, { mentions: true });
  await afterDays(8);
  expect(await comments()).toEqual({ ...none, [open]: [ASKED] });
  await afterDays(20);
  expect(await comments()).toEqual({ ...none, [open]: [ASKED] });
  await afterDays(18);
  expect(await comments()).toEqual({ ...none, [open]: [ASKED, ASKED] });

  // A page that breaks its rule later has 7 days.
  await setUpAccess(site, { spaces: { ENG: { 'class:anonymous-users': null } } });
  await afterDays(1);
  const fresh = await anExposedPage();
  await setUpAccess(site, { spaces: { ENG: { 'class:anonymous-users': 'Reader' } } });
  await afterDays(1);
  await afterDays(5);
  const since = (await site.exposureOf(fresh, DEMO_SPACES.ENG, levelId()))?.overSince ?? '';
  expect(site.now().getTime() - Date.parse(since)).toBeLessThan(6 * DAY_MS);
  expect(await commentsOf(fresh)).toEqual([]);
});
