import { detect } from '../../src/detection/engine/detect';
import { builtInEngine } from '../../src/detection/engine/engine';
import { DEFAULT_POLICY, selectDetectors } from '../../src/detection/engine/policy';
import { flattenPlain } from '../../src/detection/text/flat-text-builder';
import { evidenceInWords } from '../../static/admin/src/detections/evidence';
import { FILTERS, NO_FILTERS, queryOf } from '../../static/admin/src/detections/filter';
import { allRows } from './rows';
import { readRow } from './rows/row';

/** Texts and filters that the Findings page computes itself. */

const today = new Date('2026-01-15T00:00:00Z');

it('every kind of evidence of the built-in detectors has a description', () => {
  const described = new Set<string>();
  for (const { detector, finds, suspects = [], regions } of allRows) {
    const settings = { detectors: { [detector]: { enabled: true, minConfidence: 0 } } };
    const selection = selectDetectors(builtInEngine, { ...DEFAULT_POLICY, ...settings, ...(regions && { regions }) });
    for (const marked of [...finds, ...suspects]) {
      const { winners } = detect(flattenPlain(readRow(marked).text), selection, today);
      for (const { scored } of winners) scored.evidence.forEach((one) => described.add(one));
    }
  }
  const inWords = [...described].map((one) => [one, evidenceInWords(one, (id) => `detector ${id}`)] as const);
  expect(inWords.length).toBeGreaterThan(100);
  expect(inWords.filter(([one, words]) => one === words || !/^[A-Z].*[.]$/s.test(words))).toEqual([]);
});

it.each([
  ['table-header:"card"', 'The column header contains “card”.'],
  ['row-header:"iban"', 'The first cell of the row contains “iban”.'],
  ['heading:"salaries"', 'The heading above contains “salaries”.'],
  ['keyword:"project"', 'The word “project” is nearby.'],
  ['checksum:mod11', 'The check digits are valid (modulo 11).'],
  ['country:DE', 'The format is used in Germany.'],
  ['decoded:base64', 'The value is encoded as Base64.'],
  ['decoded:of-a-later-version', 'The decoded value is valid.'],
  ['tag:sample', 'This looks like a sample.'],
  ['of-a-later-version:x', 'of-a-later-version:x'],
])('%s is described as: %s', (evidence, words) => {
  expect(evidenceInWords(evidence, (id) => id)).toBe(words);
});

it('the filters of findings survive a round trip through the URL', () => {
  const filters = {
    ...NO_FILTERS,
    status: '',
    severity: 'high',
    page: 'a&b=c',
    from: '2026-01-01',
    group: 'page',
  } as const;
  const address = new URLSearchParams(queryOf(filters)).toString();
  expect(FILTERS.read(Object.fromEntries(new URLSearchParams(address)))).toEqual(filters);
  expect(queryOf(NO_FILTERS)).toEqual({});
  expect(FILTERS.read({ group: 'nothing', other: 'x' })).toEqual(NO_FILTERS);
});
