import { DEMO_SPACES } from '../../local/demo';
import { pageScanRecord } from '../../src/findings/model';
import { levelNamed } from '../support/levels';
import { truthOf } from '../support/page-truth';
import { openSite, type Site } from '../support/site';
import { rowsOf } from '../support/stored-rows';
import { aPage, expectOk, move } from '../support/wiki-pages';

/** Long-running tasks of Confluence change their pages one after another. The app follows them within a day. */

const CARD = '4539 1488 0343 6467';
const DAY_MS = 86_400_000;

let nowMs: number;
let site: Site;
beforeEach(() => {
  nowMs = Date.parse('2026-11-21T10:00:00.000Z');
  const assumptions = new Set(['slow-tasks'] as const);
  site = openSite({ queryLagMs: 0, now: () => new Date(nowMs), assumptions });
});
afterEach(() => site.close());

const settle = () => site.host.background.settle();

/** A day with its events and schedules. */
async function passDay(): Promise<void> {
  for (const key of ['daily-reconciliation', 'daily-key-expiry', 'hourly-scans', 'every-five-minutes'])
    await site.host.background.runSchedule(key);
  for (const end = nowMs + DAY_MS; nowMs < end; nowMs += 900_000) await settle();
}

/** A page with a level and a finding. */
async function pageWithRows(spaceId: string, parentId?: string): Promise<string> {
  const pageId = await aPage(site, { spaceId, text: `Card ${CARD}`, ...(parentId === undefined ? {} : { parentId }) });
  await settle();
  const { levelId } = levelNamed(site, 'Restricted');
  const set = { level: { levelId }, revision: truthOf(site.host, pageId).record?.rev ?? 'absent' };
  expect(await site.surface('level-byline', 'setLevel', set, { pageId })).toMatchObject({ ok: true });
  await settle();
  return pageId;
}

/** The rows of a page, in short. */
function storedOf(pageId: string) {
  const scan = rowsOf(site, 'page-scan').find(({ key }) => key === pageId);
  const { state, spaceId: scannedIn } = pageScanRecord.parse(scan?.value);
  const { record } = truthOf(site.host, pageId);
  const findings = rowsOf(site, 'detection').filter(({ value }) => value['pageId'] === pageId);
  return {
    isClassifiedIn: record?.levelId === undefined ? undefined : record.spaceId,
    scan: [state, scannedIn],
    open: findings.filter(({ value }) => value['status'] === 'open').length,
  };
}

it.each([
  ['before a page of it is gone', 0],
  ['while half of its pages are gone', 35_000],
  ['after its end', 61_000],
])('a space in deletion leaves no row of its pages if the app looks %s', async (_name, waitMs) => {
  const { id } = (await expectOk(site.wiki('POST', '/rest/api/space', { key: 'GONE', name: 'Gone' }))) as {
    id: number;
  };
  const spaceId = String(id);
  const pages: string[] = [];
  for (let index = 0; index < 5; index += 1) pages.push(await pageWithRows(spaceId));
  const [moved = '', ...inside] = pages;
  const elsewhere = await pageWithRows(DEMO_SPACES.ENG);
  await move(site, moved, 'OPEN');
  await settle();
  await expectOk(site.wiki('DELETE', '/rest/api/space/GONE'));
  nowMs += waitMs;
  await settle();
  expect((await site.wiki('GET', `/api/v2/spaces/${spaceId}`)).status).toBe(waitMs > 60_000 ? 404 : 200);
  await passDay();
  const gone = { isClassifiedIn: undefined, scan: ['gone', spaceId], open: 0 };
  expect(inside.map(storedOf)).toEqual(inside.map(() => gone));
  const kept = (space: string) => ({ isClassifiedIn: space, scan: ['complete', space], open: 1 });
  expect([moved, elsewhere].map(storedOf)).toEqual([kept(DEMO_SPACES.OPEN), kept(DEMO_SPACES.ENG)]);
});

it('pages that follow a moved page later get their new space', async () => {
  const root = await pageWithRows(DEMO_SPACES.ENG);
  const child = await pageWithRows(DEMO_SPACES.ENG, root);
  const grandchild = await pageWithRows(DEMO_SPACES.ENG, child);
  await move(site, root, 'OPEN');
  await settle();
  // They are still in the previous space.
  expect([child, grandchild].map((pageId) => storedOf(pageId).isClassifiedIn)).toEqual([
    DEMO_SPACES.ENG,
    DEMO_SPACES.ENG,
  ]);
  await passDay();
  const { OPEN } = DEMO_SPACES;
  const expected = { isClassifiedIn: OPEN, scan: ['complete', OPEN], open: 1 };
  expect([root, child, grandchild].map(storedOf)).toEqual([expected, expected, expected]);
});
