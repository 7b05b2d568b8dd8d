import type { WebProbe } from '../../src/admin/site/site-check';
import type { ProbeName } from '../../src/capabilities/answers';
import { readPeppers } from '../../src/platform/secrets';
import { issueNonce } from '../../src/site-check/web-probe-nonce';
import { commandsOf } from '../../static/admin/src/site-check/web-commands';
import { done } from '../admin/ask';
import { everythingStored, rowOf, rowsOf } from '../support/stored-rows';
import { openSite, type Site } from '../support/site';

/** Requests of the web probe of the site check, through the real web trigger. They carry no key. */

const NOW = new Date('2026-11-23T09:00:00.000Z');
const BASE = '/public/local/compliance/api';

let now: Date;
let logged: string;
let site: Site;
beforeEach(() => {
  now = NOW;
  logged = '';
  site = openSite({ now: () => now, log: (...entry) => (logged += JSON.stringify(entry)) });
});
afterEach(() => site.close());

const start = () => done<WebProbe>(site, 'startWebProbe', {});

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A probe is not an operation of the API, so the contract of the API does not cover its response. */
function sendTo(method: string, target: string, { headers = {}, body = '' }: Sent = {}) {
  return site.host.callWebTrigger({
    method,
    target,
    rawHeaders: Object.entries(headers).flat(),
    body: Buffer.from(body),
  });
}

/** Sends a request to an address below that of the probe. */
const send = (method: string, { url }: WebProbe, end: string, sent?: Sent) =>
  sendTo(method, `${new URL(url).pathname}${end}`, sent);

interface StoredAnswers {
  readonly answers: Readonly<Partial<Record<ProbeName, { readonly state: string; readonly detail?: string }>>>;
}
const answers = () => (rowOf(site, 'probe', 'answers')['data'] as StoredAnswers).answers;
const nothingStored = () => expect(rowsOf(site, 'probe')).toEqual([]);

it.each([
  ['HEAD', '/head', 'web-head', { state: 'works' }],
  ['GET', '/head', 'web-head', { state: 'fails', detail: 'method-GET' }],
  ['OPTIONS', '/options', 'web-options', { state: 'works' }],
  ['POST', '/options', 'web-options', { state: 'fails', detail: 'method-POST' }],
  ['GET', '/path/a%2Fb%20c?x=%2F', 'web-encoded-path', { state: 'works' }],
  ['GET', '/path/a/b c', 'web-encoded-path', { state: 'fails', detail: 'decoded' }],
  ['GET', '/path/a%252Fb%2520c', 'web-encoded-path', { state: 'fails', detail: 'encoded-twice' }],
  ['GET', '/path/a%2Fb%20c', 'web-header-names', { state: 'fails', detail: 'absent' }],
  ['GET', '/received/304', 'web-304', { state: 'works' }],
  ['GET', '/received/200', 'web-304', { state: 'fails', detail: 'status-200' }],
] as const)(
  '%s %s is answered with an empty 204, and records how it arrived as %s',
  async (method, end, probe, answer) => {
    const { status, body } = await send(method, await start(), end);
    expect([status, body]).toEqual([204, '']);
    expect(answers()[probe]).toEqual(expect.objectContaining(answer));
  },
);

it('a web probe records how the name of a header arrived', async () => {
  const probe = await start();
  await send('GET', probe, '/path/a%2Fb%20c', { headers: { 'X-Probe-Header': '1' } });
  expect(answers()['web-header-names']).toMatchObject({ state: 'works', detail: 'as-sent' });
  await send('GET', probe, '/path/a%2Fb%20c', { headers: { 'x-probe-header': '1' } });
  expect(answers()['web-header-names']).toMatchObject({ state: 'works', detail: 'lower-case' });
});

it.each([
  ['usual', [304], 'works', 304],
  ['no-3xx', [200], 'fails', 200],
] as const)(
  'the status that a client receives for a 304 decides if reads are conditional: %s',
  async (platform, received, state, read) => {
    if (platform === 'no-3xx') site.host.assumptions.add(platform);
    const probe = await start();
    const { status, body } = await send('GET', probe, '/not-modified', { headers: { 'If-None-Match': '"1"' } });
    expect([[status], body]).toEqual([received, '']);
    nothingStored();
    await send('GET', probe, `/received/${status}`);
    expect(answers()['web-304']?.state).toBe(state);
    const { key } = await site.createKey();
    const options = { key, headers: { 'If-None-Match': '*' } };
    const level = await site.rest('GET', '/v1/level', options);
    expect([level.status, level.text === '']).toEqual([read, read === 304]);
    site.host.assumptions.delete('no-3xx');
  },
);

it('the commands of the page answer all probes of the section', async () => {
  const probe = await start();
  const commands = commandsOf(probe.url);
  const [head = '', options = '', path = ''] = commands.map(({ text }) => /'(http[^']+)'$/.exec(text)?.[1]);
  const sent = [
    ['HEAD', head],
    ['OPTIONS', options],
    ['GET', path],
    ['GET', `${probe.url}/not-modified`],
    ['GET', `${probe.url}/received/304`],
  ] as const;
  for (const [method, url] of sent) {
    const [, target = ''] = url.split(new URL(url).origin);
    await sendTo(method, target, { headers: { 'X-Probe-Header': '1' } });
  }
  const named = commands.flatMap(({ probes }) => probes);
  expect(named.map((name) => answers()[name]?.state)).toEqual(Array(5).fill('works'));
  expect(commands.at(-1)?.text).toContain(`'${probe.url}/not-modified'`);
  expect(commands.at(-1)?.text).toContain(`"${probe.url}/received/$(curl `);
});

it('neither stores nor logs the nonce, the query, the headers or the body', async () => {
  const probe = await start();
  const headers = { 'X-Probe-Header': 'canary-header' };
  await send('POST', probe, '/path/a%2Fb%20c?canary-query=canary-value', { headers, body: 'canary-body' });
  const everything = `${logged}${JSON.stringify(everythingStored(site))}`;
  expect(answers()['web-encoded-path']?.state).toBe('works');
  expect(everything).not.toContain('canary');
  expect(everything).not.toContain(probe.url.split('/').at(-1));
});

describe('a forged, foreign or expired nonce', () => {
  const FORGED = 'lzzzzzzz.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

  /** The response to an unknown path of the same form, without what differs between any two requests. */
  async function shapeOf(method: string, path: string) {
    const { status, body, headers, calls } = await site.rest(method, path);
    const own = { ...body, instance: undefined, requestId: undefined };
    return { status, own, names: Object.keys(headers).sort(), calls: calls.length };
  }

  it.each(['HEAD', 'OPTIONS', 'GET', 'POST'])(
    '%s looks like an unknown path, and costs no platform call',
    async (method) => {
      const valid = new URL((await start()).url).pathname;
      const other = issueNonce(readPeppers({ PEPPER_V1: 'b'.repeat(64) }) ?? fail(), 'ari:other', NOW).nonce;
      const unknown = await shapeOf(method, `${BASE}/other/x/head`);
      expect(unknown).toMatchObject({ status: 404, calls: 0 });
      const flipped = valid.slice(0, -1) + (valid.endsWith('A') ? 'Q' : 'A');
      for (const path of [
        `${BASE}/probe/${FORGED}`,
        `${BASE}/probe/${other}`,
        flipped,
        `${BASE}/probe/`,
        `${valid}/x`,
      ]) {
        expect(await shapeOf(method, `${path}/head`)).toEqual(unknown);
      }
      now = new Date(NOW.getTime() + 15 * 60_000);
      expect(await shapeOf(method, `${valid}/head`)).toEqual(unknown);
      nothingStored();
    },
  );

  it('an encoded path with it is refused like any encoded path', async () => {
    const unknown = await shapeOf('GET', `${BASE}/other/x/path/a%2Fb%20c`);
    expect(await shapeOf('GET', `${BASE}/probe/${FORGED}/path/a%2Fb%20c`)).toEqual(unknown);
    nothingStored();
  });
});

function fail(): never {
  throw new Error('the pepper of the test is malformed');
}

it('without a secret, no request is a web probe', async () => {
  const bare = openSite({ peppers: () => undefined });
  const { status, calls } = await bare.rest('HEAD', `${BASE}/probe/lzzzzzzz.${'A'.repeat(43)}/head`);
  expect([status, calls.length]).toEqual([404, 0]);
  bare.close();
});

it('a request whose answer cannot be stored is answered all the same', async () => {
  const probe = await start();
  site.host.faults.add({ target: 'kvs', times: 10, status: 500 });
  expect((await send('HEAD', probe, '/head')).status).toBe(204);
});
