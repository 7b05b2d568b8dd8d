import { randomUUID } from 'node:crypto';
import { ADMIN2, DEMO_SPACES } from '../../local/demo';
import type { JobView } from '../../src/admin/runs/jobs';
import { done, refusal } from '../admin/ask';
import { type LevelName, levelNamed } from '../support/levels';
import { rowsOf } from '../support/stored-rows';
import { ADMIN_AND_APP, expectOk, restrict } from '../support/wiki-pages';
import { type JobSite, openJobSite } from './job-site';

/**
 * An admin changes all pages that match a filter: a dry run finds the pages that the admin sees, a job changes those of the dry
 * run that no one has changed since, and an undo restores them.
 */

let site: JobSite;
const as = ADMIN2.email;
/** A space of its own for each test would cost a site, so each test uses its own level as a filter. */
beforeAll(async () => {
  site = await openJobSite({ queryLagMs: 0 });
});
afterAll(() => site.close());

const idOf = (name: LevelName) => levelNamed(site, name).levelId;
const set = (pageId: string, name: LevelName) =>
  site.rest('POST', '/v1/page-level', { key: site.key, body: { pageId, levelId: idOf(name) } });

async function finish({ jobId }: Pick<JobView, 'jobId'>): Promise<JobView> {
  for (let round = 0; round < 100; round += 1) {
    await site.host.background.settle();
    const job = await done<JobView>(site, 'getJob', { jobId }, as);
    if (job.state !== 'queued' && job.state !== 'running') return job;
    site.advance(30_000);
  }
  throw new Error('the job comes to no end');
}

const preview = (more: object) =>
  done<JobView>(site, 'previewPageLevels', { alsoLower: false, requestKey: randomUUID(), ...more }, as);
const start = (previewId: string) => done<JobView>(site, 'setPageLevels', { previewId }, as);
const matching = (filter: object) => ({ of: { of: 'matching', filter } });
const { OPEN } = DEMO_SPACES;

it('the dry run of all matching pages finds the visible ones and changes none; its job changes them, and the undo restores them', async () => {
  const [a = '', b = '', hidden = '', other = ''] = await site.makePages(4);
  for (const pageId of [a, b, hidden]) await set(pageId, 'Public');
  await set(other, 'Restricted');
  await restrict(site, hidden, 'read', ADMIN_AND_APP);
  const filter = { level: idOf('Public'), spaceId: OPEN };
  const dry = await finish(await preview({ ...matching(filter), level: { levelId: idOf('Internal') } }));
  expect(dry).toMatchObject({ dryRun: true, state: 'succeeded', total: 2, changed: 2, failed: [], canStart: true });
  expect(JSON.stringify(rowsOf(site, 'job', `${dry.jobId}:pages`))).not.toContain(hidden);
  expect(await site.levelOf(a)).toBe(idOf('Public'));
  const started = await start(dry.jobId);
  // A request that is repeated returns the same job.
  expect((await start(dry.jobId)).jobId).toBe(started.jobId);
  expect(await finish(started)).toMatchObject({ changed: 2, failed: [], undo: { allowed: true }, canStart: false });
  expect([await site.levelOf(a), await site.levelOf(other)]).toEqual([idOf('Internal'), idOf('Restricted')]);
  const payload = { jobId: started.jobId, requestKey: randomUUID() };
  const undone = await finish(await done<JobView>(site, 'undoSuggestedLevels', payload, as));
  expect(undone).toMatchObject({ isUndo: true, changed: 2, failed: [] });
  expect(await Promise.all([a, b].map((pageId) => site.levelOf(pageId)))).toEqual([idOf('Public'), idOf('Public')]);
});

it('a page that another user changes or hides after the dry run keeps its level, and the result says why', async () => {
  const [kept = '', cleared = '', hidden = '', changed = ''] = await site.makePages(4);
  for (const pageId of [kept, hidden, changed]) await set(pageId, 'Highly Restricted');
  const order = {
    of: { of: 'pages', pageIds: [kept, cleared, hidden, changed] },
    level: { levelId: idOf('Internal') },
  };
  const reason = 'Reviewed with the team.';
  const dry = await finish(await preview({ ...order, alsoLower: true, reason }));
  expect(dry).toMatchObject({ changed: 4, lowered: 3 });
  await set(kept, 'Restricted');
  await set(kept, 'Highly Restricted');
  await set(cleared, 'Public');
  await restrict(site, hidden, 'read', ADMIN_AND_APP);
  const job = await finish(await start(dry.jobId));
  expect(job.changed).toBe(1);
  expect(Object.fromEntries(job.failed.map(({ code, count }) => [code, count]))).toEqual({
    PRECONDITION_FAILED: 2,
    PAGE_NOT_FOUND: 1,
  });
  expect(await site.levelOf(changed)).toBe(idOf('Internal'));
  expect([await site.levelOf(kept), await site.levelOf(cleared)]).toEqual([idOf('Highly Restricted'), idOf('Public')]);
});

it('without lowering, pages of a more sensitive level are counted apart, and clearing lowers', async () => {
  const [more = '', same = '', none = ''] = await site.makePages(3);
  await set(more, 'Highly Restricted');
  await set(same, 'Restricted');
  const pages = { of: { of: 'pages', pageIds: [more, same, none] } };
  const dry = await finish(await preview({ ...pages, level: { levelId: idOf('Restricted') } }));
  expect(dry).toMatchObject({ changed: 1, same: 1, left: 2, lowered: 0, failed: [] });
  const clear = await finish(await preview({ ...pages, level: 'none', reason: 'No longer needed.' }));
  expect(clear).toMatchObject({ changed: 2, same: 1, level: 'none' });
  await finish(await start(clear.jobId));
  expect(await Promise.all([more, same, none].map((pageId) => site.levelOf(pageId)))).toEqual(Array(3).fill(undefined));
});

it('a canceled dry run starts no job, and another admin can neither see nor start it', async () => {
  const [pageId = ''] = await site.makePages(1);
  const dry = await preview({ of: { of: 'pages', pageIds: [pageId] }, level: { levelId: idOf('Public') } });
  expect((await refusal(site, 'setPageLevels', { previewId: dry.jobId })).code).toBe('JOB_NOT_FOUND');
  expect((await refusal(site, 'setPageLevels', { previewId: dry.jobId }, as)).code).toBe('JOB_CHANGED');
  await done<JobView>(site, 'cancelJob', { jobId: dry.jobId }, as);
  expect(await finish(dry)).toMatchObject({ state: 'cancelled', canStart: false });
  expect((await refusal(site, 'setPageLevels', { previewId: dry.jobId }, as)).code).toBe('JOB_CHANGED');
});

it('a dry run refuses an archived or unknown level, no pages and wrong filters, with the field', async () => {
  const wrong: readonly (readonly [object, string])[] = [
    [{ ...matching({}), level: { levelId: randomUUID() } }, 'level.levelId'],
    [{ of: { of: 'pages', pageIds: [] }, level: 'none' }, 'of.pageIds'],
    [{ ...matching({ level: 'x' }), level: 'none' }, 'of.filter.level'],
    [{ ...matching({}), level: 'default' }, 'level'],
  ];
  for (const [more, field] of wrong)
    expect(
      await refusal(site, 'previewPageLevels', { alsoLower: false, requestKey: randomUUID(), ...more }, as),
    ).toMatchObject({ code: 'INVALID_INPUT', fields: [expect.objectContaining({ field })] });
});

describe('an import from labels', () => {
  // The quotas of a minute.
  beforeEach(() => site.advance(60_000));

  const add = async (pageId: string, ...names: readonly string[]) => {
    for (const name of names)
      await expectOk(site.wiki('POST', `/rest/api/content/${pageId}/label`, [{ prefix: 'global', name }]));
  };
  const secret = { label: 'Secret', level: () => ({ levelId: idOf('Highly Restricted') }) };
  const team = { label: 'team', level: () => ({ levelId: idOf('Internal') }) };
  const request = (labels: readonly (typeof secret)[], of: number) => ({
    labels: labels.map((one) => ({ ...one, level: one.level() })),
    ...{ of, requestKey: randomUUID() },
  });
  const dryRun = async (labels: readonly (typeof secret)[], of: number) =>
    finish(await done<JobView>(site, 'previewLabelImport', request(labels, of), as));

  it.each([
    ['the less sensitive label first', [team, secret]],
    ['the more sensitive label first', [secret, team]],
  ] as const)(
    'only raises pages that the admin sees, and the more sensitive of two labels decides: %s',
    async (_name, labels) => {
      const [raised = '', both = '', kept = '', hidden = '', locked = ''] = await site.makePages(5);
      await add(raised, 'team');
      await add(both, 'team', 'secret');
      await add(kept, 'team');
      await set(kept, 'Restricted');
      await add(hidden, 'secret');
      await restrict(site, hidden, 'read', ADMIN_AND_APP);
      await add(locked, 'team');
      await restrict(site, locked, 'update', ADMIN_AND_APP);
      const found = await Promise.all(labels.map((_label, of) => dryRun(labels, of)));
      const of = (label: typeof secret) => found[labels.findIndex((one) => one === label)];
      expect(of(secret)).toMatchObject({ dryRun: true, total: 1, changed: 1, failed: [] });
      expect(of(team)).toMatchObject({ total: 3, changed: 1, left: 1 });
      expect(of(team)?.failed).toMatchObject([{ code: 'PAGE_NOT_EDITABLE', count: 1, pageIds: [locked] }]);
      expect(await Promise.all([raised, both].map((pageId) => site.levelOf(pageId)))).toEqual([undefined, undefined]);
      for (const { jobId } of found) await finish(await start(jobId));
      const levels = [raised, both, kept, hidden, locked].map((pageId) => site.levelOf(pageId));
      expect(await Promise.all(levels)).toEqual(
        ['Internal', 'Highly Restricted', 'Restricted', undefined, undefined].map(
          (name) => name && idOf(name as LevelName),
        ),
      );
      // Once more, it changes nothing.
      expect(await dryRun(labels, 0)).toMatchObject({ changed: 0, canStart: false });
      for (const pageId of [raised, both, kept, locked])
        await expectOk(site.wiki('DELETE', `/rest/api/content/${pageId}/label?name=team`));
      await expectOk(site.wiki('DELETE', `/rest/api/content/${both}/label?name=secret`));
    },
  );

  it('changes nothing and says why if the platform does not let the app search as the admin', async () => {
    const [pageId = ''] = await site.makePages(1);
    await add(pageId, 'secret');
    site.host.assumptions.add('no-impersonation-in-consumers');
    const dry = await dryRun([secret], 0);
    site.host.assumptions.delete('no-impersonation-in-consumers');
    expect(dry).toMatchObject({ state: 'failed', stoppedBy: 'SEARCH_NOT_POSSIBLE', changed: 0, canStart: false });
    expect((await refusal(site, 'setPageLevels', { previewId: dry.jobId }, as)).code).toBe('JOB_CHANGED');
    expect(await site.levelOf(pageId)).toBeUndefined();
  });

  it('refuses a label that is in the list twice, an unknown level, and labels of the app while levels have labels', async () => {
    const refused = async (labels: readonly (typeof secret)[], of = 0) =>
      (await refusal(site, 'previewLabelImport', request(labels, of), as)).fields?.map(({ field }) => field);
    expect(await refused([secret, { ...team, label: 'secret' }])).toEqual(['labels.1.label']);
    expect(await refused([team, { ...team, label: 'x', level: () => ({ levelId: randomUUID() }) }])).toEqual([
      'labels.1.level.levelId',
    ]);
    expect(await refused([secret, { ...team, label: 'two words' }])).toEqual(['labels.1.label']);
    expect(await refused([secret], 1)).toEqual(['of']);
    const own = { ...team, label: 'Level-secret' };
    await finish(await done<JobView>(site, 'previewLabelImport', request([own], 0), as));
    await done(site, 'changeLabelSync', { rev: 0, enabled: true, prefix: 'level-' }, as);
    expect(await refused([secret, own])).toEqual(['labels.1.label']);
  });
});
