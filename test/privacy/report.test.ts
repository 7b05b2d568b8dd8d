import type { ReportedAccount } from '../../src/platform/personal-data';
import { parseAnswers, ANSWERS_ROW } from '../../src/capabilities/answers';
import { readReport } from '../../src/privacy/report';
import { openPrivacySite, type PrivacySite, valueOf } from './privacy-site';
import { openStorage } from '../../src/platform/storage';
import { Deadline } from '../../src/platform/deadline';

/** Every registered account is reported once a period, and again only if a reply or a process was lost. */

/** Two kinds of ids, in the order of their keys. */
const PEOPLE = Array.from({ length: 200 }, (_, index) =>
  index < 50 ? `5b10a${String(index).padStart(19, '0')}` : `712020:${String(index).padStart(4, '0')}-person`,
);

let site: PrivacySite;
let reports: (readonly ReportedAccount[])[];
let answer: { updated: string[]; closed: string[]; periodDays: number | undefined };
let refusal: number | undefined;
const open = async (queryLagMs = 0): Promise<void> => {
  site = openPrivacySite(queryLagMs);
  reports = [];
  answer = { updated: [], closed: [], periodDays: 7 };
  refusal = undefined;
  const seenAt = '2026-11-20T08:00:00.000Z';
  await site.put(PEOPLE.map((key) => ({ entity: 'person' as const, key, value: { v: 1, seenAt } })));
  site.report = (accounts) => {
    if (refusal !== undefined) return Promise.resolve({ outcome: 'refused', status: refusal });
    reports.push(accounts);
    return Promise.resolve({ outcome: 'accepted', ...answer });
  };
};
beforeEach(() => open());
const reported = () => reports.flat().map(({ accountId }) => accountId);
const state = () => site.harness.app(() => readReport(openStorage(new Deadline(60_000))));

it('the app reports everybody in requests of at most 90, and again after a period', async () => {
  await site.watch();
  expect(reports.map(({ length }) => length)).toEqual([90, 90, 20]);
  expect(reported()).toEqual(PEOPLE);
  expect(reports[0]?.[0]).toEqual({ accountId: PEOPLE[0], updatedAt: '2026-11-20T08:00:00.000Z' });
  await site.passHours(24, 6 * 24 - 1);
  expect(reports).toHaveLength(3);
  await site.passHours(1);
  expect(reports).toHaveLength(6);
});

it.each([0, 200, 60_000])(
  'the app reports each account once while others are added, with a lag of %s ms',
  async (lagMs) => {
    await open(lagMs);
    site.harness.advance(lagMs);
    site.beforeCall = async (storage) => {
      site.beforeCall = () => Promise.resolve();
      const seenAt = '2026-11-23T08:00:00.000Z';
      const others = ['5b10', '5b10a00', '712020:0100-a', '9'].map((key) => ({
        entity: 'person' as const,
        key,
        value: { v: 1, seenAt },
      }));
      await storage.commit(others, []);
    };
    await site.watch();
    expect(reported().filter((accountId) => PEOPLE.includes(accountId))).toEqual(PEOPLE);
    expect(new Set(reported()).size).toBe(reported().length);
  },
);

it('the app uses the period that Atlassian asks for, and renews updated accounts', async () => {
  answer = { ...answer, updated: [PEOPLE[3] ?? ''], periodDays: 14 };
  await site.watch();
  const renewed = site.stored('person').filter((row) => valueOf(row)['seenAt'] !== '2026-11-20T08:00:00.000Z');
  expect(renewed.map(({ key }) => key)).toEqual([PEOPLE[3]]);
  expect((await state()).last).toMatchObject({ reported: 200, updated: 3, closed: 0 });
  await site.passHours(13 * 24);
  expect(reports).toHaveLength(3);
  await site.passHours(24);
  expect(reports).toHaveLength(6);
});

it('the app records a refusal, and tries again after a day', async () => {
  refusal = 401;
  await site.watch();
  expect((await state()).failure).toMatchObject({ status: 401 });
  const row = await site.harness.app(() => openStorage(new Deadline(60_000)).read(ANSWERS_ROW.entity, ANSWERS_ROW.key));
  expect(parseAnswers(row).get('personal-data-report')).toMatchObject({ state: 'fails', detail: '401' });
  refusal = undefined;
  await site.passHours(23);
  expect(reports).toEqual([]);
  await site.passHours(1);
  expect(reported()).toEqual(PEOPLE);
  expect((await state()).failure).toBeUndefined();
});

it.each(['died', 'lost reply'] as const)(
  'a report of which each call in turn %s reports every account',
  async (how) => {
    answer.closed = [PEOPLE[120] ?? ''];
    await site.watch();
    const calls = site.calls;
    expect(calls).toBeGreaterThan(15);
    for (let at = 1; at <= calls; at += 1) {
      await open();
      answer.closed = [PEOPLE[120] ?? ''];
      site.fault = { at, how };
      await site.watch();
      await site.passHours(1, 1);
      expect([at, [...new Set(reported())].sort()]).toEqual([at, PEOPLE]);
      // At most the one request whose end was not stored is repeated.
      expect([at, reports.length <= 4]).toEqual([at, true]);
      expect([at, site.stored('erasure').length]).toEqual([at, 1]);
      await site.passHours(24, 24);
      expect([at, reports.length <= 4]).toEqual([at, true]);
    }
  },
  60_000,
);

it('the stored position is no account id', async () => {
  const positions: string[] = [];
  site.beforeCall = () => {
    const row = site.stored('config').find(({ key }) => key === 'personal-data-report');
    if (row !== undefined) positions.push(row.value);
    return Promise.resolve();
  };
  await site.watch();
  expect(positions.some((text) => text.includes('712020:00'))).toBe(true);
  for (const accountId of PEOPLE) expect(positions.filter((text) => text.includes(accountId))).toEqual([]);
});
