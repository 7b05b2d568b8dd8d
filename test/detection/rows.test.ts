import { detect } from '../../src/detection/engine/detect';
import { builtInEngine } from '../../src/detection/engine/engine';
import { DEFAULT_POLICY, selectDetectors } from '../../src/detection/engine/policy';
import { flattenPlain } from '../../src/detection/text/flat-text-builder';
import { allRows } from './rows';
import { readRow } from './rows/row';

/** Every detector finds exactly the marked values in its own rows. */

const today = new Date('2026-01-15T00:00:00Z');

/** Cached, because selecting detectors takes as long as scanning many pages, and the rows of a detector follow each other. */
let selected: { readonly name: string; readonly detectors: ReturnType<typeof selectDetectors> } | undefined;

function selectFor(detector: string, regions: readonly string[] | undefined) {
  const name = [detector, ...(regions ?? ['default'])].join(' ');
  if (selected?.name !== name) {
    // The tested detector has no threshold. The others compete with their usual thresholds.
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
