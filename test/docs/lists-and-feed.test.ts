import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DEMO_SPACES } from '../../local/demo';
import { done } from '../admin/ask';
import { type ServedSite, serveSite } from '../support/browser';
import { itWith } from '../support/interpreters';
import { levelNamed } from '../support/levels';
import { aPage } from '../support/wiki-pages';

/** The commands of the guide on lists have the described results. */

const guide = readFileSync(join(__dirname, '../../docs/lists-and-feed.md'), 'utf8');
const examples = [...guide.matchAll(/^## (.+)\n|^```sh\n([\s\S]*?)^```$/gm)].reduce<
  { title: string; command: string }[]
>((found, [, title, command]) => {
  if (title !== undefined) return [...found, { title, command: '' }];
  const last = found.at(-1);
  return [...found.filter(({ command: one }) => one !== ''), { title: last?.title ?? '', command: command ?? '' }];
}, []);

let nowMs = Date.parse('2026-11-21T10:00:00.000Z');
let site: ServedSite;
let env: Record<string, string>;
let pageId: string;
let unclassified: string;
beforeAll(async () => {
  site = await serveSite({ now: () => new Date(nowMs), queryLagMs: 0 });
  const { baseUrl } = await done<{ baseUrl: string }>(site, 'getBaseAddress', {});
  const { key } = await site.createKey();
  pageId = await aPage(site);
  unclassified = await aPage(site);
  const { levelId } = levelNamed(site, 'Restricted');
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
  [2, 'The levels of specific pages', () => ({ pageId: unclassified, levelId: null })],
  [3, 'The change feed', () => ({ type: 'page.level.changed', pageId })],
  [4, 'The change feed', () => ({ type: 'page.level.changed', pageId })],
  [5, 'The audit log', () => ({ type: 'page.level.set', subject: `page:${pageId}` })],
] as const)('example %s: %s', async (index, title, expected) => {
  const answer = await run(index);
  expect(answer.title).toBe(title);
  expect(answer.results).toContainEqual(expect.objectContaining(expected()));
});

it('has no untested examples', () => {
  expect(examples).toHaveLength(6);
});
