import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import { levelNamed } from '../support/levels';
import { openSite, type RestAnswer, type Site } from '../support/site';
import { putRow, rowsOf } from '../support/stored-rows';
import { outcomeOf, placesOf } from './route-requests';

/** The audit log over the API: every event once, filtered, and only for callers who may read about the whole site. */

const pageId = DEMO_PAGES.engHome;

let now: Date;
let site: Site;
let key: string;
let keyId: string;
beforeEach(async () => {
  now = new Date('2026-11-21T09:00:00.000Z');
  site = openSite({ now: () => now, queryLagMs: 0 });
  ({ key, keyId } = await site.createKey());
});
afterEach(() => site.close());

interface Event {
  readonly eventId: string;
  readonly time: string;
  readonly type: string;
}

const audit = (query = '', withKey = key): Promise<RestAnswer> =>
  site.rest('GET', `/v1/audit${query}`, { key: withKey });

async function change(times: number): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    // Every second one shares the millisecond of the one before.
    if (index % 2 === 0) now = new Date(now.getTime() + 1_000);
    const { levelId } = levelNamed(site, index % 2 === 0 ? 'Public' : 'Internal');
    expect((await site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId } })).status).toBe(201);
  }
}

async function listAll(query: string): Promise<readonly Event[]> {
  const all: Event[] = [];
  let next: string | undefined = `/v1/audit${query}`;
  while (next !== undefined) {
    const answer: RestAnswer = await site.rest('GET', next, { key });
    expect(outcomeOf(answer)).toBe('200');
    all.push(...answer.body.results);
    next = answer.body._links.next;
  }
  return all;
}

it('the audit log shows actor, action, subject, time and key of each event', async () => {
  await change(1);
  const { body } = await audit();
  const { createdBy } = (await site.admin('getKey', { keyId })).value;
  expect(body.results[0]).toEqual({
    eventId: expect.any(String),
    time: now.toISOString(),
    type: 'page.level.set',
    outcome: 'success',
    subject: `page:${pageId}`,
    actor: { type: 'apikey', accountId: createdBy, apiKeyId: keyId, apiKeyName: 'Test' },
    requestId: expect.any(String),
    before: null,
    after: { levelId: levelNamed(site, 'Public').levelId },
    justification: null,
  });
  expect(body.results[1]).toMatchObject({ type: 'apikey.created', actor: { type: 'user', apiKeyId: null } });
  expect(body.unreadable).toBe(0);
});

it.each([1, 3, 250])('the audit log lists every event once, newest first, in pages of %s', async (limit) => {
  await change(9);
  const listed = await listAll(`?limit=${limit}`);
  expect(listed.map(({ eventId }) => eventId).toSorted()).toEqual(
    rowsOf(site, 'audit')
      .map((row) => row.key)
      .toSorted(),
  );
  const times = listed.map(({ time }) => time);
  expect(times).toEqual(times.toSorted().toReversed());
});

it('the audit log accepts the filters of the admin area, and returns the same events', async () => {
  await change(4);
  const from = now.toISOString();
  await change(2);
  const { createdBy } = (await site.admin('getKey', { keyId })).value;
  const filters = [
    { type: 'apikey.created' },
    { subject: `page:${pageId}` },
    { actorAccountId: createdBy, type: 'page.level.set' },
    { apiKeyId: keyId, from },
    { to: from, type: 'page.level.set' },
  ];
  for (const filter of filters) {
    const asParameters = Object.entries(filter).map(([name, value]): [string, string] => [
      name === 'apiKeyId' ? 'keyId' : name,
      String(value),
    ]);
    const listed = await listAll(`?limit=2&${new URLSearchParams(asParameters).toString()}`);
    const { value } = await site.admin('listAudit', filter);
    expect(listed.length).toBeGreaterThan(0);
    expect(listed.map(({ eventId }) => eventId)).toEqual(value.entries.map(({ id }: { readonly id: string }) => id));
  }
});

it.each([
  ['type=page.level.read', 'INVALID_PARAMETER type'],
  ['subject=Page%201', 'INVALID_PARAMETER subject'],
  ['keyId=pclsk_1', 'INVALID_PARAMETER keyId'],
  ['from=yesterday', 'INVALID_PARAMETER from'],
  ['limit=251', 'INVALID_PARAMETER limit'],
  ['cursor=x', 'INVALID_CURSOR cursor'],
])('the audit log refuses %s and identifies it', async (query, place) => {
  const answer = await audit(`?${query}`);
  expect([answer.status, placesOf(answer)]).toEqual([400, [place]]);
});

it('the audit log reports the number of unreadable events', async () => {
  await change(1);
  const [row] = rowsOf(site, 'audit').filter(({ value }) => value.type === 'page.level.set');
  await putRow(site, 'audit', crypto.randomUUID(), { ...row?.value, subject: 'x', details: { before: { a: [1] } } });
  expect((await audit()).body.unreadable).toBe(1);
});

describe('the audit log is refused', () => {
  it('for a key with any limits, without a call to Confluence', async () => {
    for (const limits of [
      { levelLimit: ['unclassified'] },
      { spaceLimit: [DEMO_SPACES.ENG] },
      { levelLimit: [levelNamed(site, 'Public').levelId], spaceLimit: [DEMO_SPACES.ENG] },
    ]) {
      const limited = await site.createKey(limits);
      const answer = await audit('', limited.key);
      expect(outcomeOf(answer)).toBe('403 KEY_HAS_LIMITS');
      expect(answer.calls.map(({ target }) => target)).not.toContain('confluence');
    }
  });

  it('if the creator is no longer a site admin, or cannot use Confluence', async () => {
    const other = await site.createKey({ as: 'admin2@example.com' });
    expect((await audit('', other.key)).status).toBe(200);
    await site.setUser('admin2@example.com', { siteAdmin: false });
    expect(outcomeOf(await audit('', other.key))).toBe('403 CREATOR_NOT_ADMIN');
    await site.setUser('admin2@example.com', { active: false });
    expect(outcomeOf(await audit('', other.key))).toBe('401 API_KEY_OWNER_INACTIVE');
  });

  it('below manage, and if Confluence does not identify the creator', async () => {
    const writer = await site.createKey({ classificationScope: 'write' });
    expect(outcomeOf(await audit('', writer.key))).toBe('403 INSUFFICIENT_SCOPE');
    site.host.faults.add({ target: 'confluence', match: '/rest/api/user', status: 500, times: 1 });
    expect(outcomeOf(await audit())).toBe('502 HOST_ERROR');
  });
});

it('the audit log accepts a cursor only from its own key and filters', async () => {
  await change(3);
  const { body } = await audit('?limit=1&type=page.level.set');
  const cursor = new URLSearchParams(String(body._links.next).split('?')[1]).get('cursor') ?? '';
  const { key: other } = await site.createKey();
  expect(outcomeOf(await audit(`?cursor=${cursor}&type=page.level.set`))).toBe('200');
  expect(outcomeOf(await audit(`?cursor=${cursor}`))).toBe('400 INVALID_CURSOR');
  expect(outcomeOf(await audit(`?cursor=${cursor}&type=page.level.set`, other))).toBe('400 INVALID_CURSOR');
});
