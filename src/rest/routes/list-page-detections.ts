import * as z from 'zod';
import { openFindingWords } from '../../findings/explain-findings';
import { readFindingConditions } from '../../findings/finding-conditions';
import { readPageLabels } from '../../findings/exclusions/page-labels';
import { readScan } from '../../findings/scan/scan-store';
import { findStored, showFinding } from '../../findings/lists/visible-findings';
import { awaitAll } from '../../platform/await-all';
import { questionOf } from '../cursor';
import * as fields from '../fields';
import { readParameters, readQuery } from '../middleware/input';
import { requireReadable } from '../page-access';
import { listAnswer, PAGE_HEADERS, pageOf } from '../paging';
import type { Route } from '../route';
import {
  DETECTION_EXAMPLE,
  DETECTION_SCOPE,
  detectionBody,
  detectionFilters,
  findingsReaderOf,
  ofFindings,
  pageScanBody,
  toDetectionBody,
  toPageScanBody,
  wantedBy,
} from './detection-schemas';

const pathParameters = z.strictObject({ pageId: fields.pageId });
const query = z.strictObject({ ...ofFindings, limit: fields.limit, cursor: fields.cursor });

const answer = pageOf(detectionBody).extend({ scan: pageScanBody }).meta({ id: 'PageDetections' });

export const listPageDetections: Route = {
  method: 'GET',
  path: '/v1/detection/by-page/:pageId',
  operationId: 'listPageDetections',
  summary: 'List the findings of a page',
  description:
    "Lists the sensitive values on one page, most recently found first, and the state of its scan. The list is complete only if the scan is `complete` and `isCurrent`. A page that the creator cannot see, or that is outside the key's scopes and limits, gives PAGE_NOT_FOUND.",
  scope: DETECTION_SCOPE,
  pathParameters,
  query,
  success: {
    status: 200,
    description: 'One page of the list.',
    schema: answer,
    example: {
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
    },
    headers: PAGE_HEADERS,
  },
  problems: ['INVALID_CURSOR', 'EXPIRED_CURSOR', 'PAGE_NOT_FOUND'],
  prepare: (exchange, parameters) => {
    const { pageId } = readParameters(parameters, pathParameters);
    const { limit, cursor, ...given } = readQuery(exchange, query);
    const filters = { ...given, pageId };
    const question = questionOf(listPageDetections.operationId, detectionFilters, filters);
    return {
      run: async (request) => {
        const { cursors, storage, confluence, now } = request;
        const after = cursor === undefined ? undefined : cursors.read(cursor, question);
        const wanted = wantedBy(request, filters);
        const [{ page, record: level }, conditions] = await awaitAll([
          requireReadable(request, DETECTION_SCOPE, pageId, false),
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
        const list = listAnswer(exchange, results, next && cursors.write(next, question));
        return { ...list, body: { ...list.body, scan: toPageScanBody(scan.record, page) } };
      },
    };
  },
};
