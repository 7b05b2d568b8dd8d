import fc from 'fast-check';
import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import { defaultLevels } from '../../src/classification/default-levels';
import { formatKey } from '../../src/keys/key-format';
import { generateKey } from '../../src/keys/generate-key';
import { apiKeyRecord } from '../../src/keys/model';
import { systemRandom } from '../../src/platform/random';
import { siteAri } from '../../local/forge/runtime';
import { ask, type CreatedKey, done, edit, outcomeOf, refusal, use } from '../admin/ask';
import { openSite, type Site } from '../support/site';
import { auditOf, PEPPER, storedKey } from './key-records';
import { everythingStored, putRow } from '../support/stored-rows';

/** T7: the immutable members of a key never change, and changing them in storage makes the key invalid. */

let site: Site;
beforeAll(() => {
  site = openSite({ peppers: () => [PEPPER] });
});
afterEach(() => site.host.storage.reset());
afterAll(() => site.close());

const SETTINGS = ['name', 'classificationScope', 'detectionScope', 'levelLimit', 'spaceLimit'];
const FIXED = Object.keys(apiKeyRecord.shape).filter((field) => !SETTINGS.includes(field));

const levelIds = () => defaultLevels(siteAri(site.host.installation)).map(({ levelId }) => levelId);

describe('the immutable members of a key', () => {
  it('survive any sequence of edits by its creator and by others, and the key still verifies', async () => {
    const rank = fc.constantFrom('none', 'read', 'write', 'manage');
    const changes = fc.record(
      {
        name: fc.string({ minLength: 1, maxLength: 40 }),
        classificationScope: rank,
        detectionScope: rank,
        levelLimit: fc.subarray(['unclassified', ...levelIds()]),
        spaceLimit: fc.subarray(['ENG', 'HR', 'OPEN', ...Object.values(DEMO_SPACES)]),
      },
      { requiredKeys: [] },
    );
    const anEdit = fc.record({ changes, by: fc.constantFrom('admin@example.com', 'admin2@example.com') });
    await fc.assert(
      fc.asyncProperty(fc.array(anEdit, { minLength: 1, maxLength: 20 }), async (edits) => {
        const { key, keyId } = await site.createKey({ classificationScope: 'write' });
        const first = (await storedKey(site, keyId)) ?? {};
        let done = 0;
        for (const { changes: wanted, by } of edits) {
          const before = await storedKey(site, keyId);
          const result = await edit(site, keyId, wanted, by);
          const after = (await storedKey(site, keyId)) ?? {};
          if (!result.ok) expect(after).toEqual(before);
          done += Number(after.rev) - Number(before?.rev);
          for (const field of FIXED) expect([field, field === 'rev' ? 1 : after[field]]).toEqual([field, first[field]]);
        }
        expect((await storedKey(site, keyId))?.rev).toBe(done + 1);
        expect(auditOf(site, keyId)).toHaveLength(done + 1);
        expect(['200', '403 INSUFFICIENT_SCOPE']).toContain(await use(site, key));
        await site.admin('revokeKey', { keyId });
        expect(await use(site, key)).toBe('401 API_KEY_REVOKED');
      }),
      { numRuns: 30 },
    );
  });

  const values = (field: string) => (field === 'rev' || field === 'v' ? 1 : '2027-01-01T00:00:00.000Z');
  const others = ['keyId', 'id', 'key', 'secret', 'status', 'accountId', 'installationId', 'constructor', 'admin'];

  it.each([...FIXED, ...others])('cannot be set by the client: %s is refused by name', async (field) => {
    const payload = { name: 'CI', classificationScope: 'read', expiresOn: '2099-01-01', [field]: values(field) };
    const error = await refusal(site, 'createKey', payload);
    expect(error.code).toBe('INVALID_INPUT');
    expect(error.fields?.map((entry) => entry.field)).toContain(field);
    expect(everythingStored(site)).toEqual([]);
  });

  it.each([...FIXED, ...others, 'expiresOn'])('cannot be edited: %s is refused by name', async (field) => {
    const { keyId, rev } = await site.createKey();
    const before = everythingStored(site);
    const error = await refusal(site, 'editKey', { keyId, rev, changes: { name: 'New', [field]: values(field) } });
    expect(error.code).toBe('INVALID_INPUT');
    expect(error.fields?.map((entry) => entry.field)).toEqual([field]);
    expect(everythingStored(site)).toEqual(before);
  });

  it('cannot be set through a prototype', async () => {
    const { keyId, rev } = await site.createKey();
    const before = await storedKey(site, keyId);
    const payload = JSON.parse(
      `{"keyId":"${keyId}","rev":${rev},"changes":{"name":"New","__proto__":{"createdBy":"somebody"}}}`,
    ) as object;
    await ask(site, 'editKey', payload);
    const { name: _name, rev: _rev, ...fixed } = (await storedKey(site, keyId)) ?? {};
    expect(before).toMatchObject(fixed);
    expect(({} as { createdBy?: string }).createdBy).toBeUndefined();
  });
});

describe('the members that the MAC covers', () => {
  it.each([
    ['createdBy', '712020:1b7d2e90-3c41-4f6f-8d15-7a1e2c3d4b02'],
    ['createdBy', '712020:0f4c1c6e-5a0b-4d0e-9a34-6f0d1f2b7a01 '],
    ['expiresAt', '2098-12-31T00:00:00.000Z'],
    ['expiresAt', '2000-01-01T00:00:00.000Z'],
    ['mac', 'A'.repeat(43)],
    ['pepperVersion', '2'],
  ])('make the key invalid if they change in storage: %s to %s', async (field, value) => {
    const { key, keyId } = await site.createKey();
    expect(await use(site, key)).toBe('200');
    const record = (await storedKey(site, keyId)) ?? {};
    await putRow(site, 'api-key', keyId, { ...record, [field]: value });
    expect(await use(site, key)).toBe('401 API_KEY_INVALID');
    await putRow(site, 'api-key', keyId, record);
    expect(await use(site, key)).toBe('200');
  });

  it('make the key invalid if any bit of the MAC changes in storage', async () => {
    const { key, keyId } = await site.createKey();
    const record = (await storedKey(site, keyId)) ?? {};
    const outcomes = new Set<string>();
    for (let bit = 0; bit < 256; bit += 1) {
      const mac = Buffer.from(String(record.mac), 'base64url');
      mac[bit >> 3] = (mac[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      await putRow(site, 'api-key', keyId, { ...record, mac: mac.toString('base64url') });
      outcomes.add(await use(site, key));
    }
    // The same 32 bytes in another encoding.
    const lastCharacter = String(record.mac).slice(-1);
    const twin = String.fromCharCode(lastCharacter.charCodeAt(0) + 1);
    await putRow(site, 'api-key', keyId, { ...record, mac: String(record.mac).slice(0, -1) + twin });
    outcomes.add(await use(site, key));
    expect([...outcomes]).toEqual(['401 API_KEY_INVALID']);
  });

  it('include the id: a copy of the record under another id is invalid', async () => {
    const { key, keyId } = await site.createKey();
    const other = generateKey(PEPPER, siteAri(site.host.installation), systemRandom);
    await putRow(site, 'api-key', other.keyId, (await storedKey(site, keyId)) ?? {});
    expect(await use(site, formatKey(other.keyId, key.slice(23, -6)))).toBe('401 API_KEY_INVALID');
    expect(await use(site, other.key)).toBe('401 API_KEY_INVALID');
  });

  it('include the site: a copy of key and record on another site with the same pepper is invalid, without a call', async () => {
    const other = openSite({ siteName: 'other', peppers: () => [PEPPER] });
    try {
      const { key, keyId } = await site.createKey();
      await putRow(other, 'api-key', keyId, (await storedKey(site, keyId)) ?? {});
      const answer = await other.rest('GET', '/v1/level', { key });
      expect(outcomeOf(answer)).toBe('401 API_KEY_INVALID');
      expect(answer.calls).toEqual([]);
    } finally {
      other.close();
    }
  });

  it('include the same site when a key is created and when it is verified', async () => {
    const { key } = await site.createKey();
    expect(await use(site, key)).toBe('200');
  });
});

describe('an edit', () => {
  const pageOf = async (key: string, pageId: string) =>
    outcomeOf(await site.rest('GET', `/v1/page-level/by-page/${pageId}/levels`, { key }));

  it('applies to the next request: scopes', async () => {
    const { key, keyId } = await site.createKey();
    const outcomes = [await use(site, key)];
    for (const classificationScope of ['write', 'read', 'manage']) {
      await edit(site, keyId, { classificationScope });
      outcomes.push(await use(site, key));
    }
    await edit(site, keyId, { classificationScope: 'none', detectionScope: 'manage' });
    outcomes.push(await pageOf(key, DEMO_PAGES.welcome));
    const no = '403 INSUFFICIENT_SCOPE';
    expect(outcomes).toEqual(['200', no, no, '200', no]);
  });

  it('applies to the next request: the space limit', async () => {
    const { key, keyId } = await site.createKey();
    const outcomes: string[] = [];
    for (const spaceLimit of [[], ['ENG'], ['ENG', 'OPEN'], ['HR'], []]) {
      await edit(site, keyId, { spaceLimit });
      outcomes.push(await pageOf(key, DEMO_PAGES.welcome));
    }
    expect(outcomes).toEqual(['200', '404 PAGE_NOT_FOUND', '200', '404 PAGE_NOT_FOUND', '200']);
  });

  it('applies to the next request: the page access limit', async () => {
    const { key, keyId } = await site.createKey();
    const [first = '', second = ''] = levelIds();
    const outcomes: string[] = [];
    for (const levelLimit of [[], [first], ['unclassified'], [first, 'unclassified'], [second]]) {
      await edit(site, keyId, { levelLimit });
      outcomes.push(await pageOf(key, DEMO_PAGES.welcome));
    }
    expect(outcomes).toEqual(['200', '404 PAGE_NOT_FOUND', '200', '200', '404 PAGE_NOT_FOUND']);
    await edit(site, keyId, { levelLimit: [first, 'unclassified'] });
    const set = (levelId: string) =>
      site.rest('POST', '/v1/page-level', { key, body: { pageId: DEMO_PAGES.welcome, levelId } }).then(outcomeOf);
    expect([await set(second), await set(first)]).toEqual(['403 LEVEL_OUTSIDE_KEY_LIMIT', '201']);
  });

  it('does not affect other keys', async () => {
    const one = await site.createKey();
    const other = await done<CreatedKey>(site, 'createKey', {
      name: 'Other',
      classificationScope: 'manage',
      expiresOn: one.expiresOn,
    });
    await edit(site, one.keyId, { classificationScope: 'read' });
    await done(site, 'revokeKey', { keyId: one.keyId });
    expect(await use(site, other.key)).toBe('200');
  });
});
