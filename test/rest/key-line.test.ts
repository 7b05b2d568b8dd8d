import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import type { RotatedKey } from '../../src/admin/keys/rotate-key';
import { done, edit, outcomeOf } from '../admin/ask';
import { type JobSite, openJobSite } from '../jobs/job-site';
import { openRedactionSite } from '../redaction/redaction-site';
import type { Site } from '../support/site';
import { rowsOf } from '../support/stored-rows';

/** A rotated key and its successors are one line, to which cursors, Idempotency-Keys, jobs and redactions belong. */

let site: JobSite;
beforeEach(async () => {
  site = await openJobSite({ queryLagMs: 0 });
});
afterEach(() => site.close());

async function rotate(on: Site, keyId: string, rev = 1) {
  const expiresOn = new Date(Date.parse('2026-11-21T00:00:00Z') + 60 * 86_400_000).toISOString().slice(0, 10);
  const { created } = await done<RotatedKey>(on, 'rotateKey', { keyId, rev, expiresOn, grace: '24h' });
  return created;
}

it('a successor key continues the cursors of its predecessors, in the feed and in lists', async () => {
  const { body: levels } = await site.rest('GET', '/v1/level', { key: site.key });
  for (const { levelId } of levels.results.slice(0, 3)) {
    await site.rest('POST', '/v1/page-level', { key: site.key, body: { pageId: DEMO_PAGES.payroll, levelId } });
  }
  site.advance(120_000);
  const second = await rotate(site, site.keyId);
  const third = await rotate(site, second.keyId);
  for (const path of ['/v1/change', `/v1/page-level/by-page/${DEMO_PAGES.payroll}/history`]) {
    const whole = await site.rest('GET', path, { key: site.key });
    const first = await site.rest('GET', `${path}?limit=1`, { key: site.key });
    const next = await site.rest('GET', first.body._links.next, { key: second.key });
    expect(next.status).toBe(200);
    const last = await site.rest('GET', next.body._links.next, { key: third.key });
    expect([first, next, last].flatMap(({ body }) => body.results)).toEqual(whole.body.results);
  }
});

it('a successor key refuses the cursors of another line', async () => {
  const other = await site.createKey();
  const successor = await rotate(site, other.keyId);
  const { body } = await site.rest('GET', '/v1/change', { key: site.key });
  const answer = await site.rest('GET', `/v1/change?after=${body.cursor}`, { key: successor.key });
  expect(outcomeOf(answer)).toBe('400 INVALID_CURSOR');
});

it('a successor key reads, lists and cancels the jobs of its predecessors', async () => {
  const pages = await site.makePages(2);
  const made = await site.makeJob({ pages: pages.map((pageId) => ({ pageId })) });
  const second = await rotate(site, site.keyId);
  const third = await rotate(site, second.keyId);
  for (const { key } of [second, third]) {
    expect((await site.rest('GET', made.body._links.self, { key })).body).toEqual(made.body);
    expect((await site.rest('GET', '/v1/job', { key })).body.results).toEqual([made.body]);
  }
  const canceled = await site.rest('DELETE', made.body._links.self, { key: third.key });
  expect(canceled.body.state).toBe('cancelled');
  const event = rowsOf(site, 'audit').find(({ value }) => value.type === 'job.cancelled');
  expect(JSON.stringify(event)).toContain(third.keyId);
});

it('a successor key does not repeat a request of its predecessor with the same Idempotency-Key', async () => {
  const { key } = await rotate(site, site.keyId);
  const [pageId = ''] = await site.makePages(1);
  const headers = { 'Idempotency-Key': 'once' };
  const job = { body: { levelId: site.levelId, pages: [{ pageId }] }, headers };
  const [first, second] = [
    await site.rest('POST', '/v1/page-level/jobs', { ...job, key: site.key }),
    await site.rest('POST', '/v1/page-level/jobs', { ...job, key }),
  ];
  expect(second.body.jobId).toBe(first.body.jobId);
  expect(second.header('idempotent-replayed')).toBe('true');

  const level = { body: { pageId, levelId: site.otherLevelId }, headers };
  const set = await site.rest('POST', '/v1/page-level', { ...level, key: site.key });
  const again = await site.rest('POST', '/v1/page-level', { ...level, key });
  expect(set.status).toBe(201);
  expect(again.body).toEqual(set.body);
  expect(again.header('idempotent-replayed')).toBe('true');
});

it('a successor key takes one more call for the Idempotency-Key of a successor, and none without one', async () => {
  const { key } = await rotate(site, site.keyId);
  const [pageId = ''] = await site.makePages(1);
  const callsOf = async (withKey: string, levelId: string, headers = {}) =>
    (await site.rest('POST', '/v1/page-level', { key: withKey, body: { pageId, levelId }, headers })).calls.length;
  // The first use of a key is recorded.
  for (const withKey of [site.key, key]) await site.rest('GET', '/v1/job', { key: withKey });
  expect(await callsOf(site.key, site.levelId)).toBe(await callsOf(key, site.otherLevelId));
  const first = await callsOf(site.key, site.levelId, { 'Idempotency-Key': 'a' });
  expect(await callsOf(key, site.otherLevelId, { 'Idempotency-Key': 'b' })).toBe(first + 1);
});

it('a successor key shows what the scope and limits of the current key allow, not those of its predecessor', async () => {
  await site.rest('POST', '/v1/page-level', {
    key: site.key,
    body: { pageId: DEMO_PAGES.engHome, levelId: site.levelId },
  });
  site.advance(120_000);
  const { body } = await site.rest('GET', '/v1/change?from=2026-01-01T00:00:00Z&limit=1', { key: site.key });
  expect(body.results).toHaveLength(1);
  const second = await rotate(site, site.keyId);
  await edit(site, second.keyId, { spaceLimit: [DEMO_SPACES.OPEN] });
  const limited = await site.rest('GET', '/v1/change?from=2026-01-01T00:00:00Z', { key: second.key });
  expect(limited.body.results).toEqual([]);
});

it('a successor key reads and lists the redactions of its predecessor', async () => {
  const redactions = await openRedactionSite();
  const pageId = await redactions.publish({ body: '<p>Card 4539 1488 0343 6467</p>' });
  const made = await redactions.rest('POST', '/v1/redaction', {
    key: redactions.key,
    body: { pageId, dryRun: true },
    headers: { 'Idempotency-Key': 'look' },
  });
  const { created } = await done<RotatedKey>(redactions, 'rotateKey', {
    keyId: redactions.keyId,
    rev: 1,
    expiresOn: new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10),
    grace: '24h',
  });
  const { key } = created;
  const answer = await redactions.rest('GET', made.body._links.self, { key });
  expect(answer.body.redactionId).toBe(made.body.redactionId);
  const { body } = await redactions.rest('GET', '/v1/redaction', { key });
  expect(body.results).toMatchObject([{ redactionId: made.body.redactionId, dryRun: true }]);
  redactions.close();
});

it('a successor key lists jobs in pages, newest first, by state', async () => {
  const made: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    const [pageId] = await site.makePages(1);
    made.unshift((await site.makeJob({ pages: [{ pageId }] })).body.jobId);
    site.advance(1_000);
  }
  await site.finish(made[2] ?? '');
  const first = await site.rest('GET', '/v1/job?limit=2', { key: site.key });
  const rest = await site.rest('GET', first.body._links.next, { key: site.key });
  expect([...first.body.results, ...rest.body.results].map(({ jobId }) => jobId)).toEqual(made);
  expect(rest.body._links).toEqual({});
  const queued = await site.rest('GET', '/v1/job?state=queued', { key: site.key });
  const succeeded = await site.rest('GET', '/v1/job?state=succeeded', { key: site.key });
  expect([queued.body.results.length, succeeded.body.results.length]).toEqual([0, 3]);
  expect(outcomeOf(await site.rest('GET', '/v1/job?state=done', { key: site.key }))).toBe('400 INVALID_PARAMETER');
});

it('a successor key lists no job of another line, and none that has expired', async () => {
  const [pageId] = await site.makePages(1);
  await site.makeJob({ pages: [{ pageId }] });
  const other = await site.createKey();
  expect((await site.rest('GET', '/v1/job', { key: other.key })).body.results).toEqual([]);
  site.advance(8 * 86_400_000);
  expect((await site.rest('GET', '/v1/job', { key: site.key })).body.results).toEqual([]);
});
