import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import type { PlatformSwitch } from '../../local/forge/assumptions';
import { levelNamed } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { putRow, rowOf, rowsOf } from '../support/stored-rows';

/** Spaces that a data security policy closes to the app. */

let assumptions: Set<PlatformSwitch>;
let site: Site;
beforeEach(() => {
  assumptions = new Set();
  site = openSite({ assumptions });
});
afterEach(() => site.close());

const daily = () => site.host.background.runSchedule('daily-key-expiry');
const overview = async () => (await site.admin('getOverview', {})).value;

it('the overview names them for site admins, and their names are not stored', async () => {
  assumptions.add('closed-spaces');
  expect(await daily()).toMatchObject({ outcome: 204 });
  const { closedSpaces } = await overview();
  expect(closedSpaces).toEqual({
    spaces: [{ spaceId: DEMO_SPACES.HR, key: 'HR', name: expect.any(String) }],
    more: 0,
  });
  expect(JSON.stringify(rowOf(site, 'config', 'closed-spaces'))).not.toContain(closedSpaces.spaces[0].name);
});

it('a policy that was removed is no longer shown, at the latest after the next daily run', async () => {
  assumptions.add('closed-spaces');
  await daily();
  assumptions.clear();
  expect((await overview()).closedSpaces).toBeUndefined();
  await daily();
  expect(rowOf(site, 'config', 'closed-spaces')).toMatchObject({ value: { spaceIds: [] } });
});

it('the list of closed spaces costs the overview of other sites no call to Confluence', async () => {
  await daily();
  const { requestId } = await site.host.invokeResolver(
    'getOverview',
    {},
    site.host.confluence.accountIdOf('admin@example.com'),
  );
  const calls = site.host.traces.find(requestId)?.calls ?? [];
  expect(calls.filter(({ path }) => path.includes('data-policies'))).toEqual([]);
});

it('a row of a newer version of the app stays', async () => {
  assumptions.add('closed-spaces');
  await daily();
  const newer = { ...rowOf(site, 'config', 'closed-spaces'), v: 2 };
  await putRow(site, 'config', 'closed-spaces', newer);
  expect(await daily()).toMatchObject({ outcome: 204 });
  expect(rowOf(site, 'config', 'closed-spaces')).toEqual(newer);
});

it('a failure of the policies does not stop the daily run', async () => {
  site.host.faults.add({ target: 'confluence', match: '/data-policies/', status: 500, times: 1 });
  expect(await daily()).toMatchObject({ outcome: 204 });
});

it('a page in a closed space looks as if it did not exist, and keeps its level', async () => {
  const { key } = await site.createKey();
  const { levelId } = levelNamed(site, 'Internal');
  const pageId = DEMO_PAGES.hrHome;
  expect((await site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId } })).status).toBe(201);
  assumptions.add('closed-spaces');
  const answer = await site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key });
  expect([answer.status, answer.body.code]).toEqual([404, 'PAGE_NOT_FOUND']);
  const failed = (await site.host.background.settle()).filter(({ outcome }) => outcome === 'failed');
  expect(failed).toEqual([]);
  expect(rowsOf(site, 'page-level').map(({ key: id }) => id)).toContain(pageId);
});
