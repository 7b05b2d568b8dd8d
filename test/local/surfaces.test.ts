import { ADMIN, DEMO_PAGES, DEMO_SPACES, VIEWER } from '../../local/demo';
import { asApp, asUser, route } from '@forge/api';
import { openSite, type Site } from '../support/site';

/** How the host runs the functions of the modules on a page. */

/** A site whose surfaces return what they were called with. */
function openEcho(
  surfaces: (request: { context: { accountId: string } }, context: unknown) => Promise<unknown> = echo,
): Site {
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
