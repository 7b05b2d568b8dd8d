import type { Detector } from '../../detector';
import { validateSsn } from '../../validators/us-ssn';

export const unitedStates: readonly Detector[] = [
  {
    id: 'us-ssn',
    name: 'US Social Security number',
    category: 'pii',
    group: 'United States',
    regions: ['US'],
    severity: 'high',
    enabledByDefault: true,
    rules: [
      { by: 'token', digits: 3, pattern: /(?<![\w.-])\d{3}([ -])\d{2}\1\d{4}(?![.-]?\d)/ },
      { by: 'token', digits: 9, pattern: /\d{9}/, confidence: { base: 0, withContext: 0.85 } },
    ],
    validate: validateSsn,
    confidence: { base: 0.5, withContext: 0.9 },
    context: ['ssn', 'social security', 'social security number'],
  },
];
