import { ADMIN2, DEMO_SPACES } from '../../local/demo';
import type { FindingDetails, FindingGroups, FindingList, FindingsSummary } from '../../src/admin/findings/findings';
import type { NewDetectors } from '../../src/admin/detection/new-detectors';
import type { Overview } from '../../src/admin/site/overview';
import { CATALOG } from '../../src/detection/detector';
import { done, refusal } from '../admin/ask';
import { done as atSpace, popup } from '../surfaces/surface-site';
import { storeFinding, storePageScan } from '../support/findings';
import { levelNamed } from '../support/levels';
import { observe } from '../support/observed';
import { truthOf } from '../support/page-truth';
import { openSite, type Site } from '../support/site';
import { putRow, rowOf, rowsOf } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, expectOk, restrict, storeLevel } from '../support/wiki-pages';

/** A new detector of an update changes nothing on a site until an admin turns it on: its findings are only observed. */

const CARD = 'Card number: 4539 1488 0343 6467.';
const NEW = 'card-pan';

let site: Site;
let key: string;
beforeEach(async () => {
  site = openSite({ queryLagMs: 0 });
  ({ key } = await site.createKey({ classificationScope: 'manage', detectionScope: 'manage' }));
  await observe(site, [NEW], { rules: [{ severity: 'low', levelId: levelNamed(site, 'Restricted').levelId }] });
});
afterEach(() => site.close());

const settle = () => site.host.background.settle();
const levelOf = (pageId: string) => truthOf(site.host, pageId).record?.levelId;

/** A page at the level Public with a card number, after its scan. */
async function publish(text = CARD): Promise<string> {
  const body = { representation: 'storage', value: `<p>${text}</p>` };
  const page = { spaceId: DEMO_SPACES.ENG, status: 'current', title: crypto.randomUUID(), body };
  const { id } = (await expectOk(site.wiki('POST', '/api/v2/pages', page))) as { id: string };
  await storeLevel(site, id, levelNamed(site, 'Public').levelId);
  await settle();
  return id;
}

const turn = async (isOn: boolean, detectorIds: readonly string[] = [NEW]) => {
  const { rev } = await done<NewDetectors>(site, 'listNewDetectors', {});
  return done<NewDetectors>(site, 'turnNewDetectors', { rev, detectorIds, isOn });
};
const rest = async (path: string) => (await site.rest('GET', `/v1${path}`, { key })).body;
const statusesIn = async (path: string): Promise<readonly string[]> =>
  (await rest(path)).results.map(({ status }: { status: string }) => status);
const openInOverview = async () => (await done<Overview>(site, 'getOverview', {})).site.open.high;

/** The number of findings that each reader has, for a page with one card number. */
async function readers(pageId: string) {
  const { body: csv } = await site.rest('GET', '/v1/detection/export', { key }).then(({ text }) => ({ body: text }));
  const space = await atSpace(site, 'listSpaceFindings', {}, { spaceKey: 'ENG', as: 'admin@example.com' });
  const { evidence } = await popup(site, pageId, 'admin@example.com');
  return {
    'admin list': (await done<FindingList>(site, 'listFindings', {})).findings.length,
    'admin list of open findings': (await done<FindingList>(site, 'listFindings', { status: 'open' })).findings.length,
    'admin groups': (await done<FindingGroups>(site, 'groupFindings', { by: 'value' })).groups.length,
    'admin counts': (await done<FindingsSummary>(site, 'summarizeFindings', {})).findings,
    'REST list': (await statusesIn('/detection')).length,
    'REST list of a detector': (await statusesIn(`/detection?detectorId=${NEW}`)).length,
    'REST list of a page': (await statusesIn(`/detection/by-page/${pageId}`)).length,
    'REST counts': (await rest('/detection/summary')).detections,
    'REST export': csv.trim().split('\r\n').length - 1,
    space: 'findings' in space ? space.findings.length : undefined,
    popup: evidence?.findings.length,
  };
}

const everywhere = (count: number) => (seen: Awaited<ReturnType<typeof readers>>) =>
  expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((name) => [name, count])));

it('no reader has observed findings unless it asks for them, and turning the detector on opens them at once', async () => {
  const pageId = await publish();
  const scans = rowsOf(site, 'page-scan');
  everywhere(0)(await readers(pageId));
  expect(await statusesIn('/detection?status=observed')).toEqual(['observed']);
  expect(await statusesIn(`/detection/by-page/${pageId}?status=observed`)).toEqual(['observed']);
  const { findings } = await done<FindingList>(site, 'listFindings', { status: 'observed' });
  expect(findings).toMatchObject([{ pageId, detectorId: NEW, status: 'observed' }]);
  const { finding } = await done<FindingDetails>(site, 'getFinding', { findingId: findings[0]?.findingId });
  expect(finding.status).toBe('observed');

  await turn(true);
  everywhere(1)(await readers(pageId));
  expect(await statusesIn('/detection?status=observed')).toEqual([]);
  expect(rowsOf(site, 'page-scan')).toEqual(scans);

  await turn(false);
  everywhere(0)(await readers(pageId));
});

it('observed findings raise no level and require none; turned on, they raise it without a scan', async () => {
  const pageId = await publish();
  const [low, high] = [levelNamed(site, 'Public').levelId, levelNamed(site, 'Restricted').levelId];
  expect(levelOf(pageId)).toBe(low);
  const set = async (levelId: string) =>
    (await site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId } })).status;
  expect([await set(high), await set(low)]).toEqual([201, 201]);
  const scans = rowsOf(site, 'page-scan');

  await turn(true);
  expect(await set(levelNamed(site, 'Internal').levelId)).toBe(403);
  await settle();
  expect(levelOf(pageId)).toBe(high);
  expect(rowsOf(site, 'page-scan')).toEqual(scans);
});

it('the job raises the levels of all pages, also after one with a corrupt finding and where one list does not reach', async () => {
  const pageIds: string[] = [];
  for (let n = 0; n < 3; n += 1) pageIds.push(await aPage(site));
  await settle();
  const low = levelNamed(site, 'Public').levelId;
  for (const pageId of pageIds) {
    const findingIds: string[] = [];
    for (let n = 0; n < 20; n += 1) findingIds.push(await storeFinding(site, pageId, { detectorId: NEW }));
    await storeLevel(site, pageId, low);
    if (pageId === pageIds[0]) await putRow(site, 'detection', findingIds[7] ?? '', { v: 1, rev: 2 });
    await storePageScan(site, pageId, findingIds);
  }
  await turn(true);
  await settle();
  const high = levelNamed(site, 'Restricted').levelId;
  expect(pageIds.map(levelOf)).toEqual([low, high, high]);
});

it('the counters leave observed findings out, and count them again after they were turned on or off', async () => {
  const count = async () => {
    await site.host.background.runSchedule('every-five-minutes');
    await settle();
    return openInOverview();
  };
  await publish();
  expect(await count()).toBe(0);
  await turn(true);
  expect(await count()).toBe(1);
  await turn(false);
  expect(await count()).toBe(0);
});

it('a value that another detector also found stays open', async () => {
  const pageId = await aPage(site);
  await storeFinding(site, pageId, { detectorId: NEW, data: { alsoMatched: ['email'] } });
  expect(await statusesIn('/detection')).toEqual(['open']);
});

it('a redaction of a page skips observed findings, and one that names them includes them', async () => {
  const pageId = await publish();
  const redact = async (body: object) =>
    site.rest('POST', '/v1/redaction', { key, body, headers: { 'Idempotency-Key': crypto.randomUUID() } });
  expect((await redact({ pageId, dryRun: true })).body.code).toBe('DETECTION_NOT_FOUND');
  const [finding] = (await rest('/detection?status=observed')).results;
  expect((await redact({ detectionIds: [finding.detectionId], dryRun: false })).status).toBe(202);
  await settle();
  expect(await statusesIn('/detection')).toEqual(['redacted']);
});

it('an exclusion applies to observed findings, before and after they are turned on', async () => {
  await publish();
  const { findings } = await done<FindingList>(site, 'listFindings', { status: 'observed' });
  const added = { findingIds: [findings[0]?.findingId], scope: { of: 'page' }, reason: 'A sample' };
  await done(site, 'addExclusion', added);
  expect(await statusesIn('/detection?status=observed')).toEqual([]);
  await turn(true);
  expect(await statusesIn('/detection')).toEqual(['excluded']);
});

it('the admin area lists new detectors with the findings that the admin sees, and only those', async () => {
  await publish();
  const hidden = await aPage(site, { by: ADMIN2.email });
  await restrict(site, hidden, 'read', ADMIN_AND_APP);
  await storeFinding(site, hidden, { detectorId: NEW });
  const view = (as?: string) => done<NewDetectors>(site, 'listNewDetectors', {}, as);
  const numbersIn = ({ detectors }: NewDetectors) =>
    detectors.flatMap(({ detectorId, findings, pages }) => (detectorId === NEW ? [[findings, pages]] : []));
  const [first] = (await view()).detectors;
  expect(first).toMatchObject({
    detectorId: NEW,
    isObserved: true,
    newest: [{ pageId: expect.any(String) }, { pageId: hidden }],
  });
  expect([numbersIn(await view()), numbersIn(await view(ADMIN2.email))].flat().sort()).toEqual([
    [1, 1],
    [2, 2],
  ]);
});

it('each change is in the audit log, needs the current revision, and names new detectors', async () => {
  await turn(true);
  await turn(false);
  const { rev } = await done<NewDetectors>(site, 'listNewDetectors', {});
  await done(site, 'turnNewDetectors', { rev, detectorIds: [NEW, 'email'], isOn: true });
  const events = rowsOf(site, 'audit')
    .map(({ value }) => value)
    .filter(({ subject }) => subject === `detector:${NEW}` || subject === 'detection');
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['detector.updated', 'detector.updated', 'detection.updated']),
  );
  const stale = { rev, detectorIds: [NEW], isOn: false };
  expect(await refusal(site, 'turnNewDetectors', stale)).toMatchObject({ code: 'DETECTION_CHANGED' });
  const unknown = { rev: rev + 1, detectorIds: ['no-such-detector'], isOn: true };
  expect(await refusal(site, 'turnNewDetectors', unknown)).toMatchObject({ code: 'DETECTOR_NOT_FOUND' });
});

it('the API shows and changes whether a detector is observed', async () => {
  await publish();
  const patch = (detectorId: string, body: object) => site.rest('PATCH', `/v1/detector/${detectorId}`, { key, body });
  const one = async () =>
    (await rest('/detector')).results.find(({ detectorId }: { detectorId: string }) => detectorId === NEW);
  expect(await one()).toMatchObject({ isObserved: true });
  expect((await patch(NEW, { ...(await one()), isObserved: false })).body).toMatchObject({ isObserved: false });
  await settle();
  expect(await statusesIn('/detection')).toEqual(['open']);
  expect(levelOf(rowsOf(site, 'page-scan')[0]?.key ?? '')).toBe(levelNamed(site, 'Restricted').levelId);
  expect((await patch(NEW, { isObserved: true })).body).toMatchObject({ isObserved: true });
  await putRow(site, 'config', 'installation', installation({ catalogue: CATALOG }));
  expect((await patch(NEW, { isObserved: true })).status).toBe(422);
});

function installation(change: object): object {
  const at = '2026-01-01T00:00:00.000Z';
  return { v: 1, rev: 1, value: { installedAt: at, appVersion: '1.0.0', versionSince: at, ...change } };
}

describe('the catalog of a site', () => {
  const installed = () => rowOf(site, 'config', 'installation')['value'];
  beforeEach(() => {
    site.close();
    site = openSite({ queryLagMs: 0 });
  });

  it('is the current one on a new site, also before its installation is recorded', async () => {
    const { key: reader } = await site.createKey({ classificationScope: 'none', detectionScope: 'read' });
    const { results: detectors } = (await site.rest('GET', '/v1/detector', { key: reader })).body;
    expect(detectors.filter(({ isObserved }: { isObserved: boolean }) => isObserved)).toEqual([]);
    site.host.lifecycle.install();
    await settle();
    expect(installed()).toMatchObject({ catalogue: CATALOG });
  });
});
