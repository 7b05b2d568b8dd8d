import * as z from 'zod';
import { openFindingWords } from '../../findings/explain-findings';
import { readFindingConditions } from '../../findings/finding-conditions';
import { readPageLabels } from '../../findings/exclusions/page-labels';
import { readScan } from '../../findings/scan/scan-store';
import { findStored, showFinding } from '../../findings/lists/visible-findings';
import { awaitAll } from '../../platform/await-all';
import * as fields from '../fields';
import { requireReadable } from '../page-access';
import { pageOf } from '../paging';
import {
  DETECTION_EXAMPLE,
  DETECTION_SCOPE,
  detectionBody,
  findingsReaderOf,
  ofFindings,
  ofWork,
  pageScanBody,
  toDetectionBody,
  toPageScanBody,
  wantedBy,
} from './detection-schemas';
import { listOperation } from '../list-operation';
import { ok } from '../operation';

const pathParameters = z.strictObject({ pageId: fields.pageId });

const answer = pageOf(detectionBody).extend({ scan: pageScanBody }).meta({ id: 'PageDetections' });

export const listPageDetections = listOperation({
  path: '/v1/detection/by-page/:pageId',
  operationId: 'listPageDetections',
  summary: 'List the findings of a page',
  description:
    "Lists the sensitive values on one page, most recently found first, and the state of its scan. The list is complete only if the scan is `complete` and `isCurrent`. A page that the creator cannot see, or that is outside the key's scopes and limits, gives PAGE_NOT_FOUND.",
  scope: DETECTION_SCOPE,
  pathParameters,
  filters: z.strictObject({ ...ofFindings, ...ofWork }),
  success: ok('One page of the list.', answer, {
    results: [DETECTION_EXAMPLE],
    scan: {
      state: 'complete',
      reasons: [],
      detectorsOverBudget: [],
      scannedAt: '2026-11-21T09:31:00.000Z',
      pageVersion: 3,
      isCurrent: true,
    },
    _links: {},
  }),
  problems: ['PAGE_NOT_FOUND'],
  list: async (request, { path: { pageId }, filters, after, limit }) => {
    const { storage, confluence, now } = request;
    const wanted = wantedBy(request, { ...filters, pageId });
    const [{ page, record: level }, conditions] = await awaitAll([
      requireReadable(request, DETECTION_SCOPE, pageId, false, 'all'),
      readFindingConditions(storage),
    ] as const);
    const reader = findingsReaderOf(request, conditions);
    const [{ items, next }, scan, labels] = await awaitAll([
      findStored(reader, wanted, { after, limit }),
      readScan(storage, pageId),
      readPageLabels(confluence, conditions.exclusions.all, [pageId], now),
    ] as const);
    const words = await openFindingWords(conditions.config);
    const results = items.flatMap(({ findingId, record }) => {
      const shown = showFinding(reader, wanted, { findingId, record, page, level }, labels);
      return shown === undefined ? [] : [toDetectionBody(shown, words)];
    });
    return { results, next, more: { scan: toPageScanBody(scan.record, page) } };
  },
});
