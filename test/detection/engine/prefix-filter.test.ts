import { detectors } from '../../../src/detection/detectors';
import { codesOf } from '../../../src/detection/text/fold';
import { asciiOf, mayMatch, isAllowed, prefixFilterOf, testedSetOf } from '../../../src/detection/engine/prefix-filter';

/** The allowed characters of each known place. */
const SOME = 'abAB15.- ';
const drawn = (pattern: RegExp): string[] => {
  const { length, sets } = prefixFilterOf(pattern);
  return Array.from({ length }, (_, place) =>
    Array.from(SOME)
      .filter((character) => isAllowed(sets, place, character.charCodeAt(0)))
      .join(''),
  );
};

it.each<[RegExp, string[]]>([
  [/a\d-/, ['a', '15', '-']],
  [/a/i, ['aA']],
  [/\d{2}(?!\d)/, ['15', '15']],
  [/(?<=b)(?:a|[b.]1)\b-?/, ['ab.']],
  [/a?b{1,2}[15]/, ['ab', 'b15']],
  [/(?<value>[^a-z]{2,}|.\x61\u0062)/, ['abAB15.- ', 'aAB15.- ']],
  [/a*-/, ['a-']],
  [/(?:a-){1,2}?b/, ['a', '-', 'ab']],
  [/a{3}b{0,1}?1/, ['a', 'a', 'a', 'b1']],
  [/1([.-])5\1a/, ['1', '.-', '5', '.-', 'a']],
  [/(?<one>[.-])1\k<one>a/, ['.-', '1', '.-', 'a']],
  // If a group takes no part in the match, the reference to it is empty.
  [/1([.-])?5\1a/, ['1', '5.-', 'a5.-']],
  [/(?:([.-])1|5)\1a/, ['5.-', 'a1.-']],
  // eslint-disable-next-line no-useless-backreference -- the filter must know that it matches nothing
  [/(a)|\1b/, ['ab']],
  // eslint-disable-next-line no-useless-backreference -- as above
  [/\1(a)b/, []],
  [/(ab)1\1-/, ['a', 'b', '1']],
  [/[\]a]\[|\(\)/, ['a', '']],
  [/\d{40}/, Array.from({ length: 24 }, () => '15')],
  [/a|/, []],
  [/ab/u, ['a', 'b']],
  // Such a character may be two code units.
  [/a[^b]1/u, ['a', 'aAB15.- ']],
  [/a(?:1|\p{Lu})5/u, ['a', 'AB1']],
  [/\u{61}\D./u, ['a']],
  [/ab/iu, []],
])('%p has at its first places %j', (pattern, places) => {
  expect(drawn(pattern)).toEqual(places);
});

it('the prefix filter excludes texts that are too short, and never excludes non-ASCII characters', () => {
  const { outline, text } = { outline: prefixFilterOf(/[a-zé]\d\d/), text: 'é1a12' };
  const from = Array.from(text, (_, at) => mayMatch(outline, codesOf(text), at));
  expect(from).toEqual([false, false, true, false, false]);
  expect(mayMatch(outline, codesOf('é12'), 0)).toBe(true);
});

it('the prefix filter reads the classes and escapes of all patterns as the engine of regular expressions does', () => {
  const patterns = detectors.flatMap(({ rules }) =>
    rules.flatMap((rule) =>
      rule.by === 'assignment'
        ? [rule.value]
        : [rule.pattern, ...(rule.by === 'keyword' && rule.cell ? [rule.cell] : [])],
    ),
  );
  const atomsOf = (source: string) =>
    source.match(/\\u[\da-f]{4}|\\x[\da-f]{2}|\\[^kbBpPux1-9]|\[(?:\\.|[^\]\\])*\]|[^\\()[\]{}|?*+^$]/gi) ?? [];
  const unusual = [
    '[^a-cX]',
    '[-a]',
    '[a-]',
    '[+--]',
    '[\\d-x]',
    '[!-\\/]',
    '[\\]\\\\]',
    '[^]',
    '[]',
    '[é-ü]',
    '[\\x41-C]',
    '.',
    '-',
    ']',
    'ſ',
    '[K-k]',
  ];
  const atoms = new Set(
    ['', 'i'].flatMap((flags) =>
      [...patterns.flatMap(({ source }) => atomsOf(source)), ...unusual].map((atom) => `${flags} ${atom}`),
    ),
  );
  const different = [...atoms].filter((key) => {
    const [flags, atom] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)];
    return asciiOf(atom, flags).join() !== testedSetOf(atom, flags).join();
  });
  expect(different).toEqual([]);
  expect(atoms.size).toBeGreaterThan(500);
});
