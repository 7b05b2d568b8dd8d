import type { Method } from './model';

/**
 * The app describes findings on a page in a justification. Detectors, counts and the rule are for readers who can see the
 * findings of the page; other readers get the sentence alone.
 */

const FOUND = 'Sensitive data was found on the page';

export interface Evidence {
  readonly detectorId: string;
  readonly count: number;
}

/**
 * @param nameOf returns the name of a detector
 * @param rule the rule that requires the level, as a sentence
 */
export function justificationOf(
  evidence: readonly Evidence[],
  nameOf: (detectorId: string) => string,
  rule: string,
): string {
  return `${FOUND}: ${evidence.map(({ detectorId, count }) => `${nameOf(detectorId)} (${count})`).join(', ')}. ${rule}`;
}

export function hasEvidence(justification: string | undefined): boolean {
  return justification?.startsWith(`${FOUND}:`) === true;
}

/** The change, for a reader who cannot see the findings of the page. */
export function withoutFindings<T extends { readonly method: Method; readonly justification?: string | undefined }>(
  change: T,
): T {
  return change.method === 'DETECTION' ? { ...change, justification: JUSTIFICATION_WITHOUT_EVIDENCE } : change;
}

export const JUSTIFICATION_WITHOUT_EVIDENCE = `${FOUND}.`;
