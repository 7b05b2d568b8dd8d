import * as z from 'zod';
import { countFindings } from '../../findings/lists/count-findings';
import { readFindingConditions } from '../../findings/finding-conditions';
import { MAX_COUNTED, readManyFindings } from '../../findings/lists/visible-findings';
import { awaitAll } from '../../platform/await-all';
import { FILTER_PROBLEMS } from '../filter-limits';
import type { AuthorizedRequest } from '../route';
import { isOfHiddenPlace, withActiveCreator } from '../visible-pages';
import {
  DETECTION_SCOPE,
  type DetectionFilters,
  allDetectionFilters,
  findingsReaderOf,
  wantedBy,
} from './detection-schemas';
import { ok, operation } from '../operation';

const numbers = z.record(z.string(), z.int());

const answer = z
  .strictObject({
    detections: z.int().meta({ description: 'The number of counted findings.' }),
    pages: z.int().meta({ description: 'The number of pages and blog posts with counted findings.' }),
    isComplete: z.boolean().meta({
      description: `false = there are more findings, and only the most recent ones were counted: at most ${MAX_COUNTED.findings.toLocaleString('en')} findings on ${MAX_COUNTED.pages} pages.`,
    }),
    bySeverity: numbers,
    byCategory: numbers,
    byStatus: numbers,
    byDetector: numbers,
  })
  .meta({ id: 'DetectionSummary' });

type Summary = z.infer<typeof answer>;

export const getDetectionSummary = operation({
  method: 'GET',
  path: '/v1/detection/summary',
  operationId: 'getDetectionSummary',
  summary: 'Count findings',
  description:
    'Counts the findings that `GET /v1/detection` lists with the same filters, starting with the most recent. If `isComplete` is false, not all findings were counted: narrow the filters. Findings of the last few seconds may be missing.',
  scope: DETECTION_SCOPE,
  query: allDetectionFilters,
  success: ok('The counts.', answer, {
    detections: 3,
    pages: 2,
    isComplete: true,
    bySeverity: { high: 2, medium: 1 },
    byCategory: { financial: 2, pii: 1 },
    byStatus: { open: 3 },
    byDetector: { 'card-pan': 2, email: 1 },
  }),
  problems: FILTER_PROBLEMS,
  points: 'when-known',
  run: async (request, { query: filters }) => ({ status: 200, body: await summarize(request, filters) }),
});

async function summarize(request: AuthorizedRequest, filters: DetectionFilters): Promise<Summary> {
  const wanted = wantedBy(request, filters);
  const [conditions, isOfHidden] = await awaitAll([
    readFindingConditions(request.storage),
    isOfHiddenPlace(request, filters, DETECTION_SCOPE, filters.contentType),
  ] as const);
  if (isOfHidden) return { detections: 0, pages: 0, isComplete: true, ...countFindings([]) };
  const reader = findingsReaderOf(request, conditions);
  const { results, hasMore } = await withActiveCreator(
    request,
    DETECTION_SCOPE,
    (see) => readManyFindings({ ...reader, see }, wanted),
    filters.contentType,
  );
  const counted = results.map(({ record, shown }) => ({ ...record, status: shown.status }));
  return {
    detections: counted.length,
    pages: new Set(counted.map(({ pageId }) => pageId)).size,
    isComplete: !hasMore,
    ...countFindings(counted),
  };
}
