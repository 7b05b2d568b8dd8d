import { openFindingWords } from '../../findings/explain-findings';
import { readFindingConditions } from '../../findings/finding-conditions';
import { listVisibleFindings } from '../../findings/lists/visible-findings';
import { awaitAll } from '../../platform/await-all';
import { questionOf } from '../cursor';
import * as fields from '../fields';
import { readQuery } from '../middleware/input';
import { listAnswer, PAGE_HEADERS, pageOf } from '../paging';
import type { Route } from '../route';
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

const query = detectionFilters.extend({ limit: fields.limit, cursor: fields.cursor });

const answer = pageOf(detectionBody).meta({ id: 'DetectionList' });

export const listDetections: Route = {
  method: 'GET',
  path: '/v1/detection',
  operationId: 'listDetections',
  summary: 'List findings',
  description:
    'Lists sensitive values on pages, most recently found first. The list contains only findings on pages that the creator of the key can see now and that are inside the limits of the key. Filters are combined with AND. Findings of the last few seconds may be missing. A page of the list can be short, or empty, and still have a next page. An empty list does not prove that a page is clean: `GET /v1/detection/by-page/{pageId}` reports whether the page was scanned.',
  scope: DETECTION_SCOPE,
  query,
  success: {
    status: 200,
    description: 'One page of the list.',
    schema: answer,
    example: { results: [DETECTION_EXAMPLE], _links: {} },
    headers: PAGE_HEADERS,
  },
  problems: [
    'INVALID_CURSOR',
    'EXPIRED_CURSOR',
    'LEVEL_OUTSIDE_KEY_LIMIT',
    'SPACE_OUTSIDE_KEY_LIMIT',
    'LEVEL_NOT_FOUND',
  ],
  prepare: (exchange) => {
    const { limit, cursor, ...filters } = readQuery(exchange, query);
    const question = questionOf(listDetections.operationId, detectionFilters, filters);
    return {
      points: 'when-known',
      run: async (request) => {
        const after = cursor === undefined ? undefined : request.cursors.read(cursor, question);
        const wanted = wantedBy(request, filters);
        const [conditions, isOfHidden] = await awaitAll([
          readFindingConditions(request.storage),
          isOfHiddenPlace(request, filters),
        ] as const);
        if (isOfHidden) return listAnswer(exchange, [], undefined);
        const reader = findingsReaderOf(request, conditions);
        const { results, next } = await withActiveCreator(request, DETECTION_SCOPE, (see) =>
          listVisibleFindings({ ...reader, see }, wanted, { after, limit }),
        );
        const words = await openFindingWords(conditions.config);
        const bodies = results.map((finding) => toDetectionBody(finding, words));
        return listAnswer(exchange, bodies, next && request.cursors.write(next, question));
      },
    };
  },
};
