import { ADMIN, DEMO_PAGES, DEMO_SPACES, EDITOR } from '../../../local/demo';
import { idOf, idsOf, listOf, pageOf, updateOf, v2ErrorOf } from './answers';
import { aSite, BASE_URL, START, type SimulatedSite } from './simulated-site';

const { ENG, HR, OPEN } = DEMO_SPACES;
const PAGES = '/wiki/api/v2/pages';
const body = { representation: 'storage', value: '<p>text</p>' };

let site: SimulatedSite;
beforeEach(() => {
  site = aSite();
});

describe('creating a page', () => {
  it('publishes it below the homepage, with version 1 and times in milliseconds', async () => {
    const answer = await site.as('editor').post(PAGES, { spaceId: ENG, status: 'current', title: ' New ', body });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      status: 'current',
      title: 'New',
      spaceId: ENG,
      parentId: DEMO_PAGES.engHome,
      parentType: 'page',
      authorId: EDITOR.accountId,
      ownerId: EDITOR.accountId,
      createdAt: START,
      version: { number: 1, createdAt: START, authorId: EDITOR.accountId },
      body: { storage: { representation: 'storage', value: '<p>text</p>' } },
      _links: { base: `${BASE_URL}/wiki` },
    });
    expect(idOf(answer)).toMatch(/^\d+$/);
  });

  it('works below a given parent and at the root', async () => {
    const editor = site.as('editor');
    const below = pageOf(await editor.post(PAGES, { spaceId: ENG, title: 'Below', parentId: DEMO_PAGES.runbooks }));
    expect(below.parentId).toBe(DEMO_PAGES.runbooks);
    const root = pageOf(await editor.post(`${PAGES}?root-level=true`, { spaceId: ENG, title: 'Root' }));
    expect(root.parentId).toBeNull();
    const both = await editor.post(`${PAGES}?root-level=true`, {
      spaceId: ENG,
      title: 'Both',
      parentId: DEMO_PAGES.runbooks,
    });
    expect(both.status).toBe(400);
  });

  it("refuses a title that a current or archived page of the space has, with Confluence's message", async () => {
    for (const title of ['Runbooks', 'Legacy VPN set-up']) {
      const answer = await site.as('editor').post(PAGES, { spaceId: ENG, title, body });
      expect(answer.json).toEqual({
        errors: [
          {
            status: 400,
            code: 'BAD_REQUEST',
            title: 'A page with this title already exists: A page already exists with the same TITLE in this space',
            detail: null,
          },
        ],
      });
    }
    expect((await site.as('editor').post(PAGES, { spaceId: HR, title: 'Runbooks', body })).status).toBe(200);
  });

  it.each([
    ['no title', { spaceId: ENG }, 400],
    ['a blank title', { spaceId: ENG, title: '  ' }, 400],
    ['a title of 256 characters', { spaceId: ENG, title: 'x'.repeat(256) }, 400],
    ['no space', { title: 'X' }, 400],
    ['a space id that is no number', { spaceId: 'ENG', title: 'X' }, 400],
    ['a status that cannot be created', { spaceId: ENG, title: 'X', status: 'archived' }, 400],
    [
      'a body that is not well-formed',
      { spaceId: ENG, title: 'X', body: { representation: 'storage', value: '<p>a</b>' } },
      400,
    ],
    [
      'an undeclared entity',
      { spaceId: ENG, title: 'X', body: { representation: 'storage', value: '<p>a & b</p>' } },
      400,
    ],
    [
      'broken ADF',
      { spaceId: ENG, title: 'X', body: { representation: 'atlas_doc_format', value: '{"type":"p"}' } },
      400,
    ],
    ['a parent in another space', { spaceId: ENG, title: 'X', parentId: DEMO_PAGES.onboarding }, 400],
    ['a parent that does not exist', { spaceId: ENG, title: 'X', parentId: '1' }, 404],
    ['a parent that the caller does not see', { spaceId: HR, title: 'X', parentId: DEMO_PAGES.hrRestricted }, 404],
    ['a space that does not exist', { spaceId: '1', title: 'X' }, 404],
  ])('refuses %s', async (_name, given, status) => {
    const answer = await site.as('editor').post(PAGES, given);
    expect(v2ErrorOf(answer)).toMatch(new RegExp(`^${status} `));
  });

  it('is a 404 for users who may only view the space, and for users who may not', async () => {
    const viewer = await site.as('viewer').post(PAGES, { spaceId: ENG, title: 'X' });
    const outsider = await site.as('outsider').post(PAGES, { spaceId: ENG, title: 'X' });
    expect([viewer.status, outsider.status]).toEqual([404, 404]);
    expect(viewer.text).toBe(outsider.text);
  });

  it('refuses invalid JSON, and a body that is too large', async () => {
    const admin = site.as('admin');
    const json = { 'content-type': 'application/json' };
    expect((await admin.send(PAGES, { method: 'POST', headers: json, body: '{' })).status).toBe(400);
    expect((await admin.send(PAGES, { method: 'POST', headers: json, body: '' })).status).toBe(400);
    expect((await admin.send(PAGES, { method: 'POST', headers: json, body: '[]' })).status).toBe(400);
    expect((await admin.send(PAGES, { method: 'POST', body: '{}' })).status).toBe(415);
    expect((await admin.send(PAGES, { method: 'POST', headers: json, body: 'x'.repeat(5_300_000) })).status).toBe(413);
  });

  it('can be private: then only the author sees and edits it', async () => {
    const id = idOf(await site.as('editor').post(`${PAGES}?private=true`, { spaceId: ENG, title: 'Mine', body }));
    expect((await site.as('editor').get(`${PAGES}/${id}`)).status).toBe(200);
    for (const person of ['admin', 'viewer', 'app'])
      expect((await site.as(person).get(`${PAGES}/${id}`)).status).toBe(404);
  });

  it('accepts ADF and returns it as a JSON string, and as storage format', async () => {
    const adf = {
      type: 'doc',
      version: 1,
      content: [
        { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'A & B' }] },
        {
          type: 'bulletList',
          content: [
            {
              type: 'listItem',
              content: [{ type: 'paragraph', content: [{ type: 'text', text: 'bold', marks: [{ type: 'strong' }] }] }],
            },
          ],
        },
        { type: 'codeBlock', attrs: { language: 'json' }, content: [{ type: 'text', text: '{"a":"]]>"}' }] },
      ],
    };
    const editor = site.as('editor');
    const id = idOf(
      await editor.post(PAGES, {
        spaceId: ENG,
        title: 'ADF',
        body: { representation: 'atlas_doc_format', value: JSON.stringify(adf) },
      }),
    );
    const storage = pageOf(await editor.get(`${PAGES}/${id}?body-format=storage`)).body['storage']?.value;
    const withoutIds = (text = '') => text.replaceAll(/ (?:ac:)?local-id="[^"]*"/g, '');
    expect(withoutIds(storage)).toMatch(
      /^<h2>A &amp; B<\/h2><ul><li><p><strong>bold<\/strong><\/p><\/li><\/ul><ac:structured-macro ac:name="code"/,
    );
    const asAdf = pageOf(await editor.get(`${PAGES}/${id}?body-format=atlas_doc_format`)).body['atlas_doc_format'];
    // Every node has an id. The other attributes are the same.
    const read: unknown = JSON.parse(asAdf?.value ?? '', (key, value: Record<string, unknown>) => {
      const { localId, ...attrs } = key === 'attrs' ? value : {};
      if (key !== 'attrs') return value;
      expect(localId).toHaveLength(36);
      return Object.keys(attrs).length === 0 ? undefined : attrs;
    });
    expect(read).toEqual(adf);
    const view = pageOf(await editor.get(`${PAGES}/${id}?body-format=view`)).body['view']?.value;
    expect(view).toContain('<h2>A &amp; B</h2>');
    expect(view).not.toContain('ac:');
  });

  it('keeps macros, their settings and their ids when a body goes through ADF and back', async () => {
    const macro = (name: string, ids: string, parameters = '') =>
      `<ac:structured-macro ac:name="${name}" ac:schema-version="1"${ids}>${parameters}</ac:structured-macro>`;
    const level = macro('level-macro', ' ac:local-id="l-1"');
    const settings =
      '<ac:parameter ac:name="scope">space</ac:parameter><ac:parameter ac:name="q">a &amp; "b"</ac:parameter>';
    const report = macro('report-macro', ' ac:local-id="l-2" ac:macro-id="m-2"', settings);
    const value = `<h1>Level ${level}</h1><p>This page is ${level}.</p><table><tbody><tr><td><p>${level}</p></td></tr></tbody></table>${report}`;
    const editor = site.as('editor');
    const written = await editor.post(PAGES, { spaceId: ENG, title: 'M', body: { representation: 'storage', value } });
    const path = `${PAGES}/${idOf(written)}`;
    const adf = pageOf(await editor.get(`${path}?body-format=atlas_doc_format`)).body['atlas_doc_format'];
    await editor.put(path, { id: idOf(written), status: 'current', title: 'M', version: { number: 2 }, body: adf });
    expect(pageOf(await editor.get(`${path}?body-format=storage`)).body['storage']?.value).toBe(value);
  });

  it('keeps a macro that is in a mark outside of a paragraph', async () => {
    const editor = site.as('editor');
    const value = '<strong><ac:structured-macro ac:name="level-macro" /></strong>';
    const written = await editor.post(PAGES, { spaceId: ENG, title: 'M', body: { representation: 'storage', value } });
    const read = pageOf(await editor.get(`${PAGES}/${idOf(written)}?body-format=atlas_doc_format`));
    expect(read.body['atlas_doc_format']?.value).toContain('"extensionKey":"level-macro"');
  });
});

describe('reading a page', () => {
  it.each(['abc', '-1', '1.5', '12345678901234567890'])('returns 400 for the id %s', async (id) => {
    expect(v2ErrorOf(await site.as('admin').get(`${PAGES}/${id}`))).toBe(
      `400 Provided value {${id}} for 'id' is not the correct type. Expected type is ContentId`,
    );
  });

  it('returns 404 for the largest 64-bit id, which is well-formed', async () => {
    expect((await site.as('admin').get(`${PAGES}/9223372036854775807`)).status).toBe(404);
  });

  it.each(['body-format=pdf', 'get-draft=yes', 'status=gone', 'version=x', 'version=-1', 'include-labels=1'])(
    'returns 400 for ?%s',
    async (query) => {
      expect((await site.as('admin').get(`${PAGES}/${DEMO_PAGES.welcome}?${query}`)).status).toBe(400);
    },
  );

  it('has an empty body unless a format is requested, and can omit the version', async () => {
    const page = pageOf(await site.as('admin').get(`${PAGES}/${DEMO_PAGES.welcome}?include-version=false`));
    expect(page.body).toEqual({});
    expect(page.version).toBeUndefined();
  });

  it('returns an older version with its title, body and message', async () => {
    const page = pageOf(
      await site.as('admin').get(`${PAGES}/${DEMO_PAGES.releaseNotes}?version=1&body-format=storage`),
    );
    expect(page.title).toBe('Release notes 2025.3 (draft)');
    expect(page.body['storage']?.value).toBe('<p>To be written.</p>');
    expect((await site.as('admin').get(`${PAGES}/${DEMO_PAGES.releaseNotes}?version=9`)).status).toBe(404);
  });

  it('finds archived and trashed pages without a status, and filters by it', async () => {
    const admin = site.as('admin');
    expect(pageOf(await admin.get(`${PAGES}/${DEMO_PAGES.archived}`)).status).toBe('archived');
    expect(pageOf(await admin.get(`${PAGES}/${DEMO_PAGES.trashed}`)).status).toBe('trashed');
    expect((await admin.get(`${PAGES}/${DEMO_PAGES.trashed}?status=current`)).status).toBe(404);
    expect((await admin.get(`${PAGES}/${DEMO_PAGES.trashed}?status=current,trashed`)).status).toBe(200);
    expect((await admin.get(`${PAGES}/${DEMO_PAGES.archived}?status=current&status=archived`)).status).toBe(200);
  });

  it('does not find a blog post', async () => {
    expect((await site.as('admin').get(`${PAGES}/${DEMO_PAGES.blogPost}`)).status).toBe(404);
    expect((await site.as('admin').get(`/wiki/api/v2/blogposts/${DEMO_PAGES.blogPost}`)).status).toBe(200);
    expect((await site.as('admin').get(`/wiki/api/v2/blogposts/${DEMO_PAGES.welcome}`)).status).toBe(404);
  });
});

describe('updating a page', () => {
  const path = `${PAGES}/${DEMO_PAGES.runbookDatabase}`;

  it('creates the next version and keeps the previous ones', async () => {
    const editor = site.as('editor');
    site.advance(1000);
    const page = pageOf(await editor.get(path));
    const updated = await editor.put(
      path,
      updateOf(page, { version: { number: 4, message: 'why' }, ownerId: ADMIN.accountId }),
    );
    expect(updated.json).toMatchObject({
      version: { number: 4, message: 'why', createdAt: '2026-01-02T03:04:06.678Z' },
      ownerId: ADMIN.accountId,
      lastOwnerId: EDITOR.accountId,
    });
    expect(listOf(await editor.get(`${path}/versions`)).results.map((one) => one.number)).toEqual([4, 3, 2, 1]);
  });

  it("returns Confluence's 409 for a stale version, word for word", async () => {
    const editor = site.as('editor');
    const page = pageOf(await editor.get(path));
    for (const number of [3, 2, 5]) {
      const answer = await editor.put(path, updateOf(page, { version: { number } }));
      expect(answer.status).toBe(409);
      expect(answer.text).toBe(
        `{"errors":[{"status":409,"code":"CONFLICT","title":"Version must be incremented when updating a page. Current Version: [3]. Provided version: [${number}]","detail":null}]}`,
      );
    }
  });

  it.each([
    ['another id in the body', { id: '1' }, 400],
    ['another space', { spaceId: OPEN }, 400],
    ['a space that does not exist', { spaceId: '1' }, 404],
    ['no body', { body: undefined }, 400],
    ['no version', { version: undefined }, 400],
    ['a status that cannot be written', { status: 'trashed' }, 400],
    ['a title that is taken', { title: 'Runbooks' }, 400],
    ['itself as parent', { parentId: DEMO_PAGES.runbookDatabase }, 400],
    ['a parent in another space', { parentId: DEMO_PAGES.welcome }, 400],
    ['an owner who does not exist', { ownerId: 'nobody' }, 400],
  ])('refuses %s', async (_name, changes, status) => {
    const editor = site.as('editor');
    const page = pageOf(await editor.get(path));
    expect(v2ErrorOf(await editor.put(path, updateOf(page, changes)))).toMatch(new RegExp(`^${status} `));
    expect(pageOf(await editor.get(path)).version?.number).toBe(3);
  });

  it('cannot move a page below its own child', async () => {
    const editor = site.as('editor');
    const runbooks = pageOf(await editor.get(`${PAGES}/${DEMO_PAGES.runbooks}`));
    const answer = await editor.put(
      `${PAGES}/${runbooks.id}`,
      updateOf(runbooks, { parentId: DEMO_PAGES.runbookDatabase }),
    );
    expect(answer.status).toBe(400);
  });

  it('is a 404 for users who see the page but may not edit it, by space permission or by restriction', async () => {
    const page = pageOf(await site.as('viewer').get(path));
    expect((await site.as('viewer').put(path, updateOf(page))).status).toBe(404);
    const freeze = `${PAGES}/${DEMO_PAGES.changeFreeze}`;
    const frozen = pageOf(await site.as('editor').get(freeze));
    expect((await site.as('editor').put(freeze, updateOf(frozen))).status).toBe(404);
    expect((await site.as('admin').put(freeze, updateOf(frozen))).status).toBe(200);
  });

  it('changes the title alone, as a new version', async () => {
    const answer = await site.as('editor').put(`${path}/title`, { status: 'current', title: 'Failover' });
    expect(answer.json).toMatchObject({ title: 'Failover', version: { number: 4 } });
    expect((await site.as('editor').put(`${path}/title`, { status: 'current', title: '' })).status).toBe(400);
  });

  it('saves a draft beside the published page, visible only to editors, until it is published', async () => {
    const editor = site.as('editor');
    const page = pageOf(await editor.get(path));
    const draft = { status: 'draft', title: 'Draft title', version: { number: 1 } };
    expect((await editor.put(path, updateOf(page, { ...draft, version: { number: 4 } }))).status).toBe(400);
    expect(pageOf(await editor.put(path, updateOf(page, draft))).status).toBe('draft');
    expect(pageOf(await editor.get(path)).title).toBe(page.title);
    expect(pageOf(await editor.get(`${path}?get-draft=true`)).title).toBe('Draft title');
    expect((await site.as('viewer').get(`${path}?get-draft=true`)).status).toBe(404);
    await editor.put(path, updateOf(page));
    expect(pageOf(await editor.get(`${path}?get-draft=true`)).title).toBe(page.title);
  });

  it('publishes an unpublished draft as version 1', async () => {
    const editor = site.as('editor');
    const id = idOf(await editor.post(PAGES, { spaceId: ENG, status: 'draft' }));
    const published = await editor.put(`${PAGES}/${id}`, {
      id,
      status: 'current',
      title: 'Published',
      body,
      version: { number: 1 },
    });
    expect(published.json).toMatchObject({ status: 'current', version: { number: 1 } });
    expect((await site.as('viewer').get(`${PAGES}/${id}`)).status).toBe(200);
  });
});

describe('deleting a page', () => {
  const path = `${PAGES}/${DEMO_PAGES.runbooks}`;

  it('moves it to the trash, moves its children up, and frees its title', async () => {
    const editor = site.as('editor');
    expect((await editor.delete(path)).status).toBe(204);
    expect(pageOf(await editor.get(path)).status).toBe('trashed');
    expect(pageOf(await editor.get(`${PAGES}/${DEMO_PAGES.runbookDatabase}`)).parentId).toBe(DEMO_PAGES.engHome);
    expect((await editor.delete(path)).status).toBe(404);
    expect((await editor.post(PAGES, { spaceId: ENG, title: 'Runbooks' })).status).toBe(200);
  });

  it('is undone by an update with status current', async () => {
    const editor = site.as('editor');
    const page = pageOf(await editor.get(path));
    await editor.delete(path);
    const restored = await editor.put(path, updateOf(page));
    expect(restored.json).toMatchObject({ status: 'current', version: { number: 2 }, parentId: DEMO_PAGES.engHome });
  });

  it('deletes it permanently only from the trash and only for an admin of the space', async () => {
    const trashed = `${PAGES}/${DEMO_PAGES.trashed}`;
    expect((await site.as('admin').delete(`${path}?purge=true`)).status).toBe(400);
    expect((await site.as('editor').delete(`${trashed}?purge=true`)).status).toBe(404);
    expect((await site.as('admin').delete(`${trashed}?purge=true`)).status).toBe(204);
    expect((await site.as('admin').get(trashed)).status).toBe(404);
  });

  it('discards a draft only if requested', async () => {
    const draft = `${PAGES}/${DEMO_PAGES.engDraft}`;
    expect((await site.as('editor').delete(draft)).status).toBe(404);
    expect((await site.as('admin').delete(`${draft}?draft=true`)).status).toBe(404);
    expect((await site.as('editor').delete(`${draft}?draft=true`)).status).toBe(204);
    expect((await site.as('editor').get(`${draft}?get-draft=true`)).status).toBe(404);
  });

  it('is a 404 for users who may not delete', async () => {
    expect((await site.as('viewer').delete(path)).status).toBe(404);
    expect((await site.as('editor').delete(`${PAGES}/${DEMO_PAGES.changeFreeze}`)).status).toBe(404);
  });
});

describe('lists of pages', () => {
  it('filter by id, space, status and title', async () => {
    const admin = site.as('admin');
    const { welcome, glossary, trashed, archived, hrRestricted, blogPost } = DEMO_PAGES;
    expect(idsOf(await admin.get(`${PAGES}?id=${welcome},${glossary},${hrRestricted},${blogPost},1`))).toEqual([
      welcome,
      glossary,
    ]);
    expect(idsOf(await admin.get(`${PAGES}?id=${welcome}&id=${glossary}`))).toEqual([welcome, glossary]);
    expect(idsOf(await admin.get(`${PAGES}?status=trashed`))).toEqual([trashed]);
    expect(idsOf(await admin.get(`${PAGES}?status=archived&space-id=${ENG}`))).toEqual([archived]);
    expect(idsOf(await admin.get(`${PAGES}?title=Welcome`))).toEqual([welcome]);
    expect(idsOf(await admin.get(`${PAGES}?subtype=live`))).toEqual([]);
    expect(idsOf(await site.as('outsider').get(`${PAGES}?space-id=${ENG},${HR}`))).toEqual([]);
  });

  it('sort', async () => {
    const byTitle = await site.as('outsider').get(`${PAGES}?sort=-title&limit=3`);
    expect(idsOf(byTitle)).toEqual([DEMO_PAGES.welcome, DEMO_PAGES.travelPolicy, DEMO_PAGES.supplierList]);
    const byDate = await site.as('viewer').get(`${PAGES}?sort=-modified-date&limit=2`);
    expect(idsOf(byDate)).toEqual([DEMO_PAGES.changeFreeze, DEMO_PAGES.releaseNotes]);
    expect((await site.as('viewer').get(`${PAGES}?sort=size`)).status).toBe(400);
  });

  it('of a space are a 404 for users who do not see the space', async () => {
    expect((await site.as('viewer').get(`/wiki/api/v2/spaces/${HR}/pages`)).status).toBe(404);
    expect(idsOf(await site.as('viewer').get(`/wiki/api/v2/spaces/${ENG}/pages?depth=root`))).toEqual([
      DEMO_PAGES.engHome,
    ]);
  });

  it('of children omit those that the caller does not see', async () => {
    const path = `${PAGES}/${DEMO_PAGES.engHome}/children`;
    expect(idsOf(await site.as('editor').get(path))).toContain(DEMO_PAGES.engRestricted);
    expect(idsOf(await site.as('app').get(path))).not.toContain(DEMO_PAGES.engRestricted);
  });

  it('of ancestors are in order from the top', async () => {
    expect(idsOf(await site.as('viewer').get(`${PAGES}/${DEMO_PAGES.runbookDatabase}/ancestors`))).toEqual([
      DEMO_PAGES.engHome,
      DEMO_PAGES.runbooks,
    ]);
  });
});
