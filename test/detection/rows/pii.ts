import type { Rows } from './row';

export const pii: readonly Rows[] = [
  {
    detector: 'us-ssn',
    finds: ['SSN: ‹536-22-8731›', 'social_security_number=‹536228731›'],
    ignores: ['666-22-8731', '078-05-1120', 'build 536228731', '1-536-22-8731'],
  },
];
