import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { levelNamed } from '../support/levels';
import { openSite } from '../support/site';
import { putRow } from '../support/stored-rows';
import { aPage, storeLevel } from '../support/wiki-pages';
import { DEMO_SPACES } from '../../local/demo';

/** The bodies in docs/reviews.md are sent as they are. */

it('the API accepts the bodies of the guide', async () => {
  const site = openSite({ meter: 'off', queryLagMs: 0 });
  const { key } = await site.createKey();
  const guide = readFileSync(join(__dirname, '../../docs/reviews.md'), 'utf8');
  const [rules = '', answers = '', campaign = ''] = [...guide.matchAll(/```json\n(.+?)```/gs)].map(([, body]) => body);
  const pageId = await aPage(site);
  const { levelId } = levelNamed(site, 'Restricted');
  await storeLevel(site, pageId, levelId);
  await putRow(site, 'governance', `page:${pageId}`, {
    ...{ v: 1, rev: 1, kind: 'page', list: 'over', spaceList: DEMO_SPACES.ENG, sort: '01', dueAt: '2099-12-01' },
    data: { levelId, reasons: ['people'], gates: [] },
  });
  const headers = { 'Content-Type': 'application/json' };
  const send = (method: string, path: string, body: string) => site.rest(method, path, { key, body, headers });
  expect((await send('PUT', '/v1/setting/review', rules)).status).toBe(200);
  const seen = answers.replace('164001', pageId).replace('p3', 'p1');
  expect((await send('POST', '/v1/page-review/answer', seen)).body.summary).toEqual({ ok: 1, failed: 0 });
  expect(await send('POST', '/v1/review-campaign', campaign)).toMatchObject({ status: 201, body: { pages: 1 } });
  site.close();
});
