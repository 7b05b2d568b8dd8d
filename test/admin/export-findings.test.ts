import { ADMIN, ADMIN2, EDITOR } from '../../local/demo';
import type { CsvPart } from '../../src/admin/audit/export-in-parts';
import { storeFinding } from '../support/findings';
import { openSite, type Site } from '../support/site';
import { ADMIN_AND_APP, aPage, restrict } from '../support/wiki-pages';
import { done, refusal } from './ask';

/** The export of findings has the findings that the admin can see, in parts that make one file. */

let site: Site;
beforeEach(() => {
  site = openSite({ queryLagMs: 0, now: () => new Date('2026-11-21T10:00:00.000Z') });
});
afterEach(() => site.close());

const linesOf = (csv: string) => csv.split('\r\n').slice(0, -1);
const exported = (payload: object = {}, as = ADMIN.email) => done<CsvPart>(site, 'exportFindings', payload, as);

it('the export of findings has one header line and every finding once, in several parts', async () => {
  const pageId = await aPage(site);
  for (let n = 0; n < 1_001; n += 1) await storeFinding(site, pageId);
  const first = await exported();
  const second = await exported({ cursor: first.cursor });
  expect([first.rows, second.rows, second.cursor]).toEqual([1_000, 1, undefined]);
  const lines = linesOf(first.csv + second.csv);
  expect(lines).toHaveLength(1_002);
  expect(new Set(lines).size).toBe(1_002);
});

it('the export of findings applies the filters of the list', async () => {
  const pageId = await aPage(site);
  const wanted = await storeFinding(site, pageId, { severity: 'critical' });
  await storeFinding(site, pageId);
  const { csv, rows } = await exported({ severity: 'critical', status: 'open' });
  expect(rows).toBe(1);
  expect(linesOf(csv)[1]).toContain(wanted);
  expect(linesOf(csv)[0]).toMatch(/,"detectorName","foundOnPageTitle","spaceName","ownerName"$/);
  expect(linesOf(csv)[1]).toMatch(/,"Email address","[^"]+","Engineering \(ENG\)","Ada Adams"$/);
  await done(site, 'changeFindings', { of: { findingIds: [wanted] }, change: { ownerId: EDITOR.accountId } });
  expect(linesOf((await exported({ severity: 'critical' })).csv)[1]).toMatch(/,"Carla Costa"$/);
  expect((await refusal(site, 'exportFindings', { severity: 'severe' })).code).toBe('INVALID_INPUT');
  expect((await refusal(site, 'exportFindings', { cursor: 'x' })).code).toBe('INVALID_CURSOR');
});

it('the export of findings has no finding on a page that the admin can’t see', async () => {
  const pageId = await aPage(site, { by: ADMIN2.email });
  await storeFinding(site, pageId);
  await restrict(site, pageId, 'read', ADMIN_AND_APP);
  expect((await exported({}, ADMIN2.email)).rows).toBe(0);
  expect((await exported({ pageId }, ADMIN2.email)).csv).toBe((await exported({ pageId: '9999999' })).csv);
});
