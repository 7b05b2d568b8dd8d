import { randomUUID } from 'node:crypto';
import { DEMO_SPACES, EDITOR } from '../../../local/demo';
import { loweringUnder } from '../../../src/access/decide';
import { type JobSite, openJobSite } from '../../jobs/job-site';
import { type LevelName, levelNamed, settle } from '../../support/levels';
import { aPage } from '../../support/wiki-pages';

/** Pages of several spaces have different rules for lowering, so each form asks for a reason if one page needs one. */

const STRICT = DEMO_SPACES.ENG;

let site: JobSite;
afterEach(() => site.close());
beforeEach(async () => {
  site = await openJobSite();
  await settle(site, {
    lowering: 'allowed',
    delegated: ['lowering'],
    ownSpaces: { [STRICT]: { lowering: 'justified' } },
  });
});

const levelId = (name: LevelName) => levelNamed(site, name).levelId;
const call = (operation: string, payload: object) => site.surface('home', operation, payload, { as: EDITOR.email });

async function finish(jobId: string) {
  for (let rounds = 0; rounds < 500; rounds += 1) {
    await site.host.background.settle();
    const { job } = (await call('getBelowJob', { jobId })).value;
    if (job.counts !== undefined) return job;
    site.advance(30_000);
  }
  throw new Error('the job comes to no end');
}

async function raise(pageIds: readonly string[]) {
  const pages = pageIds.map((pageId) => ({ pageId, revision: 'absent' }));
  const wanted = { pages, level: { levelId: levelId('Restricted') }, alsoLower: false, requestKey: randomUUID() };
  return finish((await call('setLevels', wanted)).value.job.jobId);
}

it.each([
  [['allowed'], { allowed: true, needsJustification: false }],
  [['justified'], { allowed: true, needsJustification: true }],
  [['forbidden'], { allowed: false, needsJustification: false }],
  [['allowed', 'justified', 'forbidden'], { allowed: true, needsJustification: true }],
  [['allowed', 'forbidden'], { allowed: true, needsJustification: false }],
  [[], { allowed: false, needsJustification: false }],
] as const)('pages under the rules %j are lowered under %j', (rules, expected) => {
  expect(loweringUnder(rules)).toEqual(expected);
});

it('each page of the list has the rule of its space', async () => {
  const open = await aPage(site, { by: EDITOR.email, spaceId: DEMO_SPACES.OPEN });
  const strict = await aPage(site, { by: EDITOR.email, spaceId: STRICT });
  await site.host.background.settle();
  const { value } = await call('listMyPages', {});
  const ruleOf = (id: string) => value.pages.find(({ pageId }: { pageId: string }) => pageId === id)?.lowering;
  expect(ruleOf(open)).toEqual({ allowed: true, needsJustification: false });
  expect(ruleOf(strict)).toEqual({ allowed: true, needsJustification: true });
});

it('the undo needs a reason if one page was changed in a space that requires one, and succeeds with it', async () => {
  const open = await site.makePages(2, { spaceId: DEMO_SPACES.OPEN });
  const strict = await site.makePages(1, { spaceId: STRICT });
  expect((await raise(open.slice(0, 1))).undo).toEqual({ allowed: true, needsJustification: false });
  const mixed = await raise([...open.slice(1), ...strict]);
  expect(mixed.undo).toEqual({ allowed: true, needsJustification: true });
  const order = { jobId: mixed.jobId, requestKey: randomUUID() };
  expect((await call('undoBelow', order)).error).toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringMatching(/^reason /),
  });
  const undone = await finish((await call('undoBelow', { ...order, reason: 'Wrong pages.' })).value.job.jobId);
  expect(undone.counts).toMatchObject({ changed: 2, failed: [] });
});

it('the undo of a job that only lowered levels needs no reason', async () => {
  const strict = await site.makePages(1, { spaceId: STRICT });
  await raise(strict);
  const lowered = await call('setLevels', {
    pages: strict.map((pageId) => ({ pageId, revision: 1 })),
    ...{ level: { levelId: levelId('Internal') }, alsoLower: true, reason: 'Published.', requestKey: randomUUID() },
  });
  expect((await finish(lowered.value.job.jobId)).undo).toEqual({ allowed: true, needsJustification: false });
});
