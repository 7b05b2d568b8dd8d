import * as z from 'zod';
import type { ListedPageScan } from '../../findings/list-page-scans';
import { COVERAGES, openCoverage } from '../../findings/page-coverage';
import type { Position } from '../../platform/newest-first';
import { together } from '../../platform/together';
import * as fields from '../fields';
import { requireInLimits } from '../filter-limits';
import { readQuery } from '../middleware/input';
import { listAnswer, PAGE_HEADERS, pageOf } from '../paging';
import { isUnknownSpace } from '../require-space';
import type { Route } from '../route';
import { listVisible } from '../visible-pages';
import { DETECTION_SCOPE, pageScanBody, toPageScanBody } from './detection-schemas';

const query = z.strictObject({
  coverage: z
    .enum(COVERAGES, { error: `must be one of ${COVERAGES.join(', ')}` })
    .optional()
    .meta({
      description:
        '`complete`, `partial`, `not-inspected`: what the last look at the page came to. `stale`: it was looked at, and since then there is a newer version, or other settings hold. Left out: all pages that were ever looked at.',
      examples: ['not-inspected'],
    }),
  spaceId: fields.spaceId
    .optional()
    .meta({ description: 'Pages that were in this space when they were looked at.', examples: ['98305'] }),
  limit: fields.limit,
  cursor: fields.cursor,
});

const item = z
  .strictObject({
    pageId: z.string(),
    spaceId: z.string().meta({ description: 'The space that the page is in now.' }),
    pageVersion: z.int().meta({ description: 'The version that the page has now.' }),
    isStale: z.boolean().meta({ description: 'Whether what is known is of another version, or of other settings.' }),
    scan: pageScanBody,
  })
  .meta({ id: 'PageCoverage', description: 'How far a page was looked at.' });

const answer = pageOf(item).meta({ id: 'CoverageList' });

export const listCoverage: Route = {
  method: 'GET',
  path: '/v1/detection/coverage',
  operationId: 'listCoverage',
  summary: 'List how far pages were looked at',
  description:
    'The last looked at first; only pages that the creator of the key sees now and that are inside the limits of the key. A page that nobody has ever looked at is not listed: a scan of the site finds those, and its numbers are of all pages. A page of the list may be short, or empty, and still have a next one.',
  scope: DETECTION_SCOPE,
  query,
  success: {
    status: 200,
    description: 'A page of the list.',
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
    const { coverage, spaceId, limit, cursor } = readQuery(exchange, query);
    const question = [listCoverage.operationId, coverage, spaceId];
    return {
      points: 'when-known',
      run: async (request) => {
        const { storage, clock } = request;
        requireInLimits(request, undefined, spaceId);
        const after = cursor === undefined ? undefined : request.cursors.read(cursor, question);
        const context = { storage, clock, fingerprintKey: request.fingerprintKey() };
        const [pages, isUnknown] = await together([
          openCoverage(context, { coverage, spaceId }),
          isUnknownSpace(request, spaceId),
        ] as const);
        if (isUnknown) return listAnswer<z.infer<typeof item>>(exchange, [], undefined);
        const { results, next } = await listVisible<ListedPageScan, z.infer<typeof item>, Position | undefined>(
          request,
          {
            required: DETECTION_SCOPE,
            after,
            limit,
            find: async (place, count) => {
              const found = await pages.find(place, count);
              return { ...found, hasMore: found.next !== undefined };
            },
            show: ({ pageId, record }, page) =>
              pages.isWanted(record, page)
                ? {
                    pageId,
                    spaceId: page.spaceId,
                    pageVersion: page.version,
                    isStale: pages.isStale(record, page),
                    scan: toPageScanBody(record, page),
                  }
                : undefined,
          },
        );
        return listAnswer(exchange, results, next && request.cursors.write(next, question));
      },
    };
  },
};
