import { createHmac } from 'node:crypto';
import { builtInEngine, Engine } from '../../../src/detection/engine/engine';
import { detectors } from '../../../src/detection/detectors';
import { secretOf } from '../../../src/detection/detectors/secrets/secret';
import type { Candidate, Verdict } from '../../../src/detection/detector';
import type { Part } from '../../../src/detection/finding';
import { DEFAULT_POLICY, selectDetectors } from '../../../src/detection/engine/policy';
import { hasValuesInSteps, scanInSteps, scanPage } from '../../../src/detection/scan-page';
import { findKeywords } from '../../../src/detection/engine/keyword-hits';
import { findMatches } from '../../../src/detection/engine/find-matches';
import { codesOf } from '../../../src/detection/text/fold';
import { flattenPlain } from '../../../src/detection/text/flat-text-builder';
import { groupOverlapping, type Span } from '../../../src/detection/text/spans';
import { type Block, type Segment, sourceRanges } from '../../../src/detection/text/flat-text';
import { runSteps, runToEnd } from '../../../src/platform/steps';
import { seededRandom } from '../noise-texts';
import { allRows } from '../rows';

/** Work grows with the text plus its findings, not with their product. Counted in operations, because time varies. */

const selection = selectDetectors(builtInEngine, DEFAULT_POLICY);
const today = new Date('2026-01-15T00:00:00Z');
const options = { selection, today, fingerprintKey: new Uint8Array(32).fill(7) };
const code = (source: string): Part => ({ field: 'body', representation: 'plain', source });
const numbersIn = (count: number) =>
  Array.from({ length: count }, (_, index) => `SSN 536-22-${String(1000 + (index % 8_000))}`).join(', ');

afterEach(() => jest.restoreAllMocks());

/** Counts the bytes that are hashed. */
function hashedBytes(run: () => void): number {
  const prototype = Object.getPrototypeOf(createHmac('sha256', 'key')) as { update(data: string): unknown };
  const update = jest.spyOn(prototype, 'update');
  run();
  return update.mock.calls.reduce((sum, [data]) => sum + data.length, 0);
}

it('the engine hashes a block once, however many findings are in it', () => {
  const bytesOf = (count: number) => {
    const source = numbersIn(count);
    const bytes = hashedBytes(() => expect(scanPage([code(source)], options).findings).toHaveLength(count));
    jest.restoreAllMocks();
    return bytes - source.length;
  };
  expect(bytesOf(800)).toBeLessThan(2.1 * bytesOf(400));
});

it('the engine stops at the maximum number of findings, and reports it', () => {
  const source = numbersIn(5_000);
  let found: ReturnType<typeof scanPage> | undefined;
  const bytes = hashedBytes(() => (found = scanPage([code(source)], { ...options, maxFindings: 500 })));
  expect(found?.findings).toHaveLength(500);
  expect([found?.isTruncated, found?.partial]).toEqual([true, true]);
  expect(bytes - source.length).toBeLessThan(502 * 100);
  const all = scanPage([code(numbersIn(500))], { ...options, maxFindings: 500 });
  expect([all.findings.length, all.isTruncated, all.partial]).toEqual([500, false, false]);
});

it('a scan judges few more values than it returns, however many the text has', () => {
  let judged = 0;
  const counted = detectors.map((detector) => ({
    ...detector,
    validate: (candidate: Candidate): Verdict => {
      judged += 1;
      return detector.validate?.(candidate) ?? { verdict: 'unknown' };
    },
  }));
  const few = { ...options, selection: selectDetectors(new Engine(counted), DEFAULT_POLICY), maxFindings: 500 };
  const judgedIn = (run: () => unknown) => {
    judged = 0;
    run();
    return judged;
  };
  const passwords = (count: number) =>
    code(Array.from({ length: count }, (_, index) => `password: Xk9#mQ${index}zW\n`).join(''));
  const allOfShort = judgedIn(() => expect(scanPage([passwords(500)], few).isTruncated).toBe(false));
  expect(allOfShort).toBeGreaterThanOrEqual(500);
  expect(judgedIn(() => expect(scanPage([passwords(20_000)], few).findings).toHaveLength(500))).toBeLessThan(
    1.1 * allOfShort,
  );
  expect(judgedIn(() => runToEnd(hasValuesInSteps([passwords(20_000)], few)))).toBeLessThan(0.1 * allOfShort);
});

it('a search keeps few matches at a time, however long the text is', () => {
  const { engine } = selection;
  const every = new Uint8Array(engine.rules.length).fill(1);
  for (const unit of ['password: ', 'takes 5 mg ', ':: ', '10.1.2.3 ']) {
    const flat = flattenPlain(unit.repeat(20_000));
    const codes = codesOf(flat.text);
    const hits = findKeywords(engine, flat.text.length, codes);
    const parts = Array.from(findMatches(engine, flat, codes, hits, every), ({ length }) => length);
    expect(parts.reduce((sum, length) => sum + length, 0)).toBeGreaterThan(19_000);
    expect(Math.max(...parts)).toBeLessThan(9_000);
  }
});

it('the first findings are the same with any limit, also where values overlap or are encoded', () => {
  const random = seededRandom(38);
  const oneOf = <T>(list: readonly T[]) => list[random(list.length)];
  const rows = allRows.flatMap(({ finds }) => finds.map((marked) => marked.replace(/[‹›·]/g, '')));
  const piece = () => {
    const row = oneOf(rows) ?? '';
    const text = random(4) === 0 ? row.slice(random(row.length)) : row;
    return random(8) === 0 ? Buffer.from(text).toString('base64') : text;
  };
  let truncated = 0;
  for (let round = 0; round < 60; round += 1) {
    const source = Array.from({ length: 12 }, () => piece() + (oneOf(['\n', ' ', ', ', ';', '']) ?? '')).join('');
    const { findings } = scanPage([code(source), code(source)], options);
    for (const maxFindings of [0, 1, 2, 5, 10]) {
      const some = scanPage([code(source), code(source)], { ...options, maxFindings });
      expect(some.findings).toEqual(findings.slice(0, maxFindings));
      expect(some.isTruncated).toBe(findings.length > maxFindings);
      truncated += Number(some.isTruncated);
    }
  }
  expect(truncated).toBeGreaterThan(120);
});

it('the first findings are the same with any limit if an encoded secret takes the place of several values', () => {
  const weak = secretOf('Test', 'low')('weak', 'Weak', {
    // The second form overlaps the first one and the encoded text, and wins over the first.
    rules: [{ by: 'token', letters: [0, 9], digits: [1, 9], pattern: /1 2|2 Pj4|[A-Za-z]{0,9}\d/, bounded: false }],
    confidence: { base: 0.6 },
    rejectPlaceholders: false,
    generic: true,
  });
  const strong = secretOf('Test', 'low', { areTokens: false })('strong', 'Strong', {
    rules: [{ by: 'token', letters: [2, 2], digits: [1, 1], pattern: /Pn4/, bounded: false }],
    confidence: { base: 0.95 },
    rejectPlaceholders: false,
  });
  const github = detectors.filter(({ id }) => id.startsWith('github'));
  const token = `token ghp_${'aB3dE6gH9kLmN2pQrS5tUvW8xYz1C4fJ7nR0'}  `;
  // They have several tokens: `Pj4+Pz8/Pj4+…`, and one that wins over the encoded secret: `Pn4`.
  const [encoded, other] = ['>>>???>>>', '>>>???>>>>~>'].map((start) => Buffer.from(start + token).toString('base64'));
  for (const source of [`7 ${encoded} 3 4 5 ${encoded} 6 ${encoded}`, `1 2 ${other} 3 4 5 6`]) {
    for (const some of [[weak], [weak, strong]]) {
      const engine = new Engine([...some, ...github]);
      const few = { ...options, selection: selectDetectors(engine, DEFAULT_POLICY) };
      const { findings } = scanPage([code(source)], few);
      for (let maxFindings = 0; maxFindings <= findings.length; maxFindings += 1)
        expect(scanPage([code(source)], { ...few, maxFindings }).findings).toEqual(findings.slice(0, maxFindings));
    }
  }
});

/** Counts how many entries of a list are read. */
function counted<T extends object>(list: readonly T[]): { readonly list: readonly T[]; readonly reads: () => number } {
  let reads = 0;
  const read = (target: readonly T[], name: string | symbol, receiver: unknown): unknown => {
    if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
    return Reflect.get(target, name, receiver);
  };
  return { list: new Proxy(list, { get: read }), reads: () => reads };
}

it('the engine maps a finding among many text nodes in few steps', () => {
  const readsAmong = (nodes: number) => {
    const segments = Array.from({ length: nodes }, (_, index): Segment => {
      const [start, end] = [index * 10, index * 10 + 10];
      return { start, end, path: { parent: undefined, name: 'content', index }, isText: true, from: 0, to: 10 };
    });
    const { list, reads } = counted(segments);
    const header = {
      columnHeader: undefined,
      place: {},
      rowHeader: undefined,
      heading: undefined,
      label: undefined,
      row: undefined,
    };
    const block: Block = { start: 0, end: nodes * 10, kind: 'text', segments: list, ...header };
    expect(sourceRanges([block], nodes * 5 + 2, nodes * 5 + 12)).toHaveLength(2);
    return reads();
  };
  expect(readsAmong(100_000)).toBeLessThan(readsAmong(1_000) + 10);
});

it('the engine moves few findings to insert many', () => {
  const movesOf = (count: number) => {
    const splice = jest.spyOn(Array.prototype, 'splice');
    // Cards have a higher confidence, so they are inserted first, and the SSNs between them.
    const source = Array.from({ length: count }, (_, index) => `card 4539 1488 0343 6467, SSN 536-22-${1000 + index}`);
    const { findings } = scanPage([code(source.join(', '))], options);
    const lengths = splice.mock.contexts.map((list: unknown) => (Array.isArray(list) ? list.length : 0));
    const moves = splice.mock.calls.reduce((sum, [at], call) => sum + (lengths[call] ?? 0) - at - 1, 0);
    jest.restoreAllMocks();
    expect(findings).toHaveLength(2 * count);
    return moves;
  };
  expect(movesOf(400)).toBeLessThanOrEqual(2.1 * movesOf(200));
});

it('the engine groups exactly the overlapping spans', () => {
  const span = (start: number, end: number): Span => ({ start, end });
  expect(groupOverlapping([span(5, 9), span(0, 5), span(8, 20), span(20, 21), span(1, 2)])).toEqual([
    [span(0, 5), span(1, 2)],
    [span(5, 9), span(8, 20)],
    [span(20, 21)],
  ]);
});

it('the engine takes more steps of bounded work for longer texts and more parts', () => {
  const stepsOf = (...parts: readonly Part[]) => [...scanInSteps(parts, { ...options, maxFindings: 500 })].length;
  const [short, long, longer] = [numbersIn(100), numbersIn(20_000), numbersIn(80_000)];
  expect(stepsOf(code(short), code(short), code(short))).toBeGreaterThan(stepsOf(code(short)) + 1);
  expect(stepsOf(code(long))).toBeGreaterThan(20);
  expect(stepsOf(code(longer))).toBeGreaterThan(2 * stepsOf(code(long)));
});

it('the engine finds the same if another scan runs between its steps', async () => {
  const scan = (source: string) => scanInSteps([code(source)], { ...options, maxFindings: 500 });
  const [one, other] = [numbersIn(15_000), `password: Xk9#mQ2!zW ${numbersIn(15_500)}`];
  let turns = 0;
  const count = () => {
    turns += 1;
    if (turns < 1_000) setImmediate(count);
  };
  setImmediate(count);
  const together = await Promise.all([runSteps(scan(one)), runSteps(scan(other))]);
  expect(turns).toBeGreaterThan(20);
  expect(together).toEqual([one, other].map((source) => scanPage([code(source)], { ...options, maxFindings: 500 })));
});
