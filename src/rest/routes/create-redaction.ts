import * as z from 'zod';
import { REDACTIONS } from '../../redaction/redaction-kind';
import { includesScope } from '../../access/scope';
import { shownStatusOf } from '../../findings/exclusions/shown-status';
import { readFindingConditions } from '../../findings/finding-conditions';
import { readPageLabels } from '../../findings/exclusions/page-labels';
import type { FindingRecord } from '../../findings/model';
import { readNamedFindings, type VisibleNamedFinding } from '../../findings/lists/named-findings';
import { rightsOf } from '../../keys/key-rights';
import { awaitAll } from '../../platform/await-all';
import { POINTS_OF_A_PAGE, pointsOfPages } from '../../quota/host-points';
import { MARKER_STYLES } from '../../redaction/page/cut';
import { createRedaction as create, type RedactionOrder } from '../../redaction/create-redaction';
import { MAX_PAGES } from '../../redaction/run-model';
import * as fields from '../fields';
import { IDEMPOTENCY_KEY, requireIdempotencyKey } from '../middleware/idempotency-header';
import { readBody } from '../middleware/input';
import { requireReadable } from '../page-access';
import { Problem } from '../problem';
import type { AuthorizedRequest, Route } from '../route';
import { createdAnswer, startCreated } from '../run-requests';
import { namedFindingsReaderOf } from '../visible-pages';
import { DETECTION_EXAMPLE } from './detection-schemas';
import { REDACTION_EXAMPLE, REDACTION_SCOPE, redactionBody, toRedactionBody } from './redaction-schemas';

const MAX_DETECTORS = 100;
const MANAGE = 'detection::manage';

const body = z
  .strictObject({
    detectionIds: z
      .array(z.uuid({ error: 'must be a UUID' }).meta({ maxLength: 36 }), { error: 'must be a list' })
      .min(1, { error: 'must not be empty' })
      .max(MAX_PAGES, { error: `must have ${MAX_PAGES} entries at most` })
      .transform((ids) => ids.map((id) => id.toLowerCase()))
      .optional()
      .meta({ description: 'These findings.' }),
    pageId: fields.pageId
      .optional()
      .meta({ description: 'All open findings of the latest scan of this page or blog post, without excluded ones.' }),
    detectorIds: z
      .array(
        z
          .string({ error: 'must be a detector ID' })
          .regex(/^[a-z0-9][a-z0-9:-]{0,99}$/, { error: 'must be a detector ID, such as card-pan' })
          .meta({ maxLength: 100 }),
        { error: 'must be a list' },
      )
      .min(1, { error: 'must not be empty' })
      .max(MAX_DETECTORS, { error: `must have ${MAX_DETECTORS} entries at most` })
      .optional()
      .meta({ description: 'With `pageId`: only findings of these detectors.' }),
    dryRun: z
      .boolean({ error: 'must be true or false' })
      .default(false)
      .meta({ description: 'true = changes nothing. The results show what would have happened.' }),
    marker: z.enum(MARKER_STYLES, { error: 'must be block or category' }).default('block').meta({
      description:
        'The replacement for the values. `block`: `█████`. `category`: the kind of value, for example `[REDACTED: financial]`.',
    }),
    cleanHistory: z.boolean({ error: 'must be true or false' }).default(false).meta({
      description:
        'true = deletes older versions of the pages and comments that contain the values. This cannot be undone and requires `detection::manage`. `detectionIds` can then also contain findings that were redacted earlier.',
    }),
  })
  .refine(({ detectionIds, pageId }) => (detectionIds === undefined) !== (pageId === undefined), {
    error: 'or pageId must be given, and only one of them',
    path: ['detectionIds'],
  })
  .refine(({ pageId, detectorIds }) => pageId !== undefined || detectorIds === undefined, {
    error: 'requires pageId',
    path: ['detectorIds'],
  })
  .meta({ id: 'CreateRedaction', oneOf: [{ required: ['detectionIds'] }, { required: ['pageId'] }] });

const NO_FINDINGS: ReadonlyMap<string, VisibleNamedFinding> = new Map();

const { finishedAt: _finishedAt, ...QUEUED_EXAMPLE } = REDACTION_EXAMPLE;

export const createRedaction: Route = {
  method: 'POST',
  effect: 'change',
  path: '/v1/redaction',
  operationId: 'createRedaction',
  summary: 'Redact values on pages and blog posts',
  description:
    'Creates a new version of each page or blog post, as the creator of the key, with the values replaced by `█████` or by the chosen `marker`. Replaces the values everywhere in the title, the body (including links and macro parameters) and the comments. Each page is processed with the permissions of the key and its creator at that moment; the creator must be allowed to edit it. Older versions (unless `cleanHistory` removes them), notifications, exports and copies of the page still contain the values. A redaction cannot be undone: use `dryRun` first. Repeating the request with the same Idempotency-Key returns the same redaction. Redactions run in turn: at most five per site and three per key run at the same time. A key can have five open redactions, a site 100.',
  scope: REDACTION_SCOPE,
  requiredHeaders: IDEMPOTENCY_KEY,
  body: { schema: body, example: { detectionIds: [DETECTION_EXAMPLE.detectionId], dryRun: true } },
  success: {
    status: 202,
    description: 'The new redaction, or for a repeated request the existing redaction in its current state.',
    schema: redactionBody,
    example: {
      ...QUEUED_EXAMPLE,
      state: 'queued',
      done: 0,
      results: [{ detectionId: DETECTION_EXAMPLE.detectionId, status: 'waiting' }],
      pages: [],
    },
    headers: {
      Location: 'The address of the redaction.',
      'Retry-After': 'The recommended delay before reading it, in seconds. Absent if it has ended.',
      'Idempotent-Replayed': '`true` if the redaction already existed.',
    },
  },
  problems: [
    'INVALID_IDEMPOTENCY_KEY',
    'PAGE_NOT_FOUND',
    'DETECTION_NOT_FOUND',
    'TOO_MANY_JOBS',
    'EDIT_CONFLICT',
    'IDEMPOTENCY_KEY_REUSED',
  ],
  prepare: (exchange) => {
    const wanted = readBody(exchange, body);
    const order = orderOf(wanted);
    const idempotencyKey = requireIdempotencyKey(exchange);
    const { dryRun, marker, cleanHistory } = wanted;
    return {
      points: 'pageId' in order ? POINTS_OF_A_PAGE : pointsOfPages(order.findingIds.length),
      run: async (request) => {
        if (cleanHistory) requireManage(request);
        const isExcluded = 'pageId' in order ? await exclusionsOf(request, order.pageId) : undefined;
        const visible =
          'pageId' in order
            ? NO_FINDINGS
            : await readNamedFindings(namedFindingsReaderOf(request, REDACTION_SCOPE), order.findingIds);
        const visiblePages = new Set(
          'pageId' in order ? [order.pageId] : [...visible.values()].map(({ page }) => page.pageId),
        );
        const creation = await create(request, {
          owner: { kind: 'key', key: request.key },
          idempotencyKey,
          order,
          ...(isExcluded && { isExcluded }),
          visible,
          dryRun,
          marker,
          cleanHistory,
          requestId: request.requestId,
          installationId: request.installationId,
        });
        if (creation.outcome === 'none')
          throw new Problem('DETECTION_NOT_FOUND', {
            detail: 'The latest scan of the page has no such open findings. Scan the page again to check.',
          });
        const created = await startCreated(request, REDACTIONS, creation);
        const body = toRedactionBody(created.run, (pageId) => visiblePages.has(pageId));
        return createdAnswer(request, created, '/redaction', body);
      },
    };
  },
};

/** @throws Problem 403 */
function requireManage({ key }: AuthorizedRequest): void {
  if (includesScope(rightsOf(key.record).scopes, MANAGE)) return;
  throw new Problem('INSUFFICIENT_SCOPE', {
    detail: `Deleting older versions requires ${MANAGE}. Without cleanHistory, only the current versions are redacted.`,
    requiredScope: MANAGE,
  });
}

function orderOf({ detectionIds, pageId, detectorIds }: z.infer<typeof body>): RedactionOrder {
  if (pageId === undefined) return { findingIds: [...new Set(detectionIds)] };
  return { pageId, ...(detectorIds === undefined ? {} : { detectorIds: [...new Set(detectorIds)].sort() }) };
}

/**
 * @returns true if a finding on the page is excluded or observed
 * @throws Problem 401, 404, HostError
 */
async function exclusionsOf(request: AuthorizedRequest, pageId: string): Promise<(finding: FindingRecord) => boolean> {
  const { storage, confluence, now } = request;
  const [{ page, record }, { exclusions, observed }] = await awaitAll([
    requireReadable(request, REDACTION_SCOPE, pageId, false, 'all'),
    readFindingConditions(storage),
  ] as const);
  const labels = (await readPageLabels(confluence, exclusions.all, [pageId], now)).get(pageId);
  const { spaceId } = page;
  const where = { pageId, spaceId, levelId: record?.levelId, labels };
  const by = { exclusions: exclusions.all, observed, now };
  return (finding) => ['excluded', 'observed'].includes(shownStatusOf(finding, where, by).status);
}
