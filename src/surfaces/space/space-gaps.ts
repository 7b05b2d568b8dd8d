import * as z from 'zod';
import { fingerprintKeyOf } from '../../findings/fingerprint-key';
import { openCoverage } from '../../findings/lists/page-coverage';
import { cursorsOf, requirePeppers } from '../cursors';
import type { ResultOf } from '../contract';
import type { SurfaceRequest } from '../operation';
import { readInput } from '../result';
import { seeAsPerson } from '../viewed-page';
import { GAPS } from './contract';
import { asSpaceAdmin } from './viewed-space';

const input = z.strictObject({
  gap: z.enum(GAPS, { error: `must be one of ${GAPS.join(', ')}` }),
  cursor: z.string().min(1).max(1_000).optional(),
});

const PAGES_AT_ONCE = 25;

/** The pages that scans do not cover completely, of those that the space admin can see. */
export function listSpaceGaps(request: SurfaceRequest, payload: unknown): Promise<ResultOf<'listSpaceGaps'>> {
  const { gap, cursor } = readInput(input, payload);
  return asSpaceAdmin(request, async (space) => {
    const { storage, installationId } = request;
    const { spaceId } = space;
    const cursors = cursorsOf(request, space.accountId, ['space', spaceId, 'gaps', gap]);
    const after = cursors.read(cursor);
    const fingerprintKey = fingerprintKeyOf(requirePeppers(request), installationId);
    const coverage = await openCoverage({ storage, fingerprintKey }, { coverage: gap, spaceId });
    const list = await coverage.list({
      after,
      limit: PAGES_AT_ONCE,
      see: async (pageIds) => {
        const seen = await seeAsPerson(space, [...new Set(pageIds)]);
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
