import { ADMIN, DEMO_PAGES, DEMO_SPACES, EDITOR, OUTSIDER, VIEWER } from '../../local/demo';
import { archiveLevels, levelNamed, settle } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { putRow, rowsOf } from '../support/stored-rows';

/** The history of a page's level, as people see it in the ••• menu of the page. */

let site: Site;
let key: string;
let nowMs: number;
beforeEach(async () => {
  nowMs = Date.parse('2026-11-21T09:30:00.000Z');
  site = openSite({ now: () => new Date(nowMs) });
  ({ key } = await site.createKey());
});
afterEach(() => site.close());

const pageId: string = DEMO_PAGES.architecture;

const set = async (name: 'Restricted' | 'Internal' | 'Public', more: object = {}) => {
  nowMs += 60_000;
  const { levelId } = levelNamed(site, name);
  const answer = await site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId, ...more } });
  expect(answer.status).toBe(201);
};
const list = (as: string, payload: object = {}, page = pageId) =>
  site.surface('level-history', 'listHistory', payload, { as, pageId: page });

describe('the history', () => {
  it('shows who changed the level, when, how, from what to what and why, the newest first', async () => {
    await set('Internal');
    await set('Restricted', { justification: 'Contains contracts.' });
    nowMs += 60_000;
    await site.rest('DELETE', `/v1/page-level/by-page/${pageId}`, { key });
    expect(await list(VIEWER.email)).toEqual({
      ok: true,
      value: {
        state: 'page',
        entries: [
          {
            at: '2026-11-21T09:33:00.000Z',
            from: { name: 'Restricted', color: expect.any(String) },
            to: null,
            by: { kind: 'person', name: ADMIN.displayName },
            method: 'REST_API',
          },
          {
            at: '2026-11-21T09:32:00.000Z',
            from: { name: 'Internal', color: expect.any(String) },
            to: { name: 'Restricted', color: expect.any(String) },
            by: { kind: 'person', name: ADMIN.displayName },
            method: 'REST_API',
            reason: 'Contains contracts.',
          },
          {
            at: '2026-11-21T09:31:00.000Z',
            from: null,
            to: { name: 'Internal', color: expect.any(String) },
            by: { kind: 'person', name: ADMIN.displayName },
            method: 'REST_API',
          },
        ],
      },
    });
  });

  it('is empty for a page whose level never changed', async () => {
    expect(await list(VIEWER.email)).toEqual({ ok: true, value: { state: 'page', entries: [] } });
  });

  it('shows a person whose data was erased without a name, and asks Confluence for no name', async () => {
    await set('Internal');
    for (const { key: id, value } of rowsOf(site, 'level-change'))
      await putRow(site, 'level-change', id, { ...value, classifierId: `erased:${'0'.repeat(22)}` });
    const { calls } = await site.surfaceCalls('level-history', 'listHistory', {}, { as: VIEWER.email, pageId });
    expect(calls.filter(({ path }) => path.includes('/user/bulk'))).toEqual([]);
    expect(await list(VIEWER.email)).toMatchObject({ value: { entries: [{ by: { kind: 'erased' } }] } });
  });

  it('of few changes needs no secret of the app, because it has no cursor', async () => {
    site.close();
    site = openSite({ now: () => new Date(nowMs), peppers: () => undefined });
    expect(await list(VIEWER.email)).toEqual({ ok: true, value: { state: 'page', entries: [] } });
    expect((await list(VIEWER.email, { cursor: 'x' })).error.code).toBe('INTERNAL_ERROR');
  });

  it('costs one call for the page, and one for all names', async () => {
    await set('Internal');
    await set('Restricted');
    const { calls } = await site.surfaceCalls('level-history', 'listHistory', {}, { as: VIEWER.email, pageId });
    const ofConfluence = calls.filter(({ target }) => target === 'confluence');
    expect(ofConfluence.map(({ path }) => path.split('?')[0])).toEqual([
      `/wiki/api/v2/pages/${pageId}`,
      '/wiki/rest/api/user/bulk',
    ]);
  });

  it('continues page by page, without repeating or losing a change', async () => {
    for (let n = 0; n < 15; n += 1) {
      await set('Internal');
      await set('Restricted');
    }
    const first = (await list(VIEWER.email)).value;
    expect(first.entries).toHaveLength(25);
    const second = (await list(VIEWER.email, { cursor: first.cursor })).value;
    expect(second).toEqual({ state: 'page', entries: expect.any(Array) });
    const times = [...first.entries, ...second.entries].map(({ at }: { at: string }) => at);
    expect(new Set(times).size).toBe(30);
    expect(times).toEqual([...times].sort().reverse());
  });

  it('keeps the last known name of an archived level', async () => {
    await set('Internal');
    await set('Restricted');
    await archiveLevels(site, ['Internal']);
    const { entries } = (await list(VIEWER.email)).value;
    expect(entries[1].to.name).toBe('Internal');
  });
});

describe('a cursor', () => {
  const cursorOf = async () => {
    for (let n = 0; n < 26; n += 1) await set(n % 2 === 0 ? 'Internal' : 'Restricted');
    return (await list(VIEWER.email)).value.cursor;
  };

  it('of another page, of another person, of yesterday, or forged, is refused by name', async () => {
    const cursor = await cursorOf();
    const refused = { ok: false, error: { code: 'INVALID_INPUT', message: expect.stringMatching(/^cursor /) } };
    expect(await list(VIEWER.email, { cursor }, DEMO_PAGES.runbooks)).toEqual(refused);
    expect(await list(EDITOR.email, { cursor })).toEqual(refused);
    expect(await list(VIEWER.email, { cursor: `${cursor.slice(0, -2)}AA` })).toEqual(refused);
    for (const wrong of [1, null, '', {}, 'x'.repeat(2_000)]) {
      expect(await list(VIEWER.email, { cursor: wrong })).toEqual(refused);
    }
    nowMs += 25 * 3_600_000;
    expect(await list(VIEWER.email, { cursor })).toEqual(refused);
  });
});

describe('the history is hidden', () => {
  beforeEach(() => set('Internal'));

  it('from people who cannot see the page, or can no longer', async () => {
    expect(await list(OUTSIDER.email)).toEqual({ ok: true, value: { state: 'hidden' } });
    await site.wiki('DELETE', `/api/v2/pages/${pageId}`);
    expect(await list(VIEWER.email)).toEqual({ ok: true, value: { state: 'hidden' } });
  });

  it('from people without a login', async () => {
    const page = DEMO_PAGES.welcome;
    const call = site.surface('level-byline', 'listHistory', {}, { as: 'anonymous', pageId: page });
    expect(await call).toMatchObject({ ok: false, error: { code: 'NOT_ALLOWED' } });
  });

  it('where classification is off', async () => {
    const surfaces = {
      ...{ byline: true, banner: true, menus: true, bylineNames: 'site' },
      ...{ peopleMayExclude: false, peopleMayRedact: false, offSpaceIds: [DEMO_SPACES.ENG] },
    };
    await settle(site, { surfaces });
    expect(await list(VIEWER.email)).toEqual({ ok: true, value: { state: 'off' } });
  });

  it('and unknown members of a request are refused by name', async () => {
    expect(await list(VIEWER.email, { pageId: DEMO_PAGES.hrHome })).toEqual({
      ok: false,
      error: { code: 'INVALID_INPUT', message: 'pageId is not supported' },
    });
  });
});
