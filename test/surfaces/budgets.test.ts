import { ADMIN, DEMO_PAGES, DEMO_SPACES, EDITOR, SPACE_ADMIN, VIEWER } from '../../local/demo';
import type { TracedCall } from '../../local/forge/trace';
import { storeFinding } from '../support/findings';
import { levelNamed } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { putRow, rowsOf, stopScans } from '../support/stored-rows';
import { aPage, storeLevel } from '../support/wiki-pages';
import { readsWith } from './payloads';
import { done, setLevel, settleSurfaces } from './surface-site';

/** The maximum number of platform calls of an operation on a page, in total and in sequence. */

let site: Site;
let limits: string | undefined;
beforeEach(() => {
  limits = 'off';
  site = openSite({ rateLimits: () => limits });
});
afterEach(() => site.close());

const pageId = DEMO_PAGES.runbooks;

const budgetOf = (calls: readonly TracedCall[]) => ({
  calls: calls.length,
  stages: Math.max(0, ...calls.map(({ stage }) => stage)),
});

/** A page with a level, a history by two people, and open findings. */
async function busyPage(findings: number): Promise<void> {
  for (const [name, as] of [
    ['Public', EDITOR.email],
    ['Internal', 'admin@example.com'],
  ] as const)
    await setLevel(site, { pageId, level: { levelId: levelNamed(site, name).levelId }, as });
  const findingIds = [];
  for (let count = 0; count < findings; count += 1) findingIds.push(await storeFinding(site, pageId));
  await putRow(site, 'page-scan', pageId, {
    v: 1,
    rev: 1,
    spaceId: DEMO_SPACES.ENG,
    pageVersion: 1,
    scannedAt: '2026-03-10T00:00:00.000Z',
    configHash: 'hash',
    state: 'complete',
    data: { reasons: [], detectorsOverBudget: [], findingIds },
  });
}

async function costOf(operation: string, payload: object, as: string = EDITOR.email) {
  const { result, calls } = await site.surfaceCalls('level-byline', operation, payload, { pageId, as });
  expect(result).toMatchObject({ ok: true });
  return budgetOf(calls);
}

it('the app opens the popup with at most seven calls in three stages: the page, its level, stored rows, history, findings, names, repair', async () => {
  await busyPage(24);
  expect(await costOf('openPopup', {})).toEqual({ calls: 7, stages: 2 });
  await site.host.background.settle();
});

it('the app reads the findings of a page with very many in the same stage', async () => {
  await busyPage(60);
  expect(await costOf('openPopup', {})).toEqual({ calls: 9, stages: 2 });
});

it('the app opens the popup of a page without history and scan with six calls, and for readers with four', async () => {
  // The sixth asks whether the app can see the page. It is made only without a scan, for people who can edit the page.
  expect(await costOf('openPopup', {})).toEqual({ calls: 6, stages: 2 });
  const { calls } = await site.surfaceCalls(
    'level-byline',
    'openPopup',
    {},
    {
      pageId: DEMO_PAGES.officeGuide,
      as: 'anonymous',
    },
  );
  expect(budgetOf(calls)).toEqual({ calls: 4, stages: 1 });
});

/** The maximum of the operations that each view of a page causes. */
const VIEWS: Readonly<Record<string, { readonly calls: number; readonly stages: number }>> = {
  openPopup: { calls: 7, stages: 2 },
  openBanner: { calls: 3, stages: 1 },
  openLevel: { calls: 3, stages: 1 },
  openReport: { calls: 6, stages: 2 },
};

it('the app opens everything that a view of a page causes with few calls', async () => {
  await busyPage(24);
  for (const operation of readsWith('view')) {
    const config = { source: 'this-space' };
    const module = operation === 'openReport' ? 'report-macro' : 'level-byline';
    const { result, calls } = await site.surfaceCalls(module, operation, {}, { pageId, as: EDITOR.email, config });
    expect([operation, result]).toMatchObject([operation, { ok: true }]);
    expect([operation, budgetOf(calls)]).toEqual([operation, VIEWS[operation]]);
  }
});

it('the app charges a view before its calls to Confluence return, with two calls more at most, and one stage more, or two for a repair', async () => {
  await busyPage(24);
  await site.host.background.settle();
  limits = undefined;
  expect(await costOf('openPopup', {})).toEqual({ calls: 9, stages: 4 });
  expect(await costOf('openBanner', {})).toEqual({ calls: 5, stages: 2 });
  expect(await costOf('openLevel', {})).toEqual({ calls: 5, stages: 2 });
  limits = '{"host": 1}';
  for (const operation of ['openPopup', 'openBanner', 'openLevel', 'listHistory']) {
    const { result, calls } = await site.surfaceCalls('level-byline', operation, {}, { pageId, as: EDITOR.email });
    expect(result).toMatchObject({ ok: false, error: { code: 'CONFLUENCE_UNAVAILABLE' } });
    expect(calls.filter(({ target }) => target === 'confluence')).toEqual([]);
  }
});

it('the app sets a level with few calls more, and reads nothing again to show the result', async () => {
  await busyPage(0);
  const level = { levelId: levelNamed(site, 'Restricted').levelId };
  const cost = await costOf('setLevel', { level, revision: 2 });
  expect(cost.calls).toBeLessThanOrEqual(10);
  expect(cost.stages).toBeLessThanOrEqual(5);
});

it('the app makes no call for an operation that the input alone refuses', async () => {
  await settleSurfaces(site, {});
  for (const payload of [{ level: 'none' }, { pageId }, 'x']) {
    const { calls } = await site.surfaceCalls('level-byline', 'setLevel', payload, { pageId });
    expect(calls).toEqual([]);
  }
  expect(await done(site, 'openPopup', {}, { pageId })).toMatchObject({ state: 'page' });
});

describe('a space', () => {
  beforeEach(async () => {
    site.close();
    site = openSite({ rateLimits: () => JSON.stringify({ host: 24_000 }), queryLagMs: 0 });
    await stopScans(site);
  });

  /** The points that a person has used. */
  const pointsOf = (accountId: string) =>
    rowsOf(site, 'rate-limit').reduce((sum, { value }) => {
      const { host } = (value.used ?? {}) as { host?: { owners?: Record<string, number> } };
      return sum + (host?.owners?.[`people:${accountId}`] ?? 0);
    }, 0);

  async function costInSpace(operation: string, payload: object, who: { email: string; accountId: string }) {
    const before = pointsOf(who.accountId);
    const place = { spaceKey: 'ENG', as: who.email };
    const { result, calls } = await site.surfaceCalls('space-classification', operation, payload, place);
    expect(result).toMatchObject({ ok: true });
    return { ...budgetOf(calls), points: pointsOf(who.accountId) - before };
  }

  const manyPages = async (count: number, classified: number) => {
    for (let index = 0; index < count; index += 1) {
      const pageId = await aPage(site);
      const name = index % 2 === 0 ? 'Internal' : 'Restricted';
      if (index < classified) await storeLevel(site, pageId, levelNamed(site, name).levelId);
    }
  };

  it('opens in six stages: charge, rights, pages, levels, refund; the viewer pays one point for each page', async () => {
    await manyPages(30, 20);
    const cost = await costInSpace('openSpace', {}, ADMIN);
    const { value } = await site.surface('space-classification', 'openSpace', {}, { spaceKey: 'ENG', as: ADMIN.email });
    const counts = value.counts as readonly { readonly pages: number }[];
    const pages = counts.reduce((sum, count) => sum + count.pages, 0);
    expect(cost).toEqual({ calls: 8, stages: 6, points: pages + 3 });
    expect(pointsOf(VIEWER.accountId)).toBe(0);
  });

  it('with more than 500 pages opens with few calls more', async () => {
    await manyPages(640, 600);
    const cost = await costInSpace('openSpace', {}, VIEWER);
    expect(cost.calls).toBeLessThanOrEqual(43);
    expect(cost.stages).toBeLessThanOrEqual(17);
    expect(cost.points).toBeLessThanOrEqual(706);
  });

  it('lists pages, findings and gaps, and reads its numbers and settings, with few calls', async () => {
    await manyPages(30, 30);
    await storeFinding(site, DEMO_PAGES.architecture);
    const { levelId } = levelNamed(site, 'Internal');
    const cost = (operation: string, payload: object) => costInSpace(operation, payload, SPACE_ADMIN);
    expect(await cost('findInSpace', { levelId })).toEqual({ calls: 8, stages: 6, points: 18 });
    expect(await cost('findInSpace', { levelId: 'none' })).toMatchObject({ calls: 8, stages: 6 });
    expect(await cost('readSpaceNumbers', {})).toEqual({ calls: 5, stages: 4, points: 2 });
    expect(await cost('listSpaceGaps', { gap: 'stale' })).toEqual({ calls: 7, stages: 5, points: 2 });
    expect(await cost('listSpaceFindings', {})).toEqual({ calls: 12, stages: 8, points: 4 });
    expect(await cost('exportSpace', { of: 'pages' })).toMatchObject({ calls: 9, stages: 7 });
    expect(await cost('exportSpace', { of: 'findings' })).toEqual({ calls: 11, stages: 8, points: 4 });
    expect(await cost('openSpaceSettings', {})).toEqual({ calls: 4, stages: 3, points: 2 });
  });
});
