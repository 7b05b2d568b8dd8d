import { ADMIN, DEMO_SPACES } from '../../local/demo';
import type { Intercept } from '../../local/forge/platform-calls';
import { FAULTS } from '../support/fault-injection';
import { levelNamed, type LevelName, settle } from '../support/levels';
import {
  forge,
  MIRROR_PEPPERS,
  mirrorPages,
  mirrorState,
  propertyOf,
  pushToMirror,
  removeProperty,
} from '../support/mirror';
import { sample } from '../support/sample';
import { openSite, type Site } from '../support/site';
import { everythingStored, rowOf, rowsOf, stopScans } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, expectOk, newTitle, purge, restrict, storeLevel } from '../support/wiki-pages';

/** The consumer of the queue `mirror` writes the properties of pages, and repairs altered ones. */

let nowMs: number;
let calls: string[] = [];
let intercept: Intercept = (_call, proceed) => proceed();
let site: Site;
let key: string;
let limits = 'off';
beforeEach(async () => {
  nowMs = Date.parse('2026-11-21T10:00:00.000Z');
  intercept = (_call, proceed) => proceed();
  limits = 'off';
  site = openSite({
    queryLagMs: 0,
    now: () => new Date(nowMs),
    peppers: () => MIRROR_PEPPERS,
    rateLimits: () => limits,
    intercept: (call, proceed) => {
      if (call.target === 'confluence') calls.push(`${call.method} ${call.path.replace(/\d+/g, 'N')}`);
      return intercept(call, proceed);
    },
  });
  await stopScans(site);
  ({ key } = await site.createKey());
});
afterEach(() => site.close());

async function setLevel(pageId: string, name: LevelName): Promise<void> {
  nowMs += 1_000;
  const body = { pageId, levelId: levelNamed(site, name).levelId };
  expect((await site.rest('POST', '/v1/page-level', { key, body })).status).toBe(201);
}

async function classifiedPage(name: LevelName = 'Restricted'): Promise<string> {
  const pageId = await aPage(site);
  await site.host.background.settle();
  await setLevel(pageId, name);
  return pageId;
}

/** An editor forges the property of a page, and edits the page. @returns the event of the edit, which is the only one */
async function editForgedPage(value = '') {
  const pageId = await classifiedPage();
  await mirrorPages(site, [pageId]);
  await forge(site, pageId, { title: 'Public' });
  const { background } = site.host;
  for (const { id } of background.pending()) background.lose(id);
  const body = { representation: 'storage', value };
  const page = { id: pageId, status: 'current', title: newTitle(), version: { number: 2 }, body };
  await expectOk(site.wiki('PUT', `/api/v2/pages/${pageId}`, page));
  const [event, ...others] = background.pending();
  expect([event?.module, others]).toEqual(['published-pages', []]);
  return { pageId, eventId: event?.id ?? '', background };
}

/** The calls of the consumer to Confluence. */
async function callsOf(run: () => Promise<void>): Promise<string[]> {
  calls = [];
  await run();
  return calls;
}

const PROPERTIES = '/wiki/api/vN/pages/N/properties';
const READ = `GET ${PROPERTIES}?key=pgcls_level`;
const CREATE = `POST ${PROPERTIES}`;
const UPDATE = `PUT ${PROPERTIES}/N`;
const repairs = () => rowsOf(site, 'audit').filter(({ value }) => value['type'] === 'page.mirror.repaired');

it('the mirror creates the property, changes it when the level changes, and makes no call if nothing changed', async () => {
  const pageId = await classifiedPage();
  expect(await callsOf(() => mirrorPages(site, [pageId]))).toEqual([CREATE]);
  expect((await propertyOf(site, pageId))?.value).toMatchObject({ title: 'Restricted', rank: 3, rev: 1, pageId });
  expect(await callsOf(() => mirrorPages(site, [pageId]))).toEqual([]);
  await setLevel(pageId, 'Public');
  expect(await callsOf(() => mirrorPages(site, [pageId]))).toEqual([UPDATE]);
  expect(await mirrorState(site, pageId)).toBe('current');
  expect((await propertyOf(site, pageId))?.version.number).toBe(2);
  expect(repairs()).toEqual([]);
});

it('the mirror says that a page without a level is not classified', async () => {
  const pageId = await aPage(site);
  await mirrorPages(site, [pageId]);
  expect((await propertyOf(site, pageId))?.value).toMatchObject({ title: 'Not classified', rev: 0 });
});

it('the mirror says that a page is not classified after its level was cleared', async () => {
  const pageId = await classifiedPage();
  await mirrorPages(site, [pageId]);
  expect((await site.rest('DELETE', `/v1/page-level/by-page/${pageId}`, { key })).status).toBe(204);
  await mirrorPages(site, [pageId]);
  expect(await mirrorState(site, pageId)).toBe('current');
  expect((await propertyOf(site, pageId))?.value).toMatchObject({ title: 'Not classified', rev: 2 });
});

it('the mirror shows no level in a space where classification is off, with or without a level', async () => {
  const pages = [await classifiedPage(), await aPage(site)];
  const surfaces = { byline: true, banner: true, menus: true, bylineNames: 'site', peopleMayExclude: false };
  await settle(site, { surfaces: { ...surfaces, peopleMayRedact: false, offSpaceIds: [DEMO_SPACES.ENG] } });
  await mirrorPages(site, pages);
  for (const pageId of pages) {
    const value = (await propertyOf(site, pageId))?.value;
    expect(value).toMatchObject({ title: 'Classification', banner: 'false' });
    expect(value).not.toHaveProperty('levelKey');
  }
});

describe('a property that is not from the app', () => {
  it('is replaced before the first write, and recorded', async () => {
    const pageId = await classifiedPage();
    await forge(site, pageId, { title: 'Public', rank: 1 });
    expect(await callsOf(() => mirrorPages(site, [pageId]))).toEqual([CREATE, READ, UPDATE]);
    expect(await mirrorState(site, pageId)).toBe('current');
    expect(repairs().map(({ value }) => value['subject'])).toEqual([`page:${pageId}`]);
  });

  it.each([
    ['forged', (pageId: string) => forge(site, pageId, { title: 'Public', pageId, rank: 1, mac: 'x' })],
    ['of any shape', (pageId: string) => forge(site, pageId, [[['text']]])],
    ['deleted', (pageId: string) => removeProperty(site, pageId)],
    [
      'copied from another page',
      async (pageId: string) => {
        const other = await classifiedPage('Public');
        await mirrorPages(site, [other]);
        await forge(site, pageId, (await propertyOf(site, other))?.value);
      },
    ],
    [
      'an older one of the page',
      async (pageId: string) => {
        const old = (await propertyOf(site, pageId))?.value;
        await setLevel(pageId, 'Highly Restricted');
        await mirrorPages(site, [pageId]);
        await forge(site, pageId, old);
      },
    ],
  ])('is repaired and recorded when it is verified: %s', async (_name, alter) => {
    const pageId = await classifiedPage();
    await mirrorPages(site, [pageId]);
    await alter(pageId);
    expect(await mirrorState(site, pageId)).not.toBe('current');
    await mirrorPages(site, [pageId], true);
    expect(await mirrorState(site, pageId)).toBe('current');
    expect(repairs().map(({ value }) => [value['subject'], value['actorType']])).toEqual([
      [`page:${pageId}`, 'system'],
    ]);
    expect(await callsOf(() => mirrorPages(site, [pageId], true))).toEqual([READ]);
  });

  it.each([
    ['at once', false],
    ['from the queue if Confluence fails', true],
  ])('is repaired when the page is edited, %s', async (_name, fails) => {
    const { pageId, eventId, background } = await editForgedPage();
    if (fails)
      intercept = (call, proceed) =>
        call.path.includes('/properties') ? Promise.resolve(new Response('', { status: 500 })) : proceed();
    await background.deliver(eventId);
    const isInQueue = background.pending().some(({ module }) => module === 'mirror-consumer');
    expect([await mirrorState(site, pageId), isInQueue]).toEqual([fails ? 'differs' : 'current', fails]);
    intercept = (_call, proceed) => proceed();
    nowMs += 60_000;
    await background.settle();
    expect(await mirrorState(site, pageId)).toBe('current');
  });

  it('of a page whose scan raises the level is written, also if the check of the property has no room', async () => {
    const { rev, regions, minConfidence, targets } = (await site.admin('getDetection', {})).value;
    const { levelId } = levelNamed(site, 'Highly Restricted');
    const triggers = { onPublish: true, schedule: 'off' };
    const rules = [{ severity: 'low', levelId }];
    const saved = await site.admin('changeSiteDetection', { rev, regions, minConfidence, targets, triggers, rules });
    expect(saved).toMatchObject({ ok: true });
    const { pageId, eventId, background } = await editForgedPage('<p>Card number 4539 1488 0343 6467.</p>');
    intercept = (call, proceed) =>
      call.path.includes('/properties')
        ? Promise.resolve(new Response('', { status: 429, headers: { 'Retry-After': '60' } }))
        : proceed();
    await background.deliver(eventId);
    const mirrored = background.pending().filter(({ module }) => module === 'mirror-consumer');
    expect(mirrored.map(({ body }) => body['pageIds'])).toEqual([pageId]);
    expect(rowsOf(site, 'level-change')).toHaveLength(2);
  });

  it('stays, and no row is written, while an event of the page has no room', async () => {
    const { pageId, eventId, background } = await editForgedPage();
    limits = JSON.stringify({ host: 1 });
    const before = everythingStored(site);
    await background.deliver(eventId);
    expect([everythingStored(site), background.pending().map(({ module }) => module)]).toEqual([
      before,
      ['published-pages'],
    ]);
    limits = 'off';
    nowMs += 3_600_000;
    await background.settle();
    expect(await mirrorState(site, pageId)).toBe('current');
  });

  it('is repaired each time, and recorded once an hour', async () => {
    const pageId = await classifiedPage();
    await mirrorPages(site, [pageId]);
    for (const minutes of [0, 10, 49, 2]) {
      nowMs += minutes * 60_000;
      await forge(site, pageId, { title: 'Public' });
      await mirrorPages(site, [pageId], true);
      expect(await mirrorState(site, pageId)).toBe('current');
    }
    expect(repairs()).toHaveLength(2);
  });

  it('is not recorded if it came with a copy of a page', async () => {
    const original = await classifiedPage();
    await mirrorPages(site, [original]);
    const copy = await aPage(site);
    await forge(site, copy, (await propertyOf(site, original))?.value);
    await mirrorPages(site, [copy]);
    expect((await propertyOf(site, copy))?.value).toMatchObject({ title: 'Not classified', pageId: copy });
    expect(repairs()).toEqual([]);
  });
});

it('the mirror does not write pages that the app cannot see or edit, until it can', async () => {
  const pageId = await classifiedPage();
  await restrict(site, pageId, 'read', [ADMIN.accountId]);
  await mirrorPages(site, [pageId]);
  expect(await propertyOf(site, pageId)).toBeUndefined();
  expect(rowOf(site, 'page-mirror', pageId)).toMatchObject({ data: { pageRev: 1, isClassified: true } });
  await restrict(site, pageId, 'read', ADMIN_AND_APP);
  await mirrorPages(site, [pageId]);
  expect(await mirrorState(site, pageId)).toBe('current');
});

it('the mirror forgets a deleted page after a while', async () => {
  const pageId = await classifiedPage();
  await mirrorPages(site, [pageId]);
  await purge(site, pageId);
  await site.host.background.settle();
  await mirrorPages(site, [pageId]);
  nowMs += 40 * 86_400_000;
  const rows = rowsOf(site, 'page-mirror').filter(
    ({ value }) => (value['data'] as { hash?: string }).hash !== undefined,
  );
  expect(rows).toEqual([]);
});

it('the mirror writes 25 pages with one batch of reads and one transaction', async () => {
  const pages: string[] = [];
  for (let count = 0; count < 25; count += 1) {
    const pageId = await aPage(site);
    // Without the event of a change.
    await storeLevel(site, pageId, levelNamed(site, 'Restricted').levelId);
    pages.push(pageId);
  }
  await site.host.background.settle();
  const storage: string[] = [];
  intercept = (call, proceed) => {
    if (call.target === 'kvs') storage.push(call.path);
    return proceed();
  };
  calls = [];
  await mirrorPages(site, pages);
  expect(calls).toEqual(pages.map(() => CREATE));
  expect(storage.filter((path) => path.includes('transaction'))).toHaveLength(2);
  // The first property of a site takes some reads more.
  expect(storage.length).toBeLessThanOrEqual(12);
  for (const pageId of pages) expect(await mirrorState(site, pageId)).toBe('current');
});

it('the mirror never leaves an older level over a newer one when events run at the same time as changes', async () => {
  const pageId = await classifiedPage();
  const names: readonly LevelName[] = ['Public', 'Internal', 'Restricted', 'Highly Restricted'];
  for (let round = 0; round < 12; round += 1) {
    let turn = round;
    intercept = async (_call, proceed) => {
      turn = (turn * 7 + 3) % 11;
      for (let wait = 0; wait < turn; wait += 1) await new Promise(setImmediate);
      return proceed();
    };
    for (let event = 0; event < 3; event += 1)
      pushToMirror(site, { task: 'pages', pageIds: pageId, ...(event === 1 ? { verify: 'true' } : {}) });
    const events = site.host.background.pending().filter(({ module }) => module === 'mirror-consumer');
    await Promise.all([
      setLevel(pageId, names[round % names.length] ?? 'Public'),
      ...events.map(({ id }) => site.host.background.deliver(id)),
    ]);
    intercept = (_call, proceed) => proceed();
    await mirrorPages(site, [pageId]);
    nowMs += 3_600_000;
    await site.host.background.settle();
    expect({ round, state: await mirrorState(site, pageId) }).toEqual({ round, state: 'current' });
  }
  expect(repairs()).toEqual([]);
});

describe('a fault in any call', () => {
  const KINDS = ['429', '409', '400', '500', '200 with half a body', 'connection lost'];
  // A false success of storage cannot be detected.
  const faults = FAULTS.filter(
    ({ name, response, effect }) =>
      KINDS.some((kind) => name.startsWith(`${kind},`)) && (response !== 'garbage' || effect),
  );

  /** Runs an event with a fault in one call, and its retries. @returns if there was such a call */
  async function breakCall(pageIds: readonly string[], at: number, fault: (typeof faults)[number]): Promise<boolean> {
    let count = 0;
    intercept = (call, proceed) => {
      count += 1;
      return count === at ? fault.answer(call, proceed) : proceed();
    };
    await mirrorPages(site, pageIds, true);
    intercept = (_call, proceed) => proceed();
    nowMs += 120_000;
    await site.host.background.settle();
    return count >= at;
  }

  it('is retried until the properties are current, and a forged one is recorded once', async () => {
    const wrong: unknown[] = [];
    for (const fault of sample(faults, 3)) {
      for (let at = 1; at < 30; at += 1) {
        const pages = [await classifiedPage(), await classifiedPage()];
        await mirrorPages(site, [pages[0] ?? '']);
        await forge(site, pages[0] ?? '', { title: 'Public' });
        const before = repairs().length;
        const isBroken = await breakCall(pages, at, fault);
        const states = [];
        for (const pageId of pages) states.push(await mirrorState(site, pageId));
        const recorded = repairs().length - before;
        const isRight = states.every((state) => state === 'current') && recorded === 1;
        if (!isRight) wrong.push({ at, fault: fault.name, states, recorded });
        if (!isBroken) break;
      }
    }
    expect(wrong).toEqual([]);
  });
});
