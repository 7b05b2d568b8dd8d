import fc from 'fast-check';
import { formatKey, KEY_PATTERN, parseKey, randomIdFrom, secretFrom } from '../../src/keys/key-format';
import { computeIdTag } from '../../src/keys/key-secrets';
import { presentKey } from '../../src/keys/verify-key';
import type { Peppers } from '../../src/platform/secrets';
import vectors from '../vectors/api-key-vectors.json';

/** Properties of every key, and of every text that is almost a key. */

const pepper = { version: '1', bytes: Buffer.from(vectors.pepperHex, 'hex') };
const peppers: Peppers = [pepper];
const { installationId } = vectors;

const bytes = (length: number, max = 255) => fc.array(fc.nat({ max }), { minLength: length, maxLength: length });

/** Any key of this installation. */
const anyKey = fc.tuple(bytes(10), bytes(43, 247)).map(([id, secret]) => {
  const randomId = randomIdFrom(() => Uint8Array.from(id));
  const keyId = randomId + computeIdTag(pepper, installationId, randomId);
  return { keyId, secret: secretFrom(() => Uint8Array.from(secret)) };
});

describe('T1: the text form', () => {
  it('of every new key is parsed', () => {
    fc.assert(
      fc.property(anyKey, ({ keyId, secret }) => {
        const key = formatKey(keyId, secret);
        expect(key).toHaveLength(72);
        expect(parseKey(key)).toEqual({ keyId, randomId: keyId.slice(0, 10), tag: keyId.slice(10), secret });
        expect(presentKey([key], peppers, installationId).outcome).toBe('presented');
      }),
      { numRuns: 500 },
    );
  });

  const isRejectedBeforeStorage = (text: string) => presentKey([text], peppers, installationId).outcome === 'invalid';

  it('is rejected after every change of one character of a golden key before storage', () => {
    const alphabet = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index));
    const missed: string[] = [];
    for (const { key } of vectors.valid) {
      for (let at = 0; at < key.length; at += 1) {
        for (const other of alphabet) {
          const changed = key.slice(0, at) + other + key.slice(at + 1);
          if (changed !== key && !isRejectedBeforeStorage(changed)) missed.push(changed);
        }
      }
    }
    expect(missed).toEqual([]);
  });

  it('is rejected after any change of one character and any transposition of two before storage', () => {
    const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_';
    const change = fc.tuple(anyKey, fc.nat({ max: 71 }), fc.constantFrom(...Array.from(letters)));
    fc.assert(
      fc.property(change, ([{ keyId, secret }, at, letter]) => {
        const key = formatKey(keyId, secret);
        const substituted = key.slice(0, at) + letter + key.slice(at + 1);
        const transposed = key.slice(0, at) + key.charAt(at + 1) + key.charAt(at) + key.slice(at + 2);
        return [substituted, transposed].every((wrong) => wrong === key || isRejectedBeforeStorage(wrong));
      }),
      { numRuns: 3_000 },
    );
  });

  it('matches exactly the grammar', () => {
    const b32 = '0123456789abcdefghjkmnpqrstvwxyz';
    const b62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    const isKeyByGrammar = (text: string) => {
      const characters = Array.from(text);
      const isOf = (alphabet: string, part: readonly string[]) =>
        part.every((character) => alphabet.includes(character));
      return (
        characters.length === 72 &&
        characters.slice(0, 6).join('') === 'pclsk_' &&
        isOf(b32, characters.slice(6, 22)) &&
        characters[22] === '_' &&
        isOf(b62, characters.slice(23))
      );
    };
    const odd = fc.constantFrom(
      '',
      ' ',
      '\n',
      '_',
      'I',
      'L',
      'O',
      'U',
      'i',
      'l',
      'o',
      'u',
      'A',
      'ａ',
      'é',
      '\u0000',
      '🔑',
    );
    const nearlyAKey = fc
      .tuple(anyKey, fc.nat({ max: 72 }), fc.nat({ max: 2 }), odd)
      .map(([{ keyId, secret }, at, dropped, put]) => {
        const key = formatKey(keyId, secret);
        return key.slice(0, at) + put + key.slice(at + dropped);
      });
    fc.assert(
      fc.property(
        fc.oneof(nearlyAKey, fc.string(), fc.string({ unit: 'binary', minLength: 72, maxLength: 72 })),
        (text) => KEY_PATTERN.test(text) === isKeyByGrammar(text),
      ),
      { numRuns: 3_000 },
    );
  });
});
