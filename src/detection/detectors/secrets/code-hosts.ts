import type { Detector } from '../../detector';

export const codeHosts: readonly Detector[] = [
  {
    id: 'github-token',
    name: 'GitHub token',
    category: 'secret',
    group: 'Code hosts',
    severity: 'critical',
    enabledByDefault: true,
    rules: [
      { by: 'keyword', keywords: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], pattern: /gh[pousr]_[0-9A-Za-z]{36}/ },
    ],
    minEntropy: 3,
    confidence: { base: 0.9 },
  },
];
