import { ADMIN, ADMIN2, DEMO_SPACES, EDITOR } from '../../local/demo';
import type { AuditList } from '../../src/admin/audit/audit-log';
import type { AskedOwners, ChangedFindings } from '../../src/admin/findings/change-findings';
import type { FindingDetails, FindingList } from '../../src/admin/findings/findings';
import { done, outcomeOf, refusal } from '../admin/ask';
import { storeFinding } from '../support/findings';
import { openSite, type Site } from '../support/site';
import { rowsOf } from '../support/stored-rows';
import { aBlogPost, ADMIN_AND_APP, aPage, expectOk, restrict } from '../support/wiki-pages';

/** Owner, comment, due date and progress of findings: set in the admin area and with a key, kept by scans, shown with the page. */

const CARD = '4539 1488 0343 6467';

let site: Site;
let now: Date;
let key: string;
beforeAll(async () => {
  now = new Date('2026-11-21T10:00:00.000Z');
  site = openSite({ queryLagMs: 60_000, now: () => now });
  ({ key } = await site.createKey({ detectionScope: 'manage' }));
});
afterAll(() => site.close());
/** Queries know what was written before. */
beforeEach(() => {
  now = new Date(now.getTime() + 120_000);
});

const changeAs = (email: string, of: object, change: object) =>
  done<ChangedFindings>(site, 'changeFindings', { of, change }, email);
const change = (of: object, wanted: object) => changeAs(ADMIN.email, of, wanted);
const read = async (findingId: string) => (await done<FindingDetails>(site, 'getFinding', { findingId })).finding;
const NOTHING = { changed: 0, unchanged: 0, absent: 0, contended: 0 };
const EVERYTHING = { ownerId: EDITOR.accountId, comment: 'Ask the team.', dueOn: '2026-12-24', isInProgress: true };

const openOn = (pageId: string) =>
  rowsOf(site, 'detection', pageId)
    .filter(({ value }) => value['status'] === 'open')
    .map(({ key: findingId }) => findingId);

async function settle(): Promise<void> {
  now = new Date(now.getTime() + 300_000);
  await site.host.background.settle();
}

it('a finding is owned by the owner of its page until it is assigned', async () => {
  const pageId = await aPage(site, { by: EDITOR.email });
  const findingId = await storeFinding(site, pageId);
  expect(await read(findingId)).toMatchObject({ pageOwnerId: EDITOR.accountId });
  expect(await read(findingId)).not.toHaveProperty('ownerId');
  expect(await change({ findingIds: [findingId] }, EVERYTHING)).toEqual({ ...NOTHING, changed: 1 });
  expect(await read(findingId)).toMatchObject(EVERYTHING);
  expect(await change({ findingIds: [findingId] }, EVERYTHING)).toEqual({ ...NOTHING, unchanged: 1 });
  const removed = { ownerId: 'none', comment: '', dueOn: 'none', isInProgress: false };
  expect(await change({ findingIds: [findingId] }, removed)).toEqual({ ...NOTHING, changed: 1 });
  expect(rowsOf(site, 'detection', findingId)[0]?.value['data']).not.toHaveProperty('work');
});

it('what people decided about a finding stays when its page is scanned again, and when the value returns', async () => {
  const pageId = await aPage(site, { text: `Card: ${CARD}` });
  await settle();
  const [findingId = ''] = openOn(pageId);
  await change({ findingIds: [findingId] }, EVERYTHING);
  const write = async (version: number, text: string) => {
    const body = { representation: 'storage', value: `<p>${text}</p>` };
    const page = { id: pageId, status: 'current', title: `Edited ${pageId}`, version: { number: version }, body };
    await expectOk(site.wiki('PUT', `/api/v2/pages/${pageId}`, page));
    await settle();
    return read(findingId);
  };
  expect(await write(2, `Another line.</p><p>Card: ${CARD}`)).toMatchObject({ status: 'open', ...EVERYTHING });
  expect(await write(3, 'Nothing.')).toMatchObject({ status: 'resolved', ...EVERYTHING });
  expect(await write(4, `Card: ${CARD}`)).toMatchObject({ status: 'open', ...EVERYTHING });
});

it('a comment with a sensitive value, and an owner that Confluence does not know, are refused', async () => {
  const findingId = await storeFinding(site, await aPage(site));
  const before = rowsOf(site, 'detection', findingId);
  const of = { findingIds: [findingId] };
  const fieldsOf = async (wanted: object) =>
    (await refusal(site, 'changeFindings', { of, change: wanted })).fields?.map(({ field }) => field);
  expect(await fieldsOf({ comment: `The card is ${CARD}` })).toEqual(['change.comment']);
  expect(await fieldsOf({ ownerId: '712020:unknown' })).toEqual(['ownerId']);
  expect(await fieldsOf({ dueOn: '2026-13-01' })).toEqual(['change.dueOn']);
  const patch = (body: object) => site.rest('PATCH', `/v1/detection/${findingId}`, { key, body });
  for (const body of [{ comment: `The card is ${CARD}` }, { ownerId: '712020:unknown' }])
    expect(outcomeOf(await patch(body))).toMatch(/^4/);
  expect(rowsOf(site, 'detection', findingId)).toEqual(before);
});

it('all findings that match are changed, a hundred at a time, and only those on pages that the admin sees', async () => {
  const [visible, hidden] = [await aPage(site), await aPage(site, { by: ADMIN.email })];
  await restrict(site, hidden, 'read', ADMIN_AND_APP);
  const same = { fingerprint: 'fingerprint-of-many-values' };
  for (let n = 0; n < 105; n += 1) await storeFinding(site, visible, same);
  const secret = await storeFinding(site, hidden, same);
  now = new Date(now.getTime() + 120_000);
  const matching = { ...same, status: 'open' };
  const first = await changeAs(ADMIN2.email, { matching }, { dueOn: '2026-11-20' });
  expect(first).toMatchObject({ ...NOTHING, changed: 100 });
  const rest = await changeAs(
    ADMIN2.email,
    { matching: { ...matching, cursor: first.continueAt } },
    { dueOn: '2026-11-20' },
  );
  expect(rest).toEqual({ ...NOTHING, changed: 5 });
  expect(await changeAs(ADMIN2.email, { findingIds: [secret] }, EVERYTHING)).toEqual({ ...NOTHING, absent: 1 });
  expect(await changeAs(ADMIN2.email, { findingIds: [crypto.randomUUID()] }, EVERYTHING)).toEqual({
    ...NOTHING,
    absent: 1,
  });
  expect(rowsOf(site, 'detection', secret)[0]?.value['rev']).toBe(1);
});

it('an owner has the same findings in lists, summaries and files, which can also have only the overdue ones', async () => {
  const [ofEditor, ofAdmin] = [await aPage(site, { by: EDITOR.email }), await aPage(site)];
  const same = { fingerprint: 'fingerprint-of-filters' };
  const [own, assigned, other] = [
    await storeFinding(site, ofEditor, same),
    await storeFinding(site, ofAdmin, same),
    await storeFinding(site, ofEditor, same),
  ];
  await change({ findingIds: [assigned] }, { ownerId: EDITOR.accountId, dueOn: '2026-11-20', comment: '=1+1' });
  await change({ findingIds: [other] }, { ownerId: ADMIN.accountId, dueOn: '2026-12-24' });
  now = new Date(now.getTime() + 120_000);
  const inAdmin = async (filter: object) =>
    (await done<FindingList>(site, 'listFindings', { ...same, ...filter })).findings.map(({ findingId }) => findingId);
  const get = async (query: string) =>
    site.rest('GET', `/v1/detection${query}&fingerprint=${same.fingerprint}`, { key });
  const inApi = async (query: string) =>
    ((await get(query)).body as { results: { detectionId: string }[] }).results.map(({ detectionId }) => detectionId);
  expect(await inAdmin({ ownerId: EDITOR.accountId })).toEqual([assigned, own]);
  expect(await inApi(`?ownerId=${encodeURIComponent(EDITOR.accountId)}`)).toEqual([assigned, own]);
  expect(await inAdmin({ isOverdue: true })).toEqual([assigned]);
  expect(await inApi('?overdue=true')).toEqual([assigned]);
  const { text } = await get('/export?overdue=true');
  expect(text.split('\r\n')[0]).toMatch(/"ownerId","pageOwnerId","isInProgress","dueOn","comment"$/);
  expect(text.split('\r\n')[1]).toContain(`"${EDITOR.accountId}","${ADMIN.accountId}","false","2026-11-20","'=1+1"`);
  expect((await get('/summary?overdue=true')).body).toMatchObject({ detections: 1 });
});

it('a key changes findings under its condition, and a hidden finding equals an absent one', async () => {
  const findingId = await storeFinding(site, await aPage(site));
  const path = `/v1/detection/${findingId}`;
  const etag = (await site.rest('GET', path, { key })).header('ETag') ?? '';
  const patch = (body: object, ifMatch: string, to = path) =>
    site.rest('PATCH', to, { key, body, headers: { 'If-Match': ifMatch } });
  const changed = await patch(EVERYTHING, etag);
  expect([outcomeOf(changed), changed.body]).toEqual(['200', expect.objectContaining(EVERYTHING)]);
  expect(outcomeOf(await patch({ comment: 'Late.' }, etag))).toBe('412 PRECONDITION_FAILED');
  expect(await read(findingId)).toMatchObject(EVERYTHING);

  const hiddenPage = await aPage(site, { by: ADMIN2.email, spaceId: DEMO_SPACES.ENG });
  await restrict(site, hiddenPage, 'read', [ADMIN2.accountId]);
  const secret = await storeFinding(site, hiddenPage);
  const bulk = async (detectionIds: readonly string[]) => {
    const answer = await site.rest('POST', '/v1/detection/bulk', { key, body: { detectionIds, comment: 'Ours.' } });
    return { body: answer.body, calls: answer.calls.length };
  };
  const absent = crypto.randomUUID();
  const [ofHidden, ofAbsent] = [await bulk([secret]), await bulk([absent])];
  expect(JSON.parse(JSON.stringify(ofHidden).replaceAll(secret, absent))).toEqual(ofAbsent);
  expect((await bulk([findingId, absent])).body).toMatchObject({
    results: [{ status: 200, changed: true }, { status: 404 }],
    summary: { ok: 1, failed: 1 },
  });
  expect(rowsOf(site, 'detection', secret)[0]?.value['rev']).toBe(1);
});

it('an admin asks the owner of a finding once, in a comment that has nothing about the finding', async () => {
  const [pageId, closed, unowned] = [await aPage(site, { by: EDITOR.email }), await aPage(site), await aPage(site)];
  const findingId = await storeFinding(site, pageId);
  const [ofStranger, own] = [await storeFinding(site, closed), await storeFinding(site, unowned)];
  await restrict(site, closed, 'read', ADMIN_AND_APP);
  await change({ findingIds: [ofStranger] }, { ownerId: EDITOR.accountId });
  const asked = async (findingIds: readonly string[]) =>
    (await done<AskedOwners>(site, 'askOwners', { findingIds })).results.map(({ outcome }) => outcome);
  const absent = crypto.randomUUID();
  expect(await asked([findingId, ofStranger, own, absent])).toEqual(['asked', 'cannot-see', 'asked', 'absent']);
  expect(await asked([findingId])).toEqual(['asked-before']);
  const path = `/api/v2/pages/${pageId}/footer-comments?body-format=storage`;
  const { results } = (await (await site.wiki('GET', path)).json()) as { results: object[] };
  expect(results).toMatchObject([{ version: { authorId: ADMIN.accountId } }]);
  expect(JSON.stringify(results)).toContain(
    `<p><ac:link><ri:user ri:account-id=\\"${EDITOR.accountId}\\"/></ac:link> Please check this content for data that should not be in it.</p>`,
  );
  site.host.faults.add({ target: 'confluence', match: '/api/v2/footer-comments', status: 403, times: 1 });
  const refused = await storeFinding(site, await aPage(site));
  expect(await asked([refused])).toEqual(['not-allowed']);
  expect(await asked([refused])).toEqual(['asked']);
});

it('the owner of a finding on a blog post is the assigned person, who is asked there; a blog post has no owner', async () => {
  const [unowned, byAdmin, byKey] = [await aBlogPost(site), await aBlogPost(site), await aBlogPost(site)];
  const [none, ofAdmin, ofKey] = [unowned, byAdmin, byKey].map((post) => storeFinding(site, post));
  const findingIds = await Promise.all([none, ofAdmin]);
  await change({ findingIds: [...findingIds.slice(1), await ofKey] }, { ownerId: EDITOR.accountId });
  const { results } = await done<AskedOwners>(site, 'askOwners', { findingIds });
  expect(results.map(({ outcome }) => outcome)).toEqual(['no-owner', 'asked']);
  const ask = async (findingId: string | undefined) =>
    (await site.rest('POST', `/v1/detection/${findingId}/ask-owner`, { key })).body.outcome;
  expect([await ask(findingIds[0]), await ask(await ofKey)]).toEqual(['no-owner', 'asked']);
  for (const post of [byAdmin, byKey]) {
    const comments = await expectOk(site.wiki('GET', `/api/v2/blogposts/${post}/footer-comments?body-format=storage`));
    expect(JSON.stringify(comments)).toContain(EDITOR.accountId);
  }
});

it('a key asks as its creator, a hidden finding equals an absent one, and each question has an audit event without the finding', async () => {
  const pageId = await aPage(site, { by: EDITOR.email });
  const findingId = await storeFinding(site, pageId);
  const askWith = async (id: string, by = key) => {
    const answer = await site.rest('POST', `/v1/detection/${id}/ask-owner`, { key: by });
    const body: unknown = JSON.parse(answer.text.replaceAll(answer.requestId, ''));
    return { of: outcomeOf(answer), body, calls: answer.calls.length };
  };
  const faults: readonly [string, number, string][] = [
    ['/api/v2/footer-comments', 403, '200'],
    ['/api/v2/footer-comments', 429, '429 HOST_QUOTA'],
  ];
  for (const [match, status, of] of faults) {
    site.host.faults.add({ target: 'confluence', match, status, times: 1, headers: { 'Retry-After': '60' } });
    expect(await askWith(findingId)).toMatchObject({ of });
  }
  const asked = { detectionId: findingId, ownerId: EDITOR.accountId, outcome: 'asked' };
  expect((await askWith(findingId)).body).toEqual(asked);
  expect((await askWith(findingId)).body).toEqual({ ...asked, outcome: 'asked-before' });
  const comments = await expectOk(site.wiki('GET', `/api/v2/pages/${pageId}/footer-comments?body-format=storage`));
  expect(comments).toMatchObject({ results: [{ version: { authorId: ADMIN.accountId } }] });
  const events = rowsOf(site, 'audit', `page:${pageId}`).filter(({ value }) => value['type'] === 'finding.owner-asked');
  const after = ({ value }: (typeof events)[number]) => (value['details'] as { after: object }).after;
  const one = { ownerId: EDITOR.accountId };
  const failed = { ...one, state: 'failed' };
  expect(events.map(after).toSorted((a, b) => Object.keys(b).length - Object.keys(a).length)).toEqual([
    failed,
    failed,
    one,
    one,
    one,
  ]);
  expect(events[0]?.value).toMatchObject({ actorType: 'apikey', actorAccountId: ADMIN.accountId });

  const hiddenPage = await aPage(site, { by: ADMIN2.email });
  await restrict(site, hiddenPage, 'read', [ADMIN2.accountId]);
  const [secret, absent] = [await storeFinding(site, hiddenPage), crypto.randomUUID()];
  const [ofHidden, ofAbsent] = [await askWith(secret), await askWith(absent)];
  expect(JSON.parse(JSON.stringify(ofHidden).replaceAll(secret, absent))).toEqual(ofAbsent);
  expect(ofAbsent.of).toBe('404 DETECTION_NOT_FOUND');
  const { key: reader } = await site.createKey({ detectionScope: 'read' });
  expect((await askWith(findingId, reader)).of).toBe('403 INSUFFICIENT_SCOPE');

  await restrict(site, pageId, 'read', [ADMIN.accountId, EDITOR.accountId]);
  now = new Date(now.getTime() + 120_000);
  const eventsFor = async (email: string) =>
    (await done<AuditList>(site, 'listAudit', { subject: `page:${pageId}`, limit: 10 }, email)).entries.filter(
      ({ type }) => type === 'finding.owner-asked',
    );
  expect(JSON.stringify(await eventsFor(ADMIN.email))).toContain(EDITOR.accountId);
  const redacted = await eventsFor(ADMIN2.email);
  expect(redacted).toHaveLength(5);
  expect(JSON.stringify(redacted)).not.toContain(EDITOR.accountId);
});

it('concurrent changes of a finding are all kept', async () => {
  const findingId = await storeFinding(site, await aPage(site));
  const { ownerId, comment, dueOn } = EVERYTHING;
  await Promise.all([{ ownerId }, { comment }, { dueOn }].map((one) => change({ findingIds: [findingId] }, one)));
  expect(await read(findingId)).toMatchObject({ ownerId, comment, dueOn });
});

it('the audit event of a change has its comment only for people who see the page', async () => {
  const pageId = await aPage(site, { by: ADMIN.email });
  await restrict(site, pageId, 'read', ADMIN_AND_APP);
  await change({ findingIds: [await storeFinding(site, pageId)] }, EVERYTHING);
  now = new Date(now.getTime() + 120_000);
  const eventFor = async (email: string) =>
    (await done<AuditList>(site, 'listAudit', { subject: `page:${pageId}`, limit: 10 }, email)).entries.find(
      ({ type }) => type === 'finding.updated',
    );
  expect((await eventFor(ADMIN.email))?.details.after).toEqual({ findings: 1, ...EVERYTHING });
  expect(JSON.stringify(await eventFor(ADMIN2.email))).not.toMatch(/Ask the team|2026-12-24|findings/);
});
