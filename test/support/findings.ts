import { DEMO_SPACES } from '../../local/demo';
import { EXCERPT_VERSION } from '../../src/detection/report/masking';
import type { FindingRecord } from '../../src/findings/model';
import type { Site } from './site';
import { putRow } from './stored-rows';

/** Stores findings on pages without a scan, for tests of what happens to them later. */

type FindingChange = Omit<Partial<FindingRecord>, 'data'> & { readonly data?: Partial<FindingRecord['data']> };

let serial = 0;

/** @returns the id of a new finding */
export async function storeFinding(
  site: Site,
  pageId: string,
  { data, ...change }: FindingChange = {},
): Promise<string> {
  serial += 1;
  const findingId = `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`;
  const record: FindingRecord = {
    v: 1,
    rev: 1,
    spaceId: DEMO_SPACES.ENG,
    pageId,
    detectorId: 'email',
    category: 'pii',
    severity: 'medium',
    band: 'high',
    status: 'open',
    fingerprint: `fingerprint-of-value-${serial}`,
    foundAt: new Date(Date.UTC(2026, 2, 10, 0, 0, serial)).toISOString(),
    ...change,
    data: {
      confidence: 0.9,
      evidence: [],
      alsoMatched: [],
      location: {
        field: 'body',
        representation: 'atlas_doc_format',
        kind: 'text',
        ranges: [{ pointer: '/content/0/content/0/text', start: 9, end: 17 }],
        blockHash: 'hash-of-the-block',
        occurrence: 0,
      },
      maskedExcerpt: 'write to •••••••• today',
      excerptVersion: EXCERPT_VERSION,
      foundInVersion: 1,
      pageVersion: 1,
      ...data,
    },
  };
  await putRow(site, 'detection', findingId, record);
  return findingId;
}

/** Stores a complete scan of a page of the space ENG, with these findings. */
export function storePageScan(
  site: Site,
  pageId: string,
  findingIds: readonly string[] = [],
  change: object = {},
): Promise<void> {
  return putRow(site, 'page-scan', pageId, {
    v: 1,
    rev: 1,
    spaceId: DEMO_SPACES.ENG,
    pageVersion: 1,
    scannedAt: '2026-11-21T09:00:00.000Z',
    configHash: 'x',
    state: 'complete',
    data: { reasons: [], detectorsOverBudget: [], findingIds },
    ...change,
  });
}
