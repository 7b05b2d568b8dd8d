import * as z from 'zod';
import { COVERAGES, type CoveredPageScan, openCoverage } from '../../findings/lists/page-coverage';
import { awaitAll } from '../../platform/await-all';
import * as fields from '../fields';
import { requireInLimits } from '../filter-limits';
import { pageOf } from '../paging';
import { isUnknownSpace } from '../require-space';
import { pagesOf, withActiveCreator } from '../visible-pages';
import { DETECTION_SCOPE, pageScanBody, toPageScanBody } from './detection-schemas';
import { listOperation, NO_RESULTS } from '../list-operation';
import { ok } from '../operation';

const filters = z.strictObject({
  coverage: z
    .enum(COVERAGES, { error: `must be one of ${COVERAGES.join(', ')}` })
    .optional()
    .meta({
      description:
        '`complete`, `partial`, `not-inspected`: the outcome of the latest scan of the page. `stale`: the page or the settings have changed since the scan. Default: all pages that were ever scanned.',
      examples: ['not-inspected'],
    }),
  spaceId: fields.spaceId
    .optional()
    .meta({ description: 'Only pages that were in this space when they were scanned.', examples: ['98305'] }),
  spaceKey: fields.spaceKey,
  contentType: fields.contentTypes,
});

const item = z
  .strictObject({
    pageId: z.string(),
    spaceId: z.string().meta({ description: 'The current space of the page.' }),
    pageVersion: z.int().meta({ description: 'The current version of the page.' }),
    isStale: z.boolean().meta({ description: 'Whether the page or the settings have changed since the scan.' }),
    scan: pageScanBody,
  })
  .meta({ id: 'PageCoverage', description: "The state of a page's scan." });

const answer = pageOf(item).meta({ id: 'CoverageList' });

export const listCoverage = listOperation({
  path: '/v1/detection/coverage',
  operationId: 'listCoverage',
  summary: 'List page scans',
  description:
    'Lists the latest scan of each page, in a fixed order. The list contains only pages that the creator of the key can see now and that are inside the limits of the key. Pages that were never scanned are not listed; a scan of the site includes them. A page of the list can be short, or empty, and still have a next page.',
  scope: DETECTION_SCOPE,
  filters,
  success: ok('One page of the list.', answer, {
    results: [
      {
        pageId: '164001',
        spaceId: '98305',
        pageVersion: 4,
        isStale: false,
        scan: {
          state: 'not-inspected' as const,
          reasons: ['not-visible' as const],
          detectorsOverBudget: [],
          scannedAt: '2026-11-21T09:31:00.000Z',
          pageVersion: 4,
          isCurrent: true,
        },
      },
    ],
    _links: {},
  }),
  problems: ['SPACE_OUTSIDE_KEY_LIMIT'],
  points: 'when-known',
  list: async (request, { filters: { coverage, spaceId, contentType }, after, limit }) => {
    const { storage } = request;
    requireInLimits(request, undefined, spaceId);
    const context = { storage, fingerprintKey: request.fingerprintKey() };
    const [pages, isUnknown] = await awaitAll([
      openCoverage(context, { coverage, spaceId, contentType }),
      isUnknownSpace(request, spaceId),
    ] as const);
    if (isUnknown) return NO_RESULTS;
    const { results, next } = await withActiveCreator(
      request,
      DETECTION_SCOPE,
      (see) => pages.list({ after, limit, see: async (pageIds) => pagesOf(await see(pageIds)) }),
      contentType,
    );
    return { results: results.map(toItem), next };
  },
});

function toItem({ record, page, isStale }: CoveredPageScan): z.infer<typeof item> {
  const { pageId, spaceId, version: pageVersion } = page;
  return { pageId, spaceId, pageVersion, isStale, scan: toPageScanBody(record, page) };
}
