import { ADMIN, ADMIN2, DEMO_SPACES, VIEWER } from '../../local/demo';
import type { PageUseView } from '../../src/admin/pages/page-use';
import type { Overview } from '../../src/admin/site/overview';
import { done as admin } from '../admin/ask';
import { callsOf } from '../support/disclosure';
import { storePageExposure } from '../support/exposure';
import { storeFinding, storePageScan } from '../support/findings';
import { levelNamed } from '../support/levels';
import { openSite, type RestAnswer, type Site } from '../support/site';
import { everythingStored, putRow, rowsOf } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, purge, restrict, storeLevel, takeSpacePermission } from '../support/wiki-pages';
import { done } from '../surfaces/surface-site';

/** Decisions about the use of pages, and the rules for them, over REST. */

const NOW = new Date('2026-11-24T08:00:00.000Z');
const UNTIL = '2026-11-24T08:05:00.000Z';

let site: Site;
let keys: Readonly<Record<'classifier' | 'detective' | 'manager' | 'limited', string>>;
const levelId = (name: Parameters<typeof levelNamed>[1]) => levelNamed(site, name).levelId;

beforeAll(async () => {
  site = openSite({ meter: 'off', queryLagMs: 0, now: () => NOW });
  await takeSpacePermission(site, 'HR', ADMIN2.accountId);
  const keyOf = async (name: string, settings: object) =>
    (await site.createKey({ name, as: ADMIN2.email, ...settings })).key;
  keys = {
    classifier: await keyOf('classifier', { classificationScope: 'read' }),
    detective: await keyOf('detective', { classificationScope: 'read', detectionScope: 'read' }),
    manager: await keyOf('manager', { classificationScope: 'manage' }),
    limited: await keyOf('limited', { classificationScope: 'read', spaceLimit: [DEMO_SPACES.OPEN] }),
  };
});
afterAll(() => site.close());

/** Each test starts with the proposed rules. */
beforeEach(() => putRow(site, 'config', 'governance', { v: 1, rev: 1, value: {} }));

type Reader = keyof typeof keys;
const check = (purpose: string, pageIds: readonly string[], reader: Reader = 'detective') =>
  site.rest('POST', '/v1/page-use/check', { key: keys[reader], body: { purpose, pageIds } });
const decisionsIn = ({ body }: RestAnswer): readonly (readonly [string, readonly string[]])[] =>
  body.results.map(({ decision, reasons }: { decision: string; reasons: readonly string[] }) => [decision, reasons]);
const setRules = (rules: readonly object[], headers = {}) =>
  site.rest('PUT', '/v1/setting/page-use', { key: keys.manager, body: { rules }, headers });

async function aPageOf(
  level: Parameters<typeof levelNamed>[1] | undefined,
  { severity = '', isScanned = true } = {},
): Promise<string> {
  const pageId = await aPage(site, { by: ADMIN2.email });
  if (level !== undefined) await storeLevel(site, pageId, levelId(level));
  const found = severity === '' ? [] : [await storeFinding(site, pageId, { severity: severity as 'high' })];
  if (isScanned) await storeScan(pageId, found);
  return pageId;
}

const storeScan = (pageId: string, findingIds: readonly string[]) =>
  storePageScan(site, pageId, findingIds, {
    data: { reasons: [], detectorsOverBudget: [], versionAt: NOW.toISOString(), findingIds },
  });

/** As it was measured. */
async function exposeToAnyone(pageId: string): Promise<void> {
  await storePageExposure(site, pageId, levelId('Restricted'));
  await putRow(site, 'governance', `space:${DEMO_SPACES.ENG}`, {
    ...{ v: 1, rev: 1, kind: 'space', dueAt: '2099-01-01T00:00:00.000Z' },
    data: {
      principals: {
        ...{ groupIds: [], people: 2, guests: 0, apps: 0, anonymous: true, loggedIn: true },
        ...{ allLicensed: false, hasOtherClass: false },
      },
      ...{ model: 'roles', isComplete: true, checkedAt: '2026-11-23T08:00:00.000Z' },
    },
  });
}

const OTHERS = { when: 'level', levelId: 'public', ask: [], deny: [] };

describe('a decision', () => {
  const RULES = [
    { when: 'level', levelId: 'restricted', ask: ['export'], deny: [] },
    OTHERS,
    { when: 'no-level', ask: ['export'], deny: [] },
    { when: 'findings', severity: 'high', ask: ['export'], deny: [] },
    { when: 'findings', severity: 'critical', ask: [], deny: ['export'] },
    { when: 'not-scanned', ask: ['export'], deny: [] },
    { when: 'over-exposed', ask: [], deny: ['export'] },
  ];

  it.each([
    ['Restricted', {}, 'ask', ['level']],
    ['Restricted', { severity: 'high' }, 'ask', ['level', 'findings']],
    ['Restricted', { severity: 'critical' }, 'deny', ['level', 'findings']],
    ['Public', {}, 'allow', []],
    ['Public', { severity: 'medium' }, 'allow', []],
    ['Public', { severity: 'critical' }, 'deny', ['findings']],
    ['Public', { isScanned: false }, 'ask', ['not-scanned']],
    [undefined, { isScanned: false }, 'ask', ['no-level', 'not-scanned']],
  ] as const)('follows from the level %s and %o: %s', async (level, facts, decision, reasons) => {
    expect((await setRules(RULES)).status).toBe(200);
    const pageId = await aPageOf(level, facts);
    expect(decisionsIn(await check('export', [pageId]))).toEqual([[decision, reasons]]);
    // Another purpose needs no rule.
    expect(decisionsIn(await check('guest', [pageId]))).toEqual([['allow', []]]);
    const [[withoutScope = '', why] = []] = decisionsIn(await check('export', [pageId], 'classifier'));
    expect(withoutScope).toBe(decision);
    expect(why?.filter((reason) => reason === 'findings' || reason === 'not-scanned')).toEqual([]);
  });

  it('asks for a page that was edited after its scan', async () => {
    await setRules(RULES);
    const pageId = await aPageOf('Public');
    await storePageScan(site, pageId, [], {
      data: { reasons: [], detectorsOverBudget: [], versionAt: '2026-11-01T08:00:00.000Z', findingIds: [] },
    });
    expect(decisionsIn(await check('export', [pageId]))).toEqual([['ask', ['not-scanned']]]);
  });

  it('denies a page over its exposure rule as it was measured', async () => {
    await setRules(RULES);
    const pageId = await aPageOf('Restricted');
    await exposeToAnyone(pageId);
    expect(decisionsIn(await check('export', [pageId], 'classifier'))).toEqual([['deny', ['level', 'over-exposed']]]);
  });

  it('counts findings that cannot be read as the worst ones', async () => {
    const pageId = await aPageOf('Public');
    await storeScan(pageId, ['00000000-0000-4000-8000-00000000dead']);
    expect(decisionsIn(await check('public', [pageId]))).toEqual([['deny', ['unknown']]]);
    expect(decisionsIn(await check('public', [pageId], 'classifier'))).toEqual([['deny', ['policy']]]);
  });

  it('reads at most 500 findings, and denies the pages after them', async () => {
    const [one, other] = [await aPageOf('Public'), await aPageOf('Public')];
    const ids = (count: number) =>
      Promise.all(Array.from({ length: count }, () => storeFinding(site, one, { severity: 'low' })));
    await storeScan(one, await ids(300));
    await storeScan(other, await ids(300));
    expect(decisionsIn(await check('public', [one, other]))).toEqual([
      ['allow', []],
      ['deny', ['unknown']],
    ]);
    expect(decisionsIn(await check('public', [other]))).toEqual([['allow', []]]);
  });

  it('differs after a change of the level, and has a version, a guideline and an end', async () => {
    const pageId = await aPageOf('Public');
    const { body } = await check('public', [pageId]);
    expect(body).toEqual({
      results: [{ pageId, decision: 'allow', reasons: [], guideline: null, pageVersion: 1, validUntil: UNTIL }],
      policyRev: 1,
    });
    await storeLevel(site, pageId, levelId('Highly Restricted'));
    expect(decisionsIn(await check('public', [pageId]))).toEqual([['deny', ['level']]]);
  });
});

it('a hidden page is denied with the bytes and calls of a missing one, in the order of the request', async () => {
  const visible = await aPageOf('Public', { severity: 'critical' });
  const restricted = await aPageOf('Public', { severity: 'critical' });
  await restrict(site, restricted, 'read', ADMIN_AND_APP, ADMIN2.email);
  const purged = await aPageOf('Public', { severity: 'critical' });
  await purge(site, purged);
  const elsewhere = await aPage(site, { by: ADMIN.email, spaceId: DEMO_SPACES.HR });
  const answers = [];
  for (const pageId of ['9007199254740991', restricted, purged, elsewhere]) {
    const answer = await check('public', [visible, pageId]);
    const [, other] = answer.body.results;
    answers.push([{ ...other, pageId: '' }, callsOf(answer)]);
  }
  expect(answers[0]?.[0]).toEqual({
    ...{ pageId: '', decision: 'deny', reasons: ['not-found'] },
    ...{ guideline: null, pageVersion: null, validUntil: UNTIL },
  });
  expect(answers).toEqual(Array(answers.length).fill(answers[0]));
  expect(decisionsIn(await check('public', [visible], 'limited'))).toEqual([['deny', ['not-found']]]);
});

it.each([
  ['purpose', { purpose: 'sell', pageIds: ['164001'] }, '#/purpose'],
  ['no page', { purpose: 'export', pageIds: [] }, '#/pageIds'],
  [
    'too many pages',
    { purpose: 'export', pageIds: Array.from({ length: 26 }, (_, at) => String(at + 1)) },
    '#/pageIds',
  ],
])('a wrong request is refused by its field: %s', async (_name, body, pointer) => {
  const answer = await site.rest('POST', '/v1/page-use/check', { key: keys.detective, body });
  expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, pointer]);
});

describe('the popup', () => {
  const PURPOSES = ['guest', 'public', 'export', 'ai-read', 'ai-index', 'ai-train'];
  const inPopup = async (pageId: string, as = ADMIN.email) => {
    const answer = await done(site, 'checkUse', {}, { pageId, as });
    return answer.state === 'checked' ? answer : undefined;
  };
  const usesIn = async (pageId: string, as?: string) =>
    (await inPopup(pageId, as))?.uses.map(({ purpose, decision, reasons }) => [purpose, decision, reasons]);

  it('gives a person the decisions of the API for every purpose, and counts no denial', async () => {
    await setRules([
      { when: 'level', levelId: 'restricted', ask: ['ai-read', 'guest'], deny: ['public', 'ai-train'] },
      { when: 'findings', severity: 'high', ask: [], deny: ['export'] },
      { when: 'not-scanned', ask: ['ai-index'], deny: [] },
      { when: 'over-exposed', ask: [], deny: ['guest'] },
    ]);
    const pageId = await aPageOf('Restricted', { severity: 'high', isScanned: false });
    await storePageScan(site, pageId, [await storeFinding(site, pageId, { severity: 'high' })]);
    await exposeToAnyone(pageId);
    const expected = [];
    for (const purpose of PURPOSES) {
      const [[decision, reasons] = []] = decisionsIn(await check(purpose, [pageId]));
      expected.push([purpose, decision, reasons]);
    }
    const stored = everythingStored(site);
    expect(await inPopup(pageId)).toMatchObject({ validUntil: UNTIL });
    expect(await usesIn(pageId)).toEqual(expected);
    expect(expected).toEqual([
      ['guest', 'deny', ['level', 'over-exposed']],
      ['public', 'deny', ['level']],
      ['export', 'deny', ['findings']],
      ['ai-read', 'ask', ['level']],
      ['ai-index', 'ask', ['not-scanned']],
      ['ai-train', 'deny', ['level']],
    ]);
    // A viewer gets the same decisions, and no reason about findings, scans or exposure.
    expect(await usesIn(pageId, VIEWER.email)).toEqual([
      ['guest', 'deny', ['level', 'policy']],
      ['public', 'deny', ['level']],
      ['export', 'deny', ['policy']],
      ['ai-read', 'ask', ['level']],
      ['ai-index', 'ask', ['policy']],
      ['ai-train', 'deny', ['level']],
    ]);
    expect(everythingStored(site)).toEqual(stored);
  });

  it('allows nothing if the rules cannot be read', async () => {
    const pageId = await aPageOf('Public');
    await putRow(site, 'config', 'governance', { v: 1, rev: 1, value: { use: 'broken' } });
    const answer = await site.surface('level-byline', 'checkUse', {}, { pageId, as: ADMIN.email });
    expect([answer.ok, JSON.stringify(answer)]).toEqual([false, expect.not.stringContaining('allow"')]);
  });
});

it('denials are counted by purpose, level and day, and the count has no page', async () => {
  const pageId = await aPageOf('Highly Restricted');
  const name = `page-use-denials#2026-11-24`;
  const countIn = () => {
    const { value = '{}' } = everythingStored(site).find(({ key }) => key === name) ?? {};
    return JSON.parse(value).counts?.[`ai-train:${levelId('Highly Restricted')}`] ?? 0;
  };
  const before = countIn();
  await check('ai-train', [pageId, '9007199254740991']);
  await check('ai-train', [pageId]);
  expect(countIn()).toBe(before + 2);
  expect(everythingStored(site).find(({ key }) => key === name)?.value).not.toContain(pageId);
});

it('an admin sees the denials of seven days by purpose and level on the overview and beside the rules, and none if there are none', async () => {
  const highest = levelId('Highly Restricted');
  const { storage, installation } = site.host;
  const ofDay = (day: number, counts: object) =>
    storage.handleUncounted(installation.installationId, '/api/v1/set', {
      ...{ key: `page-use-denials#2026-11-${day}`, value: { v: 1, counts } },
    });
  await ofDay(17, { [`export:${highest}`]: 1_000 });
  for (const day of [18, 19, 20, 21, 22, 23, 24]) await ofDay(day, {});
  const overview = () => admin<Overview>(site, 'getOverview', {});
  expect(await overview()).not.toHaveProperty('denials');
  await ofDay(18, { [`export:${highest}`]: 40, 'guest:none': 1 });
  await ofDay(24, {
    [`export:${highest}`]: 2,
    [`ai-read:${highest}`]: 5,
    'export:00000000-0000-4000-8000-000000000000': 3,
  });
  const { denials } = await overview();
  const level = 'Highly Restricted';
  expect(denials).toEqual({
    asOf: NOW.toISOString(),
    denied: expect.arrayContaining([
      { purpose: 'export', levelId: highest, level, count: 42 },
      { purpose: 'guest', levelId: 'none', count: 1 },
      { purpose: 'ai-read', levelId: highest, level, count: 5 },
      { purpose: 'export', levelId: '00000000-0000-4000-8000-000000000000', count: 3 },
    ]),
  });
  expect(denials?.denied).toHaveLength(4);
  expect((await admin<PageUseView>(site, 'getPageUse', {})).denials).toEqual(denials);
});

describe('the rules', () => {
  it('are the proposed ones until the first change, which is in the audit log and keeps the other parts of the row', async () => {
    const read = () => site.rest('GET', '/v1/setting/page-use', { key: keys.manager });
    const proposed = await read();
    expect(proposed.body.isProposed).toBe(true);
    expect(proposed.body.rules.map(({ when }: { when: string }) => when)).toEqual([
      ...Array(4).fill('level'),
      ...['no-level', 'findings'],
    ]);
    await putRow(site, 'config', 'governance', { v: 1, rev: 1, value: { exposure: { rules: {}, exceptions: [] } } });
    const answer = await setRules([OTHERS], { 'If-Match': String(proposed.header('ETag')) });
    expect([answer.status, answer.body.isProposed]).toEqual([200, false]);
    expect(rowsOf(site, 'config', 'governance')[0]?.value).toEqual({
      ...{ v: 1, rev: 2 },
      value: {
        exposure: { rules: {}, exceptions: [] },
        use: { rules: { [`level:${levelId('Public')}`]: { ask: [], deny: [] } } },
      },
    });
    const events = rowsOf(site, 'audit').filter(({ value }) => value.type === 'page-use.rule.updated');
    expect(events.map(({ value }) => value)).toContainEqual(
      expect.objectContaining({
        subject: 'page-use',
        details: expect.objectContaining({ after: { useRules: [] } }),
      }),
    );
    const stale = await setRules([OTHERS], { 'If-Match': String(proposed.header('ETag')) });
    expect(stale.status).toBe(412);
    expect(decisionsIn(await check('export', [await aPageOf('Restricted'), await aPageOf(undefined)]))).toEqual([
      ['deny', ['level']],
      ['deny', ['no-level']],
    ]);
    const exposure = await site.rest('GET', '/v1/setting/exposure', { key: keys.manager });
    expect(exposure.body).toEqual({ rules: [], isProposed: false });
  });

  it.each([
    ['an unknown level', { when: 'level', levelId: 'secret', ask: [], deny: [] }, 422, undefined],
    [
      'a level in another rule',
      { when: 'findings', severity: 'high', levelId: 'public', ask: [], deny: [] },
      400,
      '#/rules/0/levelId',
    ],
    ['no severity', { when: 'findings', ask: [], deny: [] }, 400, '#/rules/0/severity'],
    ['an unknown purpose', { ...OTHERS, deny: ['sell'] }, 400, '#/rules/0/deny/0'],
  ])('refuse %s', async (_name, rule, status, pointer) => {
    const answer = await setRules([rule]);
    expect([answer.status, pointer === undefined ? undefined : answer.body.errors[0].pointer]).toEqual([
      status,
      pointer,
    ]);
  });

  it('refuse a rule that is in the list twice', async () => {
    expect((await setRules([OTHERS, OTHERS])).body.errors[0].pointer).toBe('#/rules/1');
  });
});
