import fc from 'fast-check';
import { ADMIN, DEMO_SPACES } from '../../local/demo';
import { DEFAULT_CONFIG } from '../../src/detection/configuration/model';
import { findingRecord, pageScanRecord } from '../../src/findings/model';
import { openSite, type Site, type SiteOptions } from '../support/site';
import { putRow, rowsOf, stopScans } from '../support/stored-rows';
import { ADMIN_AND_APP, attach, expectOk, move, purge, restrict, trash, newTitle } from '../support/wiki-pages';

/** Pages are scanned when they are published, for any delay, number and order of the events. */

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

const handleEvents = (site: Site) => site.host.background.settle();

const CARD = '4539 1488 0343 6467';
/** Not a real account, because the checksum is invented. */
const TOKEN = ['ghp', 'R7vX2kQ9mZ4tB8nC6wL1yD3fG5hJ0pS7aE2u'].join('_');
const TOKEN_ID = 'github-token';
const VALUES = [CARD, TOKEN, '5200 5837 7646 5132', ['ghp', 'b8QmT5zL0wR3nV7yC1xK9dF4gH6jP2sE7aUo'].join('_')];
const textOf = (values: readonly string[]) => values.map((value) => `<p>Please note: ${value} is ours.</p>`).join('');

async function publish(
  site: Site,
  values: readonly string[],
  title: string = newTitle(),
  spaceId: string = DEMO_SPACES.ENG,
): Promise<string> {
  const body = { representation: 'storage', value: textOf(values) };
  const page = { spaceId, status: 'current', title, body };
  return ((await expectOk(site.wiki('POST', '/api/v2/pages', page))) as { id: string }).id;
}

async function publishBelow(site: Site, parentId: string): Promise<string> {
  const body = { representation: 'storage', value: textOf([CARD]) };
  const page = { spaceId: DEMO_SPACES.ENG, status: 'current', parentId, title: newTitle(), body };
  return ((await expectOk(site.wiki('POST', '/api/v2/pages', page))) as { id: string }).id;
}

async function edit(site: Site, pageId: string, values: readonly string[], title: string = newTitle()): Promise<void> {
  const { version } = (await expectOk(site.wiki('GET', `/api/v2/pages/${pageId}`))) as { version: { number: number } };
  const body = { representation: 'storage', value: textOf(values) };
  const update = { id: pageId, status: 'current', title, body, version: { number: version.number + 1 } };
  await expectOk(site.wiki('PUT', `/api/v2/pages/${pageId}`, update));
}

const findings = (site: Site, pageId: string) =>
  rowsOf(site, 'detection')
    .map(({ key, value }) => ({ findingId: key, ...findingRecord.parse(value) }))
    .filter((finding) => finding.pageId === pageId);
const openOn = (site: Site, pageId: string) =>
  findings(site, pageId)
    .filter(({ status }) => status === 'open')
    .map(({ detectorId }) => detectorId)
    .sort();
const scanOf = (site: Site, pageId: string) => {
  const row = rowsOf(site, 'page-scan').find(({ key }) => key === pageId);
  return row && pageScanRecord.parse(row.value);
};

it('the page trigger scans a new version of a page whose older versions were deleted, when Confluence renumbers the others', async () => {
  let deleted = 0;
  const site = newSite({
    intercept: async (call, proceed) => {
      const answer = await proceed();
      if (call.target !== 'confluence' || deleted === 0) return answer;
      const body = await answer.text();
      const renumbered = body.replace(
        /("number":)(\d+)/g,
        (_all, name: string, of: string) => name + String(Number(of) - deleted),
      );
      return new Response(renumbered, answer);
    },
  });
  const pageId = await publish(site, []);
  for (let version = 2; version <= 6; version += 1) await edit(site, pageId, []);
  await handleEvents(site);
  expect([scanOf(site, pageId)?.pageVersion, openOn(site, pageId)]).toEqual([6, []]);
  deleted = 4;
  nowMs += 1_000;
  await edit(site, pageId, [CARD]);
  await handleEvents(site);
  expect([scanOf(site, pageId)?.pageVersion, openOn(site, pageId)]).toEqual([3, ['card-pan']]);
});

it('the page trigger scans pages that moved with an ancestor in their new place', async () => {
  const site = newSite();
  const parentId = await publish(site, []);
  const pageIds: string[] = [];
  for (let n = 0; n < 30; n += 1) pageIds.push(await publishBelow(site, parentId));
  await handleEvents(site);
  await move(site, parentId, 'OPEN');
  await handleEvents(site);
  const spaces = (pageId: string) => [
    scanOf(site, pageId)?.spaceId,
    ...findings(site, pageId).map(({ spaceId }) => spaceId),
  ];
  expect(pageIds.map(spaces)).toEqual(pageIds.map(() => [DEMO_SPACES.OPEN, DEMO_SPACES.OPEN]));

  // Exclusions and detectors belong to a space, so a move counts although scans of changed pages are off.
  const config = { ...DEFAULT_CONFIG, triggers: { ...DEFAULT_CONFIG.triggers, onPublish: false } };
  await putRow(site, 'config', 'detection', { v: 1, rev: 1, value: config });
  await move(site, parentId, 'HR');
  await handleEvents(site);
  expect(new Set(pageIds.flatMap(spaces))).toEqual(new Set([DEMO_SPACES.HR]));
});

it('the page trigger continues with the other pages if Confluence fails once or always for one', async () => {
  const asked: string[] = [];
  let isMoved = false;
  const site = newSite({
    intercept: (call, proceed) => {
      const pageId = isMoved ? /\/pages\/(\d+)\?body-format=atlas_doc_format/.exec(call.path)?.[1] : undefined;
      if (pageId === undefined || !pageIds.includes(pageId)) return proceed();
      asked.push(pageId);
      if (pageId === asked[0]) return Promise.resolve(new Response('', { status: 500 }));
      if (asked.length === 8)
        return Promise.resolve(new Response('', { status: 429, headers: { 'Retry-After': '7' } }));
      return proceed();
    },
  });
  const parentId = await publish(site, []);
  const pageIds: string[] = [];
  for (let n = 0; n < 10; n += 1) pageIds.push(await publishBelow(site, parentId));
  await handleEvents(site);
  isMoved = true;
  await move(site, parentId, 'OPEN');
  for (let round = 0; round < 20; round += 1) {
    await handleEvents(site);
    nowMs += 900_000;
  }
  const [broken = '', ...others] = asked;
  expect(pageIds.map((pageId) => scanOf(site, pageId)?.spaceId)).toEqual(
    pageIds.map((pageId) => (pageId === broken ? DEMO_SPACES.ENG : DEMO_SPACES.OPEN)),
  );
  // The delayed one is requested once more, and nothing else except the one that never responds.
  expect(others.filter((pageId) => pageId !== broken)).toHaveLength(9 + 1);
});

it('the page trigger runs the custom detectors of the site; a page on which one timed out is not complete', async () => {
  const site = newSite();
  const detectorId = 'custom:5b0f4c8e-9a3d-4a6e-8f1b-2c7d9e0a1b3c';
  const samples = { match: ['PRJ-123456'], noMatch: ['PRJ'] };
  // It takes seconds for a long page, so no machine is fast enough.
  const rule = {
    pattern: '[a-z0-9]{1,200}[A-Z]{9}|PRJ-[0-9]{6}',
    keywords: [],
    proximity: 50,
    confidence: 0.8,
    samples,
  };
  const custom = [{ detectorId, name: 'Project code', category: 'pii', severity: 'low', ...rule }];
  await putRow(site, 'config', 'detection', { v: 1, rev: 1, value: { ...DEFAULT_CONFIG, custom } });
  const pageId = await publish(site, [CARD, 'PRJ-123456']);
  await handleEvents(site);
  expect(openOn(site, pageId)).toEqual(['card-pan', detectorId]);
  expect(scanOf(site, pageId)).toMatchObject({ state: 'complete', data: { detectorsOverBudget: [] } });
  const before = scanOf(site, pageId)?.configHash;
  await edit(site, pageId, [CARD, 'a1b2'.repeat(50_000)]);
  await handleEvents(site);
  expect(scanOf(site, pageId)).toMatchObject({
    state: 'partial',
    configHash: before,
    data: { reasons: ['detectors-over-budget'], detectorsOverBudget: [detectorId] },
  });
  // It may be missing because the time ran out.
  expect(openOn(site, pageId)).toEqual(['card-pan', detectorId]);
  const wider = custom.map((one) => ({ ...one, pattern: 'PR[JK]-[0-9]{6}' }));
  await putRow(site, 'config', 'detection', { v: 1, rev: 2, value: { ...DEFAULT_CONFIG, custom: wider } });
  await edit(site, pageId, [CARD]);
  await handleEvents(site);
  expect(openOn(site, pageId)).toEqual(['card-pan']);
  expect(scanOf(site, pageId)?.configHash).not.toBe(before);
});

it('the page trigger scans the title and body of a published page, and reports the location', async () => {
  const site = newSite();
  const pageId = await publish(site, [CARD], `Ask ${TOKEN}`);
  await handleEvents(site);
  expect(openOn(site, pageId)).toEqual(['card-pan', TOKEN_ID]);
  const [card] = findings(site, pageId).filter(({ detectorId }) => detectorId === 'card-pan');
  expect(card).toMatchObject({
    category: 'financial',
    spaceId: DEMO_SPACES.ENG,
    data: { foundInVersion: 1, location: { field: 'body', representation: 'atlas_doc_format' } },
  });
  expect(card?.data.maskedExcerpt).toBe('••••••••');
  const [range] = card?.data.location.ranges ?? [];
  const { body } = (await expectOk(site.wiki('GET', `/api/v2/pages/${pageId}?body-format=atlas_doc_format`))) as {
    body: { atlas_doc_format: { value: string } };
  };
  let at: unknown = JSON.parse(body.atlas_doc_format.value);
  for (const name of range?.pointer.split('/').slice(1) ?? []) at = (at as Record<string, unknown>)[name];
  expect(String(at).slice(range?.start, range?.end)).toBe(CARD);
  expect(scanOf(site, pageId)).toMatchObject({ state: 'complete', pageVersion: 1, data: { reasons: [] } });
});

it('the page trigger follows a value across versions, resolves a removed one, and keeps the finding of a restored one', async () => {
  const site = newSite();
  const pageId = await publish(site, [CARD, TOKEN]);
  await handleEvents(site);
  const before = findings(site, pageId);
  await edit(site, pageId, [TOKEN]);
  await handleEvents(site);
  expect(openOn(site, pageId)).toEqual([TOKEN_ID]);
  await edit(site, pageId, [TOKEN, 'some text', CARD]);
  await handleEvents(site);
  expect(openOn(site, pageId)).toEqual(['card-pan', TOKEN_ID]);
  expect(findings(site, pageId).map(({ findingId, foundAt }) => [findingId, foundAt])).toEqual(
    before.map(({ findingId, foundAt }) => [findingId, foundAt]),
  );
});

it('a page that the app cannot see is recorded as not inspected, and scanned once it is visible', async () => {
  const site = newSite();
  const pageId = await publish(site, [CARD]);
  await restrict(site, pageId, 'read', [ADMIN.accountId]);
  await handleEvents(site);
  expect(scanOf(site, pageId)).toMatchObject({ state: 'not-inspected', data: { reasons: ['not-visible'] } });
  expect(findings(site, pageId)).toEqual([]);
  await restrict(site, pageId, 'read', ADMIN_AND_APP);
  await handleEvents(site);
  expect(scanOf(site, pageId)?.state).toBe('complete');
  expect(openOn(site, pageId)).toEqual(['card-pan']);
});

it('findings on a page stay when the app can no longer see it', async () => {
  // The event of a page that becomes hidden.
  const site = newSite({ assumptions: new Set(['restricted-events']) });
  const pageId = await publish(site, [CARD]);
  await handleEvents(site);
  await restrict(site, pageId, 'read', [ADMIN.accountId]);
  await handleEvents(site);
  expect(scanOf(site, pageId)).toMatchObject({ state: 'not-inspected', pageVersion: 1 });
  expect(openOn(site, pageId)).toEqual(['card-pan']);
});

it('a moved page gets its new space, one in the trash is marked and keeps its findings, and the findings of a deleted one are resolved', async () => {
  const site = newSite();
  const pageId = await publish(site, [CARD]);
  await handleEvents(site);
  await move(site, pageId, 'OPEN');
  await handleEvents(site);
  expect(findings(site, pageId)[0]?.spaceId).toBe(DEMO_SPACES.OPEN);
  const before = scanOf(site, pageId);
  await trash(site, pageId);
  await handleEvents(site);
  const { rev = 0, data } = before ?? {};
  expect(scanOf(site, pageId)).toMatchObject({
    ...before,
    rev: rev + 1,
    scannedAt: expect.any(String),
    data: { ...data, inTrash: true },
  });
  const other = await publish(site, [CARD]);
  await handleEvents(site);
  await purge(site, other);
  await handleEvents(site);
  expect(findings(site, other).map(({ status }) => status)).toEqual(['resolved']);
  expect(scanOf(site, other)?.state).toBe('gone');
});

describe('deletion', () => {
  const shownOn = async (site: Site, pageId: string) => {
    const { key } = await site.createKey({ detectionScope: 'read' });
    const { body } = await site.rest('GET', `/v1/detection?pageId=${pageId}`, { key });
    return body.results.map(({ status }: { status: string }) => status);
  };
  const scansOf = (site: Site) => site.host.background.pending().filter(({ module }) => module === 'published-pages');

  it('hides the findings of a page in the trash, restores them with the page, and resolves them when it is purged, for late and repeated events', async () => {
    const site = newSite();
    const pageId = await publish(site, [CARD]);
    await handleEvents(site);
    const ids = findings(site, pageId).map(({ findingId }) => findingId);
    await trash(site, pageId);
    await handleEvents(site);
    expect(await shownOn(site, pageId)).toEqual([]);
    await edit(site, pageId, [CARD]);
    const back = scansOf(site);
    expect(back).toHaveLength(1);
    await handleEvents(site);
    expect(await shownOn(site, pageId)).toEqual(['open']);
    await purge(site, pageId);
    const purged = scansOf(site);
    await handleEvents(site);
    for (const { id } of [...purged, ...back, ...purged]) await site.host.background.deliver(id);
    expect(findings(site, pageId).map(({ findingId, status }) => [findingId, status])).toEqual([[ids[0], 'resolved']]);
    expect(scanOf(site, pageId)?.state).toBe('gone');
    expect(await shownOn(site, pageId)).toEqual([]);
  });

  it('of a space resolves the findings of its many pages, but not of pages that may be elsewhere, nor while the app sees it', async () => {
    const site = newSite();
    const made = (await expectOk(site.wiki('POST', '/rest/api/space', { key: 'GONE', name: 'Gone' }))) as {
      id: number;
    };
    const spaceId = String(made.id);
    const pages: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      pages.push(await publish(site, [CARD], undefined, spaceId));
      nowMs += 1_000;
    }
    const [inside = '', moved = '', movedWhileHidden = ''] = pages;
    await handleEvents(site);
    for (const pageId of [moved, movedWhileHidden]) await move(site, pageId, 'OPEN');
    await restrict(site, movedWhileHidden, 'read', [ADMIN.accountId]);
    await handleEvents(site);
    // More than one step handles; some pages no longer existed before the event.
    const others = Array.from({ length: 120 }, (_, n) => String(8_000_000 + n));
    const scan = { ...scanOf(site, inside), rev: 1 };
    for (const pageId of others) await putRow(site, 'page-scan', pageId, scan);

    site.host.background.publish({
      eventType: 'avi:confluence:deleted:space:V2',
      space: { id: Number(spaceId) },
    });
    await handleEvents(site);
    expect(openOn(site, inside)).toEqual(['card-pan']);
    await expectOk(site.wiki('DELETE', '/rest/api/space/GONE'));
    const [event] = scansOf(site);
    await handleEvents(site);
    const steps = site.host.background.recent.filter(({ module }) => module === 'scans-consumer');
    expect(steps).toHaveLength(1 + 2);
    const statesOf = () => pages.map((pageId) => [scanOf(site, pageId)?.state, openOn(site, pageId)]);
    const expected = [
      ['gone', []],
      ['complete', ['card-pan']],
      ['not-inspected', ['card-pan']],
    ];
    expect(statesOf()).toEqual(expected);
    expect(rowsOf(site, 'page-scan').filter(({ value }) => value['state'] === 'gone')).toHaveLength(120 + 2);
    const before = rowsOf(site, 'page-scan');
    await site.host.background.deliver(event?.id ?? '');
    await handleEvents(site);
    expect(rowsOf(site, 'page-scan')).toEqual(before);
  });
});

describe('for comments and attachments', () => {
  type Place = 'footer' | 'inline';
  const textWith = (values: readonly string[]) => ({ representation: 'storage', value: textOf(values) });
  const say = async (site: Site, place: Place, about: object, values: readonly string[] = [CARD]) => {
    const selection = place === 'inline' ? { inlineCommentProperties: { textSelection: 'Please' } } : {};
    const created = site.wiki('POST', `/api/v2/${place}-comments`, { ...about, ...selection, body: textWith(values) });
    return ((await expectOk(created)) as { id: string }).id;
  };
  const reword = async (site: Site, place: Place, id: string, values: readonly string[]) => {
    const path = `/api/v2/${place}-comments/${id}`;
    const { version } = (await expectOk(site.wiki('GET', path))) as { version: { number: number } };
    await expectOk(site.wiki('PUT', path, { version: { number: version.number + 1 }, body: textWith(values) }));
  };

  it('comments, replies, attachment names and attachment comments are scanned, each as a separate location', async () => {
    const site = newSite();
    const pageId = await publish(site, []);
    const inline = await say(site, 'inline', { pageId });
    const footer = await say(site, 'footer', { pageId });
    const reply = await say(site, 'footer', { parentCommentId: footer });
    const file = await attach(site, pageId, `card ${CARD}.txt`, `The token is ${TOKEN}`);
    await handleEvents(site);
    const placesOf = () =>
      findings(site, pageId)
        .filter(({ status }) => status === 'open')
        .map(({ data: { location } }) => `${location.field} ${location.contentId ?? ''}`)
        .sort();
    const all = [
      `attachment-comment ${file}`,
      `attachment-name ${file}`,
      `footer-comment ${footer}`,
      `footer-comment ${reply}`,
      `inline-comment ${inline}`,
    ];
    expect(placesOf()).toEqual(all);
    expect(scanOf(site, pageId)).toMatchObject({ state: 'complete', pageVersion: 1 });
    const before = findings(site, pageId);
    await expectOk(site.wiki('DELETE', `/api/v2/footer-comments/${footer}`));
    await expectOk(site.wiki('DELETE', `/api/v2/attachments/${file}`));
    await handleEvents(site);
    expect(placesOf()).toEqual([`inline-comment ${inline}`]);
    const after = findings(site, pageId);
    expect(after.map(({ findingId }) => findingId)).toEqual(before.map(({ findingId }) => findingId));
    // An attachment that leaves the trash has its findings again, and a new version has those of its own comment.
    await expectOk(site.wiki('PUT', `/local/attachments/${file}`, { status: 'current' }));
    await handleEvents(site);
    expect(placesOf()).toEqual([...all.slice(0, 2), `inline-comment ${inline}`]);
    await attach(site, pageId, `card ${CARD}.txt`, 'No token', 'PUT');
    await handleEvents(site);
    expect(placesOf()).toEqual([`attachment-name ${file}`, `inline-comment ${inline}`]);
    await expectOk(site.wiki('DELETE', `/api/v2/attachments/${file}`));
    await expectOk(site.wiki('DELETE', `/api/v2/attachments/${file}?purge=true`));
    await handleEvents(site);
    expect(placesOf()).toEqual([`inline-comment ${inline}`]);
  });

  it('new, edited and deleted comments are followed, for any order, number and delay of events', async () => {
    const step = fc.record({
      place: fc.constantFrom<Place>('footer', 'inline'),
      values: fc.option(fc.subarray(VALUES), { nil: undefined }),
      delivered: fc.nat(3),
      waitMs: fc.nat(1_000),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), fc.boolean(), async (steps, backwards) => {
        const site = openSite({ queryLagMs: 0, now: () => new Date(nowMs) });
        const pageId = await publish(site, []);
        const events = () => site.host.background.pending().filter(({ module }) => module === 'published-pages');
        const all = new Set<string>();
        const comments = new Map<Place, { readonly id: string; readonly values: readonly string[] }>();
        for (const { place, values, delivered, waitMs } of steps) {
          // One that was already delivered.
          for (const id of [...all].slice(-1)) await site.host.background.deliver(id);
          const known = comments.get(place);
          if (values === undefined) {
            if (known !== undefined) await expectOk(site.wiki('DELETE', `/api/v2/${place}-comments/${known.id}`));
            comments.delete(place);
          } else {
            if (known !== undefined) await reword(site, place, known.id, values);
            comments.set(place, { id: known?.id ?? (await say(site, place, { pageId }, values)), values });
          }
          const pending = events().map(({ id }) => id);
          pending.slice(delivered).forEach((id) => all.add(id));
          await Promise.all(pending.slice(delivered).map((id) => site.host.background.deliver(id)));
          nowMs += waitMs;
        }
        const late = events().map(({ id }) => id);
        for (const id of backwards ? late.toReversed() : late) await site.host.background.deliver(id);
        await site.host.background.settle();
        const stillOpen = findings(site, pageId).filter(({ status }) => status === 'open');
        const placesOf = (id: string | undefined) => stillOpen.filter(({ data }) => data.location.contentId === id);
        for (const { id, values } of comments.values()) expect(placesOf(id)).toHaveLength(values.length);
        expect(stillOpen).toHaveLength([...comments.values()].flatMap(({ values }) => values).length);
        site.close();
      }),
      { numRuns: 8 },
    );
  });

  it('disabled locations are neither read nor scanned by an event; their findings stay', async () => {
    const asked: string[] = [];
    const site = newSite({
      intercept: ({ path }, proceed) => {
        asked.push(path);
        return proceed();
      },
    });
    const pageId = await publish(site, []);
    const comment = await say(site, 'footer', { pageId });
    await handleEvents(site);
    const targets = { ...DEFAULT_CONFIG.targets, comments: false, attachmentNames: false };
    await putRow(site, 'config', 'detection', { v: 1, rev: 1, value: { ...DEFAULT_CONFIG, targets } });
    await expectOk(site.wiki('DELETE', `/api/v2/footer-comments/${comment}`));
    asked.length = 0;
    await handleEvents(site);
    expect(asked.filter((path) => path.includes('/wiki/'))).toEqual([]);
    await edit(site, pageId, []);
    await handleEvents(site);
    expect(asked.filter((path) => /comments|attachments/.test(path))).toEqual([]);
    expect(openOn(site, pageId)).toEqual(['card-pan']);
  });

  it.each([
    ['comments without end', 'footer-comments', 'too-many-comments'],
    ['attachments without end', '/attachments', 'too-many-attachments'],
    ['comments that the app may not read', 'inline-comments', 'unreadable'],
  ] as const)('%s leave the page partial, and resolve nothing', async (_name, part, reason) => {
    let isFaulty = false;
    const site = newSite({
      intercept: async ({ path }, proceed) => {
        if (!isFaulty || !path.includes(part)) return proceed();
        if (reason === 'unreadable') return Response.json({ errors: [] }, { status: 404 });
        return Response.json({ results: [], _links: { next: '/wiki/api/v2/list?cursor=again' } });
      },
    });
    const pageId = await publish(site, []);
    await say(site, 'footer', { pageId });
    await say(site, 'inline', { pageId });
    await attach(site, pageId, `card ${CARD}.txt`);
    await handleEvents(site);
    isFaulty = true;
    await edit(site, pageId, []);
    await handleEvents(site);
    expect(openOn(site, pageId)).toEqual(['card-pan', 'card-pan', 'card-pan']);
    expect(scanOf(site, pageId)).toMatchObject({ state: 'partial', data: { reasons: [reason] } });
  });

  it('a published blog post is scanned, with its comments, and its findings have its type', async () => {
    const site = newSite();
    const body = { representation: 'storage', value: `<p>${CARD}</p>` };
    const post = { spaceId: DEMO_SPACES.ENG, status: 'current', title: 'News', body };
    const { id } = (await (await site.wiki('POST', '/api/v2/blogposts', post)).json()) as { id: string };
    await handleEvents(site);
    const scanned = () => rowsOf(site, 'page-scan').find(({ key }) => key === id)?.value;
    expect(scanned()).toMatchObject({
      state: 'complete',
      data: { contentType: 'blogpost', findingIds: [expect.any(String)] },
    });
    expect((await site.wiki('POST', '/api/v2/footer-comments', { blogPostId: id, body })).status).toBe(201);
    await handleEvents(site);
    expect(scanned()).toMatchObject({ data: { findingIds: [expect.any(String), expect.any(String)] } });
    expect((await site.wiki('DELETE', `/api/v2/blogposts/${id}`)).status).toBe(204);
    await handleEvents(site);
    expect(scanned()).toMatchObject({ data: { inTrash: true, contentType: 'blogpost' } });
  });

  it('an event for a whiteboard, or for unreadable content, starts no scan', async () => {
    const lines: unknown[] = [];
    const site = newSite({ log: (name, fields) => lines.push([name, fields]) });
    const container = { id: 5, type: 'whiteboard' };
    const publishEvent = (event: { readonly eventType: string; readonly [member: string]: unknown }) =>
      site.host.background.publish(event);
    publishEvent({ eventType: 'avi:confluence:created:comment', content: { id: '7', container } });
    publishEvent({ eventType: 'avi:confluence:created:attachment', attachment: { id: 'att7', container } });
    publishEvent({ eventType: 'avi:confluence:created:attachment', attachment: { id: 'att7' } });
    await handleEvents(site);
    expect(rowsOf(site, 'page-scan')).toEqual([]);
    expect(lines).toEqual([['page-scan.not-possible', { reason: 'unreadable event' }]]);
  });
});

it('content that is too large is skipped, and that is recorded', async () => {
  const site = newSite({
    intercept: async ({ path }, proceed) => {
      const answer = await proceed();
      if (!path.includes('body-format=atlas')) return answer;
      const page = (await answer.json()) as { body: { atlas_doc_format: { value: string } } };
      page.body.atlas_doc_format.value += ' '.repeat(4_000_000);
      return Response.json(page);
    },
  });
  const pageId = await publish(site, [CARD], `Ask ${TOKEN}`);
  await handleEvents(site);
  expect(openOn(site, pageId)).toEqual([TOKEN_ID]);
  expect(scanOf(site, pageId)).toMatchObject({ state: 'partial', data: { reasons: ['too-large'] } });
});

it.each([
  ['is no document', 'nonsense'],
  ['is missing', undefined],
] as const)('a page whose document %s is read in storage format', async (_name, value) => {
  const site = newSite({
    intercept: async ({ path }, proceed) => {
      if (!path.includes('body-format=atlas_doc_format')) return proceed();
      const page = (await (await proceed()).json()) as object;
      return Response.json({ ...page, body: value === undefined ? {} : { atlas_doc_format: { value } } });
    },
  });
  const pageId = await publish(site, [CARD]);
  await handleEvents(site);
  expect(findings(site, pageId).map(({ data }) => data.location.representation)).toEqual(['storage']);
  expect(scanOf(site, pageId)?.state).toBe('complete');
});

it('without scans of published pages no page is scanned, but a deletion is still processed', async () => {
  const site = newSite();
  const pageId = await publish(site, [CARD]);
  await handleEvents(site);
  const rules = { regions: [], minConfidence: 0.5, detectors: {}, custom: [], schemes: [], spaces: {}, rules: [] };
  const targets = { title: true, body: true, comments: true, attachmentNames: true };
  const value = { ...rules, targets, triggers: { onPublish: false, schedule: 'off' } };
  await putRow(site, 'config', 'detection', { v: 1, rev: 1, value });
  const other = await publish(site, [CARD]);
  await handleEvents(site);
  expect(scanOf(site, other)).toBeUndefined();
  await purge(site, pageId);
  await handleEvents(site);
  expect(openOn(site, pageId)).toEqual([]);
});

it('without scans of published pages, a page that the app cannot see is recorded, and scanned once it is visible', async () => {
  const site = newSite();
  await stopScans(site);
  const pageId = await publish(site, [CARD]);
  await restrict(site, pageId, 'read', [ADMIN.accountId]);
  await handleEvents(site);
  expect(scanOf(site, pageId)).toMatchObject({ state: 'not-inspected', spaceId: DEMO_SPACES.ENG, pageVersion: 0 });
  await restrict(site, pageId, 'read', ADMIN_AND_APP);
  await handleEvents(site);
  expect(scanOf(site, pageId)).toMatchObject({ state: 'complete' });
});

it.each([
  ['Confluence does not answer', { target: 'confluence', status: 503 }, 60_000],
  ['Confluence limits the rate', { target: 'confluence', status: 429, headers: { 'Retry-After': '150' } }, 150_000],
  ['storage does not answer', { target: 'kvs', status: 500 }, 60_000],
] as const)('while %s, the event is retried', async (_name, fault, afterMs) => {
  const site = newSite();
  const pageId = await publish(site, [CARD]);
  const [event] = site.host.background.pending().filter(({ module }) => module === 'published-pages');
  site.host.faults.add({ ...fault, times: 1 });
  await site.host.background.deliver(event?.id ?? '');
  const [again] = site.host.background.pending().filter(({ module }) => module === 'published-pages');
  const waitedMs = Date.parse(again?.dueAt ?? '') - nowMs;
  // Where there is no room, the events of many pages return spread over a minute.
  const spreadMs = 'headers' in fault ? 60_000 : 0;
  expect([waitedMs >= afterMs, waitedMs <= afterMs + spreadMs]).toEqual([true, true]);
  nowMs += waitedMs;
  await handleEvents(site);
  expect(openOn(site, pageId)).toEqual(['card-pan']);
});

it('without a pepper nothing is scanned, and nothing fails', async () => {
  const lines: string[] = [];
  const site = newSite({ peppers: () => undefined, log: (name) => lines.push(name) });
  const pageId = await publish(site, [CARD]);
  await handleEvents(site);
  expect(scanOf(site, pageId)).toBeUndefined();
  expect(lines).toContain('page-scan.not-possible');
});

it('any sequence of events, late and repeated ones included, leads to the findings of the current page', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.subarray(VALUES), { minLength: 1, maxLength: 4 }),
      fc.infiniteStream(fc.nat({ max: 1_000 })),
      async (versions, chance) => {
        const site = openSite({ queryLagMs: 0, now: () => new Date(nowMs) });
        const pageId = await publish(site, VALUES);
        const next = (): number => chance.next().value ?? 0;
        for (const values of versions) {
          await edit(site, pageId, values);
          // Some are delivered now, and perhaps again later.
          const events = site.host.background.pending().filter(({ module }) => module === 'published-pages');
          const some = events.filter(() => next() % 2 === 0);
          await Promise.all(some.map(({ id }) => site.host.background.deliver(id)));
          nowMs += next();
        }
        const events = site.host.background.pending();
        for (const { id } of events.toSorted(() => (next() % 2 === 0 ? 1 : -1))) await site.host.background.deliver(id);
        await site.host.background.settle();
        const values = versions.at(-1) ?? [];
        expect(openOn(site, pageId)).toHaveLength(values.length);
        expect(scanOf(site, pageId)).toMatchObject({ state: 'complete', pageVersion: versions.length + 1 });
        site.close();
      },
    ),
    { numRuns: 12 },
  );
});
