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
    .map(({ scored: { start, end, confidence, evidence } }) => ({ start, end, confidence, evidence }));
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

/** The rows with a value whose detector says that its check digits are right. */
const withCheckDigits = cases.filter(
  ({ detector, marked, regions, does }) =>
    does === 'finds' &&
    findingsOf(detector, readRow(marked).text, regions).some(({ evidence }) =>
      evidence.some((one) => one.startsWith('checksum:')),
    ),
);

it('a detector notices a wrong digit in every value that it reports with right check digits', () => {
  expect(withCheckDigits.length).toBeGreaterThan(150);
  const taken = withCheckDigits.filter(({ detector, marked, regions }) => {
    const { text, expected } = readRow(marked);
    const { start = 0, end = 0 } = expected[0] ?? {};
    const isTaken = (at: number) => {
      const other = text[at] === '7' ? '8' : '7';
      return findingsOf(detector, text.slice(0, at) + other + text.slice(at + 1), regions).some(
        (one) => one.start <= at && at < one.end && one.evidence.some((reason) => reason.startsWith('checksum:')),
      );
    };
    const digits = [...text.slice(start, end).matchAll(/\d/g)].map(({ index }) => start + index);
    return digits.length > 0 && digits.every(isTaken);
  });
  expect(taken.map(({ detector, marked }) => `${detector}: ${marked}`)).toEqual([]);
});
