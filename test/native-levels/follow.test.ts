import { ADMIN2, DEMO_SPACES } from '../../local/demo';
import { levelNamed, type LevelName, settle as setSettings } from '../support/levels';
import {
  comparedState,
  followNativeLevels,
  NATIVE,
  nativeAdmin,
  nativeLevelOf,
  type NativeSite,
  openNativeSite,
  setNativeLevel,
} from '../support/native-levels';
import { rowsOf } from '../support/stored-rows';
import { aPage, restrict } from '../support/wiki-pages';

/** The level of a page and its level in Confluence's own classification follow each other. */

let site: NativeSite;
let pageId: string;
const levelIdOf = (name: LevelName) => levelNamed(site, name).levelId;
const audited = (type: string) => rowsOf(site, 'audit').filter(({ value }) => value['type'] === type);

beforeEach(async () => {
  site = await openNativeSite();
  pageId = await aPage(site);
  await site.settle();
});
afterEach(() => site.close());

async function setLevel(name: LevelName, status = 201): Promise<void> {
  const body = { pageId, levelId: levelIdOf(name) };
  expect((await site.rest('POST', '/v1/page-level', { key: site.key, body })).status).toBe(status);
}

async function ownLevel(): Promise<{ levelId: string; method: string; classifierId: string } | undefined> {
  const { body } = await site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key: site.key });
  return body.levelId === undefined ? undefined : body;
}

/** Confluence sends no event for a change of its level, but one for a new version of the page. */
async function editPage(): Promise<void> {
  const page = await site.wiki('GET', `/api/v2/pages/${pageId}`);
  const { title, version } = (await page.json()) as { title: string; version: { number: number } };
  const body = { representation: 'storage', value: '<p>new</p>' };
  await site.wiki('PUT', `/api/v2/pages/${pageId}`, {
    id: pageId,
    status: 'current',
    title,
    body,
    version: { number: version.number + 1 },
  });
  await site.settle();
}

describe('where it is on', () => {
  beforeEach(async () => {
    await followNativeLevels(site, levelIdOf);
    await site.settle();
  });

  it("Confluence's level is set in the request, in the name of the person who changed the level", async () => {
    await setLevel('Restricted');
    expect(await nativeLevelOf(site, pageId)).toBe('Confidential');
    await site.settle();
    expect(comparedState(site, pageId)).toBe('same');
    expect(await nativeLevelOf(site, pageId)).toBe('Confidential');
  });

  it('a change in the popup of a page is followed in the same request', async () => {
    const at = { pageId, as: 'editor@example.com' };
    const payload = { level: { levelId: levelIdOf('Restricted') }, revision: 'absent' };
    const done = await site.surface('level-byline', 'setLevel', payload, at);
    expect(done.value.outcome).toBe('changed');
    expect(await nativeLevelOf(site, pageId)).toBe('Confidential');
  });

  it("the level of the app follows Confluence's when the page is edited, and says how it was set", async () => {
    await setNativeLevel(site, pageId, 'Confidential');
    await editPage();
    expect(await ownLevel()).toMatchObject({
      levelId: levelIdOf('Restricted'),
      method: 'NATIVE',
      classifierId: 'system',
    });
    expect(comparedState(site, pageId)).toBe('same');
  });

  it("a person may lower a level in Confluence, and the app's level follows", async () => {
    await setLevel('Restricted');
    await site.settle(20);
    await setNativeLevel(site, pageId, 'Public');
    await editPage();
    expect((await ownLevel())?.levelId).toBe(levelIdOf('Public'));
  });

  it('where levels must not be lowered, the level of the app stays, and Confluence gets it back', async () => {
    await setLevel('Restricted');
    await site.settle(20);
    await setSettings(site, { lowering: 'justified', followsNativeLevels: true });
    await setNativeLevel(site, pageId, 'Public');
    await editPage();
    expect((await ownLevel())?.levelId).toBe(levelIdOf('Restricted'));
    expect(await nativeLevelOf(site, pageId)).toBe('Confidential');
  });

  const SCHEME = '00000000-0000-4000-8000-00000000cafe';
  const notAllowed: readonly [string, (levelIds: readonly string[]) => object][] = [
    [
      'the site',
      (levelIds) => ({
        schemes: [{ schemeId: SCHEME, name: 'Few', levelIds }],
        spaces: { [DEMO_SPACES.ENG]: { schemeId: SCHEME } },
      }),
    ],
    [
      'the admins of the space',
      (levelIds) => ({ delegated: ['levels'], ownSpaces: { [DEMO_SPACES.ENG]: { levelIds } } }),
    ],
  ];
  it.each(notAllowed)(
    'a level that %s do not allow is never followed, is restored once, and is a to-do then',
    async (_by, settings) => {
      await setLevel('Internal');
      await site.settle(20);
      const levelIds = [levelIdOf('Internal'), levelIdOf('Restricted')];
      await setSettings(site, { followsNativeLevels: true, ...settings(levelIds) });
      await setNativeLevel(site, pageId, 'Restricted');
      await editPage();
      expect((await ownLevel())?.levelId).toBe(levelIdOf('Internal'));
      expect(await nativeLevelOf(site, pageId)).toBe('Internal');
      await site.settle(20);
      for (let again = 0; again < 2; again += 1) {
        await setNativeLevel(site, pageId, 'Restricted');
        await editPage();
        expect((await ownLevel())?.levelId).toBe(levelIdOf('Internal'));
        expect([await nativeLevelOf(site, pageId), comparedState(site, pageId)]).toEqual(['Restricted', 'rules']);
      }
      await nativeAdmin(site, 'compareNativeLevels');
      await site.settle();
      expect((await site.admin('getOverview', {})).value.forbiddenNativeLevels).toMatchObject({ count: 1 });
      const listed = async () =>
        (await site.admin('listPages', { filter: { forbidden: true } })).value.pages.map(
          (one: { readonly pageId: string }) => one.pageId,
        );
      expect(await listed()).toEqual([pageId]);
      // A level that the space allows is followed again.
      await setNativeLevel(site, pageId, 'Confidential');
      await editPage();
      expect((await ownLevel())?.levelId).toBe(levelIdOf('Restricted'));
      expect(await listed()).toEqual([]);
    },
  );

  it('if both sides changed, the more sensitive level wins', async () => {
    await setLevel('Internal');
    await site.settle(20);
    site.switches.add('no-impersonation-in-web-triggers');
    await setNativeLevel(site, pageId, 'Restricted');
    await setLevel('Restricted');
    await site.settle();
    expect((await ownLevel())?.levelId).toBe(levelIdOf('Highly Restricted'));
    expect(await nativeLevelOf(site, pageId)).toBe('Restricted');
  });

  it('a late read right after a change in a request does not lower the level', async () => {
    await setLevel('Restricted');
    await site.settle();
    expect(comparedState(site, pageId)).toBe('same');
    // As if Confluence returned the level from before the request.
    await setNativeLevel(site, pageId, 'Public');
    await editPage();
    expect((await ownLevel())?.levelId).toBe(levelIdOf('Restricted'));
    expect(comparedState(site, pageId)).toBe('later');
    await setNativeLevel(site, pageId, 'Confidential');
    await editPage();
    expect(comparedState(site, pageId)).toBe('same');
  });

  it('without a license, the background changes neither side, and continues later', async () => {
    await setLevel('Internal');
    await site.settle(20);
    site.switches.add('no-license');
    await site.host.background.runSchedule('every-five-minutes');
    await setNativeLevel(site, pageId, 'Confidential');
    await editPage();
    site.pass(86_400_000);
    await site.host.background.runSchedule('every-five-minutes');
    await site.host.background.runSchedule('daily-key-expiry');
    await site.settle(3);
    expect((await ownLevel())?.levelId).toBe(levelIdOf('Internal'));
    site.switches.delete('no-license');
    site.pass(600_000);
    await site.host.background.runSchedule('every-five-minutes');
    site.pass(86_400_000);
    await site.host.background.runSchedule('daily-key-expiry');
    await site.settle(3);
    expect((await ownLevel())?.levelId).toBe(levelIdOf('Restricted'));
  });

  it('a level that is cleared is reset in Confluence, too', async () => {
    await setLevel('Restricted');
    const at = { pageId, as: 'editor@example.com' };
    const done = await site.surface('level-byline', 'setLevel', { level: 'none', revision: 1 }, at);
    expect(done.value.outcome).toBe('changed');
    expect(await nativeLevelOf(site, pageId)).toBeUndefined();
    await site.settle();
    expect(await ownLevel()).toBeUndefined();
  });

  it("a person who may not edit the page cannot change Confluence's level, and the app writes nothing as itself", async () => {
    await setLevel('Internal');
    await site.settle(20);
    await restrict(site, pageId, 'update', [ADMIN2.accountId]);
    const denied = await site.surface(
      'level-byline',
      'setLevel',
      { level: { levelId: levelIdOf('Restricted') }, revision: 1 },
      { pageId, as: 'editor@example.com' },
    );
    expect(denied.value.outcome).toBe('denied');
    await site.settle();
    expect(await nativeLevelOf(site, pageId)).toBe('Internal');
  });

  it('a refusal is recorded once, is not repeated, and fails no request', async () => {
    site.switches.delete('native-levels');
    await setLevel('Restricted');
    await site.settle();
    await editPage();
    expect(audited('native-level.refused')).toHaveLength(1);
    expect(audited('native-level.refused')[0]?.value).toMatchObject({ subject: `page:${pageId}` });
    expect(comparedState(site, pageId)).toBe('refused');
    site.switches.add('native-levels');
    await setLevel('Internal');
    await site.settle();
    expect(await nativeLevelOf(site, pageId)).toBe('Internal');
  });

  it('without impersonation in requests, the background sets the level in the name of the person', async () => {
    site.switches.add('no-impersonation-in-web-triggers');
    await setLevel('Restricted');
    expect(await nativeLevelOf(site, pageId)).toBeUndefined();
    await site.settle();
    expect(await nativeLevelOf(site, pageId)).toBe('Confidential');
  });

  it('without impersonation in the background, the page waits, the admin sees it, and it continues later', async () => {
    site.switches.add('no-impersonation-in-web-triggers').add('no-impersonation-in-consumers');
    await setLevel('Restricted');
    await site.settle();
    expect(comparedState(site, pageId)).toBe('waiting');
    expect(audited('native-level.refused')).toHaveLength(0);
    await nativeAdmin(site, 'compareNativeLevels');
    await site.settle();
    const view = await nativeAdmin(site, 'getNativeLevels');
    expect(view).toMatchObject({ actsAsPeople: 'fails', last: { counts: { waiting: 1 } } });
    site.switches.delete('no-impersonation-in-consumers');
    site.pass(86_400_000);
    await site.host.background.runSchedule('daily-key-expiry');
    await site.settle(3);
    expect(await nativeLevelOf(site, pageId)).toBe('Confidential');
    expect(await nativeAdmin(site, 'getNativeLevels')).toMatchObject({
      actsAsPeople: 'works',
      last: { counts: { same: 1 } },
    });
  });

  it('a level that is not linked changes nothing, and is counted', async () => {
    const { rev } = await nativeAdmin(site, 'getNativeLevels');
    await nativeAdmin(site, 'importNativeLevels', { rev, links: [{ nativeId: NATIVE.Public, levelId: 'none' }] });
    await setLevel('Internal');
    await setNativeLevel(site, pageId, 'Public');
    await editPage();
    expect((await ownLevel())?.levelId).toBe(levelIdOf('Internal'));
    expect(comparedState(site, pageId)).toBe('unknown-level');
  });

  it('the daily run compares pages whose events were lost, and records a changed list', async () => {
    await setLevel('Internal');
    await site.settle(20);
    await setNativeLevel(site, pageId, 'Confidential');
    site.pass(86_400_000);
    await site.host.background.runSchedule('daily-key-expiry');
    await site.settle(3);
    expect((await ownLevel())?.levelId).toBe(levelIdOf('Restricted'));
    expect((await nativeAdmin(site, 'getNativeLevels')).last?.counts).toEqual({ same: 1 });
    site.switches.delete('native-levels');
    site.pass(86_400_000);
    await site.host.background.runSchedule('daily-key-expiry');
    await site.settle(3);
    expect(audited('native-levels.changed')).toHaveLength(1);
    expect((await ownLevel())?.levelId).toBe(levelIdOf('Restricted'));
    const view = await nativeAdmin(site, 'getNativeLevels');
    expect(view).toMatchObject({ levels: [], follows: true });
    expect(view.lostLevelIds).toHaveLength(4);
  });
});

it("where it is off, Confluence's levels are never read or written, and no row is stored", async () => {
  await setLevel('Restricted');
  await editPage();
  await site.host.background.runSchedule('daily-key-expiry');
  await site.settle(3);
  expect(await nativeLevelOf(site, pageId)).toBeUndefined();
  expect(rowsOf(site, 'native-level')).toEqual([]);
  expect(rowsOf(site, 'config').some(({ key }) => key === 'native-levels')).toBe(false);
});
