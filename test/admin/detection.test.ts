import type { AuditList } from '../../src/admin/audit/audit-log';
import type { DetectionView } from '../../src/admin/detection/change-detection';
import type { TriedText } from '../../src/detection/custom/try-text';
import { DEMO_SPACES } from '../../local/demo';
import { archiveLevels, levelNamed } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { everythingStored } from '../support/stored-rows';
import { done, refusal } from './ask';

/** The admin area configures detection, and tries its detectors on texts. */

let site: Site;
let logged: unknown[];
beforeEach(() => {
  logged = [];
  site = openSite({ queryLagMs: 0, log: (...line) => logged.push(line) });
});
afterEach(() => site.close());

const UNKNOWN = 'custom:00000000-0000-4000-8000-00000000dead';
const CUSTOM = {
  name: 'Project code',
  category: 'pii',
  severity: 'medium',
  pattern: 'PRJ-[0-9]{6}',
  samples: { match: ['PRJ-123456'], noMatch: ['PRJ-12'] },
};

const now = () => done<DetectionView>(site, 'getDetection', {});
const change = async <T extends DetectionView = DetectionView>(operation: string, payload: object) =>
  done<T>(site, operation, { rev: (await now()).rev, ...payload });
async function refusedNow(operation: string, payload: object) {
  const { rev } = await now();
  const before = everythingStored(site);
  const error = await refusal(site, operation, { rev, ...payload });
  expect(everythingStored(site)).toEqual(before);
  return error;
}
const tried = (text: string) => done<TriedText>(site, 'tryDetectors', { text });
const entry = ({ catalog }: DetectionView, id: string) => catalog.find(({ detectorId }) => detectorId === id);

it('the admin area starts with the configuration of a new site, and includes the catalog', async () => {
  const view = await now();
  expect(view).toMatchObject({ rev: 0, regions: [], minConfidence: 0.5, custom: [], schemes: [], rules: [] });
  expect(entry(view, 'us-ssn')).toMatchObject({ enabled: true, defaults: { enabled: true }, settings: {} });
});

it('the admin area changes and clears the given members, and the API returns the same', async () => {
  await change('changeDetector', { detectorId: 'us-ssn', changes: { enabled: false, severity: 'low' } });
  const view = await change('changeDetector', { detectorId: 'us-ssn', changes: { severity: null } });
  expect(entry(view, 'us-ssn')).toMatchObject({ enabled: false, settings: { enabled: false } });
  const { key } = await site.createKey({ detectionScope: 'read' });
  const { body } = await site.rest('GET', '/v1/detector', { key });
  const detector = body.results.find(({ detectorId }: { detectorId: string }) => detectorId === 'us-ssn');
  expect(detector).toMatchObject({ enabled: false, settings: { enabled: false, severity: null } });
});

it('the admin area refuses a change based on an outdated configuration', async () => {
  const { rev } = await now();
  await change('changeDetector', { detectorId: 'us-ssn', changes: { enabled: false } });
  const edit = { rev, detectorId: 'card-pan', changes: { enabled: false } };
  expect(await refusal(site, 'changeDetector', edit)).toMatchObject({ code: 'DETECTION_CHANGED' });
  expect(entry(await now(), 'card-pan')).toMatchObject({ enabled: true });
});

it('several detectors are turned off and back in one change each, with one audit event', async () => {
  await change('changeDetector', { detectorId: 'email', changes: { enabled: true, severity: 'low' } });
  const { rev } = await now();
  const off = await change('enableDetectors', { enabled: { 'us-ssn': false, 'card-pan': false, email: false } });
  expect(off.rev).toBe(rev + 1);
  for (const id of ['us-ssn', 'card-pan', 'email']) expect(entry(off, id)).toMatchObject({ enabled: false });
  expect(entry(off, 'email')).toMatchObject({ settings: { enabled: false, severity: 'low' } });
  const back = await change('enableDetectors', { enabled: { 'us-ssn': null, 'card-pan': null, email: true } });
  expect(entry(back, 'us-ssn')).toMatchObject({ enabled: true, settings: {} });
  expect(entry(back, 'email')).toMatchObject({ settings: { enabled: true, severity: 'low' } });
  const { entries } = await done<AuditList>(site, 'listAudit', { subject: 'detection' });
  const detectors = ['us-ssn', 'card-pan', 'email'].map((id) => `${id}: {"enabled":false}`);
  expect(entries.map(({ details }) => details)).toEqual([
    { before: { detectors }, after: { detectors: ['email: {"enabled":true}'] } },
    { before: { detectors: ['email: {"enabled":true}'] }, after: { detectors } },
  ]);
  expect(await refusedNow('enableDetectors', { enabled: { email: true, [UNKNOWN]: false } })).toMatchObject({
    places: [UNKNOWN],
  });
  expect(await refusedNow('enableDetectors', { enabled: {} })).toMatchObject({ fields: [{ field: 'enabled' }] });
});

it('the admin area refuses unknown ids without a write', async () => {
  await archiveLevels(site, ['Public']);
  const site_ = {
    regions: [],
    minConfidence: 0.5,
    targets: { title: true, body: true, comments: true, attachmentNames: true },
    triggers: { onPublish: true, schedule: 'off' },
  };
  const { levelId } = levelNamed(site, 'Public');
  const rules = [{ severity: 'high', levelId }];
  expect(await refusedNow('changeSiteDetection', { ...site_, rules })).toMatchObject({
    code: 'LEVEL_NOT_SETTABLE',
    places: ['high'],
  });
  const toUnknown = { detectorId: UNKNOWN, changes: { enabled: false } };
  expect(await refusedNow('changeDetector', toUnknown)).toMatchObject({ code: 'DETECTOR_NOT_FOUND' });
  expect(await refusedNow('removeDetector', { detectorId: UNKNOWN })).toMatchObject({ code: 'DETECTOR_NOT_FOUND' });
  const schemeId = UNKNOWN.slice('custom:'.length);
  expect(await refusedNow('removeDetectorScheme', { schemeId })).toMatchObject({ code: 'SCHEME_NOT_FOUND' });
});

it("a deleted scheme returns its spaces to the site's settings, and the audit log lists them", async () => {
  const { ENG, HR } = DEMO_SPACES;
  const aScheme = async (name: string, spaceId: string) => {
    const { schemeId } = await change<DetectionView & { schemeId: string }>('createDetectorScheme', {
      name,
      detectors: {},
    });
    await change('changeSpaceDetection', { spaceId, schemeId });
    return schemeId;
  };
  const [gone, kept] = [await aScheme('New', ENG), await aScheme('Other', HR)];
  const view = await change('removeDetectorScheme', { schemeId: gone });
  expect(view.schemes.map(({ schemeId }) => schemeId)).toEqual([kept]);
  expect(view.spaces).toEqual({ [HR]: kept });
  const { entries } = await done<AuditList>(site, 'listAudit', { subject: `detector-scheme:${gone}` });
  expect(entries[0]).toMatchObject({ type: 'detector-scheme.deleted', details: { before: { spaces: [ENG] } } });
});

it('the admin area reports the invalid field of a custom detector', async () => {
  const error = await refusedNow('createDetector', {
    ...CUSTOM,
    samples: { match: ['PRJ-1'], noMatch: ['PRJ-123456'] },
  });
  expect(error.fields?.map(({ field }) => field)).toEqual(['samples.match.0', 'samples.noMatch.0']);
  const pattern = await refusedNow('createDetector', { ...CUSTOM, pattern: '(?=a)' });
  expect(pattern).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'pattern' }] });
  const { detectorId } = await change<DetectionView & { detectorId: string }>('createDetector', CUSTOM);
  expect(await refusedNow('createDetector', CUSTOM)).toMatchObject({ fields: [{ field: 'name' }] });
  const { entries } = await done<AuditList>(site, 'listAudit', { subject: `detector:${detectorId}` });
  expect(entries).toMatchObject([{ type: 'detector.created' }]);
});

describe('a sample text', () => {
  const TEXT = 'social security number 536-90-4399 of PRJ-123456';

  it('is scanned with the settings of the site, and the response has the evidence', async () => {
    const { detectorId } = await change<DetectionView & { detectorId: string }>('createDetector', CUSTOM);
    const { findings, overBudget } = await tried(TEXT);
    expect(overBudget).toEqual([]);
    expect(findings.map((finding) => [finding.detectorId, TEXT.slice(finding.start, finding.end)])).toEqual([
      ['us-ssn', '536-90-4399'],
      [detectorId, 'PRJ-123456'],
    ]);
    expect(findings[0]?.evidence.length).toBeGreaterThan(0);
    for (const { start, end, maskedExcerpt } of findings) expect(maskedExcerpt).not.toContain(TEXT.slice(start, end));

    await change('changeDetector', { detectorId, changes: { minConfidence: 0.9 } });
    await change('changeDetector', { detectorId: 'us-ssn', changes: { enabled: false } });
    expect((await tried(TEXT)).findings).toEqual([]);
  });

  it('is neither stored nor logged', async () => {
    const before = everythingStored(site);
    await tried(TEXT);
    expect(everythingStored(site)).toEqual(before);
    expect(JSON.stringify(logged)).not.toContain('536-90');
  });

  it('has a maximum length', async () => {
    const error = await refusal(site, 'tryDetectors', { text: 'x'.repeat(20_001) });
    expect(error).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'text' }] });
  });
});
