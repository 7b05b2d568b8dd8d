import fc from 'fast-check';
import { decideRotation, type Grace, GRACES, graceEnd, recordInGrace } from '../../src/keys/rotation';
import { apiKeyRecord } from '../../src/keys/model';
import { ADMIN_ID, aKeyRecord } from './key-record';

/** The end of the grace period of a rotated key, and which keys can be rotated. */

const LENGTH_MS: Record<Grace, number> = { none: 0, '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000 };
const instants = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });

it('the grace period ends with the old key at the latest, never after its own length, and never earlier than necessary', () => {
  fc.assert(
    fc.property(instants, instants, fc.constantFrom(...GRACES), (expiry, now, grace) => {
      const end = Date.parse(graceEnd(expiry.toISOString(), now, grace));
      const whole = now.getTime() + LENGTH_MS[grace];
      return end <= expiry.getTime() && end <= whole && (end === expiry.getTime() || end === whole);
    }),
    { numRuns: 10_000 },
  );
});

it('a rotation changes only grace period, successor and revision of the old key', () => {
  const record = apiKeyRecord.parse(aKeyRecord({ rev: 7, spaceLimit: ['98306'] }));
  const now = new Date('2026-05-01T00:00:00.000Z');
  expect(recordInGrace(record, '0123456789abcdef', now, '1h')).toEqual({
    ...record,
    rev: 8,
    graceUntil: '2026-05-01T01:00:00.000Z',
    rotatedTo: '0123456789abcdef',
  });
});

it.each([
  ['may-rotate', {}, ADMIN_ID, 1],
  ['changed', {}, ADMIN_ID, 2],
  ['changed', { revokedAt: '2026-04-01T00:00:00.000Z' }, 'somebody', 2],
  ['not-active', { revokedAt: '2026-04-01T00:00:00.000Z' }, ADMIN_ID, 1],
  [
    'not-active',
    { revokedAt: '2026-04-01T00:00:00.000Z', graceUntil: '2027-01-01T00:00:00.000Z', rotatedTo: 'x' },
    ADMIN_ID,
    1,
  ],
  ['not-active', { expiresAt: '2026-05-01T00:00:00.000Z' }, ADMIN_ID, 1],
  ['may-rotate', { expiresAt: '2026-05-01T00:00:00.001Z' }, ADMIN_ID, 1],
  ['rotated-before', { graceUntil: '2027-01-01T00:00:00.000Z', rotatedTo: 'x' }, ADMIN_ID, 1],
  ['not-creator', {}, 'somebody', 1],
])('%s: %j as %s at revision %i', (outcome, overrides, actorId, rev) => {
  const key = { keyId: '0123456789abcdef', record: apiKeyRecord.parse(aKeyRecord(overrides)) };
  expect(decideRotation({ key, actorId, now: new Date('2026-05-01T00:00:00.000Z'), rev })).toEqual({ outcome });
});
