import { ADMIN, DEMO_PAGES, DEMO_SPACES, EDITOR, VIEWER } from '../../local/demo';
import type { SetLevelResult } from '../../src/surfaces/contract';
import { archiveLevels, levelNamed, settle } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { rowsOf } from '../support/stored-rows';
import { ADMIN_AND_APP, restrict } from '../support/wiki-pages';
import { call, done, popup, setLevel } from './surface-site';

/** People set and clear the level of a page under the same rules as a key. */

let site: Site;
beforeEach(() => {
  site = openSite();
});
afterEach(() => site.close());

const pageId = DEMO_PAGES.runbooks;
const level = (name: Parameters<typeof levelNamed>[1]) => ({ levelId: levelNamed(site, name).levelId });
const undoOf = (result: SetLevelResult) => ('undo' in result ? result.undo : undefined);

it('the popup records a change as one by a key, with the person and the method MANUAL, and shows it at once', async () => {
  const result = await setLevel(site, { pageId, level: level('Internal'), reason: '  For the team.  ' });
  expect(result).toMatchObject({
    outcome: 'changed',
    page: {
      revision: 1,
      level: { name: 'Internal' },
      byline: { title: 'Internal' },
      history: [
        {
          from: null,
          to: { name: 'Internal' },
          by: { kind: 'person', name: EDITOR.displayName },
          method: 'MANUAL',
          reason: 'For the team.',
        },
      ],
    },
    undo: { allowed: true, needsReason: false },
  });
  // The answer shows the state that the popup reads afterwards.
  expect('page' in result && result.page).toEqual(await popup(site, pageId));
  const { key } = await site.createKey();
  const { body: record } = await site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key });
  expect(record).toMatchObject({ ...level('Internal'), method: 'MANUAL' });
  const { body: history } = await site.rest('GET', `/v1/page-level/by-page/${pageId}/history`, { key });
  expect(history.results).toMatchObject([{ method: 'MANUAL', justification: 'For the team.' }]);
  expect(rowsOf(site, 'audit', 'page.level.set').map(({ value }) => value)).toMatchObject([
    { actorType: 'user', actorAccountId: EDITOR.accountId, subject: `page:${pageId}` },
  ]);
});

it('the popup sets the same level without a change, and clears it', async () => {
  await setLevel(site, { pageId, level: level('Public') });
  expect(await setLevel(site, { pageId, level: level('Public') })).toMatchObject({ outcome: 'unchanged' });
  const cleared = await setLevel(site, { pageId, level: 'none' });
  expect(cleared).toMatchObject({
    outcome: 'changed',
    page: { revision: 'absent', level: null, history: [{ to: null }, { from: null, to: { name: 'Public' } }] },
    undo: { allowed: true, needsReason: false },
  });
  expect('page' in cleared && cleared.page.history).toEqual((await popup(site, pageId)).history);
  expect(rowsOf(site, 'level-change', pageId)).toHaveLength(2);
});

it('the popup says how a change can be undone, by the rule for lowering', async () => {
  await settle(site, { lowering: 'justified' });
  expect(undoOf(await setLevel(site, { pageId, level: level('Internal') }))).toEqual({
    allowed: true,
    needsReason: true,
  });
  expect(undoOf(await setLevel(site, { pageId, level: level('Restricted') }))).toEqual({
    allowed: true,
    needsReason: true,
  });
  expect(undoOf(await setLevel(site, { pageId, level: level('Public'), reason: 'Published.' }))).toEqual({
    allowed: true,
    needsReason: false,
  });
  await settle(site, { lowering: 'forbidden' });
  expect(undoOf(await setLevel(site, { pageId, level: level('Restricted') }))).toEqual({
    allowed: false,
    needsReason: false,
  });
});

it('the popup refuses a change with the code that a key gets, and writes nothing', async () => {
  await settle(site, { lowering: 'justified' });
  await setLevel(site, { pageId, level: level('Restricted') });
  const changes = () => rowsOf(site, 'level-change').length;
  const refused = async (wanted: object | 'none', as?: string, reason?: string) => {
    const request = { pageId, level: wanted, ...(as && { as }), ...(reason && { reason }) };
    const result = await setLevel(site, request);
    return 'code' in result ? result.code : result;
  };
  const count = changes();
  const unknown = crypto.randomUUID();
  expect(await refused(level('Public'))).toBe('JUSTIFICATION_REQUIRED');
  expect(await refused('none')).toBe('JUSTIFICATION_REQUIRED');
  expect(await refused({ levelId: unknown })).toBe('LEVEL_NOT_FOUND');
  expect(await refused({ ...level('Highly Restricted'), subLevelId: unknown })).toBe('SUBLEVEL_NOT_IN_LEVEL');
  expect(await refused(level('Highly Restricted'), VIEWER.email)).toBe('PAGE_NOT_EDITABLE');
  await settle(site, { lowering: 'forbidden' });
  expect(await refused(level('Public'), undefined, 'Why not')).toBe('LEVEL_CHANGE_FORBIDDEN');
  const schemeId = crypto.randomUUID();
  const scheme = { schemeId, name: 'Few', levelIds: [level('Public').levelId] };
  await settle(site, { schemes: [scheme], spaces: { [DEMO_SPACES.ENG]: { schemeId } } });
  expect(await refused(level('Highly Restricted'))).toBe('LEVEL_NOT_IN_SPACE_SCHEME');
  expect(changes()).toBe(count);
});

it('the popup keeps an archived level that a page has, and does not set it', async () => {
  await setLevel(site, { pageId, level: level('Restricted') });
  await archiveLevels(site, ['Restricted']);
  expect((await popup(site, pageId)).level).toMatchObject({ name: 'Restricted' });
  const changed = await setLevel(site, { pageId, level: level('Highly Restricted') });
  expect(undoOf(changed)).toEqual({ allowed: false, needsReason: false });
  expect(await setLevel(site, { pageId, level: level('Restricted') })).toMatchObject({ code: 'LEVEL_ARCHIVED' });
});

it('the popup shows the change of a colleague instead of overwriting it', async () => {
  const seen = (await popup(site, pageId)).revision;
  await setLevel(site, { pageId, level: level('Restricted'), as: ADMIN.email });
  for (const wanted of [level('Public'), 'none' as const, level('Highly Restricted')])
    expect(await setLevel(site, { pageId, level: wanted, revision: seen })).toMatchObject({
      outcome: 'conflict',
      page: { level: { name: 'Restricted' }, history: [{ by: { name: ADMIN.displayName } }] },
    });
  expect(rowsOf(site, 'level-change', pageId)).toHaveLength(1);
});

it('the popup checks the right to edit again after it opened', async () => {
  const { revision } = await popup(site, pageId);
  await restrict(site, pageId, 'update', ADMIN_AND_APP);
  const wanted = { level: level('Public'), revision };
  expect(await done(site, 'setLevel', wanted, { pageId })).toMatchObject({ code: 'PAGE_NOT_EDITABLE' });
  await restrict(site, pageId, 'read', ADMIN_AND_APP);
  expect(await done(site, 'setLevel', wanted, { pageId })).toEqual({ state: 'hidden' });
  expect(rowsOf(site, 'level-change', pageId)).toEqual([]);
});

it('the popup acts on the page of the context only', async () => {
  const forged = { content: { id: DEMO_PAGES.engRestricted, type: 'page', subtype: null } };
  const wanted = { level: level('Public'), revision: 'absent' };
  expect(await done(site, 'setLevel', wanted, { pageId, as: VIEWER.email, forged })).toEqual({ state: 'hidden' });
  expect(await call(site, 'setLevel', { ...wanted, pageId: '164001' }, { pageId })).toMatchObject({
    error: { code: 'INVALID_INPUT', message: expect.stringContaining('pageId') },
  });
});

it('the popup sets the level of an archived page', async () => {
  expect(await setLevel(site, { pageId: DEMO_PAGES.archived, level: level('Public'), as: ADMIN.email })).toHaveProperty(
    'outcome',
  );
});

it.each([
  [{}, 'level'],
  [{ level: 'all', revision: 'absent' }, 'level'],
  [{ level: { levelId: 'restricted' }, revision: 'absent' }, 'level'],
  [{ level: 'none', revision: 0 }, 'revision'],
  [{ level: 'none', revision: '1' }, 'revision'],
  [{ level: 'none', revision: 'absent', reason: ' ' }, 'reason'],
  [{ level: 'none', revision: 'absent', reason: 'x'.repeat(501) }, 'reason'],
  [{ level: 'none', revision: 'absent', reason: 'a\u202Eb' }, 'reason'],
  [{ level: 'none', revision: 'absent', method: 'REST_API' }, 'method'],
])('the popup refuses %j and names the field', async (payload, field) => {
  expect(await call(site, 'setLevel', payload, { pageId })).toMatchObject({
    ok: false,
    error: { code: 'INVALID_INPUT', message: expect.stringContaining(field) },
  });
});
