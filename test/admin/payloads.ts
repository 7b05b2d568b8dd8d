import { ADMIN, ADMIN2, DEMO_PAGES, DEMO_SPACES, EDITOR, VIEWER } from '../../local/demo';
import { siteAri } from '../../local/forge/runtime';
import type { AdminOperations } from '../../src/admin/contract';
import { defaultLevels } from '../../src/classification/default-levels';
import { NATIVE } from '../support/native-levels';
import { installBeforeDetectors } from '../support/observed';
import { alertRules } from '../support/alerts';
import type { Site } from '../support/site';
import { putRow, rowsOf } from '../support/stored-rows';
import { aNewKey } from './ask';

/** A valid payload for each operation of the admin area, in the order of the contract: a site admin can run them all. */

export interface AdminScene {
  readonly site: Site;
  readonly keyId: string;
  readonly findingId: string;
}

/** The scheme that the previous operation has created. */
function storedScheme(site: Site): string {
  const stored = rowsOf(site, 'config').map(({ value }) => JSON.stringify(value['value']));
  return /"schemeId":"([^"]+)"/.exec(stored.join())?.[1] ?? '00000000-0000-4000-8000-000000000000';
}

/** The custom detector that a previous operation has created. */
function storedDetector(site: Site): string {
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
function storedExclusion(site: Site): string {
  const stored = rowsOf(site, 'config').map(({ value }) => JSON.stringify(value['value']));
  return /"exclusionId":"([^"]+)"/.exec(stored.join())?.[1] ?? REQUEST_KEY;
}

const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString();
const REQUEST_KEY = '3a0f6c0e-8c7b-4d52-9a41-7f2f1c7f5a10';

/** The exception from a rule that a previous operation has created. */
function storedException(site: Site): string {
  const stored = rowsOf(site, 'config', 'governance').map(({ value }) => JSON.stringify(value['value']));
  return /"exceptionId":"([^"]+)"/.exec(stored.join())?.[1] ?? REQUEST_KEY;
}

/** The campaign that a previous operation has created. */
function storedCampaign(site: Site): string {
  const [campaign] = rowsOf(site, 'governance').flatMap(({ key }) => /^campaign:(.{36})$/.exec(key)?.[1] ?? []);
  return campaign ?? REQUEST_KEY;
}

/** The job that a previous operation has created. */
function storedJob(site: Site): string {
  const [job] = rowsOf(site, 'job').filter(
    ({ key, value }) => !key.includes(':') && key !== ENDED_JOB && value['state'] !== undefined,
  );
  return job?.key ?? REQUEST_KEY;
}

/** The scan that a previous operation has created. */
function storedScan(site: Site): string {
  const [scan] = rowsOf(site, 'job').flatMap(({ key }) => /^scan:(.{36})$/.exec(key)?.[1] ?? []);
  return scan ?? REQUEST_KEY;
}

/** The redaction that a previous operation has created. */
function storedRedaction(site: Site): string {
  const [redaction] = rowsOf(site, 'job').flatMap(({ key }) => /^redaction:(.{36})$/.exec(key)?.[1] ?? []);
  return redaction ?? REQUEST_KEY;
}

/** The update of all pages that a previous operation has started. */
function storedWalk(site: Site): string {
  const stored = rowsOf(site, 'config').map(({ value }) => JSON.stringify(value['value']));
  return /"walkId":"([^"]+)"/.exec(stored.join())?.[1] ?? REQUEST_KEY;
}

const ERASURES = { confirm: 'c'.repeat(22), withdraw: 'd'.repeat(22) } as const;

/**
 * Stores the rows that the operations need, which are two requests of another admin, a person without one, and an ended
 * job.
 */
export async function prepareForAll(site: Site): Promise<void> {
  site.host.assumptions.add('native-levels');
  await storeEndedJob(site);
  await installBeforeDetectors(site);
  const requestedAt = new Date().toISOString();
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const data = { cause: 'admins', accountId: VIEWER.accountId, requestedBy: ADMIN2.accountId, expiresAt, rows: 0 };
  for (const id of Object.values(ERASURES))
    await putRow(site, 'erasure', id, { v: 1, rev: 1, state: 'requested', requestedAt, data });
  const value = { isOn: true, changedAt: requestedAt, allowed: 0, refused: 0 };
  await putRow(site, 'config', 'computed-pages', { v: 1, rev: 1, value });
  await putRow(site, 'person', EDITOR.accountId, { v: 1, seenAt: requestedAt });
}

const ENDED_JOB = '00000000-0000-4000-8000-00000000e0d0';

/** A job of the admin that set suggested levels. */
async function storeEndedJob(site: Site): Promise<void> {
  const at = new Date().toISOString();
  const order = { chosen: { alsoLower: false }, onlyUnclassified: false, dryRun: false };
  const data = {
    ...{ createdBy: ADMIN.accountId, fingerprint: 'x', order, found: 0, done: 0, failed: 0, stalled: 0 },
    ...{ touchedAt: at, finishedAt: at },
  };
  await putRow(site, 'job', ENDED_JOB, { v: 1, rev: 1, createdAt: at, state: 'succeeded', data });
}

/**
 * Operations that are refused after all others: a sixth open job is, and the last needs a dry run that has ended.
 * test/jobs/matching-pages.test.ts has both.
 */
export const AFTER_A_DRY_RUN: readonly string[] = ['previewPageLevels', 'previewLabelImport', 'setPageLevels'];

/** A payload of each operation that needs one, by its type: a new operation does not compile without a row. */
type Payloads = {
  readonly [
    Name in keyof AdminOperations as Record<string, never> extends AdminOperations[Name]['input'] ? never : Name
  ]: AdminOperations[Name]['input'];
};

export function payloadOf({ site, keyId, findingId }: AdminScene, operation: string): object {
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
    listKeyChanges: { keyId },
    listLostSubLevels: {},
    raiseToRequired: { requestKey: REQUEST_KEY },
    listSuggestions: {},
    setSuggestedLevels: { pages: [{ pageId: DEMO_PAGES.openHome, levelId }], requestKey: REQUEST_KEY },
    undoSuggestedLevels: { jobId: ENDED_JOB, reason: 'Wrong.', requestKey: REQUEST_KEY },
    getJob: { jobId: storedJob(site) },
    cancelJob: { jobId: storedJob(site) },
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
    importLevels: { rev: 18, rows: [{ name: 'X', color: 'RED' }], dryRun: false },
    findSpaces: { text: '' },
    describeSpaces: { spaceIds: [] },
    describePages: { pageIds: [] },
    describeAccounts: { accountIds: [] },
    findPeople: { text: 'Ada' },
    sendApiRequest: { method: 'GET', path: '/v1/level', headers: [] },
    reorderSubLevels: { rev: 9, levelId: parent, subLevelIds: [...subLevelIds].reverse() },
    changeSiteSettings: { rev: 10, lowering: 'justified', defaultLevel: { levelId } },
    changeSpaceSettings: { rev: 11, spaceId: DEMO_SPACES.ENG, defaultLevel: 'none' },
    changeMentions: { rev: 12, mentions: true },
    changeQuotas: { rev: 0, changes: { key: 60 } },
    changeAlerts: {
      rev: 0,
      pageIds: [DEMO_PAGES.openHome],
      address: '/wiki/admin/alerts',
      rules: alertRules({ late: { isOn: true, accountIds: [EDITOR.accountId], when: 'daily' } }),
    },
    sendTestAlert: { pageId: DEMO_PAGES.openHome },
    findPagesByTitle: { text: 'home' },
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
    editScheme: { rev: 15, schemeId: storedScheme(site), name: 'Newer', levelIds: [levelId] },
    removeScheme: { rev: 16, schemeId: storedScheme(site) },
    changeDelegated: { rev: 17, delegated: ['lowering'] },
    changeDetector: { rev: 0, detectorId: 'us-ssn', changes: { enabled: false } },
    createDetector: { rev: 1, ...A_DETECTOR },
    editDetector: { rev: 2, ...A_DETECTOR, name: 'Newer', detectorId: storedDetector(site) },
    removeDetector: { rev: 3, detectorId: storedDetector(site) },
    changeSiteDetection: {
      rev: 4,
      regions: ['US'],
      minConfidence: 0.6,
      targets: { title: true, body: true, comments: true, attachmentNames: true },
      triggers: { onPublish: true, schedule: 'off' },
      rules: [{ severity: 'high', levelId }],
    },
    createDetectorScheme: { rev: 5, name: 'New', detectors: {} },
    changeSpaceDetection: { rev: 5, spaceId: DEMO_SPACES.ENG },
    editDetectorScheme: { rev: 6, schemeId: storedScheme(site), name: 'Newer', detectors: {} },
    removeDetectorScheme: { rev: 7, schemeId: storedScheme(site) },
    enableDetectors: { rev: 8, enabled: { 'us-ssn': false, email: false } },
    turnNewDetectors: { rev: 9, detectorIds: ['us-ssn'], isOn: true },
    estimateFiles: { spaceIds: [] },
    countAffected: { change: { of: 'nothing' } },
    previewDetection: {
      operation: 'changeDetector',
      input: { rev: 10, detectorId: 'us-ssn', changes: { enabled: false } },
    },
    tryDetectors: { text: '123-45-6789' },
    addExclusion: { findingIds: [findingId], scope: { of: 'page' }, reason: 'Known.' },
    previewExclusion: { match: { by: 'detector', detectorId: 'email' }, scope: { of: 'site' } },
    suggestExclusions: { findingId },
    describeExclusions: { exclusionIds: [storedExclusion(site)] },
    countExcluded: { exclusionId: storedExclusion(site) },
    removeExclusion: { exclusionId: storedExclusion(site) },
    groupFindings: { by: 'page' },
    getFinding: { findingId },
    askOwners: { findingIds: [findingId] },
    changeFindings: {
      of: { findingIds: [findingId] },
      change: { ownerId: EDITOR.accountId, comment: 'Ask the team.', dueOn: '2027-01-31', isInProgress: true },
    },
    listCoverage: { coverage: 'stale' },
    countCoverage: {},
    startScan: { of: { of: 'site' }, requestKey: REQUEST_KEY },
    getScan: { scanId: storedScan(site) },
    listScanResults: { scanId: storedScan(site) },
    cancelScan: { scanId: storedScan(site) },
    pauseMirrorWalk: { walkId: storedWalk(site) },
    resumeMirrorWalk: { walkId: storedWalk(site) },
    cancelMirrorWalk: { walkId: storedWalk(site) },
    startRedaction: { findingIds: [findingId], dryRun: true, requestKey: REQUEST_KEY },
    getRedaction: { redactionId: storedRedaction(site) },
    exportPerson: { accountId: EDITOR.accountId },
    requestPersonErasure: { accountId: EDITOR.accountId },
    confirmPersonErasure: { erasureId: ERASURES.confirm },
    withdrawPersonErasure: { erasureId: ERASURES.withdraw },
    importNativeLevels: { rev: 19, links: [{ nativeId: NATIVE.Restricted, levelId }] },
    changeNativeLevels: { rev: 20, follows: true, byline: true },
    recordFrameProbe: { answers: [{ probe: 'frame-clipboard', state: 'works' }] },
    setComputedPages: { isOn: false },
    listPages: { filter: { level: 'none' } },
    editReviewRules: { rev: 4, rules: { [levelId]: { months: 12, reviewers: 'owner' } } },
    listCampaigns: {},
    previewCampaign: { filter: {} },
    createCampaign: { name: 'Spring', filter: {}, reviewers: 'owner', answerBy: inAMonth },
    endCampaign: { campaignId: storedCampaign(site) },
    exportEvidence: { campaignId: storedCampaign(site), format: 'json' },
    refreshExposure: { pageIds: [DEMO_PAGES.runbooks] },
    editExposureRules: {
      ...{
        rev: 1,
        rules: { [levelId]: { maxPeople: 9, guests: 'allowed', unlicensed: 'allowed', anonymous: 'forbidden' } },
      },
    },
    editPageUse: { rev: 0, rules: { 'no-level': { ask: [], deny: ['public'] } } },
    createExposureException: {
      ...{ rev: 2, of: { spaceId: DEMO_SPACES.ENG, levelId }, until: inAMonth, reason: 'Until the move.' },
    },
    endExposureException: { rev: 3, exceptionId: storedException(site) },
    previewLabelImport: { labels: [{ label: 'secret', level: { levelId } }], of: 0, requestKey: REQUEST_KEY },
    changeLabelSync: { rev: 5, enabled: true, prefix: 'level-' },
    previewPageLevels: {
      ...{ of: { of: 'matching', filter: {} }, level: { levelId }, alsoLower: false, requestKey: REQUEST_KEY },
    },
    setPageLevels: { previewId: storedJob(site) },
    changePageViews: { rev: 0, change: { of: 'add', name: 'No level', filter: { level: 'none' } } },
    acceptHiddenPages: { pages: 0 },
    hideSetup: { isHidden: true },
    markSetupStep: { step: 'levels', isDone: true },
    cancelRun: { kind: 'redaction', runId: storedRedaction(site) },
  };
  return new Map<string, object>(Object.entries(payloads)).get(operation) ?? {};
}
