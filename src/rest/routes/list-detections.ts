import { openFindingWords } from '../../findings/explain-findings';
import { readFindingConditions } from '../../findings/finding-conditions';
import { listVisibleFindings } from '../../findings/lists/visible-findings';
import { awaitAll } from '../../platform/await-all';
import { pageOf } from '../paging';
import { withActiveCreator } from '../visible-pages';
import {
  DETECTION_EXAMPLE,
  DETECTION_SCOPE,
  detectionBody,
  detectionFilters,
  findingsReaderOf,
  isOfHiddenPlace,
  toDetectionBody,
  wantedBy,
} from './detection-schemas';
import { listOperation, NO_RESULTS } from '../list-operation';
import { ok } from '../operation';

const answer = pageOf(detectionBody).meta({ id: 'DetectionList' });

export const listDetections = listOperation({
  path: '/v1/detection',
  operationId: 'listDetections',
  summary: 'List findings',
  description:
    'Lists sensitive values on pages, most recently found first. The list contains only findings on pages that the creator of the key can see now and that are inside the limits of the key. Filters are combined with AND. Findings of the last few seconds may be missing. A page of the list can be short, or empty, and still have a next page. An empty list does not prove that a page is clean: `GET /v1/detection/by-page/{pageId}` reports whether the page was scanned.',
  scope: DETECTION_SCOPE,
  filters: detectionFilters,
  success: ok('One page of the list.', answer, { results: [DETECTION_EXAMPLE], _links: {} }),
  problems: ['LEVEL_OUTSIDE_KEY_LIMIT', 'SPACE_OUTSIDE_KEY_LIMIT', 'LEVEL_NOT_FOUND'],
  points: 'when-known',
  list: async (request, { filters, after, limit }) => {
    const wanted = wantedBy(request, filters);
    const [conditions, isOfHidden] = await awaitAll([
      readFindingConditions(request.storage),
      isOfHiddenPlace(request, filters),
    ] as const);
    if (isOfHidden) return NO_RESULTS;
    const reader = findingsReaderOf(request, conditions);
    const { results, next } = await withActiveCreator(request, DETECTION_SCOPE, (see) =>
      listVisibleFindings({ ...reader, see }, wanted, { after, limit }),
    );
    const words = await openFindingWords(conditions.config);
    return { results: results.map((finding) => toDetectionBody(finding, words)), next };
  },
});
