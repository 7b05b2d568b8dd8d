import { ADMIN, ADMIN2, DEMO_SPACES } from '../../local/demo';
import type { FindingDetails, FindingGroups, FindingList, FindingsSummary } from '../../src/admin/findings/findings';
import { SEVERITIES, type Severity } from '../../src/detection/detector';
import { storeFinding, storePageScan } from '../support/findings';
import { levelNamed } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { ADMIN_AND_APP, aPage, move, restrict, storeLevel, trash } from '../support/wiki-pages';
import { done, refusal } from './ask';

/** The admin who reviews findings gets those on pages that this admin can see, and only a count of the others. */

let site: Site;
let now: Date;
beforeEach(() => {
  now = new Date('2026-11-21T10:00:00.000Z');
  site = openSite({ queryLagMs: 0, now: () => now });
});
afterEach(() => site.close());

/** Can see the pages that are restricted to `ADMIN_AND_APP`; ADMIN2 cannot. */
const as = ADMIN2.email;
const list = (filters: object = {}, email = as) => done<FindingList>(site, 'listFindings', filters, email);
const group = (payload: object) => done<FindingGroups>(site, 'groupFindings', payload, as);
const count = (filters: object = {}) => done<FindingsSummary>(site, 'summarizeFindings', filters, as);
const details = (findingId: string, email = as) => done<FindingDetails>(site, 'getFinding', { findingId }, email);
const idsIn = ({ findings }: FindingList) => findings.map(({ findingId }) => findingId);

async function aHiddenPage(): Promise<string> {
  const pageId = await aPage(site, { by: ADMIN2.email });
  await restrict(site, pageId, 'read', ADMIN_AND_APP);
  return pageId;
}

const scanOf = (pageId: string, change: object) => storePageScan(site, pageId, [], change);

it('the admin area lists findings, latest first, page by page, with the current title of the page', async () => {
  const pageId = await aPage(site);
  const { levelId } = levelNamed(site, 'Internal');
  await storeLevel(site, pageId, levelId);
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.push(await storeFinding(site, pageId));
  await move(site, pageId, 'OPEN');
  const first = await list({ limit: 2 });
  const second = await list({ limit: 2, cursor: first.cursor });
  const third = await list({ limit: 2, cursor: second.cursor });
  expect([first, second, third].flatMap(idsIn)).toEqual(ids.toReversed());
  expect(third.cursor).toBeUndefined();
  const page = (await (await site.wiki('GET', `/api/v2/pages/${pageId}`)).json()) as { title: string };
  expect(first.findings[0]).toMatchObject({
    pageId,
    title: page.title,
    spaceId: DEMO_SPACES.OPEN,
    levelId,
    detectorId: 'email',
    status: 'open',
    field: 'body',
    maskedExcerpt: 'write to •••••••• today',
  });
  expect(await refusal(site, 'listFindings', { cursor: first.cursor, status: 'open' })).toMatchObject({
    code: 'INVALID_CURSOR',
  });
  expect(await refusal(site, 'listFindings', { cursor: 'x' })).toMatchObject({ code: 'INVALID_CURSOR' });
});

it.each([
  ['most-severe', -1, -1],
  ['least-severe', 1, -1],
  ['newest', 0, -1],
  ['oldest', 0, 1],
])(
  'the admin area lists findings in the order %s, page by page, without hidden pages',
  async (order, bySeverity, byTime) => {
    const [pageId, hidden] = [await aPage(site), await aHiddenPage()];
    const stored: { readonly findingId: string; readonly severity: Severity; readonly foundAt: string }[] = [];
    for (let n = 0; n < 23; n += 1) {
      const severity = SEVERITIES[(n * 7) % SEVERITIES.length] ?? 'low';
      // Many have the same time.
      const foundAt = `2026-05-0${1 + (n % 3)}T00:00:00.000Z`;
      stored.push({ findingId: await storeFinding(site, pageId, { severity, foundAt }), severity, foundAt });
      await storeFinding(site, hidden, { severity, foundAt });
    }
    const expected = stored
      .toSorted(
        (a, b) =>
          bySeverity * (SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity)) ||
          byTime * (a.foundAt.localeCompare(b.foundAt) || a.findingId.localeCompare(b.findingId)),
      )
      .map(({ findingId }) => findingId);
    for (const limit of [1, 4, 6, 22, 23, 50]) {
      const parts: string[][] = [];
      let cursor: string | undefined;
      do {
        const part = await list({ order, limit, ...(cursor === undefined ? {} : { cursor }) });
        parts.push(idsIn(part));
        cursor = part.cursor;
      } while (cursor !== undefined);
      expect(parts.flat()).toEqual(expected);
      expect(parts.length).toBe(Math.ceil(expected.length / limit));
    }
    const critical = expected.filter((id) => stored.some((one) => one.findingId === id && one.severity === 'critical'));
    expect(idsIn(await list({ order, severity: 'critical' }))).toEqual(critical);
    const severe = ['critical', 'high'];
    const isSevere = (id: string) => stored.some((one) => one.findingId === id && severe.includes(one.severity));
    expect(idsIn(await list({ order, severities: severe }))).toEqual(expected.filter(isSevere));
  },
);

it('the admin area accepts a cursor only for the order that it is from', async () => {
  const pageId = await aPage(site);
  for (let n = 0; n < 3; n += 1) await storeFinding(site, pageId);
  const { cursor } = await list({ order: 'most-severe', limit: 1 });
  for (const order of [{}, { order: 'newest' }, { order: 'least-severe' }])
    expect((await refusal(site, 'listFindings', { limit: 1, cursor, ...order }, as)).code).toBe('INVALID_CURSOR');
  expect(await refusal(site, 'listFindings', { order: 'x' })).toMatchObject({ fields: [{ field: 'order' }] });
});

it('the admin area reveals neither id nor time of a hidden finding at which a request stops reading', async () => {
  const hidden = await aHiddenPage();
  const foundAt = '2026-05-03T04:17:08.123Z';
  const ids: string[] = [];
  // More than one request reads.
  for (let n = 0; n < 800; n += 1) ids.push(await storeFinding(site, hidden, { foundAt }));
  await storeFinding(site, await aPage(site), { foundAt: '2026-05-01T00:00:00.000Z' });
  const parts: object[] = [await list({ limit: 1 }), await group({ by: 'page' })];
  const { cursor = '' } = parts[0] as FindingList;
  expect(parts[0]).toEqual({ findings: [], cursor });
  const shown = parts.map((part) => JSON.stringify(part)).join() + Buffer.from(cursor, 'base64url').toString('latin1');
  expect([foundAt, ...ids, hidden].filter((text) => shown.includes(text))).toEqual([]);
});

it('the admin area accepts a cursor only from the same admin, unchanged and for one day', async () => {
  const pageId = await aPage(site);
  for (let n = 0; n < 3; n += 1) await storeFinding(site, pageId);
  const { cursor = '' } = await list({ limit: 1 });
  const position = { time: '2026-11-21T09:00:00.000Z', key: '' };
  const madeUp = Buffer.from(Object.values(position).join(' ')).toString('base64url');
  const changed = `${cursor.startsWith('A') ? 'B' : 'A'}${cursor.slice(1)}`;
  for (const wrong of [madeUp, changed, `${cursor}=`, cursor.slice(4)])
    expect((await refusal(site, 'listFindings', { limit: 1, cursor: wrong }, as)).code).toBe('INVALID_CURSOR');
  expect((await refusal(site, 'listFindings', { limit: 1, cursor }, ADMIN.email)).code).toBe('INVALID_CURSOR');
  now = new Date(now.getTime() + 86_400_000 - 1);
  expect(idsIn(await list({ limit: 1, cursor }))).toHaveLength(1);
  now = new Date(now.getTime() + 1);
  expect((await refusal(site, 'listFindings', { limit: 1, cursor }, as)).code).toBe('INVALID_CURSOR');
});

it('the admin area applies each filter to list, count and groups alike, and refuses unknown ones', async () => {
  const [here, there] = [await aPage(site), await aPage(site, { spaceId: DEMO_SPACES.OPEN })];
  const { levelId } = levelNamed(site, 'Internal');
  await storeLevel(site, here, levelId);
  const wanted = await storeFinding(site, here, {
    detectorId: 'card-pan',
    category: 'financial',
    severity: 'critical',
    band: 'medium',
    status: 'resolved',
    fingerprint: 'fingerprint-that-is-looked-for',
    foundAt: '2026-05-01T00:00:00.000Z',
  });
  await storeFinding(site, there, { spaceId: DEMO_SPACES.OPEN });
  const filters: Readonly<Record<string, string>> = {
    spaceId: DEMO_SPACES.ENG,
    pageId: here,
    levelId,
    detectorId: 'card-pan',
    category: 'financial',
    severity: 'critical',
    band: 'medium',
    status: 'resolved',
    fingerprint: 'fingerprint-that-is-looked-for',
    from: '2026-04-30T00:00:00.000Z',
  };
  for (const [name, value] of [...Object.entries(filters), ['all', '']] as const) {
    const filter = name === 'all' ? filters : { [name]: value };
    expect([name, idsIn(await list(filter))]).toEqual([name, [wanted]]);
    expect([name, (await count(filter)).findings]).toEqual([name, 1]);
    expect([name, (await group({ ...filter, by: 'value' })).groups.length]).toEqual([name, 1]);
  }
  expect(idsIn(await list({ ...filters, to: '2026-04-30T00:00:00.000Z' }))).toEqual([]);
  for (const payload of [
    { status: 'no' },
    { category: 'x' },
    { pageId: 'x' },
    { levelId: 'x' },
    { from: 'x' },
    { x: 1 },
  ])
    expect(await refusal(site, 'listFindings', payload)).toMatchObject({
      code: 'INVALID_INPUT',
      fields: [{ field: Object.keys(payload)[0] }],
    });
});

it('the admin area reveals nothing about findings on hidden pages, not even how many match a filter', async () => {
  const [hidden, trashed, visible] = [await aHiddenPage(), await aPage(site), await aPage(site)];
  await trash(site, trashed);
  const same = { fingerprint: 'fingerprint-of-the-same' };
  const secret = await storeFinding(site, hidden, { ...same, severity: 'critical', detectorId: 'card-pan' });
  await storeFinding(site, trashed);
  const shown = await storeFinding(site, visible, same);

  expect(await list()).toEqual({ findings: [expect.objectContaining({ findingId: shown })] });
  expect(await count()).toMatchObject({ findings: 1, pages: 1, isComplete: true, byDetector: { email: 1 } });
  const { groups } = await group({ by: 'page' });
  expect(groups.map(({ key }) => key)).toEqual([visible]);
  expect(await details(shown)).toMatchObject({ places: [], hasMorePlaces: false });
  // Filters for findings on hidden pages have the same result as filters that match nothing.
  const absent = { detectorId: 'iban' };
  for (const filter of [{ pageId: hidden }, { detectorId: 'card-pan' }, { severity: 'critical' }])
    expect([filter, await list(filter), await count(filter), await group({ ...filter, by: 'value' })]).toEqual([
      filter,
      await list(absent),
      await count(absent),
      await group({ ...absent, by: 'value' }),
    ]);
  const refused = await refusal(site, 'getFinding', { findingId: secret }, as);
  expect(refused.code).toBe('FINDING_NOT_FOUND');
  expect(await refusal(site, 'getFinding', { findingId: crypto.randomUUID() }, as)).toEqual(refused);
  // The users of the restriction can see it.
  expect(idsIn(await list({ pageId: hidden }, ADMIN.email))).toEqual([secret]);
  expect((await details(secret, ADMIN.email)).places).toMatchObject([{ findingId: shown }]);
});

it('the admin area checks page by page without impersonation', async () => {
  site.close();
  site = openSite({ queryLagMs: 0, impersonation: false, now: () => new Date('2026-11-21T10:00:00.000Z') });
  const [hidden, visible] = [await aHiddenPage(), await aPage(site)];
  await storeFinding(site, hidden);
  const shown = await storeFinding(site, visible);
  expect(await list()).toEqual({ findings: [expect.objectContaining({ findingId: shown })] });
});

it('the admin area groups and counts findings with the same value or on the same page', async () => {
  const [one, other] = [await aPage(site), await aPage(site, { spaceId: DEMO_SPACES.OPEN })];
  const card = { fingerprint: 'fingerprint-of-the-card', detectorId: 'card-pan', category: 'financial' as const };
  await storeFinding(site, one, { ...card, severity: 'high' });
  await storeFinding(site, one, { ...card, severity: 'critical', status: 'resolved' });
  const newest = await storeFinding(site, other, { ...card, severity: 'critical' });
  await storeFinding(site, other);
  await storeFinding(site, await aHiddenPage(), card);

  const byValue = await group({ by: 'value' });
  expect(byValue.groups).toMatchObject([
    {
      key: card.fingerprint,
      findings: 3,
      pageIds: [other, one],
      numbers: { bySeverity: { critical: 2, high: 1 } },
      newest: { findingId: newest },
    },
    { findings: 1, pageIds: [other] },
  ]);
  expect(byValue.cursor).toBeUndefined();
  const byPage = await group({ by: 'page' });
  expect(byPage.groups.map(({ key, findings }) => [key, findings]).sort()).toEqual(
    [
      [one, 2],
      [other, 2],
    ].sort(),
  );
  expect(await count()).toEqual({
    findings: 4,
    pages: 2,
    isComplete: true,
    bySeverity: { critical: 2, high: 1, medium: 1 },
    byCategory: { financial: 3, pii: 1 },
    byStatus: { open: 3, resolved: 1 },
    byDetector: { 'card-pan': 3, email: 1 },
    bySpace: { [DEMO_SPACES.ENG]: 2, [DEMO_SPACES.OPEN]: 2 },
    pagesByValue: { [card.fingerprint]: 2 },
  });
});

it('the admin area shows for one finding the other places of its value, and how completely its page was scanned', async () => {
  const [pageId, other] = [await aPage(site), await aPage(site)];
  const same = { fingerprint: 'fingerprint-of-the-same' };
  const findingId = await storeFinding(site, pageId, {
    ...same,
    status: 'redacted',
    data: { evidence: ['checksum:luhn'], statusAt: '2026-11-21T08:00:00.000Z', statusBy: ADMIN.accountId },
  });
  const place = await storeFinding(site, other, same);
  expect((await count()).pagesByValue).toEqual({});
  expect((await details(findingId)).scan).toEqual({
    state: 'never',
    reasons: [],
    detectorsOverBudget: [],
    isCurrent: false,
  });
  const { version } = (await (await site.wiki('GET', `/api/v2/pages/${pageId}`)).json()) as {
    version: { createdAt: string };
  };
  const partly = { reasons: ['too-large'], detectorsOverBudget: ['email'], findingIds: [] };
  // Another version that had this number before an older one was deleted.
  await scanOf(pageId, { state: 'partial', data: { ...partly, versionAt: '2026-11-21T08:00:00.000Z' } });
  expect((await details(findingId)).scan).toMatchObject({ state: 'partial', isCurrent: false });
  await scanOf(pageId, { state: 'partial', data: { ...partly, versionAt: version.createdAt } });
  expect(await details(findingId)).toMatchObject({
    finding: {
      findingId,
      evidence: ['checksum:luhn'],
      statusBy: ADMIN.accountId,
      statusAt: '2026-11-21T08:00:00.000Z',
    },
    scan: { state: 'partial', reasons: ['too-large'], detectorsOverBudget: ['email'], isCurrent: true },
    places: [{ findingId: place, pageId: other }],
    hasMorePlaces: false,
  });
  for (let n = 0; n < 21; n += 1) await storeFinding(site, other, same);
  const many = await details(findingId);
  expect([many.places.length, many.hasMorePlaces]).toEqual([20, true]);
});

it('the admin area takes as many calls for the first page with any number of findings, and few to count them', async () => {
  const pageIds: string[] = [];
  for (let n = 0; n < 20; n += 1) pageIds.push(await aPage(site));
  const store = async (many: number) => {
    for (let n = 0; n < many; n += 1) await storeFinding(site, pageIds[n % pageIds.length] ?? '');
  };
  const callsOf = async (operation: string, payload: object) => {
    const { requestId } = await site.host.invokeResolver(operation, payload, ADMIN2.accountId);
    return (site.host.traces.find(requestId)?.calls ?? []).length;
  };
  await store(100);
  const first = await callsOf('listFindings', { status: 'open' });
  await store(3_000);
  expect(await callsOf('listFindings', { status: 'open' })).toBe(first);
  // The user's admin status, the exclusions, the findings, their pages, the levels of those, and 51 findings again by their ids.
  expect(first).toBeLessThanOrEqual(8);
  for (const [operation, payload] of [
    ['summarizeFindings', {}],
    ['groupFindings', { by: 'page' }],
  ] as const)
    expect(await callsOf(operation, payload)).toBeLessThanOrEqual(16);
  const { cursor, groups } = await group({ by: 'page' });
  expect([cursor === undefined, groups.length]).toEqual([false, 20]);
  expect((await group({ by: 'page', cursor })).groups[0]?.newest.foundAt).not.toBe(groups[0]?.newest.foundAt);
});
