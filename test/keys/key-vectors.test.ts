import { crc32 } from 'node:zlib';
import { formatKey, KEY_PATTERN, parseKey } from '../../src/keys/key-format';
import { computeIdTag, computeMac } from '../../src/keys/key-secrets';
import { presentKey, verifyKey } from '../../src/keys/verify-key';
import type { Peppers } from '../../src/platform/secrets';
import vectors from '../vectors/api-key-vectors.json';
import { aKeyRecord } from './key-record';

const pepper = { version: '1', bytes: Buffer.from(vectors.pepperHex, 'hex') };
const peppers: Peppers = [pepper];
const { installationId } = vectors;
const now = new Date('2026-06-01T12:00:00.000Z');

/** The rows of the three golden keys. */
const rows = new Map(
  vectors.valid.map(({ keyId, createdBy, expiresAt, macBase64url: mac }) => [
    keyId,
    aKeyRecord({ createdBy, expiresAt, mac }),
  ]),
);

/** The stage that rejects a value, as the vectors name it, or the result of the verification. */
function stageOf(text: string): string {
  const presentation = presentKey([text], peppers, installationId);
  if (presentation.outcome === 'missing') return 'format';
  if (presentation.outcome === 'invalid') return presentation.rejectedAt;
  if (presentation.outcome === 'unavailable') return 'unavailable';
  const { keyId } = presentation.key;
  const value = rows.get(keyId);
  const row = { revision: value === undefined ? ('absent' as const) : 1, value };
  const verification = verifyKey(presentation.key, row, installationId, now);
  return verification.outcome === 'invalid' ? verification.rejectedAt : verification.outcome;
}

describe('T1: the golden keys', () => {
  it('are three, and twenty-four invalid ones', () => {
    expect(vectors.valid).toHaveLength(3);
    expect(vectors.invalid).toHaveLength(24);
    expect(crc32('123456789').toString(16)).toBe('cbf43926');
  });

  it.each(vectors.valid)('cover creating, parsing and verifying $keyId', (golden) => {
    const { key, keyId, secret, crc32Hex, createdBy, expiresAt, macBase64url } = golden;
    expect(formatKey(keyId, secret)).toBe(key);
    expect(parseKey(key)).toEqual({ keyId, randomId: keyId.slice(0, 10), tag: keyId.slice(10), secret });
    expect(crc32(key.slice(0, -6)).toString(16)).toBe(crc32Hex);
    expect(computeIdTag(pepper, installationId, keyId.slice(0, 10))).toBe(keyId.slice(10));
    const mac = computeMac(pepper, installationId, { keyId, secret, createdBy, expiresAt });
    expect(mac.toString('base64url')).toBe(macBase64url);
    expect(stageOf(key)).toBe('verified');
  });

  it('match the published regular expression', () => {
    expect(KEY_PATTERN.source).toBe(vectors.regex);
    expect(KEY_PATTERN.flags).toBe('');
  });
});

describe('T1: invalid keys are rejected at the required stage', () => {
  it.each(vectors.invalid)('$why: $stage', ({ value, stage }) => {
    expect(stageOf(value)).toBe(stage);
  });

  it('treats no header and one empty header as a missing key, and everything else as an invalid one', () => {
    const outcomeOf = (...values: string[]) => presentKey(values, peppers, installationId).outcome;
    expect(outcomeOf()).toBe('missing');
    expect(outcomeOf('')).toBe('missing');
    expect(outcomeOf('', '')).toBe('invalid');
    expect(outcomeOf(' ')).toBe('invalid');
    const [golden = { key: '' }] = vectors.valid;
    expect(outcomeOf(golden.key)).toBe('presented');
    expect(outcomeOf(golden.key, golden.key)).toBe('invalid');
    expect(outcomeOf(golden.key, '')).toBe('invalid');
  });
});
