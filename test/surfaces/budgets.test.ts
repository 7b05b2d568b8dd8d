import { DEMO_PAGES, DEMO_SPACES, EDITOR } from '../../local/demo';
import type { TracedCall } from '../../local/forge/trace';
import { storeFinding } from '../support/findings';
import { levelNamed } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { putRow } from '../support/stored-rows';
import { done, setLevel, settleSurfaces } from './surface-site';

/** The maximum number of platform calls of an operation on a page, in total and in sequence. */

let site: Site;
beforeEach(() => {
  site = openSite();
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

it('opens the popup with at most six calls in three stages: the page, stored rows, history, findings, names, repair', async () => {
  await busyPage(24);
  expect(await costOf('openPopup', {})).toEqual({ calls: 6, stages: 2 });
  await site.host.background.settle();
});

it('reads the findings of a page with very many in the same stage', async () => {
  await busyPage(60);
  expect(await costOf('openPopup', {})).toEqual({ calls: 8, stages: 2 });
});

it('opens the popup of a page without history and findings with four calls, and for readers with three', async () => {
  expect(await costOf('openPopup', {})).toEqual({ calls: 4, stages: 2 });
  const { calls } = await site.surfaceCalls(
    'level-byline',
    'openPopup',
    {},
    {
      pageId: DEMO_PAGES.officeGuide,
      as: 'anonymous',
    },
  );
  expect(budgetOf(calls)).toEqual({ calls: 3, stages: 1 });
});

it('opens the banner in one stage', async () => {
  await busyPage(0);
  expect(await costOf('openBanner', {})).toEqual({ calls: 3, stages: 1 });
});

it('sets a level with few calls more, and reads nothing again to show the result', async () => {
  await busyPage(0);
  const level = { levelId: levelNamed(site, 'Restricted').levelId };
  const cost = await costOf('setLevel', { level, revision: 2 });
  expect(cost.calls).toBeLessThanOrEqual(10);
  expect(cost.stages).toBeLessThanOrEqual(5);
});

it('makes no call for an operation that the input alone refuses', async () => {
  await settleSurfaces(site, {});
  for (const payload of [{ level: 'none' }, { pageId }, 'x']) {
    const { calls } = await site.surfaceCalls('level-byline', 'setLevel', payload, { pageId });
    expect(calls).toEqual([]);
  }
  expect(await done(site, 'openPopup', {}, { pageId })).toMatchObject({ state: 'page' });
});
