import fc from 'fast-check';
import type { AuditList, KeyDetails } from '../../src/admin/audit/audit-log';
import type { CsvPart } from '../../src/admin/audit/export-in-parts';
import { csvCell } from '../../src/platform/csv';
import { AUDIT_TYPES } from '../../src/audit/event';
import { ADMIN_ID } from '../keys/key-records';
import { openSite, type Site, type SiteOptions } from '../support/site';
import { everythingStored, putRow } from '../support/stored-rows';
import { aNewKey, ask, type CreatedKey, done, edit, refusal } from './ask';

/** The audit log shows a site admin every event once, newest first, for any page size. */

const NOW = new Date('2026-11-21T12:00:00.000Z');
const sites: Site[] = [];
const openHere = (options: SiteOptions = {}) => {
  const opened = openSite({ now: () => NOW, ...options });
  sites.push(opened);
  return opened;
};
let site: Site;
beforeEach(() => {
  site = openHere();
});
afterEach(() => sites.splice(0).forEach((one) => one.close()));

interface Event {
  readonly id: string;
  readonly time: string;
  readonly type: string;
  readonly subject: string;
  readonly actorAccountId: string;
  readonly actorKeyId: string;
}

type Filter = Record<'type' | 'subject' | 'actorAccountId' | 'apiKeyId' | 'from' | 'to', string>;

const anEvent = (overrides: Partial<Event> = {}): Event => ({
  id: crypto.randomUUID(),
  time: '2026-11-01T00:00:00.000Z',
  type: 'page.level.set',
  subject: 'page:1',
  actorAccountId: ADMIN_ID,
  actorKeyId: '0'.repeat(16),
  ...overrides,
});
const store = async ({ id, ...event }: Event, on = site, details: object = {}) =>
  putRow(on, 'audit', id, {
    v: 1,
    month: event.time.slice(0, 7),
    ...event,
    outcome: 'success',
    actorType: 'apikey',
    requestId: 'r',
    details,
  });
const storeAll = async (events: readonly Event[], on = site) => {
  for (const event of events) await store(event, on);
};
const newestFirst = (events: readonly Event[]) =>
  [...events]
    .sort((a, b) => (a.time === b.time ? (a.id < b.id ? 1 : -1) : a.time < b.time ? 1 : -1))
    .map(({ id }) => id);

/** All pages until no cursor is returned. */
async function readAll(filter: object, limit: number, on = site): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page: AuditList = await done<AuditList>(on, 'listAudit', { ...filter, limit, ...(cursor && { cursor }) });
    expect(page.entries.length).toBeLessThanOrEqual(limit);
    ids.push(...page.entries.map(({ id }) => id));
    cursor = page.cursor;
  } while (cursor !== undefined);
  return ids;
}

it('the audit log is complete, without duplicates and in order, for any filters and any page size', async () => {
  const times = [
    '2026-11-21T11:59:59.999Z',
    '2026-11-21T11:59:59.998Z',
    '2026-11-01T00:00:00.000Z',
    '2026-10-31T23:59:59.999Z',
    '2026-10-05T00:00:00.000Z',
    '2026-06-30T12:00:00.000Z',
    '2026-01-01T00:00:00.000Z',
  ];
  const event = fc
    .record({
      time: fc.constantFrom(...times),
      type: fc.constantFrom('page.level.set', 'apikey.created', 'level.updated'),
      subject: fc.constantFrom('page:1', 'page:2', 'levels'),
      actorAccountId: fc.constantFrom('712020:a', '712020:b'),
      actorKeyId: fc.constantFrom('0'.repeat(16), '1'.repeat(16)),
    })
    .map(anEvent);
  const filter = fc.record(
    {
      type: fc.constantFrom('page.level.set', 'apikey.created'),
      subject: fc.constantFrom('page:1', 'levels'),
      actorAccountId: fc.constantFrom('712020:a', '712020:b'),
      apiKeyId: fc.constantFrom('0'.repeat(16), '1'.repeat(16)),
      from: fc.constantFrom(...times, '2020-01-01T00:00:00.000Z'),
      to: fc.constantFrom(...times, '2030-01-01T00:00:00.000Z'),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { maxLength: 40 }),
      fc.array(fc.tuple(filter, fc.constantFrom(1, 2, 7, 100)), { minLength: 4, maxLength: 4 }),
      async (events, questions) => {
        const here = openHere();
        await storeAll(events, here);
        const always = [{}, { from: '2026-10-05T00:00:00.000Z' }].map((wanted) => [wanted, 3] as const);
        for (const [wanted, limit] of [...always, ...questions] as readonly (readonly [Partial<Filter>, number])[]) {
          const expected = events.filter(
            (one) =>
              (wanted.type ?? one.type) === one.type &&
              (wanted.subject ?? one.subject) === one.subject &&
              (wanted.actorAccountId ?? one.actorAccountId) === one.actorAccountId &&
              (wanted.apiKeyId ?? one.actorKeyId) === one.actorKeyId &&
              (wanted.from ?? '') <= one.time &&
              one.time <= (wanted.to ?? '9'),
          );
          expect(await readAll(wanted, limit, here)).toEqual(newestFirst(expected));
        }
        here.close();
        sites.splice(sites.indexOf(here), 1);
      },
    ),
    { numRuns: 25 },
  );
});

it('the audit log is complete if more events share a millisecond than one query reads', async () => {
  const events = [
    anEvent({ time: '2026-11-02T00:00:00.000Z' }),
    ...Array.from({ length: 230 }, () => anEvent()),
    anEvent({ time: '2026-10-31T00:00:00.000Z' }),
  ];
  await storeAll(events);
  expect(await readAll({}, 60)).toEqual(newestFirst(events));
  expect(await readAll({ subject: 'page:1' }, 100)).toEqual(newestFirst(events));
});

it('the audit log keeps its position if newer events are added between two pages', async () => {
  const events = Array.from({ length: 9 }, (_, index) => anEvent({ time: `2026-11-0${index + 1}T00:00:00.000Z` }));
  await storeAll(events);
  const first = await done<AuditList>(site, 'listAudit', { limit: 4 });
  await store(anEvent({ time: '2026-11-20T00:00:00.000Z' }));
  const second = await done<AuditList>(site, 'listAudit', { limit: 100, cursor: first.cursor });
  expect([...first.entries, ...second.entries].map(({ id }) => id)).toEqual(newestFirst(events));
});

it('the audit log limits the reads for events that a second filter excludes, and returns where to continue', async () => {
  const time = (index: number) => new Date(Date.parse('2026-11-01T00:00:00.000Z') + index).toISOString();
  const wanted = anEvent({ time: '2026-10-01T00:00:00.000Z', type: 'level.updated' });
  const others = Array.from({ length: 2_300 }, (_, index) => anEvent({ time: time(index) }));
  await Promise.all([...others, wanted].map((event) => store(event)));
  const payload = { subject: 'page:1', type: 'level.updated' };
  const { result, requestId } = await site.host.invokeResolver('listAudit', payload, ADMIN_ID);
  expect(result).toMatchObject({ ok: true, value: { entries: [], cursor: expect.any(String) as string } });
  // The number of rows read, without those that may share their millisecond with the next.
  expect(result).toMatchObject({ value: { searchedBackTo: time(2_300 - 20 * 100 + 1) } });
  const queries = site.host.traces.find(requestId)?.calls.filter(({ path }) => path.endsWith('/query'));
  expect(queries).toHaveLength(20);
  expect(await readAll(payload, 10)).toEqual([wanted.id]);
  expect((await done<CsvPart>(site, 'exportAudit', payload)).rows).toBe(0);
});

it('the audit log takes one read for a page of the newest events, and none for times before the app existed', async () => {
  await storeAll(
    Array.from({ length: 60 }, (_, i) => anEvent({ time: new Date(NOW.getTime() - i - 1).toISOString() })),
  );
  const reads = async (payload: object) => {
    const { requestId } = await site.host.invokeResolver('listAudit', payload, ADMIN_ID);
    return site.host.traces.find(requestId)?.calls.filter(({ path }) => path.endsWith('/query')).length;
  };
  expect(await reads({ limit: 50 })).toBe(1);
  expect(await reads({ subject: 'page:1', limit: 100 })).toBe(1);
  expect(await reads({ to: '2020-01-01T00:00:00.000Z' })).toBe(0);
  expect(await reads({ from: '2026-11-05T00:00:00.000Z', to: '2026-11-04T00:00:00.000Z' })).toBe(0);
});

it('the audit log shows the actor, the key and both values of a real change', async () => {
  const { key, keyId } = await site.createKey({ name: 'Nightly' });
  const { body } = await site.rest('GET', '/v1/level', { key });
  const [first, second] = body.results.map(({ levelId }: { levelId: string }) => levelId);
  for (const levelId of [first, second]) {
    const { status } = await site.rest('POST', '/v1/page-level', { key, body: { pageId: '164001', levelId } });
    if (status !== 201) throw new Error(String(status));
  }
  const { entries } = await done<AuditList>(site, 'listAudit', { apiKeyId: keyId });
  expect(entries).toHaveLength(2);
  expect(entries.find(({ details }) => details.before !== undefined)).toMatchObject({
    type: 'page.level.set',
    outcome: 'success',
    subject: 'page:164001',
    actorType: 'apikey',
    actorAccountId: ADMIN_ID,
    actorKeyId: keyId,
    details: { keyName: 'Nightly', before: { levelId: first }, after: { levelId: second } },
  });
});

it('the audit log may lack an event of the last seconds, and shows it later', async () => {
  let now = NOW;
  const lagging = openHere({ now: () => now, queryLagMs: 2_000 });
  await done(lagging, 'createKey', aNewKey({ expiresOn: '2026-12-01' }));
  expect(await readAll({}, 10, lagging)).toEqual([]);
  now = new Date(NOW.getTime() + 5_000);
  expect(await readAll({}, 10, lagging)).toHaveLength(1);
});

it('the audit log counts unreadable rows and shows the others, including unknown types', async () => {
  const events = [anEvent({ type: 'job.finished' }), anEvent({ time: '2026-11-03T00:00:00.000Z' })];
  await storeAll(events);
  await putRow(site, 'audit', crypto.randomUUID(), { v: 1, month: '2026-11', time: '2026-11-02T00:00:00.000Z' });
  const { entries, unreadable } = await done<AuditList>(site, 'listAudit', {});
  expect(entries.map(({ id }) => id)).toEqual(newestFirst(events));
  expect(unreadable).toBe(1);
});

it('the audit log counts an unreadable row once, for any page boundaries', async () => {
  const time = '2026-11-02T00:00:00.000Z';
  const older = '2026-11-01T00:00:00.000Z';
  await storeAll([time, time, older, older, older].map((one) => anEvent({ time: one })));
  for (const one of [time, time, time, older]) {
    await putRow(site, 'audit', crypto.randomUUID(), { v: 1, month: '2026-11', time: one });
  }
  for (const limit of [1, 2, 3, 100]) {
    let unreadable = 0;
    let cursor: string | undefined;
    do {
      const page: AuditList = await done<AuditList>(site, 'listAudit', { limit, ...(cursor && { cursor }) });
      unreadable += page.unreadable;
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(unreadable).toBe(4);
  }
});

describe('a cursor', () => {
  it('is refused unless it is complete, of this list and of the same filters', async () => {
    await storeAll(Array.from({ length: 5 }, () => anEvent()));
    const { cursor = '' } = await done<AuditList>(site, 'listAudit', { limit: 2 });
    const forged = (parts: unknown[]) => Buffer.from(parts.join(' ')).toString('base64url');
    const [v, time, id, of] = Buffer.from(cursor, 'base64url').toString().split(' ');
    for (const wrong of [
      '',
      'x',
      cursor.slice(4),
      forged([]),
      forged([2, time, id, of]),
      forged([v, 'yesterday', id, of]),
      forged([v, time, 'x', of]),
      forged([v, time, id, 'x'.repeat(16)]),
      forged([v, time, id]),
    ]) {
      expect((await refusal(site, 'listAudit', { cursor: wrong })).code).toBe('INVALID_CURSOR');
      expect((await refusal(site, 'exportAudit', { cursor: wrong })).code).toBe('INVALID_CURSOR');
    }
    for (const filter of [
      { type: 'page.level.set' },
      { subject: 'page:1' },
      { actorAccountId: ADMIN_ID },
      { apiKeyId: '0'.repeat(16) },
      { from: '2026-11-01T00:00:00.000Z' },
      { to: '2026-11-01T00:00:00.000Z' },
    ]) {
      expect((await refusal(site, 'listAudit', { cursor, ...filter })).code).toBe('INVALID_CURSOR');
    }
    expect(await ask(site, 'listAudit', { cursor, limit: 1 })).toMatchObject({ ok: true });
  });

  it("is independent of the platform's cursor", async () => {
    await storeAll(Array.from({ length: 5 }, () => anEvent()));
    const { cursor = '', entries } = await done<AuditList>(site, 'listAudit', { limit: 2 });
    const [, time, id] = Buffer.from(cursor, 'base64url').toString().split(' ');
    expect([time, id]).toEqual([entries[1]?.time, entries[1]?.id]);
  });
});

it.each([
  { limit: 0 },
  { limit: 101 },
  { limit: '5' },
  { type: 'x' },
  { subject: '' },
  { subject: 'page:1; drop' },
  { subject: `page:${'1'.repeat(65)}` },
  { actorAccountId: '' },
  { actorAccountId: 'x'.repeat(129) },
  { apiKeyId: 'pclsk' },
  { from: 'yesterday' },
  { from: '2026-11-01' },
  { to: '2026-11-01T00:00:00.000+01:00' },
  { cursor: 'x'.repeat(513) },
  { month: '2026-11' },
])('the audit log refuses %j', async (payload) => {
  expect((await refusal(site, 'listAudit', payload)).code).toBe('INVALID_INPUT');
});

it('accept every recorded type', async () => {
  for (const type of AUDIT_TYPES) expect(await ask(site, 'listAudit', { type })).toMatchObject({ ok: true });
});

describe('the export', () => {
  it('is the list as CSV, in parts that form one file', async () => {
    const time = (index: number) => new Date(Date.parse('2026-11-01T00:00:00.000Z') + (index % 900)).toISOString();
    const events = Array.from({ length: 1_250 }, (_, index) => anEvent({ time: time(index) }));
    await Promise.all(events.map((event) => store(event)));
    const first = await done<CsvPart>(site, 'exportAudit', {});
    const second = await done<CsvPart>(site, 'exportAudit', { cursor: first.cursor });
    expect([first.rows, second.rows, second.cursor]).toEqual([1_000, 250, undefined]);
    const [header, ...lines] = (first.csv + second.csv).trimEnd().split('\r\n');
    expect(header).toMatch(/^"time","type","outcome","subject",/);
    expect(lines.map((line) => line.slice(-37, -1))).toEqual(newestFirst(events));
  });

  it('escapes formulas and separators in names', async () => {
    const name = '=HYPERLINK("http://x";"a,b")';
    await store(anEvent(), site, { keyName: name });
    const { csv } = await done<CsvPart>(site, 'exportAudit', {});
    expect(csv).toContain(`,"'=HYPERLINK(""http://x"";""a,b"")",`);
    for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '\0', '＝', '＋', '－', '＠']) {
      expect(csvCell(`${start}1`)).toBe(`"'${start}1"`);
    }
    expect(csvCell('a=1')).toBe('"a=1"');
    expect(csvCell('')).toBe('""');
    expect(csvCell('a"b\r\nc')).toBe('"a""b\r\nc"');
  });
});

describe('the details of a key', () => {
  it('show its current settings and its activity, no other key, and no secret', async () => {
    const key = await done<CreatedKey>(site, 'createKey', aNewKey({ expiresOn: '2026-12-01' }));
    await done(site, 'createKey', aNewKey({ expiresOn: '2026-12-01' }));
    await edit(site, key.keyId, { name: 'New' });
    const details = await done<KeyDetails>(site, 'getKeyDetails', { keyId: key.keyId });
    expect(details.key).toMatchObject({ keyId: key.keyId, name: 'New', rev: 2 });
    expect(details.audit.entries.map(({ type }) => type).sort()).toEqual(['apikey.created', 'apikey.updated']);
    expect(JSON.stringify(details)).not.toContain(key.key.slice(23, 60));
    expect(JSON.stringify(details)).not.toMatch(/"mac"/);
    expect((await refusal(site, 'getKeyDetails', { keyId: '0'.repeat(16) })).code).toBe('KEY_NOT_FOUND');
  });

  it('continue in the list of events', async () => {
    const { keyId } = await done<CreatedKey>(site, 'createKey', aNewKey({ expiresOn: '2026-12-01' }));
    const subject = `apikey:${keyId}`;
    await storeAll(Array.from({ length: 70 }, () => anEvent({ subject })));
    const { audit } = await done<KeyDetails>(site, 'getKeyDetails', { keyId });
    const rest = await done<AuditList>(site, 'listAudit', { subject, cursor: audit.cursor });
    expect([audit.entries.length, rest.entries.length]).toEqual([50, 21]);
  });
});

it('a request for the audit log reads and writes nothing else', async () => {
  await storeAll([anEvent()]);
  const before = everythingStored(site);
  for (const operation of ['listAudit', 'exportAudit']) await done<object>(site, operation, {});
  expect(everythingStored(site)).toEqual(before);
});
