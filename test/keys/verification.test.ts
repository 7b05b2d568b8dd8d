import { formatKey } from '../../src/keys/key-format';
import { rightsOf } from '../../src/keys/key-rights';
import { computeIdTag, computeMac, macMatches } from '../../src/keys/key-secrets';
import { apiKeyRecord } from '../../src/keys/model';
import { recheckKey, presentKey, type PresentedKey, provenKeyId, verifyKey } from '../../src/keys/verify-key';
import type { Pepper } from '../../src/platform/secrets';
import { aKeyRecord, type LooseRecord, PEPPER } from './key-record';

/** The verification of a key against its record. verification-order.test.ts covers the responses. */

const SITE = 'ari:cloud:confluence::site/one';
const NOW = new Date('2026-06-15T12:00:00.000Z');
const NEWER: Pepper = { version: '2', bytes: Buffer.from('6d'.repeat(32), 'hex') };
const RANDOM_ID = '0123456789';
const SECRET = 'a'.repeat(43);

const keyOf = (pepper: Pepper, installationId = SITE) =>
  formatKey(RANDOM_ID + computeIdTag(pepper, installationId, RANDOM_ID), SECRET);

function presented(pepper = PEPPER): PresentedKey {
  const presentation = presentKey([keyOf(pepper)], [pepper], SITE);
  if (presentation.outcome !== 'presented') throw new Error(presentation.outcome);
  return presentation.key;
}

/** A record whose MAC is correct for its content, unless the test changes it. */
function rowOf(overrides: LooseRecord = {}, key = presented()) {
  const record = aKeyRecord(overrides);
  const [createdBy, expiresAt] = [String(record.createdBy), String(record.expiresAt)];
  const mac = computeMac(key.pepper, SITE, { ...key, createdBy, expiresAt }).toString('base64url');
  return { revision: 1, value: { ...record, mac, ...overrides } };
}
const ABSENT = { revision: 'absent', value: undefined } as const;

describe('the sent key', () => {
  it('is matched by its tag to the site and one of its peppers, in any order of versions', () => {
    expect(presentKey([keyOf(PEPPER)], [NEWER, PEPPER], SITE)).toMatchObject({
      outcome: 'presented',
      key: { keyId: presented().keyId, randomId: RANDOM_ID, secret: SECRET, pepper: PEPPER },
    });
    expect(presentKey([keyOf(NEWER)], [NEWER, PEPPER], SITE)).toMatchObject({ key: { pepper: NEWER } });
    const refused = { outcome: 'invalid', rejectedAt: 'idtag' };
    expect(presentKey([keyOf(PEPPER)], [NEWER], SITE)).toEqual(refused);
    expect(presentKey([keyOf(PEPPER, 'ari:cloud:confluence::site/two')], [PEPPER], SITE)).toEqual(refused);
  });

  it('is missing if there is none, or an empty one', () => {
    expect(presentKey([], [PEPPER], SITE)).toEqual({ outcome: 'missing' });
    expect(presentKey([''], [PEPPER], SITE)).toEqual({ outcome: 'missing' });
  });

  it.each([
    ['two of them', [keyOf(PEPPER), keyOf(PEPPER)]],
    ['two empty ones', ['', '']],
    ['a longer text than any key', [`${keyOf(PEPPER)}${'a'.repeat(1_000)}`]],
    ['something else', ['Bearer']],
  ])('is invalid: %s', (_what, values) => {
    expect(presentKey(values, [PEPPER], SITE)).toEqual({ outcome: 'invalid', rejectedAt: 'format' });
  });

  it('reports a typing error before its site is checked, and cannot be checked without a pepper', () => {
    const wrong = `${keyOf(PEPPER).slice(0, -1)}${keyOf(PEPPER).endsWith('0') ? '1' : '0'}`;
    expect(presentKey([wrong], undefined, SITE)).toEqual({ outcome: 'invalid', rejectedAt: 'checksum' });
    expect(presentKey([keyOf(PEPPER)], undefined, SITE)).toEqual({ outcome: 'unavailable' });
  });
});

describe('a presented key', () => {
  const verdict = (row: Parameters<typeof verifyKey>[1]) => verifyKey(presented(), row, SITE, NOW);

  it('is valid if its record is', () => {
    const row = rowOf();
    expect(verdict(row)).toEqual({
      outcome: 'verified',
      key: { keyId: presented().keyId, record: apiKeyRecord.parse(row.value) },
    });
    expect(verdict(rowOf({ graceUntil: '2026-06-15T12:00:00.001Z' }))).toMatchObject({ outcome: 'verified' });
  });

  it('is invalid if it was created in another way than the record', () => {
    expect(verdict(rowOf({ macAlg: 'hmac-sha256/1' }))).toMatchObject({ outcome: 'verified' });
    expect(verdict(rowOf({ macAlg: 'hmac-sha256/2' }))).toEqual({ outcome: 'invalid', rejectedAt: 'corrupt' });
  });

  it('is invalid without a readable record', () => {
    expect(verdict(ABSENT)).toEqual({ outcome: 'invalid', rejectedAt: 'record' });
    for (const value of ['', {}, { ...rowOf().value, v: 2 }, { ...rowOf().value, more: 1 }]) {
      expect(verdict({ revision: 1, value })).toEqual({ outcome: 'invalid', rejectedAt: 'corrupt' });
    }
  });

  it.each([
    ['creator', { createdBy: '712020:somebody-else' }],
    ['expiry', { expiresAt: '2099-01-02T00:00:00.000Z' }],
    ['MAC', { mac: 'A'.repeat(43) }],
    ['version of the pepper', { pepperVersion: '2' }],
  ])('is invalid if the %s of its record was changed', (_what, change) => {
    const row = rowOf();
    const refused = { outcome: 'invalid', rejectedAt: 'mac' };
    expect(verdict({ ...row, value: { ...row.value, ...change } })).toEqual(refused);
  });

  it('is invalid with the record of another key, secret or site', () => {
    const refused = { outcome: 'invalid', rejectedAt: 'mac' };
    expect(verdict(rowOf({}, { ...presented(), keyId: 'abcdefghjkmnpqrs' }))).toEqual(refused);
    expect(verdict(rowOf({}, { ...presented(), secret: 'b'.repeat(43) }))).toEqual(refused);
    expect(verifyKey(presented(), rowOf(), 'ari:cloud:confluence::site/two', NOW)).toEqual(refused);
  });

  it('is reported as revoked or expired only with the correct MAC', () => {
    const { keyId } = presented();
    const revoked = { revokedAt: '2026-06-01T00:00:00.000Z' };
    const expired = { expiresAt: NOW.toISOString() };
    expect(verdict(rowOf(revoked))).toEqual({ outcome: 'revoked', keyId });
    expect(verdict(rowOf(expired))).toEqual({ outcome: 'expired', keyId });
    for (const state of [revoked, expired]) {
      expect(verdict(rowOf({ ...state, mac: 'A'.repeat(43) }))).toEqual({ outcome: 'invalid', rejectedAt: 'mac' });
    }
  });

  it('costs the same computation if it does not exist: one MAC', () => {
    const work = (row: Parameters<typeof verifyKey>[1]) => {
      const key = presented();
      let uses = 0;
      const pepper = {
        version: key.pepper.version,
        get bytes() {
          uses += 1;
          return key.pepper.bytes;
        },
      };
      verifyKey({ ...key, pepper }, row, SITE, NOW);
      return uses;
    };
    expect([ABSENT, { revision: 1, value: 'corrupt' }, rowOf(), rowOf({ mac: 'A'.repeat(43) })].map(work)).toEqual([
      1, 1, 1, 1,
    ]);
  });
});

describe('a key that was already verified', () => {
  let keyId: string;
  beforeAll(() => {
    ({ keyId } = presented());
  });
  const verdict = (row: Parameters<typeof recheckKey>[1]) => recheckKey(keyId, row, NOW);

  it('has the current state of its record', () => {
    const record = apiKeyRecord.parse(aKeyRecord());
    expect(verdict({ revision: 1, value: record })).toEqual({ outcome: 'verified', key: { keyId, record } });
    const revoked = aKeyRecord({ revokedAt: '2026-06-01T00:00:00.000Z' });
    expect(verdict({ revision: 1, value: revoked })).toEqual({ outcome: 'revoked', keyId });
    const expired = aKeyRecord({ expiresAt: NOW.toISOString() });
    expect(verdict({ revision: 1, value: expired })).toEqual({ outcome: 'expired', keyId });
  });

  it('is invalid without a readable record', () => {
    expect(verdict(ABSENT)).toEqual({ outcome: 'invalid', rejectedAt: 'record' });
    expect(verdict({ revision: 1, value: {} })).toEqual({ outcome: 'invalid', rejectedAt: 'corrupt' });
  });

  it('keeps its id, valid or not', () => {
    const record = apiKeyRecord.parse(aKeyRecord());
    expect(provenKeyId({ outcome: 'verified', key: { keyId, record } })).toBe(keyId);
    expect(provenKeyId({ outcome: 'revoked', keyId: 'another' })).toBe('another');
    expect(provenKeyId({ outcome: 'expired', keyId: 'another' })).toBe('another');
  });
});

it('a MAC matches only in its canonical form, and in full', () => {
  const mac = Buffer.alloc(32, 7);
  const text = mac.toString('base64url');
  expect(macMatches(text, mac)).toBe(true);
  // The last character of 43 has four significant bits, so three others decode to the same bytes.
  const last = text.slice(-1).charCodeAt(0);
  const others = [String.fromCharCode(last + 1), '='].map((end) => text.slice(0, -1) + end);
  const wrong = [...others, `${text}=`, mac.toString('hex'), '', text.slice(0, -2), mac.toString('base64') + text];
  expect(wrong.filter((stored) => macMatches(stored, mac))).toEqual([]);
  expect(macMatches(Buffer.alloc(32, 8).toString('base64url'), mac)).toBe(false);
});

it('access decisions use the members of the record', () => {
  const record = apiKeyRecord.parse(
    aKeyRecord({
      classificationScope: 'write',
      detectionScope: 'read',
      levelLimit: ['unclassified'],
      spaceLimit: ['98306'],
    }),
  );
  expect(rightsOf(record)).toEqual({
    scopes: { classification: 'write', detection: 'read' },
    levelLimit: ['unclassified'],
    spaceLimit: ['98306'],
  });
});
