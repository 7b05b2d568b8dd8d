import { DEMO_SPACES } from '../../local/demo';
import { pageScanRecord } from '../../src/findings/model';
import { CARD, openRedactionSite, type RedactionSite } from '../redaction/redaction-site';
import { levelNamed, settle as store } from '../support/levels';
import { rowsOf } from '../support/stored-rows';
import { expectOk, newTitle, trash } from '../support/wiki-pages';

/** A live doc is a page for people: everything that the app does for a page, it does for a live doc. */

let site: RedactionSite;
let adminKey: string;
/** The pages whose content the app read one by one. */
let read: string[] = [];
const DAY_MS = 86_400_000;
const WITH_CARD = { representation: 'storage', value: `<p>Card ${CARD}</p>` };
const level = () => levelNamed(site, 'Internal').levelId;

beforeAll(async () => {
  site = await openRedactionSite({
    intercept: ({ path }, proceed) => {
      read.push(...(/pages\/(\d+)\?body-format/.exec(path)?.slice(1) ?? []));
      return proceed();
    },
  });
  adminKey = (await site.createKey({ detectionScope: 'manage', classificationScope: 'manage' })).key;
  await store(site, { defaultLevel: { levelId: level() } });
});
beforeEach(() => {
  read = [];
  site.host.assumptions.clear();
});
afterAll(() => site.close());

const deliver = () => site.host.background.settle();
/** Later ends of sessions do not wait. */
const later = () => site.advance(300_000);
const pageOf = async (body: object) =>
  ((await expectOk(site.wiki('POST', '/api/v2/pages', body))) as { id: string }).id;
const newPage = (more: object = {}) =>
  pageOf({ spaceId: DEMO_SPACES.ENG, status: 'current', title: newTitle(), ...more });
const newLiveDoc = (more: object = {}) => newPage({ subtype: 'live', ...more });
const type = (pageId: string, edit: object) => expectOk(site.wiki('PUT', `/local/live-docs/${pageId}`, edit));
/** A live doc with a card number, after its first session. */
async function editedLiveDoc(more: object = {}): Promise<string> {
  const pageId = await newLiveDoc(more);
  await deliver();
  later();
  await type(pageId, { body: WITH_CARD });
  await deliver();
  return pageId;
}
async function compareDaily(): Promise<void> {
  await site.host.background.runSchedule('daily-reconciliation');
  for (let steps = 0; steps < 10; steps += 1) {
    site.advance(60_000);
    await deliver();
  }
  site.advance(DAY_MS);
}
const loseEvents = () => {
  for (const { id, kind } of site.host.background.pending()) if (kind === 'product') site.host.background.lose(id);
};
const ofPage = async (pageId: string) =>
  (await site.rest('GET', `/v1/detection/by-page/${pageId}`, { key: adminKey })).body;
const popup = async (pageId: string) => (await site.surface('level-byline', 'openPopup', {}, { pageId })).value;
const scanOf = (pageId: string) => {
  const row = rowsOf(site, 'page-scan').find(({ key }) => key === pageId);
  return row && pageScanRecord.parse(row.value);
};
const stateOf = (pageId: string) => [scanOf(pageId)?.state, ...(scanOf(pageId)?.data.reasons ?? [])];
const cardsOn = (pageId: string) => site.findings(pageId)['card-pan']?.length ?? 0;

describe('the local Confluence', () => {
  it('sends the events of live docs in place of those of pages, with their subtype', async () => {
    const events = () =>
      site.host.background.pending().flatMap(({ kind, module, body }) => {
        const { subType } = (body['content'] ?? {}) as { subType?: string };
        return kind === 'product' && module === 'published-pages' ? [[body['eventType'], subType]] : [];
      });
    const eventsAfter = async (change: () => Promise<unknown>) => {
      await change();
      const [one, ...more] = events();
      expect(more).toEqual([]);
      await deliver();
      return one;
    };
    const pageId = await newLiveDoc();
    expect(await eventsAfter(() => Promise.resolve())).toEqual(['avi:confluence:initialized:page', 'live']);
    expect(await eventsAfter(() => type(pageId, { body: WITH_CARD, endsSession: false }))).toBeUndefined();
    expect(await eventsAfter(() => type(pageId, {}))).toEqual(['avi:confluence:started:page', 'live']);
    expect(await eventsAfter(() => type(pageId, {}))).toEqual(['avi:confluence:snapshotted:page', 'live']);
    expect(await eventsAfter(() => type(pageId, { convertTo: 'page' }))).toEqual([
      'avi:confluence:published:page',
      undefined,
    ]);
    expect(await eventsAfter(() => type(pageId, { convertTo: 'live' }))).toBeUndefined();
    expect(await eventsAfter(() => trash(site, pageId))).toEqual(['avi:confluence:trashed:page', 'live']);
  });

  it('shows text in the version before its session ends, and the subtype in lists only', async () => {
    const pageId = await newLiveDoc();
    await type(pageId, { body: WITH_CARD, endsSession: false });
    const path = `/api/v2/pages/${pageId}?body-format=storage`;
    const single = (await expectOk(site.wiki('GET', path))) as object;
    expect(single).toMatchObject({ version: { number: 1 }, body: { storage: WITH_CARD } });
    expect(single).not.toHaveProperty('subtype');
    const idsOf = async (subtype: string) =>
      (await expectOk(site.wiki('GET', `/api/v2/pages?id=${pageId}&subtype=${subtype}`))) as { results: object[] };
    expect((await idsOf('live')).results).toEqual([expect.objectContaining({ subtype: 'live' })]);
    expect((await idsOf('page')).results).toEqual([]);
    await deliver();
  });
});

it('a live doc gets the default level when it is created, before it has content', async () => {
  const pageId = await newLiveDoc();
  await deliver();
  expect(rowsOf(site, 'page-level').find(({ key }) => key === pageId)?.value).toMatchObject({
    levelId: level(),
    method: 'DEFAULT',
  });
  expect((await popup(pageId)).byline.title).toContain('Internal');
  site.advance(2_000);
  await deliver();
  // The byline shows this content property.
  expect(JSON.stringify(await expectOk(site.wiki('GET', `/api/v2/pages/${pageId}/properties`)))).toContain('Internal');
  expect(stateOf(pageId)).toEqual(['complete']);
});

it('a session in a live doc is scanned when it ends, and its finding is in the popup, the lists and the counts', async () => {
  const pageId = await newLiveDoc();
  await deliver();
  later();
  await type(pageId, { body: WITH_CARD, endsSession: false });
  await deliver();
  expect(cardsOn(pageId)).toBe(0);
  await type(pageId, {});
  await deliver();
  expect([cardsOn(pageId), ...stateOf(pageId)]).toEqual([1, 'complete']);
  expect((await popup(pageId)).evidence).toMatchObject({ scan: 'current', open: { high: 1 } });
  expect((await ofPage(pageId)).scan).toMatchObject({ state: 'complete', pageVersion: 2, isCurrent: true });
  expect(await site.action('check-page', { pageId })).toMatchObject({ total: 1, scan: 'current' });
});

it('a live doc that becomes a page is scanned at once, and its later edits like those of a page', async () => {
  const pageId = await newLiveDoc();
  await deliver();
  await type(pageId, { body: WITH_CARD, convertTo: 'page' });
  await deliver();
  expect(cardsOn(pageId)).toBe(1);
  await site.edit(pageId, '<p>Nothing</p>');
  await deliver();
  expect(stateOf(pageId)).toEqual(['complete']);
  expect(cardsOn(pageId)).toBe(0);
});

it('many ends of sessions in a short time cause one scan at once and one five minutes later', async () => {
  const pageId = await editedLiveDoc();
  later();
  read = [];
  for (let n = 0; n < 10; n += 1) {
    await type(pageId, { body: { ...WITH_CARD, value: `<p>Text ${n}</p>` } });
    await deliver();
    site.advance(10_000);
  }
  expect(read.filter((id) => id === pageId)).toHaveLength(1);
  site.advance(400_000);
  await deliver();
  expect(read.filter((id) => id === pageId)).toHaveLength(2);
  expect((await ofPage(pageId)).scan).toMatchObject({ pageVersion: 12, isCurrent: true });
});

it('the end of a session right after a scan is scanned later even if the clock of that scan was ahead', async () => {
  const pageId = await editedLiveDoc();
  await type(pageId, { body: { ...WITH_CARD, value: '<p>Text</p>' } });
  site.advance(-2_000);
  for (const { id } of site.host.background.pending()) await site.host.background.deliver(id);
  site.advance(302_000);
  await deliver();
  expect((await ofPage(pageId)).scan).toMatchObject({ pageVersion: 3, isCurrent: true });
});

it('a job sets the level of a live doc, and a scan of its space reads it', async () => {
  const pageId = await newLiveDoc();
  loseEvents();
  later();
  await type(pageId, { body: WITH_CARD });
  loseEvents();
  const headers = { 'Idempotency-Key': 'live-doc' };
  const job = { levelId: levelNamed(site, 'Restricted').levelId, pages: [{ pageId }] };
  const scan = { spaceId: DEMO_SPACES.ENG };
  expect((await site.rest('POST', '/v1/page-level/jobs', { key: adminKey, body: job, headers })).status).toBe(202);
  expect((await site.rest('POST', '/v1/detection/scan', { key: adminKey, body: scan, headers })).status).toBe(202);
  await deliver();
  expect((await popup(pageId)).level).toMatchObject({ name: 'Restricted' });
  expect(cardsOn(pageId)).toBe(1);
});

it('the admin area suggests the level of the page above for a live doc without one', async () => {
  const parentId = await newPage();
  await deliver();
  const pageId = await newLiveDoc({ parentId });
  loseEvents();
  let cursor: string | undefined;
  const suggested: { readonly pageId: string; readonly level: unknown }[] = [];
  do {
    const { value } = await site.admin('listSuggestions', { spaceId: DEMO_SPACES.ENG, ...(cursor && { cursor }) });
    suggested.push(...value.pages);
    ({ cursor } = value);
  } while (cursor !== undefined);
  expect(suggested.find((one) => one.pageId === pageId)?.level).toMatchObject({ levelId: level() });
});

it('the daily comparison finds a live doc whose events were lost, and the session after it', async () => {
  const pageId = await newLiveDoc();
  loseEvents();
  await compareDaily();
  expect(rowsOf(site, 'page-level').map(({ key }) => key)).toContain(pageId);
  await type(pageId, { body: WITH_CARD });
  loseEvents();
  expect(cardsOn(pageId)).toBe(0);
  await compareDaily();
  expect([cardsOn(pageId), ...stateOf(pageId)]).toEqual([1, 'complete']);
});

describe('with empty live docs', () => {
  /** The coverage of the site, after Confluence reported its pages. */
  const summary = async () => {
    await site.host.background.runSchedule('daily-key-expiry');
    for (let steps = 0; steps < 10; steps += 1) {
      site.advance(60_000);
      await deliver();
      await site.host.background.runSchedule('every-five-minutes');
    }
    const { body } = await site.rest('GET', '/v1/detection/coverage/summary', { key: adminKey });
    return { pages: body.pages, ...body.coverage } as { readonly pages: number; readonly notScanned: number };
  };

  it('a live doc without its content is not inspected, with the reason, until Confluence returns it', async () => {
    const before = await summary();
    site.host.assumptions.add('empty-live-docs');
    const pageId = await editedLiveDoc({ title: `${newTitle()}: ${CARD}` });
    expect(stateOf(pageId)).toEqual(['not-inspected', 'empty-live-doc']);
    // Its title was read.
    expect(cardsOn(pageId)).toBe(1);
    expect((await ofPage(pageId)).scan).toMatchObject({ state: 'not-inspected', isCurrent: false });
    expect((await popup(pageId)).evidence.scan).toBe('empty-live-doc');
    expect(await site.action('check-page', { pageId })).toMatchObject({ scan: 'outdated' });
    const after = await summary();
    expect(after).toEqual({ ...before, pages: before.pages + 1, notScanned: before.notScanned + 1 });
    await compareDaily();
    expect(stateOf(pageId)).toEqual(['not-inspected', 'empty-live-doc']);
    site.host.assumptions.clear();
    await compareDaily();
    expect([cardsOn(pageId), ...stateOf(pageId)]).toEqual([2, 'complete']);
  });

  it('a finding of an earlier version stays open, also after a scan of the whole space', async () => {
    const pageId = await editedLiveDoc();
    expect(cardsOn(pageId)).toBe(1);
    site.host.assumptions.add('empty-live-docs');
    const headers = { 'Idempotency-Key': 'empty-live-docs' };
    const body = { spaceId: DEMO_SPACES.ENG };
    const scan = await site.rest('POST', '/v1/detection/scan', { key: adminKey, body, headers });
    await deliver();
    expect([cardsOn(pageId), ...stateOf(pageId)]).toEqual([1, 'not-inspected', 'empty-live-doc']);
    const { body: ended } = await site.rest('GET', `/v1/detection/scan/${scan.body.scanId}`, { key: adminKey });
    expect(ended.reasons['empty-live-doc']).toBe(ended.notInspected);
  });

  it('a new live doc and a page without text are complete, because they are empty', async () => {
    const pageIds = [await newLiveDoc(), await newPage()];
    await deliver();
    await site.edit(pageIds[1] ?? '', '<p />');
    await deliver();
    expect(pageIds.map(stateOf)).toEqual([['complete'], ['complete']]);
  });
});
