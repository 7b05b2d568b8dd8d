import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import type { Intercept } from '../../local/forge/platform-calls';
import { siteAri } from '../../local/forge/runtime';
import { defaultLevels } from '../../src/classification/default-levels';
import { levelNamed } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { putRow, rowsOf } from '../support/stored-rows';
import { aPage, expectOk } from '../support/wiki-pages';

/** An import of many pages leaves storage to people, and nothing of it is lost (docs/adr/0101). */

const CARD = '4539 1488 0343 6467';

let nowMs: number;
let limits: string;
let units: { read: number; written: number };
let site: Site;
afterEach(() => site.close());

const counting: Intercept = async ({ target, path, body = '' }, proceed) => {
  const response = await proceed();
  const isRead = /\/(?:get|query)$/.test(path);
  const bytes = isRead ? (await response.clone().text()).length : body.length;
  if (target === 'kvs') units[isRead ? 'read' : 'written'] += Math.max(1, Math.ceil(bytes / 10_000));
  return response;
};

async function open(rateLimits: object, meter: NonNullable<Parameters<typeof openSite>[0]>['meter']): Promise<void> {
  nowMs = Date.parse('2026-11-21T10:00:00.000Z');
  limits = JSON.stringify(rateLimits);
  units = { read: 0, written: 0 };
  site = openSite({
    meter,
    queryLagMs: 0,
    now: () => new Date(nowMs),
    rateLimits: () => limits,
    intercept: counting,
  });
}

async function setDefault(): Promise<void> {
  const levels = defaultLevels(siteAri(site.host.installation));
  const settings = { lowering: 'allowed', defaultLevel: { levelId: idOf('Internal') }, schemes: [], spaces: {} };
  await putRow(site, 'config', 'levels', { v: 1, rev: 1, value: { levels, settings } });
}

const idOf = (name: Parameters<typeof levelNamed>[1]) => levelNamed(site, name).levelId;
const levelOf = (pageId: string) => rowsOf(site, 'page-level').find(({ key }) => key === pageId)?.value['levelId'];
/** The number of Confluence's events that are not handled. */
const left = () => site.host.background.pending().filter(({ kind }) => kind === 'product').length;
const settle = () => site.host.background.settle();

async function copy(pageId: string): Promise<string> {
  const body = { destination: { type: 'space', value: 'OPEN' }, pageTitle: `Copy ${crypto.randomUUID()}` };
  return ((await expectOk(site.wiki('POST', `/rest/api/content/${pageId}/copy`, body))) as { id: string }).id;
}

it('a new page costs the units of storage that the room for page events is made for', async () => {
  await open({}, 'on');
  const unitsOf = async (text: string) => {
    units = { read: 0, written: 0 };
    await aPage(site, { text });
    for (let steps = 0; steps < 3; steps += 1) {
      await settle();
      nowMs += 10_000;
    }
    return units;
  };
  await unitsOf('The first one also writes rows of the site.');
  expect(await unitsOf('Text.')).toEqual({ read: 14, written: 6 });
  expect(await unitsOf(`Card number ${CARD}`)).toEqual({ read: 15, written: 6 });
  await setDefault();
  await unitsOf('The first one with a level registers the app.');
  expect(await unitsOf('Text.')).toEqual({ read: 15, written: 8 });
});

it('during an import, people and keys are served, and afterwards each page is as if it had come alone', async () => {
  // An eighth of the platform, and of the room for page events.
  await open({ host: 100_000, 'page-event': 6 }, { readUnitsPerMinute: 500, writeUnitsPerMinute: 500 });
  await setDefault();
  const { key } = await site.createKey();
  const original = await aPage(site, { spaceId: DEMO_SPACES.OPEN });
  await settle();
  nowMs += 60_000;
  const set = (pageId: string, levelId: string) =>
    site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId } });
  expect((await set(original, idOf('Restricted'))).status).toBe(201);

  const plain: string[] = [];
  for (let n = 0; n < 60; n += 1)
    plain.push(await aPage(site, { text: n % 10 === 0 ? `Card number ${CARD}` : 'Text.' }));
  const copies: string[] = [];
  for (let n = 0; n < 10; n += 1) copies.push(await copy(original));
  for (let steps = 0; steps < 400 && left() > 0; steps += 1) {
    await settle();
    nowMs += 10_000;
    if (steps % 3 > 0) continue;
    const { status } = await set(DEMO_PAGES.engHome, idOf(steps % 2 === 0 ? 'Public' : 'Internal'));
    const read = await site.rest('GET', `/v1/page-level/by-page/${DEMO_PAGES.engHome}`, { key });
    const opened = await site.surface('level-byline', 'openPopup', {}, { pageId: DEMO_PAGES.engHome });
    expect([steps, status < 300, read.status, opened.ok]).toEqual([steps, true, 200, true]);
  }
  expect(left()).toBe(0);
  for (let minutes = 0; minutes < 10; minutes += 1) {
    nowMs += 60_000;
    await settle();
  }
  expect(plain.map(levelOf)).toEqual(plain.map(() => idOf('Internal')));
  expect(copies.map(levelOf)).toEqual(copies.map(() => idOf('Restricted')));
  const imported = [...plain, ...copies];
  const scans = new Map(rowsOf(site, 'page-scan').map(({ key: pageId, value }) => [pageId, value['state']]));
  expect(imported.filter((pageId) => scans.get(pageId) !== 'complete')).toEqual([]);
  const withFindings = rowsOf(site, 'detection').map(({ value }) => value['pageId']);
  expect(withFindings.toSorted()).toEqual(plain.filter((_page, n) => n % 10 === 0).toSorted());
  const mirrored = new Set(rowsOf(site, 'page-mirror').map(({ key: pageId }) => pageId));
  expect(imported.filter((pageId) => !mirrored.has(pageId))).toEqual([]);
  const changed = rowsOf(site, 'level-change').map(({ value }) => value['pageId']);
  expect(imported.filter((pageId) => changed.filter((one) => one === pageId).length !== 1)).toEqual([]);
});

it('an event that meets no room returns after one or two minutes, and then after ten to fifteen', async () => {
  await open({ host: 1 }, 'on');
  await aPage(site);
  const waits: (readonly [number, number])[] = [
    [60_000, 120_000],
    [600_000, 900_000],
    [600_000, 900_000],
  ];
  for (const [least, most] of waits) {
    await settle();
    const [event] = site.host.background.pending().filter(({ module }) => module === 'published-pages');
    const waitMs = Date.parse(event?.dueAt ?? '') - nowMs;
    expect([waitMs, waitMs >= least && waitMs <= most]).toEqual([waitMs, true]);
    nowMs += waitMs;
  }
});

it('a copy whose event met no room at every attempt gets the level of its original on the same day', async () => {
  await open({ host: 6_000 }, 'on');
  await setDefault();
  const original = await aPage(site);
  await settle();
  await putRow(site, 'page-level', original, { ...row(original), levelId: idOf('Restricted') });
  limits = JSON.stringify({ host: 1 });
  const copied = await copy(original);
  for (let minutes = 0; minutes < 90 && left() > 0; minutes += 1) {
    await settle();
    nowMs += 60_000;
  }
  expect(levelOf(copied)).toBeUndefined();
  expect(site.host.background.pending().map(({ body }) => body['task'])).toContain('event');
  limits = '{}';
  for (let minutes = 0; minutes < 90; minutes += 1) {
    await settle();
    nowMs += 60_000;
  }
  expect(levelOf(copied)).toBe(idOf('Restricted'));
});

it('a comment that came while there was no room is scanned afterwards, because no comparison looks for it', async () => {
  await open({}, 'on');
  const pageId = await aPage(site);
  await settle();
  limits = JSON.stringify({ host: 1 });
  const comment = { pageId, body: { representation: 'storage', value: `<p>Card number ${CARD}</p>` } };
  await expectOk(site.wiki('POST', '/api/v2/footer-comments', comment));
  for (let minutes = 0; minutes < 90 && left() > 0; minutes += 1) {
    await settle();
    nowMs += 60_000;
  }
  expect(rowsOf(site, 'detection')).toEqual([]);
  limits = '{}';
  for (let minutes = 0; minutes < 90; minutes += 1) {
    await settle();
    nowMs += 60_000;
  }
  expect(rowsOf(site, 'detection').map(({ value }) => value['pageId'])).toEqual([pageId]);
});

const row = (pageId: string) => rowsOf(site, 'page-level').find(({ key }) => key === pageId)?.value ?? {};
