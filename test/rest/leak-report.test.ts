import { formatKey } from '../../src/keys/key-format';
import { computeIdTag } from '../../src/keys/key-secrets';
import { MAX_LEAKED_KEYS } from '../../src/keys/report-leak';
import { createFaultInjector, FAULTS, withoutWaiting } from '../support/fault-injection';
import { openSite, type RestAnswer, type Site, type SiteOptions } from '../support/site';
import { everythingStored } from '../support/stored-rows';
import { aKey, aStoredKey, auditOf, type IssuedKey, PEPPER, storedKey } from '../keys/key-records';

/** POST /v1/leak-report: a whole key revokes itself once, and every other text of the right form looks the same and costs nothing. */

const PATH = '/v1/leak-report';
const PEPPERS = { peppers: () => [PEPPER] as const };

let site: Site;
const open = (options: SiteOptions = {}): Site => (site = openSite({ ...PEPPERS, ...options }));
afterEach(() => site.close());

const report = (text: string) => site.rest('POST', PATH, { body: { text } });

const leakEvents = (keyId: string) => auditOf(site, keyId).filter(({ type }) => type === 'apikey.leak_reported');
const reasonOf = async (keyId: string) => (await storedKey(site, keyId))?.['revokeReason'];

/** The parts of a response that a reporter sees, without its id and the time. */
function seen({ status, text, headers }: RestAnswer) {
  const {
    'x-request-id': _id,
    'x-ratelimit-remaining': _remaining,
    date: _date,
    ...others
  } = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return { status, text, headers: others };
}

it('a leak report revokes a key with one event, in two reads and two transactions, and a repetition changes nothing', async () => {
  open();
  const { key, keyId } = await aStoredKey(site);
  const first = await report(key);
  expect([first.status, first.body]).toEqual([202, { status: 'received' }]);
  expect(first.calls.map(({ path }) => path)).toEqual([
    '/api/v1/entity/get',
    '/api/v1/transaction',
    // The lanes of the key.
    '/api/v1/batch/get',
    '/api/v1/transaction',
  ]);
  const revoked = await storedKey(site, keyId);
  expect(revoked).toMatchObject({ rev: 2, revokeReason: 'leak', revokedBy: 'system' });
  expect((await site.rest('GET', '/v1/key', { key })).body.code).toBe('API_KEY_REVOKED');
  const again = await report(key);
  expect(seen(again)).toEqual(seen(first));
  expect(again.calls).toHaveLength(2);
  expect(await storedKey(site, keyId)).toEqual(revoked);
  expect(leakEvents(keyId)).toEqual([expect.objectContaining({ actorType: 'system', subject: `apikey:${keyId}` })]);
  const { value } = await site.admin('getKey', { keyId });
  expect(value).toMatchObject({ status: 'revoked', revokeReason: 'leak' });
});

it('the API answers every text of the right form alike, without a platform call unless checksum and id tag are right', async () => {
  open();
  const { key, keyId, secret } = await aStoredKey(site);
  const other = aKey(site).key;
  const wrongChecksum = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
  const wrongTag = formatKey(keyId.slice(0, -1) + (keyId.endsWith('0') ? '1' : '0'), secret);
  const ofAnotherSite = formatKey(
    '0123456789' + computeIdTag(PEPPER, 'ari:cloud:confluence::site/other', '0123456789'),
    secret,
  );
  const free = ['no key', 'pclsk_', `pclsk_${keyId}_`, key.slice(0, -1), wrongChecksum, wrongTag, ofAnotherSite];
  const wrongSecret = formatKey(keyId, secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0'));
  const answers = new Map<string, RestAnswer>();
  for (const text of [...free, wrongSecret, other, key]) answers.set(text, await report(text));
  expect(new Set([...answers.values()].map((answer) => JSON.stringify(seen(answer)))).size).toBe(1);
  expect(free.map((text) => answers.get(text)?.calls.length)).toEqual(free.map(() => 0));
  // An unknown key and a wrong secret of a known id cost the same.
  expect([wrongSecret, other, key].map((text) => answers.get(text)?.calls.length)).toEqual([1, 1, 4]);
  expect(leakEvents(keyId)).toHaveLength(1);
});

it.each<[string, (key: string) => string]>([
  ['in a command', (key) => `curl -H "x-api-key: ${key}" https://example.com/ # works`],
  ['in JSON inside of JSON', (key) => JSON.stringify(JSON.stringify({ key })).replaceAll('_', '\\u005f')],
  ['in a URL', (key) => `https://example.com/?k=${key.replaceAll('_', '%5F')}&x=1`],
  ['in HTML', (key) => `<b>${key.replaceAll('_', '&#95;')}</b>`],
  ['in Markdown', (key) => `\`${key.replaceAll('_', '\\_')}\``],
  ['without borders', (key) => `xpclsk_pclsk_${key}${key}0`],
  ['broken over lines', (key) => `${key.slice(0, 30)}\r\n    ${key.slice(30)}`],
  ['in quoted-printable email', (key) => `${key.slice(0, 50)}=\r\n${key.slice(50)}`],
  ['with invisible characters', (key) => key.split('').join('\u200b') + '\u00ad'],
  [
    'in full-width characters',
    (key) => key.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  ],
  ['with a prefix in capitals', (key) => key.slice(0, 23).toUpperCase() + key.slice(23)],
])('the check of a leak report finds a key %s', async (_place, write) => {
  open();
  const { key, keyId } = await aStoredKey(site);
  await report(write(key));
  expect(await reasonOf(keyId)).toBe('leak');
  expect(leakEvents(keyId)).toHaveLength(1);
});

it(`a leak report revokes the first ${MAX_LEAKED_KEYS} different keys of a text`, async () => {
  open();
  const keys: IssuedKey[] = [];
  for (let count = 0; count <= MAX_LEAKED_KEYS; count += 1) keys.push(await aStoredKey(site));
  const [first] = keys;
  // Other secrets with a known id take no place, and do not hide the right one.
  const bogus = Array.from({ length: 50 }, (_, index) =>
    formatKey(first?.keyId ?? '', String(index).padStart(43, 'a')),
  );
  const text = [...bogus, ...keys.map(({ key }) => key), first?.key].join(' ');
  const { calls } = await report(text);
  expect(calls).toHaveLength(4 * MAX_LEAKED_KEYS);
  const reasons = await Promise.all(keys.map(({ keyId }) => reasonOf(keyId)));
  expect(reasons).toEqual([...Array.from({ length: MAX_LEAKED_KEYS }, () => 'leak'), undefined]);
});

it('a leak report revokes an expired key, and leaves the first revocation of a key', async () => {
  open();
  const expired = await aStoredKey(site, { expiresAt: '2026-02-01T00:00:00.000Z' });
  const revoked = await aStoredKey(site, { revokedAt: '2026-03-01T00:00:00.000Z', revokeReason: 'user' });
  await report(`${expired.key} ${revoked.key}`);
  expect([await reasonOf(expired.keyId), await reasonOf(revoked.keyId)]).toEqual(['leak', 'user']);
  expect([leakEvents(expired.keyId).length, leakEvents(revoked.keyId).length]).toEqual([1, 0]);
});

it('a leak report writes one event for concurrent reports, and wins against an edit', async () => {
  open();
  const { key, keyId } = await site.createKey();
  const edit = site.admin('editKey', { keyId, rev: 1, changes: { name: 'Other' } });
  const answers = await Promise.all(Array.from({ length: 8 }, () => report(key)));
  await edit;
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
  expect(await reasonOf(keyId)).toBe('leak');
  expect(leakEvents(keyId)).toHaveLength(1);
});

it('a leak report fails with 503 or takes effect at every fault, and a second report completes it', async () => {
  const injector = createFaultInjector();
  open({ intercept: injector.intercept });
  for (const fault of FAULTS) {
    for (const place of [0, 1]) {
      // The Forge SDK takes every 200 to a transaction as a success.
      if (place === 1 && fault.response === 'garbage' && !fault.effect) continue;
      const { key, keyId } = await aStoredKey(site);
      injector.arm([place, fault]);
      const { status, body } = await withoutWaiting(() => report(key));
      injector.arm();
      const isRevoked = (await reasonOf(keyId)) === 'leak';
      const done = `${fault.name} ${place} ${status} ${isRevoked}`;
      expect(done).toBe(`${fault.name} ${place} ${status === 202 ? '202 true' : `503 ${isRevoked}`}`);
      if (status === 503) expect(body.code).toBe('STORAGE_UNAVAILABLE');
      expect(leakEvents(keyId)).toHaveLength(isRevoked ? 1 : 0);
      expect((await report(key)).status).toBe(202);
      expect([await reasonOf(keyId), leakEvents(keyId).length]).toEqual(['leak', 1]);
    }
  }
});

it('a leak report needs no license and no quota, and stores and logs neither the text nor the secret', async () => {
  const logged: unknown[] = [];
  open({ log: (...line) => logged.push(line), rateLimits: () => '{}', assumptions: new Set(['no-license']) });
  await site.host.background.runSchedule('every-five-minutes');
  const { key, keyId, secret } = await aStoredKey(site);
  const { status } = await report(`canary-of-the-text ${key}`);
  expect([status, await reasonOf(keyId)]).toEqual([202, 'leak']);
  const all = JSON.stringify([logged, everythingStored(site)]);
  expect(all).toContain(keyId);
  expect(all.includes('canary-of-the-text') || all.includes(secret)).toBe(false);
});

it('a leak report refuses a wrong form, with and without a key in it, and every report without a pepper', async () => {
  let hasPepper = true;
  open({ peppers: () => (hasPepper ? [PEPPER] : undefined) });
  const { key, keyId } = await aStoredKey(site);
  const json = { headers: { 'Content-Type': 'application/json' } };
  const send = (body: object | string, options: object = {}) => site.rest('POST', PATH, { body, ...options });
  const answers = [
    await send({}),
    await send({ text: '' }),
    await send({ text: 7 }),
    await send({ text: key, keyId }),
    await send(`{"text":"${key}"`, json),
    await send({ text: `${key} ${'x'.repeat(65_536)}` }),
    await send(JSON.stringify({ text: key })),
    await site.rest('POST', `${PATH}?x=1`, { body: { text: key } }),
    await site.rest('POST', `${PATH}?key=${key}`, { body: { text: key } }),
    await send({ text: key }, { headers: { Accept: 'text/html' } }),
    await site.rest('GET', PATH),
  ];
  expect(answers.map(({ status, body }) => `${status} ${body.code}`)).toEqual([
    '400 MISSING_FIELD',
    '400 INVALID_FIELD',
    '400 INVALID_FIELD',
    '400 UNKNOWN_FIELD',
    '400 INVALID_JSON',
    '413 BODY_TOO_LARGE',
    '415 UNSUPPORTED_MEDIA_TYPE',
    '400 UNKNOWN_PARAMETER',
    '400 API_KEY_IN_URL',
    '406 NOT_ACCEPTABLE',
    '405 METHOD_NOT_ALLOWED',
  ]);
  hasPepper = false;
  const without = [await report('no key'), await report(key)];
  expect(without.map(({ status, body, calls }) => [status, body.code, calls.length])).toEqual([
    [503, 'AUTH_UNAVAILABLE', 0],
    [503, 'AUTH_UNAVAILABLE', 0],
  ]);
  expect(answers.flatMap(({ calls }) => calls)).toEqual([]);
  expect(answers.every(({ text }) => !text.includes(key.slice(23)))).toBe(true);
  expect(await reasonOf(keyId)).toBeUndefined();
});
