import { DEMO_SPACES } from '../../local/demo';
import { siteAri } from '../../local/forge/runtime';
import { defaultLevels } from '../../src/classification/default-levels';
import type { AdminResult } from '../../src/admin/result';
import type { KeyView } from '../../src/keys/key-view';
import { everythingStored, putRow } from '../support/stored-rows';
import { levelNamed } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { aNewKey, ask, type CreatedKey, done, edit } from './ask';

/** Every input of createKey and editKey, and the name under which an invalid one is refused. */

let site: Site;
let levelId: string;
beforeAll(() => {
  site = openSite();
  levelId = defaultLevels(siteAri(site.host.installation))[0]?.levelId ?? '';
});
afterEach(() => site.host.storage.reset());
afterAll(() => site.close());

/** The names of the refused inputs; `made` if none is refused. */
function refusedFields(result: AdminResult<KeyView>): string | readonly string[] {
  if (result.ok) return 'made';
  expect(result.error.code).toBe('INVALID_INPUT');
  for (const { field, message } of result.error.fields ?? [])
    expect(result.error.message).toContain(`${field} ${message}`.trim());
  return (result.error.fields ?? []).map(({ field }) => field.replace(/^changes\./, ''));
}

/** Tries an input in both operations that accept it. */
async function tryBoth(changes: Readonly<Record<string, unknown>>): Promise<readonly (string | readonly string[])[]> {
  const { keyId } = await done<CreatedKey>(site, 'createKey', aNewKey());
  const before = everythingStored(site);
  const created = refusedFields(await ask(site, 'createKey', aNewKey(changes)));
  const edited = refusedFields(await edit(site, keyId, changes));
  if (created !== 'made' && edited !== 'made') expect(everythingStored(site)).toEqual(before);
  return [created, edited];
}

const refusedAs = (field: string) => [[field], [field]];
const accepted = ['made', 'made'];

describe('the name', () => {
  it.each([
    ['nothing', ''],
    ['spaces alone', '   '],
    ['tabs and newlines alone', '\t\n\r'],
    ['101 characters', 'x'.repeat(101)],
    ['a name that composing does not bring to 100 characters', 'e\u0301'.repeat(101)],
    ['a null character', 'a\u0000b'],
    ['a newline', 'a\nb'],
    ['a tab', 'a\tb'],
    ['an escape', 'a\u001b[31mb'],
    ['delete', 'a\u007fb'],
    ['a C1 control', 'a\u0085b'],
    ['right-to-left override', 'CI \u202Egnp.exe'],
    ['left-to-right embedding', 'a\u202Ab'],
    ['a directional isolate', 'a\u2066b'],
    ['pop directional isolate', 'a\u2069b'],
    ['a zero width space', 'a\u200Bb'],
    ['a zero width space alone', '\u200B'],
    ['a joiner between letters without joiners', 'a\u200Db'],
    ['a joiner between letters that look like those', '\u0430\u200C\u0431'],
    ['a joiner at the end', '\u0645\u200C'],
    ['two joiners', '\u0645\u200C\u200C\u062E'],
    ['right-to-left mark', 'a\u200Fb'],
    ['a byte order mark inside', 'a\uFEFFb'],
    ['half of a surrogate pair', 'a\uD83Db'],
    ['the other half', 'a\uDD11b'],
    ['a number', 7],
    ['null', null],
    ['a list', ['CI']],
    ['an object', { toString: 'CI' }],
  ])('is refused by name: %s', async (_what, name) => {
    expect(await tryBoth({ name })).toEqual(refusedAs('name'));
  });

  it.each([
    ['one character', 'x', 'x'],
    ['100 characters', 'x'.repeat(100), 'x'.repeat(100)],
    ['100 characters and spaces around them', ` ${'x'.repeat(100)}\n`, 'x'.repeat(100)],
    ['spaces around it', '  CI  server ', 'CI  server'],
    ['what composes to 100 characters', 'e\u0301'.repeat(100), '\u00e9'.repeat(100)],
    ['Hangul that composes', '\u1112\u1161\u11ab', '\ud55c'],
    ['other scripts', 'مفتاح 密钥 ключ', 'مفتاح 密钥 ключ'],
    ['emoji', '🔑 CI', '🔑 CI'],
    ['joiners of a script', 'محرمانه\u200Cها ක්\u200Dෂ', 'محرمانه\u200Cها ක්\u200Dෂ'],
    ['joiners within emoji', '👩🏽\u200D💻 🏳️\u200D🌈', '👩🏽\u200D💻 🏳️\u200D🌈'],
    ['markup as text', '<b>"CI" & Co.</b>', '<b>"CI" & Co.</b>'],
    ['a formula as text', '=1+1', '=1+1'],
    ['the name of a prototype', '__proto__', '__proto__'],
  ])('is stored composed and trimmed: %s', async (_what, name, stored) => {
    const created = await done<CreatedKey>(site, 'createKey', aNewKey({ name }));
    expect(created.name).toBe(stored);
    await edit(site, created.keyId, { name: 'Other' });
    expect(await edit(site, created.keyId, { name })).toMatchObject({ ok: true, value: { name: stored } });
  });

  it('need not be unique', async () => {
    await done(site, 'createKey', aNewKey());
    expect(await ask(site, 'createKey', aNewKey())).toMatchObject({ ok: true });
  });
});

describe('the scopes', () => {
  it.each(['', 'NONE', 'Read', 'read ', 'admin', 'read,write', '*', 2, true, null, ['read'], {}])(
    'are refused by name: %p',
    async (value) => {
      expect(await tryBoth({ classificationScope: value })).toEqual(refusedAs('classificationScope'));
      expect(await tryBoth({ detectionScope: value })).toEqual(refusedAs('detectionScope'));
    },
  );

  it('cannot both be none, because such a key could do nothing', async () => {
    expect(await tryBoth({ classificationScope: 'none', detectionScope: 'none' })).toEqual(
      refusedAs('classificationScope'),
    );
    const { name, expiresOn } = aNewKey();
    expect(refusedFields(await ask(site, 'createKey', { name, expiresOn }))).toEqual(['classificationScope']);
    const { keyId } = await done<CreatedKey>(site, 'createKey', aNewKey({ classificationScope: 'read' }));
    expect(refusedFields(await edit(site, keyId, { classificationScope: 'none' }))).toEqual(['classificationScope']);
  });

  it('default to none, and are set as given', async () => {
    for (const scope of ['read', 'write', 'manage']) {
      const { name, expiresOn } = aNewKey();
      const one = await done(site, 'createKey', { name, expiresOn, classificationScope: scope });
      expect([one.classificationScope, one.detectionScope]).toEqual([scope, 'none']);
      const other = await done(site, 'createKey', { name, expiresOn, detectionScope: scope });
      expect([other.classificationScope, other.detectionScope]).toEqual(['none', scope]);
    }
  });
});

describe('the page access limit', () => {
  const unknownLevel = '00000000-0000-4000-8000-000000000000';

  it.each([
    ['a level that does not exist', () => [unknownLevel]],
    ['one that does not exist among others', () => [levelId, 'unclassified', unknownLevel]],
    ['a key that does not exist', () => ['restricted', 'secret']],
    ['the nil UUID', () => ['00000000-0000-0000-0000-000000000000']],
    ['more than 50 entries', () => Array.from({ length: 51 }, () => levelId)],
    ['no list', () => levelId],
    ['null', () => null],
    ['an object', () => ({ 0: levelId, length: 1 })],
  ])('is refused by name: %s', async (_what, levelLimit) => {
    expect(await tryBoth({ levelLimit: levelLimit() })).toEqual(refusedAs('levelLimit'));
  });

  it.each([
    ['the name of a level', () => 'Highly Restricted'],
    ['the key of a sub-level', () => 'restricted/finance'],
    ['an empty entry', () => ''],
    ['a space after it', () => `${levelId} `],
    ['a UUID in braces', () => `{${levelId}}`],
    ['a number', () => 1],
    ['null', () => null],
    ['a list in it', () => [levelId]],
  ])('is refused at the location of the entry: %s', async (_what, entry) => {
    expect(await tryBoth({ levelLimit: [levelId, entry()] })).toEqual(refusedAs('levelLimit.1'));
  });

  it('is a set: duplicates are removed, case is ignored, and it is sorted', async () => {
    const [first = '', second = ''] = defaultLevels(siteAri(site.host.installation)).map((level) => level.levelId);
    const levelLimit = ['unclassified', second, first.toUpperCase(), first, second, 'unclassified'];
    const expected = [first, second, 'unclassified'].sort();
    const { keyId, ...created } = await done<CreatedKey>(site, 'createKey', aNewKey({ levelLimit }));
    expect(created.levelLimit).toEqual(expected);
    expect(await edit(site, keyId, { levelLimit: [first] })).toMatchObject({ value: { levelLimit: [first] } });
    expect(await edit(site, keyId, { levelLimit })).toMatchObject({ value: { levelLimit: expected } });
  });

  it('takes levels by key as well as by UUID, and stores UUIDs', async () => {
    const ids = [levelNamed(site, 'Restricted').levelId, levelNamed(site, 'Public').levelId];
    const levelLimit = ['restricted', 'PUBLIC', ...ids, 'Unclassified'];
    const { keyId, ...created } = await done<CreatedKey>(site, 'createKey', aNewKey({ levelLimit }));
    expect(created.levelLimit).toEqual([...ids, 'unclassified'].sort());
    expect(await edit(site, keyId, { levelLimit: ['public'] })).toMatchObject({ value: { levelLimit: [ids[1]] } });
  });

  it('may list 50 levels, and all of them apply', async () => {
    const uuid = (index: number) => `11111111-1111-4111-8111-${String(index).padStart(12, '0')}`;
    const levels = Array.from({ length: 51 }, (_, index) => ({
      levelId: uuid(index),
      levelKey: `level-${index}`,
      name: `Level ${index}`,
      description: '',
      guideline: '',
      color: 'GREEN',
      order: index + 1,
      status: 'PUBLISHED',
      subLevels: [],
    }));
    await putRow(site, 'config', 'levels', { v: 1, rev: 1, value: { levels } });
    const ids = levels.map((level) => level.levelId);
    const created = await done<CreatedKey>(site, 'createKey', aNewKey({ levelLimit: ids.slice(0, 50) }));
    expect(created.levelLimit).toHaveLength(50);
    expect(await tryBoth({ levelLimit: ids })).toEqual(refusedAs('levelLimit'));
  });
});

describe('the space limit', () => {
  it.each([
    ['a key that no space has', ['NOSUCH']],
    ['an id that no space has', ['123456789']],
    ['an unknown one among others', ['ENG', 'OPEN', 'NOSUCH']],
    ['no list', 'ENG'],
    ['null', null],
    ['more than 200 entries', Array.from({ length: 201 }, () => 'ENG')],
  ])('is refused by name: %s', async (_what, spaceLimit) => {
    expect(await tryBoth({ spaceLimit })).toEqual(refusedAs('spaceLimit'));
  });

  it.each(['0', '007', '99999999999999999999999999'])(
    'is refused by name without an error for %s, which is not an id',
    async (id) => {
      expect(await tryBoth({ spaceLimit: [id] })).toEqual(refusedAs('spaceLimit'));
    },
  );

  it.each([
    '',
    'ENG ',
    'E N G',
    'ENG,HR',
    'ENG&limit=1',
    '../ENG',
    '%45NG',
    'ÄNG',
    98306,
    null,
    ['ENG'],
    'x'.repeat(256),
  ])('is refused at the location of the entry: %p', async (entry) => {
    expect(await tryBoth({ spaceLimit: ['HR', entry] })).toEqual(refusedAs('spaceLimit.1'));
  });

  it('accepts keys and ids, stores ids, and is a set', async () => {
    const spaceLimit = ['OPEN', DEMO_SPACES.ENG, 'ENG', DEMO_SPACES.OPEN, 'ENG'];
    const expected = [DEMO_SPACES.ENG, DEMO_SPACES.OPEN];
    const { keyId, ...created } = await done<CreatedKey>(site, 'createKey', aNewKey({ spaceLimit }));
    expect(created.spaceLimit).toEqual(expected);
    await edit(site, keyId, { spaceLimit: [] });
    expect(await edit(site, keyId, { spaceLimit })).toMatchObject({ value: { spaceLimit: expected } });
  });

  it("may list more spaces than one page of Confluence's list", async () => {
    const keys = Array.from({ length: 30 }, (_, index) => `S${index}`);
    for (const key of keys) {
      expect((await site.wiki('POST', '/api/v2/spaces', { key, name: key })).status).toBe(201);
    }
    const created = await done<CreatedKey>(site, 'createKey', aNewKey({ spaceLimit: keys }));
    expect(created.spaceLimit).toHaveLength(30);
  });

  it('may list 200 spaces, half by key and half by id', async () => {
    const spaces = Array.from({ length: 200 }, (_, index) => ({
      id: String(500_000 + index),
      key: `KEY${index}`,
      name: `Space ${index}`,
    }));
    const body = JSON.stringify({ results: spaces, _links: {} });
    site.host.faults.add({ target: 'confluence', match: '/api/v2/spaces', status: 200, body, times: 2 });
    const spaceLimit = spaces.map(({ id, key }, index) => (index % 2 === 0 ? id : key));
    const created = await done<CreatedKey>(site, 'createKey', aNewKey({ spaceLimit }));
    expect(created.spaceLimit).toEqual(spaces.map(({ id }) => id));
  });

  it.each([400, 403, 404, 429, 500])(
    'does not change if Confluence returns %i for the list of spaces',
    async (status) => {
      const { keyId } = await done<CreatedKey>(site, 'createKey', aNewKey());
      const before = everythingStored(site);
      // After a 403 or 404, the app asks whether it may act for the admin.
      const isRefused = status === 403 || status === 404;
      const [times, code] = isRefused ? [4, 'INVALID_INPUT'] : [2, 'CONFLUENCE_UNAVAILABLE'];
      // The app repeats a call with a 429 that ends within five seconds.
      site.host.faults.add({
        target: 'confluence',
        match: '/wiki/api/v2/spaces',
        status,
        headers: { 'Retry-After': '6' },
        times,
      });
      const results = [
        await ask(site, 'createKey', aNewKey({ spaceLimit: ['ENG'] })),
        await edit(site, keyId, { spaceLimit: ['ENG'] }),
      ];
      for (const result of results) expect(result).toMatchObject({ ok: false, error: { code } });
      expect(everythingStored(site)).toEqual(before);
    },
  );
});

describe('the payload', () => {
  it.each([undefined, null, '', 'CI', 7, true, [], [{}]])('of another type is refused: %p', async (payload) => {
    for (const operation of ['createKey', 'editKey', 'revokeKey']) {
      expect(await ask(site, operation, payload)).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
    }
    expect(everythingStored(site)).toEqual([]);
  });

  it.each([
    ['createKey', {}, ['name', 'expiresOn']],
    ['createKey', { ...aNewKey(), extra: 1 }, ['extra']],
    [
      'createKey',
      { ...aNewKey(), name: '', classificationScope: 'x', extra: 1 },
      ['name', 'classificationScope', 'extra'],
    ],
    ['editKey', {}, ['keyId', 'rev', 'changes']],
    ['editKey', { keyId: '0123456789abcdef', rev: 1, changes: {}, force: true }, ['force']],
    ['editKey', { keyId: '0123456789abcdef', rev: 1, changes: { force: true } }, ['force']],
    ['editKey', { keyId: '0123456789abcdef', rev: 0, changes: {} }, ['rev']],
    ['editKey', { keyId: '0123456789abcdef', rev: '1', changes: {} }, ['rev']],
    ['editKey', { keyId: '0123456789abcdef', rev: 1.5, changes: {} }, ['rev']],
    ['editKey', { keyId: '0123456789abcdef', rev: null, changes: {} }, ['rev']],
    ['editKey', { keyId: '0123456789abcdef', rev: 1, changes: [] }, ['changes']],
    ['revokeKey', {}, ['keyId']],
    ['revokeKey', { keyId: '0123456789abcdef', reason: 'leak' }, ['reason']],
    ['revokeKey', { keyId: ['0123456789abcdef'] }, ['keyId']],
    ['revokeKey', { keyId: '0123456789ABCDEF' }, ['keyId']],
    ['revokeKey', { keyId: '0123456789abcde' }, ['keyId']],
    ['revokeKey', { keyId: '0123456789abcdef0' }, ['keyId']],
    ['revokeKey', { keyId: '0123456789abcdef\n' }, ['keyId']],
    ['revokeKey', { keyId: '0123456789abcdeI' }, ['keyId']],
    ['getKey', { keyId: '0123456789abcdeI' }, ['keyId']],
    ['getKey', { keyId: '0123456789abcdef', secret: true }, ['secret']],
    ['listKeys', { all: true }, ['all']],
  ])('reports every missing, unknown or invalid member: %s %j', async (operation, payload, fields) => {
    const result = await ask(site, operation, payload);
    expect(refusedFields(result)).toEqual(expect.arrayContaining(fields));
    expect(refusedFields(result)).toHaveLength(fields.length);
  });

  it('with an invalid id is refused without repeating it', async () => {
    const key = `pclsk_0123456789q4n2m5_${'A'.repeat(49)}`;
    const result = await ask(site, 'revokeKey', { keyId: key });
    expect(refusedFields(result)).toEqual(['keyId']);
    expect(JSON.stringify(result)).not.toContain('AAAA');
  });

  it('with a valid but unknown id is refused as not found', async () => {
    const keyId = '0123456789abcdef';
    for (const [operation, payload] of [
      ['editKey', { keyId, rev: 1, changes: { name: 'New' } }],
      ['getKey', { keyId }],
      ['revokeKey', { keyId }],
    ] as const) {
      expect(await ask(site, operation, payload)).toMatchObject({ ok: false, error: { code: 'KEY_NOT_FOUND' } });
    }
  });

  it('that is valid is accepted by both operations', async () => {
    expect(await tryBoth({ name: 'Good', levelLimit: [levelId], spaceLimit: ['HR'], detectionScope: 'read' })).toEqual(
      accepted,
    );
  });
});
