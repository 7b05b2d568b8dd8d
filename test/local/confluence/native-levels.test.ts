import { DEMO_PAGES, DEMO_SPACES } from '../../../local/demo';
import type { PlatformSwitch } from '../../../local/forge/assumptions';
import { aSite } from './simulated-site';

const PAGE = `/wiki/api/v2/pages/${DEMO_PAGES.runbookDatabase}/classification-level`;
const HR_PAGE = `/wiki/api/v2/pages/${DEMO_PAGES.payroll}/classification-level`;
const DEFAULT = `/wiki/api/v2/spaces/${DEMO_SPACES.ENG}/classification-level/default`;
const LEVELS = '/wiki/api/v2/classification-levels';

function siteWith(...switches: readonly PlatformSwitch[]) {
  return aSite(undefined, { assumptions: new Set(switches) });
}

const name = (answer: { readonly json: unknown }) => (answer.json as { name?: string } | undefined)?.name;

describe("with Atlassian's own levels in the simulated Confluence", () => {
  it('a site without the plan has an empty list, and its pages answer 404 "Feature is disabled"', async () => {
    const admin = siteWith().as('admin');
    expect((await admin.get(LEVELS)).json).toEqual([]);
    const answers = [await admin.get(PAGE), await admin.put(PAGE, { id: 'native-1' }), await admin.get(DEFAULT)];
    for (const { status, text } of answers) {
      expect(status).toBe(404);
      expect(text).toContain('Feature is disabled');
    }
  });

  it('a site that has the feature in some spaces answers 404 in the others', async () => {
    const admin = siteWith('native-levels-in-some-spaces').as('admin');
    expect((await admin.get(LEVELS)).json).toHaveLength(4);
    const statuses = [
      (await admin.put(PAGE, { id: 'native-1' })).status,
      (await admin.put(HR_PAGE, { id: 'native-1' })).status,
    ];
    expect(statuses).toEqual([204, 404]);
  });

  it('a reader reads the level, and only editors change it; the app is like any user', async () => {
    const site = siteWith('native-levels');
    expect((await site.as('editor').put(PAGE, { id: 'native-2', status: 'current' })).status).toBe(204);
    expect(name(await site.as('viewer').get(PAGE))).toBe('Confidential');
    expect((await site.as('viewer').put(PAGE, { id: 'native-4' })).status).toBe(404);
    expect((await site.as('outsider').get(PAGE)).status).toBe(404);
    expect((await site.as('app').put(PAGE, { id: 'native-3' })).status).toBe(204);
    expect((await site.as('editor').put(PAGE, { id: 'unknown' })).status).toBe(400);
    expect((await site.as('editor').put(DEFAULT, { id: 'native-3' })).status).toBe(404);
  });

  it('a page without a level has the default of its space, and a more sensitive default raises lower pages', async () => {
    const admin = siteWith('native-levels').as('admin');
    expect((await admin.get(PAGE)).status).toBe(404);
    await admin.put(DEFAULT, { id: 'native-3' });
    expect(name(await admin.get(PAGE))).toBe('Internal');
    await admin.put(PAGE, { id: 'native-4' });
    expect(name(await admin.get(PAGE))).toBe('Public');
    await admin.put(DEFAULT, { id: 'native-2' });
    expect(name(await admin.get(PAGE))).toBe('Confidential');
    await admin.put(PAGE, { id: 'native-1' });
    await admin.post(`${PAGE}/reset`, { status: 'current' });
    expect(name(await admin.get(PAGE))).toBe('Confidential');
    await admin.delete(DEFAULT);
    expect((await admin.get(PAGE)).status).toBe(404);
  });

  it('the admin of the organization replaces the levels', async () => {
    const site = siteWith('native-levels');
    const level = { id: 'top', status: 'DRAFT', name: 'Top', description: '', guideline: '', color: 'NAVY' };
    expect((await site.administer('PUT', '/local/native-levels', [level])).status).toBe(200);
    expect((await site.as('admin').get(LEVELS)).json).toEqual([{ ...level, order: 1 }]);
    expect((await site.as('admin').put(PAGE, { id: 'top' })).status).toBe(400);
    expect((await site.administer('PUT', '/local/native-levels', [level, level])).status).toBe(400);
  });
});
