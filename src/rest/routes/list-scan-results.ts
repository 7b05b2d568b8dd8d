import * as z from 'zod';
import { neededFor } from '../../classification/content-type';
import { SCAN_REASONS } from '../../findings/model';
import { PAGE_RESULT_STATES, type PageResult } from '../../findings/runs/run-model';
import { readPageResults } from '../../findings/runs/scan-run-store';
import type { Position } from '../../platform/rows-by-time';
import { pageOf } from '../paging';
import { listVisible } from '../visible-pages';
import { requireScan, SCAN_EXAMPLE, SCAN_SCOPE, scanPathParameters } from './scan-schemas';
import { listOperation } from '../list-operation';
import { ok } from '../operation';

const result = z
  .strictObject({
    pageId: z.string(),
    state: z.enum(PAGE_RESULT_STATES).meta({
      description:
        '`complete`, `partial`: scanned completely or partly. `not-inspected`: could not be scanned. `skipped`: in the trash, or a newer scan exists.',
    }),
    reasons: z
      .array(z.enum(SCAN_REASONS))
      .meta({ description: 'Why the scan failed or is partial. More reasons may be added.' }),
    found: z.int().meta({ description: 'The number of new findings.' }),
    reopened: z.int().meta({ description: 'The number of reopened findings.' }),
    resolved: z.int().meta({ description: 'The number of resolved findings.' }),
  })
  .meta({ id: 'ScanResult' });

const LINK = `${SCAN_EXAMPLE._links.self}/results`;

export const listScanResults = listOperation({
  path: '/v1/detection/scan/:scanId/results',
  operationId: 'listScanResults',
  summary: 'List the results of a scan',
  description:
    'Lists the results so far of a scan of `pageIds`, in their order, for pages that the creator of the key can see now. Other scans have counts only, and their list is empty. A page of the list can be short, or empty, and still have a next page.',
  scope: SCAN_SCOPE,
  pathParameters: scanPathParameters,
  success: ok('The results for these pages.', pageOf(result).meta({ id: 'ScanResults' }), {
    results: [
      { pageId: '164001', state: 'complete' as const, reasons: [], found: 2, reopened: 0, resolved: 1 },
      {
        pageId: '164099',
        state: 'not-inspected' as const,
        reasons: ['not-visible' as const],
        found: 0,
        reopened: 0,
        resolved: 0,
      },
    ],
    _links: { next: `${LINK}?limit=2&cursor=WzEsIjIwMjYiXQ` },
  }),
  problems: ['CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS', 'SCAN_NOT_FOUND'],
  points: 'when-known',
  list: async (request, { path: { scanId }, after, limit }) => {
    const run = await requireScan(request, scanId);
    const all = await readPageResults(request.storage, run);
    const placed = all.map((one, index) => ({ ...one, at: { time: run.record.createdAt, key: String(index) } }));
    return listVisible<(typeof placed)[number], z.infer<typeof result>, Position | undefined>(request, {
      required: SCAN_SCOPE,
      contentType: neededFor(all),
      after,
      limit,
      find: (place, count) => {
        const from = place === undefined ? 0 : Number(place.key) + 1;
        const items = placed.slice(from, from + count);
        const hasMore = from + count < placed.length;
        return Promise.resolve({ items, next: hasMore ? items.at(-1)?.at : undefined, hasMore });
      },
      show: toResultBody,
    });
  },
});

function toResultBody({
  pageId,
  state,
  reasons = [],
  found = 0,
  reopened = 0,
  resolved = 0,
}: PageResult): z.infer<typeof result> {
  return { pageId, state, reasons, found, reopened, resolved };
}
