import type { Candidate, Verdict } from '../detector';

/** Numbers that were printed on sample cards, and so belong to nobody. */
const PUBLISHED = new Set(['078051120', '219099999', '457555462']);

/** Since 2011 numbers are given at random: only what was never given can be told (SSA, "Valid SSNs"). */
export function validateSsn({ value }: Candidate): Verdict {
  const digits = value.replace(/\D/g, '');
  if (PUBLISHED.has(digits) || !/^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits))
    return { verdict: 'invalid' };
  return { verdict: 'unknown', evidence: ['rules:ssa'] };
}
