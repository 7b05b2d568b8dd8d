import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Intercept } from '../../local/forge/platform-calls';
import type { LabelSyncView } from '../../src/admin/levels/label-sync';
import { defaultLevels } from '../../src/classification/default-levels';
import { NO_SETTINGS, NO_SURFACE_SETTINGS } from '../../src/classification/settings';
import { labelOfPage, labelsOfLevels } from '../../src/mirror/label-sync';
import { done } from '../admin/ask';
import { levelNamed, type LevelName } from '../support/levels';
import { MIRROR_PEPPERS, mirrorPages } from '../support/mirror';
import { openSite, type Site } from '../support/site';
import { rowsOf, stopScans } from '../support/stored-rows';
import { aBlogPost, aPage, expectOk } from '../support/wiki-pages';

/** Labels that follow the levels of pages, one way. */

let nowMs = Date.parse('2026-11-21T10:00:00.000Z');
let calls: string[] = [];
let intercept: Intercept = (_call, proceed) => proceed();
let site: Site;
let key: string;
beforeAll(async () => {
  site = openSite({
    queryLagMs: 0,
    now: () => new Date(nowMs),
    peppers: () => MIRROR_PEPPERS,
    rateLimits: () => 'off',
    intercept: (call, proceed) => {
      if (call.target === 'confluence' && call.path.includes('/label')) calls.push(call.method);
      return intercept(call, proceed);
    },
  });
  await stopScans(site);
  ({ key } = await site.createKey({ classificationScope: 'manage' }));
});
beforeEach(() => {
  intercept = (_call, proceed) => proceed();
});
afterAll(() => site.close());

/** Runs everything that is due within three minutes. */
async function pass(): Promise<void> {
  for (let minute = 0; minute < 3; minute += 1) {
    nowMs += 60_000;
    await site.host.background.settle();
  }
}

const settings = (enabled: boolean, prefix = 'level-') =>
  site.rest('PUT', '/v1/setting/label-sync', { key, body: { enabled, prefix } });
async function turn(enabled: boolean, prefix = 'level-'): Promise<void> {
  expect(await settings(enabled, prefix)).toMatchObject({ status: 200 });
  await pass();
}
async function requestLevel(pageId: string, name: LevelName): Promise<void> {
  nowMs += 1_000;
  const body = { pageId, levelId: levelNamed(site, name).levelId };
  expect((await site.rest('POST', '/v1/page-level', { key, body })).status).toBe(201);
}
async function setLevel(pageId: string, name: LevelName): Promise<void> {
  await requestLevel(pageId, name);
  await pass();
}
async function classifiedPage(name: LevelName = 'Restricted'): Promise<string> {
  const pageId = await aPage(site);
  await setLevel(pageId, name);
  return pageId;
}
async function labelsOf(pageId: string): Promise<readonly string[]> {
  const { results } = (await expectOk(site.wiki('GET', `/rest/api/content/${pageId}/label`))) as {
    results: readonly { readonly name: string }[];
  };
  return results.map(({ name }) => name);
}
const add = (pageId: string, name: string) =>
  expectOk(site.wiki('POST', `/rest/api/content/${pageId}/label`, [{ prefix: 'global', name }]));
async function callsOf(run: () => Promise<void>): Promise<readonly string[]> {
  calls = [];
  await run();
  return calls;
}

it('a page gets no label and costs no call until an admin turns labels on', async () => {
  const calledFor = await callsOf(async () => {
    expect(await labelsOf(await classifiedPage())).toEqual([]);
  });
  expect(calledFor).toEqual([]);
});

it('turning it on labels the existing pages, and turning it off removes only these labels', async () => {
  const pageId = await classifiedPage();
  await add(pageId, 'level-of-care');
  await turn(true);
  expect(await labelsOf(pageId)).toEqual(['level-of-care', 'level-restricted']);
  await turn(false);
  expect(await labelsOf(pageId)).toEqual(['level-of-care']);
  const audited = rowsOf(site, 'audit').filter(({ value }) => value['type'] === 'label-sync.updated');
  expect(audited).toHaveLength(2);
});

describe('while it is on', () => {
  beforeAll(() => turn(true));

  it('a changed level changes the label with two calls, and a cleared one removes it', async () => {
    const pageId = await classifiedPage();
    expect(await labelsOf(pageId)).toEqual(['level-restricted']);
    const calledFor = await callsOf(() => setLevel(pageId, 'Public'));
    expect(calledFor).toEqual(['POST', 'DELETE']);
    expect(await labelsOf(pageId)).toEqual(['level-public']);
    expect((await site.rest('DELETE', `/v1/page-level/by-page/${pageId}`, { key })).status).toBe(204);
    await pass();
    expect(await labelsOf(pageId)).toEqual([]);
  });

  it('a blog post has the label of its level', async () => {
    const id = await aBlogPost(site);
    await setLevel(id, 'Restricted');
    expect(await labelsOf(id)).toEqual(['level-restricted']);
  });

  it('a label that a user removes or adds is repaired, and no level changes', async () => {
    const pageId = await classifiedPage();
    await expectOk(site.wiki('DELETE', `/rest/api/content/${pageId}/label?name=level-restricted`));
    await add(pageId, 'level-public');
    await add(pageId, 'level-headed');
    await pass();
    expect(await labelsOf(pageId)).toEqual(['level-headed', 'level-restricted']);
    const read = await site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key });
    expect(read.body).toMatchObject({ levelId: levelNamed(site, 'Restricted').levelId });
  });

  it('a page without a level loses the label of a level that a user added', async () => {
    const pageId = await aPage(site);
    await mirrorPages(site, [pageId]);
    await add(pageId, 'level-public');
    await pass();
    expect(await labelsOf(pageId)).toEqual([]);
  });

  it('another prefix replaces the labels of all pages', async () => {
    const pageId = await classifiedPage();
    await turn(true, 'data_');
    expect(await labelsOf(pageId)).toEqual(['data_restricted']);
    await turn(true);
    expect(await labelsOf(pageId)).toEqual(['level-restricted']);
  });

  it('a label that cannot be written changes neither the level nor its property, and follows later', async () => {
    const pageId = await aPage(site);
    intercept = (call, proceed) =>
      call.method === 'POST' && call.path.includes('/label')
        ? Promise.resolve(new Response('{}', { status: 503 }))
        : proceed();
    await requestLevel(pageId, 'Restricted');
    await pass();
    expect(await labelsOf(pageId)).toEqual([]);
    const stamp = rowsOf(site, 'page-mirror').find((row) => row.key === pageId)?.value;
    expect(stamp).toMatchObject({ data: { hash: expect.any(String) } });
    intercept = (_call, proceed) => proceed();
    await mirrorPages(site, [pageId]);
    expect(await labelsOf(pageId)).toEqual(['level-restricted']);
  });

  it('of two levels that are set one after the other, the label of the later one remains', async () => {
    const pageId = await classifiedPage('Internal');
    let isSecond = false;
    intercept = async (call, proceed) => {
      if (call.method === 'POST' && call.path.includes('/label') && !isSecond) {
        isSecond = true;
        await requestLevel(pageId, 'Restricted');
      }
      return proceed();
    };
    await setLevel(pageId, 'Public');
    expect(isSecond).toBe(true);
    expect(await labelsOf(pageId)).toEqual(['level-restricted']);
  });
});

it('an applied configuration file starts the same background work as the switch of the admin', async () => {
  await turn(false);
  const pageId = await classifiedPage();
  const { key: configKey } = await site.createKey({ detectionScope: 'manage' });
  const send = (method: string, path: string, body?: object) =>
    site.rest(method, path, { key: configKey, ...(body === undefined ? {} : { body }) });
  const started = async (change: () => Promise<unknown>) => {
    await change();
    const events = site.host.background.pending().map(({ module, body }) => ({ module, body }));
    await pass();
    expect(await labelsOf(pageId)).toEqual(['level-restricted']);
    await turn(false);
    return events;
  };
  const bySwitch = await started(async () => {
    const { rev } = await done<LabelSyncView>(site, 'getLabelSync', {});
    await done(site, 'changeLabelSync', { rev, enabled: true, prefix: 'level-' });
  });
  const byFile = await started(async () => {
    const { body } = await send('GET', '/v1/configuration');
    const document = { version: 1, site: body.site, labels: { enabled: true, prefix: 'level-' } };
    const planned = await send('POST', '/v1/configuration/plan', { document });
    const { planHash } = planned.body;
    expect((await send('POST', '/v1/configuration/apply', { document, planHash })).status).toBe(200);
  });
  expect(bySwitch).toHaveLength(1);
  expect(byFile).toEqual(bySwitch);
});

it('the examples of the guide turn labels on, and find the pages of a level', async () => {
  const guide = readFileSync(join(__dirname, '../../docs/labels.md'), 'utf8');
  const [, request = '', body = ''] = /```http\n(.+?)\n\n(.+?)```/s.exec(guide) ?? [];
  const [, method = '', path = ''] = /^(\w+) \{base_url\}(\S+)$/m.exec(request) ?? [];
  const [, cql = ''] = /```cql\n(.+?)\n```/s.exec(guide) ?? [];
  const pageId = await classifiedPage('Restricted');
  const headers = { 'Content-Type': 'application/json' };
  const answer = await site.rest(method, path, { key, body, headers });
  expect([answer.status, answer.body.labels]).toMatchObject([200, expect.any(Array)]);
  await pass();
  const found = await expectOk(site.wiki('GET', `/rest/api/search?limit=50&cql=${encodeURIComponent(cql)}`));
  expect(JSON.stringify(found)).toContain(`"id":"${pageId}"`);
  await turn(false, 'classification-');
});

it('no two levels share a label, also if their keys differ only in case', () => {
  const [one, other, ...rest] = defaultLevels('installation');
  if (one === undefined || other === undefined) throw new Error('there are levels');
  const all = [{ ...one, levelKey: 'secret' }, { ...other, levelKey: 'Secret' }, ...rest];
  const labels = [...labelsOfLevels({ all }, { enabled: true, prefix: 'p-' }).values()];
  expect(new Set(labels).size).toBe(all.length);
  expect(labels.every((label) => /^p-[a-z0-9-]{1,250}$/.test(label))).toBe(true);
  expect(labels.slice(0, 2)).toEqual([`p-${one.levelId}`, `p-${other.levelId}`]);
});

it('a page in a space without classification has no label', () => {
  const surfaces = { ...NO_SURFACE_SETTINGS, offSpaceIds: ['1'] };
  const levels = { revision: 1, all: [], settings: { ...NO_SETTINGS, surfaces } };
  const labelIn = (spaceId: string) => labelOfPage({ levelId: 'a', spaceId }, levels, new Map([['a', 'level-a']]));
  expect([labelIn('1'), labelIn('2')]).toEqual([undefined, 'level-a']);
});

it('a prefix that is no start of a label is refused', async () => {
  for (const prefix of ['', 'a', 'Level-', 'level ', 'level:', '-level', 'a'.repeat(33)]) {
    expect(await settings(true, prefix)).toMatchObject({ status: 400, body: { errors: [{ pointer: '#/prefix' }] } });
  }
});
