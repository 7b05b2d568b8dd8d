import * as z from 'zod';
import { SCANS } from '../../findings/runs/scan-kind';
import { createScan as create } from '../../findings/runs/create-scan';
import { NO_LIMITS, searchPages } from '../../classification/search-pages';
import { MAX_NAMED_PAGES, type ScanOrder } from '../../findings/runs/run-model';
import { cqlText } from '../../keys/plain-text';
import { POINTS_OF_A_PAGE, POINTS_OF_A_PERSON } from '../../quota/host-points';
import { requireAdminOfAll } from '../admin-of-all';
import * as fields from '../fields';
import { IDEMPOTENCY_KEY, requireIdempotencyKey } from '../middleware/idempotency-header';
import { readBody } from '../middleware/input';
import { Problem } from '../problem';
import { requireSpace } from '../require-space';
import type { AuthorizedRequest, Route } from '../route';
import { createdAnswer, startCreated } from '../run-requests';
import { SCAN_EXAMPLE, SCAN_SCOPE, scanBody, toScanBody } from './scan-schemas';

const body = z
  .strictObject({
    pageIds: z
      .array(fields.pageId, { error: 'must be a list' })
      .min(1, { error: 'must not be empty' })
      .max(MAX_NAMED_PAGES, { error: `must have ${MAX_NAMED_PAGES} entries at most` })
      .optional()
      .meta({ description: 'These pages and blog posts.' }),
    spaceId: fields.spaceId.optional().meta({ description: 'All pages and blog posts of a space.' }),
    cql: cqlText
      .optional()
      .meta({ description: 'The results of a search in Confluence.', examples: ['label = "finance"'] }),
    site: z
      .literal(true, { error: 'must be true' })
      .optional()
      .meta({ description: 'All pages and blog posts of the site.' }),
    onlyStale: z.literal(true, { error: 'must be true' }).optional().meta({
      description:
        'With `spaceId`: skips pages whose current version was scanned with the current settings, and that have no new comments or attachments since the last scan of the site. With `site`: reads only what has changed since the last scan of the site, and everything after a change of settings and after a week. The counts do not include what is not read.',
    }),
  })
  .refine(({ onlyStale: _only, ...given }) => Object.values(given).filter((one) => one !== undefined).length === 1, {
    error: 'or spaceId, cql or site must be given, and only one of them',
    path: ['pageIds'],
  })
  .refine(({ onlyStale, site, spaceId }) => onlyStale === undefined || site !== undefined || spaceId !== undefined, {
    error: 'is for site and spaceId alone',
    path: ['onlyStale'],
  })
  .meta({
    id: 'CreateScan',
    oneOf: [{ required: ['pageIds'] }, { required: ['spaceId'] }, { required: ['cql'] }, { required: ['site'] }],
  });

export const createScan: Route = {
  method: 'POST',
  effect: 'change',
  path: '/v1/detection/scan',
  operationId: 'createScan',
  summary: 'Scan pages in the background',
  description:
    "Scans pages for sensitive data: listed pages, the pages of a space, the results of a search, or the whole site. Listed pages and search results are limited to pages that the creator of the key can see. A space that the creator cannot see gives CONFIGURATION_NOT_FOUND. A space or the site is scanned completely, with the app's own access, but counts and results include only pages that the creator can see. Blog posts are in no count unless they are named in `pageIds`. The first pages are scanned immediately, further ones as fast as the points for Confluence allow; `estimate` shows how long that takes. Repeating the request with the same Idempotency-Key returns the same scan. Scans run in turn: at most five per site and three per key run at the same time. A key can have five open scans, a site 100. Requires a key without limits whose creator is a site admin.",
  scope: SCAN_SCOPE,
  requiredHeaders: IDEMPOTENCY_KEY,
  body: { schema: body, example: { pageIds: ['164001'] } },
  success: {
    status: 202,
    description: 'The new scan, or for a repeated request the existing scan in its current state.',
    schema: scanBody,
    example: { ...SCAN_EXAMPLE, state: 'queued', pages: 0, complete: 0, partial: 0, notInspected: 0 },
    headers: {
      Location: 'The address of the scan.',
      'Retry-After': 'The recommended delay before reading it, in seconds. Absent if it has ended.',
      'Idempotent-Replayed': '`true` if the scan already existed.',
    },
  },
  problems: [
    'INVALID_IDEMPOTENCY_KEY',
    'CREATOR_NOT_ADMIN',
    'KEY_HAS_LIMITS',
    'TOO_MANY_JOBS',
    'EDIT_CONFLICT',
    'IDEMPOTENCY_KEY_REUSED',
    'INVALID_CQL',
    'SEARCH_NOT_POSSIBLE',
    'CONFIGURATION_NOT_FOUND',
  ],
  prepare: (exchange) => {
    const order = orderOf(readBody(exchange, body));
    const idempotencyKey = requireIdempotencyKey(exchange);
    return {
      points: POINTS_OF_A_PERSON + (order.of === 'query' || order.of === 'space' ? POINTS_OF_A_PAGE : 0),
      run: async (request) => {
        await requireAdminOfAll(request);
        if (order.of === 'query') await requireSearch(request, order.cql);
        if (order.of === 'space') await requireSpace(request, order.spaceId);
        const { requestId, installationId } = exchange;
        const creation = await create(request, {
          creator: { kind: 'key', key: request.key },
          idempotencyKey,
          order,
          requestId,
          installationId,
        });
        const created = await startCreated(request, SCANS, creation);
        return createdAnswer(request, created, '/detection/scan', toScanBody(created.run, request.key, request.now));
      },
    };
  },
};

/** Every search request runs as the creator of the key. @throws Problem 422, HostError */
async function requireSearch({ confluence, storage, key }: AuthorizedRequest, cql: string): Promise<void> {
  const search = { creatorId: key.record.createdBy, cql, cursor: undefined, limit: 1, rights: NO_LIMITS };
  const { outcome } = await searchPages(confluence, storage, search);
  if (outcome === 'not-understood')
    throw new Problem('INVALID_CQL', { detail: 'Try the query in the search of Confluence.' });
  if (outcome === 'not-possible')
    throw new Problem('SEARCH_NOT_POSSIBLE', { detail: 'List the pages in `pageIds` instead.' });
}

function orderOf({ pageIds, spaceId, cql, onlyStale }: z.infer<typeof body>): ScanOrder {
  if (pageIds !== undefined) return { of: 'pages', pageIds: [...new Set(pageIds)] };
  const only = onlyStale === undefined ? {} : { onlyStale };
  if (spaceId !== undefined) return { of: 'space', spaceId, ...only };
  return cql === undefined ? { of: 'site', ...only } : { of: 'query', cql };
}
