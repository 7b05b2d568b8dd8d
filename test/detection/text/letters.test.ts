import { CAPITALS, letterPattern, LETTERS, SMALL_LETTERS } from '../../../src/detection/text/letters';

const isIn = (characters: string) => {
  const pattern = new RegExp(`^[${characters}]$`);
  return (character: string) => pattern.test(character);
};
const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
const SCRIPTS =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\p{Script=Hangul}]/u;
/** Superscripts, symbols that are letters (K for kelvin), and rare marks of repetition. */
const RARE = /[\u2000-\u21ff\u2e2f\u3031-\u3035\u303b\u303c]/;

describe('Letters as ranges', () => {
  test('have every letter of the scripts that texts are written in', () => {
    const letters = characters.filter((one) => /\p{L}/u.test(one) && SCRIPTS.test(one) && !RARE.test(one));
    expect(letters.filter((one) => !isIn(LETTERS)(one))).toEqual([]);
  });

  test('have no digit of ASCII, punctuation, space or sign of the languages of the app', () => {
    const others = characters.filter((one) => /[\p{P}\p{S}\p{Z}\p{C}0-9_]/u.test(one));
    const written = others.filter((one) =>
      /[\0-\u02c1\u2000-\u2bff\u3000-\u30ff\ud800-\udfff\uff00-\uff20\uff3b-\uff65]/.test(one),
    );
    expect(written.filter(isIn(LETTERS))).toEqual([]);
  });

  test('capitals are capitals, and small letters are small', () => {
    const assigned = characters.filter((one) => !/\p{Cn}/u.test(one));
    expect(assigned.filter((one) => isIn(CAPITALS)(one) && !/\p{Lu}/u.test(one))).toEqual([]);
    expect(assigned.filter((one) => isIn(SMALL_LETTERS)(one) && !/\p{Ll}/u.test(one))).toEqual([]);
    expect(Array.from('AZÄØŁČŻİΩΆЖЁ').every(isIn(CAPITALS))).toBe(true);
    expect(Array.from('azäøßłčżıωάжё').every(isIn(SMALL_LETTERS))).toBe(true);
  });

  test.each([
    [String.raw`^\p{L}+$`, ['Ünal', 'Łódź', '東京', 'Ươm'], ['a1', 'a-b', '']],
    [String.raw`^\p{Lu}\p{Ll}+$`, ['Ünal', 'Łódź', 'Ậm', 'Жук'], ['ünal', 'ÜNAL', '東京']],
    [String.raw`^[\p{L}\d\]-]+$`, ['é1', 'a]b-c'], ['a_b', 'a[b']],
    [String.raw`^[^\p{L}]\[\p{L}\\$`, ['1[a\\'], ['a[a\\', '1[1\\']],
    [String.raw`^\p{Script=Han}{2}$`, ['東京', '々〇'], ['とう', 'ab']],
    [String.raw`^\p{M}$`, ['\u0301'], ['M']],
  ])('a pattern with %s matches the letters, also in classes', (source, matching, others) => {
    const pattern = letterPattern(source, 'u');
    expect(matching.filter((text) => !pattern.test(text))).toEqual([]);
    expect(others.filter((text) => pattern.test(text))).toEqual([]);
    expect(pattern.source).not.toMatch(/\\p\{[LS]/);
    expect(letterPattern(source, 'iu').flags).toBe('iu');
  });
});
