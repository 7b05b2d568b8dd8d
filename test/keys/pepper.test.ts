import { type Pepper, type Peppers, readPeppers } from '../../src/platform/secrets';
import { aNewKey, ask, outcomeOf, use } from '../admin/ask';
import { openSite, type Site } from '../support/site';
import { PEPPER, storedKey } from './key-records';
import { everythingStored, putRow } from '../support/stored-rows';

/** The secret that every key depends on: without it no key can be verified or accepted. */

const V1 = '11'.repeat(32);
const V2 = '2a'.repeat(32);

describe('valid peppers', () => {
  it.each([
    ['no variable', {}],
    ['another variable', { PEPPER: V1, PEPPER_V: V1, PEPPER_VX: V1, XPEPPER_V1: V1, PEPPER_V1X: V1, pepper_v1: V1 }],
    [
      'a version that is no number from 1 to 9999',
      { PEPPER_V0: V1, PEPPER_V01: V1, PEPPER_V10000: V1, 'PEPPER_V-1': V1 },
    ],
    ['an empty value', { PEPPER_V1: '' }],
    ['undefined', { PEPPER_V1: undefined }],
    ['one digit short', { PEPPER_V1: V1.slice(1) }],
    ['one digit long', { PEPPER_V1: `${V1}1` }],
    ['something else than digits', { PEPPER_V1: 'g'.repeat(64) }],
    ['a space before it', { PEPPER_V1: ` ${V1}` }],
    ['a newline after it', { PEPPER_V1: `${V1}\n` }],
    ['base64', { PEPPER_V1: Buffer.from(V1, 'hex').toString('base64') }],
    ['a valid one and a malformed one', { PEPPER_V1: V1, PEPPER_V2: 'oops' }],
    ['a valid one and an empty one', { PEPPER_V1: '', PEPPER_V2: V2 }],
  ])('do not include %s', (_why, environment) => {
    expect(readPeppers(environment)).toBeUndefined();
  });

  it('include every version, highest number first, in upper or lower case', () => {
    const peppers = readPeppers({ PEPPER_V9: V1, PEPPER_V10: V2.toUpperCase(), PEPPER_V2: V1, OTHER: 'x' });
    expect(peppers?.map(({ version }) => version)).toEqual(['10', '9', '2']);
    expect(peppers?.map(({ bytes }) => Buffer.from(bytes).toString('hex'))).toEqual([V2, V1, V1]);
  });
});

describe('a site without a usable pepper', () => {
  let peppers: Peppers | undefined;
  let site: Site;
  let key: string;
  beforeEach(async () => {
    peppers = [PEPPER];
    site = openSite({ peppers: () => peppers });
    key = (await site.createKey()).key;
    peppers = undefined;
  });
  afterEach(() => site.close());

  it('returns 503 for a valid key, without a platform call, with the time to retry', async () => {
    const answer = await site.rest('GET', '/v1/level', { key });
    expect(outcomeOf(answer)).toBe('503 AUTH_UNAVAILABLE');
    expect(answer.header('retry-after')).toBe('5');
    expect(answer.calls).toEqual([]);
  });

  it('still reports the error in an invalid key', async () => {
    const refusals = [await use(site, ''), await use(site, 'pclsk_'), await use(site, `${key.slice(0, -1)}!`)];
    expect(refusals).toEqual(['401 API_KEY_MISSING', '401 API_KEY_INVALID', '401 API_KEY_INVALID']);
  });

  it('creates no key, and reports what is missing', async () => {
    const before = everythingStored(site);
    expect(await ask(site, 'createKey', aNewKey())).toMatchObject({ ok: false, error: { code: 'PEPPER_MISSING' } });
    expect(everythingStored(site)).toEqual(before);
  });

  it('can still list, edit and revoke keys', async () => {
    const { value } = (await site.admin('listKeys', {})) as { value: { keys: { keyId: string; rev: number }[] } };
    const [{ keyId, rev } = { keyId: '', rev: 0 }] = value.keys;
    expect(await ask(site, 'editKey', { keyId, rev, changes: { name: 'New' } })).toMatchObject({ ok: true });
    expect(await ask(site, 'revokeKey', { keyId })).toMatchObject({ ok: true, value: { status: 'revoked' } });
  });

  it('accepts its keys as soon as the pepper is restored', async () => {
    expect(await use(site, key)).toBe('503 AUTH_UNAVAILABLE');
    peppers = [PEPPER];
    expect(await use(site, key)).toBe('200');
  });
});

describe('two versions of the pepper', () => {
  const first: Pepper = { version: '1', bytes: Buffer.from(V1, 'hex') };
  const second: Pepper = { version: '2', bytes: Buffer.from(V2, 'hex') };
  let peppers: Peppers;
  let site: Site;
  beforeEach(() => {
    peppers = [first];
    site = openSite({ peppers: () => peppers });
  });
  afterEach(() => site.close());

  it('keep old keys valid, and create new ones with the newest version', async () => {
    const old = await site.createKey();
    peppers = [second, first];
    const young = await site.createKey();
    expect([await use(site, old.key), await use(site, young.key)]).toEqual(['200', '200']);
    const versions = [await storedKey(site, old.keyId), await storedKey(site, young.keyId)].map(
      (row) => row?.pepperVersion,
    );
    expect(versions).toEqual(['1', '2']);
  });

  it('refuse only the keys of a retired version, without a platform call', async () => {
    const old = await site.createKey();
    peppers = [second, first];
    const young = await site.createKey();
    peppers = [second];
    const answer = await site.rest('GET', '/v1/level', { key: old.key });
    expect(outcomeOf(answer)).toBe('401 API_KEY_INVALID');
    expect(answer.calls).toEqual([]);
    expect(await use(site, young.key)).toBe('200');
  });

  it('refuse a key whose version was replaced by other bytes', async () => {
    const { key } = await site.createKey();
    peppers = [{ version: '1', bytes: second.bytes }];
    expect(await use(site, key)).toBe('401 API_KEY_INVALID');
  });

  it('are not mixed: a record with the other version is invalid', async () => {
    const { key, keyId } = await site.createKey();
    peppers = [second, first];
    await putRow(site, 'api-key', keyId, { ...(await storedKey(site, keyId)), pepperVersion: '2' });
    expect(await use(site, key)).toBe('401 API_KEY_INVALID');
  });
});
