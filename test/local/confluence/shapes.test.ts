import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import * as z from 'zod';
import { ADMIN, DEMO_GROUPS, DEMO_PAGES, DEMO_SPACES, EDITOR } from '../../../local/demo';
import { endpoints } from '../../../local/confluence/endpoints';
import { idOf } from './answers';
import document from './atlassian-schemas.json';
import { aSite, type Answer } from './simulated-site';

/**
 * Every modeled endpoint is called once, and its response is checked against the schema that Atlassian publishes.
 * Objects are closed: a property that Atlassian does not document is as wrong as one of the wrong type.
 */
const site = aSite(undefined, { assumptions: new Set(['native-levels']) });
const admin = site.as('admin');
const app = site.as('app');
const { ENG } = DEMO_SPACES;
const PAGE = DEMO_PAGES.runbookDatabase;
const INCLUDE = ['labels', 'properties', 'operations', 'versions', 'likes', 'favorited-by-current-user-status']
  .map((name) => `include-${name}=true`)
  .join('&');
const body = { representation: 'storage', value: '<p>text</p>' };
const storedId = async (answer: Promise<Answer>): Promise<string> => idOf(await answer);

const aPage = (title: string) => storedId(admin.post('/wiki/api/v2/pages', { spaceId: ENG, title, body }));
const aBlogPost = (title: string) => storedId(admin.post('/wiki/api/v2/blogposts', { spaceId: ENG, title, body }));
const aComment = () => storedId(admin.post('/wiki/api/v2/footer-comments', { pageId: PAGE, body }));
const anInlineComment = (place: object = { pageId: PAGE, inlineCommentProperties: { textSelection: 'Text' } }) =>
  storedId(admin.post('/wiki/api/v2/inline-comments', { ...place, body }));
let attached = 0;
const attach = (method = 'POST', contentId: string = PAGE) => {
  const form = new FormData();
  attached += 1;
  form.set('file', new Blob(['text']), `file-${attached}.txt`);
  form.set('comment', 'what it is');
  return admin.send(`/wiki/rest/api/content/${contentId}/child/attachment`, { method, body: form });
};
const anAttachment = async (): Promise<string> =>
  z.object({ results: z.tuple([z.object({ id: z.string() })]) }).parse((await attach()).json).results[0].id;
const aProperty = (path: string, key: string) => storedId(admin.post(path, { key, value: { level: 3 } }));
const aLabelId = async (): Promise<string> => {
  const answer = await admin.get(`/wiki/api/v2/pages/${PAGE}/labels`);
  return z.object({ results: z.array(z.object({ id: z.string() })).min(1) }).parse(answer.json).results[0]?.id ?? '';
};

const pageProperties = `/wiki/api/v2/pages/${PAGE}/properties`;
const BLOG_POST = `/wiki/api/v2/blogposts/${DEMO_PAGES.blogPost}`;
const blogProperties = `${BLOG_POST}/properties`;
const appProperties = '/wiki/api/v2/app/properties';
const assignments = `/wiki/api/v2/spaces/${ENG}/role-assignments`;
const restriction = `/wiki/rest/api/content/${PAGE}/restriction`;
const editorQuery = `accountId=${encodeURIComponent(EDITOR.accountId)}`;
const adminQuery = `accountId=${encodeURIComponent(ADMIN.accountId)}`;
const group = DEMO_GROUPS.engineering.id;
const restrictionBody = [
  {
    operation: 'read',
    restrictions: { user: [{ type: 'known', accountId: ADMIN.accountId }], group: [{ type: 'group', id: group }] },
  },
  { operation: 'update', restrictions: { user: [{ type: 'known', accountId: ADMIN.accountId }] } },
];
let restrictable = 0;
const aRestrictable = async (): Promise<string> => {
  restrictable += 1;
  return `/wiki/rest/api/content/${await aPage(`Restrictable ${restrictable}`)}/restriction`;
};
const aRestricted = async (): Promise<string> => {
  const path = await aRestrictable();
  await admin.put(path, restrictionBody);
  return path;
};
const version = (number: number) => ({ number, message: 'changed' });

const redact = async (path: string): Promise<Answer> => {
  const { version: current } = z
    .object({ version: z.object({ createdAt: z.string() }) })
    .parse((await admin.get(path)).json);
  const redactions = [{ pointer: '/content/0/content/0', from: 0, to: 2, reason: 'why' }];
  return admin.post(`${path}/redact`, { createdAt: current.createdAt, body: { redactions } });
};

const defaultLevel = `/wiki/api/v2/spaces/${ENG}/classification-level/default`;
function nativeLevelsOf(type: string, id: string): Record<string, () => Promise<Answer>> {
  const path = `/wiki/api/v2/${type}/${id}/classification-level`;
  const name = `/wiki/api/v2/${type}/{id}/classification-level`;
  return {
    [`GET ${name}`]: async () => {
      await admin.put(path, { id: 'native-2', status: 'current' });
      return admin.get(path);
    },
    [`PUT ${name}`]: () => admin.put(path, { id: 'native-1', status: 'current' }),
    [`POST ${name}/reset`]: () => admin.post(`${path}/reset`, { status: 'current' }),
  };
}
/** Atlassian describes these four alike, except that the schema of a smart link also has its address. */
const TREE_LISTS = ['folders', 'whiteboards', 'databases', 'embeds'] as const;
const inTree = (list: string, title: string) => admin.post(`/wiki/api/v2/${list}`, { spaceId: ENG, title });
const TREE_OPERATIONS = TREE_LISTS.flatMap((list) => {
  const path = `/wiki/api/v2/${list}`;
  const scope = (verb: string) => [[`${verb}:${list.slice(0, -1)}:confluence`]];
  const schema = { $ref: '#/$defs/v2_FolderSingle' };
  const children = document.operations.find((one) => one.path === '/wiki/api/v2/pages/{id}/direct-children');
  return [
    { method: 'POST', path, status: 200, scopes: scope('write'), schema },
    { method: 'DELETE', path: `${path}/{id}`, status: 204, scopes: scope('delete') },
    { ...children, path: `${path}/{id}/direct-children` },
  ];
});
const treeScenariosOf = (list: string): Record<string, () => Promise<Answer>> => ({
  [`POST /wiki/api/v2/${list}`]: () => inTree(list, `Created in ${list}`),
  [`DELETE /wiki/api/v2/${list}/{id}`]: async () =>
    admin.delete(`/wiki/api/v2/${list}/${await storedId(inTree(list, `Deleted in ${list}`))}`),
  [`GET /wiki/api/v2/${list}/{id}/direct-children`]: async () => {
    const parentId = await storedId(inTree(list, `Parent in ${list}`));
    await admin.post('/wiki/api/v2/pages', { spaceId: ENG, title: `Below ${list}`, body, parentId });
    return admin.get(`/wiki/api/v2/${list}/${parentId}/direct-children`);
  },
});
const SCENARIOS: Readonly<Record<string, () => Promise<Answer>>> = {
  'POST /wiki/api/v2/pages': () => admin.post('/wiki/api/v2/pages', { spaceId: ENG, title: 'New', body }),
  'GET /wiki/api/v2/pages': () => admin.get('/wiki/api/v2/pages?body-format=atlas_doc_format&limit=3'),
  'GET /wiki/api/v2/pages/{id}': () => admin.get(`/wiki/api/v2/pages/${PAGE}?body-format=storage&${INCLUDE}`),
  'PUT /wiki/api/v2/pages/{id}': async () => {
    const id = await aPage('Changed');
    return admin.put(`/wiki/api/v2/pages/${id}`, {
      id,
      status: 'current',
      title: 'Changed',
      body,
      version: version(2),
    });
  },
  'PUT /wiki/api/v2/pages/{id}/title': async () =>
    admin.put(`/wiki/api/v2/pages/${await aPage('Old title')}/title`, { status: 'current', title: 'New title' }),
  'DELETE /wiki/api/v2/pages/{id}': async () => admin.delete(`/wiki/api/v2/pages/${await aPage('Deleted')}`),
  'POST /wiki/api/v2/content/convert-ids-to-types': () =>
    admin.post('/wiki/api/v2/content/convert-ids-to-types', { contentIds: [PAGE, 1] }),
  'GET /wiki/api/v2/pages/{id}/operations': () => admin.get(`/wiki/api/v2/pages/${PAGE}/operations`),
  'GET /wiki/api/v2/pages/{id}/children': () => admin.get(`/wiki/api/v2/pages/${DEMO_PAGES.runbooks}/children?limit=2`),
  'GET /wiki/api/v2/pages/{id}/direct-children': () =>
    admin.get(`/wiki/api/v2/pages/${DEMO_PAGES.runbooks}/direct-children`),
  'GET /wiki/api/v2/pages/{id}/ancestors': () => admin.get(`/wiki/api/v2/pages/${PAGE}/ancestors`),
  'GET /wiki/api/v2/pages/{id}/labels': () => admin.get(`/wiki/api/v2/pages/${PAGE}/labels`),
  'GET /wiki/api/v2/pages/{id}/versions': () => admin.get(`/wiki/api/v2/pages/${PAGE}/versions?body-format=storage`),
  'GET /wiki/api/v2/pages/{page-id}/versions/{version-number}': () =>
    admin.get(`/wiki/api/v2/pages/${PAGE}/versions/2`),
  'GET /wiki/api/v2/pages/{id}/footer-comments': () =>
    admin.get(`/wiki/api/v2/pages/${DEMO_PAGES.architectureStorage}/footer-comments?body-format=storage`),
  'GET /wiki/api/v2/pages/{page-id}/properties': async () => {
    await aProperty(pageProperties, 'listed');
    return admin.get(pageProperties);
  },
  'POST /wiki/api/v2/pages/{page-id}/properties': () => admin.post(pageProperties, { key: 'created', value: 1 }),
  'GET /wiki/api/v2/pages/{page-id}/properties/{property-id}': async () =>
    admin.get(`${pageProperties}/${await aProperty(pageProperties, 'read')}`),
  'PUT /wiki/api/v2/pages/{page-id}/properties/{property-id}': async () =>
    admin.put(`${pageProperties}/${await aProperty(pageProperties, 'changed')}`, {
      key: 'changed',
      value: [1],
      version: version(2),
    }),
  'DELETE /wiki/api/v2/pages/{page-id}/properties/{property-id}': async () =>
    admin.delete(`${pageProperties}/${await aProperty(pageProperties, 'deleted')}`),
  'GET /wiki/api/v2/labels/{id}/pages': async () => admin.get(`/wiki/api/v2/labels/${await aLabelId()}/pages`),
  'POST /wiki/api/v2/spaces': () => admin.post('/wiki/api/v2/spaces', { name: 'Second space', key: 'SECOND' }),
  'GET /wiki/api/v2/spaces': () => admin.get('/wiki/api/v2/spaces?description-format=plain'),
  'GET /wiki/api/v2/spaces/{id}': () =>
    admin.get(
      `/wiki/api/v2/spaces/${ENG}?description-format=view&include-operations=true&include-permissions=true&include-labels=true&include-properties=true`,
    ),
  'GET /wiki/api/v2/spaces/{id}/operations': () => admin.get(`/wiki/api/v2/spaces/${ENG}/operations`),
  'GET /wiki/api/v2/spaces/{id}/pages': () => admin.get(`/wiki/api/v2/spaces/${ENG}/pages?depth=root`),
  'GET /wiki/api/v2/spaces/{id}/permissions': () => admin.get(`/wiki/api/v2/spaces/${ENG}/permissions`),
  'GET /wiki/api/v2/footer-comments': async () => {
    await aComment();
    return admin.get('/wiki/api/v2/footer-comments?sort=-modified-date');
  },
  'POST /wiki/api/v2/footer-comments': () => admin.post('/wiki/api/v2/footer-comments', { pageId: PAGE, body }),
  'GET /wiki/api/v2/footer-comments/{comment-id}': async () =>
    admin.get(`/wiki/api/v2/footer-comments/${await aComment()}?body-format=storage`),
  'PUT /wiki/api/v2/footer-comments/{comment-id}': async () =>
    admin.put(`/wiki/api/v2/footer-comments/${await aComment()}`, { version: version(2), body }),
  'GET /wiki/api/v2/footer-comments/{id}/versions': async () =>
    admin.get(`/wiki/api/v2/footer-comments/${await aComment()}/versions?body-format=storage`),
  'GET /wiki/api/v2/footer-comments/{id}/children': async () => {
    const id = await aComment();
    await admin.post('/wiki/api/v2/footer-comments', { parentCommentId: id, body });
    return admin.get(`/wiki/api/v2/footer-comments/${id}/children?body-format=storage`);
  },
  'GET /wiki/api/v2/inline-comments': async () => {
    await anInlineComment();
    return admin.get('/wiki/api/v2/inline-comments?sort=-created-date');
  },
  'POST /wiki/api/v2/inline-comments': async () =>
    admin.post('/wiki/api/v2/inline-comments', { parentCommentId: await anInlineComment(), body }),
  'GET /wiki/api/v2/inline-comments/{comment-id}': async () =>
    admin.get(
      `/wiki/api/v2/inline-comments/${await anInlineComment()}?body-format=storage&include-operations=true&include-versions=true`,
    ),
  'PUT /wiki/api/v2/inline-comments/{comment-id}': async () =>
    admin.put(`/wiki/api/v2/inline-comments/${await anInlineComment()}`, { version: version(2), body }),
  'GET /wiki/api/v2/inline-comments/{id}/versions': async () =>
    admin.get(`/wiki/api/v2/inline-comments/${await anInlineComment()}/versions?body-format=storage`),
  'DELETE /wiki/api/v2/inline-comments/{comment-id}': async () =>
    admin.delete(`/wiki/api/v2/inline-comments/${await anInlineComment()}`),
  'GET /wiki/api/v2/inline-comments/{id}/children': async () => {
    const id = await anInlineComment();
    await anInlineComment({ parentCommentId: id });
    return admin.get(`/wiki/api/v2/inline-comments/${id}/children?body-format=storage`);
  },
  'GET /wiki/api/v2/pages/{id}/inline-comments': async () => {
    await anInlineComment();
    return admin.get(`/wiki/api/v2/pages/${PAGE}/inline-comments?body-format=storage`);
  },
  'GET /wiki/api/v2/pages/{id}/attachments': async () => {
    await attach();
    return admin.get(`/wiki/api/v2/pages/${PAGE}/attachments`);
  },
  'GET /wiki/api/v2/attachments': async () => {
    await anAttachment();
    return admin.get('/wiki/api/v2/attachments?sort=-modified-date');
  },
  'GET /wiki/api/v2/attachments/{id}': async () => admin.get(`/wiki/api/v2/attachments/${await anAttachment()}`),
  'DELETE /wiki/api/v2/attachments/{id}': async () => admin.delete(`/wiki/api/v2/attachments/${await anAttachment()}`),
  'GET /wiki/rest/api/content/{id}/child/attachment/{attachmentId}/download': async () =>
    admin.get(`/wiki/rest/api/content/${PAGE}/child/attachment/${await anAttachment()}/download`),
  'POST /wiki/rest/api/content/{id}/child/attachment': () => attach(),
  'PUT /wiki/rest/api/content/{id}/child/attachment': () => attach('PUT'),
  'DELETE /wiki/api/v2/footer-comments/{comment-id}': async () =>
    admin.delete(`/wiki/api/v2/footer-comments/${await aComment()}`),
  'POST /wiki/api/v2/blogposts': () => admin.post('/wiki/api/v2/blogposts', { spaceId: ENG, title: 'News', body }),
  'GET /wiki/api/v2/blogposts': () => admin.get('/wiki/api/v2/blogposts'),
  'GET /wiki/api/v2/blogposts/{id}': () =>
    admin.get(`/wiki/api/v2/blogposts/${DEMO_PAGES.blogPost}?body-format=storage&${INCLUDE}`),
  'PUT /wiki/api/v2/blogposts/{id}': async () => {
    const id = await aBlogPost('Corrected');
    const corrected = { id, status: 'current', title: 'Corrected', body, version: version(2) };
    return admin.put(`/wiki/api/v2/blogposts/${id}`, corrected);
  },
  'GET /wiki/api/v2/blogposts/{id}/operations': () => admin.get(`${BLOG_POST}/operations`),
  'GET /wiki/api/v2/blogposts/{id}/versions': () => admin.get(`${BLOG_POST}/versions?body-format=storage`),
  'GET /wiki/api/v2/blogposts/{blogpost-id}/versions/{version-number}': () => admin.get(`${BLOG_POST}/versions/1`),
  'GET /wiki/api/v2/blogposts/{id}/footer-comments': async () => {
    await admin.post('/wiki/api/v2/footer-comments', { blogPostId: DEMO_PAGES.blogPost, body });
    return admin.get(`${BLOG_POST}/footer-comments?body-format=storage`);
  },
  'GET /wiki/api/v2/blogposts/{id}/inline-comments': async () => {
    const inlineCommentProperties = { textSelection: 'Text' };
    await anInlineComment({ blogPostId: DEMO_PAGES.blogPost, inlineCommentProperties });
    return admin.get(`${BLOG_POST}/inline-comments?body-format=storage`);
  },
  'GET /wiki/api/v2/blogposts/{id}/attachments': async () => {
    await attach('POST', DEMO_PAGES.blogPost);
    return admin.get(`${BLOG_POST}/attachments`);
  },
  'DELETE /wiki/api/v2/blogposts/{id}': async () =>
    admin.delete(`/wiki/api/v2/blogposts/${await aBlogPost('Old news')}`),
  'GET /wiki/api/v2/blogposts/{id}/labels': () => admin.get(`/wiki/api/v2/blogposts/${DEMO_PAGES.blogPost}/labels`),
  'GET /wiki/api/v2/blogposts/{blogpost-id}/properties': () => admin.get(blogProperties),
  'POST /wiki/api/v2/blogposts/{blogpost-id}/properties': () =>
    admin.post(blogProperties, { key: 'created', value: 'x' }),
  'GET /wiki/api/v2/blogposts/{blogpost-id}/properties/{property-id}': async () =>
    admin.get(`${blogProperties}/${await aProperty(blogProperties, 'read')}`),
  'PUT /wiki/api/v2/blogposts/{blogpost-id}/properties/{property-id}': async () =>
    admin.put(`${blogProperties}/${await aProperty(blogProperties, 'changed')}`, {
      key: 'changed',
      value: null,
      version: version(2),
    }),
  'DELETE /wiki/api/v2/blogposts/{blogpost-id}/properties/{property-id}': async () =>
    admin.delete(`${blogProperties}/${await aProperty(blogProperties, 'deleted')}`),
  'POST /wiki/api/v2/pages/{id}/redact': async () => redact(`/wiki/api/v2/pages/${await aPage('Redacted')}`),
  'POST /wiki/api/v2/blogposts/{id}/redact': async () =>
    redact(`/wiki/api/v2/blogposts/${await aBlogPost('Redacted')}`),
  'POST /wiki/api/v2/users-bulk': () =>
    admin.post('/wiki/api/v2/users-bulk', { accountIds: [EDITOR.accountId, 'unknown'] }),
  'POST /wiki/rest/api/content/archive': async () =>
    admin.post('/wiki/rest/api/content/archive', { pages: [{ id: Number(await aPage('Archived')) }] }),
  'POST /wiki/rest/api/content/{id}/copy': async () =>
    admin.post(`/wiki/rest/api/content/${await aPage('Original')}/copy`, {
      pageTitle: 'Copy',
      destination: { type: 'space', value: 'OPEN' },
      copyLabels: true,
      copyProperties: true,
      copyPermissions: true,
    }),
  'DELETE /wiki/rest/api/space/{spaceKey}': async () => {
    await admin.post('/wiki/rest/api/space', { name: 'Short', key: 'SHORT' });
    return admin.delete('/wiki/rest/api/space/SHORT');
  },
  'GET /wiki/rest/api/longtask/{id}': async () => {
    const id = await storedId(
      admin.post('/wiki/rest/api/content/archive', { pages: [{ id: await aPage('Archived too') }] }),
    );
    return admin.get(`/wiki/rest/api/longtask/${id}`);
  },
  'GET /wiki/rest/api/search/user': () => app.get('/wiki/rest/api/search/user?cql=user.fullname~"a"&limit=2'),
  'GET /wiki/rest/api/search': () =>
    admin.get('/wiki/rest/api/search?cql=type=page&limit=5&expand=content.space,content.version'),
  'GET /wiki/rest/api/content/search': () =>
    admin.get(
      `/wiki/rest/api/content/search?cql=id in (${DEMO_PAGES.engRestricted},${DEMO_PAGES.runbookDatabase})&expand=space,version,ancestors,restrictions.read.restrictions.user,restrictions.read.restrictions.group`,
    ),
  'POST /wiki/rest/api/content/{id}/label': () =>
    admin.post(`/wiki/rest/api/content/${PAGE}/label`, [
      { prefix: 'global', name: 'one' },
      { prefix: 'global', name: 'two' },
      { prefix: 'global', name: 'three' },
    ]),
  'DELETE /wiki/rest/api/content/{id}/label': () => admin.delete(`/wiki/rest/api/content/${PAGE}/label?name=one`),
  'DELETE /wiki/rest/api/content/{id}/label/{label}': () => admin.delete(`/wiki/rest/api/content/${PAGE}/label/two`),
  'POST /wiki/rest/api/content/{id}/permission/check': () =>
    admin.post(`/wiki/rest/api/content/${PAGE}/permission/check`, {
      subject: { type: 'user', identifier: EDITOR.accountId },
      operation: 'read',
    }),
  'PUT /wiki/rest/api/content/{id}/restriction': () => admin.put(restriction, restrictionBody),
  'POST /wiki/rest/api/content/{id}/restriction': () => admin.post(restriction, { results: restrictionBody }),
  'GET /wiki/rest/api/content/{id}/restriction': () => admin.get(restriction),
  'GET /wiki/rest/api/content/{id}/restriction/byOperation': () => admin.get(`${restriction}/byOperation`),
  'GET /wiki/rest/api/content/{id}/restriction/byOperation/{operationKey}': () =>
    admin.get(`${restriction}/byOperation/read`),
  'PUT /wiki/rest/api/content/{id}/restriction/byOperation/{operationKey}/user': async () =>
    admin.put(`${await aRestrictable()}/byOperation/update/user?${editorQuery}`),
  'GET /wiki/rest/api/content/{id}/restriction/byOperation/{operationKey}/user': async () =>
    admin.get(`${await aRestricted()}/byOperation/read/user?${adminQuery}`),
  'DELETE /wiki/rest/api/content/{id}/restriction/byOperation/{operationKey}/user': async () =>
    admin.delete(`${await aRestricted()}/byOperation/update/user?${adminQuery}`),
  'PUT /wiki/rest/api/content/{id}/restriction/byOperation/{operationKey}/byGroupId/{groupId}': async () =>
    admin.put(`${await aRestrictable()}/byOperation/update/byGroupId/${group}`),
  'GET /wiki/rest/api/content/{id}/restriction/byOperation/{operationKey}/byGroupId/{groupId}': async () =>
    admin.get(`${await aRestricted()}/byOperation/read/byGroupId/${group}`),
  'DELETE /wiki/rest/api/content/{id}/restriction/byOperation/{operationKey}/byGroupId/{groupId}': async () =>
    admin.delete(`${await aRestricted()}/byOperation/read/byGroupId/${group}`),
  'DELETE /wiki/rest/api/content/{id}/restriction': () => admin.delete(restriction),
  'PUT /wiki/rest/api/content/{pageId}/move/{position}/{targetId}': async () =>
    admin.put(`/wiki/rest/api/content/${await aPage('Moved')}/move/append/${DEMO_PAGES.runbooks}`),
  'POST /wiki/rest/api/content/{id}/version': () =>
    admin.post(`/wiki/rest/api/content/${DEMO_PAGES.payroll}/version`, {
      operationKey: 'restore',
      params: { versionNumber: 1, message: 'back' },
    }),
  'DELETE /wiki/rest/api/content/{id}/version/{versionNumber}': () =>
    admin.delete(`/wiki/rest/api/content/${DEMO_PAGES.payroll}/version/1`),
  'POST /wiki/rest/api/space': () =>
    admin.post('/wiki/rest/api/space', {
      name: 'Third',
      key: 'THIRD',
      description: { plain: { value: 'text', representation: 'plain' } },
    }),
  'POST /wiki/rest/api/space/_private': () =>
    admin.post('/wiki/rest/api/space/_private', { name: 'Mine', key: 'MINE' }),
  'POST /wiki/rest/api/space/{spaceKey}/permission': () =>
    admin.post('/wiki/rest/api/space/HR/permission', {
      subject: { type: 'group', identifier: 'engineering' },
      operation: { key: 'read', target: 'space' },
    }),
  'DELETE /wiki/rest/api/space/{spaceKey}/permission/{id}': async () => {
    const id = await storedId(
      admin.post('/wiki/rest/api/space/OPEN/permission', {
        subject: { type: 'group', identifier: group },
        operation: { key: 'read', target: 'space' },
      }),
    );
    return admin.delete(`/wiki/rest/api/space/OPEN/permission/${id}`);
  },
  'GET /wiki/api/v2/app/properties': async () => {
    await app.put(`${appProperties}/listed`, { a: 1 });
    return app.get(`${appProperties}?limit=1`);
  },
  'GET /wiki/api/v2/app/properties/{propertyKey}': async () => {
    await app.put(`${appProperties}/read`, { a: [1] });
    return app.get(`${appProperties}/read`);
  },
  'PUT /wiki/api/v2/app/properties/{propertyKey}': () => app.put(`${appProperties}/new`, { a: 1 }),
  'DELETE /wiki/api/v2/app/properties/{propertyKey}': () => app.delete(`${appProperties}/new`),
  'GET /wiki/api/v2/data-policies/metadata': () => app.get('/wiki/api/v2/data-policies/metadata'),
  'GET /wiki/api/v2/data-policies/spaces': () => app.get('/wiki/api/v2/data-policies/spaces?limit=1'),
  'GET /wiki/api/v2/classification-levels': () => app.get('/wiki/api/v2/classification-levels'),
  ...nativeLevelsOf('pages', PAGE),
  ...nativeLevelsOf('blogposts', DEMO_PAGES.blogPost),
  'PUT /wiki/api/v2/spaces/{id}/classification-level/default': () => admin.put(defaultLevel, { id: 'native-3' }),
  'GET /wiki/api/v2/spaces/{id}/classification-level/default': () => admin.get(defaultLevel),
  'DELETE /wiki/api/v2/spaces/{id}/classification-level/default': () => admin.delete(defaultLevel),
  ...Object.assign({}, ...TREE_LISTS.map(treeScenariosOf)),
  'GET /wiki/rest/api/user': () => admin.get(`/wiki/rest/api/user?${editorQuery}&expand=operations`),
  'GET /wiki/rest/api/user/current': () => admin.get('/wiki/rest/api/user/current?expand=operations'),
  'GET /wiki/rest/api/user/bulk': () =>
    admin.get(`/wiki/rest/api/user/bulk?${editorQuery}&accountId=${encodeURIComponent(ADMIN.accountId)}`),
  'GET /wiki/rest/api/user/memberof': () => admin.get(`/wiki/rest/api/user/memberof?${editorQuery}`),
  'GET /wiki/rest/api/group': () => admin.get('/wiki/rest/api/group'),
  'POST /wiki/rest/api/group': () => admin.post('/wiki/rest/api/group', { name: 'new-group' }),
  'GET /wiki/rest/api/group/by-id': () => admin.get(`/wiki/rest/api/group/by-id?id=${group}`),
  'GET /wiki/rest/api/group/picker': () => admin.get('/wiki/rest/api/group/picker?query=engin'),
  'POST /wiki/rest/api/group/userByGroupId': () =>
    admin.post(`/wiki/rest/api/group/userByGroupId?groupId=${group}`, { accountId: ADMIN.accountId }),
  'DELETE /wiki/rest/api/group/userByGroupId': () =>
    admin.delete(
      `/wiki/rest/api/group/userByGroupId?groupId=${group}&accountId=${encodeURIComponent(ADMIN.accountId)}`,
    ),
  'GET /wiki/rest/api/group/{groupId}/membersByGroupId': () =>
    admin.get(`/wiki/rest/api/group/${group}/membersByGroupId?expand=operations&shouldReturnTotalSize=true`),
  // Roles are on from here.
  'GET /wiki/api/v2/space-role-mode': async () => {
    await site.administer('PUT', '/local/access', { mode: 'ROLES' });
    return admin.get('/wiki/api/v2/space-role-mode');
  },
  'GET /wiki/api/v2/space-roles': () => admin.get(`/wiki/api/v2/space-roles?space-id=${ENG}&limit=1`),
  'GET /wiki/api/v2/spaces/{id}/role-assignments': () => app.get(`${assignments}?limit=1`),
  'POST /wiki/api/v2/spaces/{id}/role-assignments': () =>
    admin.post(assignments, [{ principal: { principalType: 'GROUP', principalId: group } }]),
  'DELETE /wiki/rest/api/group/by-id': async () =>
    admin.delete(
      `/wiki/rest/api/group/by-id?id=${await storedId(admin.post('/wiki/rest/api/group', { name: 'old' }))}`,
    ),
};

const operations = z
  .array(
    z.object({
      method: z.string(),
      path: z.string(),
      status: z.number(),
      scopes: z.array(z.array(z.string())),
      schema: z.record(z.string(), z.unknown()).optional(),
    }),
  )
  .parse([...document.operations, ...TREE_OPERATIONS]);

const ajv = addFormats(new Ajv({ strict: false, allErrors: true }));

function validator(schema: Record<string, unknown>): ValidateFunction {
  return ajv.compile({ ...schema, $defs: document.$defs });
}

/** Atlassian's v2 document never says nullable, while its responses contain null for missing values. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .map(([key, inner]) => [key, withoutNulls(inner)]),
  );
}

describe("responses have the shape that Atlassian's OpenAPI documents describe", () => {
  /** Each scenario continues after the one before. */
  const answers = new Map<string, Answer>();
  beforeAll(async () => {
    for (const { method, path } of operations) {
      const scenario = SCENARIOS[`${method} ${path}`];
      if (scenario !== undefined) answers.set(`${method} ${path}`, await scenario());
    }
  });

  for (const { method, path, status, schema } of operations) {
    it(`${method} ${path} returns ${status}`, () => {
      const answer = answers.get(`${method} ${path}`);
      if (answer === undefined) throw new Error('There is no scenario for this operation.');
      expect([answer.status, answer.status === status ? '' : answer.text]).toEqual([status, '']);
      if (schema === undefined) {
        expect(answer.text).toBe('');
        return;
      }
      if (path.endsWith('/restriction/byOperation')) {
        // The document repeats the whole shape under each of its properties; it means one restriction each.
        const { _links: links, ...restrictions } = z.record(z.string(), z.unknown()).parse(answer.json);
        expect(links).toBeDefined();
        expect(Object.keys(restrictions)).toEqual(['read', 'update']);
        const validate = validator({ $ref: '#/$defs/v1_ContentRestriction' });
        for (const restriction of Object.values(restrictions))
          expect([validate(restriction), validate.errors]).toEqual([true, null]);
        return;
      }
      const validate = validator(schema);
      validate(path.startsWith('/wiki/api/v2/') ? withoutNulls(answer.json) : answer.json);
      expect(
        validate.errors?.map(
          (error) => `${error.instancePath} ${error.message ?? ''} ${JSON.stringify(error.params)}`,
        ) ?? [],
      ).toEqual([]);
    });
  }
});

describe('scopes', () => {
  it.each(operations.map(({ method, path, scopes }) => [method, path, scopes] as const))(
    "%s %s requires the scopes of Atlassian's documents",
    (method, path, scopes) => {
      const example = path.replace(/\{[^}]+\}/g, '1');
      expect(site.confluence.requiredScopes(method, example)).toEqual(scopes);
    },
  );

  it('are unknown for operations without a model', () => {
    expect(site.confluence.requiredScopes('GET', '/wiki/api/v2/whiteboards/1')).toBeUndefined();
    expect(site.confluence.requiredScopes('PATCH', '/wiki/api/v2/pages/1')).toBeUndefined();
  });
});

it('every modeled endpoint is checked here, except those that Atlassian no longer documents', () => {
  const documented = new Set(operations.map(({ method, path }) => `${method} ${path.replace(/\{[^}]+\}/g, '*')}`));
  const undocumented = endpoints
    .map(({ method, path }) => `${method} ${path.replace(/:[A-Za-z]+/g, '*')}`)
    .filter((name) => !documented.has(name));
  expect(undocumented.sort()).toEqual([
    'DELETE /wiki/rest/api/content/*',
    'GET /wiki/rest/api/content',
    'GET /wiki/rest/api/content/*',
    'GET /wiki/rest/api/content/*/label',
    'POST /wiki/rest/api/content',
    'PUT /wiki/rest/api/content/*',
  ]);
});
