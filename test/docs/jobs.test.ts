import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DEMO_PAGES } from '../../local/demo';
import { SHOWN_STATES } from '../../src/runs/shown-state';
import { type ServedSite, serveSite } from '../support/browser';
import { itWith } from '../support/interpreters';
import { done } from '../admin/ask';
import { levelNamed } from '../support/levels';

/** The commands of docs/jobs.md have the described effects, in their order. */

const guide = readFileSync(join(__dirname, '../../docs/jobs.md'), 'utf8');
const examples = [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, example = '']) => example);

let site: ServedSite;
afterEach(() => site.stop());

itWith('bash', 'curl')('every example is answered as the text around it says', async () => {
  site = await serveSite();
  const { baseUrl } = await done<{ baseUrl: string }>(site, 'getBaseAddress', {});
  const { key } = await site.createKey();
  const env: Record<string, string> = {
    BASE_URL: baseUrl,
    KEY: key,
    LEVEL_ID: levelNamed(site, 'Internal').levelId,
    PAGE_ID: DEMO_PAGES.engHome,
    OTHER_PAGE_ID: DEMO_PAGES.payroll,
  };
  const run = async (example: string) => {
    const { stdout } = await promisify(execFile)('bash', ['-c', `set -euo pipefail\n${example}`], {
      env: { ...process.env, ...env },
      timeout: 240_000,
    });
    return JSON.parse(stdout);
  };
  const [bulk = '', make = '', reset = '', follow = '', list = '', listAll = '', cancel = '', ...others] = examples;
  expect(others).toEqual([]);

  expect((await run(bulk)).results).toMatchObject([
    { pageId: DEMO_PAGES.engHome, status: 201, changed: true },
    { pageId: DEMO_PAGES.payroll, status: 200, changed: false },
  ]);
  const made = await run(make);
  expect(made).toMatchObject({ state: 'queued', done: 0 });
  expect((await run(make)).jobId).toBe(made.jobId);
  env.JOB_ID = made.jobId;
  await site.host.background.settle();
  const job = await run(follow);
  expect(job).toMatchObject({ jobId: made.jobId, state: 'succeeded', failed: 0 });
  expect(job.total).toBeGreaterThan(0);
  expect((await run(list)).results).toHaveLength(job.total);
  const tried = await run(reset);
  await site.host.background.settle();
  const [newest, first] = (await run(listAll)).results;
  expect(newest).toMatchObject({ jobId: tried.jobId, dryRun: true, state: 'succeeded' });
  expect(first).toEqual(job);
  expect(await run(cancel)).toEqual(job);
});

it('the jobs guide names every state, and has only valid links', async () => {
  site = await serveSite();
  for (const state of SHOWN_STATES) expect(guide).toContain(`\`${state}\``);
  const files = [...guide.matchAll(/\]\(([\w./-]+)/g)].map(([, file = '']) => file);
  expect(files.filter((file) => !existsSync(join(__dirname, '../../docs', file)))).toEqual([]);
});
