import type { Storage } from '../../src/platform/storage';
import { mentions } from '../../src/people/account-ids';
import { samplePoints } from '../support/sample';
import {
  type Fault,
  openPrivacySite,
  type PrivacySite,
  rowsOfPerson,
  TWO_PEPPERS,
  valueOf,
  WATCH,
} from './privacy-site';

/** Whatever stops an erasure, the account id ends up nowhere, with one event and one name, and nothing else changes. */

const PERSON = '712020:closed-person';
const SECOND = '712020:closed-too';
/** Its id starts like that of the closed person. */
const OTHER = '712020:closed-person-2';

let site: PrivacySite;
const close = (...ids: readonly string[]) => {
  site.report = (accounts) => {
    const closed = accounts.flatMap(({ accountId }) => (ids.includes(accountId) ? [accountId] : []));
    return Promise.resolve({ outcome: 'accepted', closed, updated: [], periodDays: 7 });
  };
};
const open = async (queryLagMs = 0): Promise<void> => {
  site = openPrivacySite(queryLagMs);
  await site.put([...rowsOfPerson(PERSON), ...rowsOfPerson(OTHER)]);
  site.harness.advance(60_000);
  close(PERSON);
};
const audits = (type: string) =>
  site
    .stored('audit')
    .map(valueOf)
    .filter((event) => event['type'] === type);
const rowsWith = (id: string) =>
  site
    .stored()
    .filter(({ key, value }) => mentions({ key, value }, id))
    .map(({ entity, key }) => `${entity ?? ''}/${key}`);
const rowsOfOther = () => site.stored().filter(({ key, value }) => `${key} ${value}`.includes(OTHER));
const pseudonyms = () => site.stored('erasure').map(({ key }) => `erased:${key}`);

function expectErased(what: unknown, ids: readonly string[] = [PERSON]): void {
  expect([what, ids.flatMap(rowsWith)]).toEqual([what, []]);
  expect([
    what,
    audits('person.erased')
      .map((event) => event['subject'])
      .sort(),
  ]).toEqual([
    what,
    pseudonyms()
      .map((pseudonym) => `person:${pseudonym}`)
      .sort(),
  ]);
  expect([
    what,
    audits('apikey.revoked')
      .map((event) => event['subject'])
      .sort(),
  ]).toEqual([
    what,
    ids.flatMap((id) => ['live', 'rotated'].map((kind) => `apikey:${kind}-${id.replace(/\W/g, '')}`)).sort(),
  ]);
  expect([what, site.stored('erasure').map((row) => valueOf(row)['state'])]).toEqual([what, ids.map(() => 'done')]);
}

it.each(['died', 'lost reply'] as const)(
  'an erasure of which one call %s is completed',
  async (how) => {
    await open();
    await site.watch();
    await site.passHours(1, 25, 1);
    const calls = site.calls;
    expectErased('undisturbed');
    expect(calls).toBeGreaterThan(60);
    for (const at of samplePoints(calls, 12)) {
      await open();
      const before = rowsOfOther();
      const fault: Fault = { at, how };
      site.fault = fault;
      await site.watch();
      await site.passHours(1, 25, 1);
      expectErased(fault);
      expect([fault, rowsOfOther()]).toEqual([fault, before]);
    }
  },
  120_000,
);

it('two deliveries of the same step at once, in every step, erase once', async () => {
  await open();
  await site.deliver(WATCH);
  for (let hour = 0; hour < 30; hour += 1) {
    for (let body = site.queue.shift(); body !== undefined; body = site.queue.shift())
      await Promise.all([site.deliver(body), site.deliver(body)]);
    site.harness.advance(3_600_000);
    await site.deliver(WATCH);
  }
  expectErased('twice');
});

const write = (storage: Storage, id: string, serial: number) =>
  storage.commit(
    [
      {
        entity: 'job',
        key: `late-${serial}`,
        value: { v: 1, rev: 1, createdAt: '2026-11-23T09:00:00.000Z', state: 'queued', data: { createdBy: id } },
      },
    ],
    [],
  );

it('rows that the person writes during any search are erased, also if the step that finds them dies', async () => {
  await open();
  let serial = 0;
  site.beforeCall = async (storage) => {
    serial += 1;
    if (serial % 7 === 0) await write(storage, PERSON, serial);
  };
  await site.watch();
  await site.passHours(25, 25);
  site.beforeCall = () => Promise.resolve();
  expect(audits('person.erased')).toEqual([]);
  await site.passHours(25, 25, 25);
  expectErased('written');
  expect(site.stored('job').length).toBeGreaterThan(5);
}, 60_000);

it('a row that a dying step replaced still delays the end for a day', async () => {
  await open();
  await site.watch();
  site.harness.advance(86_400_000);
  await site.put([
    {
      entity: 'job',
      key: 'late',
      value: { v: 1, rev: 1, createdAt: '2026-11-24T09:00:00.000Z', state: 'queued', data: { createdBy: PERSON } },
    },
  ]);
  // The step dies after it has replaced the row.
  site.beforeCall = () => {
    const late = site.stored('job').find(({ key }) => key === 'late');
    if (late?.value.includes(PERSON) === false && site.fault === undefined)
      site.fault = { at: site.calls + 1, how: 'died' };
    return Promise.resolve();
  };
  await site.passHours(1, 1);
  expect(site.fault).toBeDefined();
  expect(audits('person.erased')).toEqual([]);
  await site.passHours(25);
  expectErased('later');
});

it('a person whom the register saw within the last day is not erased yet', async () => {
  await open();
  await site.watch();
  await site.passHours(20);
  await site.put([
    { entity: 'person', key: PERSON, value: { v: 1, seenAt: new Date(site.harness.nowMs()).toISOString() } },
  ]);
  await site.passHours(5, 5);
  expect(audits('person.erased')).toEqual([]);
  await site.passHours(20);
  expectErased('later');
});

it('no row is kept from being erased by a lagging index', async () => {
  await open(1_800_000);
  await site.passHours(1, 1, 24, 1, 24, 1, 24, 1);
  expectErased('lag');
});

it('a person keeps one pseudonym when the pepper changes, and two people have two', async () => {
  await open();
  await site.put(rowsOfPerson(SECOND));
  close(PERSON, SECOND);
  await site.watch();
  await site.passHours(1);
  site.peppers = TWO_PEPPERS;
  await site.passHours(25);
  expectErased('two', [PERSON, SECOND]);
  const actors = () =>
    ['actor', 'subject'].map((kind) =>
      [PERSON, SECOND].map(
        (id) =>
          valueOf(
            site.stored('audit').find(({ key }) => key === `${kind}-${id.replace(/\W/g, '')}`) ?? { value: '{}' },
          )['actorAccountId'],
      ),
    );
  const [first] = actors();
  expect(new Set(first).size).toBe(2);
  expect(pseudonyms().sort()).toEqual([...(first ?? [])].sort());
  // The person comes back, and is erased once more.
  await site.put(rowsOfPerson(PERSON));
  await site.passHours(7 * 24, 25, 25);
  expect(rowsWith(PERSON)).toEqual([]);
  expect(actors()).toEqual([first, first]);
  expect(pseudonyms()).toHaveLength(2);
}, 60_000);

it('the watch finds an erasure that is older than a hundred others', async () => {
  await open();
  await site.watch();
  const requestedAt = new Date(site.harness.nowMs() + 1_000).toISOString();
  await site.put(
    Array.from({ length: 101 }, (_, index) => ({
      entity: 'erasure' as const,
      key: `done-${index}`,
      value: { v: 1, rev: 1, state: 'done', requestedAt, data: { cause: 'closed', rows: 0 } },
    })),
  );
  await site.passHours(25);
  expect(rowsWith(PERSON)).toEqual([]);
  expect(audits('person.erased')).toHaveLength(1);
});
