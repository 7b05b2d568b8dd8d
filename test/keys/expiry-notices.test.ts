import { endNotices, expiryNotices } from '../../src/keys/expiry-notices';
import { apiKeyRecord } from '../../src/keys/model';
import { aKeyRecord, type LooseRecord } from './key-record';

/** The expiry of a key is announced 14, 7 and 1 days before, once each; the end itself is reported once. */

const EXPIRES = '2026-07-01T00:00:00.000Z';
const TIMES = ['2026-06-17T00:00:00.000Z', '2026-06-24T00:00:00.000Z', '2026-06-30T00:00:00.000Z'];
const BEGINNING = { time: '', key: '' };
const aKey = (overrides: LooseRecord = {}) => ({
  keyId: '0123456789abcdef',
  record: apiKeyRecord.parse(aKeyRecord({ expiresAt: EXPIRES, ...overrides })),
});
const plusMs = (instant: string, ms: number) => new Date(Date.parse(instant) + ms);
const timesUpTo = (to: Date, overrides?: LooseRecord) =>
  expiryNotices(aKey(overrides), BEGINNING, to).map(({ time }) => time);

it('expiry notices are in order, each with an id', () => {
  const notices = expiryNotices(aKey(), BEGINNING, plusMs(EXPIRES, -1));
  expect(notices.map(({ noticeId: _id, ...rest }) => rest)).toEqual(
    [14, 7, 1].map((days, index) => ({
      time: TIMES[index],
      days,
      keyId: '0123456789abcdef',
      name: 'Test',
      expiresAt: EXPIRES,
    })),
  );
  const ids = new Set(notices.map(({ noticeId }) => noticeId));
  const others = [{ ...aKey(), keyId: 'fedcba9876543210' }, aKey({ expiresAt: '2026-07-01T00:00:00.001Z' })].flatMap(
    (key) => expiryNotices(key, BEGINNING, plusMs(EXPIRES, -1)),
  );
  expect(others).toHaveLength(6);
  expect(others.filter(({ noticeId }) => ids.has(noticeId))).toEqual([]);
});

it('expiry notices have ids that never change, because clients store them', () => {
  expect(expiryNotices(aKey(), BEGINNING, plusMs(EXPIRES, -1)).map(({ noticeId }) => noticeId)).toEqual([
    'c3925ead-e9ef-5c26-9100-1159dfa93886',
    '6c31e549-201f-53dc-acd0-2a49f00d0595',
    '13f22f14-9373-5523-ad9c-a7e29f18e854',
  ]);
});

it('expiry notices are due at their instant, and not before', () => {
  for (const [index, time] of TIMES.entries()) {
    expect(timesUpTo(plusMs(time, -1))).toEqual(TIMES.slice(0, index));
    expect(timesUpTo(plusMs(time, 0))).toEqual(TIMES.slice(0, index + 1));
  }
});

it('expiry notices are omitted for a key that is no longer active', () => {
  const notices = (to: Date, overrides?: LooseRecord) => expiryNotices(aKey(overrides), BEGINNING, to);
  expect(notices(plusMs(EXPIRES, 0))).toEqual([]);
  expect(notices(plusMs(EXPIRES, -1), { revokedAt: '2026-06-01T00:00:00.000Z' })).toEqual([]);
  expect(notices(plusMs(EXPIRES, -1), { graceUntil: EXPIRES })).toEqual([]);
});

it('expiry notices are omitted if the key was created after they were due', () => {
  const [first = ''] = TIMES;
  expect(timesUpTo(plusMs(EXPIRES, -1), { createdAt: plusMs(first, -1).toISOString() })).toEqual(TIMES);
  expect(timesUpTo(plusMs(EXPIRES, -1), { createdAt: first })).toEqual(TIMES.slice(1));
});

it('expiry notices are not repeated after a position in the feed', () => {
  const to = plusMs(EXPIRES, -1);
  const all = expiryNotices(aKey(), BEGINNING, to);
  const [first, ...rest] = all;
  if (first === undefined) throw new Error('there is no notice');
  const after = (time: string, key: string) => expiryNotices(aKey(), { time, key }, to);
  expect(after(first.time, first.noticeId)).toEqual(rest);
  expect(after(first.time, '')).toEqual(all);
  expect(after(plusMs(first.time, -1).toISOString(), 'z')).toEqual(all);
  expect(after(plusMs(first.time, 1).toISOString(), '')).toEqual(rest);
});

describe('the end of a key', () => {
  const { keyId } = aKey();
  const BEFORE = '2026-06-20T00:00:00.000Z';
  const AFTER = '2026-07-02T00:00:00.000Z';
  const notices = (to: Date, overrides: LooseRecord = {}, after = BEGINNING) => endNotices(aKey(overrides), after, to);
  const end = (time: string, ended: string) => [{ noticeId: expect.any(String) as string, time, keyId, ended }];

  it('is reported from its instant on, with its cause', () => {
    expect(notices(plusMs(EXPIRES, -1))).toEqual([]);
    expect(notices(plusMs(EXPIRES, 0))).toEqual(end(EXPIRES, 'expiresAt'));
    expect(notices(plusMs(BEFORE, -1), { graceUntil: BEFORE })).toEqual([]);
    expect(notices(plusMs(BEFORE, 0), { graceUntil: BEFORE })).toEqual(end(BEFORE, 'graceUntil'));
    for (const graceUntil of [EXPIRES, AFTER]) {
      expect(notices(plusMs(AFTER, 0), { graceUntil })).toEqual(end(EXPIRES, 'expiresAt'));
    }
  });

  it('is not reported for a revoked key', () => {
    expect(notices(plusMs(AFTER, 0), { revokedAt: AFTER })).toEqual([]);
  });

  it('is reported once, with an id that never changes', () => {
    const [notice, ...others] = notices(plusMs(AFTER, 0));
    expect([notice?.noticeId, ...others]).toEqual(['e424b015-bd09-5d3c-8390-d6a43f7f884c']);
    const after = (time: string, key: string) => notices(plusMs(AFTER, 0), {}, { time, key }).length;
    expect(after(EXPIRES, notice?.noticeId ?? '')).toBe(0);
    expect(after(EXPIRES, '')).toBe(1);
    expect(after(plusMs(EXPIRES, 1).toISOString(), '')).toBe(0);
  });
});
