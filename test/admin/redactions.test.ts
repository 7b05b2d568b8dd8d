import { ADMIN } from '../../local/demo';
import type { RedactionView } from '../../src/admin/runs/redactions';
import { MARKER } from '../../src/redaction/page/cut';
import { CARD, openRedactionSite, type RedactionSite } from '../redaction/redaction-site';
import { rowsOf } from '../support/stored-rows';
import { storeFinding } from '../support/findings';
import { ADMIN_AND_APP, aPage, restrict } from '../support/wiki-pages';
import { done, refusal } from './ask';

/** Redactions that an admin starts and reads. */

let site: RedactionSite;
beforeEach(async () => {
  site = await openRedactionSite();
});
afterEach(() => site.close());

const cardOf = (pageId: string) => site.findings(pageId)['card-pan']?.[0] ?? '';
const start = (findingIds: readonly string[], dryRun: boolean, as?: string, requestKey: string = crypto.randomUUID()) =>
  done<RedactionView>(site, 'startRedaction', { findingIds, dryRun, requestKey }, as);
const read = (redactionId: string, as?: string) => done<RedactionView>(site, 'getRedaction', { redactionId }, as);

it('a redaction in the admin area edits the page as the admin, once for any number of requests; a dry run edits nothing', async () => {
  const pageId = await site.publish({ body: `<p>card number ${CARD}</p>` });
  const findingId = cardOf(pageId);
  const { redactionId: tried } = await start([findingId], true);
  await site.host.background.settle();
  expect(await read(tried)).toMatchObject({
    state: 'finished',
    findings: [{ findingId, pageId, status: 'would-be-redacted' }],
    pages: [{ pageId, places: [{ field: 'body', kind: 'text', count: 1 }], historyExposed: false }],
  });
  expect((await site.page(pageId)).version).toBe(1);
  const requestKey = crypto.randomUUID();
  const { redactionId } = await start([findingId], false, undefined, requestKey);
  expect((await start([findingId, findingId], false, undefined, requestKey)).redactionId).toBe(redactionId);
  await site.host.background.settle();
  expect(await read(redactionId)).toMatchObject({ findings: [{ status: 'redacted' }], pages: [{ versionAfter: 2 }] });
  expect(await site.page(pageId)).toMatchObject({ body: `<p>card number ${MARKER}</p>`, authorId: ADMIN.accountId });
  const audit = rowsOf(site, 'audit').filter(({ value }) => value['type'] === 'page.redacted');
  expect(audit.map(({ value }) => [value['actorType'], value['actorAccountId']])).toEqual([['user', ADMIN.accountId]]);
  expect(await refusal(site, 'getRedaction', { redactionId }, 'admin2@example.com')).toMatchObject({
    code: 'REDACTION_NOT_FOUND',
  });
});

it('a redaction in the admin area skips pages that the admin may not edit, and stops when the user is no longer an admin', async () => {
  const [hidden, readOnly] = [
    await site.publish({ body: `<p>card number ${CARD}</p>` }),
    await site.publish({ body: `<p>card number ${CARD}</p>` }),
  ];
  const findingIds = [cardOf(hidden), cardOf(readOnly)];
  await restrict(site, hidden, 'read', ADMIN_AND_APP);
  await restrict(site, readOnly, 'update', ADMIN_AND_APP);
  const { redactionId } = await start(findingIds, false, 'admin2@example.com');
  await site.host.background.settle();
  expect((await read(redactionId, 'admin2@example.com')).findings).toEqual([
    { findingId: findingIds[1], pageId: readOnly, status: 'failed', reason: 'not-editable' },
    { findingId: findingIds[0], status: 'failed', reason: 'not-found' },
  ]);
  const own = await start(findingIds, false);
  await site.setUser('admin@example.com', { siteAdmin: false });
  await site.host.background.settle();
  const run = rowsOf(site, 'job').find(({ key }) => key === `redaction:${own.redactionId}`)?.value;
  expect(run).toMatchObject({ state: 'failed', data: { stoppedBy: 'CREATOR_NOT_ADMIN' } });
});

it('a redaction in the admin area never distinguishes hidden findings from missing ones, whenever the page was hidden', async () => {
  const body = `<p>card number ${CARD}</p><p>card number ${CARD}</p>`;
  const as = 'admin2@example.com';
  const disclosed = async (findingId: string, hide?: () => Promise<void>) => {
    const first = await start([findingId], true, as);
    await site.host.background.settle();
    await hide?.();
    const { redactionId } = first;
    const view = JSON.stringify(await read(redactionId, as));
    return view.replaceAll(findingId, '{finding}').replaceAll(redactionId, '{redaction}');
  };
  const expected = await disclosed(crypto.randomUUID());
  expect(expected).toContain('not-found');
  const [before, after] = [await site.publish({ body }), await site.publish({ body })];
  const [hidden, later] = [cardOf(before), cardOf(after)];
  await restrict(site, before, 'read', ADMIN_AND_APP);
  expect(await disclosed(hidden)).toBe(expected);
  expect(await disclosed(later, () => restrict(site, after, 'read', ADMIN_AND_APP))).toBe(expected);
});

it('one redaction has more than a hundred findings, and its result has each of them', async () => {
  const pageId = await site.publish({ body: `<p>card number ${CARD}</p>` });
  const real = cardOf(pageId);
  const findingIds = [real];
  for (let n = 0; n < 300; n += 1) findingIds.push(await storeFinding(site, pageId));
  const { redactionId } = await start(findingIds, true);
  await site.host.background.settle();
  const { findings, state } = await read(redactionId);
  expect([state, findings.length]).toEqual(['finished', 301]);
  expect(findings.filter(({ status }) => status === 'would-be-redacted').map(({ findingId }) => findingId)).toEqual([
    real,
  ]);
  expect(new Set(findings.flatMap(({ reason }) => reason ?? []))).toEqual(new Set(['not-there-any-more']));
});

it('a redaction in the admin area refuses invalid input, and creates nothing', async () => {
  const wrong = (payload: object) =>
    refusal(site, 'startRedaction', { dryRun: false, requestKey: crypto.randomUUID(), ...payload });
  expect(await wrong({ findingIds: [] })).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'findingIds' }] });
  expect(await wrong({ findingIds: Array(1_001).fill(crypto.randomUUID()) })).toMatchObject({ code: 'INVALID_INPUT' });
  const findingIds = [];
  for (let n = 0; n <= 250; n += 1) findingIds.push(await storeFinding(site, await aPage(site)));
  expect(await wrong({ findingIds })).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'findingIds' }] });
  for (let n = 0; n < 5; n += 1) await start([crypto.randomUUID()], true);
  expect(await wrong({ findingIds: [crypto.randomUUID()] })).toMatchObject({ code: 'TOO_MANY_REDACTIONS' });
});
