import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EDITOR } from '../../local/demo';
import { done } from '../admin/ask';
import { type ServedSite, serveSite } from '../support/browser';
import { itWith } from '../support/interpreters';
import { levelNamed } from '../support/levels';
import { aPage, storeLevel } from '../support/wiki-pages';
import { setLevel } from '../surfaces/surface-site';

/** An agent asks if it may use a page, a person reclassifies the page, and the agent asks again. */

const read = (file: string) => readFileSync(join(__dirname, '../..', file), 'utf8');
const guide = read('docs/page-use.md');

let site: ServedSite;
let key: string;
let pageId: string;
beforeEach(async () => {
  site = await serveSite();
  ({ key } = await site.createKey({ classificationScope: 'read' }));
  pageId = await aPage(site, { by: EDITOR.email });
  await storeLevel(site, pageId, levelNamed(site, 'Highly Restricted').levelId);
});
afterEach(() => site.stop());

const reclassify = () =>
  setLevel(site, { pageId, as: EDITOR.email, level: { levelId: levelNamed(site, 'Public').levelId } });

it('an agent and a pipeline are refused, then a person reclassifies the page, then it is allowed', async () => {
  const ask = async () => {
    const { body } = await site.rest('POST', '/v1/page-use/check', {
      key,
      body: { purpose: 'ai-index', pageIds: [pageId] },
    });
    const action = await site.action('check-use', { pageId, purpose: 'ai-index' }, { as: EDITOR.email });
    const [{ decision, reasons }] = body.results;
    return [decision, reasons, action.decision];
  };
  expect(await ask()).toEqual(['deny', ['level'], 'deny']);
  await reclassify();
  expect(await ask()).toEqual(['allow', [], 'allow']);
});

itWith('python3')('the recipe of the guide keeps only pages that are allowed, and stops on an error', async () => {
  const recipe = /```python\n(.+?)```/s.exec(guide)?.[1] ?? '';
  const { baseUrl } = await done<{ baseUrl: string }>(site, 'getBaseAddress', {});
  const keep = async (pageIds: readonly string[], KEY = key) => {
    const script = `${recipe}\nprint(json.dumps(allowed(${JSON.stringify(pageIds)})))`;
    const { stdout } = await promisify(execFile)('python3', ['-c', script], {
      env: { ...process.env, BASE_URL: baseUrl, KEY },
    });
    return JSON.parse(stdout) as unknown;
  };
  const missing = '999999999';
  expect(await keep([pageId, missing])).toEqual([]);
  await reclassify();
  expect(await keep([pageId, missing])).toEqual([pageId]);
  await expect(keep([pageId], 'no-key')).rejects.toThrow('401');
});

it('the sentence for a system prompt names the action, and says what to do for each of its decisions and for an error', async () => {
  const [, sentence = ''] = /^> (Before you .* a Confluence page, .*)$/m.exec(guide) ?? [];
  const [action = '', ...told] = [...sentence.matchAll(/`(.+?)`/g)].map(([, code = '']) => code);
  const ask = (id: string) => site.action(action, { pageId: id, purpose: 'ai-read' }, { as: EDITOR.email });
  const decided = [(await ask(pageId)).decision, (await ask(await aPage(site))).decision];
  await reclassify();
  decided.push((await ask(pageId)).decision);
  expect(decided).toEqual(['deny', 'ask', 'allow']);
  expect(told.toSorted()).toEqual(decided.toSorted());
  expect(sentence).toMatch(/only on `allow`, ask the person on `ask`, and on `deny` or an error do not use it\.$/);
  expect(await ask('999999999')).toEqual({ errors: [{ message: expect.any(String) }] });
  expect(read('static/agent/prompt.md')).toMatch(
    /`check-use` before[\s\S]*On `deny` or an error, do not use the page\. On `ask`, ask the person first\./,
  );
});
