import * as z from 'zod';
import { type FindingWords, openFindingWords } from '../../findings/explain-findings';
import { readFindingConditions } from '../../findings/finding-conditions';
import { storedStatusOf } from '../../findings/exclusions/shown-status';
import { listVisibleFindings, type VisibleFinding } from '../../findings/lists/visible-findings';
import type { Position } from '../../platform/rows-by-time';
import { cursorsOf } from '../cursors';
import type { ResultOf } from '../contract';
import type { SurfaceRequest } from '../operation';
import { readInput } from '../result';
import { seeAsPerson } from '../viewed-page';
import type { SpaceFinding } from './contract';
import { asSpaceAdmin, type ViewedSpace } from './viewed-space';

const input = z.strictObject({ cursor: z.string().min(1).max(1_000).optional() });

const FINDINGS_AT_ONCE = 25;

/** The open findings on pages of the space that its admin can open, newest first. */
export function listSpaceFindings(request: SurfaceRequest, payload: unknown): Promise<ResultOf<'listSpaceFindings'>> {
  const { cursor } = readInput(input, payload);
  return asSpaceAdmin(request, async (space) => {
    const cursors = cursorsOf(request, space.accountId, ['space', space.spaceId, 'findings']);
    const { findings, next } = await readFindings(request, space, cursors.read(cursor), FINDINGS_AT_ONCE);
    return { state: 'findings', findings, ...cursors.write(next) };
  });
}

/** @throws Refusal NOT_ALLOWED, HostError, StorageUnavailableError, CorruptRecordError */
export async function readFindings(
  request: SurfaceRequest,
  space: ViewedSpace,
  after: Position | undefined,
  limit: number,
): Promise<{ readonly findings: readonly SpaceFinding[]; readonly next: Position | undefined }> {
  const { storage, now } = request;
  const { spaceId, confluence } = space;
  const { exclusions, observed, config } = await readFindingConditions(storage);
  const see = (pageIds: readonly string[]) => seeAsPerson(space, pageIds);
  const list = await listVisibleFindings(
    { storage, confluence, now, config, exclusions: exclusions.all, observed, spaceLimit: [], see },
    { filter: { spaceId, status: storedStatusOf('open') }, status: 'open', levelIds: undefined },
    { after, limit },
  );
  const words = list.results.length === 0 ? undefined : await openFindingWords(config);
  return {
    findings: list.results.map((finding) => viewFinding(finding, words)),
    next: list.hasMore ? list.next : undefined,
  };
}

function viewFinding({ findingId, record, page }: VisibleFinding, words: FindingWords | undefined): SpaceFinding {
  const { detectorId, severity, foundAt, data } = record;
  return {
    findingId,
    pageId: page.pageId,
    title: page.title,
    detector: words?.nameOf(detectorId) ?? detectorId,
    severity,
    excerpt: data.maskedExcerpt,
    foundAt,
  };
}
