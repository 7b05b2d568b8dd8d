import { ADMIN, DEMO_PAGES, DEMO_SPACES, VIEWER } from '../../local/demo';
import { asApp, asUser, route } from '@forge/api';
import { serve } from '../../local/server';
import { openSite, type Site } from '../support/site';

/** How the host runs the functions of the modules on a page. */

/** A site whose surfaces return what they were called with. */
interface EchoRequest {
  readonly call: { readonly functionKey: string; readonly payload: unknown };
  readonly context: { readonly accountId: string; readonly extension: unknown };
}

function openEcho(surfaces: (request: EchoRequest, context: unknown) => Promise<unknown> = echo): Site {
  return openSite({ functions: { surfaces, bylineProperties: echo, exportLevelMacro: echo } });
}
const echo = (argument: unknown, context: unknown) => Promise.resolve({ argument, context });

const page = { pageId: DEMO_PAGES.architecture };

describe('an operation of a module', () => {
  it('gets the viewer, the page, the space and the address from the platform', async () => {
    const site = openEcho();
    const { argument, context } = await site.surface(
      'level-byline',
      'openPopup',
      { a: 1 },
      { as: VIEWER.email, ...page },
    );
    expect(argument.call).toEqual({ functionKey: 'openPopup', payload: { a: 1 } });
    expect(argument.context).toMatchObject({
      accountId: VIEWER.accountId,
      accountType: 'licensed',
      cloudId: site.host.installation.cloudId,
      moduleKey: 'level-byline',
      locale: 'en-US',
      extension: {
        type: 'confluence:contentBylineItem',
        content: { id: page.pageId, type: 'page', subtype: null },
        space: { id: DEMO_SPACES.ENG, key: 'ENG' },
        location: `http://127.0.0.1:8080/wiki/spaces/ENG/pages/${page.pageId}/Architecture+notes`,
      },
    });
    expect(context).toMatchObject({
      installContext: `ari:cloud:confluence::site/${site.host.installation.cloudId}`,
      principal: { accountId: VIEWER.accountId },
    });
    site.close();
  });

  it('of a context menu gets the selected text, of a macro its settings, and in the editor its address', async () => {
    const site = openEcho();
    const selection = await site.surface('redact-selection', 'x', {}, { ...page, selectedText: 'Five services' });
    expect(selection.argument.context.extension.selectedText).toBe('Five services');
    const macro = await site.surface('report-macro', 'x', {}, { ...page, config: { spaceKey: 'ENG' }, localId: 'm-1' });
    expect(macro.argument.context).toMatchObject({
      localId: 'm-1',
      extension: { type: 'macro', config: { spaceKey: 'ENG' }, isEditing: false },
    });
    const editor = await site.surface('level-byline', 'x', {}, { ...page, isEditing: true, locale: 'de-DE' });
    expect(editor.argument.context).toMatchObject({
      locale: 'de-DE',
      extension: { location: expect.stringContaining(`/pages/edit-v2/${page.pageId}`) },
    });
    site.close();
  });

  it('of a space gets the space, and one of the Apps menu gets neither page nor space', async () => {
    const site = openEcho();
    const { appId, environmentId } = site.host.installation;
    const space = { id: DEMO_SPACES.ENG, key: 'ENG' };
    const extensionOf = async (moduleKey: string, at: object) =>
      (await site.surface(moduleKey, 'x', {}, at)).argument.context.extension;
    expect(await extensionOf('space-classification', { spaceKey: 'ENG' })).toEqual({
      type: 'confluence:spacePage',
      space,
      location: `http://127.0.0.1:8080/wiki/spaces/ENG/apps/${appId}/${environmentId}/classification`,
    });
    expect(await extensionOf('space-classification-settings', { spaceKey: 'ENG' })).toEqual({
      type: 'confluence:spaceSettings',
      space,
      location: `http://127.0.0.1:8080/wiki/spaces/ENG/settings/apps/${appId}/${environmentId}/classification`,
    });
    expect(await extensionOf('home', {})).toEqual({
      type: 'confluence:globalPage',
      location: `http://127.0.0.1:8080/wiki/apps/${appId}/${environmentId}/classification`,
    });
    expect(site.host.surfaceExtension('space-classification', { contentId: page.pageId })).toBeUndefined();
    expect(site.host.surfaceExtension('level-byline', { spaceKey: 'ENG' })).toBeUndefined();
    site.close();
  });

  it('runs without an account for anonymous viewers, and only in modules that admit them', async () => {
    const site = openEcho();
    const { argument, context } = await site.surface('level-banner', 'openBanner', {}, { as: 'anonymous', ...page });
    expect(argument.context).toMatchObject({ accountId: 'unidentified', accountType: 'anonymous' });
    expect(context.principal).toEqual({ accountId: 'unidentified' });
    await expect(site.surface('level-history', 'listHistory', {}, { as: 'anonymous', ...page })).rejects.toThrow(
      'the module level-history is not for anonymous viewers',
    );
    await expect(
      site.host.invokeSurface({
        moduleKey: 'level',
        operation: 'x',
        payload: {},
        viewer: { accountId: ADMIN.accountId, accountType: 'licensed' },
        extension: { type: 'macro' },
      }),
    ).rejects.toThrow('manifest.yml has no module level ');
    site.close();
  });

  it('acts for the viewer only if the viewer has a license', async () => {
    const path = route`/wiki/api/v2/pages/${page.pageId}`;
    const site = openEcho(async ({ context }) => {
      const ask = (client: ReturnType<typeof asApp>) =>
        client.requestConfluence(path).then(
          ({ status }) => status,
          (error: unknown) => String(error),
        );
      return { app: await ask(asApp()), user: await ask(asUser()), named: await ask(asUser(context.accountId)) };
    });
    const ask = (as: string) => site.surfaceCalls('level-macro', 'x', {}, { as, ...page });
    expect(await ask(VIEWER.email)).toMatchObject({ result: { app: 200, user: 200, named: 200 }, calls: [{}, {}, {}] });
    for (const as of ['anonymous', 'unlicensed@example.com'])
      expect((await ask(as)).result).toEqual({ app: 200, user: expect.any(String), named: expect.any(String) });
    site.close();
  });
});

describe('the function of a module', () => {
  it('for the byline text gets the page in the documented or in the observed form', async () => {
    const site = openEcho();
    const observed = await site.byline('level-byline-by-language', { as: VIEWER.email, ...page, locale: 'fr-FR' });
    expect(observed.argument.context).toMatchObject({ locale: 'fr-FR', extension: { content: { id: page.pageId } } });
    const documented = await site.byline('level-byline-by-language', { as: 'anonymous', ...page, form: 'documented' });
    expect(documented).toMatchObject({
      argument: { extension: { content: { id: page.pageId } } },
      context: { principal: { accountId: 'unidentified' } },
    });
    expect(documented.argument.context).toBeUndefined();
    await expect(site.byline('level-byline', page)).rejects.toThrow('the module level-byline has no dynamicProperties');
    site.close();
  });

  it('for exports gets the page where each kind of export has it', async () => {
    const site = openEcho();
    const exported = async (type: 'pdf' | 'word' | 'other') =>
      (await site.exportMacro('level-macro', type, { ...page, as: VIEWER.email, config: { a: 1 } })).argument;
    const pdf = await exported('pdf');
    expect(pdf).toMatchObject({ exportType: 'pdf', extensionPayload: { config: { a: 1 } } });
    expect(pdf.context.extension.content.id).toBe(page.pageId);
    expect(await exported('word')).toMatchObject({
      exportType: 'word',
      context: { accountId: VIEWER.accountId, contentId: page.pageId, spaceKey: 'ENG', config: { a: 1 } },
    });
    expect(await exported('other')).toMatchObject({ exportType: 'other', context: { content: { id: page.pageId } } });
    site.close();
  });
});

describe('over HTTP', () => {
  const call = async (
    method: string,
    path: string,
    { as, body, wrongPassword = false }: { as?: string; body?: string; wrongPassword?: boolean } = {},
  ) => {
    const site = openEcho(({ call: { functionKey, payload }, context: { accountId, extension } }) =>
      functionKey === 'fail'
        ? Promise.reject(new Error('it broke'))
        : Promise.resolve({ payload, accountId, extension }),
    );
    const server = await serve(site.host, 0);
    try {
      const credentials = `${as}:${wrongPassword ? 'wrong' : 'local'}`;
      const response = await fetch(server.url + path, {
        method,
        headers: as === undefined ? {} : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
        body: body ?? null,
      });
      const requestId = response.headers.get('x-request-id');
      const calls = requestId === null ? undefined : site.host.traces.find(requestId)?.calls;
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text), calls };
    } finally {
      await server.close();
      site.close();
    }
  };
  const operation = (module: string, name = 'x', query = '') =>
    `/local/surfaces/${module}/${name}?page=${page.pageId}${query}`;

  it('the credentials are the viewer, and the query is the place', async () => {
    const selection = await call('POST', operation('redact-selection', 'x', '&selectedText=Five%20services'), {
      as: VIEWER.email,
      body: '{"a":1}',
    });
    expect(selection).toMatchObject({
      status: 200,
      body: { payload: { a: 1 }, accountId: VIEWER.accountId, extension: { selectedText: 'Five services' } },
      calls: [],
    });
    const config = encodeURIComponent('{"scope":"space"}');
    const macro = await call('POST', operation('level-macro', 'x', `&editor=true&config=${config}`));
    expect(macro).toMatchObject({
      status: 200,
      body: { accountId: 'unidentified', extension: { isEditing: true, config: { scope: 'space' } } },
    });
  });

  it('a blog post has the type of its content', async () => {
    const { body } = await call('POST', `/local/surfaces/level-byline/x?page=${DEMO_PAGES.blogPost}`);
    expect(body.extension).toMatchObject({
      content: { type: 'blogpost' },
      location: expect.stringContaining('/blog/'),
    });
  });

  it('the modules are listed', async () => {
    const { body } = await call('GET', '/local/surfaces');
    expect(body.modules).toContainEqual(
      expect.objectContaining({ key: 'level-macro', type: 'macro', functions: ['adfExport'] }),
    );
  });

  it('a module of a space runs in the space of the query, and one of the Apps menu without a place', async () => {
    const inSpace = await call('POST', '/local/surfaces/space-classification/x?space=ENG', { as: VIEWER.email });
    expect(inSpace.body.extension.space).toEqual({ id: DEMO_SPACES.ENG, key: 'ENG' });
    const home = await call('POST', '/local/surfaces/home/x', { as: VIEWER.email });
    expect(home.body.extension).not.toHaveProperty('space');
  });

  it('the functions for the byline and for exports are served', async () => {
    const path = (module: string, name: string) => `/local/surface-functions/${module}/${name}?page=${page.pageId}`;
    const exported = await call('POST', `${path('level-macro', 'adfExport')}&exportType=word`, { as: VIEWER.email });
    expect(exported.body.argument).toMatchObject({ exportType: 'word', context: { contentId: page.pageId } });
    const byline = await call('POST', `${path('level-byline-by-language', 'dynamicProperties')}&locale=de-DE`);
    expect(byline.body.argument.context.locale).toBe('de-DE');
    expect((await call('POST', path('level-byline', 'dynamicProperties'))).status).toBe(404);
    expect((await call('POST', path('level-macro', 'resolver'))).status).toBe(404);
  });

  it.each([
    ['a module that does not admit the viewer', 'POST', operation('level-history'), {}, 403, 'is not for anonymous'],
    ['an unknown module', 'POST', operation('level-popup'), {}, 404, 'level-popup'],
    ['an unknown page', 'POST', '/local/surfaces/level-byline/x?page=1', {}, 404, 'no page or blog post 1'],
    ['no page', 'POST', '/local/surfaces/level-byline/x', {}, 400, 'page'],
    ['no space', 'POST', '/local/surfaces/space-classification/x', {}, 400, '?space={key}'],
    ['an unknown space', 'POST', '/local/surfaces/space-classification/x?space=NONE', {}, 404, 'no space NONE'],
    ['a misspelled parameter', 'POST', operation('level-byline', 'x', '&selection=x'), {}, 400, 'selection'],
    ['settings that are no JSON', 'POST', operation('level-macro', 'x', '&config=x'), {}, 400, 'must be a JSON object'],
    ['a resolver that throws', 'POST', operation('level-byline', 'fail'), {}, 424, 'it broke'],
    ['wrong credentials', 'POST', operation('level-byline'), { as: VIEWER.email, wrongPassword: true }, 401, ''],
    ['another address', 'POST', '/local/surfaces/level-byline', {}, 404, 'GET /local/surfaces'],
    ['another method', 'PUT', operation('level-byline'), {}, 405, ''],
  ])('%s is refused: %s %s', async (_name, method, path, options, status, text) => {
    const answer = await call(method, path, options);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body ?? '')).toContain(text);
  });
});
