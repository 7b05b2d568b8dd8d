import { ADMIN2, DEMO_SPACES, EDITOR } from '../../local/demo';
import type { PageList, PageRow } from '../../src/admin/pages/inventory';
import { type InventoryFilter, sourceOf } from '../../src/findings/inventory/inventory-filter';
import { DEFAULT_CONFIG } from '../../src/detection/configuration/model';
import { storeFinding, storePageScan } from '../support/findings';
import { levelNamed } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { putRow, stopScans } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, restrict, storeLevel } from '../support/wiki-pages';
import { done, refusal } from './ask';

/** The list of pages has the pages that the admin can see in Confluence, and no others, whatever its filters are. */

const { ENG, OPEN } = DEMO_SPACES;

let site: Site;
/** One page of each kind in the space ENG, by the same owner. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  site = openSite({ queryLagMs: 0 });
  await stopScans(site, {
    ...DEFAULT_CONFIG,
    rules: [{ severity: 'critical', levelId: levelNamed(site, 'Restricted').levelId }],
  });
  const [restricted, open] = [levelNamed(site, 'Restricted').levelId, levelNamed(site, 'Public').levelId];
  const make = async (name: string, levelId?: string) => {
    const pageId = await aPage(site, { by: EDITOR.email });
    ids[name] = pageId;
    if (levelId !== undefined) await storeLevel(site, pageId, levelId);
    return pageId;
  };
  const find = async (pageId: string, severity: 'critical' | 'low', count: number) => {
    const findings: string[] = [];
    for (let n = 0; n < count; n += 1) findings.push(await storeFinding(site, pageId, { severity, detectorId: 'ssn' }));
    return findings;
  };
  await make('bare');
  await make('classified', restricted);
  const critical = await make('critical', open);
  await storePageScan(site, critical, [...(await find(critical, 'critical', 2)), ...(await find(critical, 'low', 1))]);
  const enough = await make('enough', restricted);
  await storePageScan(site, enough, await find(enough, 'critical', 1));
  const low = await make('low');
  await storePageScan(site, low, await find(low, 'low', 1));
  await storePageScan(site, await make('partial'), [], { state: 'partial', configHash: 'x' });
  const reasons = { reasons: ['not-visible'], detectorsOverBudget: [], findingIds: [] };
  await storePageScan(site, await make('notVisible'), [], { state: 'not-inspected', pageVersion: 0, data: reasons });
  ids.elsewhere = await aPage(site, { spaceId: OPEN });
  await storeLevel(site, ids.elsewhere, restricted, OPEN);
});
afterAll(() => site.close());

async function listAll(filter: InventoryFilter = {}, { as, limit = 3 }: { as?: string; limit?: number } = {}) {
  const pages: PageRow[] = [];
  let cursor: string | undefined;
  do {
    const payload = { filter, limit, ...(cursor === undefined ? {} : { cursor }) };
    const part = await done<PageList>(site, 'listPages', payload, as);
    pages.push(...part.pages);
    ({ cursor } = part);
  } while (cursor !== undefined);
  return pages;
}

/** The names of the pages of this test in a list. */
const namesOf = (pages: readonly PageRow[]) =>
  Object.keys(ids).filter((name) => pages.some(({ pageId }) => pageId === ids[name]));

const levelId = (name: 'Restricted' | 'Public') => levelNamed(site, name).levelId;

it('the list has every page once, also pages without a level and without a scan, with all facts about each', async () => {
  const all = await listAll();
  expect(namesOf(all)).toEqual(Object.keys(ids));
  expect(new Set(all.map(({ pageId }) => pageId)).size).toBe(all.length);
  const facts = (name: string) => all.find(({ pageId }) => pageId === ids[name]);
  const owner = { accountId: EDITOR.accountId, name: EDITOR.displayName };
  const none = { low: 0, medium: 0, high: 0, critical: 0 };
  expect(facts('bare')).toEqual({
    ...{ pageId: ids.bare, spaceId: ENG, owner, open: none, coverage: 'notScanned' },
    ...{ title: expect.any(String), editedAt: expect.any(String) },
  });
  expect(facts('critical')).toMatchObject({
    ...{ level: { levelId: levelId('Public') }, classifiedAt: expect.any(String), scannedAt: expect.any(String) },
    ...{ open: { ...none, critical: 2, low: 1 }, coverage: 'outdated', requiredLevelId: levelId('Restricted') },
  });
  expect(facts('enough')).not.toHaveProperty('requiredLevelId');
});

it.each<[string, InventoryFilter, readonly string[]]>([
  ['a space', { spaceId: OPEN }, ['elsewhere']],
  ['no level', { spaceId: ENG, level: 'none' }, ['bare', 'low', 'partial', 'notVisible']],
  ['a severity', { severities: ['critical'] }, ['critical', 'enough']],
  ['a severity that is not the highest one', { severities: ['low', 'high'] }, ['low']],
  ['no open finding', { spaceId: ENG, level: 'none', severities: ['none'] }, ['bare', 'partial', 'notVisible']],
  ['below the required level', { below: true }, ['critical']],
  ['no level, with findings', { level: 'none', severities: ['low'] }, ['low']],
  ['not scanned', { spaceId: ENG, coverage: 'notScanned' }, ['bare', 'classified']],
  ['outdated', { coverage: 'outdated', spaceId: ENG }, ['critical', 'enough', 'low', 'partial']],
  ['not visible for the app', { coverage: 'notVisible' }, ['notVisible']],
  ['completely scanned', { coverage: 'complete', spaceId: ENG }, []],
  ['changed in the future', { since: '2099-01-01T00:00:00.000Z' }, []],
  ['changed', { since: '2026-01-01T00:00:00.000Z', spaceId: ENG }, ['classified', 'critical', 'enough']],
  ['no level and edited', { since: '2026-01-01T00:00:00.000Z', level: 'none', coverage: 'notVisible' }, ['notVisible']],
  ['all of them at once', { spaceId: ENG, severities: ['critical'], below: true, coverage: 'outdated' }, ['critical']],
])('the list filters by %s', async (_name, filter, expected) => {
  expect(namesOf(await listAll(filter))).toEqual(expected);
});

it('the list filters by a level, together with every other filter', async () => {
  const restricted = levelId('Restricted');
  expect(namesOf(await listAll({ level: restricted }))).toEqual(['classified', 'enough', 'elsewhere']);
  expect(namesOf(await listAll({ level: restricted, spaceId: ENG }))).toEqual(['classified', 'enough']);
  expect(namesOf(await listAll({ level: levelId('Public'), severities: ['critical'] }))).toEqual(['critical']);
  expect(namesOf(await listAll({ level: restricted, coverage: 'notScanned', spaceId: ENG }))).toEqual(['classified']);
});

it('a hidden page is like one that does not exist, in every list', async () => {
  const secret = await aPage(site, { by: ADMIN2.email });
  await storeLevel(site, secret, levelId('Public'));
  await storePageScan(site, secret, [await storeFinding(site, secret, { severity: 'critical' })]);
  const filters: readonly InventoryFilter[] = [
    { spaceId: ENG },
    { level: levelId('Public') },
    { severities: ['critical'] },
    { below: true },
    { since: '2026-01-01T00:00:00.000Z' },
    { coverage: 'outdated' },
  ];
  const lists = async () => Promise.all(filters.map((filter) => listAll(filter, { as: ADMIN2.email })));
  for (const pages of await lists()) expect(pages.map(({ pageId }) => pageId)).toContain(secret);
  await restrict(site, secret, 'read', ADMIN_AND_APP, ADMIN2.email);
  for (const pages of await lists()) expect(JSON.stringify(pages)).not.toContain(secret);
  expect(await listAll({ spaceId: '999999999' })).toEqual([]);
});

it('the list refuses unknown filters, and the cursor of another list, with the field', async () => {
  const wrong: readonly (readonly [object, string])[] = [
    [{ level: 'internal' }, 'filter.level'],
    [{ spaceId: 'ENG' }, 'filter.spaceId'],
    [{ severities: [] }, 'filter.severities'],
    [{ coverage: 'never' }, 'filter.coverage'],
    [{ since: '2026-11-01' }, 'filter.since'],
    [{ owner: 'x' }, 'owner'],
  ];
  for (const [filter, field] of wrong)
    expect(await refusal(site, 'listPages', { filter })).toMatchObject({
      code: 'INVALID_INPUT',
      fields: [expect.objectContaining({ field })],
    });
  const { cursor } = await done<PageList>(site, 'listPages', { limit: 1 });
  expect((await refusal(site, 'listPages', { filter: { spaceId: ENG }, cursor })).code).toBe('INVALID_CURSOR');
});

it.each<[InventoryFilter, ReturnType<typeof sourceOf>]>([
  [{}, 'confluence'],
  [{ spaceId: '1', level: 'none' }, 'confluence'],
  [{ level: 'none', since: '2026-11-01T00:00:00.000Z' }, 'confluence'],
  [{ level: 'none', severities: ['high'] }, 'scans'],
  [{ level: 'none', severities: ['high', 'none'] }, 'confluence'],
  [{ level: '00000000-0000-4000-8000-000000000000' }, 'levels'],
  [{ level: '00000000-0000-4000-8000-000000000000', below: true }, 'scans'],
  [{ severities: ['high'], since: '2026-11-01T00:00:00.000Z' }, 'dates'],
  [{ coverage: 'notScanned', since: '2026-11-01T00:00:00.000Z' }, 'confluence'],
  [{ forbidden: true, severities: ['high'] }, 'native'],
])('the filters %j choose the rows that the list reads: %s', (filter, source) => {
  expect(sourceOf(filter)).toBe(source);
});

it('a list of findings reads nothing more while no rule requires a level', async () => {
  const withRules = await done<PageList>(site, 'listPages', { filter: { below: true } });
  expect(withRules.pages).not.toEqual([]);
  await putRow(site, 'config', 'detection', { v: 1, rev: 9, value: { ...DEFAULT_CONFIG, rules: [] } });
  expect(await listAll({ below: true })).toEqual([]);
});
