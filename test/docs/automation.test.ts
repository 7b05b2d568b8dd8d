import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DEMO_PAGES } from '../../local/demo';
import { RESPONSE_KINDS } from '../../static/admin/src/recipes/response-kinds';
import { cqlFor } from '../../static/admin/src/recipes/cql';
import type { Treatment } from '../../static/admin/src/recipes/rule';
import { type Target, type WebRequest, webRequestFor } from '../../static/admin/src/recipes/web-request';
import { texts } from '../../static/admin/src/texts';
import { done } from '../admin/ask';
import { sendAsAutomation } from '../recipes/automation';
import { type ServedSite, serveSite } from '../support/browser';
import { itWith } from '../support/interpreters';
import { levelNamed } from '../support/levels';
import { aPage } from '../support/wiki-pages';

/** The guide for automation rules agrees with the Recipes page, and its examples have the described effects. */

const guide = readFileSync(join(__dirname, '../../docs/automation.md'), 'utf8');
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, block = '']) => block);
const onOneLine = (text: string) => text.replace(/\s+/g, ' ');

let site: ServedSite;
let baseUrl: string;
beforeAll(async () => {
  site = await serveSite();
  baseUrl = (await done<{ baseUrl: string }>(site, 'getBaseAddress', {})).baseUrl;
});
afterAll(() => site.stop());

const EXAMPLES: readonly (readonly [Target, Treatment])[] = [
  [{ levelId: 'LEVEL_ID' }, 'keep'],
  [{ levelId: 'LEVEL_ID', subLevelId: 'SUB_LEVEL_ID' }, 'change'],
];

/** In the notation of the guide. */
function written({ method, url, headers, body }: WebRequest): string {
  return [`${method} ${url}`, ...headers.map(({ name, value }) => `${name}: ${value}`), '', body, ''].join('\n');
}

it('the automation guide shows the requests of the admin area', () => {
  expect(blocks('http')).toEqual(
    EXAMPLES.map(([target, classified]) => written(webRequestFor('{base_url}', target, classified, 'pclsk_…'))),
  );
});

/** A request in that notation. */
function parse(block: string): WebRequest {
  const [head = '', body = ''] = block.split('\n\n');
  const [start = '', ...lines] = head.split('\n');
  const [method, url = ''] = start.split(' ');
  if (method !== 'POST') throw new Error(`an example with ${method}`);
  const headers = lines.map((line) => {
    const [name = '', value = ''] = line.split(': ');
    return { name, value, isSecret: name === 'x-api-key' };
  });
  return { method, url, headers, body: body.trimEnd() };
}

it.each([0, 1])('the requests set the level when a rule sends them (#%i)', async (index) => {
  const { levelId, subLevels } = levelNamed(site, 'Restricted');
  const { key } = await site.createKey({ classificationScope: 'write', levelLimit: ['unclassified', levelId] });
  const example = (blocks('http')[index] ?? '')
    .replaceAll('{base_url}', baseUrl)
    .replaceAll('pclsk_…', key)
    .replaceAll('SUB_LEVEL_ID', subLevels[0]?.subLevelId ?? '')
    .replaceAll('LEVEL_ID', levelId);
  const { status, body } = await sendAsAutomation(parse(example), await aPage(site));
  expect([status, JSON.parse(body)]).toMatchObject([
    201,
    { levelName: 'Restricted', subLevelName: index === 0 ? null : subLevels[0]?.name },
  ]);
});

it('the queries are those of the admin area, and find pages', async () => {
  expect(blocks('cql').map((block) => block.trim())).toEqual([
    cqlFor({ label: 'confidential', spaceKeys: [] }),
    cqlFor({ label: 'confidential', spaceKeys: ['ENG', 'HR'] }),
  ]);
  for (const cql of blocks('cql')) {
    const answer = await site.wiki('GET', `/rest/api/search?cql=${encodeURIComponent(cql.trim())}`);
    expect(((await answer.json()) as { results: object[] }).results.length).toBeGreaterThan(0);
  }
});

itWith('bash', 'curl')('the command sets the level', async () => {
  const { levelId } = levelNamed(site, 'Internal');
  const { key } = await site.createKey({ classificationScope: 'write' });
  const env = { ...process.env, BASE_URL: baseUrl, KEY: key, PAGE_ID: DEMO_PAGES.glossary, LEVEL_ID: levelId };
  const { stdout } = await promisify(execFile)('bash', ['-c', blocks('sh')[0] ?? ''], { env, timeout: 240_000 });
  expect(JSON.parse(stdout)).toMatchObject({ pageId: DEMO_PAGES.glossary, levelId, changed: true });
});

it('the automation guide explains the responses like the admin area, and only the deployment guide lists what is not verified', () => {
  const { responses, responseNames } = texts.recipes;
  for (const kind of RESPONSE_KINDS) {
    expect(guide).toContain(`\n| ${responseNames[kind]} | ${responses[kind].means} | ${responses[kind].todo} |\n`);
  }
  const deployment = readFileSync(join(__dirname, '../../docs/deployment.md'), 'utf8');
  const [, section = ''] = deployment.split('## Not yet tested on a real site\n');
  const [, assumptions = ''] = section.split('### Automation rules\n');
  expect(assumptions.match(/^\| `rule-/gm)?.length).toBeGreaterThan(5);
  expect(guide).toContain('(deployment.md#automation-rules)');
  expect(guide).not.toMatch(/^- .*not verified/im);
  expect(JSON.stringify(texts.recipes)).not.toMatch(/verified/i);
});

it('the automation guide names the fields of Atlassian’s action like the admin area', () => {
  const { url, method, bodyKind, bodyKindValue, waitValue, step } = texts.recipes;
  for (const name of [url, method, 'Headers (optional)', bodyKind, waitValue])
    expect(guide).toContain(`\n| ${name} | `);
  expect(guide).toContain(`\n| ${bodyKindValue} | `);
  for (const [, name = ''] of [step.published, step.scheduled, step.branch].join().matchAll(/“([^”]+)”/g)) {
    expect(onOneLine(guide)).toContain(`*${name}*`);
  }
});
