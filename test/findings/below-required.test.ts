import { ADMIN, APP_USER, DEMO_SPACES } from '../../local/demo';
import { siteAri } from '../../local/forge/runtime';
import type { AffectedCount } from '../../src/admin/detection/count-change';
import type { DetectionView } from '../../src/admin/detection/change-detection';
import type { Overview } from '../../src/admin/site/overview';
import type { JobView } from '../../src/admin/runs/jobs';
import type { PageList } from '../../src/admin/pages/inventory';
import { defaultLevels } from '../../src/classification/default-levels';
import { DEFAULT_CONFIG } from '../../src/detection/configuration/model';
import { done } from '../admin/ask';
import { anExclusion, storeExclusions } from '../support/exclusions';
import { createFaultInjector, type FaultInjector } from '../support/fault-injection';
import { levelNamed, type LevelName } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { putRow, rowsOf } from '../support/stored-rows';
import { aBlogPost, aPage, expectOk, restrict, storeLevel, trash } from '../support/wiki-pages';

/**
 * The pages with a less sensitive level than their stored findings require. Tests their number, their lists, and the
 * saved rule.
 */

const CRITICAL = ['ghp', 'R7vX2kQ9mZ4tB8nC6wL1yD3fG5hJ0pS7aE2u'].join('_');
const RANKS = ['low', 'medium', 'high', 'critical'];

let nowMs: number;
let site: Site;
let key: string;
let injector: FaultInjector;
beforeEach(async () => {
  nowMs = Date.parse('2026-11-21T10:00:00.000Z');
  injector = createFaultInjector();
  site = openSite({ queryLagMs: 0, now: () => new Date(nowMs), intercept: injector.intercept });
  const detectors = { 'github-token': { severity: 'critical' } };
  await putRow(site, 'config', 'detection', { v: 1, rev: 1, value: { ...DEFAULT_CONFIG, detectors } });
  ({ key } = await site.createKey({ classificationScope: 'manage', detectionScope: 'read' }));
});
afterEach(() => site.close());

const idOf = (name: LevelName) => levelNamed(site, name).levelId;

/** The scheduled trigger, five minutes later, and the events that it pushes. */
async function count(): Promise<void> {
  nowMs += 300_000;
  await site.host.background.settle();
  await site.host.background.runSchedule('every-five-minutes');
  await site.host.background.settle();
}

const overview = () => done<Overview>(site, 'getOverview', {});

interface Rule {
  readonly severity: string;
  readonly levelId: string;
}

async function changeOf(rules: readonly Rule[]) {
  const { rev, regions, minConfidence, targets, triggers } = await done<DetectionView>(site, 'getDetection', {});
  return { rev, regions, minConfidence, targets, triggers, rules };
}

const saveRule = async (...rules: readonly Rule[]) => done(site, 'changeSiteDetection', await changeOf(rules));

async function previewRules(rules: readonly Rule[]): Promise<AffectedCount> {
  const change = { of: 'detection', operation: 'changeSiteDetection', input: await changeOf(rules) };
  return done<AffectedCount>(site, 'countAffected', { change });
}

async function aPageWith(text: string, level?: LevelName, make = aPage): Promise<string> {
  const pageId = await make(site, { text });
  await site.host.background.settle();
  if (level !== undefined) await storeLevel(site, pageId, idOf(level), DEMO_SPACES.ENG);
  return pageId;
}

interface Listed {
  readonly pageId: string;
  readonly levelId: string | null;
  readonly requiredLevelId?: string;
}

async function listed(limit = 2, query = ''): Promise<readonly Listed[]> {
  const all: Listed[] = [];
  let next: string | undefined = `/v1/page-level?belowRequired=true&limit=${limit}${query}`;
  while (next !== undefined) {
    const answer = await site.rest('GET', next, { key });
    expect(answer.status).toBe(200);
    all.push(...answer.body.results);
    next = answer.body._links.next;
  }
  return all;
}

const idsOf = (pages: readonly { readonly pageId: string }[]) => pages.map(({ pageId }) => pageId).toSorted();

/** From the stored rows, without the code of the app. */
function recount(rules: readonly (readonly [severity: string, level: LevelName])[]): readonly string[] {
  const all = defaultLevels(siteAri(site.host.installation));
  const orderOf = (levelId: unknown) => all.find((level) => level.levelId === levelId)?.order ?? Infinity;
  const levels = new Map(rowsOf(site, 'page-level').map(({ key: pageId, value }) => [pageId, value['levelId']]));
  const below = rowsOf(site, 'detection').flatMap(({ value }) => {
    const pageId = String(value['pageId']);
    // The only detector, and its severity in the settings.
    const severity = value['detectorId'] === 'github-token' ? 'critical' : 'none';
    const isBelow = rules.some(
      ([from, level]) =>
        RANKS.indexOf(severity) >= RANKS.indexOf(from) && orderOf(levels.get(pageId)) > orderOf(idOf(level)),
    );
    return value['status'] === 'open' && isBelow ? [pageId] : [];
  });
  return [...new Set(below)].toSorted();
}

it('the list of pages below their required level has one number in the overview, the API, the admin area and a count of all rows, also after a rule changes', async () => {
  await aPageWith(CRITICAL);
  await aPageWith(CRITICAL, 'Public');
  await aPageWith(CRITICAL, 'Internal');
  await aPageWith(CRITICAL, 'Restricted');
  await aPageWith(CRITICAL, 'Highly Restricted');
  await aPageWith('No value', 'Public');
  await count();
  expect((await overview()).site.belowRequired).toBe(0);
  expect(await listed()).toEqual([]);
  const steps = [
    [['critical', 'Restricted']],
    [['high', 'Internal']],
    [
      ['critical', 'Highly Restricted'],
      ['low', 'Public'],
    ],
  ] as const;
  for (const [step, rules] of steps.entries()) {
    const wanted = rules.map(([severity, name]) => ({ severity, levelId: idOf(name) }));
    const { site: before } = await overview();
    const previewed = await previewRules(wanted);
    await saveRule(...wanted);
    const expected = recount(rules);
    expect(expected).toHaveLength([3, 2, 4][step] ?? 0);
    expect(previewed).toMatchObject({
      below: before.belowRequired,
      belowAfter: expected.length,
      opening: 0,
      closing: 0,
    });
    // The number follows from the counters at once: nothing is counted again.
    expect((await overview()).site.belowRequired).toBe(expected.length);
    expect(idsOf(await listed())).toEqual(expected);
    const inAdmin = await done<PageList>(site, 'listPages', { filter: { below: true } });
    expect(idsOf(inAdmin.pages)).toEqual(expected);
  }
});

it('the list of pages below their required level names the required level of each page, and filters by space', async () => {
  const pageId = await aPageWith(CRITICAL, 'Public');
  await saveRule({ severity: 'critical', levelId: idOf('Restricted') });
  expect(await listed()).toEqual([
    expect.objectContaining({ pageId, levelId: idOf('Public'), requiredLevelId: idOf('Restricted') }),
  ]);
  expect(await listed(2, `&spaceId=${DEMO_SPACES.ENG}`)).toHaveLength(1);
  expect(await listed(2, `&spaceId=${DEMO_SPACES.HR}`)).toEqual([]);
});

it('the list of pages below their required level needs detection::read, and lists only pages that the creator of the key sees now', async () => {
  const hidden = await aPageWith(CRITICAL);
  const visible = await aPageWith(CRITICAL);
  await saveRule({ severity: 'critical', levelId: idOf('Restricted') });
  await restrict(site, hidden, 'read', [APP_USER.accountId]);
  expect(idsOf(await listed())).toEqual([visible]);
  const { pages } = await done<PageList>(site, 'listPages', { filter: { below: true } });
  expect(idsOf(pages)).toEqual([visible]);
  const { key: withoutFindings } = await site.createKey({ classificationScope: 'manage' });
  const answer = await site.rest('GET', '/v1/page-level?belowRequired=true', { key: withoutFindings });
  expect(answer).toMatchObject({ status: 403, body: { code: 'INSUFFICIENT_SCOPE' } });
  expect((await site.rest('GET', '/v1/page-level?belowRequired=true&method=MANUAL', { key })).body.errors).toEqual([
    expect.objectContaining({ parameter: 'method' }),
  ]);
});

it('the list of pages below their required level omits pages whose findings are excluded, also by a label or for the current level', async () => {
  const pageId = await aPageWith(CRITICAL, 'Public');
  const labeled = await aPageWith(CRITICAL, 'Public');
  const other = await aPageWith(CRITICAL, 'Internal');
  await saveRule({ severity: 'critical', levelId: idOf('Restricted') });
  const match = { by: 'detector', detectorId: 'github-token' } as const;
  await storeExclusions(
    site,
    anExclusion({ match, scope: { of: 'page', pageId } }),
    anExclusion({ exclusionId: crypto.randomUUID(), match, scope: { of: 'level', levelId: idOf('Internal') } }),
  );
  expect(idsOf(await listed())).toEqual([labeled]);
  await count();
  expect((await overview()).site.belowRequired).toBe(1);
  // Only Confluence knows labels, so the number ignores exclusions for them. The list applies them.
  await expectOk(site.wiki('POST', `/rest/api/content/${labeled}/label`, { prefix: 'global', name: 'sample' }));
  await storeExclusions(site, anExclusion({ match, scope: { of: 'label', label: 'sample' } }));
  expect(idsOf(await listed())).toEqual([pageId, other].toSorted());
  await count();
  expect((await overview()).site.belowRequired).toBe(3);
});

it('the admin area saves a rule without reading a page and without making a scan out of date', async () => {
  await aPageWith(CRITICAL, 'Public');
  await count();
  const { coverage } = (await overview()).site;
  injector.arm();
  const rule = { severity: 'critical', levelId: idOf('Restricted') };
  expect(await previewRules([rule])).toMatchObject({ changed: 1, below: 0, belowAfter: 1 });
  await saveRule(rule);
  await site.host.background.settle();
  expect(injector.calls.filter(({ path }) => /\/pages|\/content|\/search/.test(path))).toEqual([]);
  expect((await overview()).site).toMatchObject({ coverage, belowRequired: 1 });
  expect(coverage).toMatchObject({ outdated: 0, complete: expect.any(Number) });
});

describe('Raising levels now', () => {
  async function run(operation: string, payload: object): Promise<JobView> {
    const { jobId } = await done<JobView>(site, operation, { ...payload, requestKey: crypto.randomUUID() });
    await site.host.background.settle();
    return done<JobView>(site, 'getJob', { jobId });
  }
  const levelIdOf = (pageId: string) => rowsOf(site, 'page-level').find((row) => row.key === pageId)?.value['levelId'];

  it('raises exactly the pages of the list and blog posts, also those that the admin does not see, and reads no body', async () => {
    const post = await aPageWith(CRITICAL, undefined, aBlogPost);
    const below = [await aPageWith(CRITICAL), await aPageWith(CRITICAL, 'Public'), post];
    const above = await aPageWith(CRITICAL, 'Highly Restricted');
    const hidden = await aPageWith(CRITICAL);
    await restrict(site, hidden, 'read', [APP_USER.accountId]);
    await site.host.background.settle();
    await saveRule({ severity: 'critical', levelId: idOf('Restricted') });
    injector.arm();
    const job = await run('raiseToRequired', {});
    expect(job).toMatchObject({ state: 'succeeded', total: 4, changed: 4, failed: [] });
    expect(JSON.stringify(job)).not.toContain(hidden);
    expect(injector.calls.filter(({ path }) => path.includes('body-format'))).toEqual([]);
    for (const pageId of [...below, hidden]) expect(levelIdOf(pageId)).toBe(idOf('Restricted'));
    expect(levelIdOf(above)).toBe(idOf('Highly Restricted'));
    expect(await listed()).toEqual([]);
    await count();
    expect((await overview()).site.belowRequired).toBe(0);
  });

  it('is undone by a job after the rule has changed, except for pages that were changed since', async () => {
    const [post, fresh, lower, later] = [
      await aPageWith(CRITICAL, undefined, aBlogPost),
      await aPageWith(CRITICAL),
      await aPageWith(CRITICAL, 'Public'),
      await aPageWith(CRITICAL),
    ];
    await saveRule({ severity: 'critical', levelId: idOf('Restricted') });
    const { jobId } = await run('raiseToRequired', {});
    const blocked = await run('undoSuggestedLevels', { jobId, reason: 'Wrong rule.' });
    expect(blocked).toMatchObject({ changed: 0, failed: [{ code: 'LEVEL_BELOW_FINDINGS', count: 4, pageIds: [] }] });
    await saveRule();
    nowMs += 1_000;
    await site.rest('POST', '/v1/page-level', { key, body: { pageId: later, levelId: idOf('Highly Restricted') } });
    const undone = await run('undoSuggestedLevels', { jobId, reason: 'Wrong rule.' });
    expect(undone).toMatchObject({ changed: 3, left: 1, failed: [] });
    const levels = [undefined, undefined, idOf('Public'), idOf('Highly Restricted')];
    expect([post, fresh, lower, later].map(levelIdOf)).toEqual(levels);
  });
});

it('neither counts nor raises a page in the trash, and reports the pages that the app cannot raise', async () => {
  const trashed = await aPageWith(CRITICAL, 'Public');
  const hidden = await aPageWith(CRITICAL, 'Public');
  await saveRule({ severity: 'critical', levelId: idOf('Restricted') });
  await trash(site, trashed);
  await restrict(site, hidden, 'read', [ADMIN.accountId]);
  await count();
  expect((await overview()).site.belowRequired).toBe(1);
  expect(idsOf(await listed())).toEqual([hidden]);
  const { ok, value } = await site.admin('raiseToRequired', { requestKey: crypto.randomUUID() });
  expect(ok).toBe(true);
  await site.host.background.settle();
  const job = await done<JobView>(site, 'getJob', { jobId: value.jobId });
  expect(job).toMatchObject({ total: 1, changed: 0, left: 0, failed: [{ code: 'PAGE_NOT_VISIBLE_TO_APP', count: 1 }] });
  expect(job.failed[0]?.pageIds).toEqual([]);
});
