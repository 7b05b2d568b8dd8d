import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Scope } from '../../access/scope';
import { openFindingWords } from '../../findings/explain-findings';
import { readFindingConditions } from '../../findings/finding-conditions';
import { readPageLabels } from '../../findings/exclusions/page-labels';
import { NO_PAGE } from '../../classification/pages-lookup';
import type { FindingRecord } from '../../findings/model';
import { readFindings } from '../../findings/scan/scan-store';
import { asVisible } from '../../findings/lists/visible-findings';
import { awaitAll } from '../../platform/await-all';
import { POINTS_OF_A_PAGE } from '../../quota/host-points';
import { requireReadable } from '../page-access';
import { Problem } from '../problem';
import type { AuthorizedRequest } from '../route';
import { DETECTION_EXAMPLE, DETECTION_SCOPE, detectionBody, toDetectionBody } from './detection-schemas';
import { ok, operation } from '../operation';

export const detectionPath = z.strictObject({
  detectionId: z
    .uuid({ error: 'must be a UUID' })
    .meta({ description: 'The id of the finding.', examples: [DETECTION_EXAMPLE.detectionId], maxLength: 36 })
    .transform((id) => id.toLowerCase()),
});

export const oneDetectionBody = detectionBody
  .extend({
    context: z.string().nullable().meta({
      description:
        'The plain words around the value, read from Confluence for this response and not stored. The value and all others are masked. `null`: the page or the settings changed since its latest scan, the creator cannot read it now, or it is the name of an attachment.',
    }),
  })
  .meta({ id: 'DetectionInContext', description: 'A finding, with its value masked in its context.' });

export const ONE_DETECTION_EXAMPLE = { ...DETECTION_EXAMPLE, context: 'charged to •••••••• on Monday' };

export const ETAG_OF_ONE = { ETag: 'Changes whenever the response changes.' };

export const getDetection = operation({
  method: 'GET',
  path: '/v1/detection/:detectionId',
  operationId: 'getDetection',
  summary: 'Read a finding',
  description:
    "Returns one finding. If the creator cannot see its page, or the page is outside the key's scopes and limits, the response is DETECTION_NOT_FOUND, as for a missing finding.",
  scope: DETECTION_SCOPE,
  points: 2 * POINTS_OF_A_PAGE,
  pathParameters: detectionPath,
  success: ok('The finding.', oneDetectionBody, ONE_DETECTION_EXAMPLE, ETAG_OF_ONE),
  problems: ['DETECTION_NOT_FOUND'],
  run: async (request, { path: { detectionId } }) => {
    const { body } = await readDetection(request, DETECTION_SCOPE, detectionId);
    return { status: 200, headers: { ETag: etagOfDetection(body) }, body };
  },
});

export type OneDetection = z.infer<typeof oneDetectionBody>;

/** It changes whenever the response does. */
export function etagOfDetection(body: OneDetection): string {
  return `"d${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`;
}

/** @throws Problem 401, 404; HostError, StorageUnavailableError, CorruptRecordError */
export async function readDetection(
  request: AuthorizedRequest,
  required: Scope,
  detectionId: string,
): Promise<{ readonly record: FindingRecord; readonly body: OneDetection }> {
  const { storage, confluence, now } = request;
  const [found, { exclusions, observed, config }] = await awaitAll([
    readFindings(storage, [detectionId]),
    readFindingConditions(storage),
  ] as const);
  const record = found.get(detectionId);
  // Makes the same calls whether the finding does not exist or its page is hidden.
  const pageId = record?.pageId ?? NO_PAGE;
  const [seen, labels] = await awaitAll([
    see(request, required, pageId),
    readPageLabels(confluence, exclusions.all, [pageId], now),
  ] as const);
  if (record === undefined || seen === undefined) throw new Problem('DETECTION_NOT_FOUND');
  const { page, record: level } = seen;
  const by = { now, exclusions: exclusions.all, observed, config };
  const finding = asVisible(by, { findingId: detectionId, record, page, level }, labels);
  const { readFindingContext } = await import('../../findings/finding-context');
  const [words, context] = await awaitAll([
    openFindingWords(config),
    readFindingContext(request, request.key.record.createdBy, detectionId, record),
  ] as const);
  const text = context.state === 'shown' ? context.text : null;
  return { record, body: { ...toDetectionBody(finding, words), context: text } };
}

/** undefined if the key may not see the page. */
async function see(request: AuthorizedRequest, required: Scope, pageId: string) {
  try {
    return await requireReadable(request, required, pageId, false, 'all');
  } catch (error) {
    if (error instanceof Problem && error.code === 'PAGE_NOT_FOUND') return undefined;
    throw error;
  }
}
