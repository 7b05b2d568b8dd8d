import { detect } from '../../src/detection/detect';
import { builtInEngine } from '../../src/detection/engine';
import { DEFAULT_POLICY, selectDetectors } from '../../src/detection/policy';
import { flattenPlain } from '../../src/detection/text/flat-text-builder';
import { allRows } from './rows';
import { readRow } from './rows/row';

/** Every detector on its own rows: exactly what is marked, and nothing else of its kind. */

const today = new Date('2026-01-15T00:00:00Z');

/** Selecting takes as long as looking through many pages, and a detector has many rows, one after the other. */
let selected: { readonly name: string; readonly detectors: ReturnType<typeof selectDetectors> } | undefined;

function selectFor(detector: string, regions: readonly string[] | undefined) {
  const name = [detector, ...(regions ?? ['default'])].join(' ');
  if (selected?.name !== name) {
    // Others compete for the same place where they would be told; this one also where it would not.
    const settings = { detectors: { [detector]: { enabled: true, minConfidence: 0 } } };
    const policy = { ...DEFAULT_POLICY, ...settings, ...(regions && { regions }) };
    selected = { name, detectors: selectDetectors(builtInEngine, policy) };
  }
  return selected.detectors;
}

function findingsOf(detector: string, text: string, regions: readonly string[] | undefined) {
  const { winners } = detect(flattenPlain(text), selectFor(detector, regions), today);
  return winners
    .filter(({ scored, alsoMatched }) => scored.detector.id === detector || alsoMatched.includes(detector))
    .map(({ scored: { start, end, confidence } }) => ({ start, end, confidence }));
}

const cases = allRows.flatMap(({ detector, finds, suspects = [], ignores, regions }) => [
  ...finds.map((marked) => ({ detector, marked, regions, does: 'finds' as const })),
  ...suspects.map((marked) => ({ detector, marked, regions, does: 'suspects' as const })),
  ...ignores.map((marked) => ({ detector, marked, regions, does: 'ignores' as const })),
]);

it.each(cases)('$detector $does $marked', ({ detector, marked, regions, does }) => {
  const { text, expected } = readRow(marked);
  const found = findingsOf(detector, text, regions);
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(
    expected.map(({ start, end }) => text.slice(start, end)),
  );
  expect(found.map(({ start, end }) => ({ start, end }))).toEqual(expected);
  expect(found.filter(({ confidence }) => (does === 'suspects' ? confidence >= 0.5 : confidence < 0.5))).toEqual([]);
});
