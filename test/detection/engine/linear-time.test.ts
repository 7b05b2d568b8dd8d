import { detect } from '../../../src/detection/engine/detect';
import { detectors } from '../../../src/detection/detectors';
import { Engine } from '../../../src/detection/engine/engine';
import { DEFAULT_POLICY, type DetectorSelection, selectDetectors } from '../../../src/detection/engine/policy';
import { flattenAdf } from '../../../src/detection/text/adf';
import type { FlatText } from '../../../src/detection/text/flat-text';
import { flattenPlain } from '../../../src/detection/text/flat-text-builder';
import { hardTables, hardTexts } from './hard-texts';
import { allRows } from '../rows';

/** Every detector takes linear time on any text. */

const LENGTH = 5_000;
/** CPU time. Linear patterns take a few milliseconds; patterns that backtrack over the whole text take seconds. */
const LIMIT_MS = 100;
const today = new Date('2026-01-15T00:00:00Z');

it.each(detectors)('$id takes linear time', (detector) => {
  const settings = { minConfidence: 0, detectors: { [detector.id]: { enabled: true } } };
  const selection = selectDetectors(new Engine([detector]), { ...DEFAULT_POLICY, ...settings });
  const slow: string[] = [];
  for (const text of hardTexts(detector, allRows, LENGTH)) {
    if (takesMore(LIMIT_MS, flattenPlain(text), selection)) slow.push(JSON.stringify(text.slice(0, 80)));
  }
  expect(slow).toEqual([]);
});

it('the engine takes time proportional to a table, not to its rows times its header', () => {
  const selection = selectDetectors(new Engine(detectors), DEFAULT_POLICY);
  const slow: string[] = [];
  for (const table of hardTables(800, 40_000)) {
    const flat = flattenAdf(table);
    // Ten times as much text as above.
    if (takesMore(10 * LIMIT_MS, flat, selection)) slow.push(flat.text.slice(0, 80));
  }
  expect(slow).toEqual([]);
});

function takesMore(limitMs: number, flat: FlatText, selection: DetectorSelection): boolean {
  const takes = () => {
    const before = process.cpuUsage();
    detect(flat, selection, today);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  // One run may include a garbage collection or lack optimized code; ten in a row do not.
  for (let run = 0; run < 10; run++) if (takes() <= limitMs) return false;
  return true;
}

it('the engine keeps few overlapping matches, including the first', () => {
  const selection = selectDetectors(new Engine(detectors), DEFAULT_POLICY);
  const many = Array.from(
    { length: 200 },
    (_, at) => `IGQV${(((at * 7_919) % 40_000) + 1_300).toString(36).slice(0, 3)}-`,
  ).join('');
  const { winners, sensitive } = detect(flattenPlain(many), selection, today);
  expect(sensitive.length).toBeGreaterThan(4);
  const atPlace = Array.from(many, (_, at) => sensitive.filter(({ start, end }) => start <= at && at < end).length);
  expect(Math.max(...atPlace)).toBeLessThanOrEqual(4);
  expect(winners[0]?.scored.start).toBe(0);
});
