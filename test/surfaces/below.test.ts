import { randomUUID } from 'node:crypto';
import { ADMIN, DEMO_PAGES, DEMO_SPACES, EDITOR, OUTSIDER, VIEWER } from '../../local/demo';
import { type JobSite, openJobSite } from '../jobs/job-site';
import { type LevelName, levelNamed, settle } from '../support/levels';
import { rowsOf } from '../support/stored-rows';
import { aFolder, aPage, restrict } from '../support/wiki-pages';

/** *Classify this page and everything below it*: the preview, the job, and the undo. */

let site: JobSite;
afterEach(() => site.close());
beforeEach(async () => {
  // Without the meter of storage, because jobs run in one instant.
  site = await openJobSite({ meter: 'off' });
});

/** A page, two below it, and two below the first of these. All in the space OPEN, where the editor may edit. */
interface Tree {
  readonly root: string;
  readonly pages: readonly string[];
}

async function makeTree(): Promise<Tree> {
  const [root = ''] = await site.makePages(1);
  const [one = '', two = ''] = await site.makePages(2, { parentId: root });
  const [three = '', four = ''] = await site.makePages(2, { parentId: one });
  return { root, pages: [root, one, two, three, four] };
}

const levelId = (name: LevelName) => levelNamed(site, name).levelId;
const setLevel = (pageId: string, name: LevelName) =>
  site.rest('POST', '/v1/page-level', { key: site.key, body: { pageId, levelId: levelId(name) } });

async function call(operation: string, pageId: string, payload: object, as: string = EDITOR.email) {
  return site.surface('level-history', operation, payload, { as, pageId });
}

async function ok(operation: string, pageId: string, payload: object, as?: string) {
  const answer = await call(operation, pageId, payload, as);
  if (answer.ok !== true || answer.value.job === undefined) throw new Error(JSON.stringify(answer));
  return answer.value.job;
}

const preview = (pageId: string, name: LevelName, more: object = {}, as?: string) =>
  ok(
    'previewBelow',
    pageId,
    { level: { levelId: levelId(name) }, alsoLower: false, requestKey: randomUUID(), ...more },
    as,
  );
const undo = (pageId: string, jobId: string, more: object = {}) =>
  ok('undoBelow', pageId, { jobId, requestKey: randomUUID(), ...more });

/** Runs everything until the job has ended, advancing the clock while it waits. */
async function finish(pageId: string, { jobId }: { jobId: string }, as?: string) {
  for (let rounds = 0; rounds < 500; rounds += 1) {
    await site.host.background.settle();
    const job = await ok('getBelowJob', pageId, { jobId }, as);
    if (job.counts !== undefined) return job;
    site.advance(30_000);
  }
  throw new Error('the job comes to no end');
}

async function classifyBelow(pageId: string, name: LevelName, more: object = {}) {
  const seen = await finish(pageId, await preview(pageId, name, more));
  return finish(pageId, await ok('startBelow', pageId, { previewId: seen.jobId }));
}

async function titlesOf(pageId: string, jobId: string, group: string, code?: string) {
  const payload = { jobId, group, ...(code === undefined ? {} : { code }) };
  const { value } = await call('listBelowPages', pageId, payload);
  return value.pages.map((page: { pageId: string }) => page.pageId);
}

describe('the preview', () => {
  it('counts the pages by what would happen, lists each group, and changes nothing', async () => {
    const { root, pages } = await makeTree();
    const [, one = '', two = '', three = '', four = ''] = pages;
    await setLevel(one, 'Highly Restricted');
    await setLevel(two, 'Restricted');
    await setLevel(three, 'Public');
    await restrictEditing(four);
    const job = await preview(root, 'Restricted');
    expect(job).toMatchObject({ kind: 'preview', state: 'queued', level: { name: 'Restricted' }, canStart: false });
    const ended = await finish(root, job);
    expect(ended).toMatchObject({
      ...{ kind: 'preview', state: 'partial', found: 5, done: 5, isSearching: false, canStart: true },
      counts: { changed: 2, lowered: 0, kept: 1, same: 1, failed: [{ code: 'PAGE_NOT_EDITABLE', count: 1 }] },
    });
    expect(ended.undo).toBeUndefined();
    const { jobId } = job;
    expect(await titlesOf(root, jobId, 'changed')).toEqual([root, three]);
    expect(await titlesOf(root, jobId, 'kept')).toEqual([one]);
    expect(await titlesOf(root, jobId, 'same')).toEqual([two]);
    expect(await titlesOf(root, jobId, 'failed', 'PAGE_NOT_EDITABLE')).toEqual([four]);
    expect(await titlesOf(root, jobId, 'failed', 'PAGE_NOT_FOUND')).toEqual([]);
    expect(await site.levelOf(root)).toBeUndefined();
    expect(await site.levelOf(three)).toBe(levelId('Public'));
  });

  it('neither counts nor lists pages that are hidden from the person', async () => {
    const job = await preview(DEMO_PAGES.engHome, 'Internal', {}, VIEWER.email);
    const seen = await finish(DEMO_PAGES.engHome, job, VIEWER.email);
    // A page in a folder is found like every other, and a page in a restricted folder is hidden with it.
    const open = await aPage(site, { parentId: await aFolder(site, DEMO_PAGES.engHome) });
    const restricted = await aFolder(site, DEMO_PAGES.engHome);
    await restrict(site, restricted, 'read', [ADMIN.accountId]);
    await aPage(site, { parentId: restricted });
    const all = await finish(DEMO_PAGES.engHome, await preview(DEMO_PAGES.engHome, 'Internal'));
    expect(await titlesOf(DEMO_PAGES.engHome, all.jobId, 'changed')).toContain(open);
    // The restricted page and the page below it.
    expect(all.found - seen.found).toBe(3);
    expect(seen.counts).toMatchObject({ changed: 0, failed: [{ code: 'PAGE_NOT_EDITABLE', count: seen.found }] });
    expect(seen.canStart).toBe(false);
    const stored = rowsOf(site, 'job').filter(({ key }) => key.startsWith(job.jobId));
    expect(JSON.stringify(stored)).not.toContain(DEMO_PAGES.engRestricted);
  });

  it('keeps pages that have the level, with any sub-level and with none', async () => {
    const { root, pages } = await makeTree();
    const [, one = '', two = ''] = pages;
    const { levelId, subLevels } = levelNamed(site, 'Restricted');
    const [first, second] = subLevels;
    const put = (pageId: string, subLevelId?: string) =>
      site.rest('POST', '/v1/page-level', { key: site.key, body: { pageId, levelId, subLevelId } });
    await put(one, second?.subLevelId);
    await put(two);
    const level = { levelId, subLevelId: first?.subLevelId };
    const ended = await finish(root, await preview(root, 'Restricted', { level }));
    expect(ended.level.name).toBe(`Restricted / ${first?.name}`);
    expect(ended.counts).toMatchObject({ changed: 3, kept: 0, same: 2 });
    const without = await finish(root, await preview(root, 'Restricted'));
    expect(without.counts).toMatchObject({ changed: 3, kept: 0, same: 2 });
  });

  it('counts the pages that would be lowered, if the person asks for that', async () => {
    const { root, pages } = await makeTree();
    await setLevel(pages[1] ?? '', 'Highly Restricted');
    const ended = await finish(root, await preview(root, 'Internal', { alsoLower: true }));
    expect(ended.counts).toMatchObject({ changed: 5, lowered: 1, kept: 0 });
    expect(await titlesOf(root, ended.jobId, 'lowered')).toEqual([pages[1]]);
  });

  it('is repeated with the same key, and refused with the same key for something else', async () => {
    const { root } = await makeTree();
    const requestKey = randomUUID();
    const first = await preview(root, 'Internal', { requestKey });
    expect((await preview(root, 'Internal', { requestKey })).jobId).toBe(first.jobId);
    const payload = { level: { levelId: levelId('Public') }, alsoLower: false, requestKey };
    expect(await call('previewBelow', root, payload)).toMatchObject({ ok: false, error: { code: 'JOB_CHANGED' } });
  });

  it('names wrong inputs, and starts nothing', async () => {
    const { root } = await makeTree();
    const fine = { level: { levelId: levelId('Restricted') }, alsoLower: false, requestKey: randomUUID() };
    const messageOf = async (change: object) => {
      const { error } = await call('previewBelow', root, { ...fine, ...change });
      return [error.code, error.message.split(' ')[0]];
    };
    for (const [field, wrong] of [
      ['level', 'Restricted'],
      ['level.levelId', { levelId: 'restricted' }],
      ['level', { levelId: randomUUID() }],
      ['level.subLevelId', { levelId: levelId('Restricted'), subLevelId: randomUUID() }],
    ] as const) {
      expect(await messageOf({ level: wrong })).toEqual(['INVALID_INPUT', field]);
    }
    expect(await messageOf({ alsoLower: 'yes' })).toEqual(['INVALID_INPUT', 'alsoLower']);
    expect(await messageOf({ reason: 7 })).toEqual(['INVALID_INPUT', 'reason']);
    expect(await messageOf({ requestKey: 'again' })).toEqual(['INVALID_INPUT', 'requestKey']);
    expect(await messageOf({ pageId: DEMO_PAGES.hrHome })).toEqual(['INVALID_INPUT', 'pageId']);
    expect(site.jobEvents()).toEqual([]);
  });

  it('lowers nothing where the site forbids it, and needs a reason where the site requires one', async () => {
    const { root, pages } = await makeTree();
    await setLevel(pages[1] ?? '', 'Highly Restricted');
    const wanted = { level: { levelId: levelId('Internal') }, alsoLower: true, requestKey: randomUUID() };
    await settle(site, { lowering: 'forbidden' });
    expect((await call('previewBelow', root, wanted)).error).toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringMatching(/^alsoLower /),
    });
    expect((await finish(root, await preview(root, 'Internal'))).counts).toMatchObject({ kept: 1, failed: [] });
    await settle(site, { lowering: 'justified' });
    expect((await call('previewBelow', root, wanted)).error).toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringMatching(/^reason /),
    });
    const reason = 'The project is public now.';
    const ended = await classifyBelow(root, 'Internal', { alsoLower: true, reason });
    expect(ended.counts).toMatchObject({ changed: 5, lowered: 1 });
    const { body } = await site.rest('GET', `/v1/page-level/by-page/${pages[1]}/history`, { key: site.key });
    expect(body.results[0]).toMatchObject({ justification: reason, method: 'MANUAL' });
  });
});

describe('the job', () => {
  it('changes exactly the pages of the preview, as the person and by hand', async () => {
    const { root, pages } = await makeTree();
    await setLevel(pages[1] ?? '', 'Highly Restricted');
    const seen = await finish(root, await preview(root, 'Restricted'));
    const [later = ''] = await site.makePages(1, { parentId: root });
    const job = await finish(root, await ok('startBelow', root, { previewId: seen.jobId }));
    expect(job).toMatchObject({
      ...{ kind: 'change', state: 'succeeded', found: 4, done: 4, canStart: false },
      counts: { changed: 4, lowered: 0, kept: 0, same: 0, failed: [] },
      undo: { allowed: true, needsJustification: false },
    });
    for (const pageId of [root, ...pages.slice(2)]) expect(await site.levelOf(pageId)).toBe(levelId('Restricted'));
    expect(await site.levelOf(pages[1] ?? '')).toBe(levelId('Highly Restricted'));
    expect(await site.levelOf(later)).toBeUndefined();
    const rows = rowsOf(site, 'level-change').map(({ value }) => value);
    const changes = rows.filter(({ classifierId }) => classifierId === EDITOR.accountId);
    expect(changes).toHaveLength(4);
    expect(changes.every(({ method }) => method === 'MANUAL')).toBe(true);
    const audit = rowsOf(site, 'audit').map(({ value }) => value);
    const ofJob = audit.filter(({ subject }) => subject === `job:${job.jobId}`);
    expect(ofJob.map(({ type }) => type).sort()).toEqual(['job.created', 'job.finished']);
    expect(ofJob.every(({ actorAccountId }) => actorAccountId === EDITOR.accountId)).toBe(true);
  });

  it('starts once for a preview, and not before the preview is complete', async () => {
    const { root } = await makeTree();
    const early = await preview(root, 'Internal');
    expect(await call('startBelow', root, { previewId: early.jobId })).toMatchObject({
      ok: false,
      error: { code: 'JOB_CHANGED' },
    });
    await finish(root, early);
    const first = await ok('startBelow', root, { previewId: early.jobId });
    expect((await ok('startBelow', root, { previewId: early.jobId })).jobId).toBe(first.jobId);
    await finish(root, first);
    const wrong = await call('startBelow', root, { previewId: first.jobId });
    expect(wrong).toMatchObject({ ok: false, error: { code: 'JOB_CHANGED' } });
    const canceled = await preview(root, 'Restricted');
    await ok('cancelBelowJob', root, { jobId: canceled.jobId });
    const start = await call('startBelow', root, { previewId: canceled.jobId });
    expect(start).toMatchObject({ ok: false, error: { code: 'JOB_CHANGED' } });
  });

  it('asks for the permission at each page again, and reports the pages that the person may no longer edit', async () => {
    const { root, pages } = await makeTree();
    const seen = await finish(root, await preview(root, 'Restricted'));
    await restrictEditing(pages[2] ?? '');
    await site.wiki('DELETE', `/api/v2/pages/${pages[4]}`);
    const job = await finish(root, await ok('startBelow', root, { previewId: seen.jobId }));
    expect(job.counts).toMatchObject({ changed: 3 });
    expect(job.counts.failed).toEqual(
      expect.arrayContaining([
        { code: 'PAGE_NOT_EDITABLE', count: 1 },
        { code: 'PAGE_NOT_FOUND', count: 1 },
      ]),
    );
    expect(await titlesOf(root, job.jobId, 'failed')).toEqual([pages[2]]);
    expect(await site.levelOf(pages[2] ?? '')).toBeUndefined();
  });

  it('stops if the person loses access to Confluence', async () => {
    const { root, pages } = await makeTree();
    const seen = await finish(root, await preview(root, 'Restricted'));
    const { jobId } = await ok('startBelow', root, { previewId: seen.jobId });
    await site.setUser(EDITOR.email, { active: false });
    await site.host.background.settle();
    const row = rowsOf(site, 'job').find(({ key }) => key === jobId);
    expect(row?.value).toMatchObject({ state: 'failed', data: { stoppedBy: 'CREATOR_INACTIVE', done: 0 } });
    for (const pageId of pages) expect(await site.levelOf(pageId)).toBeUndefined();
  });

  it('keeps a level that became more sensitive in the meantime', async () => {
    const { root, pages } = await makeTree();
    const seen = await finish(root, await preview(root, 'Restricted'));
    await setLevel(pages[3] ?? '', 'Highly Restricted');
    const job = await finish(root, await ok('startBelow', root, { previewId: seen.jobId }));
    expect(job.counts).toMatchObject({ changed: 4, kept: 1 });
    expect(await site.levelOf(pages[3] ?? '')).toBe(levelId('Highly Restricted'));
  });

  it('changes a page once when two jobs run on one tree', async () => {
    const { root, pages } = await makeTree();
    const one = await finish(root, await preview(root, 'Restricted'));
    const two = await finish(root, await preview(root, 'Restricted'));
    const first = await ok('startBelow', root, { previewId: one.jobId });
    const second = await ok('startBelow', root, { previewId: two.jobId });
    const jobs = [await finish(root, first), await finish(root, second)];
    expect(Number(jobs[0].counts.changed) + Number(jobs[1].counts.changed)).toBe(5);
    for (const pageId of pages) expect(await site.changesOf(pageId)).toBe(1);
  });

  it('does nothing once classification is off in the space, and neither does its dialog', async () => {
    const { root, pages } = await makeTree();
    const seen = await finish(root, await preview(root, 'Restricted'));
    const { jobId } = await ok('startBelow', root, { previewId: seen.jobId });
    await settle(site, { surfaces: surfacesOff(DEMO_SPACES.OPEN) });
    await site.host.background.settle();
    for (const operation of ['openBelow', 'getBelowJob', 'cancelBelowJob']) {
      const payload = operation === 'openBelow' ? {} : { jobId };
      expect(await call(operation, root, payload)).toEqual({ ok: true, value: { state: 'off' } });
    }
    for (const pageId of pages) expect(await site.levelOf(pageId)).toBeUndefined();
    await settle(site, {});
    expect((await finish(root, { jobId })).counts.failed).toEqual([{ code: 'CLASSIFICATION_OFF', count: 5 }]);
  });
});

describe('the undo', () => {
  it('restores the previous levels of exactly the pages that the job changed', async () => {
    const { root, pages } = await makeTree();
    const [, one = '', two = '', three = '', four = ''] = pages;
    await setLevel(one, 'Highly Restricted');
    await setLevel(two, 'Internal');
    await setLevel(three, 'Restricted');
    const job = await classifyBelow(root, 'Restricted');
    expect(job.counts).toMatchObject({ changed: 3, kept: 0, same: 0 });
    const undone = await finish(root, await undo(root, job.jobId));
    expect(undone).toMatchObject({ kind: 'undo', state: 'succeeded', found: 3, counts: { changed: 3, kept: 0 } });
    expect(undone.undo).toBeUndefined();
    expect(await site.levelOf(root)).toBeUndefined();
    expect(await site.levelOf(one)).toBe(levelId('Highly Restricted'));
    expect(await site.levelOf(two)).toBe(levelId('Internal'));
    expect(await site.levelOf(three)).toBe(levelId('Restricted'));
    expect(await site.levelOf(four)).toBeUndefined();
    expect(await site.changesOf(three)).toBe(1);
  });

  it('leaves pages alone that others have changed since, even back to the same level', async () => {
    const { root, pages } = await makeTree();
    const job = await classifyBelow(root, 'Internal');
    await setLevel(pages[1] ?? '', 'Restricted');
    await setLevel(pages[2] ?? '', 'Restricted');
    await setLevel(pages[2] ?? '', 'Internal');
    await site.rest('DELETE', `/v1/page-level/by-page/${pages[3]}`, { key: site.key });
    const undone = await finish(root, await undo(root, job.jobId));
    expect(undone.counts).toMatchObject({ changed: 2, kept: 3, failed: [] });
    expect(await titlesOf(root, undone.jobId, 'kept')).toEqual(pages.slice(1, 4));
    expect(await site.levelOf(pages[1] ?? '')).toBe(levelId('Restricted'));
    expect(await site.levelOf(pages[2] ?? '')).toBe(levelId('Internal'));
  });

  it('twice changes nothing more, and an undo cannot be undone', async () => {
    const { root, pages } = await makeTree();
    const job = await classifyBelow(root, 'Internal');
    const first = await finish(root, await undo(root, job.jobId));
    const second = await finish(root, await undo(root, job.jobId));
    expect(second.counts).toMatchObject({ changed: 0, kept: 5 });
    for (const pageId of pages) expect(await site.changesOf(pageId)).toBe(2);
    const again = await call('undoBelow', root, { jobId: first.jobId, requestKey: randomUUID() });
    expect(again).toMatchObject({ ok: false, error: { code: 'JOB_CHANGED' } });
  });

  it('follows the rules for lowering: a reason where the site requires one, and pages that say that it is forbidden', async () => {
    const { root } = await makeTree();
    const job = await classifyBelow(root, 'Internal');
    await settle(site, { lowering: 'justified' });
    expect((await ok('getBelowJob', root, { jobId: job.jobId })).undo).toEqual({
      allowed: true,
      needsJustification: true,
    });
    const without = await call('undoBelow', root, { jobId: job.jobId, requestKey: randomUUID() });
    expect(without.error).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringMatching(/^reason /) });
    await settle(site, { lowering: 'forbidden' });
    expect((await ok('getBelowJob', root, { jobId: job.jobId })).undo).toEqual({
      allowed: false,
      needsJustification: false,
    });
    const forbidden = await finish(root, await undo(root, job.jobId));
    expect(forbidden.counts.failed).toEqual([{ code: 'LEVEL_CHANGE_FORBIDDEN', count: 5 }]);
    await settle(site, { lowering: 'justified' });
    const undone = await finish(root, await undo(root, job.jobId, { reason: 'Wrong tree.' }));
    expect(undone.counts).toMatchObject({ changed: 5 });
  });

  it('of a job that was canceled in the middle of a step restores also what that step changed', async () => {
    site.close();
    let onPage: (() => Promise<unknown>) | undefined;
    site = await openJobSite({
      meter: 'off',
      intercept: async (platformCall, proceed) => {
        const run = platformCall.path.includes('include-operations=true') ? onPage : undefined;
        if (run !== undefined) onPage = undefined;
        await run?.();
        return proceed();
      },
    });
    const { root, pages } = await makeTree();
    const seen = await finish(root, await preview(root, 'Internal'));
    const { jobId } = await ok('startBelow', root, { previewId: seen.jobId });
    let undone: { readonly jobId: string } | undefined;
    onPage = async () => {
      expect((await ok('cancelBelowJob', root, { jobId })).state).toBe('cancelled');
      // Its step has stored no result yet.
      undone = await undo(root, jobId);
    };
    await site.host.background.settle();
    if (undone === undefined) throw new Error('the job read no page');
    expect((await finish(root, undone)).counts).toMatchObject({ changed: 5, kept: 0, failed: [] });
    for (const pageId of pages) expect(await site.levelOf(pageId)).toBeUndefined();
  });

  it('of a canceled job restores what it had changed', async () => {
    const [root = ''] = await site.makePages(1);
    await site.makePages(104, { parentId: root });
    const seen = await finish(root, await preview(root, 'Internal'));
    const { jobId } = await ok('startBelow', root, { previewId: seen.jobId });
    // Two steps find the pages, and the third one changes 100.
    for (let step = 1; step <= 3; step += 1) await site.host.background.deliver(site.jobEvents()[0]?.id ?? '');
    const canceled = await ok('cancelBelowJob', root, { jobId });
    expect(canceled).toMatchObject({ state: 'cancelled', found: 105, done: 100, counts: { changed: 100 } });
    const undone = await finish(root, await undo(root, jobId));
    expect(undone.counts).toMatchObject({ changed: 100, kept: 0, failed: [] });
    expect(rowsOf(site, 'page-level').filter(({ value }) => value['levelId'] !== undefined)).toEqual([]);
  });
});

describe('a job belongs to its author and to its page', () => {
  it('so no other user, and no other page, can see, start, undo or cancel it', async () => {
    const { root, pages } = await makeTree();
    const { jobId } = await finish(root, await preview(root, 'Internal'));
    const notFound = { ok: false, error: { code: 'JOB_NOT_FOUND', message: expect.any(String) } };
    const requestKey = randomUUID();
    for (const [operation, payload] of [
      ['getBelowJob', { jobId }],
      ['cancelBelowJob', { jobId }],
      ['startBelow', { previewId: jobId }],
      ['undoBelow', { jobId, requestKey }],
      ['listBelowPages', { jobId, group: 'changed' }],
    ] as const) {
      expect(await call(operation, root, payload, ADMIN.email)).toEqual(notFound);
      expect(await call(operation, pages[1] ?? '', payload)).toEqual(notFound);
      const unknown = { ...payload, ...('previewId' in payload ? { previewId: requestKey } : { jobId: requestKey }) };
      expect(await call(operation, root, unknown)).toEqual(notFound);
      const anonymous = await site.surface('level-byline', operation, payload, { as: 'anonymous', pageId: root });
      expect(anonymous).toMatchObject({ ok: false, error: { code: 'NOT_ALLOWED' } });
    }
    // A job of a key.
    const { body } = await site.makeJob({ pages: [{ pageId: root }] });
    expect(await call('getBelowJob', root, { jobId: body.jobId }, ADMIN.email)).toEqual(notFound);
    expect((await site.job(jobId)).code).toBe('JOB_NOT_FOUND');
  });

  it('and is hidden with its page', async () => {
    const page = DEMO_PAGES.architecture;
    expect(await call('openBelow', page, {}, OUTSIDER.email)).toEqual({ ok: true, value: { state: 'hidden' } });
    expect(await call('openBelow', DEMO_PAGES.blogPost, {})).toEqual({ ok: true, value: { state: 'not-a-page' } });
  });
});

describe('the dialog', () => {
  it('offers the levels of the space, and finds a running job and its result again', async () => {
    const { root } = await makeTree();
    const opened = async () => (await call('openBelow', root, {})).value;
    const first = await opened();
    expect(first).toMatchObject({
      state: 'page',
      lowering: { allowed: true, needsJustification: false },
      maxPages: 10_000,
    });
    expect(first.levels.map(({ name }: { name: string }) => name)).toEqual([
      'Highly Restricted',
      'Restricted',
      'Internal',
      'Public',
    ]);
    expect(first.job).toBeUndefined();
    const seen = await preview(root, 'Internal');
    expect((await opened()).job).toMatchObject({ jobId: seen.jobId, kind: 'preview', state: 'queued' });
    await finish(root, seen);
    expect((await opened()).job).toBeUndefined();
    site.advance(1_000);
    const job = await finish(root, await ok('startBelow', root, { previewId: seen.jobId }));
    expect((await opened()).job).toMatchObject({ jobId: job.jobId, kind: 'change', counts: { changed: 5 } });
    site.advance(25 * 3_600_000);
    expect((await opened()).job).toBeUndefined();
  });

  it('offers only levels of the scheme of the space', async () => {
    const { root } = await makeTree();
    const scheme = { schemeId: randomUUID(), name: 'Open', levelIds: [levelId('Internal')] };
    await settle(site, { schemes: [scheme], spaces: { [DEMO_SPACES.OPEN]: { schemeId: scheme.schemeId } } });
    const { levels } = (await call('openBelow', root, {})).value;
    expect(levels.map(({ name }: { name: string }) => name)).toEqual(['Internal']);
    const payload = { level: { levelId: levelId('Public') }, alsoLower: false, requestKey: randomUUID() };
    expect((await call('previewBelow', root, payload)).error.message).toMatch(/^level /);
  });

  it('refuses more open jobs than a person can have', async () => {
    const { root } = await makeTree();
    for (let n = 0; n < 5; n += 1) await preview(root, 'Internal');
    const payload = { level: { levelId: levelId('Internal') }, alsoLower: false, requestKey: randomUUID() };
    expect(await call('previewBelow', root, payload)).toMatchObject({ ok: false, error: { code: 'TOO_MANY_JOBS' } });
    expect(await call('previewBelow', root, payload, ADMIN.email)).toMatchObject({ ok: true });
  });
});

function surfacesOff(spaceId: string) {
  return {
    ...{ byline: true, banner: true, menus: true, bylineNames: 'site' },
    ...{ peopleMayExclude: false, peopleMayRedact: false, offSpaceIds: [spaceId] },
  };
}

/** Only the admin may edit the page. */
const restrictEditing = (pageId: string) => restrict(site, pageId, 'update', [ADMIN.accountId]);
