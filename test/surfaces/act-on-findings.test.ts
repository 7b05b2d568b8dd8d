import { ADMIN, DEMO_SPACES, EDITOR, VIEWER } from '../../local/demo';
import type { Exclusion } from '../../src/findings/exclusions/model';
import type { DeniedAction, PageRedaction, RedactionResult } from '../../src/surfaces/contract';
import { CONTENT_TYPES } from '../../src/classification/content-type';
import { MARKER } from '../../src/redaction/page/cut';
import { CARD, openRedactionSite, type RedactionSite, SSN } from '../redaction/redaction-site';
import { putRow, rowOf, rowsOf } from '../support/stored-rows';
import { ADMIN_AND_APP, restrict } from '../support/wiki-pages';
import { call, done, popup, settleSurfaces } from './surface-site';

/** People act on the findings of a page: *Not sensitive* and *Remove value*. */

let site: RedactionSite;
let pageId: string;
beforeEach(async () => {
  site = await openRedactionSite();
  pageId = await site.publish({ body: `<p>card number ${CARD}</p><p>SSN ${SSN}</p>` });
  await settleSurfaces(site, { peopleMayExclude: true, peopleMayRedact: true });
});
afterEach(() => site.close());

const findingOf = (detectorId: string, page = pageId) => site.findings(page)[detectorId]?.[0] ?? '';
const card = () => findingOf('card-pan');
const exclude = (findingId: string, at: object = {}) =>
  done(site, 'excludeFinding', { findingId, reason: 'A test card.' }, { pageId, ...at });
const start = (findingId: string, dryRun: boolean, at: object = {}, requestKey: string = crypto.randomUUID()) =>
  done(site, 'startRedaction', { findingIds: [findingId], dryRun, requestKey }, { pageId, ...at });
const redactionIn = (result: RedactionResult): PageRedaction => {
  if (!('outcome' in result) || result.outcome !== 'redaction') throw new Error(JSON.stringify(result));
  return result.redaction;
};
const codeOf = (result: object) => (result as Partial<DeniedAction>).code;
const openFindings = async () => (await popup(site, pageId)).evidence?.findings.map(({ findingId }) => findingId);

it('the popup excludes a value on this page at once, with history, and the same person undoes it', async () => {
  const other = await site.publish({ body: `<p>card number ${CARD}</p>` });
  const excluded = await exclude(card());
  if (!('outcome' in excluded) || excluded.outcome !== 'excluded') throw new Error(JSON.stringify(excluded));
  expect(excluded.page.evidence?.findings.map(({ findingId }) => findingId)).not.toContain(card());
  expect(await openFindings()).not.toContain(card());
  expect((await popup(site, other)).evidence?.findings).toHaveLength(1);
  const { exclusionId } = excluded;
  expect(rowsOf(site, 'audit', 'exclusion.created').map(({ value }) => value)).toMatchObject([
    { actorType: 'user', actorAccountId: EDITOR.accountId, subject: `exclusion:${exclusionId}` },
  ]);
  const { value } = rowOf(site, 'config', 'detection-exclusions') as { readonly value: readonly Exclusion[] };
  const [stored] = value;
  const days = (Date.parse(stored?.expiresAt ?? '') - Date.parse(stored?.createdAt ?? '')) / 86_400_000;
  expect(Math.round(days)).toBe(90);
  const undo = (as: string, page = pageId) => done(site, 'undoExclusion', { exclusionId }, { pageId: page, as });
  expect(codeOf(await undo(ADMIN.email))).toBe('EXCLUSION_NOT_FOUND');
  expect(codeOf(await undo(EDITOR.email, other))).toBe('EXCLUSION_NOT_FOUND');
  expect(await undo(EDITOR.email)).toMatchObject({ outcome: 'removed' });
  expect(await openFindings()).toContain(card());
  expect(codeOf(await undo(EDITOR.email))).toBe('EXCLUSION_NOT_FOUND');
});

it('the popup keeps room for the exclusions of admins and of other people', async () => {
  const stored = (createdBy: string, count: number) =>
    putRow(site, 'config', 'detection-exclusions', {
      v: 1,
      rev: 1,
      value: Array.from({ length: count }, () => ({
        exclusionId: crypto.randomUUID(),
        match: { by: 'fingerprint', fingerprints: ['a'.repeat(20)] },
        scope: { of: 'page', pageId: '1' },
        reason: 'A test card.',
        createdBy,
        createdAt: '2026-03-10T00:00:00.000Z',
      })),
    });
  await stored(EDITOR.accountId, 50);
  expect(codeOf(await exclude(card()))).toBe('TOO_MANY_EXCLUSIONS');
  await stored(ADMIN.accountId, 400);
  expect(codeOf(await exclude(card()))).toBe('TOO_MANY_EXCLUSIONS');
  await stored(ADMIN.accountId, 399);
  expect(await exclude(card())).toMatchObject({ outcome: 'excluded' });
});

it('the popup ends the undo of an exclusion after an hour', async () => {
  const excluded = await exclude(card());
  const exclusionId = 'exclusionId' in excluded ? excluded.exclusionId : '';
  site.advance(3_600_001);
  expect(codeOf(await done(site, 'undoExclusion', { exclusionId }, { pageId }))).toBe('EXCLUSION_NOT_FOUND');
});

it.each(CONTENT_TYPES)(
  'the popup of a %s removes a value in the name of a person without admin rights, after a dry run, and keeps older versions',
  async (contentType) => {
    pageId = await site.publish({ body: `<p>card number ${CARD}</p><p>SSN ${SSN}</p>`, contentType });
    const tried = redactionIn(await start(card(), true));
    await site.host.background.settle();
    const get = async (redactionId: string) =>
      redactionIn(await done(site, 'getRedaction', { redactionId }, { pageId }));
    const dry = await get(tried.redactionId);
    expect(dry).toMatchObject({
      state: 'finished',
      dryRun: true,
      findings: [{ findingId: card(), status: 'would-be-redacted' }],
      pages: [{ places: [{ field: 'body', kind: 'text', count: 1 }] }],
    });
    expect(JSON.stringify(dry)).not.toContain('4539');
    expect((await site.page(pageId)).version).toBe(1);
    const [findingId, requestKey] = [card(), crypto.randomUUID()];
    const { redactionId } = redactionIn(await start(findingId, false, {}, requestKey));
    await site.host.background.settle();
    expect(redactionIn(await start(findingId, false, {}, requestKey)).redactionId).toBe(redactionId);
    expect(await get(redactionId)).toMatchObject({
      findings: [{ findingId, status: 'redacted' }],
      pages: [{ versionAfter: 2, historyExposed: true }],
    });
    const { body, authorId } = await site.page(pageId);
    expect([body, authorId]).toEqual([`<p>card number ${MARKER}</p><p>SSN ${SSN}</p>`, EDITOR.accountId]);
    expect(rowsOf(site, 'audit', 'page.redacted').map(({ value }) => value['actorAccountId'])).toEqual([
      EDITOR.accountId,
    ]);
    expect(codeOf(await start(findingId, false))).toBe('FINDING_NOT_FOUND');
  },
);

it('the popup shows a redaction only to its author, on the page where it was started', async () => {
  const other = await site.publish({ body: `<p>card number ${CARD}</p>` });
  const { redactionId } = redactionIn(await start(card(), true));
  const get = async (at: object) => codeOf(await done(site, 'getRedaction', { redactionId }, { pageId, ...at }));
  expect(await get({ as: ADMIN.email })).toBe('REDACTION_NOT_FOUND');
  expect(await get({ pageId: other })).toBe('REDACTION_NOT_FOUND');
  expect(await get({})).toBeUndefined();
});

it('the popup acts only on open findings of the page in the context', async () => {
  const other = await site.publish({ body: `<p>card number ${CARD}</p>` });
  const elsewhere = findingOf('card-pan', other);
  for (const findingId of [elsewhere, crypto.randomUUID()]) {
    expect(codeOf(await exclude(findingId))).toBe('FINDING_NOT_FOUND');
    expect(codeOf(await start(findingId, false))).toBe('FINDING_NOT_FOUND');
  }
});

it('the popup refuses each action if the site does not allow it, or the person may not edit the page', async () => {
  const findingId = card();
  const actions = (at: object) => Promise.all([exclude(findingId, at), start(findingId, true, at)]);
  expect((await actions({ as: VIEWER.email })).map(codeOf)).toEqual(['PAGE_NOT_EDITABLE', 'PAGE_NOT_EDITABLE']);
  await restrict(site, pageId, 'update', ADMIN_AND_APP);
  expect((await actions({})).map(codeOf)).toEqual(['PAGE_NOT_EDITABLE', 'PAGE_NOT_EDITABLE']);
  await restrict(site, pageId, 'read', ADMIN_AND_APP);
  expect(await actions({})).toEqual([{ state: 'hidden' }, { state: 'hidden' }]);
  await settleSurfaces(site, {});
  expect((await actions({ as: ADMIN.email })).map(codeOf)).toEqual(['NOT_ENABLED', 'NOT_ENABLED']);
  expect(rowsOf(site, 'job', 'redaction:')).toEqual([]);
  expect(rowsOf(site, 'config', 'detection-exclusions')).toEqual([]);
});

it.each([
  ['the site no longer allows it', () => settleSurfaces(site, { peopleMayRedact: false })],
  [
    'classification is off in the space',
    () => settleSurfaces(site, { peopleMayRedact: true, offSpaceIds: [DEMO_SPACES.ENG] }),
  ],
  ['the person is deactivated', () => site.setUser(EDITOR.email, { active: false })],
])('the popup stops a redaction that has not begun if %s', async (_why, change) => {
  const { redactionId } = redactionIn(await start(card(), false));
  await change();
  await site.host.background.settle();
  expect((await site.page(pageId)).version).toBe(1);
  const run = rowsOf(site, 'job').find(({ key }) => key === `redaction:${redactionId}`)?.value;
  expect(run).toMatchObject({ data: { pages: [{ result: { failed: [{ findingId: card() }] } }] } });
});

it.each([
  ['excludeFinding', { findingId: 'x', reason: 'y' }, 'findingId'],
  ['excludeFinding', { findingId: crypto.randomUUID(), reason: ' ' }, 'reason'],
  ['undoExclusion', { exclusionId: 1 }, 'exclusionId'],
  ['startRedaction', { findingIds: [], dryRun: true, requestKey: crypto.randomUUID() }, 'findingIds'],
  [
    'startRedaction',
    { findingIds: [crypto.randomUUID()], dryRun: true, requestKey: crypto.randomUUID(), cleanHistory: true },
    'cleanHistory',
  ],
  ['getRedaction', { redactionId: '' }, 'redactionId'],
] as const)('%s refuses %j and names the field', async (operation, payload, field) => {
  const result = await call(site, operation, payload, { pageId });
  expect(result).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
  expect(JSON.stringify(result)).toContain(field);
});
