import { ADMIN2, DEMO_SPACES } from '../../local/demo';
import { csvLine } from '../../src/platform/csv';
import { storeFinding } from '../support/findings';
import { levelNamed } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { ADMIN_AND_APP, aPage, restrict, storeLevel } from '../support/wiki-pages';

/** The export of findings is one file from several responses, with the findings that the key may see, and no others. */

let site: Site;
let key: string;
beforeEach(async () => {
  site = openSite({ queryLagMs: 0, now: () => new Date('2026-11-21T10:00:00.000Z') });
  ({ key } = await site.createKey({ classificationScope: 'none', detectionScope: 'read', as: ADMIN2.email }));
});
afterEach(() => site.close());

const exported = (query = '', headers: Readonly<Record<string, string>> = {}) =>
  site.rest('GET', `/v1/detection/export${query}`, { key, headers });
const linesOf = (text: string) => text.split('\r\n').slice(0, -1);
const idsIn = (text: string) => [...text.matchAll(/^"([0-9a-f-]{36})"/gm)].map(([, id]) => id);

it('the export of detections sends one line for each finding below a header line, as a file', async () => {
  const pageId = await aPage(site);
  await storeLevel(site, pageId, levelNamed(site, 'Internal').levelId);
  const findingId = await storeFinding(site, pageId, { foundAt: '2026-11-20T10:00:00.000Z' });
  const answer = await exported('', { Accept: 'text/csv' });
  expect([answer.status, answer.header('Content-Type'), answer.header('Content-Disposition')]).toEqual([
    200,
    'text/csv; charset=utf-8',
    'attachment; filename="findings.csv"',
  ]);
  const [header = '', line, ...others] = linesOf(answer.text);
  expect(others).toEqual([]);
  const cells: Readonly<Record<string, string>> = {
    detectionId: findingId,
    foundAt: '2026-11-20T10:00:00.000Z',
    severity: 'medium',
    category: 'pii',
    detectorId: 'email',
    confidence: '0.9',
    band: 'high',
    status: 'open',
    maskedExcerpt: 'write to •••••••• today',
    foundOnPageId: pageId,
    spaceId: DEMO_SPACES.ENG,
    field: 'body',
    foundInVersion: '1',
    pageVersion: '1',
    currentLevelKey: 'internal',
    currentLevelName: 'Internal',
  };
  const names = header.split(',').map((name) => name.slice(1, -1));
  const read = line?.split('","').map((cell) => cell.replaceAll('"', '')) ?? [];
  const shown = Object.fromEntries(names.map((name, index) => [name, read[index]]));
  expect(shown).toMatchObject(cells);
  expect(names).toHaveLength(read.length);
  expect(linesOf(answer.text)).toHaveLength(2);
  const ofAutomation = await exported('', { Accept: 'application/json' });
  expect([ofAutomation.status, ofAutomation.text]).toEqual([200, answer.text]);
});

it('the export of detections is one file from several responses', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    const pageId = await aPage(site);
    for (let m = 0; m < 300; m += 1) ids.push(await storeFinding(site, pageId));
  }
  const first = await exported();
  const [, address = ''] = /^<([^>]+)>; rel="next"$/.exec(first.header('Link') ?? '') ?? [];
  const second = await site.rest('GET', address, { key });
  expect(second.header('Link')).toBeUndefined();
  const file = first.text + second.text;
  expect(linesOf(file)).toHaveLength(ids.length + 1);
  expect(idsIn(file)).toEqual(ids.toReversed());
});

it('the export of detections applies the filters of the list, and refuses a cursor of other filters', async () => {
  const pageId = await aPage(site);
  const wanted = await storeFinding(site, pageId, { severity: 'critical' });
  for (let n = 0; n < 1_001; n += 1) await storeFinding(site, pageId);
  expect(idsIn((await exported('?severity=critical')).text)).toEqual([wanted]);
  const [, query = ''] = /\?([^>]+)>/.exec((await exported('?status=open')).header('Link') ?? '') ?? [];
  expect((await exported(`?${query.replace('open', 'resolved')}`)).body.code).toBe('INVALID_CURSOR');
  expect((await exported('?severity=severe')).body.code).toBe('INVALID_PARAMETER');
});

it('the export of detections has the same header line for hidden findings as for none', async () => {
  const hidden = await aPage(site, { by: ADMIN2.email });
  await storeFinding(site, hidden);
  const before = await exported();
  expect(linesOf(before.text)).toHaveLength(2);
  await restrict(site, hidden, 'read', ADMIN_AND_APP);
  const [ofHidden, ofNone] = [await exported(`?pageId=${hidden}`), await exported('?pageId=9999999')];
  expect(ofHidden.text).toBe(ofNone.text);
  expect(linesOf((await exported()).text)).toEqual(linesOf(ofNone.text));
  expect(linesOf(ofNone.text)).toHaveLength(1);
});

it('the export of detections has no cell that a spreadsheet runs as a formula', async () => {
  const pageId = await aPage(site);
  await storeFinding(site, pageId, { data: { maskedExcerpt: '=HYPERLINK("••••")', evidence: ['@sum', '+1'] } });
  const { text } = await exported();
  expect(text).toContain(csvLine(['=HYPERLINK("••••")']).trim());
  expect(text).toContain(`"'@sum +1"`);
  expect(text).not.toMatch(/"[=+\-@]/);
});
