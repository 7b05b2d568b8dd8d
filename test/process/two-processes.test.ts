import { join } from 'node:path';
import { DEMO_PAGES, EDITOR } from '../../local/demo';
import { appInProcesses, type AppProcesses } from '../../local/forge/app-processes';
import { readManifest } from '../../local/forge/manifest';
import { levelNamed } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { rowsOf } from '../support/stored-rows';

/** The app in two processes that share nothing, take turns, and are replaced after three calls. */

let processes: AppProcesses;
let site: Site;
beforeAll(() => {
  processes = appInProcesses({
    ...{ entry: join(__dirname, '../../src/index.ts'), preload: [join(__dirname, 'swc-hook.cjs')] },
    ...{ processes: 2, callsOfProcess: 3 },
    functions: readManifest().functions,
    variables: { PEPPER_V1: 'ab'.repeat(32), RATE_LIMITS: 'off' },
  });
  site = openSite({ app: processes.app });
});
afterAll(async () => {
  site.close();
  await processes.close();
});

it('no request finds a state that only another process has', async () => {
  const { key } = await site.createKey();
  const pageId = DEMO_PAGES.runbooks;
  for (const name of ['Internal', 'Restricted'] as const) {
    const body = { pageId, levelId: levelNamed(site, name).levelId };
    expect((await site.rest('POST', '/v1/page-level', { key, body })).status).toBe(201);
    expect((await site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key })).body.levelName).toBe(name);
    const popup = await site.surface('level-byline', 'openPopup', {}, { pageId, as: EDITOR.email });
    expect(popup.value.level.name).toBe(name);
  }
  expect(processes.counts).toMatchObject({ outOfMemory: 0 });
  expect(processes.counts.started).toBeGreaterThan(2);
  expect(rowsOf(site, 'person')).toHaveLength(1);
});
