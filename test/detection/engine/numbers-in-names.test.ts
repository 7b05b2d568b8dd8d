import type { Detector } from '../../../src/detection/detector';
import { detectors } from '../../../src/detection/detectors';
import { detect } from '../../../src/detection/engine/detect';
import { builtInEngine } from '../../../src/detection/engine/engine';
import { DEFAULT_POLICY, selectDetectors } from '../../../src/detection/engine/policy';
import { flattenPlain } from '../../../src/detection/text/flat-text-builder';
import { allRows } from '../rows';
import { readRow } from '../rows/row';

/** A number in the name of a file, in a path or in a document number is no phone, card or ID number. A label makes it one. */

const today = new Date('2026-01-15T00:00:00Z');
const NUMBERED = ['pii', 'financial', 'health'];

function selectionFor({ id, regions }: Detector) {
  const settings = { detectors: { [id]: { enabled: true, minConfidence: 0.5 } } };
  return selectDetectors(builtInEngine, { ...DEFAULT_POLICY, ...settings, ...(regions && { regions }) });
}

function isFound(text: string, detector: Detector, selection = selectionFor(detector)): boolean {
  const { winners } = detect(flattenPlain(text), selection, today);
  return winners.some(
    ({ scored, alsoMatched }) => scored.detector.id === detector.id || alsoMatched.includes(detector.id),
  );
}

/** Values that their detector finds without a label in its region. */
const bare = detectors
  .filter(({ category, context }) => NUMBERED.includes(category) && context !== undefined)
  .flatMap((detector) => {
    const { finds = [] } = allRows.find((rows) => rows.detector === detector.id) ?? {};
    const selection = selectionFor(detector);
    const values = finds
      .map((marked) => readRow(marked))
      .map(({ text, expected: [one] }) => text.slice(one?.start, one?.end));
    // A plus or an extension shows where a phone number ends.
    const value = values
      .filter((one) => !/[+x]/.test(one))
      .find((one) => isFound(`They saw ${one} again`, detector, selection));
    return value === undefined ? [] : [{ detector, selection, value, id: detector.id }];
  });

it('many detectors find a value without a label', () => {
  expect(bare.length).toBeGreaterThan(30);
});

it.each(bare)('$id ignores a value in names, paths and document numbers', ({ detector, selection, value }) => {
  const names = [
    `see /var/scans/${value}/page`,
    `see scans/${value}`,
    String.raw`see C:\scans\${value}`,
    `see invoice-${value}`,
    `see INV_${value} and others`,
    `see ${value}_final`,
    `see ${value}-draft`,
    `see ${value}.pdf`,
    `see ${value}.tar.gz`,
    `see 2024-${value}`,
    `see ${value}/2024`,
    `see ${value}-2025`,
  ];
  expect(names.filter((name) => isFound(name, detector, selection))).toEqual([]);
});

it.each(['/scans/415-867-5309', '415-867-5309.pdf'])('a phone number with a label is found: %s', (name) => {
  const phone = detectors.find(({ id }) => id === 'phone-national');
  expect(phone !== undefined && isFound(`phone ${name}`, phone)).toBe(true);
});
