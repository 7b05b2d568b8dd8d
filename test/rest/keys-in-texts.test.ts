import { ask } from '../admin/ask';
import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import { openSite, type Site } from '../support/site';
import { everythingStored } from '../support/stored-rows';

/** No text that a request stores may contain an API key. */

let site: Site;
let key: string;
let secret: string;
let logged: string[];
beforeEach(async () => {
  logged = [];
  site = openSite({ log: (...line) => logged.push(JSON.stringify(line)) });
  ({ key } = await site.createKey({ detectionScope: 'manage', classificationScope: 'manage' }));
  secret = key.slice(23, 66);
});
afterEach(() => site.close());

function expectNoSecret(...said: readonly unknown[]): void {
  const all = JSON.stringify([said, logged, everythingStored(site)]).toLowerCase();
  for (let at = 0; at + 10 <= secret.length; at += 1)
    expect(all).not.toContain(secret.slice(at, at + 10).toLowerCase());
}

const space = { of: 'space', spaceId: DEMO_SPACES.ENG };

it.each<[string, string, (text: string) => object]>([
  ['cql', '/v1/page-level/jobs', (text) => ({ levelId: 'public', cql: `text ~ "${text}"` })],
  ['cql', '/v1/detection/scan', (text) => ({ cql: `text ~ "${text}"` })],
  [
    'justification',
    '/v1/page-level',
    (text) => ({ pageId: DEMO_PAGES.welcome, levelId: 'public', justification: text }),
  ],
  [
    'reason',
    '/v1/exclusion',
    (text) => ({ match: { by: 'detector', detectorId: 'iban' }, scope: space, reason: text }),
  ],
  [
    'label',
    '/v1/exclusion',
    (text) => ({
      match: { by: 'detector', detectorId: 'iban' },
      scope: { of: 'label', label: text },
      reason: 'Known.',
    }),
  ],
  [
    'fingerprint',
    '/v1/exclusion',
    (text) => ({ match: { by: 'fingerprint', fingerprints: [text] }, scope: space, reason: 'Known.' }),
  ],
  ['pattern', '/v1/exclusion', (text) => ({ match: { by: 'pattern', pattern: text }, scope: space, reason: 'Known.' })],
])('an API key in %s of POST %s is refused, and neither stored nor returned', async (field, path, bodyOf) => {
  const headers = { 'idempotency-key': 'one' };
  const answer = await site.rest('POST', path, { key, headers, body: bodyOf(key) });
  expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_FIELD']);
  expect(answer.text).toContain(field);
  expectNoSecret(answer.text, answer.headers);
});

it('an API key in a filter of the admin area is refused, and neither stored nor returned', async () => {
  const of = { of: 'query', cql: `text ~ "${key}"` };
  const result = await ask(site, 'startScan', { of, requestKey: crypto.randomUUID() });
  expect(result).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
  expectNoSecret(result);
});

it('an API key in a header is not stored if the request succeeds', async () => {
  const headers = { 'idempotency-key': key, 'user-agent': `client ${key}`, 'x-request-id': key, traceparent: key };
  const answer = await site.rest('POST', '/v1/detection/scan', {
    key,
    headers,
    body: { pageIds: [DEMO_PAGES.welcome] },
  });
  expectNoSecret(answer.text, answer.headers);
});
