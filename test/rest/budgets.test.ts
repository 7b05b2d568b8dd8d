import { DEMO_PAGES } from '../../local/demo';
import type { TracedCall } from '../../local/forge/trace';
import { formatKey } from '../../src/keys/key-format';
import { CALL_BUDGETS } from './call-budgets';
import { enlarge, LIMITS_OF_A_LARGE_SITE } from '../support/large-site';
import { levelNamed } from '../support/levels';
import { followNativeLevels } from '../support/native-levels';
import { openSite, type RestOptions, type Site } from '../support/site';
import { truthOf } from '../support/page-truth';
import { rowsOf } from '../support/stored-rows';

/**
 * The maximum number of platform calls of a request, in total and in sequence. Calls are counted from the trace, never
 * timed.
 */

const pageId = DEMO_PAGES.officeGuide;
const record = `/v1/page-level/by-page/${pageId}`;

interface Request {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: (levelIds: readonly string[]) => object;
  readonly stages: number;
  readonly calls: number;
}

const target = (index: number) => (levelIds: readonly string[]) => ({ pageId, levelId: levelIds[index] });

/**
 * Sent one after the other. The first POST classifies the page, the second changes its level, the third changes
 * nothing. One of the calls reads when the key was last used, together with the counters of the rate limits.
 */
const REQUESTS: readonly Request[] = [
  { name: 'the levels', method: 'GET', path: '/v1/level', stages: 2, calls: 4 },
  { name: 'the first level of a page', method: 'POST', path: '/v1/page-level', body: target(0), stages: 3, calls: 8 },
  { name: 'another level', method: 'POST', path: '/v1/page-level', body: target(1), stages: 3, calls: 8 },
  { name: 'the same level', method: 'POST', path: '/v1/page-level', body: target(1), stages: 2, calls: 6 },
  { name: 'the record', method: 'GET', path: record, stages: 2, calls: 5 },
  { name: 'the levels for a page', method: 'GET', path: `${record}/levels`, stages: 2, calls: 6 },
];

const open: Site[] = [];
function newSite(options?: Parameters<typeof openSite>[0]): Site {
  const site = openSite(options);
  open.push(site);
  return site;
}
afterEach(() => open.splice(0).forEach((site) => site.close()));

async function levelIdsOf(site: Site, key: string): Promise<string[]> {
  const { body } = await site.rest('GET', '/v1/level', { key });
  return body.results.map(({ levelId }: { levelId: string }) => levelId);
}

const stagesOf = (calls: readonly TracedCall[]) => Math.max(0, ...calls.map(({ stage }) => stage));
const firstStageOf = (calls: readonly TracedCall[]) => calls.filter(({ stage }) => stage === 1).length;
const isWrite = ({ path }: TracedCall) => !/\/get$|\/query$/.test(path) && !path.startsWith('/wiki/');

/** The calls of each request of the table, in order. */
async function runAll(
  site: Site,
  key: string,
  before = (): void => undefined,
): Promise<ReadonlyMap<string, readonly TracedCall[]>> {
  const levelIds = await levelIdsOf(site, key);
  const calls = new Map<string, readonly TracedCall[]>();
  for (const { name, method, path, body } of REQUESTS) {
    const options: RestOptions = body === undefined ? { key } : { key, body: body(levelIds) };
    before();
    const answer = await site.rest(method, path, options);
    expect([200, 201]).toContain(answer.status);
    calls.set(name, answer.calls);
  }
  return calls;
}

it('each operation stays within its budget of calls and stages', async () => {
  const site = newSite();
  const { key } = await site.createKey();
  const calls = await runAll(site, key);
  for (const { name, stages, calls: budget } of REQUESTS) {
    const made = calls.get(name) ?? [];
    expect({ name, calls: made.length > 0 && made.length <= budget, stages: stagesOf(made) <= stages }).toEqual({
      name,
      calls: true,
      stages: true,
    });
  }
});

it("following Atlassian's own levels takes one more call and stage for a changed level, and none for anything else", async () => {
  const site = newSite({ assumptions: new Set(['native-levels']) });
  await followNativeLevels(site, (name) => levelNamed(site, name).levelId);
  const { key } = await site.createKey();
  const calls = await runAll(site, key);
  const changes = ['the first level of a page', 'another level'];
  for (const { name, stages, calls: budget } of REQUESTS) {
    const made = calls.get(name) ?? [];
    const more = changes.includes(name) ? 1 : 0;
    expect(made.filter(({ path }) => path.includes('classification-level'))).toHaveLength(more);
    expect({ name, calls: made.length <= budget + more, stages: stagesOf(made) <= stages + more }).toEqual({
      name,
      calls: true,
      stages: true,
    });
  }
});

it('recording the use of a key takes one call a minute, and delays no other write', async () => {
  let now = new Date();
  const site = newSite({ now: () => now });
  const { key } = await site.createKey();
  const calls = await runAll(site, key, () => (now = new Date(now.getTime() + 60_000)));
  for (const { name, stages, calls: budget } of REQUESTS) {
    const made = calls.get(name) ?? [];
    expect(made.filter(({ path }) => path === '/api/v1/set')).toHaveLength(1);
    const within = { calls: made.length <= budget + 1, stages: stagesOf(made) <= Math.max(stages, 3) };
    expect({ name, ...within }).toEqual({ name, calls: true, stages: true });
  }
});

it('rate limits take one more call, which also records the use of the key, and no more stages', async () => {
  let now = new Date();
  const site = newSite({ now: () => now, rateLimits: () => undefined });
  const { key } = await site.createKey();
  for (const ms of [0, 60_000]) {
    const calls = await runAll(site, key, () => (now = new Date(now.getTime() + ms)));
    for (const { name, stages, calls: budget } of REQUESTS) {
      const made = calls.get(name) ?? [];
      const within = { calls: made.length <= budget + 1, stages: stagesOf(made) <= stages };
      expect({ name, ...within, reads: firstStageOf(made) }).toEqual({ name, calls: true, stages: true, reads: 3 });
      expect(made.filter(({ path }) => path === '/api/v1/set')).toEqual([]);
    }
  }
});

it('a request stays within the stages of the budget without impersonation', async () => {
  const site = newSite({ impersonation: false });
  const { key } = await site.createKey();
  const calls = await runAll(site, key);
  // Takes two more stages, because only a call shows that the platform refuses impersonation, and a read that computed pages are
  // off. It includes the refused attempt, that read, the page as the app, the creator's account, a check for each relevant right, and
  // the answers of the site check.
  for (const { name, stages, calls: most } of REQUESTS) {
    const made = calls.get(name) ?? [];
    const within = { stages: stagesOf(made) <= stages + 2, calls: made.length <= most + 6 };
    expect({ name, ...within }).toEqual({ name, stages: true, calls: true });
  }
});

it('a request makes the same calls on a site with many pages, keys, levels and changes as on a new one', async () => {
  const shape = (calls: ReadonlyMap<string, readonly TracedCall[]>) =>
    [...calls].map(([name, made]) => [name, made.map((call) => `${call.stage} ${call.target} ${call.path}`)]);
  const small = newSite({ rateLimits: () => LIMITS_OF_A_LARGE_SITE });
  const large = newSite({ rateLimits: () => LIMITS_OF_A_LARGE_SITE });
  const { key: keyOfLarge } = await large.createKey();
  await enlarge(large, keyOfLarge);
  const { key: keyOfSmall } = await small.createKey();
  expect(shape(await runAll(large, keyOfLarge))).toEqual(shape(await runAll(small, keyOfSmall)));
});

it('a request writes nothing if the page already has the level', async () => {
  const site = newSite();
  const { key } = await site.createKey();
  const [levelId] = await levelIdsOf(site, key);
  const set = () => site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId } });
  expect((await set()).body.changed).toBe(true);
  const before = site.host.storage.dump(site.host.installation.installationId);
  const again = await set();
  expect(again.body.changed).toBe(false);
  expect(again.calls.filter(isWrite)).toEqual([]);
  expect(site.host.storage.dump(site.host.installation.installationId)).toEqual(before);
  expect(truthOf(site.host, pageId).history).toHaveLength(1);
});

describe.each([
  ['GET', '/v1/level'],
  ['POST', '/v1/page-level'],
  ['GET', record],
  ['GET', `${record}/levels`],
] as const)('%s %s with an invalid key', (method, path) => {
  /** The three parts that an attacker could forge without the pepper. */
  const withoutCall: readonly (readonly [string, (key: string) => string | undefined])[] = [
    ['no key', () => undefined],
    ['another format', (key) => key.slice(1)],
    ['a wrong checksum', (key) => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')],
    [
      'an id tag of another site',
      (key) => formatKey(`${key.slice(6, 21)}${key[21] === '0' ? '1' : '0'}`, key.slice(23, 66)),
    ],
  ];

  it.each(withoutCall)('takes no call: %s', async (_name, change) => {
    const site = newSite();
    const { key } = await site.createKey();
    const sent = change(key);
    const body = method === 'POST' ? { body: { pageId, levelId: crypto.randomUUID() } } : {};
    const answer = await site.rest(method, path, { ...(sent === undefined ? {} : { key: sent }), ...body });
    expect(answer.status).toBe(401);
    expect(site.host.traces.find(answer.requestId)?.calls).toEqual([]);
  });

  it('takes one stage of at most three reads, the same for an unknown id and for a wrong secret', async () => {
    const site = newSite();
    const { key, keyId } = await site.createKey();
    const ask = (sent: string) =>
      site.rest(method, path, {
        key: sent,
        ...(method === 'POST' ? { body: { pageId, levelId: crypto.randomUUID() } } : {}),
      });
    const secret = key.slice(23, 66);
    const wrongSecret = await ask(formatKey(keyId, `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`));
    await site.host.storage.handleUncounted(site.host.installation.installationId, '/api/v1/entity/delete', {
      entityName: 'api-key',
      key: keyId,
    });
    expect(rowsOf(site, 'api-key')).toEqual([]);
    const before = site.host.storage.dump(site.host.installation.installationId);
    const unknownId = await ask(key);
    for (const answer of [wrongSecret, unknownId]) {
      expect(answer.body.code).toBe('API_KEY_INVALID');
      expect(answer.calls.length).toBeLessThanOrEqual(3);
      expect(stagesOf(answer.calls)).toBe(1);
      expect(answer.calls.filter(isWrite)).toEqual([]);
      expect(answer.calls.map(({ target: to }) => to)).not.toContain('confluence');
    }
    expect(unknownId.calls.map(({ path: to }) => to)).toEqual(wrongSecret.calls.map(({ path: to }) => to));
    expect(site.host.storage.dump(site.host.installation.installationId)).toEqual(before);
  });
});

/** The longest of the documented times of a call to Confluence or to the storage. */
const SLOW_CALL_MS = 150;
/** A fifth of what the platform gives a request in the admin area. */
const MOST_MS = 5_000;

it('no operation of the API takes long if each of its calls takes as long as documented', () => {
  const slow = Object.entries(CALL_BUDGETS).filter(([, budget]) => (budget?.stages ?? 0) * SLOW_CALL_MS > MOST_MS);
  expect(slow).toEqual([]);
});
