import { detectors } from '../../../src/detection/detectors';
import { Engine, builtInEngine } from '../../../src/detection/engine/engine';
import { findMatches, type Match } from '../../../src/detection/engine/find-matches';
import { findKeywords } from '../../../src/detection/engine/keyword-hits';
import { LazyPattern } from '../../../src/detection/engine/lazy-pattern';
import { DEFAULT_POLICY, selectDetectors } from '../../../src/detection/engine/policy';
import { RepeatedHits } from '../../../src/detection/engine/repeated-hits';
import { codesOf } from '../../../src/detection/text/fold';
import { flattenAdf } from '../../../src/detection/text/adf';
import type { FlatText } from '../../../src/detection/text/flat-text';
import { flattenPlain } from '../../../src/detection/text/flat-text-builder';
import { seededRandom } from '../noise-texts';
import { allRows } from '../rows';

/** A text that repeats itself is searched once, and with the same result as if each part of it were searched. */

const enabled = Object.fromEntries(detectors.map(({ id }) => [id, { enabled: true }]));
const { engine } = selectDetectors(builtInEngine, { ...DEFAULT_POLICY, detectors: enabled });
/** Without rules for windows, which search every character near their keywords. */
const labeled = builtInEngine.compiledFor(({ id }) => ['password-in-prose', 'secret-assignment'].includes(id));

function matchesIn(text: string, compiled = engine): readonly Match[] {
  return matchesOf(flattenPlain(text), compiled);
}

function matchesOf(flat: FlatText, compiled: typeof engine): readonly Match[] {
  const codes = codesOf(flat.text);
  const hits = findKeywords(compiled, flat.text.length, codes);
  return [...findMatches(compiled, flat, codes, hits, new Uint8Array(compiled.rules.length).fill(1))].flat();
}

function summaryOf({ compiled, groups, ...places }: Match): string {
  return JSON.stringify([compiled.index, places, groups]);
}

/** The result of searching each part. */
function withoutReuse<T>(run: () => T): T {
  const spy = jest.spyOn(RepeatedHits.prototype, 'isCopy').mockReturnValue(false);
  try {
    return run();
  } finally {
    spy.mockRestore();
  }
}

function countTries(text: string, compiled: typeof engine): number {
  const exec = jest.spyOn(LazyPattern.prototype, 'exec');
  matchesIn(text, compiled);
  const { length } = exec.mock.calls;
  exec.mockRestore();
  return length;
}

it.each(['password: ', 'password ', '密码是的', 'password = "', 'passphrase: ', 'api key '])(
  'the engine tries no more patterns in a text that repeats %j twice as often',
  (unit) => {
    const few = countTries(unit.repeat(5_000), labeled);
    expect(few).toBeGreaterThan(1_000);
    expect(countTries(unit.repeat(10_000), labeled)).toBeLessThan(few + 10);
  },
);

it('the engine finds the same in repeated texts with changes as without reuse', () => {
  const random = seededRandom(141);
  const rows = allRows.flatMap(({ finds, ignores }) => [finds[0] ?? '', ignores[0] ?? '']);
  const different: string[] = [];
  for (const row of rows.filter((_row, index) => index % 96 === 0)) {
    const other = rows[random(rows.length)] ?? '';
    const unit = `${row} ${other.slice(0, random(12))}`.replace(/[·‹›]/g, '');
    const half = unit.repeat(Math.ceil(40_000 / unit.length));
    const text = `${half}${unit.slice(0, random(unit.length))}${half.slice(random(20))}`;
    const reused = matchesIn(text).map(summaryOf);
    const searched = withoutReuse(() => matchesIn(text)).map(summaryOf);
    if (JSON.stringify(reused) !== JSON.stringify(searched)) different.push(unit);
  }
  expect(different).toEqual([]);
});

/** An engine with one detector of that pattern, which is tried at `key`. */
function engineOf(pattern: RegExp) {
  const detector = {
    id: 'near-key',
    name: 'A value near a key',
    category: 'secret',
    group: 'Test',
    severity: 'low',
    rules: [{ by: 'keyword', keywords: ['key'], pattern }],
    confidence: { base: 0.9 },
  } as const;
  return selectDetectors(new Engine([detector]), DEFAULT_POLICY).engine;
}

it.each([
  ['after', /key(?=.{0,3000}!)/],
  ['before', /(?<=!.{0,3000})key/],
  ['without a limit after', /key(?=.*!)/],
])('a hit is no copy if its pattern reads as far as different text %s it', (_case, pattern) => {
  const compiled = engineOf(pattern);
  const text = `${'key '.repeat(2_000)}!${' key'.repeat(2_000)}`;
  const found = matchesIn(text, compiled);
  expect(found.map(summaryOf)).toEqual(withoutReuse(() => matchesIn(text, compiled)).map(summaryOf));
  expect(found.length).toBeGreaterThan(700);
});

it.each([
  ['spans many hits', 'key(?<value>[key ]{#})'],
  ['is far behind its hit', 'key[key ]{#}(?<value>[key ]{4})'],
])('a value that %s is found as often as without reuse', (_case, pattern) => {
  const lengths = Array.from({ length: 12 }, (_, index) => 20 + index * 4);
  const text = 'key '.repeat(2_000);
  for (const length of lengths) {
    const compiled = engineOf(new RegExp(pattern.replace('#', String(length))));
    const found = matchesIn(text, compiled);
    expect(found.map(summaryOf)).toEqual(withoutReuse(() => matchesIn(text, compiled)).map(summaryOf));
    expect(found.length).toBeGreaterThan(30);
  }
});

it('a hit in another block is no copy', () => {
  const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'key 1234' }] };
  const content = Array.from({ length: 2_000 }, () => paragraph);
  const flat = flattenAdf({ type: 'doc', version: 1, content });
  const found = matchesOf(flat, engineOf(/key (?<value>\d{4})/));
  expect(found.map(({ block }) => block)).toEqual(content.map((_paragraph, index) => index));
});
