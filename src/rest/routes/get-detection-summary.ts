import * as z from 'zod';
import { countFindings } from '../../findings/count-findings';
import { readExclusions } from '../../findings/exclusions/exclusion-store';
import { readPageLabels } from '../../findings/exclusions/page-labels';
import { together } from '../../platform/together';
import { requireActiveCreator } from '../active-creator';
import { readQuery } from '../middleware/input';
import type { AuthorizedRequest, Route } from '../route';
import { seePages } from '../visible-pages';
import {
  DETECTION_SCOPE,
  type DetectionFilters,
  detectionFilters,
  findWanted,
  isOfHiddenPlace,
  isWantedOn,
  shownOn,
  wantedBy,
} from './detection-schemas';

/** As many as are looked at in one call to Confluence. */
const MAX_PAGES = 250;
const MAX_FINDINGS = 1_000;

const numbers = z.record(z.string(), z.int());

const answer = z
  .strictObject({
    detections: z.int().meta({ description: 'How many findings were counted.' }),
    pages: z.int().meta({ description: 'On how many pages.' }),
    isComplete: z.boolean().meta({
      description: `false = there are more, and the numbers are of the last found: ${MAX_FINDINGS.toLocaleString('en')} findings on ${MAX_PAGES} pages at most are counted.`,
    }),
    bySeverity: numbers,
    byCategory: numbers,
    byStatus: numbers,
    byDetector: numbers,
  })
  .meta({ id: 'DetectionSummary' });

type Summary = z.infer<typeof answer>;

export const getDetectionSummary: Route = {
  method: 'GET',
  path: '/v1/detection/summary',
  operationId: 'getDetectionSummary',
  summary: 'Count what was found',
  description:
    'Numbers of the findings that `GET /v1/detection` would list with the same filters. Counted at the request, from the last found on, so exact within what was counted; narrow the filters where `isComplete` is false. What was found in the last seconds may be missing.',
  scope: DETECTION_SCOPE,
  query: detectionFilters,
  success: {
    status: 200,
    description: 'The numbers.',
    schema: answer,
    example: {
      detections: 3,
      pages: 2,
      isComplete: true,
      bySeverity: { high: 2, medium: 1 },
      byCategory: { financial: 2, pii: 1 },
      byStatus: { open: 3 },
      byDetector: { 'card-pan': 2, email: 1 },
    },
    headers: {},
  },
  problems: ['LEVEL_OUTSIDE_KEY_LIMIT', 'SPACE_OUTSIDE_KEY_LIMIT', 'LEVEL_NOT_FOUND'],
  prepare: (exchange) => {
    const filters = readQuery(exchange, detectionFilters);
    return {
      points: 'when-known',
      run: async (request) => ({ status: 200, body: await summarize(request, filters) }),
    };
  },
};

async function summarize(request: AuthorizedRequest, filters: DetectionFilters): Promise<Summary> {
  const wanted = wantedBy(request, filters);
  const [{ all: exclusions }, isOfHidden] = await together([
    readExclusions(request.storage),
    isOfHiddenPlace(request, filters),
  ] as const);
  if (isOfHidden) return { detections: 0, pages: 0, isComplete: true, ...countFindings([]) };
  const place = { after: undefined, limit: MAX_FINDINGS };
  const { items, next } = await findWanted(request, wanted, exclusions, place);
  const pageIds = [...new Set(items.map(({ pageId }) => pageId))].slice(0, MAX_PAGES);
  const candidates = pageIds.map((pageId) => ({ pageId }));
  const [seen, labels] = await together([
    seePages(request, candidates, DETECTION_SCOPE),
    readPageLabels(request.confluence, exclusions, pageIds, request.now),
  ] as const);
  if (seen.size === 0) await requireActiveCreator(request);
  const unseen = items.findIndex(({ pageId }) => !seen.has(pageId));
  const counted = (unseen === -1 ? items : items.slice(0, unseen)).flatMap(({ pageId, record }) => {
    const visible = seen.get(pageId);
    if (visible === undefined || visible === 'hidden') return [];
    const facts = { page: visible[0], level: visible[1], labels, exclusions };
    const shown = shownOn(request, record, facts);
    return isWantedOn(wanted, facts, shown) ? [{ ...record, pageId, status: shown.status }] : [];
  });
  return {
    detections: counted.length,
    pages: new Set(counted.map(({ pageId }) => pageId)).size,
    isComplete: next === undefined && unseen === -1,
    ...countFindings(counted),
  };
}
