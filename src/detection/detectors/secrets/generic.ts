import type { Detector } from '../../detector';

export const generic: readonly Detector[] = [
  {
    id: 'password-assignment',
    name: 'Password in an assignment',
    category: 'secret',
    group: 'Generic',
    severity: 'high',
    enabledByDefault: true,
    generic: true,
    rules: [{ by: 'assignment', keywords: ['password', 'passwd', 'pwd'], value: /[^\s'"`]{8,64}/ }],
    minEntropy: 2.5,
    confidence: { base: 0.6 },
  },
];
