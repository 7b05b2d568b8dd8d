import { detect } from '../../../src/detection/engine/detect';
import { detectors } from '../../../src/detection/detectors';
import { builtInEngine } from '../../../src/detection/engine/engine';
import { DEFAULT_POLICY, selectDetectors } from '../../../src/detection/engine/policy';
import { flattenAdf } from '../../../src/detection/text/adf';
import type { FlatText } from '../../../src/detection/text/flat-text';
import { flattenPlain } from '../../../src/detection/text/flat-text-builder';
import { allRows } from '../rows';
import { readRow } from '../rows/row';

const today = new Date('2026-01-15T00:00:00Z');
const settings = detectors.map(({ id }) => [id, { enabled: true, minConfidence: 0 }] as const);
const everything = selectDetectors(builtInEngine, { ...DEFAULT_POLICY, detectors: Object.fromEntries(settings) });
const rows = allRows.flatMap(({ finds, suspects = [], ignores }) => [...finds, ...suspects, ...ignores]);
const texts = [...new Set(rows.map((row) => readRow(row).text))].filter((text) => /\S/.test(text));

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });

/** As written in one of its texts. */
function findingsIn(flat: FlatText, text: string): string[] {
  const from = flat.text.indexOf(text);
  return detect(flat, everything, today).winners.map(({ start, end, scored: { detector, confidence } }) =>
    [detector.id, start - from, end - from, confidence].join(' '),
  );
}

it('the engine finds the same in a paragraph between others as in the text alone', () => {
  const different: string[] = [];
  let findings = 0;
  for (const text of texts) {
    const alone = findingsIn(flattenPlain(text), text);
    const between = flattenAdf({ type: 'doc', content: ['Hello there', text, 'And so on'].map(paragraph) });
    findings += alone.length;
    if (findingsIn(between, text).join() !== alone.join()) different.push(text);
  }
  expect(different).toEqual([]);
  expect(findings).toBeGreaterThan(1_000);
});
