import { ADMIN, DEMO_PAGES, DEMO_SPACES, EDITOR, VIEWER } from '../../local/demo';
import { storeFinding } from '../support/findings';
import { levelNamed, settle } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { putRow, rowsOf } from '../support/stored-rows';
import { aBlogPost, ADMIN_AND_APP, aPage, restrict, trash } from '../support/wiki-pages';
import { call, done, popup, setLevel, settleSurfaces } from './surface-site';

let site: Site;
beforeEach(() => {
  site = openSite();
});
afterEach(() => site.close());

const pageId = DEMO_PAGES.officeGuide;
const levelId = (name: Parameters<typeof levelNamed>[1]) => levelNamed(site, name).levelId;

it('the popup gives the same options as GET …/levels, for the scheme of the space and the rule for lowering', async () => {
  const scheme = { schemeId: crypto.randomUUID(), name: 'Few', levelIds: [levelId('Restricted'), levelId('Public')] };
  await settle(site, {
    lowering: 'justified',
    schemes: [scheme],
    spaces: { [DEMO_SPACES.ENG]: { schemeId: scheme.schemeId } },
  });
  const ofSpace = await aPage(site);
  const { key } = await site.createKey();
  await site.rest('POST', '/v1/page-level', { key, body: { pageId: ofSpace, levelId: levelId('Restricted') } });
  const shown = await popup(site, ofSpace, 'admin@example.com');
  const { body } = await site.rest('GET', `/v1/page-level/by-page/${ofSpace}/levels`, { key });
  expect(
    shown.options.map(({ levelId: id, name, allowed, reasons, needsReason }) => [
      id,
      name,
      allowed,
      reasons,
      needsReason,
    ]),
  ).toEqual(
    body.levels.map((level: Record<string, unknown>) =>
      ['levelId', 'name', 'allowed', 'reasons', 'needsJustification'].map((member) => level[member]),
    ),
  );
  expect(shown.options.map(({ isCurrent, isRaise }) => [isCurrent, isRaise])).toEqual([
    [false, true],
    [true, false],
    [false, false],
    [false, false],
  ]);
  expect(await popup(site, ofSpace, VIEWER.email)).toMatchObject({ canEdit: false, reasons: ['PAGE_NOT_EDITABLE'] });
});

it('the popup shows the level, how it got it, and how it can be cleared', async () => {
  expect(await popup(site, pageId)).toMatchObject({
    revision: 'absent',
    level: null,
    byline: { title: 'Not classified' },
    canEdit: true,
    history: [],
    hasMoreHistory: false,
  });
  expect(await popup(site, pageId)).not.toHaveProperty('clear');
  for (const name of ['Public', 'Internal', 'Restricted', 'Highly Restricted'] as const)
    await setLevel(site, { pageId, level: { levelId: levelId(name) } });
  const { key } = await site.createKey();
  await site.rest('DELETE', `/v1/page-level/by-page/${pageId}`, { key });
  await setLevel(site, { pageId, level: { levelId: levelId('Internal') }, reason: 'As agreed.' });
  const shown = await popup(site, pageId, VIEWER.email);
  const { color, description } = levelNamed(site, 'Internal');
  expect(shown).toMatchObject({
    revision: 6,
    level: { name: 'Internal', color, description },
    byline: { title: 'Internal' },
    canEdit: false,
    clear: { allowed: false, reasons: ['PAGE_NOT_EDITABLE'], needsReason: false },
    hasMoreHistory: true,
  });
  expect(shown.history).toMatchObject([
    {
      from: null,
      to: { name: 'Internal' },
      by: { kind: 'person', name: EDITOR.displayName },
      method: 'MANUAL',
      reason: 'As agreed.',
    },
    { from: { name: 'Highly Restricted' }, to: null, method: 'REST_API' },
    { from: { name: 'Restricted' }, to: { name: 'Highly Restricted' }, method: 'MANUAL' },
  ]);
  expect(shown).not.toHaveProperty('evidence');
  expect(shown.may).toEqual({ exclude: false, redact: false });
});

async function scanned(findingIds: readonly string[], pageVersion = 1): Promise<void> {
  await putRow(site, 'page-scan', pageId, {
    v: 1,
    rev: 1,
    spaceId: DEMO_SPACES.ENG,
    pageVersion,
    scannedAt: '2026-03-10T00:00:00.000Z',
    configHash: 'hash',
    state: 'complete',
    data: { reasons: [], detectorsOverBudget: [], findingIds },
  });
}

it('the popup shows open findings by value to people who may edit the page, masked, and without excluded ones', async () => {
  const fingerprint = 'fingerprint-of-a-value';
  const same = { fingerprint, severity: 'critical', detectorId: 'card-pan' } as const;
  const [one, two, excluded] = [
    await storeFinding(site, pageId, same),
    await storeFinding(site, pageId, same),
    await storeFinding(site, pageId, { fingerprint: 'fingerprint-excluded' }),
  ];
  const name = await storeFinding(site, pageId, { severity: 'high' });
  const attached = await storeFinding(site, pageId, {
    severity: 'low',
    data: {
      location: {
        field: 'attachment-name',
        representation: 'plain',
        kind: 'text',
        ranges: [],
        blockHash: 'h',
        occurrence: 0,
      },
    },
  });
  await scanned([one, two, excluded, name, attached]);
  const value = [
    {
      exclusionId: crypto.randomUUID(),
      match: { by: 'fingerprint', fingerprints: ['fingerprint-excluded'] },
      scope: { of: 'page', pageId },
      reason: 'Test',
      createdBy: EDITOR.accountId,
      createdAt: '2026-03-10T00:00:00.000Z',
    },
  ];
  await putRow(site, 'config', 'detection-exclusions', { v: 1, rev: 1, value });
  const { evidence } = await popup(site, pageId);
  expect(evidence).toEqual({
    open: { critical: 2, high: 1, medium: 0, low: 1 },
    findings: [
      {
        findingId: one,
        detector: 'Payment card number',
        severity: 'critical',
        excerpt: 'write to •••••••• today',
        explanation: expect.stringMatching(/^Found because /),
        count: 2,
        canRedact: true,
      },
      expect.objectContaining({ findingId: name, severity: 'high', count: 1 }),
      expect.objectContaining({ findingId: attached, canRedact: false }),
    ],
    hasMore: false,
    scan: 'outdated',
  });
  expect(await popup(site, pageId, VIEWER.email)).not.toHaveProperty('evidence');
});

it('the popup says that the app cannot view the page, and never that a scan is still to come', async () => {
  const hidden = await aPage(site);
  await restrict(site, hidden, 'read', [ADMIN.accountId]);
  const scan = async () => (await popup(site, hidden, ADMIN.email)).evidence?.scan;
  // No event has arrived.
  expect(await scan()).toBe('not-visible');
  await site.host.background.settle();
  expect(await scan()).toBe('not-visible');
  await restrict(site, hidden, 'read', ADMIN_AND_APP);
  await site.host.background.settle();
  expect(await scan()).toBe('current');
});

it('the popup names the findings behind a change only to people who may edit the page', async () => {
  const found = 'Sensitive data was found on the page';
  await putRow(site, 'level-change', crypto.randomUUID(), {
    v: 1,
    pageId,
    pageRev: 1,
    spaceId: DEMO_SPACES.ENG,
    levelId: levelId('Restricted'),
    changedAt: '2026-03-10T00:00:00.000Z',
    classifierId: 'system',
    method: 'DETECTION',
    pageVersion: 1,
    justification: `${found}: card-pan (2).`,
  });
  for (const [as, reason] of [
    [EDITOR.email, `${found}: Payment card number (2 times).`],
    [VIEWER.email, `${found}.`],
  ] as const) {
    const entry = { by: { kind: 'app' }, reason };
    expect((await popup(site, pageId, as)).history).toMatchObject([entry]);
    expect(await done(site, 'listHistory', {}, { pageId, as })).toMatchObject({ entries: [entry] });
  }
});

it('the popup requires the level that findings call for, as the API does', async () => {
  const findingId = await storeFinding(site, pageId, { severity: 'high' });
  await scanned([findingId]);
  const rules = [{ severity: 'high', levelId: levelId('Restricted') }];
  const { rev, regions, minConfidence, targets, triggers } = (await site.admin('getDetection', {})).value;
  await site.admin('changeSiteDetection', { rev, regions, minConfidence, targets, triggers, rules });
  const shown = await popup(site, pageId);
  expect(shown.evidence?.requiredLevel).toMatchObject({ name: 'Restricted', allowed: true });
  expect(shown.options.find(({ name }) => name === 'Public')?.reasons).toEqual(['LEVEL_BELOW_FINDINGS']);
  expect(await setLevel(site, { pageId, level: { levelId: levelId('Public') } })).toMatchObject({
    outcome: 'denied',
    code: 'LEVEL_BELOW_FINDINGS',
  });
  expect(await setLevel(site, { pageId, level: { levelId: levelId('Restricted') } })).toMatchObject({
    outcome: 'changed',
  });
  expect((await popup(site, pageId)).evidence).not.toHaveProperty('requiredLevel');
});

it('the popup answers for a missing page as for one that the person cannot see, with the same calls', async () => {
  const secret = await aPage(site);
  await site.rest('POST', '/v1/page-level', {
    key: (await site.createKey()).key,
    body: { pageId: secret, levelId: levelId('Restricted') },
  });
  await restrict(site, secret, 'read', ADMIN_AND_APP);
  const trashed = await aPage(site);
  await trash(site, trashed);
  const draft = await aPage(site, { status: 'draft' });
  const pages = [secret, trashed, draft, '9007199254740991'];
  const answers = [];
  for (const id of pages) {
    const forged = { content: { id, type: 'page', subtype: null } };
    const { result, calls } = await site.surfaceCalls(
      'level-byline',
      'openPopup',
      {},
      { as: EDITOR.email, pageId, forged },
    );
    answers.push({ result, calls: calls.map(({ path }) => path.replace(/\d{5,}/g, '{id}')) });
  }
  const [ofSecret, ofTrashed, ...others] = answers;
  for (const answer of others) expect(answer).toEqual(ofSecret);
  // Confluence shows the person a page in the trash, so its calls may differ.
  expect(ofTrashed?.result).toEqual(ofSecret?.result);
  expect(ofSecret?.result).toEqual({ ok: true, value: { state: 'hidden' } });
});

it('the popup says that classification is off in a space, and that other content has no level', async () => {
  await settleSurfaces(site, { offSpaceIds: [DEMO_SPACES.ENG], peopleMayExclude: true });
  const inSpace = await aPage(site);
  expect(await done(site, 'openPopup', {}, { pageId: inSpace })).toEqual({ state: 'off' });
  const level = { levelId: levelId('Public') };
  expect(await done(site, 'setLevel', { level, revision: 'absent' }, { pageId: inSpace })).toEqual({ state: 'off' });
  const forged = { content: { id: pageId, type: 'whiteboard', subtype: null } };
  expect(await done(site, 'openPopup', {}, { pageId, forged })).toEqual({ state: 'not-a-page' });
});

it('the popup, the byline, the banner and the macro of a blog post agree, and say what is for pages only', async () => {
  await settleSurfaces(site, { bylineNames: 'viewer', peopleMayExclude: true, peopleMayRedact: true });
  const level = { levelId: levelId('Restricted') };
  const { key } = await site.createKey();
  await site.rest('PATCH', `/v1/level/${level.levelId}`, { key, body: { banner: { text: 'Do not share.' } } });
  const post = await aBlogPost(site, { text: 'Card number: 4539 1488 0343 6467.' });
  await site.host.background.settle();
  const at = { pageId: post };
  const byline = () => site.byline('level-byline-by-language', { ...at, as: EDITOR.email });
  const before = await popup(site, post);
  expect(before).toMatchObject({
    level: null,
    byline: { title: 'Not classified', tooltip: 'This blog post has no classification level' },
    canEdit: true,
    evidence: { open: { high: 1 }, findings: [{ canRedact: true, count: 1 }], scan: 'current' },
    may: { exclude: true, redact: true },
  });
  expect(await byline()).toEqual(before.byline);
  for (const member of ['review', 'exposure']) expect(before).not.toHaveProperty(member);
  const findingId = before.evidence?.findings[0]?.findingId ?? '';
  expect(await done(site, 'openFinding', { findingId }, at)).toMatchObject({ context: { state: 'shown' } });
  const excluded = await done(site, 'excludeFinding', { findingId, reason: 'A test card.' }, at);
  expect(excluded).toMatchObject({ outcome: 'excluded', page: { evidence: { open: { high: 0 } } } });

  const set = await setLevel(site, { pageId: post, level });
  expect(set).toMatchObject({ outcome: 'changed', page: { level: { name: 'Restricted' }, canEdit: true } });
  expect(await byline()).toMatchObject({ title: 'Restricted' });
  expect(await done(site, 'openBanner', {}, at)).toMatchObject({ state: 'banner', text: 'Do not share.' });
  expect(await done(site, 'openLevel', {}, at)).toMatchObject({ level: { name: 'Restricted' } });
  expect(await done(site, 'listHistory', {}, at)).toMatchObject({ entries: [{ to: { name: 'Restricted' } }] });
  const viewed = await popup(site, post, VIEWER.email);
  expect(viewed).toMatchObject({ level: { name: 'Restricted' }, canEdit: false });
  expect(viewed).not.toHaveProperty('evidence');
  for (const operation of ['checkUse', 'openBelow', 'setReviewDate'] as const)
    expect(await done(site, operation, {}, at)).toEqual({ state: 'not-a-page' });
});

it('the popup of a blog post answers as for a missing one to people who cannot see it, and before it is published', async () => {
  const hidden = await aBlogPost(site);
  await restrict(site, hidden, 'read', ADMIN_AND_APP);
  const draft = await aBlogPost(site, { status: 'draft', by: EDITOR.email });
  for (const id of [hidden, draft, '9007199254740991', pageId]) {
    const forged = { content: { id, type: 'blogpost', subtype: null } };
    expect(await done(site, 'openPopup', {}, { pageId, forged })).toEqual({ state: 'hidden' });
  }
});

it('a draft has no level and no scan, also for its author, until it is published', async () => {
  const draft = { status: 'draft', by: EDITOR.email, text: 'Card number: 4539 1488 0343 6467.' } as const;
  for (const [id, type] of [
    [await aPage(site, draft), 'page'],
    [await aBlogPost(site, draft), 'blogpost'],
  ] as const) {
    await site.host.background.settle();
    const forged = { content: { id, type, subtype: null } };
    const level = { levelId: levelId('Restricted') };
    for (const as of [EDITOR.email, ADMIN.email]) {
      expect(await done(site, 'openPopup', {}, { pageId, forged, as })).toEqual({ state: 'hidden' });
      const set = { level, revision: 'absent' };
      expect(await done(site, 'setLevel', set, { pageId, forged, as })).toEqual({ state: 'hidden' });
    }
    for (const entity of ['page-level', 'page-scan'] as const)
      expect(rowsOf(site, entity).map(({ key }) => key)).not.toContain(id);
  }
});

it.each([[{ pageId: '164001' }], [{ extension: {} }], [[]], ['text'], [7]])(
  'the popup refuses the payload %j, so that no payload can name a page',
  async (payload) => {
    expect(await call(site, 'openPopup', payload, { pageId })).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT' },
    });
  },
);
