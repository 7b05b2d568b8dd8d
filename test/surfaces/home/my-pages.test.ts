import { randomUUID } from 'node:crypto';
import { ADMIN, DEMO_PAGES, DEMO_SPACES, EDITOR, UNLICENSED, VIEWER } from '../../../local/demo';
import { DEFAULT_CONFIG } from '../../../src/detection/configuration/model';
import type { Severity } from '../../../src/detection/detector';
import type { MyPage } from '../../../src/surfaces/home/contract';
import { storeFinding } from '../../support/findings';
import { type LevelName, levelNamed } from '../../support/levels';
import { openSite, type Site, type SiteOptions } from '../../support/site';
import { putRow } from '../../support/stored-rows';
import { ADMIN_AND_APP, aPage, archive, restrict, storeLevel, trash } from '../../support/wiki-pages';
import { settleSurfaces } from '../surface-site';

/** *Waiting for me*: whose pages wait, why, and what the person learns about pages of others. */

const { ENG, OPEN } = DEMO_SPACES;
let site: Site;
let intercept: SiteOptions['intercept'];
beforeEach(async () => {
  site = openSite({ intercept: (call, proceed) => (intercept ?? ((_call, next) => next()))(call, proceed) });
  const rules = [{ severity: 'critical' as const, levelId: idOf('Restricted') }];
  const triggers = { onPublish: false, schedule: 'off' as const };
  await putRow(site, 'config', 'detection', { v: 1, rev: 1, value: { ...DEFAULT_CONFIG, triggers, rules } });
});
afterEach(() => {
  intercept = undefined;
  site.close();
});

const idOf = (name: LevelName) => levelNamed(site, name).levelId;

const list = (payload: object = {}, as = EDITOR.email) =>
  site.surface('level-byline', 'listMyPages', payload, { pageId: DEMO_PAGES.welcome, as });

/** All parts of the list. */
async function everything(payload: object = {}, as?: string): Promise<readonly MyPage[]> {
  const pages: MyPage[] = [];
  let cursor: string | undefined;
  do {
    const { ok, value, error } = await list({ ...payload, ...(cursor === undefined ? {} : { cursor }) }, as);
    expect({ ok, error }).toEqual({ ok: true });
    pages.push(...value.pages);
    cursor = value.cursor;
  } while (cursor !== undefined);
  return pages;
}

const titlesOf = async (payload: object = {}, as?: string) =>
  (await everything(payload, as)).map(({ pageId }) => pageId);

/** A page of the editor, without a level. */
const ownPage = (spaceId: string = ENG) => aPage(site, { by: EDITOR.email, spaceId });

async function withFindings(pageId: string, ...severities: readonly Severity[]): Promise<readonly string[]> {
  const findingIds: string[] = [];
  for (const severity of severities) findingIds.push(await storeFinding(site, pageId, { severity }));
  await putRow(site, 'page-scan', pageId, {
    ...{ v: 1, rev: 1, spaceId: ENG, pageVersion: 1, scannedAt: '2026-03-10T00:00:00.000Z', configHash: 'hash' },
    ...{ state: 'complete', data: { reasons: [], detectorsOverBudget: [], findingIds } },
  });
  return findingIds;
}

/** Removes the own pages of the demo site from the list. */
async function classifyAll(): Promise<void> {
  for (const { pageId } of await everything()) await storeLevel(site, pageId, idOf('Highly Restricted'));
}

it('the home page suggests the level of the page above, if the person sees it', async () => {
  const above = async () => {
    const parentId = await aPage(site, { parentId: await ownPage(), by: EDITOR.email });
    await storeLevel(site, parentId, idOf('Internal'));
    return { parentId, pageId: await aPage(site, { parentId, by: EDITOR.email }) };
  };
  const seen = await above();
  const hidden = await above();
  const moved = await above();
  // A restriction to view applies to all pages below. The page moves away from the hidden one only in its record.
  intercept = async (call, proceed) => {
    const answer = await proceed();
    if (!call.path.includes(`/pages/${moved.pageId}`)) return answer;
    return Response.json({ ...((await answer.json()) as object), parentId: hidden.parentId });
  };
  await restrict(site, hidden.parentId, 'read', ADMIN_AND_APP, EDITOR.email);
  const pages = await everything({ need: 'no-level' });
  const suggested = (pageId: string) => pages.find((one) => one.pageId === pageId)?.suggested;
  expect(suggested(seen.pageId)).toMatchObject({ levelId: idOf('Internal'), name: 'Internal', reason: 'parent' });
  expect(suggested(seen.pageId)?.parentTitle).toMatch(/^Page number/);
  expect(pages.map(({ pageId }) => pageId)).toContain(moved.pageId);
  expect(suggested(moved.pageId)).toBeUndefined();
  expect(suggested(hidden.pageId)).toBeUndefined();
});

it('the home page lists own pages by what they need, with counts and the required level, and no other', async () => {
  await classifyAll();
  const unclassified = await ownPage();
  const found = await ownPage();
  await storeLevel(site, found, idOf('Restricted'));
  await withFindings(found, 'low', 'low', 'high');
  const tooLow = await ownPage();
  await storeLevel(site, tooLow, idOf('Internal'));
  await withFindings(tooLow, 'critical');
  const both = await ownPage();
  await withFindings(both, 'critical', 'medium');
  const done = await ownPage();
  await storeLevel(site, done, idOf('Public'));
  await aPage(site, { by: ADMIN.email, spaceId: ENG });

  const none = { low: 0, medium: 0, high: 0, critical: 0 };
  const required = expect.objectContaining({ levelId: idOf('Restricted'), name: 'Restricted' });
  expect((await everything()).toSorted((a, b) => Number(a.pageId) - Number(b.pageId))).toEqual([
    expect.objectContaining({ pageId: unclassified, revision: 'absent', level: null, needs: ['no-level'], open: none }),
    expect.objectContaining({ pageId: found, revision: 1, needs: ['findings'], open: { ...none, low: 2, high: 1 } }),
    expect.objectContaining({
      ...{ pageId: tooLow, needs: ['findings', 'higher-level'], open: { ...none, critical: 1 }, required },
      level: expect.objectContaining({ name: 'Internal' }),
    }),
    expect.objectContaining({
      ...{ pageId: both, needs: ['no-level', 'findings', 'higher-level'], required },
      open: { ...none, critical: 1, medium: 1 },
    }),
  ]);
  expect(new Set(await titlesOf({ need: 'no-level' }))).toEqual(new Set([unclassified, both]));
  expect(new Set(await titlesOf({ need: 'findings' }))).toEqual(new Set([found, tooLow, both]));
  expect(new Set(await titlesOf({ need: 'higher-level' }))).toEqual(new Set([tooLow, both]));
  expect(JSON.stringify(await everything())).not.toContain('•');
});

it('the home page omits own pages that the person can no longer see or edit, that are trashed, or whose space is off', async () => {
  await classifyAll();
  const [hidden, readOnly, trashed, off] = [await ownPage(), await ownPage(), await ownPage(), await ownPage(OPEN)];
  const archived = await ownPage();
  await restrict(site, hidden, 'read', ADMIN_AND_APP);
  await restrict(site, readOnly, 'update', ADMIN_AND_APP);
  await withFindings(readOnly, 'critical');
  await trash(site, trashed);
  await archive(site, archived);
  await settleSurfaces(site, { offSpaceIds: [OPEN] });
  const pages = await titlesOf();
  for (const pageId of [hidden, readOnly, trashed, off]) expect(pages).not.toContain(pageId);
});

it('the home page omits findings that an exclusion covers, and pages that have no other', async () => {
  await classifyAll();
  const pageId = await ownPage();
  await storeLevel(site, pageId, idOf('Public'));
  await withFindings(pageId, 'critical');
  expect(await titlesOf()).toEqual([pageId]);
  const exclusion = {
    ...{ exclusionId: randomUUID(), match: { by: 'detector', detectorId: 'email' }, scope: { of: 'page', pageId } },
    ...{ reason: 'a sample', createdBy: ADMIN.accountId, createdAt: '2026-01-01T00:00:00.000Z' },
  };
  await putRow(site, 'config', 'detection-exclusions', { v: 1, rev: 1, value: [exclusion] });
  expect(await titlesOf()).toEqual([]);
});

it('the home page lists hundreds of pages in parts, each once, and ends', async () => {
  await classifyAll();
  const pages: string[] = [];
  for (let count = 0; count < 130; count += 1) pages.push(await ownPage());
  for (const pageId of pages.filter((_pageId, index) => index % 3 !== 0))
    await storeLevel(site, pageId, idOf('Public'));
  const waiting = pages.filter((_pageId, index) => index % 3 === 0);
  const listed = await titlesOf();
  expect(listed).toHaveLength(waiting.length);
  expect(new Set(listed)).toEqual(new Set(waiting));
  expect((await list()).value.pages).toHaveLength(25);
});

it('the home page shows the other pages if a row of one page cannot be read', async () => {
  await classifyAll();
  const [broken, fine] = [await ownPage(), await ownPage()];
  await putRow(site, 'page-level', broken, { v: 9, rev: 1 });
  const corrupt = await ownPage();
  await storeLevel(site, corrupt, idOf('Public'));
  const [findingId = ''] = await withFindings(corrupt, 'critical');
  await putRow(site, 'detection', findingId, { v: 9, rev: 1 });
  expect(await titlesOf()).toEqual([fine]);
});

it('the home page says that nothing waits, without a call for a page', async () => {
  const { result, calls } = await site.surfaceCalls(
    'level-byline',
    'listMyPages',
    {},
    {
      ...{ pageId: DEMO_PAGES.welcome, as: VIEWER.email },
    },
  );
  expect(result).toEqual({ ok: true, value: { pages: [] } });
  expect(calls.filter(({ target }) => target === 'confluence')).toHaveLength(1);
});

it('the home page asks Confluence once for the search, once for each page that it shows, once for the pages above, and once for the names of all spaces', async () => {
  await classifyAll();
  for (const spaceId of [ENG, ENG, ENG, OPEN, OPEN]) await ownPage(spaceId);
  const at = { pageId: DEMO_PAGES.welcome, as: EDITOR.email };
  const { result, calls } = await site.surfaceCalls('level-byline', 'listMyPages', {}, at);
  expect(calls.filter(({ target }) => target === 'confluence')).toHaveLength(8);
  const names = (result.value.pages as MyPage[]).map(({ spaceName }) => spaceName);
  expect(names.toSorted()).toEqual([
    'Engineering',
    'Engineering',
    'Engineering',
    'Open to everybody',
    'Open to everybody',
  ]);
});

it.each(['anonymous', UNLICENSED.email])('the home page refuses %s without a call', async (as) => {
  const at = { pageId: DEMO_PAGES.welcome, as };
  const { result, calls } = await site.surfaceCalls('level-byline', 'listMyPages', {}, at);
  expect(result).toMatchObject({ ok: false, error: { code: 'NOT_ALLOWED' } });
  expect(calls).toEqual([]);
});

it.each([{ need: 'all' }, { cursor: 'abc' }, { cursor: '' }, { accountId: ADMIN.accountId }, { limit: 101 }])(
  'the home page refuses the input %j',
  async (payload) => {
    expect(await list(payload)).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
  },
);

it('the home page refuses a forged cursor without an unexpected error', async () => {
  expect(await list({ cursor: '0:forged' })).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
});

it('the home page never shows a shorter list as complete if Confluence fails in between', async () => {
  await ownPage();
  await ownPage();
  let lookups = 0;
  intercept = (call, proceed) => {
    if (!JSON.stringify(call).includes('include-operations')) return proceed();
    lookups += 1;
    return lookups === 2 ? Promise.resolve(new Response('{}', { status: 503 })) : proceed();
  };
  expect(await list()).toMatchObject({ ok: false, error: { code: 'CONFLUENCE_UNAVAILABLE' } });
});

it('the home page lists the own pages of one space, and a hidden space like one that does not exist', async () => {
  const inEng = await ownPage(ENG);
  const inOpen = await ownPage(OPEN);
  const ids = await titlesOf({ spaceKey: 'ENG', need: 'no-level' });
  expect(ids).toContain(inEng);
  expect(ids).not.toContain(inOpen);
  expect(await titlesOf({ spaceKey: 'OPEN' })).toContain(inOpen);
  const hidden = await list({ spaceKey: 'HR' }, VIEWER.email);
  expect(hidden).toEqual({ ok: true, value: { pages: [], isSpaceHidden: true } });
  expect(await list({ spaceKey: 'NONE' }, VIEWER.email)).toEqual(hidden);
  expect((await list({ spaceKey: 'ENG" or type = page or space = "HR' })).error).toMatchObject({
    code: 'INVALID_INPUT',
  });
});
