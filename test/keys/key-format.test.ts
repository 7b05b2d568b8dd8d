import { generateKey } from '../../src/keys/generate-key';
import { KEY_INSIDE_TEXT, maskKeys, parseKey, randomIdFrom, secretFrom, tagFrom } from '../../src/keys/key-format';
import { computeIdTag } from '../../src/keys/key-secrets';
import vectors from '../vectors/api-key-vectors.json';
import { PEPPER } from './key-record';

/** Tests the creation of the text of a key, and its detection in other text. */

const KEYS = vectors.valid.map(({ key }) => key);

/** A source that returns these bytes, then zeros, and counts the requested ones. */
function bytesOf(...values: number[]) {
  const asked: number[] = [];
  const bytes = (count: number) => {
    asked.push(count);
    return Uint8Array.from({ length: count }, () => values.shift() ?? 0);
  };
  return { asked, bytes };
}

describe('a key inside other text', () => {
  it.each(KEYS)('is found, in upper or lower case: %s', (key) => {
    for (const text of [key, `/v1/level?key=${key}&x=1`, `"${key}"`, key.toUpperCase(), `${key}0`, `a${key}`]) {
      expect(KEY_INSIDE_TEXT.test(text)).toBe(true);
    }
  });

  it.each(KEYS)('is not found if one of its characters is missing or different: %s', (key) => {
    for (let at = 0; at < key.length; at += 1) {
      expect(KEY_INSIDE_TEXT.test(key.slice(0, at) + key.slice(at + 1))).toBe(false);
      expect(KEY_INSIDE_TEXT.test(`${key.slice(0, at)}-${key.slice(at + 1)}`)).toBe(false);
    }
  });

  it.each(KEYS)('is redacted to its prefix, even if only a part of the secret follows: %s', (key) => {
    const shown = `${key.slice(0, 23)}***`;
    expect(maskKeys(`${key} and "${key.toUpperCase()}"`)).toBe(`${shown} and "${shown.toUpperCase()}"`);
    for (const length of [24, 25, 66, 71]) expect(maskKeys(key.slice(0, length))).toBe(shown);
    expect(maskKeys(`${key}0`)).toBe(shown);
  });

  it('is the only text that is redacted', () => {
    for (const text of ['', 'pclsk_', 'pclsk_0123456789abcdef', 'pclsk_0123456789abcdef_', 'pclsk_0123456789abcde_x']) {
      expect(maskKeys(text)).toBe(text);
    }
  });
});

describe('a new key', () => {
  it('has an id of ten characters from ten bytes, of which only the low five bits count', () => {
    const { asked, bytes } = bytesOf(0, 1, 9, 10, 18, 31, 32, 63, 224, 255);
    expect(randomIdFrom(bytes)).toBe('019ajz0z0z');
    expect(asked).toEqual([10]);
  });

  it('has a secret of 43 characters from bytes below 248, and draws only the other bytes again', () => {
    const { asked, bytes } = bytesOf(0, 61, 62, 247, 248, 249, 255);
    expect(secretFrom(bytes)).toBe(`0z0z${'0'.repeat(39)}`);
    expect(asked).toEqual([43, 3]);
  });

  it('has the first 30 bits of a MAC as its tag', () => {
    expect(tagFrom(Uint8Array.of(0b00000_000, 0b01_00010_0, 0b0011_0010, 0b0_00101_11, 255))).toBe('012345');
    expect(tagFrom(Uint8Array.of(255, 255, 255, 255))).toBe('zzzzzz');
    expect(tagFrom(Uint8Array.of(255, 255, 255, 0b1111_1100, 0))).toBe('zzzzzz');
  });

  it('belongs to its installation, and parses to the same parts', () => {
    const made = generateKey(PEPPER, 'ari:cloud:confluence::site/one', { ...bytesOf(1, 2, 3), uuid: () => '' });
    const randomId = '1230000000';
    const tag = computeIdTag(PEPPER, 'ari:cloud:confluence::site/one', randomId);
    expect(made).toMatchObject({ keyId: randomId + tag, secret: '0'.repeat(43) });
    expect(parseKey(made.key)).toEqual({ keyId: randomId + tag, randomId, tag, secret: '0'.repeat(43) });
  });
});
