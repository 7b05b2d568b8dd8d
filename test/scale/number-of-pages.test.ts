import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TracedCall } from '../../local/forge/trace';
import { copyPages, openCopied } from '../support/copied-pages';
import type { Site } from '../support/site';
import { shapeOf, SITE_OPERATIONS, stagesOf } from '../support/site-operations';

/** Operations do not cost more on a site with more pages. bench/million.ts measures the same with a million pages. */

const NOW = new Date('2026-11-23T10:00:00.000Z');
const sites: { readonly site: Site; readonly key: string; readonly folder: string }[] = [];

beforeAll(async () => {
  let nowMs = NOW.getTime();
  for (const pages of [600, 1_800]) {
    const folder = mkdtempSync(join(tmpdir(), 'pages-'));
    await copyPages(folder, { pages, spaces: 2, now: NOW });
    const site = openCopied(folder, () => new Date((nowMs += 1)));
    const { key } = await site.createKey({ detectionScope: 'manage' });
    sites.push({ site, key, folder });
  }
});
afterAll(() => {
  for (const { site, folder } of sites) {
    site.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The first run of an operation records the use of the key. */
async function callsOf(name: string): Promise<readonly (readonly TracedCall[])[]> {
  const operation = SITE_OPERATIONS.find((one) => one.name === name);
  const calls = [];
  for (const { site, key } of sites) calls.push((await operation?.run(site, key)) ?? []);
  return calls;
}

it.each(SITE_OPERATIONS.filter(({ maxCalls }) => maxCalls === undefined).map(({ name }) => name))(
  'an operation makes the same calls with three times as many pages: %s',
  async (name) => {
    const [few = [], many = []] = await callsOf(name);
    expect(many.length).toBeGreaterThan(0);
    expect(shapeOf(many)).toEqual(shapeOf(few));
    expect(stagesOf(many)).toBe(stagesOf(few));
  },
);

it.each(SITE_OPERATIONS.flatMap(({ name, maxCalls }) => (maxCalls === undefined ? [] : [[name, maxCalls] as const])))(
  'an operation reads a fixed number of rows at most: %s',
  async (name, maxCalls) => {
    for (const calls of await callsOf(name)) expect(calls.length).toBeLessThanOrEqual(maxCalls);
  },
);
