import { analyzeText } from '../../src/detection/analyze-text';
import { builtInEngine } from '../../src/detection/engine/engine';
import { DEFAULT_POLICY, selectDetectors } from '../../src/detection/engine/policy';
import { noiseTexts } from './noise-texts';

/** Code, logs, tables, calendars, changelogs and prose without sensitive values give no finding. */

const selection = selectDetectors(builtInEngine, DEFAULT_POLICY);
const today = new Date('2026-01-15T00:00:00Z');

it.each(noiseTexts())('a $kind in $language has no finding', ({ text }) => {
  const findings = analyzeText(text, selection, today);
  expect(findings.map(({ detectorId, start, end }) => [detectorId, text.slice(start - 30, end)])).toEqual([]);
});
