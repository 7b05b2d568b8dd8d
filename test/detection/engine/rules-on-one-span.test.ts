import { detect } from '../../../src/detection/engine/detect';
import type { Detector } from '../../../src/detection/detector';
import { Engine } from '../../../src/detection/engine/engine';
import { DEFAULT_POLICY, selectDetectors } from '../../../src/detection/engine/policy';
import { flattenPlain } from '../../../src/detection/text/flat-text-builder';

const detector: Detector = {
  id: 'code',
  name: 'A code with a label',
  category: 'pii',
  group: 'Test',
  severity: 'low',
  rules: [
    { by: 'keyword', keywords: ['first'], at: 'end', pattern: / (?<value>\d{4})/, bounded: false },
    { by: 'token', digits: 4, pattern: /\d{4}/ },
  ],
  validate: ({ match }) =>
    match.startsWith(' ') || match.startsWith('first') ? { verdict: 'invalid' } : { verdict: 'unknown' },
  confidence: { base: 0.9 },
};
const selection = selectDetectors(new Engine([detector]), DEFAULT_POLICY);

it('the engine validates a value for each rule that matches it', () => {
  const { winners } = detect(flattenPlain('first 1234'), selection, new Date('2026-01-15T00:00:00Z'));
  expect(winners.map(({ start, end }) => [start, end])).toEqual([[6, 10]]);
});
