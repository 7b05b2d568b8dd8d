import * as z from 'zod';
import { openFindingWords } from '../../findings/explain-findings';
import { readFindingConditions } from '../../findings/finding-conditions';
import { type FindingOrder, listVisibleFindings } from '../../findings/lists/visible-findings';
import { awaitAll } from '../../platform/await-all';
import * as fields from '../fields';
import { FILTER_PROBLEMS } from '../filter-limits';
import { pageOf } from '../paging';
import { isOfHiddenPlace, withActiveCreator } from '../visible-pages';
import {
  DETECTION_EXAMPLE,
  DETECTION_SCOPE,
  detectionBody,
  detectionFilters,
  findingsReaderOf,
  ofWork,
  toDetectionBody,
  wantedBy,
} from './detection-schemas';
import { listOperation, NO_RESULTS } from '../list-operation';
import { ok } from '../operation';

const ORDERS = {
  '-foundAt': 'newest',
  foundAt: 'oldest',
  '-severity': 'most-severe',
  severity: 'least-severe',
} as const satisfies Readonly<Record<string, FindingOrder>>;

type Sort = keyof typeof ORDERS;
const SORTS: readonly Sort[] = ['-foundAt', 'foundAt', '-severity', 'severity'];

const filters = detectionFilters.extend({
  sort: z
    .enum(SORTS, { error: `must be one of ${SORTS.join(', ')}` })
    .optional()
    .meta({
      description:
        'The order. `-` means the last or most severe first. Within a severity, the last found first. Omitted: `-foundAt`.',
      examples: ['-severity'],
    }),
  ...ofWork,
  contentType: fields.contentTypes,
});

const answer = pageOf(detectionBody).meta({ id: 'DetectionList' });

export const listDetections = listOperation({
  path: '/v1/detection',
  operationId: 'listDetections',
  summary: 'List findings',
  description:
    'Lists sensitive values on pages, by default most recently found first. The list contains only findings on pages that the creator of the key can see now and that are inside the limits of the key. Filters are combined with AND. Findings of the last few seconds may be missing. A page of the list can be short, or empty, and still have a next page. An empty list does not prove that a page is clean: `GET /v1/detection/by-page/{pageId}` reports whether the page was scanned.',
  scope: DETECTION_SCOPE,
  filters,
  success: ok('One page of the list.', answer, { results: [DETECTION_EXAMPLE], _links: {} }),
  problems: FILTER_PROBLEMS,
  points: 'when-known',
  list: async (request, { filters: { sort = '-foundAt', ...given }, after, limit }) => {
    const wanted = { ...wantedBy(request, given), order: ORDERS[sort] };
    const [conditions, isOfHidden] = await awaitAll([
      readFindingConditions(request.storage),
      isOfHiddenPlace(request, given, DETECTION_SCOPE, given.contentType),
    ] as const);
    if (isOfHidden) return NO_RESULTS;
    const reader = findingsReaderOf(request, conditions);
    const { results, next } = await withActiveCreator(
      request,
      DETECTION_SCOPE,
      (see) => listVisibleFindings({ ...reader, see }, wanted, { after, limit }),
      given.contentType,
    );
    const words = await openFindingWords(conditions.config);
    return { results: results.map((finding) => toDetectionBody(finding, words)), next };
  },
});
