import { ADMIN2 } from '../../local/demo';
import type { PageViews } from '../../src/admin/pages/page-views';
import { openSite, type Site } from '../support/site';
import { rowsOf } from '../support/stored-rows';
import { done, refusal } from './ask';

/** The saved views of the list of pages belong to the site, and never overwrite each other. */

let site: Site;
beforeAll(() => {
  site = openSite();
});
afterAll(() => site.close());

const change = (rev: number, wanted: object, as?: string) =>
  done<PageViews>(site, 'changePageViews', { rev, change: wanted }, as);
const add = (name: string) => ({ of: 'add', name, filter: { level: 'none' } });

it('a saved view is added, renamed and deleted for all site admins, and the audit log has each change', async () => {
  expect(await done<PageViews>(site, 'listPageViews', {})).toEqual({ rev: 0, views: [] });
  const { rev, views } = await change(0, add('  No level '));
  expect(views).toEqual([{ viewId: expect.any(String), name: 'No level', filter: { level: 'none' } }]);
  expect(await done<PageViews>(site, 'listPageViews', {}, ADMIN2.email)).toEqual({ rev, views });
  const viewId = views[0]?.viewId;
  const renamed = await change(rev, { of: 'rename', viewId, name: 'To do' }, ADMIN2.email);
  expect(renamed.views).toEqual([{ viewId, name: 'To do', filter: { level: 'none' } }]);
  expect((await change(renamed.rev, { of: 'delete', viewId })).views).toEqual([]);
  const events = rowsOf(site, 'audit').filter(({ value }) => value.subject === 'page-views');
  expect(events.map(({ value }) => (value.details as { after: object }).after)).toEqual(
    expect.arrayContaining([{ views: ['No level'] }, { views: ['To do'] }, { views: [] }]),
  );
});

it('a change of views is refused if another admin changed them, the name is used, the view is deleted, or there are 50', async () => {
  let { rev } = await done<PageViews>(site, 'listPageViews', {});
  expect((await refusal(site, 'changePageViews', { rev: rev + 1, change: add('A') })).code).toBe('VIEWS_CHANGED');
  ({ rev } = await change(rev, add('A')));
  expect(await refusal(site, 'changePageViews', { rev, change: add('A') })).toMatchObject({
    fields: [expect.objectContaining({ field: 'change.name' })],
  });
  expect((await refusal(site, 'changePageViews', { rev, change: add(' ') })).code).toBe('INVALID_INPUT');
  const gone = { of: 'delete', viewId: '00000000-0000-4000-8000-000000000000' };
  expect((await refusal(site, 'changePageViews', { rev, change: gone })).code).toBe('VIEW_NOT_FOUND');
  for (let n = 2; n <= 50; n += 1) ({ rev } = await change(rev, add(`View ${n}`)));
  expect((await refusal(site, 'changePageViews', { rev, change: add('One more') })).code).toBe('TOO_MANY_VIEWS');
});
