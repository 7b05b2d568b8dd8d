import * as z from 'zod';
import { OVER_REASONS, VERDICTS } from '../../exposure/audience';
import { type ListedPageExposure, listExposure } from '../../exposure/reads';
import type { Position } from '../../platform/rows-by-time';
import * as fields from '../fields';
import { FILTER_PROBLEMS, levelIdsOf, requireInLimits } from '../filter-limits';
import { listOperation } from '../list-operation';
import { ok } from '../operation';
import { pageOf } from '../paging';
import { isUnknownSpace } from '../require-space';
import type { AuthorizedRequest } from '../route';
import { pagesOf, withActiveCreator } from '../visible-pages';
import { PAGE_EXPOSURE_EXAMPLE, pageExposureBody, toPageExposureBody } from './exposure-schemas';

const scope = 'classification::read';

export const exposureFilters = z.strictObject({
  verdict: z
    .enum(VERDICTS, { error: `must be one of ${VERDICTS.join(', ')}` })
    .optional()
    .meta({ description: 'Only pages with this verdict. Default: `over`, or any with a space.', examples: ['over'] }),
  levelId: fields.levelName.in
    .toLowerCase()
    .optional()
    .meta({ description: 'Only pages with this level, given as UUID or key.', examples: ['restricted'] }),
  spaceId: fields.spaceId.optional().meta({ description: 'Only pages in this space.', examples: ['98306'] }),
  reason: z
    .enum(OVER_REASONS, { error: `must be one of ${OVER_REASONS.join(', ')}` })
    .optional()
    .meta({ description: 'Only pages that break this part of the rule.', examples: ['guests'] }),
  from: fields.instant.optional().meta({
    description: 'Only pages that were measured at this time or later.',
    examples: ['2026-11-01T00:00:00Z'],
  }),
  spaceKey: fields.spaceKey,
});

const answer = pageOf(pageExposureBody).meta({ id: 'PageExposureList' });

export const listPageExposure = listOperation({
  path: '/v1/page-exposure',
  operationId: 'listPageExposure',
  summary: 'List pages by exposure',
  description:
    'Lists pages with the verdict about the people who can see them, most risk first. The list contains only pages that the creator of the key can see now and that are inside the limits of the key. Pages that their space alone keeps within the rule are not listed. A page of the list can be short, or empty, and still have a next page.',
  scope,
  filters: exposureFilters,
  success: ok('One page of the list.', answer, { results: [PAGE_EXPOSURE_EXAMPLE], _links: {} }),
  problems: [...FILTER_PROBLEMS],
  points: 'when-known',
  list: async (request, { filters, after, limit }) => {
    const { results, next } = await readPageExposures(request, filters, { after, limit });
    return { results: results.map(({ exposure }) => toPageExposureBody(request, exposure, exposure)), next };
  },
});

/** A part of the list, for responses and files. @throws Problem, HostError, StorageUnavailableError, CorruptRecordError */
export async function readPageExposures(
  request: AuthorizedRequest,
  { levelId: name, spaceKey: _, ...filter }: z.output<typeof exposureFilters>,
  { after, limit }: { readonly after: Position | undefined; readonly limit: number },
): Promise<{ readonly results: readonly ListedPageExposure[]; readonly next: Position | undefined }> {
  const levelIds = levelIdsOf(request.levels, name === undefined ? undefined : [name]);
  requireInLimits(request, levelIds, filter.spaceId);
  if (await isUnknownSpace(request, filter.spaceId)) return { results: [], next: undefined };
  const { results, next, hasMore } = await withActiveCreator(request, scope, (see) =>
    listExposure(
      request,
      { ...filter, levelId: levelIds?.[0] },
      { after, limit, see: async (pageIds) => pagesOf(await see(pageIds)) },
    ),
  );
  return { results, next: hasMore ? next : undefined };
}
