import { ADMIN2, APP_USER, DEMO_SPACES } from '../../local/demo';
import type { PlatformCall } from '../../local/forge/platform-calls';
import type { JobView } from '../../src/admin/runs/jobs';
import type { SuggestionList, SuggestionView } from '../../src/admin/findings/suggestions';
import { DEFAULT_CONFIG } from '../../src/detection/configuration/model';
import { anExclusion, storeExclusions } from '../support/exclusions';
import { createFaultInjector, FAULTS, type FaultInjector, withoutWaiting } from '../support/fault-injection';
import { storeFinding, storePageScan } from '../support/findings';
import { type LevelName, levelNamed } from '../support/levels';
import { truthOf } from '../support/page-truth';
import { openSite, type Site } from '../support/site';
import { putRow, rowsOf, stopScans } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, restrict, storeLevel } from '../support/wiki-pages';
import { ask, done, refusal } from './ask';

/** Suggested levels are computed only from pages that the admin sees, and a job of the admin sets them. */

let site: Site;
let injector: FaultInjector;
const openTheSite = async (impersonation = true) => {
  injector = createFaultInjector();
  site = openSite({ queryLagMs: 0, impersonation, intercept: injector.intercept });
  await stopScans(site);
};
beforeEach(() => openTheSite());
afterEach(() => site.close());

const { ENG, OPEN } = DEMO_SPACES;
const level = (name: LevelName) => levelNamed(site, name).levelId;
const as = ADMIN2.email;

async function listAll(input: object = {}): Promise<readonly SuggestionView[]> {
  const pages: SuggestionView[] = [];
  let cursor: string | undefined;
  do {
    const part = await done<SuggestionList>(
      site,
      'listSuggestions',
      cursor === undefined ? input : { ...input, cursor },
      as,
    );
    pages.push(...part.pages);
    ({ cursor } = part);
  } while (cursor !== undefined);
  return pages;
}

const suggestionFor = async (pageId: string, input: object = {}) =>
  (await listAll({ spaceId: ENG, ...input })).find((one) => one.pageId === pageId);

/** A page with a page above it that has a level, and a page above that one. */
async function aPageBelow(name: LevelName): Promise<{ readonly parentId: string; readonly pageId: string }> {
  const parentId = await aPage(site, { parentId: await aPage(site, { by: as }), by: as });
  await storeLevel(site, parentId, level(name));
  return { parentId, pageId: await aPage(site, { parentId, by: as }) };
}

const scanned = (pageId: string, findingIds: readonly string[]) => storePageScan(site, pageId, findingIds);

const setRules = (rules: readonly object[]) =>
  putRow(site, 'config', 'detection', { v: 1, rev: 1, value: { ...DEFAULT_CONFIG, rules } });

it('the admin area suggests the level of the page above, of nearly all siblings and of the rules, in one space', async () => {
  const { parentId, pageId } = await aPageBelow('Internal');
  for (let n = 0; n < 5; n += 1) await storeLevel(site, await aPage(site, { parentId }), level('Restricted'));
  await setRules([{ severity: 'medium', levelId: level('Public') }]);
  await scanned(pageId, [await storeFinding(site, pageId)]);
  const elsewhere = await aPage(site, { spaceId: OPEN });
  const suggestion = await suggestionFor(pageId);
  expect(suggestion).toMatchObject({
    spaceId: ENG,
    level: { levelId: level('Restricted') },
    strength: 'strong',
    reasons: [
      { kind: 'siblings', strength: 'strong', level: { levelId: level('Restricted') }, count: 5, of: 5 },
      { kind: 'parent', strength: 'strong', level: { levelId: level('Internal') } },
      { kind: 'findings', level: { levelId: level('Public') }, byRule: true, count: 1, severity: 'medium' },
    ],
  });
  expect(suggestion?.parentTitle).toMatch(/^Page number/);
  expect(await suggestionFor(pageId, { reason: 'findings' })).toEqual(suggestion);
  expect(await suggestionFor(pageId, { reason: 'space' })).toBeUndefined();
  expect((await listAll({ spaceId: ENG })).map((one) => one.pageId)).not.toContain(elsewhere);
  await storeLevel(site, pageId, level('Public'));
  expect(await suggestionFor(pageId)).toBeUndefined();
});

it.each([true, false])(
  'the admin area reveals nothing about hidden pages (acting as the admin: %s)',
  async (impersonation) => {
    if (!impersonation) {
      site.close();
      await openTheSite(false);
    }
    const below = await aPageBelow('Internal');
    const hiddenParent = await aPageBelow('Restricted');
    const hidden = await aPageBelow('Public');
    expect(await suggestionFor(below.pageId)).toMatchObject({ level: { levelId: level('Internal') } });
    // Restrictions to view apply to all pages below. This page sits below a page that the admin sees, and itself is hidden.
    await restrict(site, hidden.pageId, 'read', ADMIN_AND_APP, as);
    for (let n = 0; n < 6; n += 1) {
      const sibling = await aPage(site, { parentId: below.parentId, by: as });
      await storeLevel(site, sibling, level('Highly Restricted'));
      await restrict(site, sibling, 'read', ADMIN_AND_APP, as);
    }
    for (let n = 0; n < 12; n += 1) {
      const other = await aPage(site, { by: as });
      await storeLevel(site, other, level('Highly Restricted'));
      await restrict(site, other, 'read', ADMIN_AND_APP, as);
    }
    await restrict(site, hiddenParent.parentId, 'read', ADMIN_AND_APP, as);
    const all = await listAll();
    expect(all.find(({ pageId }) => pageId === below.pageId)?.reasons).toEqual([
      { kind: 'parent', strength: 'strong', level: { levelId: level('Internal') } },
    ]);
    const text = JSON.stringify(all);
    expect(text).not.toContain(level('Highly Restricted'));
    expect(text).not.toContain(level('Restricted'));
    expect(text).not.toContain(hidden.pageId);
    expect(text).not.toContain(hiddenParent.pageId);
  },
);

it.each(['', 'restrictions-not-expanded'] as const)(
  'the least sensitive level is suggested only for pages without a view restriction on them or above them: %s',
  async (assumption) => {
    const below = async (who: readonly string[], restrictWhat: 'page' | 'parent') => {
      const { pageId, parentId } = await aPageBelow('Public');
      await restrict(site, restrictWhat === 'page' ? pageId : parentId, 'read', who, as);
      return pageId;
    };
    const open = (await aPageBelow('Public')).pageId;
    const withApp = [ADMIN2.accountId, APP_USER.accountId];
    const closed = [
      await below(withApp, 'page'),
      await below(withApp, 'parent'),
      // Hidden from the app, so that it cannot know.
      await below([ADMIN2.accountId], 'page'),
    ];
    if (assumption !== '') site.host.assumptions.add(assumption);
    const ids = (await listAll({ spaceId: ENG })).map(({ pageId }) => pageId);
    expect(ids.includes(open)).toBe(assumption === '');
    expect(closed.filter((pageId) => ids.includes(pageId))).toEqual([]);
  },
);

it('the admin area ignores excluded and resolved findings', async () => {
  const pageId = await aPage(site);
  const ids = [
    await storeFinding(site, pageId, { severity: 'high' }),
    await storeFinding(site, pageId, { severity: 'critical', status: 'resolved' }),
    await storeFinding(site, pageId, { severity: 'critical', detectorId: 'ipv4' }),
  ];
  await scanned(pageId, ids);
  await storeExclusions(site, anExclusion({ match: { by: 'detector', detectorId: 'ipv4' } }));
  expect(await suggestionFor(pageId)).toMatchObject({
    strength: 'weak',
    reasons: [{ kind: 'findings', byRule: false, count: 1, severity: 'high' }],
  });
});

it('the admin area compares with the pages of the space that were classified last', async () => {
  const pageId = await aPage(site, { spaceId: OPEN });
  for (let n = 0; n < 10; n += 1) await storeLevel(site, await aPage(site, { spaceId: OPEN }), level('Public'), OPEN);
  expect((await listAll({ spaceId: OPEN, reason: 'space' })).find((one) => one.pageId === pageId)).toMatchObject({
    level: { levelId: level('Public') },
    strength: 'weak',
    reasons: [
      { kind: 'siblings', strength: 'weak' },
      { kind: 'space', strength: 'weak', count: 10, of: 10 },
    ],
  });
});

it('the admin area continues with a cursor that belongs to its filters, and refuses other input', async () => {
  const parentId = await aPage(site, { parentId: await aPage(site) });
  await storeLevel(site, parentId, level('Internal'));
  const pages: string[] = [];
  for (let n = 0; n < 30; n += 1) pages.push(await aPage(site, { parentId }));
  const first = await done<SuggestionList>(site, 'listSuggestions', { spaceId: ENG }, as);
  expect(first.checked).toBe(25);
  const { cursor } = first;
  const ids = (await listAll({ spaceId: ENG })).map(({ pageId }) => pageId);
  expect(ids.filter((id) => pages.includes(id))).toEqual(pages);
  expect((await refusal(site, 'listSuggestions', { spaceId: OPEN, cursor }, as)).code).toBe('INVALID_CURSOR');
  expect(await listAll({ spaceId: '999999999' })).toEqual([]);
  for (const payload of [{ reason: 'template' }, { spaceId: 'ENG' }, { limit: 5 }])
    expect((await refusal(site, 'listSuggestions', payload)).code).toBe('INVALID_INPUT');
});

it('the API lists suggestions for keys, inside their limits, with findings only for keys that read findings', async () => {
  const { pageId } = await aPageBelow('Internal');
  await setRules([{ severity: 'medium', levelId: level('Restricted') }]);
  await scanned(pageId, [await storeFinding(site, pageId)]);
  const listWith = async (settings: object) => {
    const { key } = await site.createKey({ name: 'Reader', classificationScope: 'read', ...settings });
    const { status, body } = await site.rest('GET', `/v1/suggestion?spaceId=${ENG}`, { key });
    const results = (body['results'] ?? []) as readonly { pageId: string; levelName: string; reasons: object[] }[];
    return { status, code: body.code, found: results.find((one) => one.pageId === pageId) };
  };
  const { found } = await listWith({ detectionScope: 'read' });
  expect(found).toMatchObject({ levelName: 'Restricted', strength: 'strong' });
  expect(found?.reasons).toMatchObject([
    { kind: 'findings', levelKey: 'restricted', byRule: true, count: 1, severity: 'medium' },
    { kind: 'parent', levelKey: 'internal' },
  ]);
  const blind = await listWith({});
  expect(blind.found).toMatchObject({ levelName: 'Internal', reasons: [{ kind: 'parent' }] });
  // The level of the page above is outside of the key's limit.
  const limited = await listWith({ levelLimit: [level('Public'), 'unclassified'] });
  expect(limited).toMatchObject({ status: 200, found: undefined });
  expect(await listWith({ levelLimit: [level('Public')] })).toMatchObject({ code: 'LEVEL_OUTSIDE_KEY_LIMIT' });
  expect(await listWith({ spaceLimit: [OPEN] })).toMatchObject({ code: 'SPACE_OUTSIDE_KEY_LIMIT' });
});

const pathOf = ({ path }: PlatformCall) => new URL(path, 'https://confluence.invalid').pathname;

it('the admin area makes a bounded number of calls, whatever the pages are', async () => {
  for (let n = 0; n < 25; n += 1) {
    const { parentId } = await aPageBelow('Internal');
    await aPage(site, { parentId });
  }
  injector.arm();
  await done<SuggestionList>(site, 'listSuggestions', { spaceId: ENG }, as);
  const calls = injector.calls.filter(({ target }) => target === 'confluence').map(pathOf);
  const count = (pattern: RegExp) => calls.filter((path) => pattern.test(path)).length;
  expect(count(/[/]children$/)).toBeLessThanOrEqual(10);
  expect(count(/[/]v2[/]pages$/)).toBeLessThanOrEqual(7);
  expect(calls.length).toBeLessThanOrEqual(20);
  expect(injector.calls.length).toBeLessThanOrEqual(40);
});

it('the admin area answers every fault of a call with a clear error', async () => {
  await aPageBelow('Internal');
  injector.arm();
  await done<SuggestionList>(site, 'listSuggestions', { spaceId: ENG }, as);
  const places = injector.calls.length;
  const [fault] = FAULTS;
  if (fault === undefined) throw new Error('no faults');
  for (let place = 0; place < places; place += 1) {
    injector.arm([place, fault]);
    const answer = await withoutWaiting(() => ask<SuggestionList>(site, 'listSuggestions', { spaceId: ENG }, as));
    injector.arm();
    if (!answer.ok) expect(answer.error.code).toMatch(/^(CONFLUENCE|STORAGE)_UNAVAILABLE$/);
  }
});

const set = (pages: readonly object[], requestKey: string = crypto.randomUUID()) =>
  done<JobView>(site, 'setSuggestedLevels', { pages, requestKey }, as);

async function ended({ jobId }: JobView): Promise<JobView> {
  await site.host.background.settle();
  return done<JobView>(site, 'getJob', { jobId }, as);
}

const levelOf = (pageId: string) => truthOf(site.host, pageId).record?.levelId;

it('the admin area sets the levels that the admin saw in a job of the admin, and undoes it', async () => {
  const [one, other, taken] = [await aPage(site), await aPage(site), await aPage(site)];
  const levelId = level('Restricted');
  const pages = [one, other, taken].map((pageId) => ({ pageId, levelId }));
  await storeLevel(site, taken, level('Public'));
  const requestKey = crypto.randomUUID();
  const job = await set(pages, requestKey);
  expect((await set(pages, requestKey)).jobId).toBe(job.jobId);
  // The page that got a level in the meantime keeps it, and the job says so.
  expect(await ended(job)).toMatchObject({ state: 'partial', total: 3, changed: 2, failed: [{ pageIds: [taken] }] });
  expect([one, other, taken].map(levelOf)).toEqual([levelId, levelId, level('Public')]);
  expect(truthOf(site.host, one).record?.classifierId).toBe(ADMIN2.accountId);

  expect((await refusal(site, 'undoSuggestedLevels', { jobId: job.jobId, requestKey })).code).toBe('JOB_NOT_FOUND');
  const undo = await done<JobView>(
    site,
    'undoSuggestedLevels',
    { jobId: job.jobId, requestKey: crypto.randomUUID() },
    as,
  );
  expect(await ended(undo)).toMatchObject({ changed: 2 });
  expect([one, other, taken].map(levelOf)).toEqual([undefined, undefined, level('Public')]);
});

it('the admin area refuses levels that cannot be set, and starts nothing', async () => {
  const pageId = await aPage(site);
  const requestKey = crypto.randomUUID();
  const send = (pages: readonly object[]) => refusal(site, 'setSuggestedLevels', { pages, requestKey });
  const unknown = await send([{ pageId, levelId: crypto.randomUUID() }]);
  expect(unknown.fields?.map(({ field }) => field)).toEqual(['pages.0.levelId']);
  const levelId = level('Public');
  const subLevelId = crypto.randomUUID();
  expect((await send([{ pageId, levelId, subLevelId }])).fields?.[0]?.field).toBe('pages.0.subLevelId');
  for (const pages of [
    [],
    [
      { pageId, levelId },
      { pageId, levelId },
    ],
    [{ pageId: 'x', levelId }],
  ])
    expect((await send(pages)).code).toBe('INVALID_INPUT');
  expect(rowsOf(site, 'job').filter(({ value }) => value['state'] !== undefined)).toEqual([]);
});
