import { performance } from 'node:perf_hooks';
import { DEFAULT_CONFIG } from '../src/detection/configuration/model';
import { effectiveDetection } from '../src/detection/configuration/effective-detection';
import { PAGE_BUDGET, prepareCustomSearch } from '../src/detection/custom/custom-search';
import { detect } from '../src/detection/engine/detect';
import { detectors } from '../src/detection/detectors';
import { Engine } from '../src/detection/engine/engine';
import { DEFAULT_POLICY, selectDetectors } from '../src/detection/engine/policy';
import type { FlatText } from '../src/detection/text/flat-text';
import { flattenPlain } from '../src/detection/text/flat-text-builder';
import { hardPatterns, hardTexts } from '../test/detection/engine/hard-texts';
import { allRows } from '../test/detection/rows';
import { printTable } from './support';

/**
 * Measures how long each detector takes for texts that are made to be hard for it
 * (test/detection/engine/hard-texts.ts), in processor time, and by how much custom detectors with hard patterns exceed
 * their budgets, in elapsed time. `DETECTORS=a,b` measures only these. The exit code is 1 if a detector takes longer
 * than the limit.
 *
 * Processor time omits the time of other processes, but they make the processor slower. So each time is also stated as
 * a multiple of a plain pass, which splits a text of the same length into words and is measured in the same rounds.
 */

const LENGTH = 100_000;
const LIMIT_MS = 50;
/** Most texts take less in their first run. The others run again, so that the code is compiled and no other process counts. */
const ENOUGH_MS = 20;
const ROUNDS = 30;
const SHOWN = 40;
const TODAY = new Date('2026-01-15T00:00:00Z');
const only = process.env['DETECTORS']?.split(',');

interface Measured {
  readonly detectorId: string;
  readonly milliseconds: number;
  /** The time of a plain pass in the same rounds. */
  readonly plainMs: number;
  readonly unit: string;
}

const PLAIN = 'word '.repeat(LENGTH / 5);

function splitWords(): void {
  for (const [word] of PLAIN.matchAll(/\w+/g)) if (word === '') throw new Error('a word is empty');
}

function timeOf(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The best times of several rounds, each with a plain pass. */
function bestOf(run: () => void): Pick<Measured, 'milliseconds' | 'plainMs'> {
  let milliseconds = Infinity;
  let plainMs = Infinity;
  for (let round = 0; round < ROUNDS && milliseconds > ENOUGH_MS; round += 1) {
    milliseconds = Math.min(milliseconds, timeOf(run));
    plainMs = Math.min(plainMs, timeOf(splitWords));
  }
  return { milliseconds, plainMs };
}

function measureDetectors(): readonly Measured[] {
  return detectors
    .filter(({ id }) => only === undefined || only.includes(id))
    .flatMap((detector) => {
      const settings = { minConfidence: 0, detectors: { [detector.id]: { enabled: true } } };
      const selection = selectDetectors(new Engine([detector]), { ...DEFAULT_POLICY, ...settings });
      return Array.from(hardTexts(detector, allRows, LENGTH), (text) => {
        const flat = flattenPlain(text);
        const times = bestOf(() => detect(flat, selection, TODAY));
        return { detectorId: detector.id, ...times, unit: JSON.stringify(text.slice(0, 40)) };
      });
    });
}

interface Budgeted {
  readonly name: string;
  readonly rules: number;
  readonly budget: number;
  readonly milliseconds: number;
}

/** The time of one page, by how many rules with a hard pattern. */
function measureCustom(pattern: string, flat: FlatText, name: string, rules: number): Budgeted {
  const custom = Array.from({ length: rules }, (_, index) => ({
    detectorId: `custom:00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    name: `Detector ${index}`,
    category: 'pii' as const,
    severity: 'low' as const,
    confidence: 0.9,
    pattern,
    keywords: [],
    proximity: 50,
    samples: { match: [], noMatch: [] },
  }));
  const effective = { ...effectiveDetection(DEFAULT_CONFIG), custom };
  const open = prepareCustomSearch(effective, PAGE_BUDGET);
  // One search for all texts of a page, as in a page scan.
  const start = performance.now();
  open().find(flat);
  return {
    name,
    rules,
    budget: Math.min(rules * PAGE_BUDGET.perRule, PAGE_BUDGET.perPage),
    milliseconds: performance.now() - start,
  };
}

for (let round = 0; round < ROUNDS; round += 1) splitWords();
const measured = [...measureDetectors()].sort((a, b) => b.milliseconds - a.milliseconds);
const above = measured.filter(({ milliseconds }) => milliseconds > LIMIT_MS);
console.log(`The slowest of ${measured.length} hard texts of ${LENGTH} characters, limit ${LIMIT_MS} ms\n`);
printTable(
  ['Detector', 'Text', 'ms', 'Plain passes'],
  measured
    .slice(0, SHOWN)
    .map(({ detectorId, unit, milliseconds, plainMs }) => [
      detectorId,
      unit,
      milliseconds.toFixed(1),
      (milliseconds / plainMs).toFixed(0),
    ]),
);
const fastest = Math.min(...measured.map(({ plainMs }) => plainMs));
const slowest = Math.max(...measured.slice(0, SHOWN).map(({ plainMs }) => plainMs));
console.log(`\nA plain pass takes ${fastest.toFixed(2)} to ${slowest.toFixed(2)} ms.`);
console.log(`\nCustom detectors with hard patterns, on a page of ${10 * LENGTH} characters\n`);
const custom = [...hardPatterns(10 * LENGTH)].flatMap(({ name, pattern, text }) => {
  const flat = flattenPlain(text);
  return [1, 10, 100].map((rules) => measureCustom(pattern, flat, name, rules));
});
printTable(
  ['Pattern', 'Detectors', 'Budget ms', 'ms'],
  custom.map(({ name, rules, budget, milliseconds }) => [name, String(rules), String(budget), milliseconds.toFixed(0)]),
);
if (above.length > 0) {
  console.log(`\n${above.length} texts take longer than ${LIMIT_MS} ms.`);
  process.exitCode = 1;
}
