import { DEMO_PAGES } from '../../local/demo';
import type { Fault } from '../../local/forge/faults';
import { createLifecycle } from '../../src/events/lifecycle';
import type { Log } from '../../src/platform/log';
import { systemRandom } from '../../src/platform/random';
import { levelNamed } from '../support/levels';
import { MIRROR_PEPPERS, mirrorPages, propertyOf } from '../support/mirror';
import { openSite, type Site, type SiteOptions } from '../support/site';
import { everythingStored, putRow } from '../support/stored-rows';
import { expectOk, storeLevel } from '../support/wiki-pages';

/** Before it is uninstalled, the app removes its properties from pages, as far as its time and the platform allow. */

const PAGES = [DEMO_PAGES.engHome, DEMO_PAGES.officeGuide, DEMO_PAGES.openHome];

let logged: [string, object][];
let site: Site;
afterEach(() => site.close());

const log: Log = (event, fields) => logged.push([event, fields]);

async function openMirrored(options: SiteOptions = {}, hasLabels = false): Promise<void> {
  logged = [];
  site = openSite({ peppers: () => MIRROR_PEPPERS, log, ...options });
  const labels = { enabled: hasLabels, prefix: 'level-' };
  await putRow(site, 'config', 'governance', { v: 1, rev: 1, value: { labels } });
  for (const pageId of PAGES) await storeLevel(site, pageId, levelNamed(site, 'Internal').levelId);
  await mirrorPages(site, PAGES);
  expect(await remaining()).toBe(PAGES.length);
  site.host.lifecycle.install();
}

const remaining = async () =>
  (await Promise.all(PAGES.map((pageId) => propertyOf(site, pageId)))).filter((one) => one !== undefined).length;
const result = () => logged.filter(([event]) => event === 'uninstall.properties').map(([, fields]) => fields);

it('the preparation of an uninstallation removes the properties and labels of all pages, and then the stored data', async () => {
  await openMirrored({}, true);
  const [first = ''] = PAGES;
  await expectOk(site.wiki('POST', `/rest/api/content/${first}/label`, [{ prefix: 'global', name: 'level-of-care' }]));
  const labelsOf = async (pageId: string) => {
    const { results } = (await expectOk(site.wiki('GET', `/rest/api/content/${pageId}/label`))) as {
      results: readonly { readonly name: string }[];
    };
    return results.map(({ name }) => name);
  };
  expect((await labelsOf(first)).toSorted()).toEqual(['level-internal', 'level-of-care']);
  expect(await site.host.lifecycle.uninstall()).toMatchObject([{ outcome: 'done' }]);
  expect(await remaining()).toBe(0);
  expect((await Promise.all(PAGES.map(labelsOf))).flat()).toEqual(['level-of-care', 'public']);
  expect(result()).toEqual([{ removed: PAGES.length, left: 0, isCounted: true }]);
  expect(everythingStored(site)).toEqual([]);
  expect(site.host.lifecycle.installedVersion()).toBeUndefined();
});

it('the preparation of an uninstallation says how many properties remain if the time is over', async () => {
  const dependencies = { clock: () => new Date(), random: systemRandom, log, rateLimits: () => 'off' };
  const { preUninstall } = createLifecycle({
    ...dependencies,
    peppers: () => MIRROR_PEPPERS,
    uninstallBudgetMs: 0,
  });
  await openMirrored({ functions: { preUninstall } });
  await site.host.lifecycle.uninstall();
  expect(result()).toEqual([{ removed: 0, left: PAGES.length, isCounted: true }]);
  expect(await remaining()).toBe(PAGES.length);
});

const FAULTS: readonly Omit<Fault, 'times'>[] = [
  { target: 'confluence', status: 503 },
  { target: 'confluence', status: 429 },
  { target: 'confluence', status: 403 },
  { target: 'confluence', after: true },
  { target: 'kvs', status: 503 },
];

it.each(FAULTS)('whatever fails, it ends without an error and stores nothing: %j', async (fault) => {
  await openMirrored();
  const before = everythingStored(site);
  for (let calls = 0; calls <= PAGES.length + 1; calls += 1) {
    site.host.faults.add({ target: fault.target, times: 0 });
    if (calls > 0) site.host.faults.add({ target: fault.target, times: calls });
    site.host.faults.add({ ...fault, times: 1 });
    expect(await site.host.background.runPreUninstall()).toMatchObject([{ outcome: 'done' }]);
    expect(everythingStored(site)).toEqual(before);
  }
  site.host.faults.add({ target: fault.target, times: 0 });
  await site.host.background.runPreUninstall();
  expect(await remaining()).toBe(0);
});
