import { randomUUID } from 'node:crypto';
import { ADMIN2, EDITOR } from '../../local/demo';
import type { JobView } from '../../src/admin/runs/jobs';
import { JOB_PAGES, JOB_RESULTS } from '../../src/jobs/job-rows';
import type { PageResult } from '../../src/jobs/model';
import { writeItems } from '../../src/runs/run-items';
import { done } from '../admin/ask';
import { type LevelName, levelNamed } from '../support/levels';
import { itSlow, sample } from '../support/sample';
import { putRow, rowOf, rowsOf } from '../support/stored-rows';
import { ADMIN_AND_APP, restrict, trash } from '../support/wiki-pages';
import { type JobSite, openJobSite } from './job-site';

/**
 * A page that the person of a job cannot see now has one result, whatever its level and its history are. This applies
 * in the preview, in the job and in the undo, and also if the page was visible when the preview or the job ran.
 */

let site: JobSite;
afterEach(() => site.close());
beforeEach(async () => {
  site = await openJobSite();
});

const RESULT_GROUPS = ['changed', 'lowered', 'kept', 'same', 'failed'] as const;

const levelId = (name: LevelName) => levelNamed(site, name).levelId;
const setLevel = (pageId: string, name: LevelName) =>
  site.rest('POST', '/v1/page-level', { key: site.key, body: { pageId, levelId: levelId(name) } });

/** A frame on a page, or on the home page. */
type Frame = { readonly pageId: string } | undefined;

async function jobOf(frame: Frame, operation: string, payload: object) {
  const module = frame === undefined ? 'home' : 'level-history';
  // The platform limits what is read from storage in a minute.
  site.advance(60_000);
  const answer = await site.surface(module, operation, payload, { as: EDITOR.email, ...frame });
  if (answer.ok !== true || answer.value.job === undefined) throw new Error(JSON.stringify(answer));
  return answer.value.job;
}

async function finish(frame: Frame, { jobId }: { readonly jobId: string }) {
  for (let round = 0; round < 100; round += 1) {
    await site.host.background.settle();
    const job = await jobOf(frame, 'getBelowJob', { jobId });
    if (job.counts !== undefined) return job;
    site.advance(30_000);
  }
  throw new Error('the job comes to no end');
}

/** Everything that the frame shows of an ended job, without its id. */
async function seenOf(frame: Frame, job: { readonly jobId: string }) {
  const { jobId, ...view } = await finish(frame, job);
  const lists: object[] = [];
  const module = frame === undefined ? 'home' : 'level-history';
  for (const group of RESULT_GROUPS) {
    site.advance(60_000);
    let from: number | undefined = 0;
    while (from !== undefined) {
      const list = await site.surface(module, 'listBelowPages', { jobId, group, from }, { as: EDITOR.email, ...frame });
      lists.push(list);
      from = list.value.next;
    }
  }
  const stored = rowsOf(site, 'job').filter(({ key }) => key.startsWith(`${jobId}:results:`));
  return { view, lists, stored: view.kind === 'undo' ? stored.map(({ value }) => value) : [] };
}

const hide: Readonly<Record<string, (pageId: string) => Promise<unknown>>> = {
  hidden: (pageId) => restrict(site, pageId, 'read', ADMIN_AND_APP),
  deleted: (pageId) => trash(site, pageId),
};

/** The level of the page, as the person saw it last. */
const LEVELS = [undefined, 'Public', 'Internal', 'Restricted', 'Highly Restricted'] as const;
/** The level before the job, which keeps a more sensitive one, and changes by others after it. */
const HISTORIES: readonly (readonly [before: LevelName | undefined, ...later: LevelName[]])[] = [
  [undefined],
  [undefined, 'Restricted'],
  [undefined, 'Restricted', 'Internal'],
  [undefined, 'Public'],
  ['Highly Restricted'],
  ['Highly Restricted', 'Internal'],
];

describe.each(Object.keys(hide))('a page that is %s', (how) => {
  const hidePage = (pageId: string) => hide[how]?.(pageId);

  it('has one result in a preview that ended before, and in its job', async () => {
    const seen: object[] = [];
    for (const level of LEVELS) {
      const [root = ''] = await site.makePages(1);
      const [below = ''] = await site.makePages(1, { parentId: root });
      if (level !== undefined) await setLevel(below, level);
      const order = { level: { levelId: levelId('Internal') }, alsoLower: false };
      const frame = { pageId: root };
      const early = await finish(frame, await jobOf(frame, 'previewBelow', { ...order, requestKey: randomUUID() }));
      await hidePage(below);
      const preview = await seenOf(frame, early);
      const job = await seenOf(frame, await jobOf(frame, 'startBelow', { previewId: early.jobId }));
      seen.push({ preview, job });
    }
    expectAlike(seen);
    expect(seen[0]).toMatchObject({
      preview: { view: { state: 'partial', counts: { changed: 1, failed: [{ code: 'PAGE_NOT_FOUND', count: 1 }] } } },
      job: { view: { state: 'partial', counts: { changed: 1, failed: [{ code: 'PAGE_NOT_FOUND', count: 1 }] } } },
    });
  });

  it('has one result in a job for chosen pages and in its undo', async () => {
    const seen: object[] = [];
    for (const [before, ...later] of HISTORIES) {
      const [shown = '', pageId = ''] = await site.makePages(2);
      if (before !== undefined) await setLevel(pageId, before);
      const pages = [shown, pageId].map((one) => ({ pageId: one, revision: 'absent' }));
      const order = { pages, level: { levelId: levelId('Internal') }, alsoLower: false, requestKey: randomUUID() };
      const job = await finish(undefined, await jobOf(undefined, 'setLevels', order));
      for (const level of later) await setLevel(pageId, level);
      await hidePage(pageId);
      const after = await seenOf(undefined, job);
      const undo = await seenOf(
        undefined,
        await jobOf(undefined, 'undoBelow', { jobId: job.jobId, requestKey: randomUUID() }),
      );
      seen.push({ after, undo });
    }
    expectAlike(seen);
    expect(seen[0]).toMatchObject({
      undo: { view: { counts: { changed: 1, kept: 0, same: 0, failed: [{ code: 'PAGE_NOT_FOUND', count: 1 }] } } },
    });
  });

  it('has one result in a job that reverts a key, for the admin who cannot see it', async () => {
    const seen: object[] = [];
    for (const later of [[], ['Public']] as const) {
      const { key, keyId } = await site.createKey({});
      const [shown = '', pageId = ''] = await site.makePages(2);
      for (const one of [shown, pageId])
        await site.rest('POST', '/v1/page-level', { key, body: { pageId: one, levelId: levelId('Internal') } });
      for (const level of later) await setLevel(pageId, level);
      const revert = async (dryRun: boolean) => {
        const order = { keyId, dryRun, requestKey: randomUUID() };
        const { jobId } = await done<JobView>(site, 'revertKey', order, ADMIN2.email);
        await site.host.background.settle();
        return done<JobView>(site, 'getJob', { jobId }, ADMIN2.email);
      };
      const { jobId } = await revert(true);
      await hidePage(pageId);
      const before = await done<JobView>(site, 'getJob', { jobId }, ADMIN2.email);
      seen.push([before, await revert(false)]);
    }
    expectAlike(seen);
    expect(seen[0]).toMatchObject([
      { state: 'partial', changed: 1, left: 0, failed: [{ code: 'PAGE_NOT_FOUND', count: 1 }] },
      { state: 'partial', changed: 1, left: 0, failed: [{ code: 'PAGE_NOT_FOUND', count: 1 }] },
    ]);
  });
});

/** The job of the given rows, in place of the small one that ran. */
async function enlarge(jobId: string, results: readonly PageResult[], failed: number): Promise<void> {
  const row = rowOf(site, 'job', jobId);
  const size = { found: results.length, done: results.length, failed };
  const state = failed === 0 ? 'succeeded' : 'partial';
  await putRow(site, 'job', jobId, { ...row, state, data: { ...(row['data'] as object), ...size } });
  const pages = results.map(({ pageId }) => ({ pageId }));
  for (const { key, value } of [
    ...writeItems(JOB_PAGES, jobId, 0, pages),
    ...writeItems(JOB_RESULTS, jobId, 0, results),
  ])
    await putRow(site, 'job', key, value);
}

describe('a hidden page of a job with more pages than are counted', () => {
  const RESULTS: readonly Omit<PageResult, 'pageId'>[] = [
    { changed: true },
    { changed: false, skipped: true },
    { changed: false, code: 'PAGE_NOT_EDITABLE' },
  ];
  /** No pages of Confluence, so they are hidden, too. */
  const others = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ pageId: String(7_000_000 + n), changed: true }));

  beforeEach(async () => {
    site.close();
    site = await openJobSite({ rateLimits: () => 'off' });
  });

  itSlow('has one result in the preview, the job, the undo, and their lists', async () => {
    const seen: object[] = [];
    const shown: string[] = [];
    for (const result of sample(RESULTS, 2)) {
      const [root = ''] = await site.makePages(1);
      const [pageId = '', visible = ''] = await site.makePages(2, { parentId: root });
      const frame = { pageId: root };
      const order = { level: { levelId: levelId('Internal') }, alsoLower: true, requestKey: randomUUID() };
      const preview = await finish(frame, await jobOf(frame, 'previewBelow', order));
      const rows = [...others(1_001), { pageId, ...result }, { pageId: visible, changed: true }];
      await enlarge(preview.jobId, rows, result.code === undefined ? 0 : 1);
      await restrict(site, pageId, 'read', ADMIN_AND_APP);
      const job = await jobOf(frame, 'startBelow', { previewId: preview.jobId });
      const views = [await seenOf(frame, preview), await seenOf(frame, job)];
      await enlarge(job.jobId, rows, result.code === undefined ? 0 : 1);
      const undo = await jobOf(frame, 'undoBelow', { jobId: job.jobId, requestKey: randomUUID() });
      seen.push([...views, await seenOf(frame, job), await seenOf(frame, undo)]);
      shown.push(visible);
    }
    expectAlike(seen);
    expect(seen[0]).toMatchObject([
      { view: { kind: 'preview', state: 'partial', found: 1_003, counted: 1_000, canStart: true } },
      { view: { kind: 'change', state: 'partial', found: 1_003, counted: 1_000 } },
      { view: { kind: 'change', undo: { allowed: true } } },
      { view: { kind: 'undo', found: 1_003, counted: 1_000 } },
    ]);
    // The second part of the list has the page that is visible.
    expect(JSON.stringify(seen[0])).toContain(shown[0]);
  });

  it('has one result in the list of the job of a key', async () => {
    const seen: object[] = [];
    for (const result of sample(RESULTS, 2)) {
      const [pageId = ''] = await site.makePages(1);
      const { jobId: id } = (await site.makeJob({ pages: [{ pageId }] })).body;
      await site.finish(id);
      await enlarge(id, [...others(250), { pageId, ...result }], result.code === undefined ? 0 : 1);
      await trash(site, pageId);
      // The state and the number of failed pages are those of the run (docs/adr/0034).
      const failed = result.code === undefined ? 0 : 1;
      const state = failed === 0 ? 'succeeded' : 'partial';
      expect(await site.job(id)).toMatchObject({ state, total: 251, done: 251, failed });
      seen.push(await site.results(id));
      await site.rest('DELETE', `/v1/job/${id}`, { key: site.key });
    }
    expectAlike(seen);
    expect(seen[0]).toMatchObject({ length: 251 });
  });

  it('has one result in the job of an admin', async () => {
    const seen: object[] = [];
    for (const result of sample(RESULTS, 2)) {
      const { key, keyId } = await site.createKey({});
      const [pageId = ''] = await site.makePages(1);
      await site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId: levelId('Internal') } });
      const order = { keyId, dryRun: true, requestKey: randomUUID() };
      const { jobId } = await done<JobView>(site, 'revertKey', order, ADMIN2.email);
      await site.host.background.settle();
      await enlarge(jobId, [...others(1_001), { pageId, ...result }], result.code === undefined ? 0 : 1);
      await restrict(site, pageId, 'read', ADMIN_AND_APP);
      seen.push(await done<JobView>(site, 'getJob', { jobId }, ADMIN2.email));
    }
    expectAlike(seen);
    expect(seen[0]).toMatchObject({ state: 'partial', total: 1_002, counted: 1_000, changed: 0 });
  });
});

function expectAlike(seen: readonly object[]): void {
  const [first, ...others] = seen.map((one) => JSON.stringify(one, withoutIds, 1));
  for (const one of others) expect(one).toBe(first);
}

/** Ids and titles of pages differ in each round. */
function withoutIds(name: string, value: unknown): unknown {
  if (['pageId', 'pageIds', 'jobId', 'title'].includes(name) || name.endsWith('At')) return '…';
  return value;
}
