import * as z from 'zod';
import type { SeenPage } from '../../classification/pages-lookup';
import type { Visibility } from '../../classification/visible-pages';
import { COVERAGES, type CoveredPageScan, openCoverage } from '../../findings/lists/page-coverage';
import { awaitAll } from '../../platform/await-all';
import { questionOf } from '../cursor';
import * as fields from '../fields';
import { requireInLimits } from '../filter-limits';
import { readQuery } from '../middleware/input';
import { listAnswer, PAGE_HEADERS, pageOf } from '../paging';
import { isUnknownSpace } from '../require-space';
import type { Route } from '../route';
import { withActiveCreator } from '../visible-pages';
import { DETECTION_SCOPE, pageScanBody, toPageScanBody } from './detection-schemas';

const query = z.strictObject({
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
  limit: fields.limit,
  cursor: fields.cursor,
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

export const listCoverage: Route = {
  method: 'GET',
  path: '/v1/detection/coverage',
  operationId: 'listCoverage',
  summary: 'List page scans',
  description:
    'Lists the latest scan of each page, in a fixed order. The list contains only pages that the creator of the key can see now and that are inside the limits of the key. Pages that were never scanned are not listed; a scan of the site includes them. A page of the list can be short, or empty, and still have a next page.',
  scope: DETECTION_SCOPE,
  query,
  success: {
    status: 200,
    description: 'One page of the list.',
    schema: answer,
    example: {
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
    },
    headers: PAGE_HEADERS,
  },
  problems: ['INVALID_CURSOR', 'EXPIRED_CURSOR', 'SPACE_OUTSIDE_KEY_LIMIT'],
  prepare: (exchange) => {
    const { limit, cursor, ...filters } = readQuery(exchange, query);
    const { coverage, spaceId } = filters;
    const question = questionOf(listCoverage.operationId, query, filters);
    return {
      points: 'when-known',
      run: async (request) => {
        const { storage } = request;
        requireInLimits(request, undefined, spaceId);
        const after = cursor === undefined ? undefined : request.cursors.read(cursor, question);
        const context = { storage, fingerprintKey: request.fingerprintKey() };
        const [pages, isUnknown] = await awaitAll([
          openCoverage(context, { coverage, spaceId }),
          isUnknownSpace(request, spaceId),
        ] as const);
        if (isUnknown) return listAnswer<z.infer<typeof item>>(exchange, [], undefined);
        const { results, next } = await withActiveCreator(request, DETECTION_SCOPE, (see) =>
          pages.list({ after, limit, see: async (pageIds) => withoutLevels(await see(pageIds)) }),
        );
        return listAnswer(exchange, results.map(toItem), next && request.cursors.write(next, question));
      },
    };
  },
};

function withoutLevels(seen: ReadonlyMap<string, Visibility>): ReadonlyMap<string, SeenPage | 'hidden'> {
  return new Map([...seen].map(([pageId, one]) => [pageId, one === 'hidden' ? one : one.page]));
}

function toItem({ record, page, isStale }: CoveredPageScan): z.infer<typeof item> {
  const { pageId, spaceId, version: pageVersion } = page;
  return { pageId, spaceId, pageVersion, isStale, scan: toPageScanBody(record, page) };
}
