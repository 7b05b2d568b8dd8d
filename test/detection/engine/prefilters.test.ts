import { findMatches } from '../../../src/detection/engine/find-matches';
import { FIRST_PLAIN, KeywordAutomaton, LINE_BITS } from '../../../src/detection/engine/keyword-automaton';
import { flattenPlain } from '../../../src/detection/text/flat-text-builder';
import { compileEngine } from '../../../src/detection/engine/compile';
import { detectors } from '../../../src/detection/detectors';
import { codesOf, foldText, isInWord } from '../../../src/detection/text/fold';
import { findKeywords } from '../../../src/detection/engine/keyword-hits';
import { LazyPattern } from '../../../src/detection/engine/lazy-pattern';
import { findAssignedValue } from '../../../src/detection/engine/assignment';
import { allRows } from '../rows';
import { readRow } from '../rows/row';
import { seededRandom } from '../../../local/forge/seeded-random';
import { pickFrom } from '../../access/situations';

/** The checks before a pattern runs never exclude a place where the pattern matches. */

const engine = compileEngine(detectors);
/** Parts of words only matter in headers of tables. */
const stems = new Set(engine.keywords.flatMap(({ stem }) => stem?.index ?? []));
const first = <T>([value]: readonly T[]): T => {
  if (value === undefined) throw new Error('there is no detector');
  return value;
};
const rows = allRows.flatMap(({ finds, suspects = [], ignores }) => [...finds, ...suspects, ...ignores]);
const asWritten = [...new Set(rows.map((row) => readRow(row).text))];
/** Also with non-ASCII spaces. */
const texts = [...asWritten, ...asWritten.map((text) => text.replaceAll(' ', '\u00a0'))];

it('the prefilter passes each keyword at which one of its rules matches', () => {
  const missed: string[] = [];
  let matches = 0;
  for (const text of texts) {
    const folded = foldText(text);
    const codes = codesOf(text);
    const { ruleHits } = findKeywords(engine, text.length, codes);
    const hits = new Set<string>();
    for (let at = 0; at < ruleHits.length; at += 2) hits.add(`${ruleHits[at]} ${ruleHits[at + 1]}`);
    for (const [index, keyword] of engine.keywords.entries()) {
      if (stems.has(index)) continue;
      for (let start = folded.indexOf(keyword.text); start >= 0; start = folded.indexOf(keyword.text, start + 1)) {
        const end = start + keyword.text.length;
        const fits = keyword.rules.some(({ rule, pattern, lead }) => {
          if (rule.by === 'assignment') return findAssignedValue(codes, start, end) >= 0;
          if (rule.by === 'window' || lead !== undefined) return true;
          if (rule.bounded !== false && rule.at !== 'end' && isInWord(codes, start)) return false;
          return pattern.exec(text, rule.at === 'end' ? end : start) !== null;
        });
        if (!fits) continue;
        matches++;
        if (!hits.has(`${index} ${end}`)) missed.push(`${keyword.text}: ${text.slice(start, end + 20)}`);
      }
    }
  }
  expect(missed).toEqual([]);
  expect(matches).toBeGreaterThan(1_000);
});

it('the prefilter keeps each rule that matches a token', () => {
  const missed: string[] = [];
  let matches = 0;
  for (const text of texts) {
    const codes = codesOf(text);
    for (const { index: start, 1: letters = '', 2: digits = '' } of text.matchAll(/(?<![a-z\d])([a-z]*)(\d+)/gi)) {
      for (const pack of engine.tokens.packsFor(letters.length, digits.length)) {
        const left = pack.mayMatch(codes, start, start + letters.length + digits.length, -1);
        for (const [bit, { rule, pattern, detector }] of pack.rules.entries()) {
          const { lead = '' } = rule;
          if (!text.startsWith(lead, start - lead.length) || pattern.exec(text, start - lead.length) === null) continue;
          matches++;
          if (((left >>> bit) & 1) === 0) missed.push(`${detector.definition.id}: ${text.slice(start, start + 20)}`);
        }
      }
    }
  }
  expect(missed).toEqual([]);
  expect(matches).toBeGreaterThan(1_000);
  // Some starts of tokens have more than 32 rules.
  expect(
    Math.max(...Array.from({ length: 32 }, (_, digits) => engine.tokens.packsFor(0, digits).length)),
  ).toBeGreaterThan(1);
});

it('the prefilter searches required text as far as the longest value reaches', () => {
  const user = 'kq3'.repeat(33);
  const password = 'R7w-x2Zp9'.repeat(22);
  for (const text of [`https://${user}:${password}@db.acme.io/`, `https://${password}@db.acme.io/`]) {
    const codes = codesOf(text);
    const { ruleHits } = findKeywords(engine, text.length, codes);
    const wanted = new Uint8Array(engine.rules.length).fill(1);
    const hits = { ruleHits, words: { keywords: [], hits: [] }, digits: [], withContext: new Set<number>() };
    const matches = [...findMatches(engine, flattenPlain(text), codes, hits, wanted)].flat();
    const found = matches.filter(({ compiled }) => compiled.detector.definition.id === 'url-with-credentials');
    expect(found.map(({ end }) => end)).toEqual([text.indexOf('@')]);
  }
});

it('the prefilter reads words with typographic apostrophes and separators like those with plain ones', () => {
  expect(foldText('Numéro_d’assuré\u00a0n° - Ǆ')).toBe("numero d'assure n°   ǆ");
  expect(foldText('a b')).toBe('a b');
  for (const text of ['clé d’accès', "cle d'acces"]) {
    const one = compileEngine([{ ...first(detectors), context: ['clé d’accès'] }]);
    const { words } = findKeywords(one, text.length, codesOf(text));
    expect(words.hits).toHaveLength(2);
  }
});

describe('the keyword automaton', () => {
  /** The keywords that end at each position, as `position:keyword`. */
  function hitsIn(text: string, automaton: KeywordAutomaton): readonly string[] {
    const { next, classOf, outputOf, outputs } = automaton;
    const hits: string[] = [];
    let state = FIRST_PLAIN;
    for (let at = 0; at < text.length; at++) {
      const key = classOf[text.charCodeAt(at)] ?? 0;
      const known = next[(state << LINE_BITS) + key] ?? 0;
      state = known === 0 ? automaton.resolve(state, key) : known;
      let place = state < FIRST_PLAIN ? (outputOf[state] ?? 0) : 0;
      for (let index = outputs[place] ?? -1; index >= 0; index = outputs[++place] ?? -1)
        hits.push(`${at + 1}:${index}`);
    }
    return hits;
  }

  it('finds every keyword, also if a text needs more states than the table holds', () => {
    const keywords = ['he', 'she', 'his', 'hers', 's', 'ersh', 'ushers in', 'hhh', 'hh'];
    const automaton = new KeywordAutomaton(keywords);
    // One row for the states where keywords end, and three for the others.
    const small = new KeywordAutomaton(keywords, 9);
    const random = seededRandom(7);
    for (let round = 0; round < 200; round++) {
      const text = Array.from({ length: 40 }, () => pickFrom(Array.from('hersiu n'), random)).join('');
      const expected = Array.from(text).flatMap((_, at) =>
        keywords.flatMap((keyword, index) => (text.slice(0, at + 1).endsWith(keyword) ? [`${at + 1}:${index}`] : [])),
      );
      expect(new Set(hitsIn(text, automaton))).toEqual(new Set(expected));
      expect(hitsIn(text, small)).toEqual(hitsIn(text, automaton));
    }
  });

  it('finds every keyword also if the output lists exceed 16-bit indexes', () => {
    const keywords = Array.from({ length: 400 }, (_, index) => 'a'.repeat(index + 1));
    expect(hitsIn('a'.repeat(400), new KeywordAutomaton(keywords))).toHaveLength((400 * 401) / 2);
  });
});

it.each<[RegExp, string | undefined]>([
  [/ab\d/, 'ab1'],
  [/a(?<value>b\d)/, 'b1'],
  [/(?<=x)(?<value>ab)\d/, 'ab'],
  [/a(?<value>b[)\d]\)?)(?!\d)\b/, 'b1'],
  [/a(?<value>b)\d/, 'b'],
  [/(?<value>z)?ab1/, undefined],
  [/(?:a(?<value>b))1/, 'b'],
  [/a(?<value>b1|b)+/, 'b1'],
  [/ab1|(?<value>ab)/, undefined],
  [/(?<value>a|b)+1/, 'b'],
  [/(?<value>.){2}1/, 'b'],
])('%p has its value at %j', (source, value) => {
  const text = 'xab1-xab1';
  const pattern = new LazyPattern(source, 'y');
  const found = pattern.exec(text, 6);
  const place = found === null ? undefined : pattern.valueOf(found);
  expect(place && [place.start, text.slice(place.start, place.end)]).toEqual(
    value && [5 + text.slice(5).indexOf(value), value],
  );
});
