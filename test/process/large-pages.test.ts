import { join } from 'node:path';
import { appInProcesses, type AppProcesses } from '../../local/forge/app-processes';
import type { PlatformSwitch } from '../../local/forge/assumptions';
import { readManifest } from '../../local/forge/manifest';
import { openSite, type Site } from '../support/site';
import { aPage, expectOk } from '../support/wiki-pages';

const switches = new Set<PlatformSwitch>();
let aheadMs = 0;
let processes: AppProcesses;
let site: Site;
beforeAll(() => {
  processes = appInProcesses({
    ...{ entry: join(__dirname, '../../src/index.ts'), preload: [join(__dirname, 'swc-hook.cjs')] },
    functions: readManifest().functions.map(({ handler }) => handler.split('.')[1] ?? ''),
    variables: { PEPPER_V1: 'ab'.repeat(32), RATE_LIMITS: 'off' },
    ...(process.env.MB ? { memoryMb: Number(process.env.MB) } : {}),
  });
  site = openSite({ app: processes.app, assumptions: switches, now: () => new Date(Date.now() + aheadMs) });
});
afterAll(async () => {
  site.close();
  await processes.close();
});

const textOf = (bytes: number) => `Some “words” of ${'a page that is large. '.repeat(bytes / 22)}`;

it('measure', async () => {
  const t0 = Date.now();
  const log = (...a: unknown[]) => process.stderr.write(`${Date.now() - t0} ${a.map((x) => JSON.stringify(x)).join(' ')}\n`);
  const space = await expectOk(site.wiki('POST', '/rest/api/space', { key: 'BIG', name: 'Big' }));
  const spaceId = String((space as { id: number }).id);
  if (process.env.SLOW) switches.add('slow-answers');
  for (const kb of (process.env.KB ?? '').split(',')) {
    const [size, n = '1'] = kb.split('x');
    for (let i = 0; i < Number(n); i += 1) {
      const id = await aPage(site, { spaceId, text: textOf(Number(size) * 1000) });
      const adf = await expectOk(site.wiki('GET', `/api/v2/pages/${id}?body-format=atlas_doc_format`)) as any;
      if (i === 0) log(kb, 'adf', adf.body.atlas_doc_format.value.length);
    }
  }
  for (const { id } of site.host.background.pending()) site.host.background.lose(id);
  log('pages made');
  const { key } = await site.createKey({ detectionScope: 'manage' });
  const request = { key, body: { spaceId }, headers: { 'Idempotency-Key': 'scan' } };
  const created = await site.rest('POST', '/v1/detection/scan', request);
  for (let i = 0; i < 60; i += 1) {
    const done = await site.host.background.settle();
    const scan = await site.rest('GET', `/v1/detection/scan/${created.body.scanId}`, { key });
    log(done.map(({ module, outcome, error }) => [module, outcome, error]), processes.counts, scan.body.state, scan.body.pages, scan.body.complete, scan.body.reasons);
    if (scan.body.state === 'finished') break;
    aheadMs += 61_000;
  }
}, 500_000);
