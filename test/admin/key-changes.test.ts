import { UNCLASSIFIED } from '../../src/access/scope';
import { siteAri } from '../../local/forge/runtime';
import { defaultLevels } from '../../src/classification/default-levels';
import { DEMO_SPACES } from '../../local/demo';
import { ADMIN_ID, aStoredKey, auditOf, PEPPER, storedKey } from '../keys/key-records';
import { everythingStored, rowsOf } from '../support/stored-rows';
import { openSite, type Site } from '../support/site';
import { aNewKey, ask, type CreatedKey, done, edit, refusal, use } from './ask';

/** Tests who may change what of a key and when, and the audit events. */

const ADMIN2 = 'admin2@example.com';
const ADMIN2_ID = '712020:1b7d2e90-3c41-4f6f-8d15-7a1e2c3d4b02';

let now: Date;
let site: Site;
let levels: readonly string[];
beforeEach(() => {
  now = new Date();
  now.setUTCHours(12, 0, 0, 0);
  site = openSite({ now: () => now, peppers: () => [PEPPER] });
  levels = defaultLevels(siteAri(site.host.installation)).map(({ levelId }) => levelId);
});
afterEach(() => site.close());

const make = (overrides: Readonly<Record<string, unknown>> = {}, as?: string) =>
  done<CreatedKey>(site, 'createKey', aNewKey({ classificationScope: 'manage', ...overrides }), as);
const later = (ms: number) => (now = new Date(now.getTime() + ms));

describe('an edit', () => {
  it('of an older revision is refused with KEY_CHANGED, and changes nothing', async () => {
    const { keyId, rev } = await make();
    await edit(site, keyId, { name: 'Second' });
    const before = everythingStored(site);
    for (const stale of [rev, rev + 2, 1_000_000]) {
      const error = await refusal(site, 'editKey', { keyId, rev: stale, changes: { name: 'Late' } });
      expect(error.code).toBe('KEY_CHANGED');
    }
    expect(everythingStored(site)).toEqual(before);
  });

  it('concurrent with another one succeeds or is refused: never both succeed, never both fail', async () => {
    const { keyId, rev } = await make();
    const results = await Promise.all(
      ['One', 'Two', 'Three'].map((name) => ask(site, 'editKey', { keyId, rev, changes: { name } })),
    );
    const winners = results.flatMap((result) => (result.ok ? [result.value.name] : []));
    const losers = results.flatMap((result) => (result.ok ? [] : [result.error.code]));
    expect(winners).toHaveLength(1);
    expect(losers).toEqual(['KEY_CHANGED', 'KEY_CHANGED']);
    expect(await storedKey(site, keyId)).toMatchObject({ rev: 2, name: winners[0] });
    expect(auditOf(site, keyId)).toHaveLength(2);
  });

  it('changes the given members and keeps the others', async () => {
    const { keyId } = await make({ spaceLimit: ['ENG'], levelLimit: [levels[0]] });
    const before = await storedKey(site, keyId);
    const result = await edit(site, keyId, { name: 'New' });
    expect(result).toMatchObject({ ok: true, value: { keyId, name: 'New', rev: 2 } });
    expect(await storedKey(site, keyId)).toEqual({ ...before, name: 'New', rev: 2 });
  });

  it('without a change creates no revision and no audit event', async () => {
    const { keyId } = await make({ spaceLimit: ['ENG', 'HR'] });
    const before = everythingStored(site);
    for (const changes of [{}, { name: ' CI ' }, { spaceLimit: ['HR', DEMO_SPACES.ENG, 'HR'] }, { name: undefined }]) {
      expect(await edit(site, keyId, changes)).toMatchObject({ ok: true, value: { rev: 1 } });
    }
    expect(everythingStored(site)).toEqual(before);
  });

  it.each([
    ['expired', 'KEY_NOT_ACTIVE'],
    ['revoked', 'KEY_NOT_ACTIVE'],
    ['expired in its grace', 'KEY_NOT_ACTIVE'],
    ['in its grace', 'made'],
  ])('is possible while the key works: %s', async (state, expected) => {
    const past = new Date(now.getTime() - 1).toISOString();
    const future = new Date(now.getTime() + 60_000).toISOString();
    const records: Record<string, object> = {
      expired: { expiresAt: past },
      revoked: { revokedAt: past, revokedBy: ADMIN_ID, revokeReason: 'user' },
      'expired in its grace': { graceUntil: past },
      'in its grace': { graceUntil: future },
    };
    const { keyId } = await aStoredKey(site, { ...records[state] });
    const before = everythingStored(site);
    const codes: string[] = [];
    for (const changes of [{ name: 'New' }, { classificationScope: 'read' }]) {
      const result = await edit(site, keyId, changes);
      codes.push(result.ok ? 'made' : result.error.code);
    }
    expect(codes).toEqual([expected, expected]);
    if (expected !== 'made') expect(everythingStored(site)).toEqual(before);
  });

  it.each([
    ['name', { name: 'New' }],
    ['scope', { classificationScope: 'read' }],
  ])(
    'of the %s is possible although a space of its limit is deleted and Confluence does not list spaces',
    async (_what, changes) => {
      const { keyId } = await make({ spaceLimit: ['ENG', 'HR'] });
      const removal = new Request('http://127.0.0.1/local/spaces/ENG', {
        method: 'PATCH',
        body: '{"appIsMember":false}',
      });
      expect((await site.host.confluence.administer(removal)).ok).toBe(true);
      site.host.faults.add({ target: 'confluence', match: '/api/v2/spaces', status: 500, times: 1 });
      expect(await edit(site, keyId, changes)).toMatchObject({ ok: true, value: changes });
      expect(await storedKey(site, keyId)).toMatchObject({ spaceLimit: [DEMO_SPACES.ENG, DEMO_SPACES.HR] });
    },
  );

  it('keeps a level that was deleted since, and does not accept it again', async () => {
    const deleted = '11111111-1111-4111-8111-111111111111';
    const { keyId } = await aStoredKey(site, { levelLimit: [deleted, UNCLASSIFIED] });
    expect(await edit(site, keyId, { levelLimit: [deleted] })).toMatchObject({
      ok: true,
      value: { levelLimit: [deleted] },
    });
    expect(await edit(site, keyId, { levelLimit: [UNCLASSIFIED] })).toMatchObject({ ok: true });
    const readded = await edit(site, keyId, { levelLimit: [UNCLASSIFIED, deleted] });
    expect(readded).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
  });

  it('of an unreadable key is refused', async () => {
    const { keyId } = await aStoredKey(site, { classificationScope: 'everything' });
    const before = everythingStored(site);
    for (const [operation, payload] of [
      ['editKey', { keyId, rev: 1, changes: { name: 'New' } }],
      ['revokeKey', { keyId }],
    ] as const) {
      expect((await refusal(site, operation, payload)).code).toBe('INTERNAL_ERROR');
    }
    expect(everythingStored(site)).toEqual(before);
  });
});

describe('a key of another admin', () => {
  const limited = () => ({
    classificationScope: 'read',
    detectionScope: 'read',
    levelLimit: [levels[0], levels[1]],
    spaceLimit: ['ENG', 'HR'],
  });

  it.each([
    ['a higher classification scope', () => ({ classificationScope: 'write' })],
    ['the highest classification scope', () => ({ classificationScope: 'manage' })],
    ['a higher detection scope', () => ({ detectionScope: 'write' })],
    ['no page access limit', () => ({ levelLimit: [] })],
    ['one more level', () => ({ levelLimit: [...levels.slice(0, 3)] })],
    ['unclassified pages', () => ({ levelLimit: [levels[0], UNCLASSIFIED] })],
    ['another level instead of one', () => ({ levelLimit: [levels[2]] })],
    ['no space limit', () => ({ spaceLimit: [] })],
    ['one more space', () => ({ spaceLimit: ['ENG', 'HR', 'OPEN'] })],
    ['another space instead of two', () => ({ spaceLimit: ['OPEN'] })],
    [
      'more in one dimension, less in all others',
      () => ({ classificationScope: 'none', detectionScope: 'manage', levelLimit: [levels[0]] }),
    ],
    ['a new name together with more', () => ({ name: 'New', classificationScope: 'write' })],
  ])('cannot get %s; its creator can add it', async (_what, changes) => {
    const { keyId } = await make(limited());
    const before = everythingStored(site);
    const result = await edit(site, keyId, changes(), ADMIN2);
    expect(result).toMatchObject({ ok: false, error: { code: 'ONLY_CREATOR_MAY_WIDEN' } });
    expect(everythingStored(site)).toEqual(before);
    expect(await edit(site, keyId, changes())).toMatchObject({ ok: true });
  });

  it.each([
    ['another name', () => ({ name: 'New' })],
    ['no classification scope', () => ({ classificationScope: 'none' })],
    ['no detection scope', () => ({ detectionScope: 'none' })],
    ['one level less', () => ({ levelLimit: [levels[1]] })],
    ['one space less', () => ({ spaceLimit: ['HR'] })],
    ['the same in another order', () => ({ spaceLimit: ['HR', 'ENG'], levelLimit: [levels[1], levels[0]] })],
  ])('can get %s', async (_what, changes) => {
    const { keyId } = await make(limited());
    expect(await edit(site, keyId, changes(), ADMIN2)).toMatchObject({ ok: true, value: { createdBy: ADMIN_ID } });
  });

  it('can get limits if it had none', async () => {
    const { keyId } = await make();
    expect(await edit(site, keyId, { levelLimit: [UNCLASSIFIED] }, ADMIN2)).toMatchObject({ ok: true });
    expect(await edit(site, keyId, { spaceLimit: ['OPEN'] }, ADMIN2)).toMatchObject({ ok: true });
  });

  it('cannot regain what another admin removed', async () => {
    const { keyId } = await make();
    await edit(site, keyId, { classificationScope: 'read' }, ADMIN2);
    const result = await edit(site, keyId, { classificationScope: 'manage' }, ADMIN2);
    expect(result).toMatchObject({ ok: false, error: { code: 'ONLY_CREATOR_MAY_WIDEN' } });
  });
});

describe('a revocation', () => {
  it('applies to the next request', async () => {
    const { key, keyId } = await make();
    expect(await use(site, key)).toBe('200');
    await done(site, 'revokeKey', { keyId });
    expect(await use(site, key)).toBe('401 API_KEY_REVOKED');
  });

  it('keeps its first time and first admin when it is repeated', async () => {
    const { keyId } = await make();
    const first = await done(site, 'revokeKey', { keyId });
    expect(first).toMatchObject({ status: 'revoked', revokedAt: now.toISOString(), revokedBy: ADMIN_ID });
    const before = everythingStored(site);
    later(3_600_000);
    expect(await done(site, 'revokeKey', { keyId })).toEqual(first);
    expect(await done(site, 'revokeKey', { keyId }, ADMIN2)).toEqual(first);
    expect(everythingStored(site)).toEqual(before);
  });

  it('is possible for every site admin, and records if it was the creator', async () => {
    const [one, other] = [await make(), await make()];
    await done(site, 'revokeKey', { keyId: one.keyId });
    await done(site, 'revokeKey', { keyId: other.keyId }, ADMIN2);
    expect(await storedKey(site, one.keyId)).toMatchObject({ revokedBy: ADMIN_ID, revokeReason: 'user' });
    expect(await storedKey(site, other.keyId)).toMatchObject({ revokedBy: ADMIN2_ID, revokeReason: 'admin' });
  });

  it('is possible for a key whose creator no longer exists, and for an expired key', async () => {
    const { keyId } = await make();
    await site.setUser('admin@example.com', { active: false });
    expect(await done(site, 'revokeKey', { keyId }, ADMIN2)).toMatchObject({ status: 'revoked' });
    const expired = await aStoredKey(site, { expiresAt: '2026-01-02T00:00:00.000Z' });
    expect(await done(site, 'revokeKey', { keyId: expired.keyId }, ADMIN2)).toMatchObject({ status: 'revoked' });
  });

  it('wins against concurrent edits', async () => {
    const { key, keyId, rev } = await make();
    const [, revoked] = await Promise.all([
      ask(site, 'editKey', { keyId, rev, changes: { name: 'Same time' } }),
      ask(site, 'revokeKey', { keyId }),
      ask(site, 'editKey', { keyId, rev, changes: { name: 'Same time too' } }),
    ]);
    expect(revoked).toMatchObject({ ok: true, value: { status: 'revoked' } });
    expect(await use(site, key)).toBe('401 API_KEY_REVOKED');
    expect(auditOf(site, keyId).filter(({ type }) => type === 'apikey.revoked')).toHaveLength(1);
  });

  it('that is concurrent with another one is one revocation', async () => {
    const { keyId } = await make();
    const results = await Promise.all([ask(site, 'revokeKey', { keyId }), ask(site, 'revokeKey', { keyId }, ADMIN2)]);
    expect(results[0]).toEqual(results[1]);
    expect(auditOf(site, keyId).map(({ type }) => type)).toEqual(
      expect.arrayContaining(['apikey.created', 'apikey.revoked']),
    );
    expect(auditOf(site, keyId)).toHaveLength(2);
  });
});

describe('the maximum number of keys', () => {
  it('is 25 active ones for one user: expired and revoked ones do not count, nor do those of others', async () => {
    const tomorrow = new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10);
    const first = await make({ expiresOn: tomorrow });
    const second = await make();
    for (let made = 2; made < 25; made += 1) await make();
    const code = async (email?: string) => {
      const result = await ask(site, 'createKey', aNewKey(), email);
      return result.ok ? 'made' : result.error.code;
    };
    const before = everythingStored(site);
    expect(await code()).toBe('TOO_MANY_KEYS');
    expect(everythingStored(site)).toEqual(before);
    expect(await code(ADMIN2)).toBe('made');
    await done(site, 'revokeKey', { keyId: second.keyId });
    expect([await code(), await code()]).toEqual(['made', 'TOO_MANY_KEYS']);
    now = new Date(first.expiresAt);
    expect([await code(), await code()]).toEqual(['made', 'TOO_MANY_KEYS']);
  });

  it('is 200 active ones for a site, which are all listed, newest first', async () => {
    const createdAt = (index: number) => new Date(now.getTime() - 1_000 * (200 - index)).toISOString();
    for (let made = 0; made < 199; made += 1)
      await aStoredKey(site, { createdBy: `somebody ${made}`, createdAt: createdAt(made) });
    const newest = await make();
    expect((await refusal(site, 'createKey', aNewKey())).code).toBe('TOO_MANY_KEYS');
    const { keys } = await done<{ keys: CreatedKey[] }>(site, 'listKeys', {});
    expect(keys).toHaveLength(200);
    expect(keys[0]?.keyId).toBe(newest.keyId);
    const moments = keys.map((key) => key.createdAt);
    expect(moments).toEqual([...moments].sort().reverse());
  });
});

describe('the audit log', () => {
  it('has exactly one event for each change, with the values before and after', async () => {
    const first = now.toISOString();
    const { keyId, expiresAt } = await make({ spaceLimit: ['ENG'] });
    const second = later(1_000).toISOString();
    await edit(site, keyId, { classificationScope: 'read', name: 'Renamed' }, ADMIN2);
    const third = later(1_000).toISOString();
    await done(site, 'revokeKey', { keyId }, ADMIN2);

    const common = {
      v: 1,
      month: first.slice(0, 7),
      outcome: 'success',
      subject: `apikey:${keyId}`,
      actorType: 'user',
    };
    const rows = [...auditOf(site, keyId)].sort((a, b) => String(a.time).localeCompare(String(b.time)));
    expect(rows).toEqual([
      {
        ...common,
        type: 'apikey.created',
        time: first,
        actorAccountId: ADMIN_ID,
        requestId: expect.any(String) as string,
        details: {
          after: {
            name: 'CI',
            classificationScope: 'manage',
            detectionScope: 'none',
            levelLimit: [],
            spaceLimit: [DEMO_SPACES.ENG],
            expiresAt,
          },
        },
      },
      {
        ...common,
        type: 'apikey.updated',
        time: second,
        actorAccountId: ADMIN2_ID,
        requestId: expect.any(String) as string,
        details: {
          before: { name: 'CI', classificationScope: 'manage' },
          after: { name: 'Renamed', classificationScope: 'read' },
        },
      },
      {
        ...common,
        type: 'apikey.revoked',
        time: third,
        actorAccountId: ADMIN2_ID,
        requestId: expect.any(String) as string,
        details: expect.any(Object) as object,
      },
    ]);
    expect(new Set(rows.map(({ requestId }) => requestId)).size).toBe(3);
    expect(rowsOf(site, 'audit')).toHaveLength(3);
  });

  it('has no events for reads, refusals and the use of a key', async () => {
    const { key, keyId } = await make();
    const before = rowsOf(site, 'audit');
    await ask(site, 'listKeys', {});
    await ask(site, 'editKey', { keyId, rev: 7, changes: {} });
    await ask(site, 'createKey', {});
    await ask(site, 'revokeKey', { keyId }, 'editor@example.com');
    await use(site, key);
    await use(site, `${key.slice(0, -1)}x`);
    expect(rowsOf(site, 'audit')).toEqual(before);
  });
});
