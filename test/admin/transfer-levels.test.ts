import { DEMO_PAGES } from '../../local/demo';
import type { CsvPart } from '../../src/admin/audit/export-in-parts';
import type { LevelList } from '../../src/admin/levels/change-levels';
import type { ImportedLevelRow } from '../../src/admin/levels/import-levels';
import type { ImportedRow } from '../../src/admin/pages/import-page-levels';
import { parseCsv } from '../../static/admin/src/transfer/csv';
import { levelLines } from '../../static/admin/src/transfer/export-files';
import { findLevelColumns, levelRows } from '../../static/admin/src/transfer/level-rows';
import { findPageLevelColumns, parseRows } from '../../static/admin/src/transfer/page-level-rows';
import { changeLevels, levelNamed } from '../support/levels';
import { truthOf } from '../support/page-truth';
import { openSite, type Site, type SiteOptions } from '../support/site';
import { everythingStored, putRow, rowsOf } from '../support/stored-rows';
import { done, refusal } from './ask';

/** Transfers page levels between two sites, and the levels of a site, as files. */

let site: Site;
const sites: Site[] = [];
const openHere = (options: SiteOptions = {}) => {
  const opened = openSite(options);
  sites.push(opened);
  return opened;
};
beforeEach(() => {
  site = openHere({ queryLagMs: 0 });
});
afterEach(() => sites.splice(0).forEach((one) => one.close()));

type Imported = LevelList & { readonly results: readonly ImportedLevelRow[] };
type Row = Readonly<Record<string, string>>;
async function bring(rows: readonly Row[], { dryRun = false, on = site } = {}): Promise<Imported> {
  const { rev } = await done<LevelList>(on, 'listLevels', {});
  return done<Imported>(on, 'importLevels', { rev, rows, dryRun });
}
const said = ({ results }: Imported) =>
  results.map((result) => ('reason' in result ? `${result.outcome} ${result.reason}` : result.outcome));
const order = ({ levels }: LevelList) => levels.map(({ levelKey }) => levelKey);

type Export = 'exportPageLevels' | 'exportLevelChanges';
async function exportAll(
  on: Site,
  operation: Export = 'exportPageLevels',
  between = () => Promise.resolve(),
): Promise<{ csv: string; rows: number; unreadable: number; parts: number }> {
  const all = { csv: '', rows: 0, unreadable: 0, parts: 0 };
  let cursor: string | undefined;
  do {
    const part: CsvPart = await done(on, operation, cursor === undefined ? {} : { cursor });
    all.csv += part.csv;
    all.rows += part.rows;
    all.unreadable += part.unreadable;
    all.parts += 1;
    cursor = part.cursor;
    await between();
  } while (cursor !== undefined);
  return all;
}
const tableOf = (csv: string) => {
  const parsed = parseCsv(csv);
  if (parsed.outcome !== 'table') throw new Error(parsed.outcome);
  return parsed;
};

describe('levels from a file', () => {
  const SECRET = { name: 'Secret', color: 'RED', description: 'D', guideline: 'G' };

  it('are created in one transaction with one audit event, in their order; existing ones stay unchanged', async () => {
    const rows = [
      { name: 'Top', color: 'RED_BOLD' },
      { name: 'HIGHLY  restricted', color: 'GREEN', description: 'Another text' },
      { ...SECRET, key: 'secret-stuff' },
      { name: 'Public', color: 'GREEN' },
      { name: 'Finance', parent: 'restricted' },
      { name: 'Legal', parent: 'restricted', description: 'Contracts' },
      { name: 'Plans', parent: 'Secret', key: 'plans' },
    ];
    const before = await done<LevelList>(site, 'listLevels', {});
    const predicted = await bring(rows, { dryRun: true });
    expect(predicted).toMatchObject({ rev: before.rev, levels: before.levels });
    expect(rowsOf(site, 'config')).toEqual([]);
    const after = await bring(rows);
    expect(after.results).toEqual(predicted.results);
    expect(said(after)).toEqual(['created', 'exists', 'created', 'exists', 'exists', 'created', 'created']);
    expect(order(after)).toEqual(['top', 'highly-restricted', 'secret-stuff', 'restricted', 'internal', 'public']);
    const [, there, secret, restricted] = after.levels;
    expect(there).toEqual({ ...before.levels[0], order: 2 });
    expect(secret).toMatchObject({ ...SECRET, order: 3, subLevels: [{ name: 'Plans', subLevelKey: 'plans' }] });
    expect(restricted?.subLevels.map(({ name }) => name)).toEqual(['Finance', 'People', 'Legal']);
    const audit = rowsOf(site, 'audit').map(({ value }) => value);
    expect(audit).toMatchObject([
      { type: 'level.imported', subject: 'levels', actorType: 'user', details: { after: {} } },
    ]);
    expect(JSON.stringify(audit)).toContain('restricted/Legal');
    const again = everythingStored(site);
    expect(said(await bring(rows))).toEqual(Array(7).fill('exists'));
    expect(everythingStored(site)).toEqual(again);
  });

  it('are exported with everything that pages show of them, and imported again', async () => {
    const banner = { text: 'Two\nlines, "quoted".', contact: 'security@example.com' };
    const translations = {
      de: { name: 'Geheim; streng', guideline: 'Zwei\nZeilen (de): C:\\neu' },
      'pt-BR': { name: 'Secreto: sim' },
      fr: { bannerText: 'Ne pas partager' },
    };
    const { levelId } = await changeLevels<LevelList & { levelId: string }>(site, 'createLevel', {
      ...{ name: 'Secret', color: 'RED', banner, translations },
    });
    const plans = { name: 'Plans', translations: { de: { name: 'Pläne', description: 'Zwei\nZeilen' } } };
    const { levels } = await changeLevels(site, 'createSubLevel', { levelId, ...plans });
    const { header, rows } = tableOf(levelLines(levels).join('\r\n'));
    const payloads = levelRows(rows, findLevelColumns(header)).flatMap(({ payload }) =>
      payload === undefined ? [] : [payload],
    );
    const other = openHere();
    const after = await bring(payloads, { on: other });
    expect(after.levels.at(-1)).toMatchObject({ name: 'Secret', banner, translations, subLevels: [plans] });
    expect(after.levels.slice(0, -1)).toEqual((await done<LevelList>(openHere(), 'listLevels', {})).levels);
  });

  it.each([
    [{ bannerContact: 'x' }, 'bannerText must not be empty if there is a contact'],
    [{ translations: 'Geheim' }, 'translations.Geheim must be a language, such as de or pt-BR'],
    [{ translations: 'de: \nfr: x' }, 'translations.de.name must not be empty'],
    [{ translations: 'de (color): rot' }, 'color is not a supported setting; translations.de must have a text'],
  ])('with an invalid banner or name are skipped, and the reason names the column: %j', async (cells, message) => {
    const { results } = await bring([{ ...SECRET, ...cells }]);
    expect(results).toEqual([{ outcome: 'invalid', message }]);
  });

  it('that are invalid are skipped with the reason; the others are created', async () => {
    await changeLevels(site, 'archiveLevel', { levelId: levelNamed(site, 'Internal').levelId });
    const after = await bring([
      { name: '', color: 'RED' },
      { name: 'A', color: 'PINK' },
      { name: 'B' },
      { name: 'C', color: 'RED', colour: 'RED' },
      { name: 'D', color: 'RED', key: 'not a key' },
      { name: 'Internal', color: 'BLUE' },
      { name: 'E', color: 'RED', key: 'order' },
      { name: 'F', color: 'RED' },
      { name: 'f', color: 'RED' },
      { name: 'G', parent: 'nowhere' },
      { name: 'H', parent: 'internal' },
    ]);
    expect(said(after)).toEqual([
      'invalid',
      'invalid',
      'invalid',
      'invalid',
      'invalid',
      'refused ARCHIVED',
      'invalid',
      'created',
      'exists',
      'refused PARENT_NOT_FOUND',
      'refused ARCHIVED',
    ]);
    expect(after.results.slice(0, 5)).toMatchObject([
      { message: 'name must not be empty' },
      { message: expect.stringMatching(/^color /) },
      { message: 'color is missing' },
      { message: expect.stringMatching(/^colour /) },
      { message: expect.stringMatching(/^key must be letters/) },
    ]);
    expect(order(after)).toEqual(['highly-restricted', 'restricted', 'internal', 'f', 'public']);
  });

  it('stop at the general maximum of 50', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => ({ name: `Level ${index}`, color: 'RED' }));
    const after = await bring(rows);
    expect(said(after).filter((one) => one === 'created')).toHaveLength(46);
    expect(said(after).filter((one) => one === 'refused TOO_MANY_LEVELS')).toHaveLength(14);
  });

  it('are refused as a whole if others changed the levels in between, or for rows without a level', async () => {
    await changeLevels(site, 'createLevel', { name: 'New', color: 'RED' });
    const payload = { rev: 0, rows: [SECRET], dryRun: false };
    expect(await refusal(site, 'importLevels', payload)).toMatchObject({ code: 'LEVELS_CHANGED' });
    for (const wrong of [{ rows: [] }, { rows: [1] }, { rows: [{ name: 1 }] }, { rows: 'x' }, { dryRun: 'no' }]) {
      expect(await refusal(site, 'importLevels', { ...payload, rev: 1, ...wrong })).toMatchObject({
        code: 'INVALID_INPUT',
      });
    }
  });
});

describe('the levels of pages', () => {
  it('move between sites whose levels have different ids, by their keys', async () => {
    const target = openHere({ queryLagMs: 0 });
    // Like the levels of another site, because all ids are unknown here while the names are the same.
    const strange = (await done<LevelList>(target, 'listLevels', {})).levels.map((level) => ({
      ...level,
      levelId: crypto.randomUUID(),
      name: `${level.name} (EU)`,
      subLevels: level.subLevels.map((one) => ({ ...one, subLevelId: crypto.randomUUID(), name: `${one.name} (EU)` })),
    }));
    await putRow(target, 'config', 'levels', { v: 1, rev: 1, value: { levels: strange } });

    const [restricted, open] = [levelNamed(site, 'Restricted'), levelNamed(site, 'Public')];
    const [finance] = restricted.subLevels;
    const rows = [
      { pageId: DEMO_PAGES.payroll, levelId: restricted.levelId, subLevelId: finance?.subLevelId },
      { pageId: DEMO_PAGES.welcome, levelId: open.levelId },
    ];
    await done(site, 'importPageLevels', { rows, onExisting: 'replace', dryRun: false });
    const { csv } = await exportAll(site);
    const { header, rows: lines } = tableOf(csv);
    const parsed = parseRows(lines, findPageLevelColumns(header), strange).map(({ parsed }) => parsed);
    const payload = parsed.flatMap((one) => (one.outcome === 'ready' ? [{ pageId: one.pageId, ...one.level }] : []));
    const { results } = await done<{ results: ImportedRow[] }>(target, 'importPageLevels', {
      rows: payload,
      onExisting: 'keep',
      dryRun: false,
    });
    expect(results.map(({ outcome }) => outcome)).toEqual(['set', 'set']);
    const there = truthOf(target.host, DEMO_PAGES.payroll).record;
    const level = strange.find(({ levelKey }) => levelKey === 'restricted');
    expect(there).toMatchObject({ levelId: level?.levelId, subLevelId: level?.subLevels[0]?.subLevelId });
    expect(truthOf(target.host, DEMO_PAGES.welcome).record?.levelId).toBe(
      strange.find(({ levelKey }) => levelKey === 'public')?.levelId,
    );
  });

  it('are exported once each, over all parts, with one header, also if they change; cleared pages are omitted', async () => {
    const { levelId } = levelNamed(site, 'Internal');
    const at = (index: number) => new Date(Date.parse('2026-11-01T00:00:00.000Z') + (index >> 1)).toISOString();
    const record = { v: 1, rev: 1, spaceId: '1', classifierId: 'a', method: 'MANUAL', pageVersion: 1 };
    const ids = Array.from({ length: 1_100 }, (_, index) => String(500_000 + index));
    const store = async (some: readonly string[], dateOf: (index: number) => string) => {
      for (const [index, pageId] of some.entries()) {
        const level = index === 7 ? {} : { levelId };
        const change = { changeId: crypto.randomUUID(), classificationDate: dateOf(index) };
        await putRow(site, 'page-level', pageId, { ...record, ...level, ...change });
      }
    };
    await store(ids, at);
    await putRow(site, 'page-level', '400000', { v: 9, rev: 1, classificationDate: at(0), levelId });
    const all = await exportAll(site, 'exportPageLevels', () =>
      store(ids.slice(0, 20), () => '2026-11-20T00:00:00.000Z'),
    );
    expect(all).toMatchObject({ rows: 1_099, unreadable: 1, parts: 2 });
    const { header, rows } = tableOf(all.csv);
    expect(header.slice(0, 3)).toEqual(['pageId', 'level', 'shownAs']);
    expect(rows.map(({ cells }) => cells[0] ?? '').sort()).toEqual(ids.filter((_, index) => index !== 7));
    expect(rows[0]?.cells.slice(1, 3)).toEqual(['internal', 'Internal']);
  });

  it('of a deleted level keep its id, and no cell is a formula', async () => {
    await changeLevels(site, 'editLevel', { levelId: levelNamed(site, 'Public').levelId, changes: { name: '=1+1' } });
    const rows = [{ pageId: DEMO_PAGES.welcome, levelId: levelNamed(site, 'Public').levelId }];
    await done(site, 'importPageLevels', { rows, onExisting: 'keep', dryRun: false });
    const gone = crypto.randomUUID();
    await putRow(site, 'page-level', DEMO_PAGES.payroll, {
      v: 1,
      rev: 1,
      changeId: crypto.randomUUID(),
      spaceId: '1',
      classifierId: 'a',
      classificationDate: '2026-11-01T00:00:00.000Z',
      method: 'MANUAL',
      pageVersion: 1,
      levelId: gone,
    });
    const { csv } = await exportAll(site);
    expect(csv).toContain(`"${DEMO_PAGES.payroll}","${gone}",""`);
    expect(csv).toContain(`"'=1+1"`);
  });
});

const cellsOf = (csv: string): readonly Row[] => {
  const { header, rows } = tableOf(csv);
  return rows.map(({ cells }) => Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])));
};

describe('the history of levels as a file', () => {
  it('has every change of every page, newest first: both levels, actor, time and reason', async () => {
    let nowMs = Date.parse('2026-11-21T09:00:00.000Z');
    const here = openHere({ queryLagMs: 0, now: () => new Date((nowMs += 1_000)) });
    const { key, keyId } = await here.createKey();
    const set = (levelId: string, justification: string) =>
      here.rest('POST', '/v1/page-level', { key, body: { pageId: DEMO_PAGES.welcome, levelId, justification } });
    await set('restricted/finance', '=SUM(A1), or "so"');
    await set('public', 'It was published.');
    await here.rest('DELETE', `/v1/page-level/by-page/${DEMO_PAGES.welcome}`, { key });
    const rows = [{ pageId: DEMO_PAGES.payroll, levelId: levelNamed(here, 'Internal').levelId }];
    await done(here, 'importPageLevels', { rows, onExisting: 'keep', dryRun: false });
    const { csv, ...counts } = await exportAll(here, 'exportLevelChanges');
    expect(counts).toEqual({ rows: 4, unreadable: 0, parts: 1 });
    const byKey = { changedPageId: DEMO_PAGES.welcome, method: 'REST_API', apiKeyId: keyId, apiKeyName: 'Test' };
    const named = {
      changedPageTitle: 'Payroll process',
      changedByName: 'Ada Adams',
      spaceName: 'Human Resources (HR)',
    };
    expect(cellsOf(csv)).toMatchObject([
      {
        changedPageId: DEMO_PAGES.payroll,
        ...named,
        from: '',
        to: 'internal',
        method: 'MANUAL',
        via: 'IMPORT',
        apiKeyId: '',
      },
      { ...byKey, from: 'public', to: '', toShownAs: '', justification: '' },
      { ...byKey, from: 'restricted/finance', to: 'public', justification: 'It was published.' },
      {
        ...byKey,
        from: '',
        to: 'restricted/finance',
        toShownAs: 'Restricted / Finance',
        justification: '=SUM(A1), or "so"',
      },
    ]);
    expect(csv).toContain(`"'=SUM(A1), or ""so"""`);
    // As the API returns it for the page.
    const { body } = await here.rest('GET', `/v1/page-level/by-page/${DEMO_PAGES.welcome}/history`, { key });
    expect(
      cellsOf(csv)
        .slice(1)
        .map(({ changeId, changedAt }) => ({ changeId, changedAt })),
    ).toEqual(body.results.map(({ changeId, changedAt }: Row) => ({ changeId, changedAt })));
  });

  it('has each change once, over all parts, and counts the unreadable ones', async () => {
    const { levelId } = levelNamed(site, 'Internal');
    const ids = Array.from({ length: 1_100 }, () => crypto.randomUUID());
    const at = (index: number) => new Date(Date.parse('2026-11-01T00:00:00.000Z') + (index >> 2)).toISOString();
    const change = { v: 1, pageId: '1', pageRev: 1, spaceId: '1', classifierId: 'a', method: 'MANUAL', pageVersion: 1 };
    for (const [index, changeId] of ids.entries()) {
      await putRow(site, 'level-change', changeId, { ...change, levelId, changedAt: at(index) });
    }
    await putRow(site, 'level-change', crypto.randomUUID(), { ...change, v: 9, changedAt: at(0) });
    const all = await exportAll(site, 'exportLevelChanges');
    expect(all).toMatchObject({ rows: 1_100, unreadable: 1, parts: 2 });
    expect(
      cellsOf(all.csv)
        .map(({ changeId }) => changeId)
        .sort(),
    ).toEqual(ids.sort());
  });

  it('is not accepted as a file of page levels', async () => {
    const { header } = tableOf((await exportAll(site, 'exportLevelChanges')).csv);
    expect(findPageLevelColumns(header)).toMatchObject({ page: undefined, level: undefined });
  });
});

describe.each(['exportPageLevels', 'exportLevelChanges'] as const)('%s', (operation) => {
  it.each(['x', '', '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z x'])(
    'accepts only its own cursor: %j',
    async (cursor) => {
      expect(await refusal(site, operation, { cursor })).toMatchObject({ code: 'INVALID_INPUT' });
    },
  );
});
