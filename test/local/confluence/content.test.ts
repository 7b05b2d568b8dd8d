import * as z from 'zod';
import { DEMO_PAGES, DEMO_SPACES } from '../../../local/demo';
import { idOf, idsOf, listOf, pageOf, v1ErrorOf, v2ErrorOf } from './answers';
import { aSite, type SimulatedSite } from './simulated-site';

const PAGES = '/wiki/api/v2/pages';
const CONTENT = '/wiki/rest/api/content';
const body = { representation: 'storage', value: '<p>text</p>' };

let site: SimulatedSite;
beforeEach(() => {
  site = aSite();
});

describe('labels', () => {
  const path = `${CONTENT}/${DEMO_PAGES.glossary}/label`;
  const names = async (who = 'viewer') =>
    z
      .object({ results: z.array(z.object({ name: z.string() })) })
      .parse((await site.as(who).get(`${PAGES}/${DEMO_PAGES.glossary}/labels`)).json)
      .results.map((label) => label.name);

  it('are added in lower case, once, and removed', async () => {
    const editor = site.as('editor');
    expect((await editor.post(path, [{ prefix: 'global', name: 'PII' }, { name: 'pii' }])).json).toMatchObject({
      size: 2,
    });
    expect((await editor.post(path, { prefix: 'global', name: 'single' })).status).toBe(200);
    expect(await names()).toEqual(['pii', 'public', 'single']);
    expect((await editor.delete(`${path}?name=pii`)).status).toBe(204);
    expect((await editor.delete(`${path}/single`)).status).toBe(204);
    expect((await editor.delete(`${path}/single`)).status).toBe(404);
    expect(await names()).toEqual(['public']);
    expect((await editor.get(path)).json).toMatchObject({ size: 1, results: [{ label: 'public' }] });
  });

  it('are filtered by prefix', async () => {
    await site.as('editor').post(path, [{ prefix: 'team', name: 'shop' }]);
    const list = await site.as('viewer').get(`${PAGES}/${DEMO_PAGES.glossary}/labels?prefix=team`);
    expect(list.json).toMatchObject({ results: [{ name: 'shop', prefix: 'team' }] });
    expect((await site.as('viewer').get(`${PAGES}/${DEMO_PAGES.glossary}/labels?prefix=odd`)).status).toBe(400);
  });

  it('find the pages that have them', async () => {
    const label = listOf(await site.as('viewer').get(`${PAGES}/${DEMO_PAGES.testData}/labels`)).results[0]?.id ?? '';
    expect(idsOf(await site.as('viewer').get(`/wiki/api/v2/labels/${label}/pages`))).toContain(
      DEMO_PAGES.incidentMailing,
    );
    expect((await site.as('viewer').get('/wiki/api/v2/labels/1/pages')).status).toBe(404);
  });

  it.each([
    [[]],
    [[{ name: 'two words' }]],
    [[{ name: '' }]],
    [[{ name: 'x', prefix: 'odd' }]],
    [[{ name: 'x'.repeat(256) }]],
    [{}],
    ['x'],
  ])('refuse %j', async (given) => {
    expect(v1ErrorOf(await site.as('editor').post(path, given))).toMatch(/^400 /);
  });

  it('are a 403 for users who may only view the page, and a 404 for users who may not', async () => {
    expect((await site.as('viewer').post(path, [{ name: 'x' }])).status).toBe(403);
    expect((await site.as('viewer').delete(`${path}?name=public`)).status).toBe(403);
    expect((await site.as('outsider').post(`${CONTENT}/${DEMO_PAGES.payroll}/label`, [{ name: 'x' }])).status).toBe(
      404,
    );
    expect((await site.as('editor').delete(path)).status).toBe(400);
  });
});

describe('content properties', () => {
  const path = `${PAGES}/${DEMO_PAGES.glossary}/properties`;

  it('are created, read, updated with the next version, and deleted', async () => {
    const editor = site.as('editor');
    const created = await editor.post(path, { key: 'level', value: { name: 'Public', order: 1 } });
    expect(created.json).toMatchObject({ key: 'level', value: { name: 'Public', order: 1 }, version: { number: 1 } });
    const one = `${path}/${idOf(created)}`;
    expect((await site.as('viewer').get(`${path}?key=level`)).json).toMatchObject({ results: [{ key: 'level' }] });
    expect((await site.as('viewer').get(`${path}?key=Level`)).json).toMatchObject({ results: [] });
    const stale = await editor.put(one, { key: 'level', value: 1, version: { number: 1 } });
    expect(v2ErrorOf(stale)).toBe(
      '409 Version must be incremented when updating a content property. Current Version: [1]. Provided version: [1]',
    );
    expect((await editor.put(one, { key: 'level', value: false, version: { number: 2 } })).json).toMatchObject({
      value: false,
      version: { number: 2 },
    });
    expect((await editor.put(one, { key: 'other', value: 1, version: { number: 3 } })).status).toBe(400);
    expect((await editor.delete(one)).status).toBe(204);
    expect((await editor.get(one)).status).toBe(404);
  });

  it('refuse a second property with the same key, a missing value, and a value that is too large', async () => {
    const editor = site.as('editor');
    await editor.post(path, { key: 'level', value: 1 });
    expect(v2ErrorOf(await editor.post(path, { key: 'level', value: 2 }))).toMatch(/^409 /);
    for (const given of [{ key: 'x' }, { value: 1 }, { key: '', value: 1 }, { key: 'x', value: 'x'.repeat(40_000) }]) {
      expect(v2ErrorOf(await editor.post(path, given))).toMatch(/^400 /);
    }
  });

  it('are a 404 for users who may not edit the page', async () => {
    expect((await site.as('viewer').post(path, { key: 'x', value: 1 })).status).toBe(404);
    expect((await site.as('viewer').get(path)).status).toBe(200);
    expect((await site.as('viewer').get(`${path}/1`)).status).toBe(404);
  });

  it.each([
    [{}, true, 1],
    [{}, false, 0],
    [{ copyProperties: false }, true, 0],
    [{ copyProperties: true }, false, 1],
  ])(
    'go along with a copied page as the request or the site says: %j, %j',
    async (request, copiesProperties, count) => {
      const editor = aSite(undefined, { copiesProperties }).as('editor');
      await editor.post(path, { key: 'level', value: { pageId: DEMO_PAGES.glossary } });
      const copy = await editor.post(`${CONTENT}/${DEMO_PAGES.glossary}/copy`, {
        destination: { type: 'space', value: 'OPEN' },
        pageTitle: 'A copy',
        ...request,
      });
      const { results } = listOf(await editor.get(`${PAGES}/${idOf(copy)}/properties`));
      expect(results.map(({ key, value, version }) => ({ key, value, version }))).toEqual(
        Array.from({ length: count }, () => ({
          key: 'level',
          value: { pageId: DEMO_PAGES.glossary },
          version: expect.objectContaining({ number: 1 }),
        })),
      );
    },
  );

  it('belong to one page: another page does not have them', async () => {
    const id = idOf(await site.as('editor').post(path, { key: 'x', value: 1 }));
    expect((await site.as('editor').get(`${PAGES}/${DEMO_PAGES.welcome}/properties/${id}`)).status).toBe(404);
  });
});

describe('properties of the app', () => {
  const path = '/wiki/api/v2/app/properties';

  it('are created, replaced, listed by key and deleted, by the app', async () => {
    const app = site.as('app');
    expect((await app.put(`${path}/switches`, { banner: 'off' })).status).toBe(201);
    expect((await app.put(`${path}/switches`, { banner: 'on' })).status).toBe(200);
    await app.put(`${path}/another`, {});
    expect((await app.get(`${path}/switches`)).json).toEqual({ key: 'switches', value: { banner: 'on' } });
    expect((await app.get(path)).json).toMatchObject({ results: [{ key: 'another' }, { key: 'switches' }] });
    expect((await app.delete(`${path}/switches`)).status).toBe(204);
    expect((await app.delete(`${path}/switches`)).status).toBe(204);
    expect((await app.get(`${path}/switches`)).status).toBe(404);
  });

  it('have an object as value, and a key of 127 characters at most', async () => {
    const app = site.as('app');
    for (const value of [[], 'text', 1]) expect((await app.put(`${path}/x`, value)).status).toBe(400);
    expect((await app.put(`${path}/${'x'.repeat(127)}`, {})).status).toBe(201);
    expect((await app.put(`${path}/${'x'.repeat(128)}`, {})).status).toBe(400);
  });

  it('cannot be read or written by people, not even by admins', async () => {
    await site.as('app').put(`${path}/switches`, { banner: 'off' });
    const admin = site.as('admin');
    const answers = await Promise.all([
      admin.get(path),
      admin.get(`${path}/switches`),
      admin.put(`${path}/switches`, { banner: 'on' }),
      admin.delete(`${path}/switches`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect((await site.as('anonymous').get(path)).status).toBe(401);
    expect((await site.as('app').get(`${path}/switches`)).json).toMatchObject({ value: { banner: 'off' } });
  });
});

describe('versions', () => {
  const path = `${CONTENT}/${DEMO_PAGES.runbookDatabase}/version`;

  it('are listed newest first, and read with their neighbors', async () => {
    const viewer = site.as('viewer');
    expect(
      listOf(await viewer.get(`${PAGES}/${DEMO_PAGES.runbookDatabase}/versions`)).results.map((one) => one.number),
    ).toEqual([3, 2, 1]);
    expect((await viewer.get(`${PAGES}/${DEMO_PAGES.runbookDatabase}/versions/2`)).json).toMatchObject({
      number: 2,
      prevVersion: 1,
      nextVersion: 3,
    });
    expect((await viewer.get(`${PAGES}/${DEMO_PAGES.runbookDatabase}/versions/9`)).status).toBe(404);
  });

  it('can be deleted, except the current one, and the later ones are renumbered', async () => {
    const editor = site.as('editor');
    const page = `${PAGES}/${DEMO_PAGES.runbookDatabase}?body-format=storage`;
    const before = pageOf(await editor.get(page));
    expect((await editor.delete(`${path}/3`)).status).toBe(400);
    expect((await editor.delete(`${path}/2`)).status).toBe(204);
    expect((await editor.delete(`${path}/2`)).status).toBe(400);
    expect((await editor.get(`${page}&version=3`)).status).toBe(404);
    const after = pageOf(await editor.get(page));
    expect([before.version?.number, after.version?.number, after.body]).toEqual([3, 2, before.body]);
    expect((await site.as('viewer').delete(`${path}/1`)).status).toBe(403);
    expect((await site.as('outsider').delete(`${path}/1`)).status).toBe(400);
  });

  it('can be restored as the newest one', async () => {
    const restore = (params: unknown, operationKey = 'restore') =>
      site.as('editor').post(path, { operationKey, params });
    expect((await restore({ versionNumber: 1, message: 'back' })).json).toMatchObject({
      number: 4,
      message: 'back',
      content: { type: 'page' },
    });
    const page = pageOf(await site.as('viewer').get(`${PAGES}/${DEMO_PAGES.runbookDatabase}?body-format=storage`));
    expect(page.body['storage']?.value).toContain('Check that the primary');
    expect((await restore({ versionNumber: 4, message: '' })).status).toBe(400);
    expect((await restore({ versionNumber: 9, message: '' })).status).toBe(400);
    expect((await restore({ versionNumber: 1 })).status).toBe(400);
    expect((await restore({ versionNumber: 1, message: '' }, 'delete')).status).toBe(400);
    expect(
      (await site.as('viewer').post(path, { operationKey: 'restore', params: { versionNumber: 1, message: '' } }))
        .status,
    ).toBe(403);
  });

  it('restore the title too if requested', async () => {
    const releaseNotes = `${CONTENT}/${DEMO_PAGES.releaseNotes}/version`;
    await site
      .as('editor')
      .post(releaseNotes, { operationKey: 'restore', params: { versionNumber: 1, message: '', restoreTitle: true } });
    expect(pageOf(await site.as('viewer').get(`${PAGES}/${DEMO_PAGES.releaseNotes}`)).title).toBe(
      'Release notes 2025.3 (draft)',
    );
  });
});

describe('footer comments', () => {
  const COMMENTS = '/wiki/api/v2/footer-comments';

  it('are created, listed, answered and deleted', async () => {
    const viewer = site.as('viewer');
    const id = idOf(await viewer.post(COMMENTS, { pageId: DEMO_PAGES.glossary, body }));
    const reply = await site.as('editor').post(COMMENTS, { parentCommentId: id, body });
    expect(reply.json).toMatchObject({ parentCommentId: id, pageId: DEMO_PAGES.glossary });
    expect(idsOf(await viewer.get(`${PAGES}/${DEMO_PAGES.glossary}/footer-comments`))).toEqual([id]);
    expect((await site.as('outsider').delete(`${COMMENTS}/${id}`)).status).toBe(404);
    expect((await viewer.delete(`${COMMENTS}/${id}`)).status).toBe(204);
    expect((await viewer.get(`${COMMENTS}/${id}`)).status).toBe(404);
    expect((await viewer.get(`${COMMENTS}/${idOf(reply)}`)).status).toBe(404);
  });

  it('are as visible as their page', async () => {
    expect((await site.as('editor').get(`${COMMENTS}/229404`)).status).toBe(200);
    expect((await site.as('viewer').get(`${COMMENTS}/229404`)).status).toBe(404);
    expect((await site.as('viewer').post(COMMENTS, { pageId: DEMO_PAGES.payroll, body })).status).toBe(404);
  });

  it('exclude inline comments, which are listed with their replies and deleted with their page', async () => {
    const [editor, viewer] = [site.as('editor'), site.as('viewer')];
    const INLINE = '/wiki/api/v2/inline-comments';
    const page = idOf(await editor.post(PAGES, { spaceId: DEMO_SPACES.ENG, title: 'Beside the text', body }));
    const place = { inlineCommentProperties: { textSelection: 'text' } };
    expect((await editor.post(INLINE, { pageId: page, body })).status).toBe(400);
    const id = idOf(await editor.post(INLINE, { pageId: page, body, ...place }));
    const reply = idOf(await editor.post(INLINE, { parentCommentId: id, body }));
    const atTheFoot = idOf(await editor.post(COMMENTS, { pageId: page, body }));
    expect(idsOf(await viewer.get(`${PAGES}/${page}/inline-comments`))).toEqual([id]);
    expect(idsOf(await viewer.get(`${PAGES}/${page}/footer-comments`))).toEqual([atTheFoot]);
    expect(idsOf(await viewer.get(`${INLINE}/${id}/children`))).toEqual([reply]);
    expect((await viewer.get(`${COMMENTS}/${id}`)).status).toBe(404);
    await editor.delete(`${PAGES}/${page}`);
    expect((await viewer.get(`${INLINE}/${id}`)).status).toBe(404);
  });

  it('are edited version by version, by their author and by admins of the space', async () => {
    const [viewer, editor, admin] = [site.as('viewer'), site.as('editor'), site.as('admin')];
    const id = idOf(await viewer.post(COMMENTS, { pageId: DEMO_PAGES.glossary, body }));
    const edit = (number: number, text: string) => ({
      version: { number, message: text },
      body: { representation: 'storage', value: `<p>${text}</p>` },
    });
    expect((await editor.put(`${COMMENTS}/${id}`, edit(2, 'theirs'))).status).toBe(404);
    expect((await viewer.put(`${COMMENTS}/${id}`, edit(2, 'own'))).status).toBe(200);
    expect(v2ErrorOf(await admin.put(`${COMMENTS}/${id}`, edit(2, 'late')))).toMatch(/^409 .*Current Version: \[2\]/);
    expect((await admin.put(`${COMMENTS}/${id}`, edit(3, 'third'))).status).toBe(200);
    const asked = '?body-format=storage&include-operations=true&include-versions=true';
    const versions = [3, 2, 1].map((number) => expect.objectContaining({ number }));
    const update = { operation: 'update', targetType: 'comment' };
    expect((await viewer.get(`${COMMENTS}/${id}${asked}`)).json).toMatchObject({
      version: { number: 3, message: 'third' },
      body: { storage: { value: '<p>third</p>' } },
      operations: { results: expect.arrayContaining([update]) },
      versions: { results: versions },
    });
    expect((await editor.get(`${COMMENTS}/${id}${asked}`)).json).toMatchObject({
      operations: { results: expect.not.arrayContaining([update]) },
    });
    const version = (number: number) => `/wiki/rest/api/content/${id}/version/${number}`;
    expect((await editor.delete(version(2))).status).toBe(403);
    expect((await admin.delete(version(3))).status).toBe(400);
    expect([(await admin.delete(version(2))).status, (await admin.delete(version(2))).status]).toEqual([204, 400]);
    const history = await viewer.get(`${COMMENTS}/${id}/versions?body-format=storage`);
    expect(listOf(history).results).toMatchObject([
      { number: 2, comment: { body: { storage: { value: '<p>third</p>' } } } },
      { number: 1, comment: { body: { storage: body } } },
    ]);
  });

  it('have exactly one parent', async () => {
    expect((await site.as('viewer').post(COMMENTS, { body })).status).toBe(400);
    expect(
      (await site.as('viewer').post(COMMENTS, { pageId: DEMO_PAGES.welcome, blogPostId: DEMO_PAGES.blogPost, body }))
        .status,
    ).toBe(400);
    expect((await site.as('viewer').post(COMMENTS, { pageId: DEMO_PAGES.blogPost, body })).status).toBe(404);
    expect((await site.as('viewer').post(COMMENTS, { blogPostId: DEMO_PAGES.blogPost, body })).status).toBe(201);
  });
});

describe('moving a page', () => {
  const move = (who: string, page: string, position: string, target: string) =>
    site.as(who).put(`${CONTENT}/${page}/move/${position}/${target}`);

  it('into another space moves its descendants, and changes who sees them', async () => {
    expect((await site.as('outsider').get(`${PAGES}/${DEMO_PAGES.runbookDatabase}`)).status).toBe(404);
    expect((await move('editor', DEMO_PAGES.runbooks, 'append', DEMO_PAGES.welcome)).json).toEqual({
      pageId: DEMO_PAGES.runbooks,
    });
    const moved = pageOf(await site.as('outsider').get(`${PAGES}/${DEMO_PAGES.runbookDatabase}`));
    expect([moved.spaceId, moved.parentId]).toEqual([DEMO_SPACES.OPEN, DEMO_PAGES.runbooks]);
    expect(pageOf(await site.as('outsider').get(`${PAGES}/${DEMO_PAGES.runbooks}`))).toMatchObject({
      spaceId: DEMO_SPACES.OPEN,
      parentId: DEMO_PAGES.welcome,
    });
  });

  it('changes its order among its siblings', async () => {
    await move('editor', DEMO_PAGES.runbookOnCall, 'before', DEMO_PAGES.runbookDatabase);
    const children = () => site.as('viewer').get(`${PAGES}/${DEMO_PAGES.runbooks}/children`).then(idsOf);
    expect(await children()).toEqual([
      DEMO_PAGES.runbookOnCall,
      DEMO_PAGES.runbookDatabase,
      DEMO_PAGES.runbookPayments,
    ]);
    await move('editor', DEMO_PAGES.runbookOnCall, 'after', DEMO_PAGES.runbookPayments);
    expect(await children()).toEqual([
      DEMO_PAGES.runbookDatabase,
      DEMO_PAGES.runbookPayments,
      DEMO_PAGES.runbookOnCall,
    ]);
  });

  it('refuses cycles, used titles, unknown positions, and users without permission', async () => {
    expect((await move('editor', DEMO_PAGES.runbooks, 'append', DEMO_PAGES.runbookDatabase)).status).toBe(400);
    expect((await move('editor', DEMO_PAGES.runbooks, 'append', DEMO_PAGES.runbooks)).status).toBe(400);
    expect((await move('editor', DEMO_PAGES.runbooks, 'below', DEMO_PAGES.welcome)).status).toBe(400);
    await site.as('editor').post(PAGES, { spaceId: DEMO_SPACES.OPEN, title: 'Runbook: database failover' });
    expect((await move('editor', DEMO_PAGES.runbooks, 'append', DEMO_PAGES.welcome)).status).toBe(400);
    expect((await move('viewer', DEMO_PAGES.glossary, 'append', DEMO_PAGES.welcome)).status).toBe(403);
    expect((await move('viewer', DEMO_PAGES.payroll, 'append', DEMO_PAGES.welcome)).status).toBe(404);
    expect((await move('editor', DEMO_PAGES.glossary, 'append', DEMO_PAGES.hrRestricted)).status).toBe(404);
  });
});

describe('archiving', () => {
  const ARCHIVE = `${CONTENT}/archive`;

  it('happens when the task is first read, and is undone by an update', async () => {
    const editor = site.as('editor');
    const task = await editor.post(ARCHIVE, {
      pages: [{ id: Number(DEMO_PAGES.glossary) }, { id: DEMO_PAGES.welcome }],
    });
    expect(task.status).toBe(202);
    expect((await editor.get(`/wiki/rest/api/longtask/${idOf(task)}`)).json).toMatchObject({
      finished: true,
      successful: true,
    });
    expect((await site.as('viewer').get(`/wiki/rest/api/longtask/${idOf(task)}`)).status).toBe(404);
    expect(pageOf(await site.as('outsider').get(`${PAGES}/${DEMO_PAGES.glossary}`)).status).toBe('archived');
    const id = DEMO_PAGES.glossary;
    await editor.put(`${PAGES}/${id}`, { id, status: 'current', title: 'Glossary', body, version: { number: 2 } });
    expect(pageOf(await editor.get(`${PAGES}/${id}`)).status).toBe('current');
  });

  it.each([
    ['an archived page', [{ id: DEMO_PAGES.archived }]],
    ['a trashed page', [{ id: DEMO_PAGES.trashed }]],
    ['a blog post', [{ id: DEMO_PAGES.blogPost }]],
    ['a page that is hidden', [{ id: DEMO_PAGES.hrRestricted }]],
    ['nothing', []],
    ['more than 300', Array.from({ length: 301 }, (_, index) => ({ id: index }))],
  ])('refuses %s, and then archives none of the others', async (_name, pages) => {
    const answer = await site
      .as('editor')
      .post(ARCHIVE, { pages: pages.length === 1 ? [{ id: DEMO_PAGES.glossary }, ...pages] : pages });
    expect(answer.status).toBe(400);
    expect(pageOf(await site.as('editor').get(`${PAGES}/${DEMO_PAGES.glossary}`)).status).toBe('current');
  });

  it('is not permitted for viewers', async () => {
    expect((await site.as('viewer').post(ARCHIVE, { pages: [{ id: DEMO_PAGES.glossary }] })).status).toBe(400);
  });
});

describe('blog posts', () => {
  it('are updated like pages: with the next version, by people who may update them, and with unpublished changes', async () => {
    const editor = site.as('editor');
    const id = idOf(await editor.post('/wiki/api/v2/blogposts', { spaceId: DEMO_SPACES.OPEN, title: 'News', body }));
    const path = `/wiki/api/v2/blogposts/${id}`;
    const change = { id, status: 'current', title: 'News', body: { ...body, value: '<p>new</p>' } };
    expect((await editor.put(path, { ...change, version: { number: 3 } })).status).toBe(409);
    expect((await site.as('viewer').put(path, { ...change, version: { number: 2 } })).status).toBe(404);
    const dated = { ...change, version: { number: 2 }, createdAt: '2026-01-01T00:00:00.000Z' };
    expect((await editor.put(path, dated)).status).toBe(501);
    expect((await editor.put(path, { ...change, status: 'draft', version: { number: 1 } })).status).toBe(200);
    const read = async (query: string, who = 'editor') => {
      const answer = await site.as(who).get(`${path}?body-format=storage${query}`);
      return [answer.status, answer.status === 200 ? pageOf(answer).body['storage']?.value : undefined];
    };
    expect(await read('')).toEqual([200, body.value]);
    expect(await read('&get-draft=true')).toEqual([200, '<p>new</p>']);
    expect(await read('&get-draft=true', 'viewer')).toEqual([404, undefined]);
    expect((await editor.get(`${path}?status=archived`)).status).toBe(400);
    expect((await editor.put(path, { ...change, version: { number: 2 } })).status).toBe(200);
    expect(await read('')).toEqual([200, '<p>new</p>']);
    expect(await read('&version=1&status=historical')).toEqual([200, body.value]);
  });

  it('are created, read, listed and trashed, and may share a title with a page', async () => {
    const editor = site.as('editor');
    const id = idOf(await editor.post('/wiki/api/v2/blogposts', { spaceId: DEMO_SPACES.OPEN, title: 'Welcome', body }));
    expect(idsOf(await site.as('outsider').get('/wiki/api/v2/blogposts'))).toEqual([DEMO_PAGES.blogPost, id]);
    expect((await editor.get(`/wiki/api/v2/blogposts/${id}?body-format=storage`)).json).toMatchObject({
      body: { storage: body },
    });
    expect((await editor.delete(`/wiki/api/v2/blogposts/${id}`)).status).toBe(204);
    expect((await editor.get(`/wiki/api/v2/blogposts/${id}`)).json).toMatchObject({ status: 'trashed' });
    expect(
      (await site.as('viewer').post('/wiki/api/v2/blogposts', { spaceId: DEMO_SPACES.OPEN, title: 'No', body })).status,
    ).toBe(404);
  });
});

describe('redaction', () => {
  const TEXT = '<p>one <strong>two</strong> three</p><pre>secret</pre>';
  const aText = async (title = 'About secret') => {
    const page = { spaceId: DEMO_SPACES.ENG, title, body: { representation: 'storage', value: TEXT } };
    const id = idOf(await site.as('editor').post(PAGES, page));
    site.advance(1000);
    return `${PAGES}/${id}`;
  };
  const read = async (path: string) =>
    z
      .object({
        title: z.string(),
        body: z.object({ storage: z.object({ value: z.string() }) }),
        version: z.object({ number: z.int(), createdAt: z.string() }),
      })
      .parse((await site.as('editor').get(`${path}?body-format=storage`)).json);
  const bold = { pointer: '/content/0/content/1', from: 0, to: 2 };

  it('replaces text in body and title by a bar, merges overlaps, and cleans the history if requested', async () => {
    const path = await aText();
    const { version } = await read(path);
    const answer = await site.as('editor').post(`${path}/redact`, {
      createdAt: version.createdAt,
      cleanHistory: true,
      body: { redactions: [bold, { ...bold, to: 1 }, { pointer: '/content/1/content/0' }] },
      title: { redactions: [{ pointer: '', from: 6, to: 12, reason: 'why' }] },
    });
    expect(answer.status).toBe(202);
    const { body: ofBody, title } = z
      .object({
        body: z.object({ redactions: z.array(z.object({ redactionId: z.uuid().optional() })) }),
        title: z.object({ redactions: z.array(z.object({ reason: z.string(), redactionId: z.uuid() })) }),
      })
      .parse(answer.json);
    const [first, second, code] = ofBody.redactions.map(({ redactionId }) => redactionId);
    expect([typeof first, second, code, title.redactions[0]?.reason]).toEqual(['string', first, undefined, 'why']);
    const after = await read(path);
    expect([after.title, after.version.number]).toEqual(['About █████', 1]);
    expect(after.body.storage.value).toContain('<p>one <strong>█████o</strong> three</p>');
    expect(after.body.storage.value).not.toContain('secret');
    expect((await site.as('editor').get(`${path}/versions/2`)).status).toBe(404);
  });

  it('is refused if it is out of date, has an invalid target, or the user lacks permission, and changes nothing then', async () => {
    const path = await aText();
    const { createdAt } = (await read(path)).version;
    const send = async (change: object, who = 'editor') =>
      (await site.as(who).post(`${path}/redact`, { createdAt, body: { redactions: [bold] }, ...change })).status;
    expect(await send({ createdAt: '2020-01-01T00:00:00Z' })).toBe(400);
    for (const one of [{ pointer: '/content/9' }, { pointer: '/content/0' }, { ...bold, to: 99 }, { ...bold, from: 3 }])
      expect([one, await send({ body: { redactions: [bold, one] } })]).toEqual([one, 400]);
    expect([await send({ createdAt: undefined }), await send({ body: {} })]).toEqual([400, 400]);
    expect([await send({}, 'viewer'), await send({}, 'outsider'), await send({ versionNumber: 7 })]).toEqual([
      404, 404, 501,
    ]);
    expect((await read(path)).version.number).toBe(1);
    expect(
      (
        await aSite(undefined, { hasGuard: false }).as('editor').post(`${PAGES}/${DEMO_PAGES.glossary}/redact`, {
          createdAt,
        })
      ).status,
    ).toBe(403);
  });
});
