import { ADMIN2, DEMO_SPACES } from '../../local/demo';
import type { JobView, LostSubLevels } from '../../src/admin/runs/jobs';
import { type JobSite, openJobSite } from '../jobs/job-site';
import { levelNamed } from '../support/levels';
import { truthOf } from '../support/page-truth';
import { putRow, rowsOf } from '../support/stored-rows';
import { aBlogPost, ADMIN_AND_APP, restrict } from '../support/wiki-pages';
import { done } from './ask';

/** Pages whose sub-level a rule from findings removed, as earlier versions of the app stored it, get it back. */

let site: JobSite;
beforeEach(async () => {
  site = await openJobSite({ queryLagMs: 0 });
});
afterEach(() => site.close());

const restricted = () => {
  const { levelId, subLevels } = levelNamed(site, 'Restricted');
  return { levelId, subLevelId: subLevels[0]?.subLevelId ?? '' };
};
const set = (pageId: string, level: object) =>
  site.rest('POST', '/v1/page-level', { key: site.key, body: { pageId, ...level } });

/** A page with `Restricted › Finance`, whose next change is that of a rule. */
async function lose(pageId: string, method = 'DETECTION'): Promise<void> {
  const { levelId } = restricted();
  await set(pageId, restricted());
  site.advance(1_000);
  await set(pageId, { levelId });
  const { changeId } = truthOf(site.host, pageId).record ?? {};
  const change = rowsOf(site, 'level-change').find(({ key }) => key === changeId);
  const { apiKeyId: _key, ...value } = change?.value ?? {};
  await putRow(site, 'level-change', changeId ?? '', { ...value, classifierId: 'system', method });
}

async function restore(dryRun: boolean, as?: string): Promise<JobView> {
  const { jobId } = await done<JobView>(site, 'restoreSubLevels', { dryRun, requestKey: crypto.randomUUID() }, as);
  await site.host.background.settle();
  return done<JobView>(site, 'getJob', { jobId }, as);
}

const listed = async (as?: string) => (await done<LostSubLevels>(site, 'listLostSubLevels', {}, as)).pages;

it('the admin area lists and restores pages that only a rule has changed, after a preview, as the admin sees them', async () => {
  const [lost = '', changed = '', byDefault = '', byHand = '', hidden = ''] = await site.makePages(5);
  const post = await aBlogPost(site, { spaceId: DEMO_SPACES.OPEN });
  for (const pageId of [lost, changed, hidden, post]) await lose(pageId);
  await lose(byDefault, 'DEFAULT');
  await set(byHand, restricted());
  await set(byHand, { levelId: restricted().levelId });
  await set(changed, { levelId: levelNamed(site, 'Highly Restricted').levelId });
  await set(changed, { levelId: restricted().levelId });
  await restrict(site, hidden, 'read', ADMIN_AND_APP);

  expect((await listed()).map(({ pageId }) => pageId).sort()).toEqual([lost, hidden, post].sort());
  expect(await listed(ADMIN2.email)).toEqual([
    { pageId: post, title: expect.any(String), levelId: restricted().levelId },
    { pageId: lost, title: expect.any(String), levelId: restricted().levelId },
  ]);
  const before = rowsOf(site, 'page-level');
  const preview = await restore(true, ADMIN2.email);
  expect(preview).toMatchObject({ dryRun: true, changed: 2, left: 1, failed: [{ code: 'PAGE_NOT_FOUND', count: 1 }] });
  expect(rowsOf(site, 'page-level')).toEqual(before);
  expect(await restore(false, ADMIN2.email)).toMatchObject({ dryRun: false, changed: 2, left: 1 });
  for (const pageId of [lost, post])
    expect(truthOf(site.host, pageId).record).toMatchObject({ ...restricted(), classifierId: ADMIN2.accountId });
  for (const pageId of [changed, byDefault, byHand, hidden])
    expect(truthOf(site.host, pageId).record).not.toHaveProperty('subLevelId');
  expect(await listed(ADMIN2.email)).toEqual([]);
});
