import { DEMO_PAGES } from '../../local/demo';
import { formatKey } from '../../src/keys/key-format';
import type { Log } from '../../src/platform/log';
import { openSite, type Site } from '../support/site';
import { aNewKey, ask, type CreatedKey, done, edit } from '../admin/ask';
import { aKey, PEPPER, storedKey } from './key-records';
import { everythingStored } from '../support/stored-rows';

/** The secret of a key is only in the response that created it. */

let site: Site;
let logged: string[];
beforeEach(() => {
  logged = [];
  const log: Log = (event, fields) => logged.push(JSON.stringify({ event, ...fields }));
  site = openSite({ peppers: () => [PEPPER], log });
});
afterEach(() => site.close());

/** The encodings of a secret. The checksum counts too, because it narrows the secret down. */
function writtenForms(key: string): readonly string[] {
  const secret = key.slice(23, -6);
  const tail = key.slice(-12);
  return [key, secret, tail].flatMap((text) => {
    const bytes = Buffer.from(text, 'utf8');
    // Base64 within a longer text starts at any of three offsets; only the middle is certain.
    const base64 = [0, 1, 2].map((offset) =>
      Buffer.concat([Buffer.alloc(offset), bytes])
        .toString('base64')
        .slice(4, -4),
    );
    const reversed = Array.from(text).reverse().join('');
    return [text, text.toLowerCase(), reversed, bytes.toString('hex'), ...(text === tail ? [] : base64)];
  });
}

function leaksIn(text: string, key: string): readonly string[] {
  return writtenForms(key).filter((form) => text.includes(form));
}

describe('the secret of a key', () => {
  it('is found by this scan in every encoding', () => {
    const { key, secret } = aKey(site);
    for (const text of [
      key,
      secret,
      JSON.stringify({ key }),
      Buffer.from(`x${key}x`).toString('base64'),
      Buffer.from(key).toString('hex'),
    ]) {
      expect(leaksIn(`before ${text} after`, key)).not.toEqual([]);
    }
  });

  it('is in no stored value, log line or response except the one that created it, after all operations on a key', async () => {
    const { key, keyId } = await done<CreatedKey>(site, 'createKey', aNewKey({ classificationScope: 'manage' }));
    const answers: unknown[] = [];
    const note = async (answer: Promise<unknown>) => answers.push(await answer);
    const pageId = DEMO_PAGES.welcome;

    // Valid and invalid uses of all kinds, also in places where no key belongs.
    const wrong = formatKey(
      keyId,
      key.slice(23, -6).replace(/^./, (first) => (first === 'a' ? 'b' : 'a')),
    );
    await note(site.rest('GET', '/v1/level', { key }));
    await note(site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key }));
    await note(site.rest('GET', `/v1/level?api_key=${key}`, {}));
    await note(site.rest('GET', `/v1/level?q=${key}`, { key }));
    await note(site.rest('GET', `/v1/page-level/by-page/${key}`, { key }));
    await note(site.rest('GET', `/v1/${key}`, { key }));
    await note(site.rest('POST', '/v1/page-level', { key, body: { pageId: key, levelId: key, [key]: key } }));
    await note(site.rest('POST', '/v1/page-level', { key, body: `{"${key}"` }));
    await note(site.rest('GET', '/v1/level', { headers: ['x-api-key', key, 'x-api-key', key] }));
    await note(site.rest('GET', '/v1/level', { headers: { 'x-api-key': `Bearer ${key}` } }));
    await note(site.rest('GET', '/v1/level', { headers: { authorization: `Bearer ${key}`, 'x-request-id': key } }));
    await note(site.rest('GET', '/v1/level', { key, headers: { accept: key, traceparent: key } }));
    await note(site.rest('GET', '/v1/level', { key: wrong }));

    // All operations on the key.
    await note(ask(site, 'listKeys', {}));
    await note(ask(site, 'getKey', { keyId }));
    await note(edit(site, keyId, { name: 'Renamed', classificationScope: 'write' }));
    await note(ask(site, 'editKey', { keyId, rev: 1, changes: { name: 'Late' } }));
    site.host.faults.add({ target: 'kvs', match: '/transaction', status: 500, times: 1 });
    await note(edit(site, keyId, { name: 'Failed' }));
    await note(ask(site, 'revokeKey', { keyId }, 'admin2@example.com'));
    await note(site.rest('GET', '/v1/level', { key }));
    await note(ask(site, 'listKeys', {}, 'admin2@example.com'));

    const written = JSON.stringify(answers);
    expect(leaksIn(JSON.stringify(everythingStored(site)), key)).toEqual([]);
    expect(leaksIn(logged.join('\n'), key)).toEqual([]);
    expect(leaksIn(written, key)).toEqual([]);
    expect(logged.length).toBeGreaterThan(answers.length / 2);
    // The public id is there, so the scan searched the right places.
    for (const text of [JSON.stringify(everythingStored(site)), logged.join('\n'), written])
      expect(text).toContain(keyId);
  });

  it('is in no response, log line or stored value if creating the key fails', async () => {
    for (const status of [400, 429, 500]) {
      site.host.faults.add({ target: 'kvs', match: '/transaction', status, times: 1 });
      const result = await ask(site, 'createKey', aNewKey());
      expect(result.ok).toBe(false);
      expect(JSON.stringify(result)).not.toMatch(/pclsk_|[0-9A-Za-z]{43}/);
    }
    expect(logged.join('\n')).not.toMatch(/pclsk_|[0-9A-Za-z]{43}/);
    expect(everythingStored(site)).toEqual([]);
  });

  it('is stored only as a MAC, and the MAC only in the record', async () => {
    const { keyId } = await done<CreatedKey>(site, 'createKey', aNewKey({ classificationScope: 'manage' }));
    await edit(site, keyId, { name: 'Renamed' });
    const mac = String((await storedKey(site, keyId))?.mac);
    const listed = await ask(site, 'listKeys', {});
    const revoked = await ask(site, 'revokeKey', { keyId });
    const stored = everythingStored(site).filter(({ value }) => value.includes(mac));
    expect(stored.map(({ entity, key }) => [entity, key])).toEqual([['api-key', keyId]]);
    expect(JSON.stringify([listed, revoked, logged])).not.toContain(mac);
  });

  it('is returned together with exactly the public members of a key', async () => {
    const { key, ...view } = await done<CreatedKey>(site, 'createKey', aNewKey({ classificationScope: 'manage' }));
    const { keys } = await done<{ keys: object[] }>(site, 'listKeys', {});
    expect(keys).toEqual([view]);
    expect(await done(site, 'getKey', { keyId: view.keyId })).toEqual(view);
    expect(key.startsWith(`pclsk_${view.keyId}_`)).toBe(true);
    expect(Object.keys(view).sort()).toEqual(
      [
        'classificationScope',
        'createdAt',
        'createdBy',
        'detectionScope',
        'expiresAt',
        'expiresOn',
        'keyId',
        'levelLimit',
        'name',
        'rev',
        'spaceLimit',
        'status',
      ].sort(),
    );
  });
});
