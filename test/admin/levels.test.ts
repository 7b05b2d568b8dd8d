import fc from 'fast-check';
import { DEMO_PAGES } from '../../local/demo';
import { siteAri } from '../../local/forge/runtime';
import type { LevelList } from '../../src/admin/levels/change-levels';
import type { LevelUse } from '../../src/admin/levels/levels';
import { NO_SETTINGS } from '../../src/classification/settings';
import { defaultLevels } from '../../src/classification/default-levels';
import { shardKeyOf, shardWrite } from '../../src/counts/shards';
import type { Level } from '../../src/classification/model';
import { aStoredKey, PEPPER } from '../keys/key-records';
import { openSite, type Site, type SiteOptions } from '../support/site';
import { everythingStored, putRow, rowsOf } from '../support/stored-rows';
import { ask, done, edit as editKey, outcomeOf, refusal } from './ask';

/** Tests who may change the levels of a site, and the effect on the next request of the API. */

const pageId = DEMO_PAGES.officeGuide;

let site: Site;
const sites: Site[] = [];
const openHere = (options: SiteOptions = {}) => {
  const opened = openSite({ peppers: () => [PEPPER], ...options });
  sites.push(opened);
  return opened;
};
beforeEach(() => {
  site = openHere();
});
afterEach(() => sites.splice(0).forEach((one) => one.close()));

const list = (on = site) => done<LevelList>(on, 'listLevels', {});
const change = <T = LevelList>(operation: string, payload: object, on = site) => done<T>(on, operation, payload);
/** Runs an operation on the current levels. */
const now = async <T = LevelList>(operation: string, payload: object, on = site) =>
  change<T>(operation, { rev: (await list(on)).rev, ...payload }, on);
const refusedNow = async (operation: string, payload: object) =>
  refusal(site, operation, { rev: (await list()).rev, ...payload });
const namesOf = ({ levels }: { levels: readonly Level[] }) => levels.map(({ name }) => name);
const auditRows = (on = site) =>
  rowsOf(on, 'audit')
    .map(({ value }) => value)
    .filter(({ type }) => /level\.(?!set)/.test(String(type)) && type !== 'page.level.set');
const stored = (on = site) => rowsOf(on, 'config').find(({ key }) => key === 'levels')?.value;
const idAt = async (index: number) => (await list()).levels[index]?.levelId ?? '';

describe('the first edit', () => {
  it.each([true, false])(
    'stores the levels from the code with their ids, once (NOT_EXISTS holds for an absent row: %s)',
    async (notExistsHoldsForAbsentRow) => {
      const here = openHere({ notExistsHoldsForAbsentRow });
      const defaults = defaultLevels(siteAri(here.host.installation));
      expect(await list(here)).toEqual({ rev: 0, levels: defaults, settings: NO_SETTINGS });
      expect(stored(here)).toBeUndefined();
      const after = await now('editLevel', { levelId: defaults[0]?.levelId, changes: { name: 'Secret' } }, here);
      expect(after).toEqual({
        rev: 1,
        levels: defaults.map((level, index) => (index === 0 ? { ...level, name: 'Secret' } : level)),
        settings: NO_SETTINGS,
      });
      expect(stored(here)).toEqual({ v: 1, rev: 1, value: { levels: after.levels, settings: NO_SETTINGS } });
      expect(await list(here)).toEqual(after);
      expect(auditRows(here)).toHaveLength(1);
    },
  );

  it.each([true, false])(
    'of several concurrent ones is one (NOT_EXISTS holds for an absent row: %s)',
    async (notExistsHoldsForAbsentRow) => {
      const here = openHere({ notExistsHoldsForAbsentRow });
      const results = await Promise.all(
        ['A', 'B', 'C', 'D'].map((name) => ask<LevelList>(here, 'createLevel', { rev: 0, name, color: 'RED' })),
      );
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
      expect(results.flatMap((result) => (result.ok ? [] : [result.error.code]))).toEqual(
        Array(3).fill('LEVELS_CHANGED'),
      );
      expect(await list(here)).toMatchObject({ rev: 1, levels: { length: 5 } });
      expect(auditRows(here)).toHaveLength(1);
    },
  );

  it('continues from the placeholder of another attempt', async () => {
    await putRow(site, 'config', 'levels', { v: 1, rev: 0 });
    expect(await now('createLevel', { name: 'New', color: 'RED' })).toMatchObject({ rev: 1 });
  });
});

describe('an edit', () => {
  it('of an outdated revision is refused with LEVELS_CHANGED, and changes nothing', async () => {
    const levelId = await idAt(0);
    await now('createLevel', { name: 'New', color: 'RED' });
    const [before, { levels }] = [everythingStored(site), await list()];
    const [restricted] = levels.flatMap(({ levelId: id, subLevels }) =>
      subLevels.map(({ subLevelId }) => ({ levelId: id, subLevelId })),
    );
    const payloads: [string, object][] = [
      ['createLevel', { name: 'X', color: 'RED' }],
      ['editLevel', { levelId, changes: { name: 'X' } }],
      ['archiveLevel', { levelId }],
      ['restoreLevel', { levelId }],
      ['reorderLevels', { levelIds: levels.map((level) => level.levelId).reverse() }],
      ['createSubLevel', { levelId, name: 'X' }],
      ['editSubLevel', { ...restricted, changes: { name: 'X' } }],
      ['archiveSubLevel', { ...restricted }],
      ['restoreSubLevel', { ...restricted }],
      ['reorderSubLevels', { levelId, subLevelIds: [] }],
    ];
    for (const [operation, payload] of payloads) {
      for (const rev of [0, 2]) {
        expect([operation, (await refusal(site, operation, { rev, ...payload })).code]).toEqual([
          operation,
          'LEVELS_CHANGED',
        ]);
      }
    }
    expect(everythingStored(site)).toEqual(before);
  });

  it('concurrent with another one succeeds or is refused', async () => {
    await now('createLevel', { name: 'New', color: 'RED' });
    const levelId = await idAt(0);
    const results = await Promise.all(
      ['A', 'B', 'C'].map((name) => ask<LevelList>(site, 'editLevel', { rev: 1, levelId, changes: { name } })),
    );
    const [winner, ...others] = results.flatMap((result) => (result.ok ? [result.value.levels[0]?.name] : []));
    expect(others).toEqual([]);
    expect(await list()).toMatchObject({ rev: 2, levels: [{ name: winner }, {}, {}, {}, {}] });
    expect(auditRows()).toHaveLength(2);
  });

  it('changes the given members, records only their values before and after, and nothing without a change', async () => {
    const levelId = await idAt(1);
    const [, original] = (await list()).levels;
    const { levels } = await now('editLevel', { levelId, changes: { guideline: 'Lock it\r\naway. ', color: 'TEAL' } });
    expect(levels[1]).toEqual({ ...original, guideline: 'Lock it\naway.', color: 'TEAL' });
    expect(auditRows()).toMatchObject([
      {
        type: 'level.updated',
        subject: `level:${levelId}`,
        details: {
          before: { guideline: '', color: 'ORANGE' },
          after: { guideline: 'Lock it\naway.', color: 'TEAL' },
        },
      },
    ]);
    const before = everythingStored(site);
    for (const changes of [{}, { color: 'TEAL' }, { name: ' Restricted ' }]) {
      expect(await now('editLevel', { levelId, changes })).toMatchObject({ rev: 1 });
    }
    expect(everythingStored(site)).toEqual(before);
  });

  it.each([
    ['connection lost', { after: true }],
    ['500 although it was done', { after: true, status: 500 }],
  ])('with a lost reply is recognized: %s', async (_what, fault) => {
    for (const name of ['First', 'Second']) {
      site.host.faults.add({ target: 'kvs', match: '/transaction', ...fault, times: 1 });
      expect(namesOf(await now('createLevel', { name, color: 'RED' }))).toContain(name);
    }
    expect(site.host.faults.pending).toEqual([]);
    expect(auditRows()).toHaveLength(2);
  });

  it('that storage refuses leaves no trace', async () => {
    const before = everythingStored(site);
    site.host.faults.add({ target: 'kvs', match: '/transaction', status: 503, times: 1 });
    expect((await refusedNow('createLevel', { name: 'New', color: 'RED' })).code).toBe('STORAGE_UNAVAILABLE');
    expect(everythingStored(site)).toEqual(before);
  });

  it('of unreadable levels is refused', async () => {
    await putRow(site, 'config', 'levels', { v: 1, rev: 3, value: { levels: [{ name: 'x' }] } });
    const before = everythingStored(site);
    expect((await refusal(site, 'listLevels', {})).code).toBe('INTERNAL_ERROR');
    expect((await refusal(site, 'createLevel', { rev: 3, name: 'X', color: 'RED' })).code).toBe('INTERNAL_ERROR');
    expect(everythingStored(site)).toEqual(before);
  });
});

describe('names', () => {
  it('are unique', async () => {
    const before = everythingStored(site);
    for (const name of ['internal', ' INTERNAL ', 'Inte\u0072nal', 'Highly  restricted']) {
      expect(await refusedNow('createLevel', { name, color: 'RED' })).toMatchObject({
        code: 'INVALID_INPUT',
        fields: [{ field: 'name' }],
      });
      expect((await refusedNow('editLevel', { levelId: await idAt(3), changes: { name } })).code).toBe('INVALID_INPUT');
    }
    expect(everythingStored(site)).toEqual(before);
  });

  it('are equal in every Unicode form of accents, and in every case of ß', async () => {
    await now('createLevel', { name: 'Größe é', color: 'RED' });
    for (const name of ['Größe e\u0301', 'GRÖSSE É', 'gro\u0308sse é']) {
      expect((await refusedNow('createLevel', { name, color: 'RED' })).code).toBe('INVALID_INPUT');
    }
  });

  it('of archived levels can be used, and then these cannot be restored', async () => {
    const levelId = await idAt(2);
    await now('archiveLevel', { levelId });
    await now('createLevel', { name: 'INTERNAL', color: 'RED' });
    expect((await refusedNow('restoreLevel', { levelId })).code).toBe('INVALID_INPUT');
    await now('editLevel', { levelId, changes: { name: 'Internal (old)' } });
    expect((await now('restoreLevel', { levelId })).levels[2]).toMatchObject({ status: 'PUBLISHED' });
  });

  it('are unique among the sub-levels of one level, not of others', async () => {
    const [first, second] = [await idAt(0), await idAt(1)];
    expect((await refusedNow('createSubLevel', { levelId: second, name: 'FINANCE' })).code).toBe('INVALID_INPUT');
    await now('createSubLevel', { levelId: first, name: 'FINANCE' });
  });

  const notPlain = [
    '',
    '   ',
    'a\u0000b',
    'a\nb',
    'a\u202Eb',
    'a\u200Bb',
    '\uD800',
    'x'.repeat(101),
    7,
    null,
    `pclsk_${'0'.repeat(16)}_${'a'.repeat(49)}`,
  ];
  it('are plain text', async () => {
    const before = everythingStored(site);
    const [levelId, second] = [await idAt(0), (await list()).levels[1]];
    const subLevelId = second?.subLevels[0]?.subLevelId;
    const requests = (name: unknown) =>
      [
        ['createLevel', { name, color: 'RED' }],
        ['editLevel', { levelId, changes: { name } }],
        ['createSubLevel', { levelId, name }],
        ['editSubLevel', { levelId: second?.levelId, subLevelId, changes: { name } }],
      ] as const;
    for (const [operation, payload] of notPlain.flatMap(requests)) {
      expect([payload, (await refusedNow(operation, payload)).code]).toEqual([payload, 'INVALID_INPUT']);
    }
    expect(everythingStored(site)).toEqual(before);
  });
});

describe('what pages show of a level', () => {
  const banner = { text: 'Do not share.\nAsk first.', contact: 'security@example.com' };
  const translations = { 'pt-BR': { name: 'Restrito' }, de: { name: 'Eingeschränkt', bannerText: 'Nicht teilen.' } };

  it('is stored with it, replaced as a whole, and audited', async () => {
    const { levelId, levels } = await now<LevelList & { levelId: string }>('createLevel', {
      name: 'Secret',
      color: 'RED',
      banner,
      translations,
    });
    expect(levels.at(-1)).toMatchObject({ banner, translations });
    const edit = async (changes: object) => (await now('editLevel', { levelId, changes })).levels.at(-1);
    expect(await edit({ color: 'TEAL' })).toMatchObject({ banner, translations });
    expect(await edit({ banner: { text: 'Ask.' } })).toMatchObject({ banner: { text: 'Ask.' }, translations });
    const {
      banner: none,
      translations: names,
      ...rest
    } = (await edit({ banner: { text: '' }, translations: {} })) ?? {};
    expect([none, names, rest]).toEqual([undefined, undefined, expect.objectContaining({ name: 'Secret' })]);
    const { value } = await site.admin('listAudit', { subject: `level:${levelId}` });
    expect(value.entries.map(({ details }: Record<string, unknown>) => details)).toMatchObject([
      {
        before: {
          bannerText: 'Ask.',
          translations: ['de (bannerText): Nicht teilen.', 'de: Eingeschränkt', 'pt-BR: Restrito'],
        },
        after: {},
      },
      {
        before: { bannerText: banner.text, bannerContact: banner.contact },
        after: { bannerText: 'Ask.' },
      },
      { after: { color: 'TEAL' } },
      {
        after: {
          bannerText: banner.text,
          bannerContact: banner.contact,
          translations: ['de (bannerText): Nicht teilen.', 'de: Eingeschränkt', 'pt-BR: Restrito'],
        },
      },
    ]);
  });

  it('has the same effects for the texts of a sub-level', async () => {
    const levelId = await idAt(0);
    const ofSubLevel = { de: { name: 'Vorstand', description: 'Nur für wenige.' } };
    const { subLevelId } = await now<LevelList & { subLevelId: string }>('createSubLevel', {
      ...{ levelId, name: 'Board', translations: ofSubLevel },
    });
    const edit = async (changes: object) =>
      (await now('editSubLevel', { levelId, subLevelId, changes })).levels[0]?.subLevels.at(-1);
    expect(await edit({ description: 'Few.' })).toMatchObject({ name: 'Board', translations: ofSubLevel });
    expect(await edit({ translations: {} })).not.toHaveProperty('translations');
    const { value } = await site.admin('listAudit', { subject: `sublevel:${subLevelId}` });
    const translations = ['de (description): Nur für wenige.', 'de: Vorstand'];
    expect(value.entries.map(({ details }: Record<string, unknown>) => details)).toMatchObject([
      { before: { translations }, after: {} },
      { after: { description: 'Few.' } },
      { after: { translations } },
    ]);
  });

  it('is not written if it stays the same', async () => {
    const { levelId } = await now<LevelList & { levelId: string }>('createLevel', {
      name: 'Secret',
      color: 'RED',
      translations,
    });
    const before = everythingStored(site);
    const { de, ...others } = translations;
    await now('editLevel', { levelId, changes: { banner: { text: '' }, translations: { de, ...others } } });
    expect(everythingStored(site)).toEqual(before);
  });

  const beyondLimits: readonly (readonly [string, object])[] = [
    ['banner.text', { banner: { text: ' ', contact: 'x' } }],
    ['banner.text', { banner: { text: 'x'.repeat(501) } }],
    ['banner.text', { banner: { contact: 'x' } }],
    ['banner.contact', { banner: { text: 'x', contact: 'x'.repeat(201) } }],
    ['banner.contact', { banner: { text: 'x', contact: 'two\nlines' } }],
    ['translations.de', { translations: { de: {} } }],
    ['translations.de', { translations: { de: 'Geheim' } }],
    ['translations.de.name', { translations: { de: { name: '' } } }],
    ['translations.de.guideline', { translations: { de: { guideline: ' ' } } }],
    ['translations.de.description', { translations: { de: { description: 'x'.repeat(1_001) } } }],
    ['translations.de.bannerText', { translations: { de: { bannerText: 'x'.repeat(501) } } }],
    ['translations.de.name', { translations: { de: { name: 'x'.repeat(101) } } }],
    ['translations.german', { translations: { german: { name: 'Geheim' } } }],
    [
      'translations',
      {
        translations: Object.fromEntries(
          Array.from({ length: 31 }, (_, at) => [
            `a${String.fromCharCode(97 + (at % 26))}${at < 26 ? '' : 'x'}`,
            { name: 'x' },
          ]),
        ),
      },
    ],
  ];
  it('has limits, and an error names the member', async () => {
    for (const [field, invalid] of beyondLimits) {
      const refused = await refusedNow('createLevel', { name: 'Secret', color: 'RED', ...invalid });
      expect(refused).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field }] });
    }
  });
});

it('no input can set a computed member', async () => {
  const [level] = (await list()).levels;
  const levelId = level?.levelId;
  const before = everythingStored(site);
  for (const extra of [{ levelId: '1' }, { status: 'ARCHIVED' }, { order: 1 }, { subLevels: [] }, { v: 2 }]) {
    expect((await refusedNow('editLevel', { levelId, changes: extra })).code).toBe('INVALID_INPUT');
    expect((await refusedNow('createLevel', { name: 'X', color: 'RED', ...extra })).code).toBe('INVALID_INPUT');
  }
  for (const changes of [
    { color: 'PINK' },
    { description: 'x'.repeat(1001) },
    { guideline: 'x'.repeat(2001) },
    { guideline: '\u0007' },
  ]) {
    expect((await refusedNow('editLevel', { levelId, changes })).code).toBe('INVALID_INPUT');
  }
  expect(everythingStored(site)).toEqual(before);
});

describe('the order', () => {
  it('includes archived levels, and is the order of the API', async () => {
    const { key } = await aStoredKey(site);
    await now('archiveLevel', { levelId: await idAt(1) });
    const ids = (await list()).levels.map(({ levelId }) => levelId).reverse();
    await now('reorderLevels', { levelIds: ids });
    const { body } = await site.rest('GET', '/v1/level', { key });
    expect(body.results.map(({ levelId, order }: Level) => [levelId, order])).toEqual(
      ids.map((id, at) => [id, at + 1]),
    );
    expect(auditRows().find(({ type }) => type === 'level.reordered')).toMatchObject({
      details: { after: { levelIds: ids } },
    });
    expect((await now('reorderLevels', { levelIds: ids })).rev).toBe(2);
  });

  it('is refused if one is missing, repeated or unknown', async () => {
    const ids = (await list()).levels.map(({ levelId }) => levelId);
    const [first = ''] = ids;
    const before = everythingStored(site);
    for (const levelIds of [
      [],
      ids.slice(1),
      [...ids, first],
      [first, ...ids.slice(0, 3)],
      [...ids.slice(1), crypto.randomUUID()],
    ]) {
      expect((await refusedNow('reorderLevels', { levelIds })).code).toBe('NOT_THE_WHOLE_ORDER');
    }
    expect(everythingStored(site)).toEqual(before);
  });

  it('of sub-levels is separate for each level', async () => {
    const [, level] = (await list()).levels;
    const subLevelIds = (level?.subLevels ?? []).map(({ subLevelId }) => subLevelId).reverse();
    const { levels } = await now('reorderSubLevels', { levelId: level?.levelId, subLevelIds });
    expect(levels[1]?.subLevels.map(({ name }) => name)).toEqual(['People', 'Finance']);
    for (const wrong of [[], subLevelIds.slice(1), [subLevelIds[0], subLevelIds[0]]]) {
      const payload = { levelId: level?.levelId, subLevelIds: wrong };
      expect((await refusedNow('reorderSubLevels', payload)).code).toBe('NOT_THE_WHOLE_ORDER');
    }
  });
});

describe('the API', () => {
  const set = async (key: string, body: object) =>
    outcomeOf(await site.rest('POST', '/v1/page-level', { key, body: { pageId, ...body } }));

  it('applies a new, edited, archived or restored level to its next request', async () => {
    const { key } = await aStoredKey(site);
    const etag = async () => (await site.rest('GET', '/v1/level', { key })).header('etag');
    const etags = new Set([await etag()]);
    const { levelId } = await now<LevelList & { levelId: string }>('createLevel', { name: 'New', color: 'LIME' });
    expect(await set(key, { levelId })).toBe('201');
    etags.add(await etag());
    await now('editLevel', { levelId, changes: { name: 'Newer' } });
    expect((await site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key })).body.levelName).toBe('Newer');
    etags.add(await etag());
    await now('archiveLevel', { levelId, confirmed: true });
    expect(await set(key, { levelId })).toBe('422 LEVEL_ARCHIVED');
    const kept = await site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key });
    expect(kept.body).toMatchObject({ levelId, levelName: 'Newer' });
    etags.add(await etag());
    await now('restoreLevel', { levelId });
    expect(await set(key, { levelId })).toBe('201');
    expect(etags.size).toBe(4);
  });

  it('applies changes of sub-levels too: an archived one cannot be set, is not offered, and stays on its pages', async () => {
    const { key } = await aStoredKey(site);
    const levelId = await idAt(0);
    const { subLevelId } = await now<LevelList & { subLevelId: string }>('createSubLevel', { levelId, name: 'Board' });
    expect(await set(key, { levelId, subLevelId })).toBe('201');
    const offered = async () => {
      const { body } = await site.rest('GET', `/v1/page-level/by-page/${pageId}/levels`, { key });
      return body.levels[0].subLevels.map(({ name }: { name: string }) => name);
    };
    expect(await offered()).toEqual(['Board']);
    await now('editSubLevel', { levelId, subLevelId, changes: { name: 'The board' } });
    await now('archiveSubLevel', { levelId, subLevelId });
    expect(await offered()).toEqual([]);
    expect(await set(key, { levelId, subLevelId })).toBe('422 SUBLEVEL_NOT_IN_LEVEL');
    const kept = await site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key });
    expect(kept.body).toMatchObject({ subLevelId, subLevelName: 'The board' });
    const all = await site.rest('GET', '/v1/level', { key });
    expect(all.body.results[0].subLevels).toMatchObject([{ subLevelId, status: 'ARCHIVED' }]);
    await now('restoreSubLevel', { levelId, subLevelId });
    expect(await set(key, { levelId, subLevelId })).toBe('201');
  });
});

describe('a level in use', () => {
  const classify = (levelId: string, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        putRow(site, 'page-level', String(900_000 + index), {
          v: 1,
          rev: 1,
          changeId: crypto.randomUUID(),
          spaceId: '1',
          levelId,
          classifierId: 'x',
          classificationDate: '2026-01-01T00:00:00.000Z',
          method: 'MANUAL',
          pageVersion: 1,
        }),
      ),
    );

  it.each([
    [0, 0, true],
    [1, 1, true],
    [99, 99, true],
    [100, 100, false],
    [101, 100, false],
    [250, 100, false],
  ])('has a page count: for %i pages it is %i, exact: %s, with few reads', async (pages, count, isExact) => {
    const levelId = await idAt(0);
    await classify(levelId, pages);
    const { pages: counted } = await change<LevelUse>('describeLevelUse', { levelId });
    expect(counted).toEqual({ levelId, count, isExact });
    const { requestId } = await site.host.invokeResolver(
      'describeLevelUse',
      { levelId },
      '712020:0f4c1c6e-5a0b-4d0e-9a34-6f0d1f2b7a01',
    );
    const queries = site.host.traces.find(requestId)?.calls.filter(({ path }) => path.endsWith('/query'));
    expect(queries?.length).toBe(2);
  });

  it('has the number of the overview for more than 99 pages, also in the list of levels, with one read and its time', async () => {
    const levelId = await idAt(0);
    await classify(levelId, 150);
    expect(await change('countPagesByLevel', {})).toEqual({ asOf: null, counts: [] });
    const spaces = new Map([['98305', new Map([[`level:${levelId}`, 188]])]]);
    const shard = { revision: 'absent', changedAt: undefined, spaces } as const;
    const { key, value } = shardWrite(shardKeyOf('98305'), shard, new Date(0));
    await putRow(site, 'count', key, value);
    const [asOf, place] = ['2026-11-20T09:00:00.000Z', { time: '', key: '' }];
    const feed = { cursor: place, settled: place };
    const feeds = { changes: feed, scans: feed, moves: feed };
    const position = { feeds, asOf, isBehind: false, exclusions: '', checked: {} };
    await putRow(site, 'count', 'position', { v: 1, rev: 1, value: position });
    const counted = { levelId, count: 188, isExact: true };
    expect(await change<LevelUse>('describeLevelUse', { levelId })).toMatchObject({ pages: counted, pagesAsOf: asOf });
    const others = (await list()).levels.slice(1).map((one) => ({ levelId: one.levelId, count: 0, isExact: true }));
    expect(await change('countPagesByLevel', {})).toEqual({ asOf, counts: [counted, ...others] });
    const actor = '712020:0f4c1c6e-5a0b-4d0e-9a34-6f0d1f2b7a01';
    const { requestId } = await site.host.invokeResolver('countPagesByLevel', {}, actor);
    const reads = site.host.traces.find(requestId)?.calls.filter(({ target }) => target === 'kvs');
    expect(reads?.length).toBe(1);
    expect((await refusal(site, 'archiveLevel', { rev: 0, levelId, confirmed: false })).message).toMatch(
      /^Pages with this level: 188\./,
    );
  });

  it('lists the working keys limited to it, no others', async () => {
    const levelId = await idAt(0);
    const past = '2026-01-02T00:00:00.000Z';
    const limited = await aStoredKey(site, { levelLimit: [levelId, 'unclassified'] });
    const inGrace = await aStoredKey(site, { levelLimit: [levelId], graceUntil: '2098-01-01T00:00:00.000Z' });
    await aStoredKey(site, { levelLimit: [await idAt(1)] });
    await aStoredKey(site);
    await aStoredKey(site, { levelLimit: [levelId], expiresAt: past });
    await aStoredKey(site, { levelLimit: [levelId], graceUntil: past });
    await aStoredKey(site, { levelLimit: [levelId], revokedAt: past, revokedBy: 'x', revokeReason: 'user' });
    const { keys } = await change<LevelUse>('describeLevelUse', { levelId });
    expect(keys.map(({ keyId }) => keyId).sort()).toEqual([limited.keyId, inGrace.keyId].sort());
    expect(JSON.stringify(keys)).not.toContain(limited.record.mac);
    expect((await refusal(site, 'describeLevelUse', { levelId: crypto.randomUUID() })).code).toBe('LEVEL_NOT_FOUND');
  });

  it.each(['page', 'key'])('is archived only after confirmation: used by a %s', async (by) => {
    const levelId = await idAt(0);
    const { keyId } = await aStoredKey(site, by === 'key' ? { levelLimit: [levelId] } : {});
    if (by === 'page') await classify(levelId, 1);
    const before = everythingStored(site);
    for (const confirmed of [undefined, false]) {
      expect((await refusedNow('archiveLevel', { levelId, confirmed })).code).toBe('LEVEL_IN_USE');
    }
    expect(everythingStored(site)).toEqual(before);
    expect((await now('archiveLevel', { levelId, confirmed: true })).levels[0]).toMatchObject({ status: 'ARCHIVED' });
    // A key keeps the level in its limit.
    expect(await editKey(site, keyId, { name: 'New' })).toMatchObject({ ok: true });
  });

  it('is not archived if its use cannot be read', async () => {
    const levelId = await idAt(0);
    site.host.faults.add({ target: 'kvs', match: '/entity/query', status: 503, times: 1 });
    expect((await refusedNow('archiveLevel', { levelId })).code).toBe('STORAGE_UNAVAILABLE');
    expect((await list()).levels[0]).toMatchObject({ status: 'PUBLISHED' });
  });
});

describe('there is a maximum', () => {
  const filled = (count: number, overrides: Partial<Level> = {}): Level[] =>
    Array.from({ length: count }, (_, index) => ({
      levelId: crypto.randomUUID(),
      levelKey: `level-${index}`,
      name: `Level ${index}`,
      description: '',
      guideline: '',
      color: 'RED',
      order: index + 1,
      status: 'PUBLISHED',
      subLevels: [],
      ...overrides,
    }));
  const store = (levels: readonly Level[]) => putRow(site, 'config', 'levels', { v: 1, rev: 1, value: { levels } });

  it('for the number of levels that are not archived', async () => {
    const archived = filled(1, { name: 'Old', status: 'ARCHIVED' });
    await store([...filled(49), ...archived]);
    await now('createLevel', { name: 'The fiftieth', color: 'RED' });
    expect((await refusedNow('createLevel', { name: 'Another', color: 'RED' })).code).toBe('TOO_MANY_LEVELS');
    expect((await refusedNow('restoreLevel', { levelId: archived[0]?.levelId })).code).toBe('TOO_MANY_LEVELS');
  });

  it('for the number of sub-levels of a level', async () => {
    const subLevels = Array.from({ length: 50 }, (_, index) => ({
      subLevelId: crypto.randomUUID(),
      subLevelKey: `s-${index}`,
      name: `S ${index}`,
      description: '',
      status: index === 0 ? ('ARCHIVED' as const) : ('PUBLISHED' as const),
    }));
    const [level] = filled(1, { subLevels });
    await store(level === undefined ? [] : [level]);
    const levelId = level?.levelId;
    await now('createSubLevel', { levelId, name: 'The fiftieth' });
    expect((await refusedNow('createSubLevel', { levelId, name: 'Another' })).code).toBe('TOO_MANY_SUBLEVELS');
    const restore = { levelId, subLevelId: subLevels[0]?.subLevelId };
    expect((await refusedNow('restoreSubLevel', restore)).code).toBe('TOO_MANY_SUBLEVELS');
  });

  it('for all texts together, well below the size of a row', async () => {
    await store(filled(34, { description: 'ü'.repeat(1_000), guideline: '語'.repeat(1_250) }));
    const before = everythingStored(site);
    const big = { name: 'Big', color: 'RED', description: 'ü'.repeat(1_000), guideline: '語'.repeat(2_000) };
    expect((await refusedNow('createLevel', big)).code).toBe('CONFIGURATION_TOO_LARGE');
    expect(everythingStored(site)).toEqual(before);
    await now('createLevel', { name: 'Small', color: 'RED' });
  });
});

it('after any edits, every id is kept and unique, the order has no gap, and each revision has its audit event', async () => {
  const operation = fc.record({
    what: fc.constantFrom('create', 'edit', 'archive', 'restore', 'reorder', 'sub', 'subArchive', 'subRestore'),
    at: fc.nat({ max: 20 }),
    name: fc.constantFrom('A', 'b', 'B', 'C', 'Internal', 'd'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { maxLength: 12 }), async (operations) => {
      const here = openSite();
      try {
        let known = new Set<string>();
        for (const { what, at, name } of operations) {
          const { rev, levels } = await list(here);
          const level = levels[at % levels.length];
          const levelId = level?.levelId;
          const subLevelId =
            level?.subLevels[at % Math.max(1, level.subLevels.length)]?.subLevelId ?? crypto.randomUUID();
          const payloads: Record<string, [string, object]> = {
            create: ['createLevel', { name, color: 'RED' }],
            edit: ['editLevel', { levelId, changes: { name } }],
            archive: ['archiveLevel', { levelId }],
            restore: ['restoreLevel', { levelId }],
            reorder: ['reorderLevels', { levelIds: levels.map((one) => one.levelId).sort() }],
            sub: ['createSubLevel', { levelId, name }],
            subArchive: ['archiveSubLevel', { levelId, subLevelId }],
            subRestore: ['restoreSubLevel', { levelId, subLevelId }],
          };
          const [chosen = '', payload = {}] = payloads[what] ?? [];
          await ask(here, chosen, { rev, ...payload });
          const after = await list(here);
          const ids = after.levels.flatMap((one) => [one.levelId, ...one.subLevels.map((sub) => sub.subLevelId)]);
          expect(new Set(ids).size).toBe(ids.length);
          expect([...known].filter((id) => !ids.includes(id))).toEqual([]);
          known = new Set(ids);
          expect(after.levels.map(({ order }) => order)).toEqual(after.levels.map((_, index) => index + 1));
          const published = after.levels.filter(({ status }) => status === 'PUBLISHED');
          expect(new Set(published.map((one) => one.name.toLowerCase())).size).toBe(published.length);
          expect(auditRows(here)).toHaveLength(after.rev);
        }
      } finally {
        here.close();
      }
    }),
    { numRuns: 25 },
  );
});
