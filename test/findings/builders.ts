import { createHash } from 'node:crypto';
import { identify } from '../../src/findings/identify';
import type { SeenFinding } from '../../src/findings/model';
import type { Sight } from '../../src/findings/settle-scan';

/** Findings as an engine would tell them, of values that are letters here. */

export function aFinding(value: string, change: Partial<SeenFinding> = {}): SeenFinding {
  return {
    detectorId: 'email',
    category: 'pii',
    severity: 'medium',
    band: 'high',
    fingerprint: createHash('sha256').update(value).digest('base64url'),
    contentId: '164001',
    confidence: 0.9,
    evidence: [],
    tags: [],
    alsoMatched: [],
    location: { field: 'body', representation: 'atlas_doc_format', pointer: '/content/0', start: 0, end: 8 },
    maskedExcerpt: 'write to •••••••• today',
    ...change,
  };
}

type Inspected = Extract<Sight, { kind: 'inspected' }>;

/** A page of which everything was looked at; each letter of `values` is a value, in its place. */
export function aSight(values: string, change: Partial<Inspected> = {}): Inspected {
  const seen = Array.from(values, (value, place) =>
    aFinding(value, {
      location: { field: 'body', representation: 'text', start: place * 10, end: place * 10 + 8 },
    }),
  );
  return {
    kind: 'inspected',
    spaceId: '98305',
    pageVersion: 1,
    levelId: undefined,
    findings: identify('installation-1', seen).findings,
    fields: ['title', 'body'],
    reasons: [],
    detectorsOverBudget: [],
    ...change,
  };
}
