import { ADMIN, ADMIN2, EDITOR, OUTSIDER, SPACE_ADMIN } from '../../local/demo';
import type { PersonalDataView } from '../../src/admin/site/personal-data';
import type { ExportPart } from '../../src/privacy/export-person';
import { done, refusal } from '../admin/ask';
import { openBusySite, rowsWith, type BusySite } from '../people/busy-day';
import { putAuditEvent, putRow, rowsOf } from '../support/stored-rows';

/** Admins export what is stored about one person, and erase it only together. */

let site: BusySite;
beforeEach(async () => {
  site = openBusySite();
  await putRow(site, 'person', EDITOR.accountId, { v: 1, seenAt: '2026-11-22T08:00:00.000Z' });
  await putAuditEvent(site, {
    actorAccountId: EDITOR.accountId,
    details: { after: { startedBy: OUTSIDER.accountId } },
  });
});
afterEach(() => site.close());

const run = (operation: string, payload: object, as = ADMIN.email) =>
  done<PersonalDataView>(site, operation, payload, as);
const codeOf = async (operation: string, payload: object, as = ADMIN.email) =>
  (await refusal(site, operation, payload, as)).code;
const person = { accountId: EDITOR.accountId };
const auditTypes = () => rowsOf(site, 'audit').map(({ value }) => value['type']);

it('an erasure starts when a second admin confirms it, and not before', async () => {
  const { erasures } = await run('requestPersonErasure', person);
  expect(erasures).toMatchObject([{ state: 'requested', requestedBy: ADMIN.accountId, mayConfirm: false }]);
  const erasureId = erasures[0]?.erasureId ?? '';
  expect(await codeOf('requestPersonErasure', person, ADMIN2.email)).toBe('ERASURE_OPEN');
  expect(await codeOf('confirmPersonErasure', { erasureId })).toBe('OWN_REQUEST');
  await site.host.background.settle();
  expect(rowsWith(site, EDITOR.accountId)).toContainEqual(expect.stringMatching(/^audit\//));
  expect((await run('getPersonalData', {}, ADMIN2.email)).erasures).toMatchObject([{ mayConfirm: true }]);
  await run('confirmPersonErasure', { erasureId }, ADMIN2.email);
  await site.host.background.settle();
  expect(rowsWith(site, EDITOR.accountId).filter((row) => row.startsWith('audit/'))).toEqual([]);
  expect(auditTypes()).toEqual(expect.arrayContaining(['erasure.requested', 'erasure.confirmed']));
});

it('no admin acts on their own data, and only stored people can be erased or exported', async () => {
  expect(await codeOf('requestPersonErasure', { accountId: ADMIN.accountId })).toBe('OWN_ACCOUNT');
  for (const operation of ['requestPersonErasure', 'exportPerson'])
    expect(await codeOf(operation, { accountId: SPACE_ADMIN.accountId })).toBe('PERSON_NOT_STORED');
  expect(await codeOf('requestPersonErasure', { accountId: 'a b' })).toBe('INVALID_INPUT');
  await putRow(site, 'person', ADMIN2.accountId, { v: 1, seenAt: '2026-11-22T08:00:00.000Z' });
  const [erasure] = (await run('requestPersonErasure', { accountId: ADMIN2.accountId })).erasures;
  const one = { erasureId: erasure?.erasureId };
  expect(await codeOf('confirmPersonErasure', one, ADMIN2.email)).toBe('OWN_ACCOUNT');
  expect(await codeOf('withdrawPersonErasure', one, ADMIN2.email)).toBe('OWN_ACCOUNT');
});

it('a request can be withdrawn, expires after seven days, and needs a requester who is still an admin', async () => {
  const request = async () => (await run('requestPersonErasure', person)).erasures[0]?.erasureId ?? '';
  const erasureId = await request();
  expect((await run('withdrawPersonErasure', { erasureId })).erasures).toMatchObject([{ state: 'withdrawn' }]);
  expect(await codeOf('confirmPersonErasure', { erasureId }, ADMIN2.email)).toBe('ERASURE_CHANGED');
  await request();
  await site.setUser(ADMIN.email, { siteAdmin: false });
  expect(await codeOf('confirmPersonErasure', { erasureId }, ADMIN2.email)).toBe('ERASURE_CHANGED');
  await site.setUser(ADMIN.email, { siteAdmin: true });
  site.advance(8 * 86_400_000);
  expect(await codeOf('confirmPersonErasure', { erasureId }, ADMIN2.email)).toBe('ERASURE_CHANGED');
});

it('an export has every row of the person, without secrets and other people, and is audited', async () => {
  await site.createKey({ as: ADMIN2.email });
  const { rows, next } = await done<ExportPart>(site, 'exportPerson', { accountId: ADMIN2.accountId }, ADMIN.email);
  expect(next).toBeUndefined();
  expect(rows.map(({ entity }) => entity)).toEqual(expect.arrayContaining(['api-key', 'audit']));
  expect(JSON.stringify(rows)).not.toContain('"mac"');
  const ofEditor = await done<ExportPart>(site, 'exportPerson', person, ADMIN.email);
  expect(JSON.stringify(ofEditor.rows)).toContain('another person');
  for (const { accountId } of [OUTSIDER, ADMIN]) expect(JSON.stringify(ofEditor.rows)).not.toContain(accountId);
  expect(auditTypes().filter((type) => type === 'person.exported')).toHaveLength(2);
});

it('a later part of an export needs the audit event of its first part, by the same admin about the same person', async () => {
  await run('exportPerson', person);
  const [event] = rowsOf(site, 'audit', '"person.exported"');
  const from = { exportId: event?.key, entity: 0, time: '', key: '' };
  expect(await codeOf('exportPerson', { ...person, from: { entity: 0, time: '', key: '' } })).toBe('INVALID_INPUT');
  const [other] = rowsOf(site, 'audit', '"apikey.created"');
  expect(await codeOf('exportPerson', { ...person, from: { ...from, exportId: other?.key } })).toBe('INVALID_INPUT');
  expect(await codeOf('exportPerson', { ...person, from }, ADMIN2.email)).toBe('INVALID_INPUT');
  await putRow(site, 'person', ADMIN2.accountId, { v: 1, seenAt: '2026-11-22T08:00:00.000Z' });
  expect(await codeOf('exportPerson', { accountId: ADMIN2.accountId, from })).toBe('INVALID_INPUT');
  await done<ExportPart>(site, 'exportPerson', { ...person, from }, ADMIN.email);
  site.advance(86_400_000);
  expect(await codeOf('exportPerson', { ...person, from })).toBe('INVALID_INPUT');
});
