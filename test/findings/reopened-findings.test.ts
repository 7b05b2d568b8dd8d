import { DEMO_SPACES } from '../../local/demo';
import { DEFAULT_CONFIG } from '../../src/detection/configuration/model';
import type { Exclusion } from '../../src/findings/exclusions/model';
import { anExclusion, storeExclusions } from '../support/exclusions';
import { levelNamed, type LevelName } from '../support/levels';
import { truthOf } from '../support/page-truth';
import { openSite, type Site } from '../support/site';
import { putRow, rowsOf } from '../support/stored-rows';
import { aPage, expectOk, move } from '../support/wiki-pages';
import { done, settleSurfaces } from '../surfaces/surface-site';

/** A page gets the level that its findings require as soon as they count again, as after a scan, without being read again. */

const TOKEN = ['ghp', 'R7vX2kQ9mZ4tB8nC6wL1yD3fG5hJ0pS7aE2u'].join('_');
const LABEL = 'known';
const HOUR_MS = 3_600_000;

let site: Site;
let key: string;
let pageId: string;
let now: Date;
const idOf = (name: LevelName) => levelNamed(site, name).levelId;
/** Lets delayed events arrive. */
const settled = () => {
  now = new Date(now.getTime() + 300_000);
  return site.host.background.settle();
};
const levelOf = () => truthOf(site.host, pageId).record?.levelId;

beforeEach(async () => {
  now = new Date('2026-11-20T10:00:00.000Z');
  site = openSite({ queryLagMs: 0, now: () => now });
  const rules = [{ severity: 'critical', levelId: idOf('Restricted') }];
  await putRow(site, 'config', 'detection', { v: 1, rev: 1, value: { ...DEFAULT_CONFIG, rules } });
  ({ key } = await site.createKey({ classificationScope: 'manage', detectionScope: 'manage' }));
  pageId = await aPage(site, { text: `Use ${TOKEN} for it.` });
  await settled();
  expect(levelOf()).toBe(idOf('Restricted'));
});
afterEach(() => site.close());

/** Sets the page to Public, which its findings do not prevent while they are excluded. */
async function setPublic(): Promise<void> {
  const answer = await site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId: idOf('Public') } });
  expect(answer.status).toBe(201);
}

const label = (method: 'POST' | 'DELETE') =>
  method === 'POST'
    ? expectOk(site.wiki('POST', `/rest/api/content/${pageId}/label`, [{ prefix: 'global', name: LABEL }]))
    : expectOk(site.wiki('DELETE', `/rest/api/content/${pageId}/label?name=${LABEL}`));

const store = (change: Partial<Exclusion>) =>
  storeExclusions(site, anExclusion({ match: { by: 'detector', detectorId: 'github-token' }, ...change }));

const expectRaised = () => {
  const { record, history } = truthOf(site.host, pageId);
  expect(record).toMatchObject({ levelId: idOf('Restricted'), method: 'DETECTION' });
  expect(history.at(-1)?.justification).toContain('GitHub token (1)');
};

const scopes: readonly [string, () => Exclusion['scope']][] = [
  ['page', () => ({ of: 'page', pageId })],
  ['space', () => ({ of: 'space', spaceId: truthOf(site.host, pageId).record?.spaceId ?? '' })],
  ['label', () => ({ of: 'label', label: LABEL })],
  ['site', () => ({ of: 'site' })],
];

it.each(scopes)('a finding is reopened after an exclusion for a %s is removed with a key', async (_of, scope) => {
  await label('POST');
  await store({ scope: scope() });
  await setPublic();
  await settled();
  expect(levelOf()).toBe(idOf('Public'));
  const { exclusionId } = anExclusion();
  expect((await site.rest('DELETE', `/v1/exclusion/${exclusionId}`, { key })).status).toBe(204);
  await settled();
  expectRaised();
});

it('a finding is reopened after an admin removes an exclusion', async () => {
  await store({});
  await setPublic();
  const { exclusionId } = anExclusion();
  expect(await site.admin('removeExclusion', { exclusionId })).toMatchObject({ ok: true });
  await settled();
  expectRaised();
});

it('a finding is reopened after a person undoes *Not sensitive* in the popup', async () => {
  await settleSurfaces(site, { peopleMayExclude: true });
  const [findingId = ''] = rowsOf(site, 'detection').map(({ key: id }) => id);
  const excluded = await done(site, 'excludeFinding', { findingId, reason: 'A test token.' }, { pageId });
  if (!('outcome' in excluded) || excluded.outcome !== 'excluded') throw new Error(JSON.stringify(excluded));
  await setPublic();
  const { exclusionId } = excluded;
  expect(await done(site, 'undoExclusion', { exclusionId }, { pageId })).toMatchObject({ outcome: 'removed' });
  await settled();
  expectRaised();
});

it('within an hour after an exclusion expires', async () => {
  await store({ expiresAt: '2026-11-20T12:00:00.000Z' });
  await setPublic();
  await site.host.background.runSchedule('hourly-scans');
  await settled();
  expect(levelOf()).toBe(idOf('Public'));
  now = new Date(now.getTime() + 3 * HOUR_MS);
  await site.host.background.runSchedule('hourly-scans');
  await settled();
  expectRaised();
});

it('a finding is reopened after the label of an exclusion is removed from the page', async () => {
  await label('POST');
  await store({ scope: { of: 'label', label: LABEL } });
  await setPublic();
  await settled();
  expect(levelOf()).toBe(idOf('Public'));
  await label('DELETE');
  await settled();
  // Confluence's search needs some time.
  await settled();
  expectRaised();
});

it.each([
  ['the daily sweep', () => site.host.background.runSchedule('daily-key-expiry')],
  [
    'a scan that skips the page, because it is up to date',
    () =>
      site.rest('POST', '/v1/detection/scan', {
        key,
        body: { site: true, onlyStale: true },
        headers: { 'Idempotency-Key': 'one' },
      }),
  ],
])('a finding is reopened in %s, if no event arrived', async (_name, run) => {
  await store({});
  await setPublic();
  await storeExclusions(site);
  await run();
  await settled();
  expectRaised();
});

it('a finding is not reopened while another exclusion applies, nor for a page that has the level with a sub-level', async () => {
  await store({});
  await setPublic();
  await site.host.background.runSchedule('daily-key-expiry');
  await settled();
  expect(levelOf()).toBe(idOf('Public'));
  const { levelId, subLevels } = levelNamed(site, 'Restricted');
  const body = { pageId, levelId, subLevelId: subLevels[0]?.subLevelId };
  expect((await site.rest('POST', '/v1/page-level', { key, body })).status).toBe(201);
  await storeExclusions(site);
  await site.host.background.runSchedule('daily-key-expiry');
  await settled();
  expect(truthOf(site.host, pageId).record).toMatchObject({ subLevelId: subLevels[0]?.subLevelId, method: 'REST_API' });
});

it.each([true, false])(
  'a finding is reopened after the page leaves an excluded space, with scans of changed pages on: %s',
  async (onPublish) => {
    const value = { ...DEFAULT_CONFIG, rules: [{ severity: 'critical', levelId: idOf('Restricted') }] };
    await putRow(site, 'config', 'detection', {
      v: 1,
      rev: 2,
      value: { ...value, triggers: { onPublish, schedule: 'off' } },
    });
    await store({ scope: { of: 'space', spaceId: truthOf(site.host, pageId).record?.spaceId ?? '' } });
    await setPublic();
    await move(site, pageId, 'HR');
    await settled();
    expectRaised();
    const below = await site.rest('GET', `/v1/detection?spaceId=${DEMO_SPACES.HR}`, { key });
    expect(below.body.results).toMatchObject([{ pageId, detectorId: 'github-token' }]);
  },
);
