import { DEMO_ACCOUNTS, DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import { setUpAccess } from '../support/access';
import { levelNamed } from '../support/levels';
import { rowsOf } from '../support/stored-rows';
import { type ExposedSite, openExposedSite } from './exposed-site';

let site: ExposedSite;
afterEach(() => site.close());

it('measures a page from its space down', async () => {
  site = await openExposedSite({ log: (event, fields) => console.log(event, JSON.stringify(fields)) });
  await setUpAccess(site, { mode: 'ROLES' });
  const { levelId } = levelNamed(site, 'Restricted');
  await site.setLevel(DEMO_PAGES.architecture, levelId);
  await site.setLevel(DEMO_PAGES.welcome, levelId);
  await site.measure();
  console.log(JSON.stringify(rowsOf(site, 'count', 'shard')));
  console.log(JSON.stringify(rowsOf(site, 'governance'), undefined, 1), JSON.stringify(rowsOf(site, 'config', 'exposure')));
  console.log(JSON.stringify(await site.exposureOf(DEMO_PAGES.architecture, DEMO_SPACES.ENG, levelId)));
  console.log(JSON.stringify(await site.siteExposure()), Object.keys(DEMO_ACCOUNTS));
});
