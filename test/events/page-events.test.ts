import fc from 'fast-check';
import { ADMIN, DEMO_SPACES } from '../../local/demo';
import { SYSTEM } from '../../src/audit/event';
import { defaultLevels } from '../../src/classification/default-levels';
import { siteAri } from '../../local/forge/runtime';
import { levelNamed, type LevelName } from '../support/levels';
import { expectWhole, truthOf } from '../support/page-truth';
import { openSite, type Site, type SiteOptions } from '../support/site';
import { putRow, rowsOf } from '../support/stored-rows';
import { ADMIN_AND_APP, aFolder, aPage, archive, expectOk, move, purge, restrict, trash } from '../support/wiki-pages';

/** Page events correct the stored records, for any delay, number and order of the events. */

let nowMs: number;
const open: Site[] = [];
function newSite(options: SiteOptions = {}): Site {
  const site = openSite({ queryLagMs: 0, now: () => new Date(nowMs), ...options });
  open.push(site);
  return site;
}
beforeEach(() => {
  nowMs = Date.parse('2026-11-21T10:00:00.000Z');
});
afterEach(() => open.splice(0).forEach((site) => site.close()));

const idOf = (site: Site, name: LevelName) => levelNamed(site, name).levelId;
const SCHEME_ID = '11111111-2222-4333-8444-555555555555';

interface Settings {
  readonly site?: LevelName;
  readonly spaces?: Readonly<Partial<Record<keyof typeof DEMO_SPACES, LevelName>>>;
  /** The levels that the space OPEN may use. */
  readonly open?: readonly LevelName[];
}

/** Stores default levels and a scheme, bypassing the admin area. */
async function settleSettings(site: Site, { site: ofSite, spaces = {}, open: usable }: Settings): Promise<void> {
  const level = (name: LevelName) => ({ levelId: idOf(site, name) });
  const ofSpaces = Object.fromEntries(
    Object.entries(spaces).map(([key, name]) => [
      DEMO_SPACES[key as keyof typeof DEMO_SPACES],
      { defaultLevel: level(name) },
    ]),
  );
  const ofOpen = { ...ofSpaces[DEMO_SPACES.OPEN], schemeId: SCHEME_ID };
  const settings = {
    lowering: 'allowed',
    ...(ofSite === undefined ? {} : { defaultLevel: level(ofSite) }),
    schemes:
      usable === undefined
        ? []
        : [{ schemeId: SCHEME_ID, name: 'Open', levelIds: usable.map((name) => idOf(site, name)) }],
    spaces: usable === undefined ? ofSpaces : { ...ofSpaces, [DEMO_SPACES.OPEN]: ofOpen },
  };
  const levels = defaultLevels(siteAri(site.host.installation));
  await putRow(site, 'config', 'levels', { v: 1, rev: 1, value: { levels, settings } });
}

const handleEvents = (site: Site) => site.host.background.settle();

/** The name of the level of a page. */
function levelOf(site: Site, pageId: string): string | undefined {
  const { record } = truthOf(site.host, pageId);
  const names: readonly LevelName[] = ['Highly Restricted', 'Restricted', 'Internal', 'Public'];
  return names.find((name) => idOf(site, name) === record?.levelId);
}

async function setLevel(site: Site, pageId: string, name: LevelName): Promise<void> {
  const { key } = await site.createKey();
  const answer = await site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId: idOf(site, name) } });
  expect(answer.status).toBe(201);
}

async function copy(site: Site, pageId: string): Promise<string> {
  const body = { destination: { type: 'space', value: 'OPEN' }, pageTitle: `Copy ${crypto.randomUUID()}` };
  const made = (await expectOk(site.wiki('POST', `/rest/api/content/${pageId}/copy`, body))) as { id: string };
  return made.id;
}

const auditOf = (site: Site, type: string) => rowsOf(site, 'audit').filter(({ value }) => value.type === type);

describe('a new page', () => {
  it.each([
    ['of the site', { site: 'Internal' }, 'Internal'],
    ['of its space', { site: 'Internal', spaces: { ENG: 'Restricted' } }, 'Restricted'],
    ['of none', {}, undefined],
  ] as const)('gets the default level %s, once, by the app', async (_name, settings, expected) => {
    const site = newSite();
    await settleSettings(site, settings);
    const pageId = await aPage(site);
    const [event] = site.host.background.pending();
    await handleEvents(site);
    await site.host.background.deliver(event?.id ?? '');
    const truth = truthOf(site.host, pageId);
    expectWhole(truth);
    expect(levelOf(site, pageId)).toBe(expected);
    expect(truth.history).toHaveLength(expected === undefined ? 0 : 1);
    if (expected !== undefined) expect(truth.record).toMatchObject({ classifierId: SYSTEM, method: 'DEFAULT' });
  });

  it('keeps a level that a user set before the event, including a less sensitive one', async () => {
    const site = newSite();
    await settleSettings(site, { site: 'Restricted' });
    const pageId = await aPage(site);
    await setLevel(site, pageId, 'Public');
    await handleEvents(site);
    expect(levelOf(site, pageId)).toBe('Public');
  });

  it('gets no level long after its creation, so that old pages stay unchanged', async () => {
    const site = newSite();
    const pageId = await aPage(site);
    await handleEvents(site);
    await settleSettings(site, { site: 'Internal' });
    nowMs += 3 * 86_400_000;
    await archive(site, pageId);
    await handleEvents(site);
    expect(levelOf(site, pageId)).toBeUndefined();
  });

  it('that the app cannot see is recorded once as not inspected', async () => {
    const site = newSite();
    await settleSettings(site, { site: 'Internal' });
    const pageId = await aPage(site);
    const [event] = site.host.background.pending();
    await restrict(site, pageId, 'read', [ADMIN.accountId]);
    await handleEvents(site);
    await site.host.background.deliver(event?.id ?? '');
    expect(truthOf(site.host, pageId).record).toBeUndefined();
    expect(auditOf(site, 'page.not-inspected').map(({ value }) => value.subject)).toEqual([`page:${pageId}`]);
    // The next event is handled while the page is visible.
    await restrict(site, pageId, 'read', ADMIN_AND_APP);
    await handleEvents(site);
    expect(levelOf(site, pageId)).toBe('Internal');
  });
});

describe('a copied page', () => {
  it.each([
    ['Restricted', 'Internal', 'Restricted'],
    ['Public', 'Internal', 'Internal'],
    ['Highly Restricted', undefined, 'Highly Restricted'],
  ] as const)('from %s into a space of %s gets %s', async (source, standard, expected) => {
    const site = newSite();
    await settleSettings(site, standard === undefined ? {} : { spaces: { OPEN: standard } });
    const original = await aPage(site);
    await handleEvents(site);
    await setLevel(site, original, source);
    const pageId = await copy(site, original);
    await handleEvents(site);
    expect(levelOf(site, pageId)).toBe(expected);
    expectWhole(truthOf(site.host, pageId));
  });

  it("gets the original's more sensitive level after the app set the default, but not after a user set one", async () => {
    const site = newSite();
    await settleSettings(site, { site: 'Internal' });
    const original = await aPage(site);
    await handleEvents(site);
    await setLevel(site, original, 'Restricted');
    const [first, second] = [await copy(site, original), await copy(site, original)];
    const events = site.host.background.pending();
    await setLevel(site, second, 'Public');
    // As if the page were new, and the event of the copy arrived later.
    site.host.background.publish({ ...(events[0]?.body as object), eventType: 'avi:confluence:created:page' });
    const created = site.host.background
      .pending()
      .filter(({ module }) => module === 'pages-and-spaces')
      .at(-1);
    await site.host.background.deliver(created?.id ?? '');
    expect(levelOf(site, first)).toBe('Internal');
    await handleEvents(site);
    expect([levelOf(site, first), levelOf(site, second)]).toEqual(['Restricted', 'Public']);
  });

  it('gets the nearest more sensitive level if its space may not use that of the original', async () => {
    const site = newSite();
    await settleSettings(site, { open: ['Highly Restricted', 'Internal'] });
    const original = await aPage(site);
    await setLevel(site, original, 'Restricted');
    const pageId = await copy(site, original);
    await handleEvents(site);
    expect(levelOf(site, pageId)).toBe('Highly Restricted');
  });
});

describe('a page that is moved to another space', () => {
  it('keeps its level, and its record gets the new space', async () => {
    const site = newSite();
    const pageId = await aPage(site);
    await setLevel(site, pageId, 'Restricted');
    const before = truthOf(site.host, pageId);
    await move(site, pageId, 'OPEN');
    await handleEvents(site);
    const after = truthOf(site.host, pageId);
    expect(after.record).toEqual({ ...before.record, spaceId: DEMO_SPACES.OPEN });
    expect(after.history).toEqual(before.history);
    expect(auditOf(site, 'page.moved')).toHaveLength(1);
  });

  it.each([
    [['Highly Restricted', 'Internal', 'Public'], 'Highly Restricted'],
    [['Highly Restricted', 'Restricted'], 'Restricted'],
    [['Internal', 'Public'], 'Restricted'],
  ] as const)('never gets a less sensitive level: a space that may use %j', async (usable, expected) => {
    const site = newSite();
    await settleSettings(site, { open: usable });
    const pageId = await aPage(site);
    await setLevel(site, pageId, 'Restricted');
    await move(site, pageId, 'OPEN');
    const [event] = site.host.background.pending().filter(({ body }) => String(body['eventType']).includes('moved'));
    await handleEvents(site);
    await site.host.background.deliver(event?.id ?? '');
    expect(levelOf(site, pageId)).toBe(expected);
    expect(truthOf(site.host, pageId).record?.spaceId).toBe(DEMO_SPACES.OPEN);
    expectWhole(truthOf(site.host, pageId));
    const kept = auditOf(site, 'page.moved').filter(({ value }) => 'justification' in (value.details as object));
    expect(kept).toHaveLength(expected === 'Restricted' && !usable.some((name) => name === 'Restricted') ? 1 : 0);
  });

  it('moves with its descendants, also those in folders, and so do the pages in a folder', async () => {
    const site = newSite();
    const top = await aPage(site);
    const first = await aPage(site, { parentId: top });
    const folder = await aFolder(site, first);
    const inFolder = await aPage(site, { parentId: await aFolder(site, folder) });
    const below = [first, inFolder, await aPage(site, { parentId: inFolder })];
    for (const pageId of below) await setLevel(site, pageId, 'Internal');
    const spaces = () => below.map((pageId) => truthOf(site.host, pageId).record?.spaceId);
    await move(site, top, 'OPEN');
    await handleEvents(site);
    expect(spaces()).toEqual([DEMO_SPACES.OPEN, DEMO_SPACES.OPEN, DEMO_SPACES.OPEN]);
    await move(site, folder, 'HR');
    await handleEvents(site);
    expect(spaces()).toEqual([DEMO_SPACES.OPEN, DEMO_SPACES.HR, DEMO_SPACES.HR]);
  });
});

describe('a page that is removed', () => {
  it('keeps its record in the archive and in the trash, and when it is restored', async () => {
    const site = newSite();
    const pageId = await aPage(site);
    await setLevel(site, pageId, 'Restricted');
    const { record } = truthOf(site.host, pageId);
    await archive(site, pageId);
    await handleEvents(site);
    await trash(site, pageId);
    await handleEvents(site);
    expect(truthOf(site.host, pageId).record).toEqual(record);
  });

  it('loses its record when it is permanently deleted; history and audit log stay', async () => {
    const site = newSite();
    const pageId = await aPage(site);
    await setLevel(site, pageId, 'Restricted');
    await purge(site, pageId);
    const events = site.host.background.pending();
    await handleEvents(site);
    for (const { id } of events) await site.host.background.deliver(id);
    const truth = truthOf(site.host, pageId);
    expect(truth.record).not.toHaveProperty('levelId');
    expect(truth.history.map(({ levelId, classifierId }) => [levelId, classifierId === SYSTEM])).toEqual([
      [idOf(site, 'Restricted'), false],
      [undefined, true],
    ]);
    expectWhole(truth);
    expect(rowsOf(site, 'audit').map(({ value }) => value['type'])).toContain('page.level.removed');
  });

  it('keeps everything while the app sees it, or if it only became invisible', async () => {
    const site = newSite();
    const [seen, hidden] = [await aPage(site), await aPage(site)];
    for (const pageId of [seen, hidden]) await setLevel(site, pageId, 'Restricted');
    await handleEvents(site);
    const content = (id: string) => ({ id, space: { id: Number(DEMO_SPACES.ENG) } });
    site.host.background.publish({ eventType: 'avi:confluence:deleted:page', content: content(seen) });
    await restrict(site, hidden, 'read', [ADMIN.accountId]);
    for (const name of ['trashed', 'moved', 'archived', 'restored', 'permissions_updated', 'created']) {
      site.host.background.publish({ eventType: `avi:confluence:${name}:page`, content: content(hidden) });
    }
    await handleEvents(site);
    expect([levelOf(site, seen), levelOf(site, hidden)]).toEqual(['Restricted', 'Restricted']);
  });
});

describe('a deleted space', () => {
  it('removes the records of its pages, but not those of pages that may be elsewhere', async () => {
    const site = newSite();
    const made = (await expectOk(site.wiki('POST', '/rest/api/space', { key: 'GONE', name: 'Gone' }))) as {
      id: number;
    };
    const spaceId = String(made.id);
    const pages: string[] = [];
    for (let index = 0; index < 5; index += 1) pages.push(await aPage(site, { spaceId }));
    const [moved = '', movedWhileHidden = '', ...inside] = pages;
    for (const pageId of pages) await setLevel(site, pageId, 'Restricted');
    await handleEvents(site);
    await move(site, moved, 'OPEN');
    await move(site, movedWhileHidden, 'OPEN');
    await restrict(site, movedWhileHidden, 'read', [ADMIN.accountId]);
    await handleEvents(site);
    await expectOk(site.wiki('DELETE', '/rest/api/space/GONE'));
    await handleEvents(site);
    expect(inside.map((pageId) => levelOf(site, pageId))).toEqual(inside.map(() => undefined));
    expect([levelOf(site, moved), levelOf(site, movedWhileHidden)]).toEqual(['Restricted', 'Restricted']);
    // A key of that space already finds it, because Confluence returns its space to the creator.
    const { key } = await site.createKey({ spaceLimit: [DEMO_SPACES.OPEN] });
    const listed = (await site.rest('GET', '/v1/page-level?limit=250', { key })).body.results;
    expect(listed.map((one: { pageId: string }) => one.pageId)).toContain(movedWhileHidden);
    // The page was only hidden.
    await restrict(site, movedWhileHidden, 'read', ADMIN_AND_APP);
    await handleEvents(site);
    expect(truthOf(site.host, movedWhileHidden).record?.spaceId).toBe(DEMO_SPACES.OPEN);
  });

  it('is matched by the record, not by an outdated index', async () => {
    const site = newSite({ queryLagMs: 60_000 });
    const made = (await expectOk(site.wiki('POST', '/rest/api/space', { key: 'GONE', name: 'Gone' }))) as {
      id: number;
    };
    const pageId = await aPage(site, { spaceId: String(made.id) });
    await setLevel(site, pageId, 'Restricted');
    nowMs += 61_000;
    await move(site, pageId, 'OPEN');
    await restrict(site, pageId, 'read', [ADMIN.accountId]);
    await handleEvents(site);
    await expectOk(site.wiki('DELETE', '/rest/api/space/GONE'));
    await handleEvents(site);
    expect(levelOf(site, pageId)).toBe('Restricted');
  });

  it('keeps its records while the app sees it', async () => {
    const site = newSite();
    const pageId = await aPage(site);
    await setLevel(site, pageId, 'Restricted');
    await restrict(site, pageId, 'read', [ADMIN.accountId]);
    const space = { id: Number(DEMO_SPACES.ENG) };
    site.host.background.publish({ eventType: 'avi:confluence:deleted:space:V2', space });
    await handleEvents(site);
    expect(levelOf(site, pageId)).toBe('Restricted');
  });
});

it('the page trigger leads to the same records for any order and number of events', async () => {
  const step = fc.record({
    page: fc.nat(2),
    what: fc.constantFrom('move', 'copy', 'archive', 'restrict', 'open', 'trash', 'level'),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 8 }),
      fc.array(fc.nat(40), { maxLength: 20 }),
      async (steps, order) => {
        const site = newSite();
        await settleSettings(site, { site: 'Internal', open: ['Highly Restricted', 'Internal', 'Public'] });
        const pages = [await aPage(site), await aPage(site), await aPage(site)];
        const copies: [string, string][] = [];
        for (const { page, what } of steps) {
          const pageId = pages[page] ?? '';
          nowMs += 1_000;
          const done = {
            move: () => move(site, pageId, 'OPEN'),
            copy: async () => void copies.push([await copy(site, pageId), pageId]),
            archive: () => archive(site, pageId),
            restrict: () => restrict(site, pageId, 'read', [ADMIN.accountId]),
            open: () => restrict(site, pageId, 'read', ADMIN_AND_APP),
            trash: () => trash(site, pageId),
            level: () => setLevel(site, pageId, 'Restricted'),
          }[what]();
          await done.catch(() => undefined);
        }
        const events = site.host.background.pending();
        for (const index of order) {
          const event = events[index % Math.max(1, events.length)];
          if (event !== undefined) await site.host.background.deliver(event.id);
        }
        await handleEvents(site);
        for (const pageId of [...pages, ...copies.map(([copied]) => copied)]) {
          const truth = truthOf(site.host, pageId);
          expectWhole(truth);
          const asApp = await site.host.confluence.handle(
            new Request(`http://127.0.0.1:8080/wiki/api/v2/pages/${pageId}`),
            { kind: 'app' },
          );
          const page = asApp.ok ? ((await asApp.json()) as { status: string; spaceId: string }) : undefined;
          if (page === undefined || page.status === 'trashed') continue;
          expect(truth.record?.spaceId).toBe(page.spaceId);
          expect(levelOf(site, pageId)).toBeDefined();
        }
        site.close();
        open.splice(open.indexOf(site), 1);
      },
    ),
    { numRuns: 25 },
  );
});

it.each([
  ['refused', { status: 500 }],
  ['done, and the reply lost', { after: true }],
] as const)('a write that is %s is corrected when the event is repeated', async (_name, fault) => {
  const site = newSite();
  await settleSettings(site, { site: 'Internal' });
  const pageId = await aPage(site);
  site.host.faults.add({ target: 'kvs', match: '/transaction', times: 1, ...fault });
  const [first] = await handleEvents(site);
  expect(first?.outcome).toBe('status' in fault ? 'retry' : 'done');
  nowMs += 120_000;
  await handleEvents(site);
  const truth = truthOf(site.host, pageId);
  expectWhole(truth);
  expect([levelOf(site, pageId), truth.history.length]).toEqual(['Internal', 1]);
});

it('a failure of Confluence is not a result', async () => {
  const site = newSite();
  const pageId = await aPage(site);
  await setLevel(site, pageId, 'Restricted');
  await handleEvents(site);
  await purge(site, pageId);
  site.host.faults.add({ target: 'confluence', match: `/pages/${pageId}`, status: 500, times: 10 });
  await handleEvents(site);
  expect(levelOf(site, pageId)).toBe('Restricted');
  site.host.faults.add({ target: 'confluence', times: 0 });
  nowMs += 120_000;
  await handleEvents(site);
  expect(levelOf(site, pageId)).toBeUndefined();
});

it('the page trigger takes a constant number of calls for a page, for any number of pages', async () => {
  const site = newSite();
  await settleSettings(site, { site: 'Internal' });
  for (let index = 0; index < 30; index += 1) await aPage(site);
  const invocations = await handleEvents(site);
  // The scan of the page has its own budget.
  const settled = invocations.filter(({ module }) => module === 'pages-and-spaces');
  const counts = settled.map(({ id }) => site.host.traces.find(id)?.calls.length);
  expect(new Set(counts).size).toBe(1);
  expect(counts[0]).toBeLessThanOrEqual(7);
});
