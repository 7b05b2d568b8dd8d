import { DEMO_SPACES } from '../../local/demo';
import { quotes, scanSpace } from '../support/large-pages';
import { openSite, type Site } from '../support/site';
import { aPage } from '../support/wiki-pages';

let site: Site;
let aheadMs = 0;
beforeAll(() => {
  site = openSite({ assumptions: new Set(['slow-answers']), now: () => new Date(Date.now() + aheadMs) });
});
afterAll(() => {
  site.close();
});

it('a scan covers pages that Confluence cannot list together in time, and reports a page that it cannot list alone', async () => {
  const spaceId = DEMO_SPACES.OPEN;
  await aPage(site, { spaceId, text: quotes(9_500_000) });
  for (let page = 0; page < 3; page += 1) await aPage(site, { spaceId, text: quotes(3_000_000) });
  const scan = await scanSpace(site, spaceId, () => void (aheadMs += 61_000));
  expect(scan).toMatchObject({ reasons: { 'too-large': 1 }, notInspected: 0 });
  const { pages, complete } = scan as { pages: number; complete: number };
  expect(complete).toBe(pages - 1);
});
