import * as z from 'zod';
import { createRun } from '../../findings/create-run';
import { searchAsApp } from '../../findings/page-content';
import { MAX_NAMED_PAGES, type ScanOrder } from '../../findings/run-model';
import { cqlText } from '../../keys/plain-text';
import { POINTS_OF_A_PAGE, POINTS_OF_A_PERSON } from '../../quota/host-points';
import { pushRuns } from '../../runs/push-run';
import { requireAdminOfAll } from '../admin-of-all';
import * as fields from '../fields';
import { IDEMPOTENCY_KEY, requireIdempotencyKey } from '../middleware/idempotency-header';
import { readBody } from '../middleware/input';
import { Problem } from '../problem';
import type { Route } from '../route';
import { tooManyRuns } from '../too-many-runs';
import { SCAN_EXAMPLE, SCAN_SCOPE, scanBody, scanHeaders, toScanBody } from './scan-schemas';

const body = z
  .strictObject({
    pageIds: z
      .array(fields.pageId, { error: 'must be a list' })
      .min(1, { error: 'must have an entry' })
      .max(MAX_NAMED_PAGES, { error: `must have ${MAX_NAMED_PAGES} entries at most` })
      .optional()
      .meta({ description: 'These pages.' }),
    spaceId: fields.spaceId.optional().meta({ description: 'All pages of a space.' }),
    cql: cqlText
      .optional()
      .meta({ description: 'The pages that a search in Confluence finds.', examples: ['label = "finance"'] }),
    site: z.literal(true, { error: 'must be true' }).optional().meta({ description: 'All pages of the site.' }),
    onlyStale: z.literal(true, { error: 'must be true' }).optional().meta({
      description:
        'With `site` or `spaceId`: pages are passed over that were looked at in their current version, with the settings that hold now, and beside which nothing was said or attached since the last scan of the site.',
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
  path: '/v1/detection/scan',
  operationId: 'createScan',
  summary: 'Scan pages in the background',
  description:
    'Looks for sensitive data on the pages that are named, of a space, of a search, or of the whole site, as the app sees them; what it does not see is counted. The first 250 pages are looked at at once, then 3,000 an hour, or twice as many where comments and attachments are none of the targets. Send the same request with the same Idempotency-Key again, and you get the same scan. A scan waits in line until its turn comes: five scans of a site run at a time, three of one key. A key may have five open scans, a site 100. It takes a key without limits of a site admin.',
  scope: SCAN_SCOPE,
  requiredHeaders: IDEMPOTENCY_KEY,
  body: { schema: body, example: { pageIds: ['164001'] } },
  success: {
    status: 202,
    description: 'The scan, which has been put on its way; or, of a request that was sent again, as it is now.',
    schema: scanBody,
    example: { ...SCAN_EXAMPLE, state: 'queued', pages: 0, complete: 0, partial: 0, notInspected: 0 },
    headers: {
      Location: 'Where the scan can be read.',
      'Retry-After': 'When to ask for it, in seconds; absent where it is over.',
      'Idempotent-Replayed': '`true` where the scan had been made before.',
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
  ],
  prepare: (exchange) => {
    const order = orderOf(readBody(exchange, body));
    const idempotencyKey = requireIdempotencyKey(exchange);
    return {
      points: POINTS_OF_A_PERSON + (order.of === 'query' ? POINTS_OF_A_PAGE : 0),
      run: async (request) => {
        await requireAdminOfAll(request);
        if (
          order.of === 'query' &&
          (await searchAsApp(request.confluence, order.cql, 1, undefined)) === 'not-understood'
        ) {
          throw new Problem('INVALID_CQL', { detail: 'Try the query in the search of Confluence.' });
        }
        const { requestId, installationId } = exchange;
        const creation = await createRun(request, {
          by: request.key,
          idempotencyKey,
          order,
          requestId,
          installationId,
        });
        switch (creation.outcome) {
          case 'reused':
            throw new Problem('IDEMPOTENCY_KEY_REUSED', {
              detail: 'Send a new Idempotency-Key with a new request; nothing was done.',
            });
          case 'owner-full':
          case 'site-full':
            throw tooManyRuns('scan', creation.outcome);
          case 'contended':
            throw new Problem('EDIT_CONFLICT', {
              detail: 'Other scans were made at the same moment. Nothing was done; send the request again.',
              headers: { 'Retry-After': '1' },
            });
          case 'created':
          case 'existing': {
            const { run } = creation;
            if (run.record.state === 'queued') await pushRuns({ ...request, requestId }, 'scan', [run.scanId]);
            const replayed = creation.outcome === 'existing' ? { 'Idempotent-Replayed': 'true' } : {};
            const Location = `${exchange.basePath}/v1/detection/scan/${run.scanId}`;
            return { status: 202, headers: { Location, ...scanHeaders(run), ...replayed }, body: toScanBody(run) };
          }
        }
      },
    };
  },
};

function orderOf({ pageIds, spaceId, cql, onlyStale }: z.infer<typeof body>): ScanOrder {
  if (pageIds !== undefined) return { of: 'pages', pageIds: [...new Set(pageIds)] };
  const only = onlyStale === undefined ? {} : { onlyStale };
  if (spaceId !== undefined) return { of: 'space', spaceId, ...only };
  return cql === undefined ? { of: 'site', ...only } : { of: 'query', cql };
}
