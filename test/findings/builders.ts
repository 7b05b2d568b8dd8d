import { createHash } from 'node:crypto';
import type { LocatedFinding, Location } from '../../src/detection/finding';
import { identify } from '../../src/findings/scan/identify';
import type { PageObservation } from '../../src/findings/scan/reconcile-scan';

/** Findings as the engine reports them, with letters as values. */

type FindingChange = Omit<Partial<LocatedFinding>, 'location'> & { readonly location?: Partial<Location> };

export function aFinding(value: string, { location, ...change }: FindingChange = {}): LocatedFinding {
  return {
    detectorId: 'email',
    category: 'pii',
    severity: 'medium',
    band: 'high',
    fingerprint: createHash('sha256').update(value).digest('base64url'),
    confidence: 0.9,
    evidence: [],
    alsoMatched: [],
    maskedExcerpt: 'write to •••••••• today',
    ...change,
    location: {
      field: 'body',
      representation: 'atlas_doc_format',
      kind: 'text',
      ranges: [{ pointer: '/content/0/content/0/text', start: 0, end: 8 }],
      blockHash: 'hash-of-the-block',
      occurrence: 0,
      ...location,
    },
  };
}

type Inspected = Extract<PageObservation, { kind: 'inspected' }>;

/** A completely scanned page; each letter of `values` is a value at its own position. */
export function anObservation(values: string, change: Partial<Inspected> = {}): Inspected {
  const letters = Array.from(values);
  const found = letters.map((value, place) =>
    aFinding(value, {
      location: {
        ranges: [{ pointer: '/content/0/content/0/text', start: place * 10, end: place * 10 + 8 }],
        occurrence: letters.slice(0, place).filter((other) => other === value).length,
      },
    }),
  );
  return {
    kind: 'inspected',
    spaceId: '98305',
    pageVersion: 1,
    levelId: undefined,
    findings: identify('installation-1', '164001', found),
    fields: ['title', 'body'],
    contentIds: [],
    reasons: [],
    detectorsOverBudget: [],
    ...change,
  };
}
