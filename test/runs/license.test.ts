import { DEFAULT_CONFIG } from '../../src/detection/configuration/model';
import type { Intercept } from '../../local/forge/platform-calls';
import { openJobSite } from '../jobs/job-site';
import { CARD, openRedactionSite } from '../redaction/redaction-site';
import type { Site } from '../support/site';
import { putRow, rowsOf } from '../support/stored-rows';

/** Background work without a license pauses, and continues where it stopped. */

const FIVE_MINUTES = 300_000;
const PAUSED = { code: 'APP_LICENSE_INACTIVE' };

interface Advancing extends Site {
  advance(milliseconds: number): void;
}

let site: Site;
afterEach(() => site.close());

/** Runs everything that is due, also the work that the five-minute trigger wakes. */
async function passFiveMinutes(at: Advancing): Promise<void> {
  at.advance(FIVE_MINUTES);
  await at.host.background.runSchedule('every-five-minutes');
  await at.host.background.settle();
}

/** The app asks for the license at most once an hour while there is one. */
async function loseLicense(at: Advancing): Promise<void> {
  at.host.assumptions.add('no-license');
  at.advance(3_600_000);
  await at.host.background.runSchedule('every-five-minutes');
}

it('a job keeps its progress, says why it waits, and continues within ten minutes', async () => {
  const jobs = await openJobSite();
  site = jobs;
  const pages = await jobs.makePages(3);
  const { body } = await jobs.makeJob({ pages: pages.map((pageId) => ({ pageId })) });
  await loseLicense(jobs);
  await jobs.host.background.settle();
  const paused = await jobs.job(body.jobId);
  expect(paused).toMatchObject({ done: 0, failed: 0, state: 'waiting', waiting: PAUSED });
  expect(rowsOf(jobs, 'level-change')).toEqual([]);
  await passFiveMinutes(jobs);
  expect((await jobs.job(body.jobId)).waiting).toMatchObject(PAUSED);

  jobs.host.assumptions.delete('no-license');
  await passFiveMinutes(jobs);
  await passFiveMinutes(jobs);
  const done = await jobs.job(body.jobId);
  expect(done).toMatchObject({ state: 'succeeded', done: 3, failed: 0 });
  expect(done.waiting).toBeUndefined();
  expect(rowsOf(jobs, 'level-change')).toHaveLength(3);
  // The answer of the site check about acting as a person does not change.
  expect(rowsOf(jobs, 'probe', 'act-as-person')).toEqual([]);
});

it('a paused job can be canceled', async () => {
  const jobs = await openJobSite();
  site = jobs;
  const [pageId] = await jobs.makePages(1);
  const { body } = await jobs.makeJob({ pages: [{ pageId }] });
  await loseLicense(jobs);
  await jobs.host.background.settle();
  expect((await jobs.rest('DELETE', `/v1/job/${body.jobId}`, { key: jobs.key })).status).toBeLessThan(300);
  const canceled = await jobs.job(body.jobId);
  expect(canceled).toMatchObject({ state: 'cancelled' });
  expect(canceled).not.toHaveProperty('waiting');
});

it('a redaction completes the page that it edits, and continues with the next one later', async () => {
  let isDown = true;
  const intercept: Intercept = (call, proceed) => {
    const isEdit = call.method === 'PUT' && /^\/wiki\/api\/v2\/pages\/\d+$/.test(call.path);
    return isEdit && isDown ? Promise.resolve(Response.json({}, { status: 503 })) : proceed();
  };
  const redactions = await openRedactionSite({ intercept });
  site = redactions;
  const text = `<p>card number ${CARD}</p>`;
  const pages = [await redactions.publish({ body: text }), await redactions.publish({ body: text })];
  const versions = async () =>
    (await Promise.all(pages.map((id) => redactions.page(id)))).map(({ version }) => version);
  const detectionIds = pages.flatMap((pageId) => redactions.findings(pageId)['card-pan'] ?? []);
  const { redactionId } = (await redactions.redact({ detectionIds })).body;
  await redactions.host.background.settle();
  expect(await versions()).toEqual([1, 1]);

  isDown = false;
  await loseLicense(redactions);
  await redactions.host.background.settle();
  expect((await versions()).toSorted()).toEqual([1, 2]);
  expect(await redactions.redaction(redactionId)).toMatchObject({ state: 'waiting', failed: 0, waiting: PAUSED });

  redactions.host.assumptions.delete('no-license');
  await passFiveMinutes(redactions);
  await passFiveMinutes(redactions);
  expect(await redactions.redaction(redactionId)).toMatchObject({ state: 'succeeded', done: 2, failed: 0 });
  expect(await versions()).toEqual([2, 2]);
});

it('pages that were published without a license are scanned when it is back', async () => {
  const scans = await openRedactionSite();
  site = scans;
  await loseLicense(scans);
  const pageId = await scans.publish({ body: `<p>card number ${CARD}</p>` });
  expect(rowsOf(scans, 'page-scan')).toEqual([]);
  await scans.host.background.runSchedule('hourly-scans');
  await scans.host.background.settle();
  expect(rowsOf(scans, 'job')).toEqual([]);

  scans.host.assumptions.delete('no-license');
  await passFiveMinutes(scans);
  for (let runs = 0; runs < 2; runs += 1) {
    await scans.host.background.runSchedule('hourly-scans');
    for (let minutes = 0; minutes < 30; minutes += 5) await passFiveMinutes(scans);
  }
  expect(scans.findings(pageId)['card-pan']).toHaveLength(1);
  const events = rowsOf(scans, 'audit').map(({ value }) => value);
  expect(events.filter(({ type, subject }) => type === 'job.created' && /^scan:/.test(String(subject)))).toHaveLength(
    1,
  );
});

it('a scheduled scan does not start', async () => {
  const scans = await openRedactionSite();
  site = scans;
  const value = { ...DEFAULT_CONFIG, triggers: { onPublish: false, schedule: 'daily' } };
  await putRow(scans, 'config', 'detection', { v: 1, rev: 1, value });
  await loseLicense(scans);
  await scans.host.background.runSchedule('hourly-scans');
  expect(rowsOf(scans, 'job')).toEqual([]);
  scans.host.assumptions.delete('no-license');
  await passFiveMinutes(scans);
  await scans.host.background.runSchedule('hourly-scans');
  expect(rowsOf(scans, 'job').length).toBeGreaterThan(0);
});
