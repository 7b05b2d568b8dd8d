import { ADMIN, ADMIN2, DEMO_PAGES, DEMO_SPACES, EDITOR, VIEWER } from '../../local/demo';
import { siteAri } from '../../local/forge/runtime';
import type { AdminOperations } from '../../src/admin/contract';
import { ADMIN_OPERATIONS } from '../../src/admin/resolver';
import { defaultLevels } from '../../src/classification/default-levels';
import type { Log } from '../../src/platform/log';
import type { Fault } from '../../local/forge/faults';
import { storeFinding } from '../support/findings';
import { NATIVE } from '../support/native-levels';
import { everythingStored, putRow, rowsOf } from '../support/stored-rows';
import { installBeforeDetectors } from '../support/observed';
import { openSite, type Site } from '../support/site';
import { aNewKey, ask, type CreatedKey, done, refusal } from './ask';

/** The admin resolver accepts only users whom Confluence currently confirms as site admins; any doubt is a refusal. */

let site: Site;
let logged: [string, object][];
let key: CreatedKey;
let findingId: string;
beforeEach(async () => {
  logged = [];
  const log: Log = (event, fields) => logged.push([event, fields]);
  site = openSite({ log });
  key = await done<CreatedKey>(site, 'createKey', aNewKey({ classificationScope: 'manage' }));
  findingId = await storeFinding(site, DEMO_PAGES.openHome);
});
afterEach(() => site.close());

/** Every operation, so that none can be omitted. */
const OPERATIONS = Object.keys(ADMIN_OPERATIONS);

/** The scheme that the previous operation has created. */
function storedScheme(): string {
  const stored = rowsOf(site, 'config').map(({ value }) => JSON.stringify(value['value']));
  return /"schemeId":"([^"]+)"/.exec(stored.join())?.[1] ?? '00000000-0000-4000-8000-000000000000';
}

/** The custom detector that a previous operation has created. */
function storedDetector(): string {
  const stored = rowsOf(site, 'config').map(({ value }) => JSON.stringify(value['value']));
  return /"(custom:[0-9a-f-]{36})"/.exec(stored.join())?.[1] ?? 'custom:00000000-0000-4000-8000-000000000000';
}

const A_DETECTOR = {
  name: 'New',
  category: 'pii' as const,
  severity: 'low' as const,
  pattern: 'B[0-9]+',
  samples: { match: ['B1'], noMatch: ['B'] },
};

/** The exclusion that a previous operation has created. */
function storedExclusion(): string {
  const stored = rowsOf(site, 'config').map(({ value }) => JSON.stringify(value['value']));
  return /"exclusionId":"([^"]+)"/.exec(stored.join())?.[1] ?? REQUEST_KEY;
}

const REQUEST_KEY = '3a0f6c0e-8c7b-4d52-9a41-7f2f1c7f5a10';

/** The job that a previous operation has created. */
function storedJob(): string {
  const [job] = rowsOf(site, 'job').filter(
    ({ key, value }) => !key.includes(':') && key !== ENDED_JOB && value['state'] !== undefined,
  );
  return job?.key ?? REQUEST_KEY;
}

/** The scan that a previous operation has created. */
function storedScan(): string {
  const [scan] = rowsOf(site, 'job').flatMap(({ key }) => /^scan:(.{36})$/.exec(key)?.[1] ?? []);
  return scan ?? REQUEST_KEY;
}

/** The redaction that a previous operation has created. */
function storedRedaction(): string {
  const [redaction] = rowsOf(site, 'job').flatMap(({ key }) => /^redaction:(.{36})$/.exec(key)?.[1] ?? []);
  return redaction ?? REQUEST_KEY;
}

/** The update of all pages that a previous operation has started. */
function storedWalk(): string {
  const stored = rowsOf(site, 'config').map(({ value }) => JSON.stringify(value['value']));
  return /"walkId":"([^"]+)"/.exec(stored.join())?.[1] ?? REQUEST_KEY;
}

const ERASURES = { confirm: 'c'.repeat(22), withdraw: 'd'.repeat(22) } as const;

/** Two requests of another admin, and a person without one. */
async function storeErasures(): Promise<void> {
  const requestedAt = new Date().toISOString();
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const data = { cause: 'admins', accountId: VIEWER.accountId, requestedBy: ADMIN2.accountId, expiresAt, rows: 0 };
  for (const id of Object.values(ERASURES))
    await putRow(site, 'erasure', id, { v: 1, rev: 1, state: 'requested', requestedAt, data });
  await putRow(site, 'person', EDITOR.accountId, { v: 1, seenAt: requestedAt });
}

const ENDED_JOB = '00000000-0000-4000-8000-00000000e0d0';

/** A job of the admin that set suggested levels. */
async function storeEndedJob(): Promise<void> {
  const at = new Date().toISOString();
  const order = { chosen: { alsoLower: false }, onlyUnclassified: false, dryRun: false };
  const data = {
    ...{ createdBy: ADMIN.accountId, fingerprint: 'x', order, found: 0, done: 0, failed: 0, stalled: 0 },
    ...{ touchedAt: at, finishedAt: at },
  };
  await putRow(site, 'job', ENDED_JOB, { v: 1, rev: 1, createdAt: at, state: 'succeeded', data });
}

/** A payload of each operation that needs one, by its type: a new operation does not compile without a row. */
type Payloads = {
  readonly [
    Name in keyof AdminOperations as Record<string, never> extends AdminOperations[Name]['payload'] ? never : Name
  ]: AdminOperations[Name]['payload'];
};

/** A valid payload of a site admin for each operation, in order. */
function payloadOf(operation: string): object {
  const { keyId } = key;
  const levels = defaultLevels(siteAri(site.host.installation));
  const levelIds = levels.map(({ levelId }) => levelId);
  const [levelId = '', parent = ''] = levelIds;
  const subLevelIds = levels[1]?.subLevels.map(({ subLevelId }) => subLevelId) ?? [];
  const [subLevelId = ''] = subLevelIds;
  const expiresOn = String(aNewKey()['expiresOn']);
  const payloads: Payloads & Partial<Record<keyof AdminOperations, object>> = {
    createKey: { name: 'CI', classificationScope: 'read', expiresOn },
    getKey: { keyId },
    getKeyDetails: { keyId },
    editKey: { keyId, rev: 1, changes: { name: 'New' } },
    rotateKey: { keyId, rev: 2, expiresOn, grace: '1h' },
    revokeKey: { keyId },
    revertKey: { keyId, dryRun: false, requestKey: REQUEST_KEY },
    restoreSubLevels: { dryRun: false, requestKey: crypto.randomUUID() },
    listLostSubLevels: {},
    raiseToRequired: { requestKey: REQUEST_KEY },
    listSuggestions: {},
    setSuggestedLevels: { pages: [{ pageId: DEMO_PAGES.openHome, levelId }], requestKey: REQUEST_KEY },
    undoSuggestedLevels: { jobId: ENDED_JOB, reason: 'Wrong.', requestKey: REQUEST_KEY },
    getJob: { jobId: storedJob() },
    cancelJob: { jobId: storedJob() },
    reorderLevels: { rev: 0, levelIds: [...levelIds].reverse() },
    createLevel: { rev: 1, name: 'New', color: 'RED' },
    editLevel: { rev: 2, levelId, changes: { name: 'Newer' } },
    archiveLevel: { rev: 3, levelId },
    restoreLevel: { rev: 4, levelId },
    describeLevelUse: { levelId },
    createSubLevel: { rev: 5, levelId, name: 'Newest' },
    editSubLevel: { rev: 6, levelId: parent, subLevelId, changes: { name: 'New' } },
    archiveSubLevel: { rev: 7, levelId: parent, subLevelId },
    restoreSubLevel: { rev: 8, levelId: parent, subLevelId },
    importPageLevels: { rows: [{ pageId: DEMO_PAGES.openHome, levelId: parent }], onExisting: 'keep', dryRun: false },
    importLevels: { rev: 20, rows: [{ name: 'X', color: 'RED' }], dryRun: false },
    findSpaces: { text: '' },
    describeSpaces: { spaceIds: [] },
    describePages: { pageIds: [] },
    describeAccounts: { accountIds: [] },
    sendApiRequest: { method: 'GET', path: '/v1/level', headers: [] },
    reorderSubLevels: { rev: 9, levelId: parent, subLevelIds: [...subLevelIds].reverse() },
    changeSiteSettings: { rev: 10, lowering: 'justified', defaultLevel: { levelId } },
    changeSpaceSettings: { rev: 11, spaceId: DEMO_SPACES.ENG, defaultLevel: 'none' },
    changeMentions: { rev: 12, mentions: true },
    changeRetention: { rev: 0, settings: { endedKeys: 90 } },
    changeSurfaceSettings: {
      rev: 13,
      byline: true,
      banner: true,
      menus: false,
      bylineNames: 'site',
      peopleMayExclude: true,
      peopleMayRedact: false,
      offSpaceIds: [DEMO_SPACES.HR],
    },
    createScheme: { rev: 14, name: 'New', levelIds: [levelId] },
    editScheme: { rev: 15, schemeId: storedScheme(), name: 'Newer', levelIds: [levelId] },
    removeScheme: { rev: 16, schemeId: storedScheme() },
    changeDelegated: { rev: 17, delegated: ['lowering'] },
    changeDetector: { rev: 0, detectorId: 'us-ssn', changes: { enabled: false } },
    createDetector: { rev: 1, ...A_DETECTOR },
    editDetector: { rev: 2, ...A_DETECTOR, name: 'Newer', detectorId: storedDetector() },
    removeDetector: { rev: 3, detectorId: storedDetector() },
    changeSiteDetection: {
      rev: 4,
      regions: ['US'],
      minConfidence: 0.6,
      targets: { title: true, body: true, comments: true, attachmentNames: true },
      triggers: { onPublish: true, schedule: 'off' },
      rules: [{ severity: 'high', levelId }],
    },
    createDetectorScheme: { rev: 5, name: 'New', detectors: {} },
    changeSpaceDetection: { rev: 6, spaceId: DEMO_SPACES.ENG },
    editDetectorScheme: { rev: 6, schemeId: storedScheme(), name: 'Newer', detectors: {} },
    removeDetectorScheme: { rev: 7, schemeId: storedScheme() },
    turnNewDetectors: { rev: 8, detectorIds: ['us-ssn'], isOn: true },
    previewDetection: {
      operation: 'changeDetector',
      input: { rev: 9, detectorId: 'us-ssn', changes: { enabled: false } },
    },
    tryDetectors: { text: '123-45-6789' },
    addExclusion: { findingIds: [findingId], scope: { of: 'page' }, reason: 'Known.' },
    previewExclusion: { match: { by: 'detector', detectorId: 'email' }, scope: { of: 'site' } },
    suggestExclusions: { findingId },
    describeExclusions: { exclusionIds: [storedExclusion()] },
    countExcluded: { exclusionId: storedExclusion() },
    removeExclusion: { exclusionId: storedExclusion() },
    groupFindings: { by: 'page' },
    getFinding: { findingId },
    listCoverage: { coverage: 'stale' },
    countCoverage: {},
    startScan: { of: { of: 'site' }, requestKey: REQUEST_KEY },
    getScan: { scanId: storedScan() },
    listScanResults: { scanId: storedScan() },
    cancelScan: { scanId: storedScan() },
    pauseMirrorWalk: { walkId: storedWalk() },
    resumeMirrorWalk: { walkId: storedWalk() },
    cancelMirrorWalk: { walkId: storedWalk() },
    startRedaction: { findingIds: [findingId], dryRun: true, requestKey: REQUEST_KEY },
    getRedaction: { redactionId: storedRedaction() },
    exportPerson: { accountId: EDITOR.accountId },
    requestPersonErasure: { accountId: EDITOR.accountId },
    confirmPersonErasure: { erasureId: ERASURES.confirm },
    withdrawPersonErasure: { erasureId: ERASURES.withdraw },
    importNativeLevels: { rev: 18, links: [{ nativeId: NATIVE.Restricted, levelId }] },
    changeNativeLevels: { rev: 19, follows: true, byline: true },
    recordFrameProbe: { answers: [{ probe: 'frame-clipboard', state: 'works' }] },
    listPagesByLevel: { levelId: 'none' },
    acceptHiddenPages: { pages: 1 },
    hideSetup: { isHidden: true },
    markSetupStep: { step: 'levels', isDone: true },
    cancelRun: { kind: 'redaction', runId: storedRedaction() },
  };
  return new Map<string, object>(Object.entries(payloads)).get(operation) ?? {};
}

/** Every operation with its refusal; no write may have happened. */
async function refusalsOf(call: (operation: string) => Promise<{ readonly code: string }>): Promise<readonly string[]> {
  const before = everythingStored(site);
  const codes: string[] = [];
  for (const operation of OPERATIONS) codes.push((await call(operation)).code);
  expect(everythingStored(site)).toEqual(before);
  return codes;
}

const allRefusedAs = (code: string) => OPERATIONS.map(() => code);

it('accepts every operation from a site admin', async () => {
  site.host.assumptions.add('native-levels');
  await storeErasures();
  await storeEndedJob();
  await installBeforeDetectors(site);
  for (const operation of OPERATIONS)
    expect([operation, await ask(site, operation, payloadOf(operation))]).toMatchObject([operation, { ok: true }]);
});

describe('a user who is not a site admin', () => {
  it.each(['editor@example.com', 'viewer@example.com', 'outsider@example.com'])('is refused: %s', async (email) => {
    const refusals = refusalsOf((operation) => refusal(site, operation, payloadOf(operation), email));
    expect(await refusals).toEqual(allRefusedAs('NOT_SITE_ADMIN'));
    expect(logged.filter(([event]) => event === 'admin.refused')).toHaveLength(OPERATIONS.length);
  });

  it.each([
    ['is no longer an admin', { siteAdmin: false }],
    ['was deactivated', { active: false }],
    ['lost access to Confluence', { mayUseConfluence: false }],
  ])('is refused at once, even for own keys: an admin who %s', async (_why, change) => {
    await site.setUser('admin@example.com', change);
    const refusals = refusalsOf((operation) => refusal(site, operation, payloadOf(operation)));
    expect(await refusals).toEqual(allRefusedAs('NOT_SITE_ADMIN'));
    expect(await ask(site, 'listKeys', {}, 'admin2@example.com')).toMatchObject({ ok: true });
  });

  it('is accepted as soon as Confluence reports the permission', async () => {
    await site.setUser('editor@example.com', { siteAdmin: true });
    expect(await ask(site, 'createKey', aNewKey(), 'editor@example.com')).toMatchObject({ ok: true });
  });

  const asAccount = async (operation: string, accountId: string | undefined) => {
    const { result, requestId } = await site.host.invokeResolver(operation, payloadOf(operation), accountId);
    const { error } = result as { error: { code: string } };
    return { code: error.code, calls: site.host.traces.find(requestId)?.calls ?? [] };
  };

  it('is refused: an account that Confluence does not have', async () => {
    const refusals = refusalsOf((operation) => asAccount(operation, '712020:00000000-0000-4000-8000-000000000000'));
    expect(await refusals).toEqual(allRefusedAs('NOT_SITE_ADMIN'));
  });

  it.each([
    ['empty', ''],
    ['absent', undefined],
    ['`unidentified`', 'unidentified'],
  ])('is refused without a platform call: every operation, for the account id %s', async (_what, accountId) => {
    const answers: { code: string; calls: readonly unknown[] }[] = [];
    for (const operation of OPERATIONS) answers.push(await asAccount(operation, accountId));
    expect(answers).toEqual(OPERATIONS.map(() => ({ code: 'NOT_SITE_ADMIN', calls: [] })));
  });

  it('is refused: the account of the app, and an id that would change the query', async () => {
    const odd = [
      '712020:5fb162d4-7085-4da3-8159-be526071af06',
      'x&accountId=712020:0f4c1c6e-5a0b-4d0e-9a34-6f0d1f2b7a01',
      '../user',
      '*',
    ];
    for (const accountId of odd) {
      expect(await refusalsOf((operation) => asAccount(operation, accountId))).toEqual(allRefusedAs('NOT_SITE_ADMIN'));
    }
  });

  it('cannot name another user in the payload', async () => {
    const claim = { accountId: '712020:0f4c1c6e-5a0b-4d0e-9a34-6f0d1f2b7a01', context: { accountId: 'x' } };
    const refusals = refusalsOf((operation) =>
      refusal(site, operation, { ...payloadOf(operation), ...claim }, 'editor@example.com'),
    );
    expect(await refusals).toEqual(allRefusedAs('NOT_SITE_ADMIN'));
  });

  it('is refused before the payload is checked', async () => {
    const refusals = refusalsOf((operation) => refusal(site, operation, { nonsense: true }, 'editor@example.com'));
    expect(await refusals).toEqual(allRefusedAs('NOT_SITE_ADMIN'));
  });
});

describe('when Confluence does not identify the user', () => {
  const user = (body: object): Omit<Fault, 'target' | 'times'> => ({ status: 200, body: JSON.stringify(body) });
  const accountId = '712020:0f4c1c6e-5a0b-4d0e-9a34-6f0d1f2b7a01';
  const admin = [
    { operation: 'use', targetType: 'application' },
    { operation: 'administer', targetType: 'application' },
  ];
  const unclear: [string, Omit<Fault, 'target' | 'times'>][] = [
    ['400', { status: 400 }],
    ['401', { status: 401 }],
    ['403', { status: 403 }],
    ['429', { status: 429, headers: { 'retry-after': '10' } }],
    ['500', { status: 500 }],
    ['503', { status: 503 }],
    ['204', { status: 204 }],
    ['302', { status: 302, headers: { location: '/login' } }],
    ['a page of HTML', { status: 200, body: '<html>admin</html>' }],
    ['nothing', { status: 200, body: '' }],
    ['null', { status: 200, body: 'null' }],
    ['an empty object', user({})],
    ['the user without operations', user({ accountId })],
    ['operations that are no list', user({ accountId, operations: 'administer' })],
    ['operations of another shape', user({ accountId, operations: ['administer'] })],
    ['the operations of another account', user({ accountId: 'other', operations: admin })],
    ['a reply that got lost', { after: true }],
  ];

  it.each(unclear)('every operation is refused, and reports that nothing was changed: %s', async (_what, fault) => {
    site.host.faults.add({ target: 'confluence', ...fault, times: OPERATIONS.length });
    const refusals = refusalsOf((operation) => refusal(site, operation, payloadOf(operation)));
    expect(await refusals).toEqual(allRefusedAs('CONFLUENCE_UNAVAILABLE'));
  });

  it.each([
    ['404', { status: 404 }],
    ['410', { status: 410 }],
    ['no operations', user({ accountId, operations: [] })],
    ['to use Confluence alone', user({ accountId, operations: [{ operation: 'use', targetType: 'application' }] })],
    [
      'to administer without using',
      user({ accountId, operations: [{ operation: 'administer', targetType: 'application' }] }),
    ],
    [
      'to administer a space',
      user({ accountId, operations: [admin[0], { operation: 'administer', targetType: 'space' }] }),
    ],
    [
      'to ADMINISTER',
      user({ accountId, operations: [admin[0], { operation: 'ADMINISTER', targetType: 'application' }] }),
    ],
  ])('an explicit refusal is final: %s', async (_what, fault) => {
    site.host.faults.add({ target: 'confluence', ...fault, times: OPERATIONS.length });
    const refusals = refusalsOf((operation) => refusal(site, operation, payloadOf(operation)));
    expect(await refusals).toEqual(allRefusedAs('NOT_SITE_ADMIN'));
  });

  it('every operation is refused when Confluence takes too long', async () => {
    const slow = openSite({ operationLimitMs: 400 });
    try {
      slow.host.faults.add({ target: 'confluence', delayMs: 60_000, times: OPERATIONS.length });
      const codes = OPERATIONS.map(async (operation) => (await refusal(slow, operation, payloadOf(operation))).code);
      expect(await Promise.all(codes)).toEqual(allRefusedAs('CONFLUENCE_UNAVAILABLE'));
      expect(everythingStored(slow)).toEqual([]);
    } finally {
      slow.close();
    }
  });

  it('storage is not called', async () => {
    site.host.faults.add({ target: 'confluence', status: 500, times: 1 });
    const { requestId } = await site.host.invokeResolver('listKeys', {}, accountId);
    expect(site.host.traces.find(requestId)?.calls.map(({ target }) => target)).toEqual(['confluence']);
  });
});

it('has only its own operations, not the inherited members of objects', async () => {
  for (const name of [...Object.getOwnPropertyNames(Object.prototype), 'createkey', '']) {
    for (const email of ['admin@example.com', 'outsider@example.com']) {
      await expect(site.admin(name, { x: 1 }, email)).rejects.toThrow('Resolver has no definition for');
    }
  }
});
