import { randomUUID } from 'node:crypto';
import { ADMIN, DEMO_SPACES, EDITOR, UNLICENSED, VIEWER } from '../../../local/demo';
import { HOME_CONTRACT } from '../../../src/surfaces/home/contract';
import { type JobSite, openJobSite } from '../../jobs/job-site';
import { type LevelName, levelNamed, settle } from '../../support/levels';
import { rowsOf } from '../../support/stored-rows';
import { ADMIN_AND_APP, restrict } from '../../support/wiki-pages';
import { settleSurfaces } from '../surface-site';

/** Pages that a person chose on the home page get their levels in the background, in the name of the person. */

let site: JobSite;
afterEach(() => site.close());
beforeEach(async () => {
  site = await openJobSite();
});

const levelId = (name: LevelName) => levelNamed(site, name).levelId;
const setByOthers = (pageId: string, name: LevelName) =>
  site.rest('POST', '/v1/page-level', { key: site.key, body: { pageId, levelId: levelId(name) } });

const call = (operation: string, payload: object, as: string = EDITOR.email) =>
  site.surface('home', operation, payload, { as });

async function ok(operation: string, payload: object, as?: string) {
  const answer = await call(operation, payload, as);
  if (answer.ok !== true || answer.value.job === undefined) throw new Error(JSON.stringify(answer));
  return answer.value.job;
}

const start = (pageIds: readonly string[], name: LevelName, more: object = {}, as?: string) =>
  ok(
    'setLevels',
    {
      pages: pageIds.map((pageId) => ({ pageId, revision: 'absent' })),
      ...{ level: { levelId: levelId(name) }, alsoLower: false, requestKey: randomUUID(), ...more },
    },
    as,
  );

/** Runs everything until the job has ended, advancing the clock while it waits. */
async function finish({ jobId }: { jobId: string }, as?: string) {
  for (let rounds = 0; rounds < 500; rounds += 1) {
    await site.host.background.settle();
    const job = await ok('getBelowJob', { jobId }, as);
    if (job.counts !== undefined) return job;
    site.advance(30_000);
  }
  throw new Error('the job comes to no end');
}

async function pagesOf(jobId: string, group: string, code?: string) {
  const { value } = await call('listBelowPages', { jobId, group, ...(code === undefined ? {} : { code }) });
  return value.pages.map(({ pageId }: { pageId: string }) => pageId);
}

it('a job of the home page sets the level of each page as the person and by hand, reports each group, and undoes all of it', async () => {
  const [one = '', two = '', own = ''] = await site.makePages(3);
  const pages = [one, two, own].map((pageId) => ({ pageId, revision: 'absent' }));
  const [first, second, third] = pages;
  const level = { levelId: levelId('Highly Restricted') };
  const job = await finish(
    await start([], 'Internal', {
      pages: [first, second, { ...third, level }],
      level: { levelId: levelId('Internal') },
    }),
  );
  expect(job).toMatchObject({ kind: 'change', counts: { changed: 3, lowered: 0, kept: 0, same: 0, failed: [] } });
  expect(job).toMatchObject({ undo: { allowed: true, needsJustification: false } });
  expect(await site.levelOf(two)).toBe(levelId('Internal'));
  expect(await site.levelOf(own)).toBe(levelId('Highly Restricted'));
  const [change] = rowsOf(site, 'level-change', one);
  expect(change?.value).toMatchObject({ classifierId: EDITOR.accountId, method: 'MANUAL' });
  expect(new Set(await pagesOf(job.jobId, 'changed'))).toEqual(new Set([one, two, own]));

  site.advance(1_000);
  const undone = await finish(await ok('undoBelow', { jobId: job.jobId, requestKey: randomUUID() }));
  expect(undone).toMatchObject({ kind: 'undo', counts: { changed: 3, failed: [] } });
  for (const pageId of [one, two, own]) expect(await site.levelOf(pageId)).toBeUndefined();
  expect((await call('openHome', {})).value.job).toMatchObject({ jobId: undone.jobId });
});

it('a job of the home page leaves pages alone whose level others changed after the person saw it, and says so for each', async () => {
  const [same = '', higher = '', lower = '', cleared = ''] = await site.makePages(4);
  await setByOthers(same, 'Restricted');
  await setByOthers(higher, 'Highly Restricted');
  await setByOthers(lower, 'Public');
  await setByOthers(cleared, 'Public');
  const pages = [same, higher, lower].map((pageId) => ({ pageId, revision: 'absent' }));
  const job = await finish(await start([], 'Restricted', { pages: [...pages, { pageId: cleared, revision: 7 }] }));
  expect(job.counts).toMatchObject({
    ...{ changed: 0, kept: 1, same: 1 },
    failed: [{ code: 'PRECONDITION_FAILED', count: 2 }],
  });
  expect(await site.levelOf(lower)).toBe(levelId('Public'));
});

it('a job of the home page learns nothing about a page that the person cannot see, whatever level it has', async () => {
  const [none = '', same = '', higher = '', lower = ''] = await site.makePages(4);
  await setByOthers(same, 'Restricted');
  await setByOthers(higher, 'Highly Restricted');
  await setByOthers(lower, 'Public');
  const hidden = [none, same, higher, lower];
  for (const pageId of hidden) await restrict(site, pageId, 'read', ADMIN_AND_APP);
  const pages = [...hidden, '9007199254740991'].map((pageId) => ({ pageId, revision: 1 }));
  const absent = [...hidden, '9007199254740991'].map((pageId) => ({ pageId, revision: 'absent' }));
  for (const wanted of [pages, absent]) {
    for (const alsoLower of [true, false]) {
      const job = await finish(await start([], 'Restricted', { pages: wanted, alsoLower }));
      expect(job.counts).toMatchObject({
        changed: 0,
        kept: 0,
        same: 0,
        failed: [{ code: 'PAGE_NOT_FOUND', count: 5 }],
      });
      expect(await pagesOf(job.jobId, 'failed')).toEqual([]);
    }
  }
});

it('a job of the home page reports pages that the person may not edit, and pages where classification is off', async () => {
  const [mine = '', readOnly = ''] = await site.makePages(2);
  const [off = ''] = await site.makePages(1, { spaceId: DEMO_SPACES.ENG });
  await restrict(site, readOnly, 'update', ADMIN_AND_APP);
  await settleSurfaces(site, { offSpaceIds: [DEMO_SPACES.ENG] });
  const { counts } = await finish(await start([mine, readOnly, off], 'Internal'));
  expect(counts.changed).toBe(1);
  expect(new Set(counts.failed.map(({ code }: { code: string }) => code))).toEqual(
    new Set(['PAGE_NOT_EDITABLE', 'CLASSIFICATION_OFF']),
  );
});

it.each(['allowed', 'justified', 'forbidden'])(
  'a job of the home page keeps more sensitive levels unless asked to lower: %s',
  async (lowering) => {
    await settle(site, { lowering });
    const [pageId = ''] = await site.makePages(1);
    await setByOthers(pageId, 'Restricted');
    const pages = [{ pageId, revision: 1 }];
    const kept = await finish(await start([], 'Public', { pages }));
    expect(kept.counts).toMatchObject({ changed: 0, kept: 1, failed: [] });
    const asked = { pages, level: { levelId: levelId('Public') }, alsoLower: true, requestKey: randomUUID() };
    const answer = await call('setLevels', asked);
    if (lowering === 'forbidden') {
      expect(answer.error).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringMatching(/^alsoLower /) });
      return;
    }
    if (lowering === 'justified')
      expect(answer.error).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringMatching(/^reason /) });
    const started =
      lowering === 'allowed' ? answer.value.job : await start([], 'Public', { ...asked, reason: 'published' });
    const lowered = await finish(started);
    expect(lowered.counts).toMatchObject({ changed: 1, lowered: 1 });
  },
);

it('a job of the home page is started once in two tabs with the same key, and refuses the key for other pages', async () => {
  const [one = '', two = ''] = await site.makePages(2);
  const requestKey = randomUUID();
  const [a, b] = await Promise.all([
    start([one], 'Internal', { requestKey }),
    start([one], 'Internal', { requestKey }),
  ]);
  expect(a.jobId).toBe(b.jobId);
  const other = { pages: [{ pageId: two, revision: 'absent' }], level: { levelId: levelId('Internal') } };
  expect(await call('setLevels', { ...other, alsoLower: false, requestKey })).toMatchObject({
    error: { code: 'JOB_CHANGED' },
  });
});

it('a job of the home page changes each page once when two tabs start different jobs for the same pages', async () => {
  const pageIds = await site.makePages(5);
  const [a, b] = [await start(pageIds, 'Internal'), await start(pageIds, 'Internal')];
  const jobs = [await finish(a), await finish(b)];
  expect(jobs.map(({ counts }) => counts.failed)).toEqual([[], []]);
  for (const pageId of pageIds) expect(await site.changesOf(pageId)).toBe(1);
});

it('a job of the home page belongs to its author, and no other user and no page shows, cancels or undoes it', async () => {
  const [pageId = ''] = await site.makePages(1);
  const { jobId } = await start([pageId], 'Internal');
  for (const [operation, payload] of [
    ['getBelowJob', { jobId }],
    ['cancelBelowJob', { jobId }],
    ['undoBelow', { jobId, requestKey: randomUUID() }],
    ['listBelowPages', { jobId, group: 'changed' }],
    ['startBelow', { previewId: jobId }],
  ] as const) {
    for (const as of [ADMIN.email, VIEWER.email])
      expect([operation, (await call(operation, payload, as)).error?.code]).toEqual([operation, 'JOB_NOT_FOUND']);
    const onPage = await site.surface('level-history', operation, payload, { as: EDITOR.email, pageId });
    expect([operation, onPage.error?.code]).toEqual([operation, 'JOB_NOT_FOUND']);
  }
  await finish({ jobId });
});

it('a job of the home page is refused for people without a license', async () => {
  const proposal = { pageId: '1', proposalId: randomUUID() };
  const payloads: Readonly<Record<string, object>> = {
    findByLevel: { levelId: 'unclassified' },
    setLevels: chosen(),
    confirmMyProposal: proposal,
    dismissMyProposal: proposal,
    answerReviews: { answer: 'still-right', pages: [{ pageId: '1', revision: 1 }] },
  };
  for (const operation of Object.keys(HOME_CONTRACT)) {
    const at = { as: UNLICENSED.email, pageId: (await site.makePages(1))[0] ?? '' };
    const payload = payloads[operation] ?? {};
    const { result, calls } = await site.surfaceCalls('level-byline', operation, payload, at);
    expect([operation, result.error?.code, calls]).toEqual([operation, 'NOT_ALLOWED', []]);
  }
});

const chosen = () => ({
  pages: [{ pageId: '164001', revision: 'absent' }],
  ...{ level: { levelId: levelId('Internal') }, alsoLower: false, requestKey: randomUUID() },
});

it('a job of the home page names wrong inputs, and starts nothing', async () => {
  const page = { pageId: '164001', revision: 'absent' };
  const wrong: readonly (readonly [string, object])[] = [
    ['pages', { pages: [] }],
    ['pages', { pages: [page, page] }],
    ['pages', { pages: Array.from({ length: 1_001 }, (_none, index) => ({ ...page, pageId: String(index + 1) })) }],
    ['pages.0.pageId', { pages: [{ ...page, pageId: '164001/../1' }] }],
    ['pages.0.revision', { pages: [{ ...page, revision: 0 }] }],
    ['pages.0.level', { pages: [{ ...page, level: { levelId: randomUUID() } }] }],
    ['restores', { pages: [{ ...page, restores: randomUUID() }] }],
    ['level', { level: undefined }],
    ['level', { level: { levelId: randomUUID() } }],
    ['level.subLevelId', { level: { levelId: levelId('Internal'), subLevelId: randomUUID() } }],
    ['alsoLower', { alsoLower: 'yes' }],
    ['requestKey', { requestKey: 'x' }],
    ['accountId', { accountId: ADMIN.accountId }],
  ];
  const before = rowsOf(site, 'job').length;
  for (const [field, change] of wrong) {
    const { error } = await call('setLevels', { ...chosen(), ...change });
    expect([field, error?.code, error?.message]).toEqual([field, 'INVALID_INPUT', expect.stringContaining(field)]);
  }
  expect(rowsOf(site, 'job')).toHaveLength(before);
});
