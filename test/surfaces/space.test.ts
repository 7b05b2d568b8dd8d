import {
  ADMIN,
  ADMIN2,
  DEMO_PAGES,
  DEMO_SPACES,
  EDITOR,
  OUTSIDER,
  SPACE_ADMIN,
  UNLICENSED,
  VIEWER,
} from '../../local/demo';
import type { PlatformCall } from '../../local/forge/platform-calls';
import type { OwnSettings } from '../../src/classification/model';
import type { SpaceOperations, SpaceSettingsView } from '../../src/surfaces/space/contract';
import { SPACE_CONTRACT } from '../../src/surfaces/space/contract';
import { storeFinding } from '../support/findings';
import { archiveLevels, changeLevels, levelNamed, type LevelName, settle } from '../support/levels';
import { forge } from '../support/mirror';
import { openSite, type Site, type SurfaceRequest } from '../support/site';
import { everythingStored, rowsOf, stopScans } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, move, restrict, storeLevel } from '../support/wiki-pages';
import { call, done } from './surface-site';

/** Tests the page of a space and its settings. Checks what each person sees there, and what space admins can set. */

const { ENG, HR, OPEN } = DEMO_SPACES;
const EVERYTHING = ['defaultLevel', 'levels', 'lowering', 'off'];

let site: Site;
let nowMs: number;
let beforeCall: (call: PlatformCall) => Promise<Response | undefined> | Response | undefined;
beforeEach(async () => {
  beforeCall = () => undefined;
  nowMs = Date.parse('2026-11-21T10:00:00.000Z');
  site = openSite({
    now: () => new Date(nowMs),
    queryLagMs: 0,
    intercept: async (one, proceed) => {
      const replaced = await beforeCall(one);
      return replaced instanceof Response ? replaced : proceed();
    },
  });
  await stopScans(site);
});
afterEach(() => site.close());

const idOf = (name: LevelName) => levelNamed(site, name).levelId;
const at = (name: LevelName) => ({ levelId: idOf(name) });
const inEng = { spaceKey: 'ENG', as: SPACE_ADMIN.email };

async function settings(place: SurfaceRequest = inEng): Promise<SpaceSettingsView> {
  const view = await done(site, 'openSpaceSettings', {}, place);
  if (view.state !== 'settings') throw new Error(`the settings show ${view.state}`);
  return view;
}
async function save(own: OwnSettings, place: SurfaceRequest = inEng) {
  return done(site, 'saveSpaceSettings', { revision: (await settings(place)).revision, ...own }, place);
}
const setLevel = async (pageId: string, name: LevelName, more: object = {}) =>
  site.rest('POST', '/v1/page-level', { key: (await site.createKey()).key, body: { pageId, ...at(name), ...more } });

describe('who may do what', () => {
  /** A valid payload of each operation. A new operation needs a row. */
  const PAYLOADS: { readonly [Name in keyof SpaceOperations]: () => object } = {
    openSpace: () => ({}),
    findInSpace: () => ({ levelId: 'none' }),
    readSpaceNumbers: () => ({}),
    readSpaceExposure: () => ({}),
    listSpaceOver: () => ({}),
    listSpaceGaps: () => ({ gap: 'stale' }),
    listSpaceFindings: () => ({}),
    listSpaceReviews: () => ({}),
    exportSpace: () => ({ of: 'pages' }),
    openSpaceSettings: () => ({}),
    saveSpaceSettings: () => ({ revision: 'none', lowering: 'forbidden' }),
  };
  const NAMES = Object.keys(SPACE_CONTRACT) as (keyof SpaceOperations)[];
  const FOR_VIEWERS: readonly (keyof SpaceOperations)[] = ['openSpace', 'findInSpace'];

  const send = async (name: keyof SpaceOperations, request: SurfaceRequest) => {
    const result = await call(site, name, PAYLOADS[name](), request);
    return result.ok ? result.value : result.error.code;
  };

  beforeEach(() => settle(site, { delegated: EVERYTHING }));

  async function checkReaders(name: keyof SpaceOperations): Promise<void> {
    const before = everythingStored(site);
    const forAll = FOR_VIEWERS.includes(name);
    const isAdminView = expect.not.objectContaining({ state: expect.stringMatching(/hidden|not-admin/) });
    for (const as of [ADMIN.email, SPACE_ADMIN.email]) {
      expect(await send(name, { spaceKey: 'ENG', as })).toEqual(isAdminView);
    }
    for (const as of [EDITOR.email, VIEWER.email]) {
      expect(await send(name, { spaceKey: 'ENG', as })).toEqual(forAll ? isAdminView : { state: 'not-admin' });
    }
    // Administers ENG, and sees OPEN like everybody.
    expect(await send(name, { spaceKey: 'OPEN', as: SPACE_ADMIN.email })).toEqual(
      forAll ? isAdminView : { state: 'not-admin' },
    );
    for (const as of [UNLICENSED.email, 'anonymous']) {
      await expect(
        site.surface('space-classification', name, PAYLOADS[name](), { spaceKey: 'OPEN', as }),
      ).rejects.toThrow('is not for');
    }
    expect(everythingStored(site)).toEqual(before);
  }

  it('each operation: space admins of this space, of another, editors, viewers, outsiders, readers', async () => {
    for (const name of NAMES) await checkReaders(name);
  });

  it('each operation: a hidden space, a missing one and a forged one look the same', async () => {
    for (const name of NAMES) await checkHidden(name);
  });

  async function checkHidden(name: keyof SpaceOperations): Promise<void> {
    const before = everythingStored(site);
    expect(await send(name, { spaceKey: 'HR', as: SPACE_ADMIN.email })).toEqual({ state: 'hidden' });
    expect(await send(name, { spaceKey: 'ENG', as: OUTSIDER.email })).toEqual({ state: 'hidden' });
    for (const space of [
      { id: HR, key: 'ENG' },
      { id: '999999', key: 'ENG' },
    ]) {
      expect(await send(name, { ...inEng, forged: { space } })).toEqual({ state: 'hidden' });
    }
    for (const space of [
      { id: '../98306', key: 'ENG' },
      { id: 'x', key: 'ENG' },
      { id: '', key: 'ENG' },
    ]) {
      expect(await send(name, { ...inEng, forged: { space } })).toEqual({ state: 'hidden' });
    }
    expect(await send(name, { as: SPACE_ADMIN.email })).toEqual({ state: 'hidden' });
    expect(everythingStored(site)).toEqual(before);
  }

  it('a forged space is not the one of the frame: an admin of one space gets nothing of another', async () => {
    const forged = { space: { id: OPEN, key: 'ENG' } };
    expect(await send('readSpaceNumbers', { ...inEng, forged })).toEqual({ state: 'not-admin' });
    const revision = (await settings()).revision;
    const wanted = { revision, lowering: 'forbidden' } as const;
    expect(await done(site, 'saveSpaceSettings', wanted, { ...inEng, forged })).toEqual({ state: 'not-admin' });
    expect(rowsOf(site, 'audit').filter(({ value }) => value['type'] === 'space-settings.updated')).toEqual([]);
  });

  it('people for whom the platform does not let the app act get nothing', async () => {
    const code = 'AUTH_TYPE_UNAVAILABLE';
    beforeCall = ({ path }) =>
      path.endsWith('/operations')
        ? Response.json({ message: code }, { status: 403, headers: { 'forge-proxy-error': code } })
        : undefined;
    for (const name of NAMES) expect(await send(name, inEng)).toBe('NOT_ALLOWED');
  });

  it.each([
    ['openSpace', { more: 1 }],
    ['findInSpace', { levelId: 'x' }],
    ['findInSpace', { levelId: 'none', cursor: 'x' }],
    ['listSpaceGaps', { gap: 'complete' }],
    ['listSpaceFindings', { cursor: 5 }],
    ['exportSpace', { of: 'values' }],
    ['saveSpaceSettings', { lowering: 'forbidden' }],
    ['saveSpaceSettings', { revision: 'x', levelIds: [] }],
    ['saveSpaceSettings', { revision: 'x', isOff: false }],
    ['saveSpaceSettings', { revision: 'x', spaceId: OPEN }],
  ] as const)('%s refuses %j with the name of the field', async (name, payload) => {
    expect(await call(site, name, payload, inEng)).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
  });
});

describe('the pages of a space by level', () => {
  const countsFor = async (as: string, spaceKey = 'ENG') => {
    const view = await done(site, 'openSpace', {}, { spaceKey, as });
    if (view.state !== 'space') throw new Error(view.state);
    return Object.fromEntries(
      view.counts.map(({ level, pages, isExact }) => [level?.name ?? 'none', [pages, isExact]]),
    );
  };
  const find = async (levelId: string, as: string, cursor?: string) => {
    const payload = { levelId, ...(cursor === undefined ? {} : { cursor }) };
    const found = await done(site, 'findInSpace', payload, { spaceKey: 'ENG', as });
    if (found.state !== 'pages') throw new Error(found.state);
    return found;
  };

  it('count and list only pages that the viewer can see', async () => {
    await storeLevel(site, DEMO_PAGES.architecture, idOf('Restricted'));
    await storeLevel(site, DEMO_PAGES.engRestricted, idOf('Restricted'));
    const viewers = await countsFor(VIEWER.email);
    const editors = await countsFor(EDITOR.email);
    expect(viewers['Restricted']).toEqual([1, true]);
    expect(editors['Restricted']).toEqual([2, true]);
    expect(viewers['Public']).toEqual([0, true]);
    const found = await find(idOf('Restricted'), VIEWER.email);
    expect(found.pages).toEqual([
      expect.objectContaining({
        pageId: DEMO_PAGES.architecture,
        level: expect.objectContaining({ name: 'Restricted' }),
      }),
    ]);
    const unclassified = await find('none', VIEWER.email);
    expect(unclassified.pages.map(({ pageId }) => pageId)).not.toContain(DEMO_PAGES.architecture);
    expect(unclassified.pages.map(({ pageId }) => pageId)).not.toContain(DEMO_PAGES.engRestricted);
    expect(viewers['none']).toEqual([unclassified.pages.length, true]);
  });

  it('include a page that was moved there, whatever is in its row', async () => {
    const pageId = await aPage(site, { spaceId: OPEN });
    await storeLevel(site, pageId, idOf('Restricted'));
    expect((await countsFor(ADMIN.email))['Restricted']).toEqual([0, true]);
    expect((await find(idOf('Restricted'), ADMIN.email)).pages).toEqual([]);
  });

  const pagesOf = async (count: number) => {
    const pages: string[] = [];
    for (let number = 0; number < count; number += 1) pages.push(await aPage(site));
    return pages;
  };
  const hide = (pages: readonly string[]) =>
    Promise.all(pages.map((pageId) => restrict(site, pageId, 'read', ADMIN_AND_APP)));
  const store = async (pages: readonly string[], name: LevelName) => {
    for (const pageId of pages) await storeLevel(site, pageId, idOf(name));
  };

  it('are exact to 99 in a space of 400 pages of which the viewer sees some', async () => {
    const pages = await pagesOf(400);
    await store(pages.slice(0, 150), 'Internal');
    await store(pages.slice(150, 250), 'Public');
    await store(pages.slice(250, 330), 'Highly Restricted');
    // The last pages in the order of Confluence.
    await store(pages.slice(390), 'Restricted');
    await hide([...pages.slice(249, 250), ...pages.slice(320, 330), ...pages.slice(395)]);
    const unclassified = (await find('none', VIEWER.email)).pages.length;
    expect(await countsFor(VIEWER.email)).toEqual({
      'Highly Restricted': [70, true],
      Restricted: [5, true],
      Internal: [100, true],
      Public: [99, true],
      none: [60 + unclassified, true],
    });
  });

  it('reveal nothing about hidden pages of that level', async () => {
    const pages: string[] = [];
    for (let number = 0; number < 360; number += 1) pages.push(await aPage(site));
    for (const pageId of pages.slice(250)) {
      await storeLevel(site, pageId, idOf('Restricted'));
      await restrict(site, pageId, 'read', ADMIN_AND_APP);
    }
    const counts = await countsFor(VIEWER.email);
    // Public has no pages, and Restricted has only hidden ones. Both must look the same.
    expect(counts['Restricted']).toEqual(counts['Public']);
  });

  it('of a level are exact also in a larger space, also if the viewer does not see most of them', async () => {
    const pages = await pagesOf(640);
    await store(pages.slice(0, 510), 'Internal');
    await store(pages.slice(510, 630), 'Restricted');
    await store(pages.slice(630), 'Public');
    await hide([...pages.slice(550, 630), ...pages.slice(638)]);
    const counts = await countsFor(VIEWER.email);
    expect(counts).toMatchObject({
      'Highly Restricted': [0, true],
      Restricted: [40, true],
      Internal: [100, true],
      Public: [8, true],
    });
    // The search finds the demo pages, but it can miss pages of the last minutes.
    expect(counts['none']?.[1]).toBe(false);
  });

  it('without a level are at least those that the search finds in a larger space', async () => {
    const pages = await pagesOf(560);
    await store(pages.slice(0, 520), 'Internal');
    for (const pageId of pages.slice(0, 520)) await forge(site, pageId, { rank: 1 });
    const [hidden, cleared, moved] = pages.slice(-3);
    await hide([hidden ?? '']);
    await store([cleared ?? ''], 'Public');
    const all = Number((await countsFor(VIEWER.email))['none']?.[0]);
    expect(all).toBeGreaterThanOrEqual(38);
    await move(site, moved ?? '', 'OPEN');
    expect((await countsFor(VIEWER.email))['none']).toEqual([all - 1, false]);
    // A frame that sends the key of another space gets no pages of that space.
    const forged = { space: { id: ENG, key: 'OPEN' } };
    const view = await done(site, 'openSpace', {}, { spaceKey: 'ENG', as: VIEWER.email, forged });
    if (view.state !== 'space') throw new Error(view.state);
    expect(view.counts.at(-1)?.pages).toBeLessThan(all);
  });

  it('are not shown where classification is off', async () => {
    await settle(site, { delegated: ['off'], ownSpaces: { [ENG]: { isOff: true } } });
    expect(await done(site, 'openSpace', {}, { spaceKey: 'ENG', as: VIEWER.email })).toEqual({
      state: 'off',
      isAdmin: false,
    });
    expect(await done(site, 'findInSpace', { levelId: 'none' }, inEng)).toEqual({ state: 'off' });
  });

  it('have cursors that continue one list of one person only', async () => {
    for (let number = 0; number < 30; number += 1) await storeLevel(site, await aPage(site), idOf('Internal'));
    const first = await find(idOf('Internal'), VIEWER.email);
    expect(first.pages).toHaveLength(25);
    const rest = await find(idOf('Internal'), VIEWER.email, first.cursor);
    expect(rest.pages).toHaveLength(5);
    expect(rest.cursor).toBeUndefined();
    const { cursor = '' } = first;
    for (const [levelId, as] of [
      [idOf('Public'), VIEWER.email],
      [idOf('Internal'), EDITOR.email],
    ] as const) {
      const answer = await call(site, 'findInSpace', { levelId, cursor }, { spaceKey: 'ENG', as });
      expect(answer).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
    }
  });
});

describe('the numbers of the whole space', () => {
  /** The scheduled trigger, and the events that it pushes. */
  const count = async () => {
    await site.host.background.settle();
    await site.host.background.runSchedule('every-five-minutes');
    await site.host.background.settle();
    // The first check of a new site starts after the step that has read all changes.
    nowMs += 5_000;
    await site.host.background.settle();
  };

  it('count pages that the admin cannot view, without their titles, once they were counted', async () => {
    const numbers = () => done(site, 'readSpaceNumbers', {}, inEng);
    expect(await numbers()).toMatchObject({ state: 'numbers', asOf: null, pages: 0 });
    await setLevel(DEMO_PAGES.architecture, 'Restricted');
    await setLevel(DEMO_PAGES.engRestricted, 'Restricted');
    await setLevel(DEMO_PAGES.openHome, 'Public');
    nowMs += 300_000;
    await count();
    const counted = await numbers();
    expect(counted).toMatchObject({
      asOf: expect.any(String),
      isCounting: false,
      isAtLeast: false,
      levels: [
        { levelId: idOf('Restricted'), pages: 2 },
        { levelId: null, pages: expect.any(Number) },
      ],
      open: { low: 0, medium: 0, high: 0, critical: 0 },
      coverage: {
        complete: 0,
        partial: 0,
        outdated: 0,
        notScanned: counted.state === 'numbers' ? counted.pages : 0,
        notVisible: 0,
      },
    });
    expect(JSON.stringify(counted)).not.toContain(DEMO_PAGES.engRestricted);
  });
});

describe('what space admins see of findings', () => {
  it('is open findings on pages that they can open, masked, also as CSV', async () => {
    const seen = await storeFinding(site, DEMO_PAGES.architecture, { data: { maskedExcerpt: '=1+1 j…@example.com' } });
    await storeFinding(site, DEMO_PAGES.engRestricted);
    await storeFinding(site, DEMO_PAGES.runbooks, { status: 'redacted' });
    const list = await done(site, 'listSpaceFindings', {}, inEng);
    expect(list).toMatchObject({ state: 'findings', findings: [{ findingId: seen, pageId: DEMO_PAGES.architecture }] });
    const csv = await done(site, 'exportSpace', { of: 'findings' }, inEng);
    if (csv.state !== 'part') throw new Error(csv.state);
    expect(csv.csv).toContain('"findingId","pageId","title"');
    expect(csv.csv).toContain(`"'=1+1 j…@example.com"`);
    expect(csv.csv).not.toContain(DEMO_PAGES.engRestricted);
  });

  it.each(['pages', 'findings'])('has masked values in titles in the export of %s', async (of) => {
    const pageId = await aPage(site, { title: 'Refund to 4539 1488 0343 6467 today' });
    await storeFinding(site, pageId);
    const csv = await done(site, 'exportSpace', { of }, inEng);
    if (csv.state !== 'part') throw new Error(csv.state);
    expect(csv.csv).toContain('"Refund to •••• today"');
    expect(csv.csv).not.toContain('4539');
  });

  it('has only pages that they see in the export of pages', async () => {
    const csv = await done(site, 'exportSpace', { of: 'pages' }, inEng);
    if (csv.state !== 'part') throw new Error(csv.state);
    expect(csv.csv).toContain(`"${DEMO_PAGES.architecture}"`);
    expect(csv.csv).not.toContain(`"${DEMO_PAGES.engRestricted}"`);
    expect(csv.csv).not.toContain(`"${DEMO_PAGES.hrHome}"`);
  });
});

describe('the settings of a space', () => {
  beforeEach(() => settle(site, { delegated: EVERYTHING }));

  it('apply at once, everywhere, and only in this space', async () => {
    const own: OwnSettings = {
      levelIds: [idOf('Restricted'), idOf('Internal')],
      defaultLevel: at('Internal'),
      lowering: 'justified',
    };
    expect(await save(own)).toMatchObject({ outcome: 'saved', settings: { current: own } });
    expect((await setLevel(DEMO_PAGES.architecture, 'Public')).body.code).toBe('LEVEL_NOT_IN_SPACE_SCHEME');
    expect((await setLevel(DEMO_PAGES.openHome, 'Public')).status).toBe(201);
    expect((await setLevel(DEMO_PAGES.architecture, 'Restricted')).status).toBe(201);
    expect((await setLevel(DEMO_PAGES.architecture, 'Internal')).body.code).toBe('JUSTIFICATION_REQUIRED');
    const popup = await done(site, 'openPopup', {}, { pageId: DEMO_PAGES.architecture });
    if (popup.state !== 'page') throw new Error(popup.state);
    expect(popup.options.map(({ name, allowed, needsReason }) => [name, allowed, needsReason])).toEqual([
      ['Highly Restricted', false, false],
      ['Restricted', true, false],
      ['Internal', true, true],
      ['Public', false, false],
    ]);
    const below = await done(site, 'openBelow', {}, { pageId: DEMO_PAGES.architecture });
    expect(below).toMatchObject({
      lowering: { allowed: true, needsJustification: true },
      levels: [{ name: 'Restricted' }, { name: 'Internal' }],
    });
  });

  it('turn classification off on the pages of the space, and on again', async () => {
    await save({ isOff: true });
    expect(await done(site, 'openPopup', {}, { pageId: DEMO_PAGES.architecture })).toEqual({ state: 'off' });
    expect(await done(site, 'openPopup', {}, { pageId: DEMO_PAGES.openHome })).toMatchObject({ state: 'page' });
    await save({});
    expect(await done(site, 'openPopup', {}, { pageId: DEMO_PAGES.architecture })).toMatchObject({ state: 'page' });
    expect(rowsOf(site, 'config').find(({ key }) => key === 'levels')?.value).not.toHaveProperty(
      `value.settings.ownSpaces.${ENG}`,
    );
  });

  it('have an audit event for each change, with the person as its actor', async () => {
    await save({ levelIds: [idOf('Internal')], defaultLevel: at('Internal'), isOff: true });
    const [event] = rowsOf(site, 'audit').filter(({ value }) => value['type'] === 'space-settings.updated');
    expect(event?.value).toMatchObject({
      subject: `space:${ENG}`,
      actorType: 'user',
      actorAccountId: SPACE_ADMIN.accountId,
      details: {
        before: {},
        after: { defaultLevelId: idOf('Internal'), allowedLevelIds: [idOf('Internal')], isOff: true },
      },
    });
  });

  it('cannot have a less sensitive default level than the site or its floor, and one that has it follows the site', async () => {
    await settle(site, { delegated: ['defaultLevel'], defaultLevel: at('Restricted') });
    const denied = { outcome: 'denied', field: 'defaultLevel' };
    for (const defaultLevel of [at('Public'), 'none'] as const)
      expect(await save({ defaultLevel })).toMatchObject(denied);
    expect((await settings()).site).toMatchObject({
      defaultLevelIds: [idOf('Highly Restricted'), idOf('Restricted')],
      mayHaveNoDefault: false,
    });
    await changeLevels(site, 'changeDelegated', { delegated: ['defaultLevel'], defaultFloor: idOf('Internal') });
    expect(await save({ defaultLevel: at('Public') })).toMatchObject(denied);
    expect(await save({ defaultLevel: at('Internal') })).toMatchObject({
      settings: { current: { defaultLevel: at('Internal') } },
    });
    await changeLevels(site, 'changeDelegated', { delegated: ['defaultLevel'] });
    expect((await settings()).current.defaultLevel).toEqual(at('Restricted'));
    await changeLevels(site, 'changeDelegated', { delegated: ['defaultLevel'], defaultFloor: 'none' });
    expect(await save({ defaultLevel: 'none' })).toMatchObject({ settings: { current: { defaultLevel: 'none' } } });
  });

  it('can only be stricter than those of the site', async () => {
    await settle(site, {
      delegated: EVERYTHING,
      lowering: 'justified',
      schemes: [
        {
          schemeId: '00000000-0000-4000-8000-00000000cafe',
          name: 'Ours',
          levelIds: [idOf('Internal'), idOf('Public')],
        },
      ],
      spaces: { [ENG]: { schemeId: '00000000-0000-4000-8000-00000000cafe' } },
    });
    const before = everythingStored(site);
    const fieldOf = async (own: OwnSettings) => {
      const result = await save(own);
      return 'outcome' in result && result.outcome === 'denied' ? result.field : result;
    };
    expect(await fieldOf({ lowering: 'allowed' })).toBe('lowering');
    expect(await fieldOf({ levelIds: [idOf('Restricted')] })).toBe('levelIds');
    expect(await fieldOf({ levelIds: ['00000000-0000-4000-8000-00000000dead'] })).toBe('levelIds');
    expect(await fieldOf({ defaultLevel: at('Restricted') })).toBe('defaultLevel');
    expect(await fieldOf({ levelIds: [idOf('Public')], defaultLevel: at('Internal') })).toBe('defaultLevel');
    const [foreign] = levelNamed(site, 'Restricted').subLevels;
    const subLevelId = foreign?.subLevelId ?? '';
    expect(await fieldOf({ defaultLevel: { ...at('Internal'), subLevelId } })).toBe('defaultLevel');
    expect(everythingStored(site)).toEqual(before);
  });

  it.each([
    ['defaultLevel', () => ({ defaultLevel: 'none' as const })],
    ['levels', () => ({ levelIds: [idOf('Internal')] })],
    ['lowering', () => ({ lowering: 'forbidden' as const })],
    ['off', () => ({ isOff: true as const })],
  ])('do not accept %s unless the site admin lets space admins set it', async (one, own) => {
    await settle(site, { delegated: EVERYTHING.filter((other) => other !== one) });
    const before = everythingStored(site);
    expect(await save(own())).toMatchObject({ outcome: 'denied' });
    expect(everythingStored(site)).toEqual(before);
  });

  it('apply only while they are delegated, and come back when they are delegated again', async () => {
    await save({ levelIds: [idOf('Internal')], lowering: 'forbidden' });
    await changeLevels(site, 'changeDelegated', { delegated: ['lowering'] });
    expect(await settings()).toMatchObject({ own: { lowering: 'forbidden' }, delegated: ['lowering'] });
    expect((await setLevel(DEMO_PAGES.architecture, 'Restricted')).status).toBe(201);
    // A change of what is delegated keeps the rest.
    expect(await save({})).toMatchObject({ outcome: 'saved', settings: { own: {} } });
    await changeLevels(site, 'changeDelegated', { delegated: EVERYTHING });
    expect(await settings()).toMatchObject({ own: { levelIds: [idOf('Internal')] } });
  });

  it('never block the site admin: a space follows the site where its own settings no longer fit', async () => {
    await save({ levelIds: [idOf('Restricted'), idOf('Internal')], defaultLevel: at('Internal') });
    await changeLevels(site, 'archiveLevel', { levelId: idOf('Internal') });
    // The nearest more sensitive level that the space may use.
    expect(await settings()).toMatchObject({
      own: { levelIds: [idOf('Restricted')] },
      current: { defaultLevel: at('Restricted'), levelIds: [idOf('Restricted')] },
    });
    await changeLevels(site, 'archiveLevel', { levelId: idOf('Restricted') });
    expect((await settings()).current.levelIds).toEqual([idOf('Highly Restricted'), idOf('Public')]);
    expect((await setLevel(DEMO_PAGES.architecture, 'Public')).status).toBe(201);
  });

  it('raise the site’s default to a level that the space may use', async () => {
    await save({ levelIds: [idOf('Restricted')] });
    await changeLevels(site, 'changeSiteSettings', { lowering: 'allowed', defaultLevel: at('Public') });
    expect((await settings()).current.defaultLevel).toEqual(at('Restricted'));
    const { key } = await site.createKey();
    await setLevel(DEMO_PAGES.architecture, 'Restricted');
    const reset = await site.rest('POST', `/v1/page-level/by-page/${DEMO_PAGES.architecture}/reset`, {
      key,
      body: { justification: 'Reviewed.' },
    });
    expect(reset.status).toBeLessThan(300);
    const { body } = await site.rest('GET', `/v1/page-level/by-page/${DEMO_PAGES.architecture}`, { key });
    expect(body.levelName).toBe('Restricted');
  });

  it('of another admin in the meantime are shown and kept', async () => {
    const { revision } = await settings();
    await save({ lowering: 'forbidden' }, { spaceKey: 'ENG', as: ADMIN2.email });
    const late = await done(site, 'saveSpaceSettings', { revision, isOff: true }, inEng);
    expect(late).toMatchObject({ outcome: 'conflict', settings: { own: { lowering: 'forbidden' } } });
    expect((await settings()).own).toEqual({ lowering: 'forbidden' });
  });

  it('are saved for one of two writers at once, and the other gets the conflict; other spaces are no conflict', async () => {
    const [mine, other] = [await settings(), await settings({ spaceKey: 'OPEN', as: ADMIN.email })];
    const results = await Promise.all([
      done(site, 'saveSpaceSettings', { revision: mine.revision, lowering: 'forbidden' }, inEng),
      done(site, 'saveSpaceSettings', { revision: mine.revision, isOff: true }, { spaceKey: 'ENG', as: ADMIN.email }),
      done(site, 'saveSpaceSettings', { revision: other.revision, isOff: true }, { spaceKey: 'OPEN', as: ADMIN.email }),
    ]);
    const outcomes = results.map((one) => ('outcome' in one ? one.outcome : one.state));
    expect(outcomes.slice(0, 2).sort()).toEqual(['conflict', 'saved']);
    expect(outcomes[2]).toBe('saved');
    expect(rowsOf(site, 'audit').filter(({ value }) => value['type'] === 'space-settings.updated')).toHaveLength(2);
  });

  it('are not written by a person who is no longer a space admin, also after a lost race', async () => {
    const { revision } = await settings();
    let races = 0;
    beforeCall = async ({ path }) => {
      if (!path.includes('transaction') || races > 0) return undefined;
      races += 1;
      // Another change of the levels wins, and the person is no longer an admin of the space.
      await changeLevels(site, 'changeDelegated', { delegated: [...EVERYTHING].reverse().slice(1) });
      beforeCall = ({ path: asked }) =>
        asked.endsWith('/operations')
          ? Response.json({ operations: [{ operation: 'read', targetType: 'space' }] })
          : undefined;
      return undefined;
    };
    expect(await done(site, 'saveSpaceSettings', { revision, isOff: true }, inEng)).toEqual({ state: 'not-admin' });
    expect(rowsOf(site, 'audit').filter(({ value }) => value['type'] === 'space-settings.updated')).toEqual([]);
  });

  it.each(['operations', 'transaction', 'get'])('change nothing if %s fails', async (part) => {
    const { revision } = await settings();
    const before = everythingStored(site);
    beforeCall = ({ path }) => (path.includes(part) ? new Response('{}', { status: 503 }) : undefined);
    const result = await call(site, 'saveSpaceSettings', { revision, isOff: true }, inEng);
    expect(result).toMatchObject({ ok: false, error: { code: expect.stringMatching(/UNAVAILABLE/) } });
    expect(everythingStored(site)).toEqual(before);
  });
});

it('an archived level of the site is not offered', async () => {
  await archiveLevels(site, ['Public']);
  expect((await settings()).site.levels.map(({ name }) => name)).not.toContain('Public');
});
