import { DEMO_SPACES } from '../../local/demo';
import { siteAri } from '../../local/forge/runtime';
import type { Intercept } from '../../local/forge/platform-calls';
import type { ExclusionScope } from '../../src/findings/exclusions/model';
import { defaultLevels } from '../../src/classification/default-levels';
import { DEFAULT_CONFIG } from '../../src/detection/configuration/model';
import { storeFinding, storePageScan } from '../support/findings';
import { levelNamed, type LevelName } from '../support/levels';
import { truthOf } from '../support/page-truth';
import { openSite, type Site } from '../support/site';
import { everythingStored, putRow, rowOf, rowsOf } from '../support/stored-rows';
import { aPage, expectOk, storeLevel } from '../support/wiki-pages';

/** The findings of a page keep users from setting a less sensitive level than the rules require; the error says why. */

const CARD = '4539 1488 0343 6467';
const SCHEME_ID = '00000000-0000-4000-8000-00000000cafe';
const TOKEN = ['ghp', 'R7vX2kQ9mZ4tB8nC6wL1yD3fG5hJ0pS7aE2u'].join('_');

let site: Site;
let key: string;
let pageId: string;
let intercept: Intercept | undefined;
const idOf = (name: LevelName) => levelNamed(site, name).levelId;

beforeEach(async () => {
  site = openSite({
    queryLagMs: 0,
    intercept: (call, proceed) => (intercept ?? ((_, next) => next()))(call, proceed),
  });
  const rules = [
    { severity: 'critical', levelId: idOf('Restricted') },
    { severity: 'medium', levelId: idOf('Internal') },
  ];
  const detectors = { 'card-pan': { severity: 'medium' }, 'github-token': { severity: 'critical' } };
  await putRow(site, 'config', 'detection', { v: 1, rev: 1, value: { ...DEFAULT_CONFIG, detectors, rules } });
  ({ key } = await site.createKey({ classificationScope: 'manage', detectionScope: 'manage' }));
  pageId = await aPage(site, { text: `Card number: ${CARD}. Use ${TOKEN} for it, or card number ${CARD}.` });
  await site.host.background.settle();
});
afterEach(() => {
  intercept = undefined;
  site.close();
});

const set = (name: LevelName) => site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId: idOf(name) } });

/** Exclusions as they are stored, by any creator. */
function exclude(...exclusions: readonly { readonly detectorId: string; readonly scope: ExclusionScope }[]) {
  const value = exclusions.map(({ detectorId, scope }) => ({
    exclusionId: crypto.randomUUID(),
    match: { by: 'detector', detectorId },
    scope,
    reason: 'a sample',
    createdBy: 'somebody',
    createdAt: '2026-01-01T00:00:00.000Z',
  }));
  return putRow(site, 'config', 'detection-exclusions', { v: 1, rev: 1, value });
}

it('a change below the required level is reported with this level and the evidence, and nothing is written', async () => {
  expect(truthOf(site.host, pageId).record).toMatchObject({ levelId: idOf('Restricted'), method: 'DETECTION' });
  const before = everythingStored(site).filter(({ entity }) => entity === 'page-level' || entity === 'level-change');
  const answer = await set('Public');
  expect(answer).toMatchObject({ status: 403, body: { code: 'LEVEL_BELOW_FINDINGS' } });
  const evidence = [
    { detectorId: 'card-pan', count: 2 },
    { detectorId: 'github-token', count: 1 },
  ];
  expect(answer.body.floor).toEqual({ levelId: idOf('Restricted'), evidence });
  expect(JSON.stringify(answer)).not.toMatch(/4539|ghp_/);
  const after = everythingStored(site).filter(({ entity }) => entity === 'page-level' || entity === 'level-change');
  expect(after).toEqual(before);
});

it('a change below the required level is reported again for a retried request', async () => {
  const body = { pageId, levelId: idOf('Public') };
  const send = () => site.rest('POST', '/v1/page-level', { key, body, headers: { 'Idempotency-Key': 'one' } });
  const [first, again] = [await send(), await send()];
  expect(again.header('Idempotent-Replayed')).toBe('true');
  const relevant = ({ status, body: { detail, floor } }: typeof first) => ({ status, detail, floor });
  expect(first.body.floor).toMatchObject({ levelId: idOf('Restricted') });
  expect(relevant(again)).toEqual(relevant(first));
});

it('the required level applies to every way to set or clear a level', async () => {
  const code = 'LEVEL_BELOW_FINDINGS';
  const byPage = `/v1/page-level/by-page/${pageId}`;
  expect((await site.rest('DELETE', byPage, { key })).body.code).toBe(code);
  expect((await site.rest('POST', `${byPage}/reset`, { key, body: { justification: 'wrong' } })).body.code).toBe(code);
  const bulk = { items: [{ pageId, levelId: idOf('Internal') }] };
  const { body } = await site.rest('POST', '/v1/page-level/bulk', { key, body: bulk });
  expect(JSON.stringify(body)).toContain(code);
  // The response for a single page also has the floor; a bulk response does not.
  expect(JSON.stringify(body)).not.toContain('floor');

  const headers = { 'Idempotency-Key': 'one' };
  const order = { pages: [{ pageId }], levelId: idOf('Public') };
  const job = await site.rest('POST', '/v1/page-level/jobs', { key, headers, body: order });
  expect(job.status).toBe(202);
  await site.host.background.settle();
  const results = await site.rest('GET', `/v1/job/${job.body.jobId}/results`, { key });
  expect(JSON.stringify(results.body)).toContain(code);
  expect(JSON.stringify(results.body)).not.toContain('floor');

  const rows = [{ pageId, levelId: idOf('Public') }];
  const imported = await site.admin('importPageLevels', { rows, onExisting: 'replace', dryRun: false });
  expect(imported).toMatchObject({ ok: true, value: { results: [{ outcome: 'refused', reason: code }] } });
  expect(truthOf(site.host, pageId).record?.levelId).toBe(idOf('Restricted'));

  const options = await site.rest('GET', `${byPage}/levels`, { key });
  const levels = options.body.levels.map(({ levelId, allowed, reasons }: Record<string, unknown>) => [
    levelId,
    allowed,
    reasons,
  ]);
  expect(levels).toEqual([
    [idOf('Highly Restricted'), true, []],
    [idOf('Restricted'), true, []],
    [idOf('Internal'), false, [code]],
    [idOf('Public'), false, [code]],
  ]);
});

it('the required level permits a more sensitive level, except one that is still too low', async () => {
  await storeLevel(site, pageId, idOf('Public'));
  expect((await set('Internal')).body).toMatchObject({ code: 'LEVEL_BELOW_FINDINGS' });
  expect((await set('Public')).body.changed).toBe(false);
  expect((await set('Restricted')).status).toBe(201);
  expect((await set('Highly Restricted')).status).toBe(201);
});

it('the required level follows the open findings when some are excluded, and when that is undone', async () => {
  await exclude({ detectorId: 'github-token', scope: { of: 'page', pageId } });
  expect((await set('Public')).body.floor).toEqual({
    levelId: idOf('Internal'),
    evidence: [{ detectorId: 'card-pan', count: 2 }],
  });
  expect((await set('Internal')).status).toBe(201);
  await exclude();
  expect((await set('Public')).body.floor).toMatchObject({ levelId: idOf('Restricted') });
  await exclude(
    { detectorId: 'github-token', scope: { of: 'site' } },
    { detectorId: 'card-pan', scope: { of: 'space', spaceId: DEMO_SPACES.ENG } },
  );
  expect((await set('Public')).status).toBe(201);
});

it('the required level ignores exclusions for pages of a level', async () => {
  const scopes = ['Restricted', 'Public'].map((name) => ({ of: 'level', levelId: idOf(name as LevelName) }) as const);
  await exclude(
    ...scopes.flatMap((scope) => ['github-token', 'card-pan'].map((detectorId) => ({ detectorId, scope }))),
  );
  expect((await set('Public')).body).toMatchObject({ code: 'LEVEL_BELOW_FINDINGS' });
});

it('the required level does not exist without a rule or without open findings', async () => {
  const path = `/api/v2/pages/${pageId}`;
  const { title, version } = (await expectOk(site.wiki('GET', path))) as { title: string; version: { number: number } };
  const body = { representation: 'storage', value: '<p>Nothing.</p>' };
  const edited = { id: pageId, status: 'current', title, body, version: { number: version.number + 1 } };
  await expectOk(site.wiki('PUT', path, edited));
  await site.host.background.settle();
  expect((await set('Internal')).status).toBe(201);

  pageId = await aPage(site, { text: `Card number: ${CARD}.` });
  await site.host.background.settle();
  expect((await set('Public')).status).toBe(403);
  const { rev, value } = rowOf(site, 'config', 'detection') as { rev: number; value: object };
  await putRow(site, 'config', 'detection', { v: 1, rev: rev + 1, value: { ...value, rules: [] } });
  expect((await set('Public')).status).toBe(201);
});

it('the required level applies to a finding that is stored between the decision and its effect', async () => {
  const scanned = rowOf(site, 'page-scan', pageId);
  await putRow(site, 'page-scan', pageId, { ...scanned, data: { ...(scanned['data'] as object), findingIds: [] } });
  let isFirst = true;
  intercept = async (call, proceed) => {
    if (isFirst && call.path.endsWith('/transaction')) {
      isFirst = false;
      await putRow(site, 'page-scan', pageId, { ...scanned, rev: Number(scanned['rev']) + 1 });
    }
    return proceed();
  };
  expect((await set('Public')).body).toMatchObject({ code: 'LEVEL_BELOW_FINDINGS' });
  expect(isFirst).toBe(false);
});

it('the required level applies to a first scan between the decision and its effect', async () => {
  const scanned = rowOf(site, 'page-scan', pageId);
  const other = await aPage(site);
  let isFirst = true;
  intercept = async (call, proceed) => {
    if (isFirst && call.path.endsWith('/transaction')) {
      isFirst = false;
      await putRow(site, 'page-scan', other, scanned);
    }
    return proceed();
  };
  expect(rowsOf(site, 'page-scan').map((row) => row.key)).not.toContain(other);
  pageId = other;
  expect((await set('Public')).body).toMatchObject({ code: 'LEVEL_BELOW_FINDINGS' });
  expect(isFirst).toBe(false);
});

it('the required level prevents the change if findings are unreadable', async () => {
  await putRow(site, 'page-scan', pageId, { v: 2, rev: 7 });
  expect((await set('Public')).status).toBe(500);
  expect(truthOf(site.host, pageId).record?.levelId).toBe(idOf('Restricted'));
});

it('the check of the required level takes two more calls in two stages, for any amount of data', async () => {
  const { calls } = await set('Public');
  expect(calls.map(({ stage }) => stage)).toEqual([1, 1, 1, 2, 2, 2, 2, 3, 4, 5]);
});

describe('with a more sensitive rule whose level cannot be used', () => {
  beforeEach(async () => {
    const rules = [
      { severity: 'critical', levelId: idOf('Highly Restricted') },
      { severity: 'medium', levelId: idOf('Restricted') },
    ];
    const detectors = { 'card-pan': { severity: 'medium' }, 'github-token': { severity: 'critical' } };
    await putRow(site, 'config', 'detection', { v: 1, rev: 2, value: { ...DEFAULT_CONFIG, detectors, rules } });
  });
  const archived = () => site.rest('DELETE', `/v1/level/${idOf('Highly Restricted')}`, { key });
  const excluded = () => {
    const usable = (['Public', 'Internal', 'Restricted'] as const).map(idOf);
    const scheme = { schemeId: SCHEME_ID, name: 'Few', levelIds: usable };
    const settings = { schemes: [scheme], spaces: { [DEMO_SPACES.ENG]: { schemeId: SCHEME_ID } }, lowering: 'allowed' };
    const levels = defaultLevels(siteAri(site.host.installation));
    return putRow(site, 'config', 'levels', { v: 1, rev: 5, value: { levels, settings } });
  };

  it.each([
    ['is archived', archived],
    ['is not in the scheme of the space', excluded],
  ])('the next rule applies if it %s', async (_why, prepare) => {
    await prepare();
    const answer = await set('Internal');
    expect(answer).toMatchObject({ status: 403, body: { floor: { levelId: idOf('Restricted') } } });
  });

  it('all findings count, also those that are read last', async () => {
    await archived();
    const ids: string[] = [];
    for (let count = 0; count < 30; count += 1) ids.push(await storeFinding(site, pageId, { severity: 'low' }));
    ids.push(await storeFinding(site, pageId, { severity: 'high' }));
    await storePageScan(site, pageId, ids);
    expect(await set('Internal')).toMatchObject({ status: 403, body: { code: 'LEVEL_BELOW_FINDINGS' } });
  });
});
