import fc from 'fast-check';
import { DEMO_PAGES } from '../../local/demo';
import { isFreeKey, keyFor, LEVEL_KEY, LEVEL_NAMED } from '../../src/classification/level-key';
import type { Level } from '../../src/classification/model';
import { changeLevels, levelNamed } from '../support/levels';
import { openSite, type Site } from '../support/site';

/** The names of a level besides its UUID. */

describe('a key made from a name', () => {
  it.each([
    ['Restricted', 'restricted'],
    ['Highly Restricted', 'highly-restricted'],
    ['  Öffentlich – für ALLE!  ', 'offentlich-fur-alle'],
    ['Straße', 'strasse'],
    ['Tier 1', 'tier-1'],
    ['Tier1', 'tier1'],
    ['3rd party', 'level-3-rd-party'],
    ['2024', 'level-2024'],
    ['機密', 'level'],
    ['Order', 'order-2'],
    ['Default', 'default-2'],
    ['abcdefab-abcd-abcd-abcd-abcdefabcdef', 'abcdefab-abcd-abcd-abcd-abcdefabcdef-2'],
  ])('from %j is %j', (name, key) => {
    expect(keyFor(name, [], 'level')).toBe(key);
  });

  it('is valid, short and unique for any name', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 100 }), { maxLength: 8 }), (names) => {
        const keys: string[] = [];
        for (const name of [...names, ...names]) {
          const key = keyFor(name, keys, 'level');
          expect(key).toMatch(LEVEL_KEY);
          expect(key.length).toBeLessThanOrEqual(64);
          expect(isFreeKey(key, keys)).toBe(true);
          keys.push(key);
        }
      }),
    );
  });
});

it('a UUID with a missing or additional character or hyphen is invalid', () => {
  const uuid = fc.uuid().filter((text) => /[0-9][a-f]/.test(text.replaceAll('-', '')));
  fc.assert(
    fc.property(uuid, fc.nat(35), (text, at) => {
      const broken = text.slice(0, at) + text.slice(at + 1);
      // Excludes texts with letters before digits in every group, such as one UUID in many millions.
      fc.pre(/[0-9][a-f]/.test(broken));
      expect(LEVEL_NAMED.test(broken)).toBe(false);
      expect(LEVEL_NAMED.test(text)).toBe(true);
      expect(LEVEL_NAMED.test(text.toUpperCase())).toBe(true);
    }),
  );
});

describe('on a site', () => {
  const pageId = DEMO_PAGES.engHome;
  let site: Site;
  let key: string;
  beforeEach(async () => {
    site = openSite({ queryLagMs: 0 });
    ({ key } = await site.createKey());
  });
  afterEach(() => site.close());

  const set = (body: object) => site.rest('POST', '/v1/page-level', { key, body: { pageId, ...body } });
  const restricted = () => levelNamed(site, 'Restricted');
  const finance = () => restricted().subLevels[0]?.subLevelId;

  it.each([
    ['a key', { levelId: 'restricted' }, null],
    ['a key in capitals', { levelId: 'RESTRICTED' }, null],
    ['both keys in one', { levelId: 'restricted/finance' }, 'restricted/finance'],
    ['both keys in one, and again', { levelId: 'restricted/finance', subLevelId: 'finance' }, 'restricted/finance'],
    ['a key for each', { levelId: 'restricted', subLevelId: 'finance' }, 'restricted/finance'],
    [
      'the whole key of the sub-level',
      { levelId: 'restricted', subLevelId: 'restricted/finance' },
      'restricted/finance',
    ],
  ])('%s sets the level', async (_what, body, subLevelKey) => {
    const answer = await set(body);
    const subLevelId = subLevelKey === null ? null : finance();
    expect(answer.body).toMatchObject({
      levelId: restricted().levelId,
      levelKey: 'restricted',
      subLevelId,
      subLevelKey,
    });
    expect(answer.status).toBe(201);
  });

  it('a UUID and a key refer to the same level', async () => {
    await set({ levelId: restricted().levelId, subLevelId: 'finance' });
    expect((await set({ levelId: 'restricted', subLevelId: finance() })).body).toMatchObject({ changed: false });
  });

  it.each([
    [{ levelId: 'secret' }, 'LEVEL_NOT_FOUND'],
    [{ levelId: 'secret/finance' }, 'LEVEL_NOT_FOUND'],
    [{ levelId: 'restricted/legal' }, 'SUBLEVEL_NOT_IN_LEVEL'],
    [{ levelId: 'public/finance' }, 'SUBLEVEL_NOT_IN_LEVEL'],
    [{ levelId: 'public', subLevelId: 'restricted/finance' }, 'SUBLEVEL_NOT_IN_LEVEL'],
    [{ levelId: 'restricted/finance', subLevelId: 'people' }, 'SUBLEVEL_NOT_IN_LEVEL'],
  ])('%j is well-formed and unknown', async (body, code) => {
    expect((await set(body)).body).toMatchObject({ status: 422, code });
  });

  it.each(['', 'a/b/c', '/finance', 'restricted/', 'a--b', '-a', '2nd', 'rest ricted', '4bf1e9a2-1c59-5d2e-9c39', 'ä'])(
    '%j is not well-formed',
    async (levelId) => {
      expect((await set({ levelId })).body).toMatchObject({ status: 400, code: 'INVALID_FIELD' });
    },
  );

  it('reveals nothing about a hidden page, whether the key exists or not', async () => {
    const texts = await Promise.all(
      ['restricted', 'secret'].map(async (levelId) => {
        const answer = await set({ pageId: '999999', levelId });
        return answer.text.replaceAll(answer.requestId, '');
      }),
    );
    expect(texts[0]).toContain('PAGE_NOT_FOUND');
    expect(texts[1]).toBe(texts[0]);
  });

  it('a limit of a key applies to a level given by its key too', async () => {
    const limited = await site.createKey({ levelLimit: ['unclassified', levelNamed(site, 'Public').levelId] });
    const body = { pageId, levelId: 'restricted' };
    const answer = await site.rest('POST', '/v1/page-level', { key: limited.key, body });
    expect(answer.body).toMatchObject({ code: 'LEVEL_OUTSIDE_KEY_LIMIT' });
  });

  it('pages can be listed by the key of their level', async () => {
    await set({ levelId: 'restricted/finance' });
    const list = async (query: string) =>
      (await site.rest('GET', `/v1/page-level?${query}`, { key })).body.results?.map(
        (page: { pageId: string }) => page.pageId,
      );
    for (const query of [
      'levelId=restricted',
      'levelId=restricted/finance',
      'subLevelId=restricted/finance',
      'levelId=restricted&subLevelId=finance',
    ]) {
      expect([query, await list(query)]).toEqual([query, [pageId]]);
    }
    expect(await list('levelId=restricted/people')).toEqual([]);
  });

  const keyOf = ({ levels }: { readonly levels: readonly Level[] }, levelId: string) =>
    levels.find((level) => level.levelId === levelId)?.levelKey;

  it('stays when the level is renamed, and changes only on request', async () => {
    const { levelId } = restricted();
    expect(keyOf(await changeLevels(site, 'editLevel', { levelId, changes: { name: 'Secret' } }), levelId)).toBe(
      'restricted',
    );
    const changes = { levelKey: 'Top-Secret' };
    expect(keyOf(await changeLevels(site, 'editLevel', { levelId, changes }), levelId)).toBe('top-secret');
    expect((await set({ levelId: 'top-secret/finance' })).status).toBe(201);
    expect((await set({ levelId: 'restricted' })).body).toMatchObject({ code: 'LEVEL_NOT_FOUND' });
  });

  it('is never that of another level, including archived ones', async () => {
    const { levelId } = levelNamed(site, 'Public');
    await changeLevels(site, 'archiveLevel', { levelId });
    const list = await changeLevels(site, 'createLevel', { name: 'Public', color: 'RED' });
    expect(list.levels.map(({ levelKey }) => levelKey)).toContain('public-2');
    const refusal = async (levelKey: string) => {
      const { value } = await site.admin('listLevels', {});
      return (await site.admin('createLevel', { rev: value.rev, name: 'New', color: 'RED', levelKey })).error;
    };
    for (const taken of ['public', 'internal']) {
      expect(await refusal(taken)).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'key' }] });
    }
    for (const reserved of ['order', 'unclassified']) {
      expect(await refusal(reserved)).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'levelKey' }] });
    }
  });
});
