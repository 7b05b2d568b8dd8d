import { ADMIN, DEMO_SPACES } from '../../local/demo';
import type { Intercept } from '../../local/forge/platform-calls';
import { DEFAULT_CONFIG, NO_ATTACHMENT_CONTENTS } from '../../src/detection/configuration/model';
import { sample } from '../support/sample';
import { openSite, type Site } from '../support/site';
import { putRow, rowsOf, type StoredRecord } from '../support/stored-rows';
import { aBlogPost, aPage, attach, expectOk, move, newTitle, purge, restrict, trash } from '../support/wiki-pages';

/**
 * A scan of the site reads comments and attachments from lists of the whole site. It finds what a scan of each page
 * with its comments finds, on random sites, with short lists that change between two steps, and with steps that die.
 */

const VALUES = [
  'Nothing to see.',
  'My card: 4539 1488 0343 6467.',
  'Password: tr0ub4dor-3-horse.',
  'Write to jane.miller@acme-wiki.net.',
  'The key is AKIAIOSFODNN7EXAMPLQ and the card 4539 1488 0343 6467.',
  'See you at the sunshine room.',
  'The wifi password is sunshine',
];
const LIMITS: readonly (readonly [RegExp, number])[] = [
  [/^\/wiki\/api\/v2\/pages\?(?!.*\bid=)/, 5],
  [/^\/wiki\/api\/v2\/blogposts\?(?!.*\bid=)/, 2],
  [/^\/wiki\/api\/v2\/(footer-comments|inline-comments|attachments)\?/, 3],
];

let site: Site;
let key: string;
let nowMs: number;
let random: () => number;
/** The number of calls until the current step dies. */
let callsLeft = Infinity;
const never = new Promise<never>(() => undefined);

const intercept: Intercept = async ({ target, path }, proceed) => {
  callsLeft -= 1;
  if (callsLeft < 0) return never;
  const limit = target === 'confluence' ? LIMITS.find(([pattern]) => pattern.test(path))?.[1] : undefined;
  if (limit === undefined) return proceed();
  const url = new URL(path, 'http://127.0.0.1:8080');
  url.searchParams.set('limit', String(limit));
  return site.host.confluence.handle(new Request(url), { kind: 'app' });
};

function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const below = (count: number) => Math.floor(random() * count);
const pick = <T>(items: readonly [T, ...T[]] | readonly T[]): T | undefined => items[below(items.length)];
const aText = () => pick(VALUES) ?? '';

let scansFiles = false;
const configure = (onPublish: boolean) =>
  putRow(site, 'config', 'detection', {
    v: 1,
    rev: 1,
    value: {
      ...DEFAULT_CONFIG,
      attachmentContents: { ...NO_ATTACHMENT_CONTENTS, enabled: scansFiles },
      triggers: { onPublish, schedule: 'off' },
    },
  });

interface Item {
  readonly id: string;
  readonly place: 'footer' | 'inline';
  version: number;
}
let pages: string[];
let comments: Item[];
let attachments: string[];
const storage = (text: string) => ({ representation: 'storage', value: `<p>${text}</p>` });

async function comment(about: object, place: Item['place']): Promise<void> {
  const selection =
    place === 'inline' && !('parentCommentId' in about) ? { inlineCommentProperties: { textSelection: 'x' } } : {};
  const answer = await site.wiki('POST', `/api/v2/${place}-comments`, {
    ...about,
    ...selection,
    body: storage(aText()),
  });
  // Its page may be in the trash.
  if (answer.ok) comments.push({ id: ((await answer.json()) as { id: string }).id, place, version: 1 });
}

let blogPosts: string[];
/** Changes that a scan of what has changed finds. */
const ADDITIONS: readonly (() => Promise<unknown>)[] = [
  async () =>
    pages.push(await aPage(site, { text: aText(), spaceId: random() < 0.5 ? DEMO_SPACES.OPEN : DEMO_SPACES.ENG })),
  () => comment({ pageId: pick(pages) }, 'footer'),
  () => comment({ pageId: pick(pages) }, 'inline'),
  async () => {
    const parent = pick(comments);
    if (parent !== undefined) await comment({ parentCommentId: parent.id }, parent.place);
  },
  async () => {
    const parent = pick(comments);
    if (parent !== undefined) await comment({ parentCommentId: parent.id }, parent.place);
  },
  async () => blogPosts.push(await aBlogPost(site, { text: aText() })),
  () => comment({ blogPostId: pick(blogPosts) }, random() < 0.5 ? 'footer' : 'inline'),
  async () => {
    const one = pick(comments);
    if (one === undefined) return;
    const path = `/api/v2/${one.place}-comments/${one.id}`;
    const answer = await site.wiki('PUT', path, { version: { number: one.version + 1 }, body: storage(aText()) });
    if (answer.ok) one.version += 1;
  },
  async () => {
    const name = `${aText().replaceAll('/', ' ')} ${pages.length} ${attachments.length}.txt`;
    await attach(site, pick([...pages, ...blogPosts]) ?? '', name, aText(), 'POST', new Blob([aText()])).then(
      (id) => attachments.push(id),
      () => undefined,
    );
  },
  async () => {
    const isPost = random() < 0.2;
    const id = pick(isPost ? blogPosts : pages) ?? '';
    const path = `/api/v2/${isPost ? 'blogposts' : 'pages'}/${id}`;
    const { version } = (await (await site.wiki('GET', path)).json()) as {
      version?: { number: number };
    };
    const number = (version?.number ?? 0) + 1;
    await site.wiki('PUT', path, {
      id,
      status: 'current',
      title: newTitle(),
      version: { number },
      body: storage(aText()),
    });
  },
];
/** Changes that only a scan of all pages, comments and attachments finds. */
const OTHERS: readonly (() => Promise<unknown>)[] = [
  () =>
    site.wiki(
      'DELETE',
      `/api/v2/footer-comments/${pick(comments.filter(({ place }) => place === 'footer'))?.id ?? '1'}`,
    ),
  () =>
    site.wiki(
      'DELETE',
      `/api/v2/inline-comments/${pick(comments.filter(({ place }) => place === 'inline'))?.id ?? '1'}`,
    ),
  () => site.wiki('DELETE', `/api/v2/attachments/${pick(attachments) ?? '1'}`),
  () => trash(site, takePage()).catch(() => undefined),
  () => purge(site, takePage()).catch(() => undefined),
  () => site.wiki('DELETE', `/api/v2/blogposts/${pick(blogPosts) ?? '1'}`),
  () => move(site, pick(pages) ?? '', random() < 0.5 ? 'OPEN' : 'ENG').catch(() => undefined),
  () => restrict(site, pick(pages) ?? '', 'read', [ADMIN.accountId]).catch(() => undefined),
  () => restrict(site, pick(pages) ?? '', 'read', []).catch(() => undefined),
];
/** Changes that a scan of all pages of a space finds, unlike one of what has changed. */
const CHANGES_OF_A_SPACE = OTHERS.filter((_change, index) => [0, 1, 2, 6, 8].includes(index));
/** A page for good. Some are kept. */
function takePage(): string {
  return pages.length < 6 ? '1' : (pages.splice(below(pages.length), 1)[0] ?? '1');
}

async function change(count: number, kinds: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    nowMs += 1_000;
    await pick(kinds)?.();
  }
}

const later = async (ms: number) => {
  await site.host.background.settle();
  nowMs += ms;
};

/** Runs a scan. Steps die at random calls and are delivered again. @param between runs before each step */
async function scan(order: object, between: () => Promise<unknown> = () => Promise.resolve()) {
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const { scanId } = (await site.rest('POST', '/v1/detection/scan', { key, body: order, headers })).body;
  // An event stays pending if one of its deliveries died, also after another one.
  const handled = new Set<string>();
  for (let steps = 0; steps < 2_000; steps += 1) {
    const { state, pages: counted, reasons } = (await site.rest('GET', `/v1/detection/scan/${scanId}`, { key })).body;
    // The app cannot see every random page, and sometimes none that a scan of what has changed counts.
    if (!['queued', 'waiting', 'running'].includes(state))
      return state === 'partial' || (state === 'failed' && reasons?.['not-visible'] === counted) ? 'succeeded' : state;
    await between();
    const event = site.host.background.pending().find(({ id, body }) => body['scanId'] === scanId && !handled.has(id));
    if (event === undefined) throw new Error('nothing drives the scan');
    nowMs = Math.max(nowMs + 1, Date.parse(event.dueAt));
    if (random() < 0.3) {
      callsLeft = below(25);
      const dead = site.host.background.deliver(event.id);
      const idle = async () => {
        for (let turn = 0; turn < 150; turn += 1) await new Promise(setImmediate);
      };
      const ended = await Promise.race([dead.then(() => true), idle()]);
      callsLeft = Infinity;
      if (ended === true) continue;
      handled.add(event.id);
    }
    await site.host.background.deliver(event.id);
  }
  throw new Error('the scan comes to no end');
}

/** The pages and blog posts that the app sees. */
async function pagesOfApp(): Promise<readonly string[]> {
  const idsIn = async (folder: string) => {
    const url = `http://127.0.0.1:8080/wiki/api/v2/${folder}?limit=250`;
    const listed = await expectOk(site.host.confluence.handle(new Request(url), { kind: 'app' }));
    return (listed as { results: readonly { id: string }[] }).results.map(({ id }) => id);
  };
  return [...(await idsIn('pages')), ...(await idsIn('blogposts'))];
}

/** The stored rows of these pages, without the members that depend on when and how often they were scanned. */
function stored(pageIds: readonly string[]) {
  const scans = rowsOf(site, 'page-scan').filter(({ key: pageId }) => pageIds.includes(pageId));
  const findings = rowsOf(site, 'detection').filter(
    ({ value }) => value['status'] === 'open' && pageIds.includes(String(value['pageId'])),
  );
  return {
    scans: Object.fromEntries(
      scans.map(({ key: pageId, value: { data, spaceId, pageVersion, state, configHash } }) => {
        const { findingIds, reasons } = data as { findingIds: readonly string[]; reasons: readonly string[] };
        return [pageId, { spaceId, pageVersion, state, configHash, reasons, findingIds: findingIds.toSorted() }];
      }),
    ),
    findings: Object.fromEntries(findings.map(({ key: findingId, value }) => [findingId, withoutTimes(value)])),
  };
}

function withoutTimes({ rev: _rev, foundAt: _foundAt, data, ...rest }: StoredRecord) {
  const { foundInVersion: _f, pageVersion: _p, statusAt: _s, ...others } = data as StoredRecord;
  return { ...rest, data: others };
}

/** Scans each page with its comments and attachments, without any earlier result. */
async function expectSameAsPageByPage(): Promise<void> {
  await site.host.background.settle();
  const pageIds = await pagesOfApp();
  const found = stored(pageIds);
  const hidden = rowsOf(site, 'page-scan').filter(({ key: pageId }) => !pageIds.includes(pageId));
  const isOnSite = async (path: string) => (await site.wiki('GET', `/api/v2/${path}`)).status === 200;
  const inTrash = async (id: string) => (await isOnSite(`pages/${id}`)) || isOnSite(`blogposts/${id}`);
  for (const { key: pageId, value } of hidden)
    if (value['state'] !== 'not-inspected' && value['state'] !== 'gone')
      expect([pageId, await inTrash(pageId)]).toEqual([pageId, true]);
  const before = [...rowsOf(site, 'page-scan'), ...rowsOf(site, 'detection')];
  const kept = { scans: rowsOf(site, 'page-scan'), findings: rowsOf(site, 'detection') };
  for (const { key: rowKey } of before)
    for (const entityName of ['page-scan', 'detection'])
      await site.host.storage.handleUncounted(site.host.installation.installationId, '/api/v1/entity/delete', {
        entityName,
        key: rowKey,
      });
  expect(await scan({ pageIds })).toBe('succeeded');
  expect(found).toEqual(stored(pageIds));
  for (const { key: rowKey, value } of kept.scans) await putRow(site, 'page-scan', rowKey, value);
  for (const { key: rowKey, value } of kept.findings) await putRow(site, 'detection', rowKey, value);
}

afterEach(() => site.close());

describe.each([
  ['replies in the lists', true, false],
  ['no replies in the lists', false, false],
  ['files of attachments', true, true],
])('with %s, a scan of the site finds what a scan of each page finds', (_name, hasReplies, hasFiles) => {
  it.each(sample([6, 10], 1))('on random site %i', async (seed) => {
    random = randomNumbers(seed);
    scansFiles = hasFiles;
    nowMs = Date.parse('2026-11-21T10:00:00.000Z');
    [pages, comments, attachments, blogPosts] = [[], [], [], []];
    const assumptions = new Set(hasReplies ? [] : (['no-replies-in-lists'] as const));
    site = openSite({ queryLagMs: 0, now: () => new Date(nowMs), intercept, assumptions });
    await configure(false);
    ({ key } = await site.createKey({ classificationScope: 'none', detectionScope: 'manage' }));
    blogPosts.push(await aBlogPost(site));
    for (let n = 0; n < 5; n += 1) await ADDITIONS[0]?.();
    await change(25, ADDITIONS);
    await change(5, OTHERS);
    await later(3_600_000);
    expect(await scan({ site: true })).toBe('succeeded');
    await expectSameAsPageByPage();

    // Concurrent changes, with their events. The next scan of what has changed finds those that the lists missed.
    await change(8, [...ADDITIONS, ...OTHERS]);
    await later(3_600_000);
    await configure(true);
    const events = () => site.host.background.pending().filter(({ body }) => body['scanId'] === undefined);
    const concurrently = async () => {
      if (random() < 0.4) await change(1, ADDITIONS);
      for (const { id } of events()) if (random() < 0.3) await site.host.background.deliver(id);
    };
    expect(await scan({ site: true }, concurrently)).toBe('succeeded');
    await configure(false);
    await later(3_600_000);
    expect(await scan({ site: true, onlyStale: true })).toBe('succeeded');
    if (hasReplies) await expectSameAsPageByPage();

    await change(6, ADDITIONS);
    await later(3_600_000);
    expect(await scan({ site: true, onlyStale: true })).toBe('succeeded');
    if (hasReplies) await expectSameAsPageByPage();

    // Scans of all pages of a space use what the last complete scan of the site has read, if the lists have replies.
    if (hasReplies) {
      await change(6, [...ADDITIONS, ...CHANGES_OF_A_SPACE]);
      await later(3_600_000);
      for (const spaceId of [DEMO_SPACES.ENG, DEMO_SPACES.OPEN]) expect(await scan({ spaceId })).toBe('succeeded');
      await expectSameAsPageByPage();
    }

    // After a week, all pages, comments and attachments are listed again.
    await change(10, [...ADDITIONS, ...OTHERS]);
    await later(8 * 86_400_000);
    expect(await scan({ site: true, onlyStale: true })).toBe('succeeded');
    await expectSameAsPageByPage();
  });
});

describe('the points of a scan of the site', () => {
  let points: number;
  const counting: Intercept = async ({ target, method, path }, proceed) => {
    const response = await proceed();
    if (target !== 'confluence') return response;
    const { results } = (await response.clone().json()) as { readonly results?: readonly unknown[] };
    points += 1 + (method === 'GET' ? (results?.length ?? (path.includes('/user') ? 2 : 1)) : 0);
    return response;
  };
  const objects = async () => {
    const list = async (path: string) => {
      const url = `http://127.0.0.1:8080/wiki/api/v2/${path}?limit=250`;
      const listed = await expectOk(site.host.confluence.handle(new Request(url), { kind: 'app' }));
      return (listed as { results: readonly unknown[] }).results.length;
    };
    const counts = await Promise.all(
      ['pages', 'blogposts', 'footer-comments', 'inline-comments', 'attachments'].map(list),
    );
    return counts.reduce((sum, count) => sum + count);
  };
  beforeEach(async () => {
    random = randomNumbers(1);
    scansFiles = false;
    nowMs = Date.parse('2026-11-21T10:00:00.000Z');
    [pages, comments, attachments, blogPosts] = [[], [], [], []];
    site = openSite({ queryLagMs: 0, now: () => new Date(nowMs), intercept: counting });
    await configure(false);
    ({ key } = await site.createKey({ classificationScope: 'none', detectionScope: 'manage' }));
    for (let n = 0; n < 150; n += 1) pages.push(await aPage(site, { spaceId: DEMO_SPACES.OPEN }));
    for (const [index, pageId] of pages.entries()) {
      const root = { pageId, body: storage('Fine.') };
      const { id } = (await expectOk(site.wiki('POST', '/api/v2/footer-comments', root))) as { id: string };
      if (index % 3 === 0)
        await site.wiki('POST', '/api/v2/footer-comments', { parentCommentId: id, body: storage('Thanks.') });
      if (index % 5 === 0) await attach(site, pageId, 'picture.png');
    }
    await later(3_600_000);
  });
  const costOf = async (order: object) => {
    points = 0;
    expect(await scan(order)).toBe('succeeded');
    return points;
  };

  it('are at most 1.1 for each page, comment and attachment, besides those whose comments contain values', async () => {
    random = () => 1;
    const first = await costOf({ site: true });
    const withValues = rowsOf(site, 'page-scan').filter(
      ({ value }) => 'contentsAt' in (value['data'] as object),
    ).length;
    expect(first).toBeLessThanOrEqual(1.1 * (await objects()) + 10 * withValues + 60);
    await later(3_600_000);
    // Four short lists, and the requests of the test.
    const unchanged = await costOf({ site: true, onlyStale: true });
    expect(unchanged).toBeLessThanOrEqual(80);
    for (const pageId of pages.slice(0, 40)) {
      const page = { id: pageId, status: 'current', title: newTitle(), version: { number: 2 }, body: storage('New.') };
      await expectOk(site.wiki('PUT', `/api/v2/pages/${pageId}`, page));
    }
    await later(3_600_000);
    const changed = await costOf({ site: true, onlyStale: true });
    expect(changed - unchanged).toBeLessThanOrEqual(1.1 * 40 + 60);
    // All pages of a space, with the comments and attachments that the scan of the site has read. Searches count the changes and
    // what the person sees.
    await later(2 * 86_400_000);
    expect(await costOf({ spaceId: DEMO_SPACES.OPEN })).toBeLessThanOrEqual(1.1 * pages.length + 80);
  });
});
