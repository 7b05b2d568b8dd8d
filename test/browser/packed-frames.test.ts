import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { DEMO_SPACES, EDITOR, SPACE_ADMIN } from '../../local/demo';
import { parseManifest, readManifest } from '../../local/forge/manifest';
import { LEVEL_PROPERTY } from '../../src/mirror/prefix';
import { FIRST_CALLS } from '../../src/surfaces/frame-bridges';
import { launchBrowser, type ServedSite, serveSite, type SiteVisit, visitAdmin, visitSite } from '../support/browser';
import { changeLevels, levelNamed } from '../support/levels';
import { frameIn } from '../support/page-surfaces';
import { rowsOf } from '../support/stored-rows';
import { expectOk } from '../support/wiki-pages';
import { setLevel, settleSurfaces } from '../surfaces/surface-site';

/**
 * Every frame from the files that the CLI has packed. Its scripts are those of Forge's own host, so the local bridge takes the
 * place of theirs. The local host adds none to these documents.
 */

const root = join(__dirname, '../..');
const FORGE_SCRIPTS =
  /<script src="https:\/\/[^"]+\/global-bridge\.js"><\/script><script async src="https:\/\/[^"]+\/iframeResizer[^"]*"><\/script>/;
const LOCAL_BRIDGE = '<script src="/site/bridge.js"></script>';

let packed: string;
let browser: Browser;
let site: ServedSite;
const visits: SiteVisit[] = [];

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(root, 'scripts/forge.mjs'), '--version']);
  packed = mkdtempSync(join(tmpdir(), 'packed-'));
  await promisify(execFile)(process.execPath, [join(root, 'test/deploy/pack-resources.cjs'), packed], { cwd: root });
  const { raw, resources } = readManifest();
  const ofCli = resources.map(({ key }) => ({ key, path: relative(root, join(packed, key)) }));
  for (const { key, path } of resources.filter((one) => one.path.includes('/dist'))) {
    const file = join(packed, key, 'index.html');
    const text = readFileSync(file, 'utf8');
    if (!FORGE_SCRIPTS.test(text)) throw new Error(`the CLI adds no scripts to ${path}`);
    writeFileSync(file, text.replace(FORGE_SCRIPTS, LOCAL_BRIDGE));
  }
  browser = await launchBrowser();
  const manifest = parseManifest({ ...Object(raw), resources: ofCli });
  site = await serveSite({ manifest, recordsAnswers: true });
});
afterAll(async () => {
  await Promise.all(visits.map((visit) => visit.close()));
  await browser.close();
  await site.stop();
  rmSync(packed, { recursive: true });
});

async function open(path: string, as: string = EDITOR.email): Promise<Page> {
  const visit = await visitSite(browser, site, { as, path: `/site/${path}` });
  visits.push(visit);
  return visit.page;
}

/** The frames that have called the app so far. */
const answered = () => {
  const [row] = rowsOf(site, 'probe');
  const { answers } = (row?.value['data'] ?? { answers: {} }) as { answers: Record<string, unknown> };
  return Object.keys(answers).filter((name) => name.startsWith('frame-bridge.'));
};

it('every frame that the CLI has packed opens, and calls the app', async () => {
  const text = 'Card number: 4539 1488 0343 6467.';
  const macros = '<ac:structured-macro ac:name="level-macro"/></p><ac:structured-macro ac:name="report-macro"/>';
  const body = { representation: 'storage', value: `<p>${text}</p><p>Level: ${macros}` };
  const page = { spaceId: DEMO_SPACES.ENG, status: 'current', title: 'With frames', body };
  const { id: pageId } = (await expectOk(site.wiki('POST', '/api/v2/pages', page))) as { id: string };
  const { levelId } = levelNamed(site, 'Restricted');
  await changeLevels(site, 'editLevel', {
    levelId,
    changes: { banner: { text: 'Careful.', contact: 'security@vendor.test' } },
  });
  await setLevel(site, { pageId, level: { levelId } });
  await settleSurfaces(site, { peopleMayExclude: true });
  // The mirror of the level, which shows the banner.
  const value = { title: 'Restricted', tooltip: '', icon: 'data:,', banner: 'true' };
  await expectOk(site.wiki('POST', `/api/v2/pages/${pageId}/properties`, { key: LEVEL_PROPERTY, value }));

  const shown = await open(`spaces/ENG/pages/${pageId}`);
  for (const place of ['#page-banner', '.macro.inline', '.macro.block']) await frameIn(shown, place);
  await shown.getByTestId('byline-forge-app-button').click();
  await frameIn(shown, '#byline-popup');

  const selected = await open(`spaces/ENG/pages/${pageId}`);
  await selected.getByText(text).selectText();
  await selected.locator('#selection-menu').getByRole('button', { name: 'Not sensitive' }).click();
  await frameIn(selected, '#selection-menu');

  for (const entry of ['Classification history', 'Classify this page and everything below it']) {
    const menu = await open(`spaces/ENG/pages/${pageId}`);
    await menu.locator('#page-actions summary').click();
    await menu.locator('#page-actions').getByRole('button', { name: entry }).click();
    await frameIn(menu, 'dialog.app-modal');
  }

  const edited = await open(`spaces/ENG/pages/edit-v2/${pageId}`);
  await frameIn(edited, '.macro.block');
  await edited.getByRole('button', { name: 'Edit Classification report' }).click();
  const config = await frameIn(edited, 'dialog.app-modal');
  await config.getByLabel('Pages of another space').check();
  await config.getByLabel('Space key').fill('ENG');
  const reloaded = edited.waitForEvent('load');
  await config.getByRole('button', { name: 'Save' }).click();
  await reloaded;

  for (const which of ['first', 'last'] as const) {
    const space = await open('spaces/ENG', SPACE_ADMIN.email);
    await space.locator('#space-sidebar').getByRole('link', { name: 'Classification', exact: true })[which]().click();
    await frameIn(space, '#app-page');
  }

  const home = await open('');
  await home.locator('summary', { hasText: 'Apps' }).click();
  await home.getByRole('link', { name: 'Page Classification', exact: true }).click();
  await frameIn(home, '#app-page');

  const rules = await open('rules');
  await rules.getByLabel('Name').fill('By hand');
  await rules.getByRole('button', { name: 'Create rule' }).click();
  await rules.getByLabel('Trigger').selectOption({ label: 'Manual trigger from page' });
  await rules.getByLabel('Add a step').selectOption({ label: 'Set the classification level of a page' });
  await rules.getByRole('button', { name: 'Add step' }).click();
  await frameIn(rules, '.action-form');

  visits.push(await visitAdmin(browser, site));
  expect(answered().sort()).toEqual(Object.values(FIRST_CALLS).sort());
  expect(visits.flatMap(({ problems }) => problems)).toEqual([]);
});
