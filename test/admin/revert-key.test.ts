import type { JobView, KeyChanges } from '../../src/admin/runs/jobs';
import { ADMIN } from '../../local/demo';
import { type JobSite, openJobSite } from '../jobs/job-site';
import { type LevelName, levelNamed } from '../support/levels';
import { rowOf, rowsOf } from '../support/stored-rows';
import { ADMIN_AND_APP, restrict } from '../support/wiki-pages';
import { done, refusal } from './ask';

/** Reverts only the changes of a key, only if no one changed the page since, and only with permission. */

let site: JobSite;
beforeEach(async () => {
  // Without the meter of storage, because jobs run in one instant.
  site = await openJobSite({ meter: 'off' });
});
afterEach(() => site.close());

const level = (name: LevelName) => levelNamed(site, name).levelId;

async function set(key: string, pageId: string, name: LevelName): Promise<void> {
  const answer = await site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId: level(name) } });
  expect(answer.status).toBe(201);
}

async function levelOf(pageId: string): Promise<string | undefined> {
  const { body } = await site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key: site.key });
  return body.levelName ?? body.code;
}

interface Wish {
  readonly keyId: string;
  readonly from?: string;
  readonly dryRun?: boolean;
  readonly requestKey?: string;
}

/** Starts it, and runs everything that is due. */
async function revert(wish: Wish, email?: string): Promise<JobView> {
  const { jobId } = await done<JobView>(
    site,
    'revertKey',
    { dryRun: false, requestKey: crypto.randomUUID(), ...wish },
    email,
  );
  await site.host.background.settle();
  return done<JobView>(site, 'getJob', { jobId }, email);
}

const listed = (payload: object, email?: string) => done<KeyChanges>(site, 'listKeyChanges', payload, email);

it('the job that reverts a key restores the level that pages had before the key, also if it changed them more than once', async () => {
  const { key, keyId } = await site.createKey({ name: 'Rule' });
  const [fresh = '', twice = '', cleared = '', same = ''] = await site.makePages(4);
  await set(site.key, twice, 'Internal');
  await set(site.key, cleared, 'Restricted');
  await set(site.key, same, 'Public');
  await set(key, fresh, 'Public');
  await set(key, twice, 'Restricted');
  await set(key, twice, 'Public');
  expect((await site.rest('DELETE', `/v1/page-level/by-page/${cleared}`, { key })).status).toBe(204);
  await set(key, same, 'Internal');
  await set(key, same, 'Public');

  const before = rowsOf(site, 'page-level');
  const preview = await revert({ keyId, dryRun: true });
  expect(preview).toMatchObject({ state: 'succeeded', dryRun: true, total: 4, changed: 3, left: 1, failed: [] });
  expect(rowsOf(site, 'page-level')).toEqual(before);

  expect(await revert({ keyId })).toMatchObject({ state: 'succeeded', dryRun: false, total: 4, changed: 3, left: 1 });
  expect(await levelOf(fresh)).toBe('PAGE_NOT_CLASSIFIED');
  expect(await levelOf(twice)).toBe('Internal');
  expect(await levelOf(cleared)).toBe('Restricted');
  expect(await levelOf(same)).toBe('Public');
});

it('the job that reverts a key skips pages that others have changed since, and changes before the given time', async () => {
  const { key, keyId } = await site.createKey();
  const [other = '', early = '', late = ''] = await site.makePages(3);
  await set(key, other, 'Public');
  await set(site.key, other, 'Restricted');
  await set(key, early, 'Public');
  site.advance(60_000);
  const from = '2026-11-21T09:31:00.000Z';
  await set(key, late, 'Public');
  await set(key, other, 'Internal');
  await set(site.key, other, 'Highly Restricted');
  expect(await revert({ keyId, from })).toMatchObject({ state: 'succeeded', total: 2, changed: 1, left: 1 });
  const changed = (await listed({ keyId, from })).changes.map(({ pageId }) => pageId);
  expect(changed.sort()).toEqual([late, other].sort());
  expect(await levelOf(other)).toBe('Highly Restricted');
  expect(await levelOf(early)).toBe('Public');
  expect(await levelOf(late)).toBe('PAGE_NOT_CLASSIFIED');
});

it('the job that reverts a key runs as the admin, with history and audit, and records whose changes it reverts', async () => {
  const { key, keyId } = await site.createKey({ name: 'Rule' });
  const [pageId = ''] = await site.makePages(1);
  await set(key, pageId, 'Public');
  const { jobId } = await revert({ keyId }, 'admin2@example.com');
  const admin2 = site.host.confluence.accountIdOf('admin2@example.com');
  const { body } = await site.rest('GET', `/v1/page-level/by-page/${pageId}/history`, { key: site.key });
  expect(body.results[0]).toMatchObject({
    current: null,
    classifierId: admin2,
    apiKeyId: null,
    justification: `Reverts what the API key “Rule” (pclsk_${keyId}_…) changed`,
  });
  const audit = rowsOf(site, 'audit').map(({ value }) => value);
  for (const [type, details] of [
    ['job.created', { after: { revertsKey: keyId } }],
    ['job.finished', { after: { state: 'succeeded' } }],
  ] as const) {
    expect(audit.filter((row) => row.type === type && row.subject === `job:${jobId}`)).toEqual([
      expect.objectContaining({ actorType: 'user', actorAccountId: admin2, details: expect.objectContaining({}) }),
    ]);
    expect(audit.find((row) => row.type === type && row.subject === `job:${jobId}`)).toMatchObject({ details });
  }
});

it('the list and the revert of the changes of a key are limited to what the admin sees, and to the rules of the site', async () => {
  const { key, keyId } = await site.createKey();
  const [hidden = '', lowered = ''] = await site.makePages(2);
  await set(site.key, lowered, 'Public');
  await set(key, hidden, 'Public');
  await set(key, lowered, 'Restricted');
  await restrict(site, hidden, 'read', ADMIN_AND_APP);
  const { rev } = await done<{ rev: number }>(site, 'listLevels', {});
  await done(site, 'changeSiteSettings', { rev, lowering: 'forbidden' });
  const job = await revert({ keyId }, 'admin2@example.com');
  expect(job).toMatchObject({ state: 'failed', changed: 0 });
  expect(job.failed.map(({ code, pageIds }) => [code, pageIds]).sort()).toEqual([
    ['LEVEL_CHANGE_FORBIDDEN', [lowered]],
    ['PAGE_NOT_FOUND', [hidden]],
  ]);
  const { changes, ...rest } = await listed({ keyId }, 'admin2@example.com');
  expect(changes).toEqual([expect.objectContaining({ pageId: lowered, title: expect.stringMatching(/./) })]);
  expect(rest).toEqual({ others: 1 });
  expect((await listed({ keyId })).changes.map(({ pageId }) => pageId).sort()).toEqual([hidden, lowered].sort());
});

it('the job that reverts a key stops when the user is no longer an admin', async () => {
  const { key, keyId } = await site.createKey();
  const [pageId = ''] = await site.makePages(1);
  await set(key, pageId, 'Public');
  const { jobId } = await done<JobView>(
    site,
    'revertKey',
    { keyId, dryRun: false, requestKey: crypto.randomUUID() },
    'admin2@example.com',
  );
  await site.setUser('admin2@example.com', { siteAdmin: false });
  await site.host.background.settle();
  const { state, data } = rowOf(site, 'job', jobId) as { state: string; data: { stoppedBy: string } };
  expect([state, data.stoppedBy]).toEqual(['failed', 'CREATOR_NOT_ADMIN']);
  expect(await levelOf(pageId)).toBe('Public');
});

it('the job that reverts a key is one job for any number of requests, and can be canceled before it starts', async () => {
  const { key, keyId } = await site.createKey();
  const [pageId = ''] = await site.makePages(1);
  await set(key, pageId, 'Public');
  const wish = { keyId, dryRun: false, requestKey: crypto.randomUUID() };
  const [one, other] = await Promise.all([
    done<JobView>(site, 'revertKey', wish),
    done<JobView>(site, 'revertKey', wish),
  ]);
  expect(other.jobId).toBe(one.jobId);
  expect(await done(site, 'cancelJob', { jobId: one.jobId })).toMatchObject({ state: 'cancelled' });
  await site.host.background.settle();
  expect(await levelOf(pageId)).toBe('Public');
});

it('the API shows a job of the admin area only to its admin, and a job of a key only to that key', async () => {
  const { keyId } = await site.createKey();
  const job = await revert({ keyId });
  expect(job).toMatchObject({ state: 'succeeded', total: 0 });
  for (const operation of ['getJob', 'cancelJob'])
    expect((await refusal(site, operation, { jobId: job.jobId }, 'admin2@example.com')).code).toBe('JOB_NOT_FOUND');
  expect((await site.rest('GET', `/v1/job/${job.jobId}`, { key: site.key })).body.code).toBe('JOB_NOT_FOUND');
  const [pageId = ''] = await site.makePages(1);
  const ofKey = await site.makeJob({ pages: [{ pageId }], levelId: level('Public') });
  expect(await refusal(site, 'getJob', { jobId: ofKey.body.jobId })).toMatchObject({ code: 'JOB_NOT_FOUND' });
  expect(await refusal(site, 'cancelJob', { jobId: crypto.randomUUID() })).toMatchObject({ code: 'JOB_NOT_FOUND' });
});

it.each([
  ['keyId', { keyId: 'nothing' }],
  ['from', { from: 'yesterday' }],
  ['dryRun', { dryRun: 'yes' }],
  ['requestKey', { requestKey: '1' }],
])('the admin area refuses an invalid %s by name, and creates no job', async (field, wrong) => {
  const { keyId } = await site.createKey();
  const wish = { keyId, dryRun: true, requestKey: crypto.randomUUID(), ...wrong };
  const error = await refusal(site, 'revertKey', wish);
  expect(error.code).toBe('INVALID_INPUT');
  expect(error.fields?.map((one) => one.field)).toEqual([field]);
  expect(rowsOf(site, 'job')).toEqual([]);
});

it('the job that reverts a key includes all pages, whatever their number', async () => {
  const pages = await site.makePages(120);
  const { body } = await site.makeJob({ pages: pages.map((pageId) => ({ pageId })) });
  await site.finish(body.jobId);
  const seen: string[] = [];
  for (let cursor: string | undefined, part = 0; part === 0 || cursor !== undefined; part += 1) {
    const payload = { keyId: site.keyId, ...(cursor === undefined ? {} : { cursor }) };
    const { result, requestId } = await site.host.invokeResolver('listKeyChanges', payload, ADMIN.accountId);
    const { value } = result as { readonly value: KeyChanges };
    seen.push(...value.changes.map(({ pageId }) => pageId));
    ({ cursor } = value);
    // The admin check, the key, the changes and their pages.
    expect(site.host.traces.find(requestId)?.calls.length).toBeLessThanOrEqual(5);
  }
  expect(seen.sort()).toEqual(pages.toSorted());
  expect(await revert({ keyId: site.keyId })).toMatchObject({ state: 'succeeded', total: 120, changed: 120 });
  expect(rowsOf(site, 'page-level').every(({ value }) => value.levelId === undefined)).toBe(true);
});
