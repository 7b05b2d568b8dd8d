import { ADMIN2, DEMO_SPACES } from '../../local/demo';
import type { DetectionView } from '../../src/admin/detection/change-detection';
import type { ExclusionPreview } from '../../src/admin/findings/exclusions';
import type { SamplePreview } from '../../src/admin/detection/preview-on-sample';
import type { Peppers } from '../../src/platform/secrets';
import { storeExclusions, anExclusion } from '../support/exclusions';
import { storeFinding } from '../support/findings';
import { levelNamed } from '../support/levels';
import { observe } from '../support/observed';
import { openSite, type Site } from '../support/site';
import { everythingStored } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, attach, expectOk, restrict, storeLevel } from '../support/wiki-pages';
import { PEPPER } from '../keys/key-records';
import { ask, done, refusal } from './ask';

/** A change of the detection settings is tried on a sample of pages before it is saved, and nothing is stored. */

let site: Site;
let now: Date;
let peppers: Peppers | undefined;
beforeEach(() => {
  now = new Date('2026-11-23T10:00:00.000Z');
  peppers = [PEPPER];
  site = openSite({
    queryLagMs: 0,
    now: () => now,
    peppers: () => peppers,
  });
});
afterEach(() => site.close());

const as = ADMIN2.email;
const settle = () => site.host.background.settle();
const CARD = 'Card number: 4539 1488 0343 6467.';
const SSN = 'SSN: 536-22-8731.';
const CUSTOM = {
  name: 'Project code',
  category: 'pii',
  severity: 'medium',
  pattern: 'PRJ-[0-9]{6}',
  samples: { match: ['PRJ-123456'], noMatch: ['PRJ-12'] },
};

const addLabel = (pageId: string, name: string) =>
  expectOk(site.wiki('POST', `/rest/api/content/${pageId}/label`, [{ prefix: 'global', name }]));
const view = () => done<DetectionView>(site, 'getDetection', {}, as);
async function preview(operation: string, input: object): Promise<SamplePreview> {
  const { rev } = await view();
  const before = everythingStored(site);
  const result = await done<SamplePreview>(site, 'previewDetection', { operation, input: { rev, ...input } }, as);
  expect(everythingStored(site)).toEqual(before);
  return result;
}
const byDetector = ({ byDetector: all }: SamplePreview['appearing']) =>
  all.map(({ detectorId, findings, pages }) => [detectorId, findings, pages]);
const siteSettings = async (change: object) => {
  const { regions, minConfidence, targets, triggers, redaction, rules } = await view();
  return { regions, minConfidence, targets, triggers, redaction, rules, ...change };
};

it('the preview shows what disappears without a detector, masked, on pages that the admin sees', async () => {
  const seen = await aPage(site, { text: `${CARD} ${SSN}` });
  const hidden = await aPage(site, { text: SSN });
  await restrict(site, hidden, 'read', ADMIN_AND_APP);
  await settle();
  const result = await preview('changeDetector', { detectorId: 'us-ssn', changes: { enabled: false } });
  expect(byDetector(result.disappearing)).toEqual([['us-ssn', 1, 1]]);
  expect(result.disappearing.examples).toMatchObject([{ pageId: seen, detectorId: 'us-ssn', field: 'body' }]);
  expect(result).toMatchObject({ affects: 'site', appearing: { total: 0 }, changing: { total: 0 }, notScanned: 0 });
  expect(result.total).toBeGreaterThanOrEqual(result.scanned);
  expect(JSON.stringify(result)).not.toContain('8731');
  expect(JSON.stringify(result)).not.toContain(hidden);
});

it('the preview has the same pages if the platform does not let the app act for the admin', async () => {
  site.host.assumptions.add('no-impersonation-in-resolvers');
  const seen = await aPage(site, { text: SSN });
  const hidden = await aPage(site, { text: SSN });
  await restrict(site, hidden, 'read', ADMIN_AND_APP);
  await settle();
  const result = await preview('changeDetector', { detectorId: 'us-ssn', changes: { enabled: false } });
  expect(result.disappearing.examples.map(({ pageId }) => pageId)).toEqual([seen]);
  expect(result.total).toBeUndefined();
});

it('the preview shows what a new custom detector finds, and what an edit and its removal change', async () => {
  const pageId = await aPage(site, { text: 'Codes PRJ-123456 and PRX-123456.' });
  const found = await preview('createDetector', CUSTOM);
  expect(found.appearing).toMatchObject({ total: 1, examples: [{ pageId, severity: 'medium' }] });
  const { detectorId } = await done<{ detectorId: string }>(
    site,
    'createDetector',
    { rev: (await view()).rev, ...CUSTOM },
    as,
  );
  await settle();
  const wider = { ...CUSTOM, detectorId, pattern: 'PR[JX]-[0-9]{6}', severity: 'high' };
  const edited = await preview('editDetector', wider);
  expect([edited.appearing.total, edited.disappearing.total, edited.changing.total]).toEqual([1, 0, 1]);
  expect((await preview('editDetector', { ...CUSTOM, detectorId, name: 'Another name' })).affects).toBe('nothing');
  expect(byDetector((await preview('removeDetector', { detectorId })).disappearing)).toEqual([[detectorId, 1, 1]]);
});

it('the preview reads no page for rules, severities and triggers', async () => {
  await aPage(site, { text: CARD });
  await settle();
  const { levelId } = levelNamed(site, 'Restricted');
  const raised = await preview('changeSiteDetection', await siteSettings({ rules: [{ severity: 'low', levelId }] }));
  expect(raised).toMatchObject({ affects: 'nothing', scanned: 0 });
  const severe = await preview('changeDetector', { detectorId: 'card-pan', changes: { severity: 'low' } });
  expect(severe).toMatchObject({ affects: 'nothing', scanned: 0 });
  const triggers = { onPublish: false, schedule: 'off' };
  const scheduled = await preview('changeSiteDetection', await siteSettings({ triggers }));
  expect(scheduled).toMatchObject({ affects: 'nothing', scanned: 0 });
});

it('the preview reads comments and attachments of the first pages, so that new targets show their findings', async () => {
  const pageId = await aPage(site);
  const body = { representation: 'storage', value: `<p>${SSN}</p>` };
  await expectOk(site.wiki('POST', '/api/v2/footer-comments', { pageId, body: body }));
  await attach(site, pageId, `SSN 536-22-8731.txt`);
  const targets = { title: true, body: true, comments: false, attachmentNames: false };
  const settings = await siteSettings({ targets });
  const without = await preview('changeSiteDetection', settings);
  // A scan does not resolve findings in a part of the page that it does not read.
  expect(without.disappearing.total).toBe(0);
  expect(without.withContents).toBeGreaterThan(0);
  await done(site, 'changeSiteDetection', { rev: 0, ...settings }, as);
  const again = await preview('changeSiteDetection', { ...settings, targets: { ...targets, comments: true } });
  expect(again.appearing.examples.map(({ field }) => field)).toEqual(['footer-comment']);
});

it('the preview takes the sample from the spaces that a scheme affects', async () => {
  const inSpace = await aPage(site, { text: SSN });
  await aPage(site, { text: SSN, spaceId: DEMO_SPACES.OPEN });
  const created = await done<{ schemeId: string; rev: number }>(
    site,
    'createDetectorScheme',
    { rev: 0, name: 'Quiet', detectors: { 'us-ssn': { enabled: false } } },
    as,
  );
  const { schemeId } = created;
  const chosen = await preview('changeSpaceDetection', { spaceId: DEMO_SPACES.ENG, schemeId });
  expect(chosen).toMatchObject({ affects: 'spaces', disappearing: { total: 1, examples: [{ pageId: inSpace }] } });
  await done(site, 'changeSpaceDetection', { rev: created.rev, spaceId: DEMO_SPACES.ENG, schemeId }, as);
  expect(await preview('removeDetectorScheme', { schemeId })).toMatchObject({
    affects: 'spaces',
    appearing: { total: 1 },
  });
  expect(await preview('editDetectorScheme', { schemeId, name: 'Other', detectors: {} })).toMatchObject({
    appearing: { total: 1 },
  });
  expect(await preview('createDetectorScheme', { name: 'New', detectors: {} })).toMatchObject({ affects: 'nothing' });
});

it('the preview counts only open findings, and neither those of observed detectors nor excluded ones', async () => {
  await observe(site, ['card-pan']);
  await aPage(site, { text: CARD });
  const labeled = await aPage(site, { text: SSN });
  await addLabel(labeled, 'test-data');
  const classified = await aPage(site, { text: SSN });
  const { levelId } = levelNamed(site, 'Public');
  await storeLevel(site, classified, levelId);
  await settle();
  await storeExclusions(
    site,
    anExclusion({ match: { by: 'detector', detectorId: 'us-ssn' }, scope: { of: 'label', label: 'test-data' } }),
    anExclusion({
      exclusionId: '00000000-0000-4000-8000-0000000e0002',
      match: { by: 'detector', detectorId: 'us-ssn' },
      scope: { of: 'level', levelId },
    }),
  );
  const off = (detectorId: string) => preview('changeDetector', { detectorId, changes: { enabled: false } });
  expect((await off('us-ssn')).disappearing.total).toBe(0);
  expect((await off('card-pan')).disappearing.total).toBe(0);
  const on = await preview('turnNewDetectors', { detectorIds: ['card-pan'], isOn: true });
  expect(byDetector(on.appearing)).toEqual([['card-pan', 1, 1]]);
  expect(on.scan).toBeUndefined();
});

it('the preview includes pages with stored findings of the affected detectors, also observed ones, however old the pages are', async () => {
  await observe(site, ['card-pan']);
  const pageId = await aPage(site, { text: CARD });
  for (let n = 0; n < 25; n += 1) {
    now = new Date(now.getTime() + 60_000);
    await aPage(site);
  }
  await settle();
  const on = await preview('turnNewDetectors', { detectorIds: ['card-pan'], isOn: true });
  expect(on.appearing.examples).toMatchObject([{ pageId, detectorId: 'card-pan' }]);
  expect(on.scanned).toBe(26);
});

it('the preview refuses settings that are too large to be saved', async () => {
  const samples = {
    match: ['PRJ-123456'],
    noMatch: Array.from({ length: 20 }, (_none, index) => `${'é'.repeat(490)}${index}`),
  };
  let error: { readonly code: string } | undefined;
  for (let n = 0; n < 40 && error === undefined; n += 1) {
    now = new Date(now.getTime() + 60_000);
    const input = { ...CUSTOM, name: `Code ${n}`, samples, rev: (await view()).rev };
    const tried = await ask(site, 'previewDetection', { operation: 'createDetector', input }, as);
    const saved = await ask(site, 'createDetector', input, as);
    expect(tried.ok).toBe(saved.ok);
    if (!tried.ok) error = tried.error;
  }
  expect(error).toMatchObject({ code: 'CONFIGURATION_TOO_LARGE' });
});

it.each([
  ['site', () => ({ of: 'site' })],
  ['space', () => ({ of: 'space', spaceId: DEMO_SPACES.ENG })],
  ['page', (pageId: string) => ({ of: 'page', pageId })],
  ['label', () => ({ of: 'label', label: 'test-data' })],
])('the preview tries an exclusion by pattern on a sample of its pages: %s', async (_scope, scopeOf) => {
  const pageId = await aPage(site, { text: `${SSN} ${CARD}` });
  await addLabel(pageId, 'test-data');
  await settle();
  const before = everythingStored(site);
  const payload = { match: { by: 'pattern', pattern: '^536' }, scope: scopeOf(pageId) };
  const { excluded, needsScan, onSample } = await done<ExclusionPreview>(site, 'previewExclusion', payload, as);
  expect({ excluded, needsScan }).toEqual({ excluded: 0, needsScan: true });
  expect(onSample?.disappearing).toMatchObject({ total: 1, examples: [{ pageId, detectorId: 'us-ssn' }] });
  expect(everythingStored(site)).toEqual(before);
});

it('the preview refuses what the operation refuses, with the same codes and fields', async () => {
  const call = (operation: string, input: unknown) => refusal(site, 'previewDetection', { operation, input });
  const invalid = { code: 'INVALID_INPUT' };
  expect(await call('getDetection', {})).toMatchObject({ ...invalid, fields: [{ field: 'operation' }] });
  expect(await call('changeDetector', undefined)).toMatchObject(invalid);
  expect(await call('changeDetector', { rev: 0, detectorId: 'us-ssn' })).toMatchObject(invalid);
  const wrong = { rev: 0, ...CUSTOM, pattern: '(' };
  expect(await call('createDetector', wrong)).toMatchObject({ ...invalid, fields: [{ field: 'pattern' }] });
  const change = { detectorId: 'us-ssn', changes: { enabled: false } };
  expect(await call('changeDetector', { rev: 7, ...change })).toMatchObject({ code: 'DETECTION_CHANGED' });
  const unknown = { rev: 0, detectorId: 'no-such-detector', changes: {} };
  expect(await call('changeDetector', unknown)).toMatchObject({ code: 'DETECTOR_NOT_FOUND' });
});

it('the preview takes the sample from many pages, although one of them has most of the findings', async () => {
  for (let pages = 0; pages < 3; pages += 1)
    await storeFinding(site, await aPage(site, { text: SSN }), { detectorId: 'us-ssn' });
  now = new Date('2026-11-23T11:00:00.000Z');
  const crowded = await aPage(site, { text: SSN });
  for (let findings = 0; findings < 30; findings += 1)
    await storeFinding(site, crowded, { detectorId: 'us-ssn', foundAt: now.toISOString() });
  for (let pages = 0; pages < 25; pages += 1) await aPage(site);
  const { disappearing } = await preview('changeDetector', { detectorId: 'us-ssn', changes: { enabled: false } });
  expect(byDetector(disappearing)).toEqual([['us-ssn', 4, 4]]);
});

it('the preview tries a pattern for pages of a level on pages of this level', async () => {
  const { levelId } = levelNamed(site, 'Public');
  const pageId = await aPage(site, { text: SSN });
  await storeFinding(site, pageId, { detectorId: 'us-ssn' });
  await storeLevel(site, pageId, levelId);
  now = new Date('2026-11-23T11:00:00.000Z');
  for (let pages = 0; pages < 26; pages += 1) await storeFinding(site, await aPage(site), { detectorId: 'us-ssn' });
  const payload = { match: { by: 'pattern', pattern: '^536' }, scope: { of: 'level', levelId } };
  const { onSample } = await done<ExclusionPreview>(site, 'previewExclusion', payload, as);
  expect(onSample?.disappearing).toMatchObject({ total: 1, examples: [{ pageId }] });
});

it('the preview asks for the variable without which no page can be scanned', async () => {
  peppers = undefined;
  const input = { rev: 0, detectorId: 'us-ssn', changes: { enabled: false } };
  const missing = { code: 'PEPPER_MISSING' };
  expect(await refusal(site, 'previewDetection', { operation: 'changeDetector', input })).toMatchObject(missing);
  const exclusion = { match: { by: 'pattern', pattern: '^536' }, scope: { of: 'site' } };
  expect(await refusal(site, 'previewExclusion', exclusion)).toMatchObject(missing);
});
