import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DEMO_SPACES } from '../../local/demo';
import { DEFAULT_CONFIG } from '../../src/detection/configuration/model';
import { done } from '../admin/ask';
import { type ServedSite, serveSite } from '../support/browser';
import { storeFinding, storePageScan } from '../support/findings';
import { itWith } from '../support/interpreters';
import { levelNamed } from '../support/levels';
import { putRow } from '../support/stored-rows';
import { aPage } from '../support/wiki-pages';

/** The commands of the guide on lists have the described results. */

const guide = readFileSync(join(__dirname, '../../docs/lists-and-feed.md'), 'utf8');
const examples = guide.split(/^## /m).flatMap((section) =>
  [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, command = '']) => ({
    title: section.split('\n')[0] ?? '',
    command,
  })),
);

let nowMs = Date.parse('2026-11-21T10:00:00.000Z');
let site: ServedSite;
let env: Record<string, string>;
let pageId: string;
let unclassified: string;
let required: string;
beforeAll(async () => {
  site = await serveSite({ now: () => new Date(nowMs), queryLagMs: 0 });
  const { baseUrl } = await done<{ baseUrl: string }>(site, 'getBaseAddress', {});
  const { key } = await site.createKey({ detectionScope: 'read' });
  pageId = await aPage(site);
  unclassified = await aPage(site);
  const { levelId } = levelNamed(site, 'Restricted');
  required = levelId;
  const rules = [{ severity: 'low', levelId }];
  await putRow(site, 'config', 'detection', { v: 1, rev: 1, value: { ...DEFAULT_CONFIG, rules } });
  await storePageScan(site, unclassified, [await storeFinding(site, unclassified)]);
  await site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId } });
  const { cursor } = (await site.rest('GET', '/v1/change', { key })).body;
  nowMs += 120_000;
  env = {
    BASE_URL: baseUrl,
    KEY: key,
    SPACE_ID: DEMO_SPACES.ENG,
    CURSOR: cursor,
    PAGE_ID: pageId,
    OTHER_PAGE_ID: unclassified,
  };
});
afterAll(() => site.stop());

async function run(index: number): Promise<{ title: string; results: Record<string, unknown>[] }> {
  const { title = '', command = '' } = examples[index] ?? {};
  const { stdout } = await promisify(execFile)('bash', ['-c', `set -euo pipefail\n${command}`], {
    env: { ...process.env, ...env },
    timeout: 240_000,
  });
  return { title, results: JSON.parse(stdout).results };
}

itWith('bash', 'curl').each([
  [0, 'Classified pages', () => ({ pageId })],
  [1, 'Unclassified pages', () => ({ pageId: unclassified, levelId: null })],
  [2, 'Pages below their required level', () => ({ pageId: unclassified, requiredLevelId: required })],
  [3, 'The levels of specific pages', () => ({ pageId: unclassified, levelId: null })],
  [4, 'The change feed', () => ({ type: 'page.level.changed', pageId })],
  [5, 'The change feed', () => ({ type: 'page.level.changed', pageId })],
  [6, 'The audit log', () => ({ type: 'page.level.set', subject: `page:${pageId}` })],
  [7, 'How lists work', () => ({ pageId, title: expect.any(String) })],
] as const)('example %s: %s', async (index, title, expected) => {
  const answer = await run(index);
  expect(answer.title).toBe(title);
  expect(answer.results).toContainEqual(expect.objectContaining(expected()));
});

it('the guide to lists and the feed has no untested examples', () => {
  expect(examples).toHaveLength(8);
});
