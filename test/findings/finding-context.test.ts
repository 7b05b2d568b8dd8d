import { ADMIN, DEMO_SPACES, EDITOR } from '../../local/demo';
import type { FindingDetails } from '../../src/admin/findings/findings';
import { DEFAULT_CONFIG } from '../../src/detection/configuration/model';
import { done as doneAsAdmin, refusal } from '../admin/ask';
import { done as doneOnPage, settleSurfaces } from '../surfaces/surface-site';
import { openSite, type Site } from '../support/site';
import { everythingStored, putRow, rowsOf, stopScans } from '../support/stored-rows';
import { attach, expectOk, restrict, ADMIN_AND_APP } from '../support/wiki-pages';

/** The words around one value, which are read when a person opens its finding. */

const CARD = '4539 1488 0343 6467';
const SHOWN = 'Please charge the card ••••••••, for Wilhelmina';
const NULL_ID = '00000000-0000-4000-8000-000000000000';
let site: Site;
let key: string;
let limits: string;

beforeEach(async () => {
  limits = 'off';
  site = openSite({ queryLagMs: 0, rateLimits: () => limits });
  ({ key } = await site.createKey({ detectionScope: 'read' }));
});
afterEach(() => site.close());

const storage = (text: string) => ({ body: { representation: 'storage', value: `<p>${text}</p>` } });

async function publish(text = `Please charge the card ${CARD}, for Wilhelmina`, title = 'Order'): Promise<string> {
  const page = { spaceId: DEMO_SPACES.ENG, status: 'current', title, ...storage(text) };
  const { id } = (await expectOk(site.wiki('POST', '/api/v2/pages', page))) as { id: string };
  return id;
}

async function findingOn(pageId: string): Promise<string> {
  await site.host.background.settle();
  const [found] = rowsOf(site, 'detection').filter(({ value }) => value['pageId'] === pageId);
  if (found === undefined) throw new Error('nothing was found');
  return found.key;
}

const onPage = (pageId: string, findingId: string, as = 'editor@example.com') =>
  doneOnPage(site, 'openFinding', { findingId }, { pageId, as });
const inAdminArea = async (findingId: string) =>
  (await doneAsAdmin<FindingDetails>(site, 'getFinding', { findingId })).context;
const byKey = async (findingId: string) => (await site.rest('GET', `/v1/detection/${findingId}`, { key })).body;

it('every surface shows the same context of an opened finding, and opening it stores nothing', async () => {
  const pageId = await publish();
  const findingId = await findingOn(pageId);
  const { context, maskedExcerpt } = await byKey(findingId);
  expect([context, maskedExcerpt]).toEqual([SHOWN, 'card: ••••••••']);
  const before = everythingStored(site);
  expect(await onPage(pageId, findingId)).toEqual({ state: 'finding', context: { state: 'shown', text: SHOWN } });
  expect(await inAdminArea(findingId)).toEqual({ state: 'shown', text: SHOWN });
  expect(everythingStored(site)).toEqual(before);
});

it('the context masks the values of detectors that are off, of too little confidence, and of custom ones that are off', async () => {
  const detectorId = 'custom:5b0f4c8e-9a3d-4a6e-8f1b-2c7d9e0a1b3c';
  const samples = { match: ['Bluebird'], noMatch: ['Bird'] };
  const rule = { pattern: 'Bluebird', keywords: [], proximity: 50, confidence: 0.4, samples };
  const custom = [{ detectorId, name: 'Project', category: 'pii', severity: 'low', ...rule }];
  const policy = { detectors: { illness: { enabled: false } }, minConfidence: 0.9 };
  await putRow(site, 'config', 'detection', { v: 1, rev: 1, value: { ...DEFAULT_CONFIG, ...policy, custom } });
  const pageId = await publish(`Project Bluebird: Ana Torres suffers from diabetes, pay with card ${CARD} for her`);
  const { context } = await byKey(await findingOn(pageId));
  expect(context).toContain('card ••••••••');
  expect(context).not.toMatch(/bluebird|diabetes/i);
});

it('the context of a value in the body is not that of the title, which the site does not scan', async () => {
  const targets = { ...DEFAULT_CONFIG.targets, title: false };
  await putRow(site, 'config', 'detection', { v: 1, rev: 1, value: { ...DEFAULT_CONFIG, targets } });
  const pageId = await publish(undefined, `Refund for card number ${CARD} of Annabel`);
  expect(await byKey(await findingOn(pageId))).toMatchObject({ context: SHOWN });
});

it('the context is read with one call as the person', async () => {
  const pageId = await publish();
  const findingId = await findingOn(pageId);
  const { calls } = await site.rest('GET', `/v1/detection/${findingId}`, { key });
  expect(calls.filter(({ path }) => path.includes('body-format')).map(({ path }) => path)).toEqual([
    `/wiki/api/v2/pages/${pageId}?body-format=atlas_doc_format`,
  ]);
});

it('the person who opens a finding pays for the reads', async () => {
  const pageId = await publish();
  const findingId = await findingOn(pageId);
  limits = JSON.stringify({ host: 12_000 });
  const pointsOf = ({ accountId }: { readonly accountId: string }) =>
    rowsOf(site, 'rate-limit').reduce((sum, { value }) => {
      const { host } = (value['used'] ?? {}) as { host?: { owners?: Record<string, number> } };
      return sum + (host?.owners?.[`people:${accountId}`] ?? 0);
    }, 0);
  await onPage(pageId, findingId);
  await inAdminArea(findingId);
  // An operation of the admin area also reads the admin and the page with its level.
  expect([pointsOf(EDITOR), pointsOf(ADMIN)]).toEqual([4, 9]);
});

it('the popup opens only findings that it shows', async () => {
  await settleSurfaces(site, { peopleMayExclude: true });
  const pageId = await publish();
  const findingId = await findingOn(pageId);
  const excluded = await doneOnPage(site, 'excludeFinding', { findingId, reason: 'A test number' }, { pageId });
  expect(excluded).toMatchObject({ outcome: 'excluded' });
  expect(await onPage(pageId, findingId)).toEqual({ state: 'hidden' });
  expect(await onPage(pageId, NULL_ID)).toEqual({ state: 'hidden' });
});

it('a value in a title or a comment has its context there', async () => {
  const inTitle = await publish('Text.', `The card ${CARD} of Thandiwe`);
  expect(await byKey(await findingOn(inTitle))).toMatchObject({ context: 'The card •••••••• of Thandiwe' });
  for (const [at, place] of [
    ['footer-comments', {}],
    ['inline-comments', { inlineCommentProperties: { textSelection: 'Text' } }],
  ] as const) {
    const pageId = await publish('Text.', `Page with ${at}`);
    const comment = { pageId, ...place, ...storage(`Pay with card ${CARD} for Siobhan`) };
    await expectOk(site.wiki('POST', `/api/v2/${at}`, comment));
    expect(await byKey(await findingOn(pageId))).toMatchObject({ context: 'Pay with card •••••••• for Siobhan' });
  }
});

it('a value in an attachment has the name of its file, if that has no value, its place and the list of attachments, and no file is read again', async () => {
  const configure = (onPublish: boolean) => {
    const attachmentContents = { ...DEFAULT_CONFIG.attachmentContents, enabled: true };
    const value = { ...DEFAULT_CONFIG, attachmentContents, triggers: { onPublish, schedule: 'off' } };
    return putRow(site, 'config', 'detection', { v: 1, rev: 1, value });
  };
  await configure(true);
  for (const [name, text, place] of [
    ['people.csv', `name,card number\nWilhelmina,${CARD}\n`, { kind: 'cell', number: 2, column: 'B' }],
    [`card number ${CARD}.png`, 'none', undefined],
  ] as const) {
    const pageId = await publish('Text.', `Files, ${text.length}`);
    await attach(site, pageId, name, '', 'POST', new Blob([text]));
    const findingId = await findingOn(pageId);
    const path = `/wiki/pages/viewpageattachments.action?pageId=${pageId}`;
    const context = { state: 'attachment', path, ...(place === undefined ? {} : { name, place }) };
    const { calls } = await site.rest('GET', `/v1/detection/${findingId}`, { key });
    expect(calls.filter(({ path: called }) => called.includes('/download'))).toEqual([]);
    expect(await inAdminArea(findingId)).toEqual(context);
    expect(await onPage(pageId, findingId)).toEqual({ state: 'finding', context });
    expect((await byKey(findingId)).context).toBeNull();
    if (place === undefined) continue;
    // The place of an older version is not that of the new one.
    await configure(false);
    await attach(site, pageId, name, '', 'PUT', new Blob(['none']));
    expect(await inAdminArea(findingId)).toEqual({ state: 'changed' });
    await configure(true);
  }
});

it('a page that has changed since its scan has no context until it is scanned again', async () => {
  const pageId = await publish();
  const findingId = await findingOn(pageId);
  await stopScans(site);
  const version = { number: 2 };
  const edited = { id: pageId, status: 'current', title: 'Order', version, ...storage(`Card ${CARD}, for Mehmet`) };
  await expectOk(site.wiki('PUT', `/api/v2/pages/${pageId}`, edited));
  await site.host.background.settle();
  expect(await byKey(findingId)).toMatchObject({ context: null });
  expect(await onPage(pageId, findingId)).toEqual({ state: 'finding', context: { state: 'changed' } });
  expect(await inAdminArea(findingId)).toEqual({ state: 'changed' });
});

it('a finding on a hidden page looks like a missing one on every surface', async () => {
  const pageId = await publish();
  const findingId = await findingOn(pageId);
  const other = await publish('Text.', 'Other');
  expect(await onPage(other, findingId)).toEqual(await onPage(other, NULL_ID));
  expect(await onPage(pageId, findingId, 'viewer@example.com')).toEqual({ state: 'hidden' });
  await restrict(site, pageId, 'read', [ADMIN_AND_APP[1] ?? '']);
  expect(await onPage(pageId, findingId)).toEqual({ state: 'hidden' });
  expect((await byKey(findingId)).code).toBe((await byKey(NULL_ID)).code);
  const refused = await refusal(site, 'getFinding', { findingId });
  expect(refused).toEqual(await refusal(site, 'getFinding', { findingId: NULL_ID }));
});

it('an excerpt of older rules is read as a bar, and the next scan replaces it', async () => {
  const pageId = await publish();
  const findingId = await findingOn(pageId);
  const [row] = rowsOf(site, 'detection', findingId);
  const data = { ...(row?.value['data'] as object), maskedExcerpt: 'for Wilhelmina ••••••••', excerptVersion: 2 };
  await putRow(site, 'detection', findingId, { ...row?.value, data });
  expect((await byKey(findingId)).maskedExcerpt).toBe('••••••••');
  const { scanId } = (
    await site.rest('POST', '/v1/detection/scan', {
      key: (await site.createKey({ detectionScope: 'manage' })).key,
      body: { pageIds: [pageId] },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
  ).body as { scanId: string };
  await site.host.background.settle();
  expect(scanId).toBeDefined();
  expect(rowsOf(site, 'detection', 'Wilhelmina')).toEqual([]);
  expect((await byKey(findingId)).maskedExcerpt).toBe('card: ••••••••');
});
