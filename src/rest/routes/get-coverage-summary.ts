import * as z from 'zod';
import { readSiteCounts, COUNT_ROWS } from '../../counts/read-site-counts';
import { readSpaceCounts } from '../../counts/read-space-counts';
import { readAhead } from '../../platform/read-ahead';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { requireAdminOfAll } from '../admin-of-all';
import * as fields from '../fields';
import { readQuery } from '../middleware/input';
import { requireSpace } from '../require-space';
import type { AuthorizedRequest, Route } from '../route';
import { DETECTION_SCOPE } from './detection-schemas';

const query = z.strictObject({
  spaceId: fields.spaceId
    .optional()
    .meta({ description: 'Only the pages of this space. Default: all pages of the site.', examples: ['98305'] }),
  spaceKey: fields.spaceKey,
});

const time = z.iso.datetime({ precision: 3 }).nullable();
const answer = z
  .strictObject({
    pages: z.int().meta({
      description: 'The pages that Confluence reports to the app, and those that the app knows but cannot see.',
    }),
    isAtLeast: z.boolean().meta({
      description:
        'Whether there may be more pages: the app knows of pages that it cannot see or that are newer than `reportedAt`, or Confluence has not reported its pages yet.',
    }),
    reportedAt: time.meta({ description: 'When Confluence reported its pages to the app. `null`: not yet.' }),
    asOf: time.meta({ description: 'Changes up to this time are counted. `null`: the site has not been counted yet.' }),
    coverage: z
      .strictObject({
        complete: z.int().meta({ description: 'Scanned completely, with the current detectors.' }),
        partial: z.int().meta({ description: 'Scanned in part.' }),
        outdated: z.int().meta({ description: 'Scanned before the detectors changed.' }),
        notScanned: z
          .int()
          .meta({ description: 'Never scanned, or a live doc whose content Confluence does not return.' }),
        notVisible: z.int().meta({ description: 'Not visible to the app at the last scan.' }),
      })
      .meta({ description: 'The sum is `pages`.' }),
  })
  .meta({ id: 'CoverageSummary' });

export const getCoverageSummary: Route = {
  method: 'GET',
  path: '/v1/detection/coverage/summary',
  operationId: 'getCoverageSummary',
  summary: 'Count pages by scan coverage',
  description:
    'Counts all pages of the site or of one space by the state of their scan, also those that the creator of the key cannot see. The numbers are those of the overview in the admin area. Requires a key without limits whose creator is a site admin.',
  scope: DETECTION_SCOPE,
  query,
  success: {
    status: 200,
    description: 'The numbers.',
    schema: answer,
    example: {
      pages: 19,
      isAtLeast: true,
      reportedAt: '2026-11-23T02:10:00.000Z',
      asOf: '2026-11-23T09:30:00.000Z',
      coverage: { complete: 14, partial: 1, outdated: 0, notScanned: 1, notVisible: 3 },
    },
    headers: {},
  },
  problems: ['CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS', 'CONFIGURATION_NOT_FOUND'],
  prepare: (exchange) => {
    const { spaceId, spaceKey } = readQuery(exchange, query);
    return {
      points: POINTS_OF_A_PERSON + ((spaceId ?? spaceKey) === undefined ? 0 : POINTS_OF_A_PERSON),
      run: async (request) => {
        await requireAdminOfAll(request);
        const { asOf, reportedAt, numbers } = await readNumbers(request, spaceId);
        const { pages, isAtLeast, coverage } = numbers;
        const body: z.infer<typeof answer> = { pages, isAtLeast, reportedAt, asOf, coverage };
        return { status: 200, body };
      },
    };
  },
};

async function readNumbers({ storage, now, levels, ...request }: AuthorizedRequest, spaceId?: string) {
  const detectors = { levels, fingerprintKey: request.fingerprintKey() };
  if (spaceId === undefined) {
    const rows = await readAhead(storage, COUNT_ROWS);
    const { asOf = null, pagesInConfluence, site } = await readSiteCounts({ rows, ...detectors }, now);
    return { asOf, reportedAt: pagesInConfluence?.at ?? null, numbers: site };
  }
  await requireSpace(request, spaceId);
  const { asOf, reported, numbers } = await readSpaceCounts({ storage, ...detectors }, spaceId);
  return { asOf, reportedAt: reported?.at ?? null, numbers };
}
