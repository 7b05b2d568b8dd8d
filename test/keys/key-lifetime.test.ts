import { expiryInstant, type KeyStatus, keyStatus, lastDayOf } from '../../src/keys/key-lifetime';
import { apiKeyRecord } from '../../src/keys/model';
import { aKeyRecord, type LooseRecord } from './key-record';

/** The validity of a key as a function of its record and the time. expiry.test.ts covers the whole request. */

const NOW = new Date('2026-06-15T13:14:15.016Z');
const inMs = (ms: number) => new Date(NOW.getTime() + ms).toISOString();
const statusOf = (overrides: LooseRecord) => keyStatus(apiKeyRecord.parse(aKeyRecord(overrides)), NOW);

describe('the status of a key', () => {
  it.each([
    [1, 'active'],
    [0, 'expired'],
    [-1, 'expired'],
  ])('%i ms before its expiry is %s', (ms, status) => {
    expect(statusOf({ expiresAt: inMs(ms) })).toBe(status);
  });

  it.each([
    [1, 'grace'],
    [0, 'expired'],
    [-1, 'expired'],
  ])('%i ms before the end of its grace period is %s', (ms, status) => {
    expect(statusOf({ graceUntil: inMs(ms) })).toBe(status);
  });

  it('is the earliest end, and revoked takes precedence over all', () => {
    for (const revoked of [undefined, -1, 0, 1]) {
      for (const expires of [-1, 0, 1]) {
        for (const grace of [undefined, -1, 0, 1]) {
          const status = statusOf({
            expiresAt: inMs(expires),
            ...(revoked === undefined ? {} : { revokedAt: inMs(revoked) }),
            ...(grace === undefined ? {} : { graceUntil: inMs(grace) }),
          });
          const isOver = expires <= 0 || (grace !== undefined && grace <= 0);
          const ofTime: KeyStatus = isOver ? 'expired' : grace === undefined ? 'active' : 'grace';
          expect({ revoked, expires, grace, status }).toEqual({
            revoked,
            expires,
            grace,
            status: revoked === undefined ? ofTime : 'revoked',
          });
        }
      }
    }
  });
});

describe('the expiry of a new key', () => {
  it.each([
    ['yesterday', '2026-06-14', undefined],
    ['today', '2026-06-15', undefined],
    ['tomorrow', '2026-06-16', '2026-06-17T00:00:00.000Z'],
    ['in 365 days', '2027-06-15', '2027-06-16T00:00:00.000Z'],
    ['in 366 days', '2027-06-16', undefined],
    ['on what is no date', 'never', undefined],
  ])('%s', (_when, expiresOn, instant) => {
    expect(expiryInstant(expiresOn, NOW)).toBe(instant);
  });

  it('is counted in UTC days, from their first instant to their last', () => {
    for (const time of ['00:00:00.000', '23:59:59.999']) {
      const now = new Date(`2026-06-15T${time}Z`);
      const isPossible = (expiresOn: string) => expiryInstant(expiresOn, now) !== undefined;
      expect(['2026-06-15', '2026-06-16', '2027-06-15', '2027-06-16'].map(isPossible)).toEqual([
        false,
        true,
        true,
        false,
      ]);
    }
  });

  it('is at the end of the displayed last day', () => {
    expect(lastDayOf('2026-06-17T00:00:00.000Z')).toBe('2026-06-16');
    expect(lastDayOf('2028-03-01T00:00:00.000Z')).toBe('2028-02-29');
  });
});
