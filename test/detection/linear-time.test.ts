import { detect } from '../../src/detection/detect';
import { detectors } from '../../src/detection/detectors';
import { Engine } from '../../src/detection/engine';
import { DEFAULT_POLICY, type DetectorSelection, selectDetectors } from '../../src/detection/policy';
import { flattenAdf } from '../../src/detection/text/adf';
import type { FlatText } from '../../src/detection/text/flat-text';
import { flattenPlain } from '../../src/detection/text/flat-text-builder';
import { hardTables, hardTexts } from './hard-texts';
import { allRows } from './rows';

/** No text makes a detector take more time than its length calls for. */

const LENGTH = 5_000;
/** Of processor time. In proportion it is a few; a pattern that goes back over the whole text again and again takes seconds. */
const LIMIT_MS = 100;
const today = new Date('2026-01-15T00:00:00Z');

it.each(detectors)('$id takes time in proportion to the text', (detector) => {
  const settings = { minConfidence: 0, detectors: { [detector.id]: { enabled: true } } };
  const selection = selectDetectors(new Engine([detector]), { ...DEFAULT_POLICY, ...settings });
  const slow: string[] = [];
  for (const text of hardTexts(detector, allRows, LENGTH)) {
    if (takesMore(LIMIT_MS, flattenPlain(text), selection)) slow.push(JSON.stringify(text.slice(0, 80)));
  }
  expect(slow).toEqual([]);
});

it('takes time in proportion to a table, and not to its rows times its header', () => {
  const selection = selectDetectors(new Engine(detectors), DEFAULT_POLICY);
  const slow: string[] = [];
  for (const table of hardTables(800, 40_000)) {
    const flat = flattenAdf(table);
    // Of ten times as much text as above.
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
  // A collection of garbage may fall into one of them, and the first run without machine code; not so five in a row.
  for (let run = 0; run < 5; run++) if (takes() <= limitMs) return false;
  return true;
}

it('keeps few of the matches that lie over each other, the first among them', () => {
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
