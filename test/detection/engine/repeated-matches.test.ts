import { detect } from '../../../src/detection/engine/detect';
import type { Candidate, Detector } from '../../../src/detection/detector';
import { detectors } from '../../../src/detection/detectors';
import { Engine, builtInEngine } from '../../../src/detection/engine/engine';
import { findMatches } from '../../../src/detection/engine/find-matches';
import { codesOf } from '../../../src/detection/text/fold';
import { findKeywords } from '../../../src/detection/engine/keyword-hits';
import { DEFAULT_POLICY, selectDetectors } from '../../../src/detection/engine/policy';
import { RepeatedMatches } from '../../../src/detection/engine/repeated-matches';
import { scoreMatch, type ScoredMatch } from '../../../src/detection/engine/score-match';
import { flattenPlain } from '../../../src/detection/text/flat-text-builder';
import { allRows } from '../rows';

const today = new Date('2026-01-15T00:00:00Z');
const COPIES = 1_000;

function countValidated(text: string) {
  let calls = 0;
  const validate = ({ surroundings }: Candidate) => {
    calls += 1;
    return surroundings.includes('not') ? ({ verdict: 'invalid' } as const) : ({ verdict: 'unknown' } as const);
  };
  const detector: Detector = {
    id: 'code',
    name: 'A code',
    category: 'pii',
    group: 'Test',
    severity: 'low',
    rules: [{ by: 'token', digits: 4, pattern: /\d{4}/ }],
    validate,
    confidence: { base: 0.9 },
  };
  const { winners } = detect(flattenPlain(text), selectDetectors(new Engine([detector]), DEFAULT_POLICY), today);
  return { calls, found: winners.map(({ start, end }) => text.slice(start, end)) };
}

it('the engine validates the copies of a match once, except near the ends of the text', () => {
  const { calls, found } = countValidated('code 1234\n'.repeat(COPIES));
  expect(found).toHaveLength(COPIES);
  expect(calls).toBeLessThan(COPIES / 10);
});

it('the engine validates the copies of a match once, also if thousands of other matches are between them', () => {
  const { calls, found } = countValidated(
    Array.from({ length: 10_000 }, (_, index) => `code ${1_000 + (index % 5_000)}\n`).join(''),
  );
  expect(found).toHaveLength(10_000);
  expect(calls).toBeLessThan(5_200);
});

it('the engine validates equal values with different text around them separately, as far as a validator reads', () => {
  const around = 'code 1234\n'.repeat(COPIES / 2);
  const { found } = countValidated(`${around}not${around}`);
  // A validator reads 200 characters on each side: 20 copies before the word and 20 after it.
  expect(COPIES - found.length).toBeGreaterThanOrEqual(38);
  expect(COPIES - found.length).toBeLessThanOrEqual(42);
});

function summaryOf(scored: ScoredMatch | undefined): string {
  if (scored === undefined) return 'rejected';
  const { match, detector, ...rest } = scored;
  return JSON.stringify([match.start, detector.id, rest]);
}

it('the engine returns the same scores as without reuse', () => {
  const enabled = Object.fromEntries(detectors.map(({ id }) => [id, { enabled: true }]));
  const { engine, regions } = selectDetectors(builtInEngine, { ...DEFAULT_POLICY, detectors: enabled });
  const every = new Uint8Array(engine.rules.length).fill(1);
  let reused = 0;
  const different: string[] = [];
  for (const { finds } of allRows.filter((_rows, index) => index % 2 === 0)) {
    const unit = `${(finds[0] ?? '').replace(/[·‹›]/g, '')}\n`;
    const flat = flattenPlain(unit.repeat(Math.ceil(1_000 / unit.length) + 1));
    const codes = codesOf(flat.text);
    const hits = findKeywords(engine, flat.text.length, codes);
    const scoring = { flat, words: hits.words, regions, hasRegions: false, today };
    const repeated = new RepeatedMatches(flat, codes);
    for (const match of [...findMatches(engine, flat, codes, hits, every)].flat()) {
      reused += 1;
      const scored = repeated.score(match, (other) => {
        reused -= 1;
        return scoreMatch(other, scoring);
      });
      if (summaryOf(scored) !== summaryOf(scoreMatch(match, scoring)))
        different.push(match.compiled.detector.definition.id);
    }
  }
  expect(different).toEqual([]);
  expect(reused).toBeGreaterThan(1_000);
});
