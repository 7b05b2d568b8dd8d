import * as z from 'zod';
import { fingerprintKeyOf } from '../../findings/fingerprint-key';
import { openCoverage } from '../../findings/lists/page-coverage';
import type { SurfaceRequest } from '../operation';
import { readInput, Refusal } from '../result';
import { GAPS, type SpaceOperations } from './contract';
import { asSpaceAdmin, cursorsOf, seeAsViewer } from './viewed-space';

const input = z.strictObject({
  gap: z.enum(GAPS, { error: `must be one of ${GAPS.join(', ')}` }),
  cursor: z.string().min(1).max(1_000).optional(),
});

const PAGES_AT_ONCE = 25;

/** The pages that scans do not cover completely, of those that the space admin can see. */
export function listSpaceGaps(
  request: SurfaceRequest,
  payload: unknown,
): Promise<SpaceOperations['listSpaceGaps']['result']> {
  const { gap, cursor } = readInput(input, payload);
  return asSpaceAdmin(request, async (space) => {
    const { storage, installationId } = request;
    const { spaceId } = space;
    const cursors = cursorsOf(request, space, ['gaps', gap]);
    const after = cursors.read(cursor);
    const peppers = request.peppers();
    if (peppers === undefined) throw new Refusal('INTERNAL_ERROR', 'The app is not set up completely.');
    const fingerprintKey = fingerprintKeyOf(peppers, installationId);
    const coverage = await openCoverage({ storage, fingerprintKey }, { coverage: gap, spaceId });
    const list = await coverage.list({
      after,
      limit: PAGES_AT_ONCE,
      see: async (pageIds) => {
        const seen = await seeAsViewer(request, space, [...new Set(pageIds)]);
        return new Map([...seen].map(([pageId, one]) => [pageId, one === 'hidden' ? one : one.page]));
      },
    });
    return {
      state: 'gaps',
      pages: list.results
        .filter(({ page }) => page.spaceId === spaceId)
        .map(({ page, record }) => ({ pageId: page.pageId, title: page.title, gap, scannedAt: record.scannedAt })),
      ...cursors.write(list.hasMore ? list.next : undefined),
    };
  });
}
